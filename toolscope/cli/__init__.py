"""The command line: one module per command; toolscope alone opens the app."""
