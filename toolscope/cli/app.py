"""``toolscope`` without a command: opens the app."""

from __future__ import annotations

import argparse
import sys

from toolscope.cli.configuring import configured, sources
from toolscope.cli.exits import Exit, Stop


def run(options: argparse.Namespace) -> int:
    """Open the app in this terminal."""
    config = configured(options)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Stop("the app needs a terminal; toolscope COMMAND --json answers without one", Exit.USAGE)
    from toolscope.ui.app import ToolscopeApp

    app = ToolscopeApp(config, sources(options), theme=options.theme)
    app.run()
    if app.fault is not None:
        raise app.fault
    return app.return_code or Exit.DONE
