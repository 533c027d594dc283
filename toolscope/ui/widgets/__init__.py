"""The widgets: the values each shows, and the messages it posts."""
