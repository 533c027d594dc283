"""What came of a call, block by block, cut to what a screen can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from textual.content import Content

from toolscope.plain import Plain, one_line
from toolscope.tokens import estimate
from toolscope.ui.present.block_lines import (
    EXPANDED,
    ONE_OF_MANY,
    ONLY,
    STRING,
    Amount,
    block_head,
    block_lines,
    counted,
)
from toolscope.ui.present.calls import CallRecord, Fate, mark
from toolscope.ui.present.hooks import hook_lines
from toolscope.ui.present.json_text import json_lines
from toolscope.ui.present.picture import Picture
from toolscope.ui.present.prepared import hermes_words
from toolscope.ui.present.text import COMING, Part, assemble, duration, number, plural, spread
from toolscope.ui.present.wrapping import wrap

Laid: TypeAlias = dict[tuple[int, Amount], tuple[Content, ...]]
"""Lines of blocks, by position and amount."""
AT_ONCE = 50
"""Blocks that are laid out together."""
_SENT = 400
"""Lines of what was sent."""
_ADVICE: dict[Fate, str] = {
    "tool error": "The tool ran and reported an error, which a model would read. r edits and tries again.",
    "unreachable": "The server could not be asked, or went away. F2 shows why, and starts it again.",
    "failed": "The call failed on its way. The raw messages are in the log (F5); r edits and tries again.",
    "cancelled": "It was sent before it was cancelled: the server may have acted all the same.",
    "refused": "It never left this process. r edits the arguments.",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What is counted in a thread after a reply came."""

    exact: int | None = None
    """o200k_base tokens of what a model would read; ``None`` when the text is too long to be counted."""
    misfits: Plain | None = None
    """How structured content breaks the tool's output schema."""
    fits: bool = False
    """It was checked, and it fits."""
    unchecked: Plain | None = None
    """Why it was not held against the schema that there is."""
    pictures: Mapping[int, Picture | Plain] = field(default_factory=dict)
    """Pictures ready to be drawn, or why they cannot be, by block."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines of a result, and on which of them each block begins."""

    lines: list[Content]
    starts: Mapping[int, int] = field(default_factory=dict)


def head_line(record: CallRecord, measured: Measured | None, width: int) -> Content:
    """What ran, where, how long, and what a model pays for the reply."""
    tool, fate = record.prepared.tool, record.fate
    glyph, colour = mark(fate)
    name = assemble((f"{glyph} ", f"bold {colour}"), (one_line(tool.shown_raw_name), "bold $ink"))
    left = assemble(name, (f" on {one_line(tool.shown_server)}", "$soft"))
    outcome = record.outcome
    if outcome is None:
        return spread(left, (fate, f"bold {colour}"), width)
    took: Part = (duration(outcome.elapsed_ms), "$ink") if fate == "done" else (fate, f"bold {colour}")
    left, short = assemble(left, "   ", took), assemble(name, "   ", took)
    if outcome.reply.result is None:
        return left.truncate(width, ellipsis=True)
    cost = number(estimate(len(outcome.text)))
    right = assemble(("reply costs ", "$soft"), (cost, "bold $ink"), (" tokens", "$soft"))
    full = assemble(right, (f"   {_exact(measured)} exact", "$soft"))
    for one, other in ((left, full), (short, full), (short, right)):
        if one.cell_length + other.cell_length + 2 <= width:
            return spread(one, other, width)
    return spread(short, right, width)


def _exact(measured: Measured | None) -> str:
    if measured is None:
        return COMING
    return "–" if measured.exact is None else number(measured.exact)


def body(
    record: CallRecord,
    expanded: frozenset[int],
    here: int | None,
    width: int,
    measured: Measured | None,
    laid: Laid | None = None,
) -> Shown:
    """The lines below the head. ``here`` is the block that the keys are for; ``expanded`` are those shown in full.

    Of very many blocks only those around ``here`` are laid out. ``laid`` are the lines of blocks that were laid out
    before with this width and measure; new ones are added.
    """
    laid = {} if laid is None else laid
    lines = list(_failure(record, width))
    starts: dict[int, int] = {}
    outcome = record.outcome
    blocks = outcome.blocks if outcome else ()
    known, paid = measured or Measured(), counted(blocks)
    first = (here or 0) // AT_ONCE * AT_ONCE
    if first:
        starts[first] = len(lines)
        lines += [_others(plural(first, "block"), "before", "[", "goes back", width), Content("")]
    for index, block in enumerate(blocks[first : first + AT_ONCE], first):
        starts.setdefault(index, len(lines))
        amount = EXPANDED if index in expanded else ONLY if len(blocks) == 1 else ONE_OF_MANY
        lines.append(block_head(index, block, index == here, index in paid, width))
        if (index, amount) not in laid:
            laid[index, amount] = tuple(block_lines(block, width, amount, known.pictures.get(index)))
        lines.extend(laid[index, amount])
        if block.kind == "structured" and measured is not None:
            lines.extend(_schema_line(measured, width))
        lines.append(Content(""))
    if first + AT_ONCE < len(blocks):
        lines.append(_others(plural(len(blocks) - first - AT_ONCE, "more block"), "", "]", "goes on", width))
    if outcome is not None and not blocks and outcome.reply.result is not None:
        lines.append(assemble(("The reply is empty: no blocks, no structured content.", "$soft")))
    lines.extend(hook_lines(record.hooks, width))
    return Shown(lines, starts)


def _others(count: str, where: str, key: str, does: str, width: int) -> Content:
    """Blocks that are not laid out, and the key that goes there."""
    said = assemble((f"… {count} {where}".rstrip(), "$soft"), "   ", (key, "$here"), (f" {does}", "$soft"))
    return said.truncate(width, ellipsis=True)


def _failure(record: CallRecord, width: int) -> Iterator[Content]:
    """What went wrong, and what to do about it."""
    fate = record.fate
    reason = record.refused or (record.outcome.reply.error if record.outcome else None)
    colour = mark(fate)[1]
    if reason:
        yield from wrap([assemble((one_line(reason), colour))], width)
    advice = _ADVICE.get(fate)
    if advice:
        yield from wrap([assemble((advice, "$soft"))], width)
        yield Content("")
    if fate in ("refused", "unreachable", "failed", "cancelled"):
        sent = fate in ("failed", "cancelled")
        yield assemble(("What was sent" if sent else "What was to be sent", "bold $ink"))
        yield from wrap(json_lines(record.prepared.arguments, _SENT, STRING), width, indent=2)
        yield Content("")
    if fate == "refused":
        yield assemble(("hermes  ", "$soft"), hermes_words(record.hermes)).truncate(width, ellipsis=True)


def _schema_line(measured: Measured, width: int) -> Iterator[Content]:
    if measured.misfits:
        said = assemble(("✕ breaks its output schema: ", "$verdict-deny"), (measured.misfits, "$soft"))
        yield from wrap([said], width, indent=4)
    elif measured.fits:
        yield assemble("    ", ("✓ fits its output schema", "$verdict-allow"))
    elif measured.unchecked:
        yield from wrap([assemble((f"– not held against its output schema: {measured.unchecked}", "$soft"))], width, 4)
