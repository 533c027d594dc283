"""``toolscope manifest``: what the model is shown and what it costs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from toolscope.canonical import Json
from toolscope.cli import comparison, views
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import opened
from toolscope.config.model import ConfigError
from toolscope.config.options import profile
from toolscope.config.profiles import Profile
from toolscope.disclosure.exact import count_exactly
from toolscope.tokens import estimate

_NAMED = ("eager", "sent", "described")


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the decision, the costs and the manifest's text, or with the costs of every tool."""
    other = _other(options.compare)
    async with opened(options) as session:
        exact = count_exactly(session.survey.disclosure)
        value = views.manifest(session.survey, exact)
        if options.tools:
            value |= views.tools(session.survey, exact)
        text = "\n".join(_text(value))
        if other is not None:
            seen, follows = comparison.compared(session, other), comparison.followed(session, other)
            value["compare"] = comparison.value(seen, follows)
            text = comparison.text(seen, follows)
        return Answer(value, text, session.code, session.error, session.notes)


def _other(name: str | None) -> Profile | None:
    try:
        return profile(name, "--compare") if name is not None else None
    except ConfigError as error:
        raise Stop(str(error), Exit.USAGE) from None


def _text(value: dict[str, Json]) -> Iterator[str]:
    context = "unknown" if value["context_length"] is None else f"{value['context_length']:,}"
    decided = f", {value['binding']} decides" if value["binding"] else ""
    yield f"tier {value['tier']} {value['form']}   {value['profile']}   context {context}"
    yield f"budget {value['budget']:,} tokens{decided}"
    yield (
        f"manifest {value['manifest']['tokens']:,} tokens ({value['manifest']['tokens_exact']:,} exact), "
        f"{value['manifest']['chars']:,} characters, {value['fingerprint']}"
    )
    costs = value["costs"]
    yield f"a turn: eager {_said(costs['eager'])}, sent {_said(costs['sent'])}, {_saving(costs['saved_pct'])}"
    if away := [f"{each['name']} ({each['state']})" for each in value["servers"] if each["costs"] is None]:
        yield f"all of it without {', '.join(away)}"
    yield ""
    if "tools" in value:
        yield columns(_tools(value), range(2, 8))
    else:
        yield columns(_servers(value), (2, *range(4, 9)))
        if value["manifest"]["text"]:
            yield f"\n{value['manifest']['text']}"


def _saving(percent: float) -> str:
    """What tool search saves of every schema's cost; for a few small tools it costs more than it hides."""
    return f"saved {percent:.1f} %" if percent >= 0 else f"{-percent:.1f} % more: cheaper with enabled: off"


def _said(cost: Json) -> str:
    share = f", {cost['context_pct']:.1f} % of the context" if "context_pct" in cost else ""
    return f"{cost['tokens']:,} ({cost['tokens_exact']:,} exact{share})"


def _servers(value: dict[str, Json]) -> Iterator[list[str]]:
    """A row a server, the overhead, the total."""
    yield ["server", "state", "tools", "mode", "listed", "sent", "exact", "eager", "exact"]
    listed = 0
    for server in value["servers"]:
        costs = server["costs"]
        if costs is None:
            yield [server["name"], server["state"], *["-"] * 7]
            continue
        tokens = estimate(server["manifest_chars"])
        listed += tokens
        mode = server["mode"] if server["mode"] and value["activated"] else "visible"
        shown = [server["name"], server["state"], f"{server['in_catalog']:,}", mode, f"{tokens:,}"]
        yield [*shown, *_numbers(costs, "sent", "eager")]
    manifest = value["manifest"]["tokens"]
    yield ["overhead", "", "", "", f"{manifest - listed:,}", *_numbers(value["overhead"], "sent", "eager")]
    tools = sum(server["in_catalog"] for server in value["servers"])
    yield ["total", "", f"{tools:,}", "", f"{manifest:,}", *_numbers(value["costs"], "sent", "eager")]


def _tools(value: dict[str, Json]) -> Iterator[list[str]]:
    """A row a tool, the overhead, the total."""
    yield ["tool", "server", "eager", "exact", "sent", "exact", "described", "exact"]
    for tool in value["tools"]:
        yield [tool["name"], tool["server"], *_numbers(tool, *_NAMED)]
    yield ["overhead", "", *_numbers(value["tools_overhead"], *_NAMED)]
    yield ["total", "", *_numbers(value["costs"], *_NAMED)]


def _numbers(costs: Json, *names: str) -> list[str]:
    return [f"{costs[name][unit]:,}" for name in names for unit in ("tokens", "tokens_exact")]
