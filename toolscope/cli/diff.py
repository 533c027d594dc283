"""``toolscope diff``: what changed between two recordings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from toolscope.canonical import Json
from toolscope.catalog import utility
from toolscope.catalog.altered import alterations
from toolscope.catalog.diff import Change, Difference, difference
from toolscope.catalog.tool import Tool
from toolscope.cli.configuring import configured
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns, counted
from toolscope.cli.session import Session, running
from toolscope.config.model import Config
from toolscope.disclosure.disclose import Disclosure
from toolscope.plain import one_line
from toolscope.tokens import estimate

_OTHER_SOURCES = ("demo", "config", "recording", "url", "server_command", "trust")

_TOLD = 8
"""Differences of one tool that the text tells."""


async def run(options: argparse.Namespace) -> Answer:
    """Answer with what the second recording has anew, no more, and otherwise."""
    given = next((name for name in _OTHER_SOURCES if getattr(options, name)), None)
    if given is not None:
        shown = "--" if given == "server_command" else f"--{given}"
        raise Stop(f"diff: {shown} is no source here; give two recordings, as toolscope record saves them", Exit.USAGE)
    before, after = _keeping([_config(options, path) for path in (options.before, options.after)], options.server)
    async with running(before) as one, running(after) as other:
        value = _value(options, one, other)
        notes = list(dict.fromkeys([*one.notes, *other.notes, *_strangers(before, after)]))
        worst = max(one, other, key=lambda session: session.code)
        return Answer(value, _text(value), worst.code, worst.error, notes)


def _config(options: argparse.Namespace, path: Path) -> Config:
    """One recording under the settings of the options; ``--name`` names the server of a file that has only one."""
    alone = {**vars(options), "recording": [path], "name": None, "server": []}
    config = configured(argparse.Namespace(**alone))
    if options.name is None:
        return config
    if len(config.servers) != 1:
        fault = f"{path} has {len(config.servers)} servers"
        raise Stop(f"--name {options.name}: names the server of recordings that have one; {fault}", Exit.USAGE)
    return replace(config, servers=(replace(config.servers[0], name=options.name),))


def _keeping(configs: Sequence[Config], names: Sequence[str]) -> list[Config]:
    """Only the named servers of each; a name must be in one of them."""
    known = list(dict.fromkeys(server.name for config in configs for server in config.servers))
    for name in names:
        if name not in known:
            raise Stop(f"--server {name}: no such server; there are: {', '.join(known) or 'none'}", Exit.USAGE)
    if not names:
        return list(configs)
    return [replace(c, servers=tuple(s for s in c.servers if s.name in names)) for c in configs]


def _strangers(before: Config, after: Config) -> list[str]:
    """What to do where each file has one server, and the two are not called the same."""
    if len(before.servers) == len(after.servers) == 1 and before.servers[0].name != after.servers[0].name:
        return ["no server is in both, so everything is new; --name NAME calls the one server of each file the same"]
    return []


def _value(options: argparse.Namespace, one: Session, other: Session) -> dict[str, Json]:
    before, after = one.survey.disclosure, other.survey.disclosure
    found = difference(before.catalog, after.catalog)
    names = [[status.name for status in session.survey.statuses] for session in (one, other)]
    servers = {
        "added": [name for name in names[1] if name not in names[0]],
        "removed": [name for name in names[0] if name not in names[1]],
    }
    value: dict[str, Json] = {
        "a": _side(options.before, one),
        "b": _side(options.after, other),
        "servers": servers,
        "tools": _tools(found),
        "tier": _both(before.tier, after.tier),
        "form": _both(before.form, after.form),
        "modes": _modes(before, after),
        "chars": _both(*map(_chars, (before, after))),
        "tokens": _change(before.eager_tokens, after.eager_tokens),
        "manifest": {
            "changed": before.manifest != after.manifest,
            "chars": _both(before.rung.length.chars, after.rung.length.chars),
            "tokens": _change(before.rung.tokens, after.rung.tokens),
        },
        "fingerprint": _both(before.fingerprint, after.fingerprint),
    }
    moved = any(value[key]["before"] != value[key]["after"] for key in ("tier", "form", "fingerprint"))
    changed = bool(found) or any(servers.values()) or value["manifest"]["changed"] or moved
    return {"changed": changed, "profile": before.settings.profile.name, **value}


def _both(before: Json, after: Json) -> dict[str, Json]:
    return {"before": before, "after": after}


def _change(before: int, after: int) -> dict[str, Json]:
    return {"before": before, "after": after, "change": after - before}


def _chars(seen: Disclosure) -> int:
    return seen.catalog.deferred_chars + seen.catalog.direct_chars


def _side(path: Path, session: Session) -> dict[str, Json]:
    seen = session.survey.disclosure
    return {
        "file": str(path),
        "servers": [status.name for status in session.survey.statuses],
        "tools": len(seen.catalog.tools),
        "utilities": utility.count(seen.catalog.tools),
        "budget": seen.budget.tokens,
        "activated": seen.activated,
        "tier": seen.tier,
        "form": seen.form,
        "tokens": seen.eager_tokens,
        "manifest_tokens": seen.rung.tokens,
        "sent_tokens": seen.sent_tokens,
        "fingerprint": seen.fingerprint,
    }


def _modes(before: Disclosure, after: Disclosure) -> dict[str, Json]:
    """The groups of both sides that are shown otherwise now."""
    one, other = before.ladder.modes(before.rung), after.ladder.modes(after.rung)
    return {label: _both(mode, other[label]) for label, mode in one.items() if other.get(label, mode) != mode}


def _tools(found: Difference) -> dict[str, Json]:
    return {
        "added": [_tool(tool) for tool in found.added],
        "removed": [_tool(tool) for tool in found.removed],
        "changed": [_changed(change) for change in found.changed],
    }


def _named(tool: Tool) -> dict[str, Json]:
    return {"name": tool.name, "server": tool.server, "raw_name": tool.raw_name}


def _tool(tool: Tool) -> dict[str, Json]:
    return {**_named(tool), "tokens": estimate(tool.chars), "chars": tool.chars}


def _changed(change: Change) -> dict[str, Json]:
    before, after = change.before, change.after
    return {
        **_named(after),
        **({"name_before": before.name} if before.name != after.name else {}),
        "parts": list(change.parts),
        "changes": [{"path": one.path, "change": one.words} for one in alterations(before, after)],
        "tokens_before": estimate(before.chars),
        "tokens_after": estimate(after.chars),
        "chars_before": before.chars,
        "chars_after": after.chars,
    }


# text


def _text(value: Json) -> str:
    if not value["changed"]:
        return f"nothing changed: {_tool_count(value['a'])}, {value['tokens']['after']:,} tokens of definitions"
    tools = value["tools"]
    counts = ", ".join(f"{len(tools[kind]):,} {kind}" for kind in ("added", "removed", "changed"))
    lines = [f"tools: {counts}"]
    lines += [f"server {kind}: {one_line(name)}" for kind in ("added", "removed") for name in value["servers"][kind]]
    rows = [
        *(["+", tool["name"], "", "", f"{tool['tokens']:,}", ""] for tool in tools["added"]),
        *(["-", tool["name"], "", f"{tool['tokens']:,}", "", ""] for tool in tools["removed"]),
        *(_changed_row(tool) for tool in tools["changed"]),
    ]
    if rows:
        lines += ["", columns([["", "tool", "parts", "before", "after", "change"], *rows], (3, 4, 5))]
    lines += [line for tool in tools["changed"] for line in _alterations(tool)]
    return "\n".join([*lines, "", *_totals(value)])


def _tool_count(side: Json) -> str:
    """The tools of one side; those that Hermes adds for prompts and resources apart."""
    added = side["utilities"]
    return f"{counted(side['tools'] - added, 'tool')}{f' + {added} utilities' if added else ''}"


def _alterations(tool: Json) -> Iterable[str]:
    """What became different in a tool; the JSON has all of it."""
    changes = tool["changes"]
    if changes:
        yield from ("", one_line(tool["name"]))
    yield from (f"  {one['path']}: {one['change']}" for one in changes[:_TOLD])
    if len(changes) > _TOLD:
        yield f"  and {len(changes) - _TOLD:,} more; --json has all of them"


def _changed_row(tool: Json) -> list[str]:
    before, after = tool["tokens_before"], tool["tokens_after"]
    return ["~", tool["name"], ", ".join(tool["parts"]), f"{before:,}", f"{after:,}", f"{after - before:+,}"]


def _totals(value: Json) -> Iterable[str]:
    tier, form, manifest = value["tier"], value["form"], value["manifest"]
    before, after = f"tier {tier['before']} {form['before']}", f"tier {tier['after']} {form['after']}"
    rows = [["definitions", *_figures(value["tokens"])], ["manifest", *_figures(manifest["tokens"])]]
    yield columns([["tokens", "before", "after", "change"], *rows], (1, 2, 3))
    yield f"{before}, as before" if before == after else f"{before}, now {after}"
    yield from (f"{one_line(label)}: {mode['before']}, now {mode['after']}" for label, mode in value["modes"].items())
    prints = value["fingerprint"]
    bytes_ = "other bytes" if manifest["changed"] else "the same bytes"
    same = prints["before"] == prints["after"]
    cache = "" if same else f", now {prints['after']}: the prompt cache is lost once"
    yield f"manifest: {bytes_}; fingerprint {prints['before']}{cache}"


def _figures(change: Json) -> list[str]:
    return [f"{change['before']:,}", f"{change['after']:,}", f"{change['change']:+,}" if change["change"] else "-"]
