"""What a model is shown, and what it costs."""
