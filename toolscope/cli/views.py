"""Servers and manifests as the JSON objects that scripts rely on (design §5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from toolscope.canonical import Json
from toolscope.catalog.lint import oddities
from toolscope.catalog.snapshot import Loss, Weight
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.connections.state import ServerStatus, State
from toolscope.disclosure.costs import Amount, Bill, Costs, mode_of, tools_costs
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.exact import ExactCosts
from toolscope.disclosure.listing import Mode
from toolscope.disclosure.parts import parts
from toolscope.plain import one_line
from toolscope.survey import Survey


def server(survey: Survey, status: ServerStatus) -> dict[str, Json]:
    """One server's life line: ``in_catalog = listed + utilities - malformed - filtered - collided - out_of_scope``."""
    listing = status.listing
    losses = survey.losses(status.name)
    kinds = Counter(loss.kind for loss in losses)
    offer = survey.offers.get(status.name)
    return {
        "name": status.name,
        "label": next(iter(survey.catalog.labels_of(status.name)), status.name),
        "state": status.state.published,
        **({"reason": status.reason} if status.reason else {}),
        **({"signed_in": status.signed_in} if status.signed_in else {}),
        **({"wants_sign_in": True} if status.state is State.SIGNED_OUT else {}),
        "endpoint": status.config.endpoint,
        "origin": str(status.config.origin),
        "listed": len(listing.tools) if listing else 0,
        "malformed": kinds["malformed"],
        "filtered": kinds["filtered"],
        "utilities": sum(1 for tool in offer.tools if tool.utility) if offer else 0,
        "collided": kinds["collided"] + kinds["duplicate"],
        "out_of_scope": kinds["out_of_scope"],
        "in_catalog": len(survey.catalog.of_server(status.name)),
        "problems": _problems(survey, status, losses),
        "displaced": list(_displaced(survey, status.name)),
        "protocol": listing.protocol if listing else None,
        "reported": listing.server_info if listing else None,
        "pages": listing.pages if listing else 0,
        "listed_at": _moment(listing.at) if listing and listing.at else None,
        "timings": {step: round(ms, 1) for step, ms in status.timings.items()},
        "stderr_tail": list(status.stderr_tail),
    }


def _problems(survey: Survey, status: ServerStatus, losses: Sequence[Loss]) -> list[Json]:
    """What was lost, what is odd about those that are there, what was odd on the wire."""
    problems: list[Json] = [
        {"kind": loss.kind, "message": loss.message, "tool": loss.raw_name, **_keeper(loss)}
        for loss in losses
        if loss.kind in ("malformed", "duplicate", "collided")
    ]
    problems += [
        {"kind": oddity.kind, "message": oddity.message, "tool": tool.raw_name}
        for tool in survey.catalog.of_server(status.name)
        for oddity in oddities(tool)
    ]
    problems += [{"kind": t.kind, "message": t.message} for t in status.troubles]
    return problems


