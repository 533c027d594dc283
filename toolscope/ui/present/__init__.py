"""Values to styled text; pure functions."""
