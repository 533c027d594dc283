"""From words on the command line to an exit code; no traceback ever reaches a person."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import sys
from collections.abc import Sequence

from toolscope.cli.arguments import parse
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, complain, deliver, dumps


def run(words: Sequence[str]) -> int:
    """Run one command, or the app when there is none."""
    as_json = "--json" in words
    try:
        options = parse(words)
        if options.command is None:
            return _app(options)
        answer: Answer = asyncio.run(importlib.import_module(f"toolscope.cli.{options.command}").run(options))
        return _delivered(answer, as_json)
    except Stop as stop:
        if as_json:
            print(dumps({"error": str(stop)}))
        complain(str(stop))
        return stop.code
    except KeyboardInterrupt:
        complain("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _closed()
    except Exception as error:
        if os.environ.get("TOOLSCOPE_DEBUG"):
            raise
        complain(f"unexpected {type(error).__name__}: {error}; TOOLSCOPE_DEBUG=1 shows where")
        return Exit.USAGE


def _app(options: argparse.Namespace) -> int:
    from toolscope.cli import app

    return app.run(options)


def _delivered(answer: Answer, as_json: bool) -> int:
    code = deliver(answer, as_json)
    sys.stdout.flush()
    return code


def _closed() -> int:
    """The reader of standard output went away: nothing more can be said there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.DONE
