"""Live MCP servers and recordings of them; hands out plain JSON."""
