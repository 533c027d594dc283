"""A tool list asked for page by page."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio

from toolscope.connections.pages import Pages, Unreadable
from toolscope.connections.reason import spoken
from toolscope.connections.state import Trouble
from toolscope.connections.tap import exchange
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp import Client

_MOST_OF_IT = 0.9
"""Of the time that is left, what a later page may take: if it never comes there must be time to say so."""


async def read_pages(client: Client, on_page: Callable[[Pages], None], partly: Callable[[], bool]) -> Pages:
    """Ask for page after page; ``on_page`` is called after each.

    When a later page fails and ``partly`` allows it, the pages before it stand for the list. Otherwise raises
    ``Unreadable``, and what the SDK raises for an error answer or a closed connection.
    """
    pages = Pages()
    cursor: str | None = None
    while True:
        try:
            cursor = pages.take(await _page(client, cursor, bool(pages.count)))
        except Exception as error:
            if not (pages.count and partly()):
                raise
            pages.lose(spoken(error))
            cursor = None
        on_page(pages)
        if cursor is None:
            break
    if not pages.tools:
        pages.troubles.append(Trouble("no_tools", one_line("the server lists no tools")))
    return pages


async def _page(client: Client, cursor: str | None, later: bool) -> object:
    """One raw ``tools/list`` result. Raises ``Unreadable`` when a later page does not come in time."""
    left = anyio.current_effective_deadline() - anyio.current_time()
    with exchange() as talk, anyio.move_on_after(left * _MOST_OF_IT if later else math.inf) as patience:
        await client.list_tools(cursor=cursor, cache_mode="bypass")
    if patience.cancelled_caught:
        raise Unreadable(f"no answer within {left * _MOST_OF_IT:.1f} s")
    return talk.result
