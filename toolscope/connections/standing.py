"""Where a server stands before anything is started."""

from __future__ import annotations

import time

from toolscope.config.launch import Recorded
from toolscope.config.model import ServerConfig
from toolscope.connections import recording
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import Plain, one_line


def standing(config: ServerConfig) -> ServerStatus:
    """Where a server stands before anything is started; most of them wait."""
    now = time.monotonic()

    def stands(state: State, reason: Plain | None = None) -> ServerStatus:
        return ServerStatus(config, state, reason, now)

    if not config.enabled:
        return stands(State.DISABLED, one_line("disabled in the configuration"))
    if config.untrusted:
        return stands(State.UNTRUSTED, one_line("not approved yet: nothing is started until it is"))
    if config.unanswered:
        asked = " and ".join(question.words for question in config.questions)
        return stands(State.FAILED, one_line(f"{asked} was not typed"))
    if config.launch is None:
        return stands(State.FAILED, one_line("names neither a command nor a url"))
    if isinstance(config.launch, Recorded):
        return ServerStatus(config, State.READY, None, now, listing=recording.listing(config.launch.entry))
    return stands(State.WAITING)
