"""Turns an object with described methods into an MCP server that lists them as tools and calls them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from toolscope.canonical import Json
from toolscope.demo.shelf import Refusal

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

READS: Json = {"readOnlyHint": True}
ADDS: Json = {"readOnlyHint": False, "destructiveHint": False}
CHANGES: Json = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}
DESTROYS: Json = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
SILENT: Json = None
"""The tool claims nothing, so the protocol's cautious defaults are assumed."""

COMPLETE: Json = {"resultType": "complete"}
LISTED: Json = {**COMPLETE, "ttlMs": 0, "cacheScope": "private"}
"""What the protocol of 2026-07-28 wants in every list; older ones are sent without it."""

Progress: TypeAlias = Callable[[float, float | None, str | None], Awaitable[None]]
"""Tells the caller how far a call has come: done, of how many, in words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply of several blocks."""

    blocks: tuple[Json, ...]
    structured: Json = None

    def wire(self) -> Json:
        """As the ``result`` of ``tools/call``."""
        answer: Json = {**COMPLETE, "content": list(self.blocks), "isError": False}
        return answer if self.structured is None else {**answer, "structuredContent": self.structured}


@dataclass(frozen=True, slots=True)
class Offer:
    """A method that is offered as a tool."""

    wire: Json
    """As ``tools/list`` shows it."""
    method: Callable[..., Any]
    tells_progress: bool


class Shop(Protocol):
    """What can be served: pages of tools, and a way to call each."""

    @property
    def pages(self) -> int:
        """How many pages the list of tools has."""

    def page(self, number: int) -> list[Json]:
        """The tools of a page, counted from 0, as on the wire."""

    def schema(self, name: str) -> Json:
        """The input schema of a tool. Raises ``Refusal`` for an unknown one."""

    def call(self, name: str, arguments: Mapping[str, Json], progress: Progress) -> Any:
        """Run a tool with valid arguments: text, JSON, an ``Answer``, or an awaitable of one of them."""


def words(text: str) -> Json:
    """A block of text."""
    return {"type": "text", "text": text}


def tool(hints: Json, output: Json = None, defs: Json = None, **fields: Json) -> Callable[[Callable[..., Any]], Offer]:
    """Offer a method as a tool: its docstring is the description, its parameters without a default are required.

    What the method takes as ``**parts`` is optional and has no default.
    A keyword-only parameter ``progress`` is not an argument; it receives a ``Progress``.
    """

    def offer(method: Callable[..., Any]) -> Offer:
        parameters = inspect.signature(method).parameters
        defaults = {name: parameters[name].default if name in parameters else None for name in fields}
        required = [name for name, default in defaults.items() if default is inspect.Parameter.empty]
        properties = {name: _with_default(schema, defaults[name]) for name, schema in fields.items()}
        schema: Json = {"type": "object", "properties": properties, "additionalProperties": False}
        schema |= {"required": required} if required else {}
        schema |= {"$defs": defs} if defs else {}
        wire: Json = {"name": method.__name__, "description": inspect.getdoc(method), "inputSchema": schema}
        wire |= {"outputSchema": output} if output else {}
        wire |= {"annotations": hints} if hints else {}
        return Offer(wire, method, "progress" in parameters)

    return offer


def _with_default(schema: Json, default: Any) -> Json:
    return schema if default in (inspect.Parameter.empty, None) else {**schema, "default": default}


class Toolbox:
    """The offered methods of an object, all on one page."""

    pages = 1

    def __init__(self, owner: object) -> None:
        self._owner = owner
        kinds = reversed(type(owner).__mro__)
        self._offers = {name: item for kind in kinds for name, item in vars(kind).items() if isinstance(item, Offer)}

    def page(self, number: int) -> list[Json]:
        """All tools, in the order in which they are written."""
        return [offer.wire for offer in self._offers.values()]

    def schema(self, name: str) -> Json:
        """The input schema of a tool."""
        if name not in self._offers:
            raise Refusal(f"There is no tool “{name}”.")
        return self._offers[name].wire["inputSchema"]

    def call(self, name: str, arguments: Mapping[str, Json], progress: Progress) -> Any:
        """Run the method."""
        offer = self._offers[name]
        extra = {"progress": progress} if offer.tells_progress else {}
        return offer.method(self._owner, **arguments, **extra)


def serve(name: str, version: str, shop: Shop, instructions: str) -> Server[Any]:
    """An MCP server for a shop: works in this process and over any transport."""
    from mcp.server.lowlevel import Server

    async def list_tools(context: Any, parameters: Any) -> Any:
        number = _page_number(parameters.cursor if parameters else None, shop.pages)
        more = {"nextCursor": f"page-{number + 2}"} if number + 1 < shop.pages else {}
        return {"tools": shop.page(number), **more, **LISTED}

    async def call_tool(context: Any, parameters: Any) -> Any:
        return await _reply(shop, parameters.name, parameters.arguments or {}, context.session.report_progress)

    return Server(name, version=version, instructions=instructions, on_list_tools=list_tools, on_call_tool=call_tool)


def _page_number(cursor: str | None, pages: int) -> int:
    """Index of the page that a cursor such as ``page-2`` points at."""
    from mcp.shared.exceptions import MCPError

    if cursor is None:
        return 0
    number = cursor.removeprefix("page-")
    if not number.isdecimal() or not 1 <= int(number) <= pages:
        raise MCPError(-32602, f"there is no page for the cursor {cursor!r}")
    return int(number) - 1


async def _reply(shop: Shop, name: str, arguments: Mapping[str, Json], progress: Progress) -> Json:
    """The ``result`` of a call; whatever the tool refuses is an answer too, with ``isError``."""
    try:
        _check(shop.schema(name), arguments)
        answer = shop.call(name, {key: _integral(value) for key, value in arguments.items()}, progress)
        answer = await answer if inspect.isawaitable(answer) else answer
    except Refusal as refusal:
        return {**COMPLETE, "content": [words(str(refusal))], "isError": True}
    if isinstance(answer, Answer):
        return answer.wire()
    return Answer(
        (words(answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False)),)
    ).wire()


def _integral(value: Json) -> Json:
    """JSON Schema takes ``3.0`` for an integer, Python's slices do not."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check(schema: Json, arguments: Mapping[str, Json]) -> None:
    """Raises ``Refusal`` that names the argument which does not fit."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    problem = best_match(Draft202012Validator(schema).iter_errors(dict(arguments)))
    if problem is not None:
        path = ".".join(["arguments", *map(str, problem.absolute_path)])
        raise Refusal(f"{path}: {problem.message}")
