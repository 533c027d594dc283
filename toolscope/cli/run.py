"""From words on the command line to an exit code; no traceback ever reaches a person."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Awaitable, Sequence
from contextlib import suppress

from toolscope.cli.arguments import COMMANDS, parse
from toolscope.cli.empty import EMPTY
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, UnwritableError, complain, deliver, dumps, put
from toolscope.plain import one_line


def run(words: Sequence[str]) -> int:
    """Run one command, or the app when there is none."""
    try:
        return _run(words)
    except BrokenPipeError:
        _silence()
        return Exit.DONE
    except UnwritableError as error:
        _silence()
        complain(str(error))
        return Exit.USAGE


def search_seldom() -> None:
    """What is loaded and read is there until the end: looking for garbage among it, again and again, finds none."""
    gc.set_threshold(50_000, 20, 100)


def _run(words: Sequence[str]) -> int:
    ours = list(words)[: list(words).index("--")] if "--" in words else list(words)
    command = ours[0] if "--json" in ours and ours[0] in COMMANDS else None
    try:
        options = parse(words)
        return _app(options) if options.command is None else _answered(options)
    except Stop as stop:
        return _stopped(str(stop), stop.code, command)
    except KeyboardInterrupt:
        return _stopped("interrupted", Exit.INTERRUPTED, command)
    except (BrokenPipeError, UnwritableError):
        raise
    except Exception as error:
        if os.environ.get("TOOLSCOPE_DEBUG"):
            raise
        words_of_it = f"unexpected {type(error).__name__}: {error}; TOOLSCOPE_DEBUG=1 shows where"
        return _stopped(words_of_it, Exit.USAGE, command)


def _answered(options: argparse.Namespace) -> int:
    import asyncio

    module = importlib.import_module(f"toolscope.cli.{options.command}")
    gc.disable()  # a command ends soon, and what it reads is there until then
    answers: list[Answer] = []

    async def answered() -> None:
        # Not returned: asyncio would spell out the whole of it at its end, for a comparison of signal handlers.
        answers.append(await module.run(options))

    try:
        asyncio.run(_unless_told_to_end(answered()))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    return deliver(answers[0], options.as_json)


async def _unless_told_to_end(answering: Awaitable[None]) -> None:
    """When the system asks the command to end it is cancelled, so that its servers are ended too."""
    import asyncio
    import signal

    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        # Where there are no such signals, or no handlers for them, the system ends the children itself.
        with suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, name), task.cancel if task else loop.stop)
    await answering


def _stopped(line: str, code: Exit, command: str | None) -> int:
    """One line on standard error; for ``--json`` the command's object with the error in it as well."""
    if command is not None:
        put(dumps({**EMPTY[command], "error": one_line(line)}))
    complain(line)
    return code


def _app(options: argparse.Namespace) -> int:
    from toolscope.cli import app

    search_seldom()
    gc.disable()  # until the first sight
    return app.run(options)


def _silence() -> None:
    """Nothing more can be said on standard output; what is still waiting for it is dropped."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
