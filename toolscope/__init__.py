"""toolscope: the terminal inspector for tool catalogs."""

__version__ = "0.1.0"
