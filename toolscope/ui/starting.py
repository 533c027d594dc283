"""What a person is asked before servers are started: what the configuration leaves open, and whether to trust it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual.app import App

from toolscope.config import trust
from toolscope.config.inputs import answered
from toolscope.config.model import Config, ConfigError, Question, ServerConfig
from toolscope.config.options import Options
from toolscope.plain import one_line
from toolscope.ui.background import in_thread
from toolscope.ui.screens.ask import AskScreen
from toolscope.ui.screens.found import picked_servers
from toolscope.ui.screens.trust import TrustScreen


async def cleared(app: App[Any], config: Config) -> Config:
    """The configuration with what a person typed and approved; what was not stays as it was and starts nothing."""
    servers = await _answered(app, config.servers, config.questions)
    config = replace(config, servers=servers)
    if not any(server.untrusted for server in servers) or not await app.push_screen_wait(TrustScreen(config)):
        return config
    try:
        await in_thread(lambda: trust.approve(servers, os.environ))
    except ConfigError as error:
        app.notify(f"It will be asked again: {error}", severity="warning", markup=False)
    return config.trusted()


async def _answered(
    app: App[Any], servers: tuple[ServerConfig, ...], questions: Sequence[Question]
) -> tuple[ServerConfig, ...]:
    answers: dict[str, str] = {}
    for question in questions:
        typed = await app.push_screen_wait(_asking(question))
        if typed is not None:
            answers[question.name] = typed
    filled = (answered(server, answers) for server in servers)
    return tuple(replace(server, unanswered=server.enabled and bool(server.questions)) for server in filled)


def _asking(question: Question) -> AskScreen:
    allowed = ", ".join(question.options)

    def check(text: str) -> str:
        return "" if not question.options or text in question.options else f"one of: {one_line(allowed)}"

    hint = one_line(allowed or str(question.origin))
    return AskScreen(one_line(question.words), hint, check, question.default, secret=question.secret)


async def more_servers(app: App[Any], config: Config, options: Options) -> tuple[ServerConfig, ...]:
    """Servers of other configurations, or pasted ones, that a person adds to this run; one left unanswered is not."""
    picked = await picked_servers(app, config.servers, options)
    servers = (await cleared(app, replace(config, servers=picked))).servers
    for server in servers:
        if server.unanswered:
            app.notify(f"{one_line(server.name)} is not added, as a question was left open.", markup=False)
    return tuple(server for server in servers if not server.unanswered)
