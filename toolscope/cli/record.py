"""``toolscope record``: saves the listing of all servers as a recording."""

from __future__ import annotations

import argparse

from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, counted
from toolscope.cli.session import opened
from toolscope.config.model import ConfigError
from toolscope.connections import recording


async def run(options: argparse.Namespace) -> Answer:
    """Write the recording and answer with what is in it."""
    async with opened(options) as session:
        listed = [status for status in session.survey.statuses if status.listing is not None]
        if not listed:
            raise Stop(f"record {options.file}: nothing to save; {session.shortfall}", Exit.UNREACHABLE)
        try:
            replaced = recording.write(options.file, listed)
        except ConfigError as error:
            raise Stop(str(error), Exit.USAGE) from None
        servers = [{"name": s.name, "tools": len(s.listing.tools) if s.listing else 0} for s in listed]
        total = sum(len(s.listing.tools) for s in listed if s.listing)
        counts = f"{counted(len(servers), 'server')}, {counted(total, 'tool')}"
        text = f"{options.file}: {counts}"
        value = {"file": str(options.file), "servers": servers}
        notes = [*session.notes, *([f"{options.file}: the recording that was there is replaced"] if replaced else [])]
        return Answer(value, text, session.code, session.error, notes)
