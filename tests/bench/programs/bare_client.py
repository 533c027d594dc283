"""The SDK by itself: connect to one server, list its tools, print their names. The command is what follows."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters, stdio_client


async def main() -> None:
    """One connection."""
    transport = stdio_client(StdioServerParameters(command=sys.argv[1], args=sys.argv[2:]))
    async with Client(transport) as client:
        print(json.dumps([tool.name for tool in (await client.list_tools()).tools]))


asyncio.run(main())
