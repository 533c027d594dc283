"""``toolscope config``: the resolved configuration and where each value came from, secrets masked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from toolscope.canonical import Json
from toolscope.cli.configuring import configured
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.config.describe import as_yaml, resolved
from toolscope.config.model import Config, ConfigError
from toolscope.connections.oauth import sign_out
from toolscope.plain import one_line


async def run(options: argparse.Namespace) -> Answer:
    """Answer without starting anything."""
    config = configured(options)
    if options.sign_out:
        return _signed_out(config, options.sign_out)
    value: dict[str, Json] = resolved(config)
    text = as_yaml(config.settings).rstrip() if options.yaml else _text(value)
    code = Exit.USAGE if config.broken else Exit.DONE
    notes = tuple(map(str, config.complaints)) if options.yaml else ()
    return Answer(value, text, code, config.broken[0] if config.broken else None, notes)


def _signed_out(config: Config, names: Sequence[str]) -> Answer:
    """Forget the sign-ins of these servers."""
    try:
        forgotten = {server.name: sign_out(server) for server in config.keeping(tuple(names)).servers}
    except ConfigError as error:
        raise Stop(str(error).replace("--server ", "--sign-out ", 1), Exit.USAGE) from None
    lines = [f"{one_line(name)}: {'forgotten' if had else 'no sign-in was kept'}" for name, had in forgotten.items()]
    return Answer({"forgotten": forgotten}, "\n".join(lines), Exit.DONE)


def _text(value: dict[str, Json]) -> str:
    rows = [[name, str(setting["value"]), setting["origin"]] for name, setting in value["settings"].items()]
    parts = [columns([["setting", "value", "from"], *rows])]
    if value["servers"]:
        servers = [[s["name"], _how(s), s["origin"], _flags(s)] for s in value["servers"]]
        parts.append(columns([["server", "starts", "from", ""], *servers]))
    if value["hooks"]:
        hooks = [[h["event"], h["command"], h["matcher"] or "every tool", h["origin"]] for h in value["hooks"]]
        parts.append(columns([["hook", "runs", "for", "from"], *hooks]))
    if value["looked"]:
        looked = [[p["path"], _count(p["servers"]) if p["found"] else "not there", p["note"]] for p in value["looked"]]
        parts.append(columns([["looked in", "", ""], *looked]))
    complaints = [f"{c['origin']}: {c['key']}: {c['message']}" for c in value["complaints"]]
    return "\n\n".join([*parts, *(["\n".join(complaints)] if complaints else [])])


def _count(servers: int) -> str:
    return f"{servers} server" if servers == 1 else f"{servers} servers"


def _how(server: Json) -> str:
    if "command" in server:
        return " ".join([server["command"], *server["args"]])
    return str(server.get("url") or server.get("endpoint") or "")


def _flags(server: Json) -> str:
    return "disabled" if not server["enabled"] else "untrusted: start it with --trust" if server["untrusted"] else ""
