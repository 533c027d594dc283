"""What the user asked for: servers, settings, guardrail rules, and where each of them was written."""
