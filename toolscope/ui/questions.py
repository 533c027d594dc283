"""Questions of servers, put to the person one after the other, and written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from time import monotonic, time
from typing import Any, Protocol

from textual.screen import Screen

from toolscope.connections.requests import Answer, ServerRequest, summary
from toolscope.ui.present.log import LogEntry
from toolscope.ui.screens.main import MainScreen
from toolscope.ui.screens.question import QuestionScreen, screen_for

_SAID = {"accept": "answered by you", "decline": "declined by you", "cancel": "put aside by you"}

_WITHDRAWN = {"sign_in": "the browser came back, or the time was over"}


class Desk(Protocol):
    """What a question needs of the app."""

    main: MainScreen

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], None] | None = None) -> object:
        """Show a dialog."""
        ...


class Questions:
    """Called from the SDK's tasks, which are no workers of the app: so it waits for a future, not for the screen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._turn = asyncio.Lock()
        self._numbers = count(1)

    async def ask(self, request: ServerRequest) -> Answer:
        """The person's answer. When the server gives up meanwhile, the dialog goes."""
        number, began = next(self._numbers), monotonic()
        self._write(f"question-{number}", "?", "$verdict-ask", request, str(summary(request)))
        async with self._turn:
            answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            screen = screen_for(request)
            self._desk.push_screen(screen, lambda answer: self._take(answered, answer))
            try:
                answer = await answered
            except asyncio.CancelledError:
                self._withdraw(screen)
                self._write(
                    f"answer-{number}",
                    "–",
                    "$verdict-ask",
                    request,
                    _WITHDRAWN.get(request.kind, "the question was withdrawn"),
                )
                raise
        good = answer.action == "accept"
        glyph, colour = ("✓", "$verdict-allow") if good else ("✕", "$verdict-deny")
        took = (monotonic() - began) * 1000
        self._write(f"answer-{number}", glyph, colour, request, _SAID[answer.action], took)
        return answer

    def _take(self, answered: asyncio.Future[Answer], answer: Answer | None) -> None:
        if not answered.done():
            answered.set_result(answer or Answer("cancel"))

    def _withdraw(self, screen: QuestionScreen) -> None:
        if screen.is_current:
            screen.dismiss(Answer("cancel"))

    def _write(
        self, key: str, glyph: str, colour: str, request: ServerRequest, what: str, took: float | None = None
    ) -> None:
        self._desk.main.log_pane.add(LogEntry(key, time(), glyph, colour, "question", request.server, what, took))
