"""Every tool of every server at one moment, as the model would see it."""
