"""A server of the SDK that lists 30 tools on 3 pages."""

from __future__ import annotations

import anyio
import mcp.types as types
from mcp import stdio_server
from mcp.server import Server, ServerRequestContext


async def list_tools(
    context: ServerRequestContext[object], params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    page = int(params.cursor) if params and params.cursor else 0
    tools = [
        types.Tool(name=f"tool_{page * 10 + index}", input_schema={"type": "object", "properties": {}})
        for index in range(10)
    ]
    return types.ListToolsResult(tools=tools, next_cursor=str(page + 1) if page < 2 else None)


async def call_tool(context: ServerRequestContext[object], params: types.CallToolRequestParams) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=f"called {params.name}")])


async def main() -> None:
    server = Server("paged", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
