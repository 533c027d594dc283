"""A server's way from the configuration to the manifest: every step, and what was lost at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.catalog.snapshot import Loss
from toolscope.connections.state import Listing, ServerStatus, State
from toolscope.disclosure.costs import Bill
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.listing import Mode
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.shares import Share
from toolscope.ui.present.text import MINUS, STATE_GLYPH, Part, assemble, clock, duration, number, pad, plural
from toolscope.ui.present.wrapping import labelled, wrap

_LOSSES = {
    "malformed": "malformed",
    "filtered": "filtered",
    "duplicate": "duplicate",
    "collided": "collided",
    "out_of_scope": "out of scope",
}
_NAMES = 17
"""Cells for the name of a step."""
_FAULTS = ("malformed", "duplicate", "collided")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way."""

    name: str
    value: str
    note: str = ""
    style: str = "$ink"


def steps(survey: Survey, status: ServerStatus, share: Share) -> Iterator[Step]:
    """The steps that a server has gone, in order; the last one says where it stands."""
    yield Step("configured", one_line(status.config.endpoint), one_line(str(status.config.origin)))
    timings = status.timings
    if status.signed_in or "sign_in" in timings:
        took = duration(timings["sign_in"]) if "sign_in" in timings else ""
        yield Step("signed in", took, status.signed_in or "")
    if "start" in timings:
        yield Step("started", duration(timings["start"]), f"process {status.pid}" if status.pid else "")
    listing = status.listing
    if listing is None:
        if "handshake" in timings:
            yield Step("handshake", duration(timings["handshake"]))
        yield Step(str(status.state), status.reason or "", style=f"$state-{status.state}")
        return
    if "handshake" in timings or listing.protocol:
        value = duration(timings["handshake"]) if "handshake" in timings else listing.protocol or ""
        yield Step("handshake", one_line(value), _reported(listing))
    taken = f", {duration(timings['list'])}" if "list" in timings else ""
    pages = f"on {plural(listing.pages, 'page')}{taken}" if listing.pages else taken.removeprefix(", ")
    yield Step("listed", plural(len(listing.tools), "tool"), pages)
    yield from _losses(survey, status)
    yield from _arrived(survey, status.name, share)
    if status.reason:
        kept = f"its list is of {clock(listing.at)}" if status.state is not State.READY and listing.at else ""
        yield Step(str(status.state), status.reason, kept, style=f"$state-{status.state}")


def _reported(listing: Listing) -> str:
    """The protocol and how the server calls itself."""
    info = listing.server_info if isinstance(listing.server_info, dict) else {}
    name = " ".join(str(info[key]) for key in ("name", "version") if info.get(key))
    return one_line(" · ".join(part for part in (listing.protocol or "", name) if part), 80)


def _losses(survey: Survey, status: ServerStatus) -> Iterator[Step]:
    losses = survey.losses(status.name)
    offer = survey.offers.get(status.name)
    added = [tool.raw_name for tool in offer.tools if tool.utility] if offer else []
    for kind, word in _LOSSES.items():
        if kind == "duplicate" and added:
            yield Step("utilities", f"+{number(len(added))}", f"for announced capabilities: {', '.join(added)}")
        lost = [loss for loss in losses if loss.kind == kind]
        if lost:
            style = "$state-stale" if kind in _FAULTS else "$ink"
            yield Step(word, MINUS + number(len(lost)), _reasons(lost), style)


def _reasons(lost: list[Loss]) -> str:
    """The commonest reasons, each with its count."""
    counted = Counter(loss.message for loss in lost).most_common()
    shown = [f"{message}" if len(counted) == 1 else f"{number(n)} × {message}" for message, n in counted[:2]]
    more = [f"{number(len(counted) - 2)} more reasons"] if len(counted) > 2 else []
    return " · ".join((*shown, *more))


def _arrived(survey: Survey, server: str, share: Share) -> Iterator[Step]:
    plan = survey.disclosure
    costs = Bill(plan).server(server)
    yield Step("in the catalog", plural(share.tools, "tool"), f"schemas: {plural(costs.eager.tokens, 'token')}")
    if share.labels and plan.activated:
        mode: Mode = plan.mode(share.labels[0])
        yield Step("in the manifest", mode, plural(costs.listed.tokens, "token"), f"$mode-{mode}")
    elif share.tools:
        yield Step("in the manifest", "not needed", _why_visible(plan, share))


def _why_visible(plan: Disclosure, share: Share) -> str:
    if plan.catalog.deferred and not plan.activated:
        return "every schema is sent whole"
    if share.kept:
        return "a what-if keeps its schemas eager"
    return f"its tools are {'core tools' if share.core else 'of a visible toolset'}: their schemas are sent whole"


def life_table(survey: Survey, status: ServerStatus, share: Share, width: int) -> Iterator[Content]:
    """The steps under one another: name, value, note; a long note goes on under itself."""
    taken = list(steps(survey, status, share))
    values = min(40, max(len(step.value) for step in taken), max(10, width - 50))
    indent = _NAMES + values + 3
    for step in taken:
        if not step.note and len(step.value) > values:
            told = wrap([assemble((step.value, step.style))], max(20, width - _NAMES))
            yield from labelled(step.name, told, _NAMES)
            continue
        values_cell = pad((step.value, step.style), width=values)
        notes = list(wrap([assemble((step.note, "$soft"))], max(20, width - indent))) if step.note else [Content()]
        yield assemble(pad((step.name, "$soft"), width=_NAMES), values_cell, "   ", notes[0])
        yield from (assemble(" " * indent, note) for note in notes[1:])


def life_lines(survey: Survey, status: ServerStatus, share: Share, width: int) -> list[Content]:
    """The steps one after the other, broken between them."""
    untold = {"configured"} if share.losses else {"configured", "in the catalog"}
    lines, line = [], assemble((STATE_GLYPH[status.state], f"$state-{status.state}"))
    gap: Part = " "
    for step in steps(survey, status, share):
        if step.name in untold:
            continue
        piece = assemble(*_short(step))
        if line.cell_length + 3 + piece.cell_length > width and gap != " ":
            lines.append(line)
            line, gap = assemble("  "), ""
        line = assemble(line, gap, piece)
        gap = (" ─ ", "$faint")
    return [*lines, line]


def _short(step: Step) -> tuple[Part, ...]:
    match step.name:
        case "signed in" if not step.value:
            return (("signed in", "$soft"),)
        case "signed in" | "started" | "handshake" | "listed":
            return ((f"{step.name} ", "$soft"), (step.value, "$ink"))
        case "in the catalog":
            return ((step.value.partition(" ")[0], "$ink"), (" in the catalog", "$soft"))
        case "in the manifest":
            return ((step.value, step.style),)
        case "utilities" | "malformed" | "filtered" | "duplicate" | "collided" | "out of scope":
            return ((step.value, step.style), (f" {step.name}", "$soft"))
        case _:
            return ((f"{step.name}: " if step.value else step.name, step.style), (step.value, "$soft"))


def source_line(status: ServerStatus) -> Content:
    """Where it is, what it speaks, how much it said on standard error."""
    parts: list[str] = [one_line(status.config.endpoint)]
    if status.listing and status.listing.protocol:
        parts.append(one_line(status.listing.protocol))
    if status.stderr_tail:
        parts.append(f"stderr {plural(len(status.stderr_tail), 'line')}")
    return assemble((" · ".join(parts), "$soft"))
