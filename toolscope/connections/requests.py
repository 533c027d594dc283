"""What servers ask of the person and of the host: elicitation, sampling, roots; in both eras of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.config.launch import Launch, Stdio
from toolscope.plain import Plain, clean, one_line

if TYPE_CHECKING:
    from mcp.types import (
        CreateMessageRequestParams,
        CreateMessageResult,
        ElicitRequestParams,
        ElicitResult,
        ErrorData,
        ListRootsResult,
    )
    from pydantic import BaseModel

Kind: TypeAlias = Literal["form", "url", "sampling", "sign_in"]
Action: TypeAlias = Literal["accept", "decline", "cancel"]

PERSON = "a person at toolscope"
"""Named as the model of what a person answers to sampling."""


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """One question of a server."""

    server: str
    kind: Kind
    """``form`` and ``url`` are elicitation; ``sign_in`` is toolscope's own, for a server that wants one."""
    message: Plain
    """What the server says to the person; line feeds kept."""
    params: Json
    """As it came over the wire."""

    @property
    def schema(self) -> Json:
        """Of what a form is to hold."""
        return self.params.get("requestedSchema", {})

    @property
    def url(self) -> str:
        """Where the person is to go."""
        return str(self.params.get("url", ""))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says to it."""

    action: Action
    content: Json = None
    """Of an accepted form its values; of sampling the text."""


Asks: TypeAlias = Callable[[ServerRequest], Coroutine[Any, Any, Answer]]
"""Puts a question to the person. Never raises but when it is cancelled."""

DECLINED = Answer("decline")
WITHDRAWN = Answer("cancel")
"""What is answered when the call was stopped that the question belonged to."""


class Callbacks:
    """What the SDK's client calls when a server asks.

    While a person is asked no call of the server runs out of time: ``pause`` sees to that.
    """

    def __init__(
        self, server: str, launch: Launch | None, asks: Asks | None, pause: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._server, self._launch, self._asks, self._pause = server, launch, asks, pause

    @property
    def offered(self) -> dict[str, Any]:
        """The arguments for the client; what nobody can answer is not offered to the server."""
        if self._asks is None:
            return {"list_roots_callback": self._roots}
        return {
            "list_roots_callback": self._roots,
            "elicitation_callback": self._elicit,
            "sampling_callback": self._sample,
        }

    async def _roots(self, context: object) -> ListRootsResult:
        from mcp.types import ListRootsResult

        return ListRootsResult.model_validate({"roots": roots_of(self._launch)})

    async def _elicit(self, context: object, params: ElicitRequestParams) -> ElicitResult:
        from mcp.types import ElicitResult

        answer = await self._put(_elicitation(self._server, _wire(params)))
        return ElicitResult(action=answer.action, content=answer.content if answer.action == "accept" else None)

    async def _sample(self, context: object, params: CreateMessageRequestParams) -> CreateMessageResult | ErrorData:
        from mcp.types import INVALID_REQUEST, CreateMessageResult, ErrorData, TextContent

        wire = _wire(params)
        answer = await self._put(ServerRequest(self._server, "sampling", _last_words(wire), wire))
        if answer.action != "accept":
            return ErrorData(code=INVALID_REQUEST, message="the person refused to answer for a model")
        text = TextContent(type="text", text=str(answer.content))
        return CreateMessageResult(role="assistant", content=text, model=PERSON, stop_reason="endTurn")

    async def _put(self, request: ServerRequest) -> Answer:
        answer = WITHDRAWN
        with self._pause():
            answer = await self._asks(request) if self._asks else DECLINED
        return answer  # noqa: RET504 - a withdrawn question leaves the block above without an answer of its own


def _wire(params: BaseModel) -> dict[str, Json]:
    return params.model_dump(by_alias=True, exclude_none=True, mode="json")


def roots_of(launch: Launch | None) -> list[Json]:
    """The working folder that the configuration gives the server, else toolscope's own."""
    own = launch.cwd if isinstance(launch, Stdio) else None
    folder = Path(own).expanduser().resolve() if own else Path.cwd()
    return [{"uri": folder.as_uri(), "name": folder.name or str(folder)}]


def summary(request: ServerRequest) -> Plain:
    """The question in one line."""
    words = {
        "form": "asks for input",
        "url": "wants you to open a page",
        "sampling": "asks for a model's answer",
        "sign_in": "wants a sign-in",
    }
    return one_line(f"{words[request.kind]}: {request.message}", 200)


def _elicitation(server: str, wire: dict[str, Json]) -> ServerRequest:
    kind: Kind = "url" if wire.get("mode") == "url" else "form"
    return ServerRequest(server, kind, clean(str(wire.get("message", ""))), wire)


def _last_words(wire: dict[str, Json]) -> Plain:
    """The last text of the conversation that a model is to go on with."""
    messages = wire.get("messages") or [{}]
    content = messages[-1].get("content")
    blocks = content if isinstance(content, list) else [content]
    texts = [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
    return clean("\n".join(texts))
