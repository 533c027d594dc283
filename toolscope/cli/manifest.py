"""``toolscope manifest``: what the model is shown and what it costs."""

from __future__ import annotations

import argparse

from toolscope.canonical import Json
from toolscope.cli import comparison, views
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import opened
from toolscope.config.model import ConfigError
from toolscope.config.options import profile
from toolscope.config.profiles import Profile
from toolscope.disclosure.exact import count_exactly


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the decision, the costs and the manifest's text."""
    other = _other(options.compare)
    async with opened(options) as session:
        value = views.manifest(session.survey, count_exactly(session.survey.disclosure))
        text = _text(value)
        if other is not None:
            seen = comparison.compared(session, other)
            value["compare"] = comparison.value(seen)
            text = comparison.text(seen)
        return Answer(value, text, session.code, session.error, session.notes)


def _other(name: str | None) -> Profile | None:
    try:
        return profile(name, "--compare") if name is not None else None
    except ConfigError as error:
        raise Stop(str(error), Exit.USAGE) from None


def _text(value: dict[str, Json]) -> str:
    eager, sent = value["costs"]["eager"], value["costs"]["sent"]
    context = "unknown" if value["context_length"] is None else f"{value['context_length']:,}"
    decided = f", {value['binding']} decides" if value["binding"] else ""
    lines = [
        f"tier {value['tier']} {value['form']}   {value['profile']}   context {context}",
        f"budget {value['budget']:,} tokens{decided}",
        f"manifest {value['manifest']['tokens']:,} tokens ({value['manifest']['tokens_exact']:,} exact), "
        f"{value['manifest']['chars']:,} characters, {value['fingerprint']}",
        f"a turn: eager {eager['tokens']:,} ({eager['tokens_exact']:,} exact), "
        f"sent {sent['tokens']:,} ({sent['tokens_exact']:,} exact), saved {value['costs']['saved_pct']:.1f} %",
        "",
        columns([["server", "state", "tools", "mode", "listed", "schemas"], *map(_row, value["servers"])], (2, 4, 5)),
    ]
    return "\n".join([*lines, "", value["manifest"]["text"]] if value["manifest"]["text"] else lines)


def _row(server: Json) -> list[str]:
    if server["mode"] is None:
        return [server["name"], server["state"], "-", "-", "-", "-"]
    listed = -(-server["manifest_chars"] // 4)
    tools, schemas = f"{server['in_catalog']:,}", f"{server['schema_tokens']:,}"
    return [server["name"], server["state"], tools, server["mode"], f"{listed:,}", schemas]
