"""From what was typed to what came back."""