def _moment(at: float) -> str:
    """A time of the clock as ISO 8601 in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def _keeper(loss: Loss) -> dict[str, Json]:
    """Who has the name that a tool asked for."""
    if loss.keeper is None:
        return {"name": loss.name} if loss.name else {}
    server, tool = loss.keeper
    return {"name": loss.name, "kept_by": {"server": server, "tool": tool}}


def _displaced(survey: Survey, server: str) -> Iterator[Json]:
    """The tools of a server that have a name which others asked for, and who they are."""
    for tool in survey.catalog.of_server(server):
        if losers := survey.catalog.displaced_by(tool):
            of = [{"server": loss.server, "tool": loss.raw_name, "kind": loss.kind} for loss in losers]
            yield {"name": tool.name, "tool": tool.raw_name, "of": of}


def settings(value: Settings) -> dict[str, Json]:
    """The settings that decided."""
    return {
        "enabled": value.enabled,
        "threshold_pct": value.threshold_pct,
        "listing": value.listing,
        "listing_max_tokens": value.listing_max_tokens,
        "search_default_limit": value.search_default_limit,
        "max_search_limit": value.max_search_limit,
        "model": value.model,
    }


def manifest(survey: Survey, exact: ExactCosts | None) -> dict[str, Json]:
    """What the model is shown and what it costs; exact counts are ``null`` while unknown."""
    seen, bill = survey.disclosure, Bill(survey.disclosure, exact)
    total, context = bill.total, seen.settings.context_length
    return {
        "profile": seen.settings.profile.name,
        "settings": settings(seen.settings),
        "context_length": context,
        "budget": seen.budget.tokens,
        "binding": seen.binding,
        "activated": seen.activated,
        "tier": seen.tier,
        "form": seen.form,
        "manifest": {"text": seen.manifest, "chars": total.listed.chars, **amount(total.listed)},
        "deferred": {
            "count": len(seen.catalog.deferred),
            "tokens": seen.deferred_tokens,
            "tokens_exact": exact.deferred if exact else None,
        },
        "bridge": _bridge(seen),
        "costs": {**costs(total, context), "saved_pct": round(seen.saved_pct, 2)},
        "overhead": costs(bill.overhead),
        "fingerprint": seen.fingerprint,
        "provisional": bool(survey.pending or survey.missing),
        "problems": [
            {"kind": str(s.state), "message": one_line(s.reason or f"{s.name} is {s.state}"), "server": s.name}
            for s in survey.missing
        ],
        "servers": [_server(survey, status, bill) for status in survey.statuses],
    }


def amount(value: Amount) -> dict[str, Json]:
    """Tokens in both counts."""
    return {"tokens": value.tokens, "tokens_exact": value.exact}


def costs(value: Costs, context: int | None = None) -> dict[str, Json]:
    """The named costs; with a context window, what they take of it in percent."""
    named = {"eager": value.eager, "sent": value.sent, "described": value.described}
    return {name: {**amount(each), **_share(each, context)} for name, each in named.items()}


def _share(value: Amount, context: int | None) -> dict[str, Json]:
    share = value.share(context)
    return {} if share is None else {"context_pct": round(share, 2)}


def tools(survey: Survey, exact: ExactCosts) -> dict[str, Json]:
    """Every tool of the session with its costs, and what the total has beyond these rows."""
    seen = survey.disclosure
    priced = tools_costs(seen, seen.catalog.tools)
    overhead = Bill(seen, exact).total.beyond(priced.values())
    return {
        "tools": [_tool(survey, tool, priced[tool.name]) for tool in seen.catalog.tools],
        "tools_overhead": costs(overhead),
    }


def _tool(survey: Survey, tool: Tool, cost: Costs) -> dict[str, Json]:
    made_of = parts(tool, exactly=True)
    return {
        "name": tool.name,
        "server": tool.server,
        "tool": tool.raw_name,
        "label": tool.label,
        "source": tool.source,
        "deferred": survey.catalog.defers(tool),
        "mode": mode_of(survey.disclosure, tool),
        **costs(cost),
        "parts": {
            "name": amount(made_of.name),
            "description": amount(made_of.description),
            "input_schema": amount(made_of.input_schema),
            "frame": amount(made_of.frame),
            "unseen": {**amount(made_of.never_sent), "keys": {k: amount(v) for k, v in made_of.unseen.items()}},
        },
    }


def _bridge(seen: Disclosure) -> Json:
    if seen.bridge is None:
        return None
    sizes = {"tool_search": seen.bridge.search, "tool_describe": seen.bridge.describe, "tool_call": seen.bridge.call}
    return {name: {"chars": chars} for name, chars in sizes.items()}


def _server(survey: Survey, status: ServerStatus, bill: Bill) -> dict[str, Json]:
    seen = survey.disclosure
    labels, listed = survey.catalog.labels_of(status.name), status.state.listed
    row, weight = bill.server(status.name), survey.catalog.weight(status.name)
    return {
        **server(survey, status),
        "mode": _mode(seen, labels, weight) if listed else None,
        "modes": {label: seen.mode(label) for label in labels},
        "visible": weight.tools if not seen.activated else weight.direct,
        "manifest_chars": row.listed.chars,
        "schema_chars": row.eager.chars if listed else None,
        "schema_tokens": row.eager.tokens if listed else None,
        "schema_tokens_exact": row.eager.exact if listed else None,
        "costs": costs(row) if listed else None,
    }


def _mode(seen: Disclosure, labels: Sequence[str], weight: Weight) -> Mode | None:
    """How a server's tools are listed; ``None`` where all of them are visible, so that none is."""
    if labels:
        return seen.mode(labels[0])
    return None if weight.tools else "hidden"
