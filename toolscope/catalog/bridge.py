"""The three tools behind which tool search hides all others."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

BridgeTool: TypeAlias = Literal["tool_search", "tool_describe", "tool_call"]
BRIDGE_TOOLS: tuple[BridgeTool, ...] = get_args(BridgeTool)
"""Names that no server's tool may have, and no call may be aimed at."""
