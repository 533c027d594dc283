"""What came of a call, block by block, cut to what a screen can hold."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.invocation.reading import read_json
from toolscope.invocation.result import Block, model_text
from toolscope.plain import Plain, one_line
from toolscope.tokens import estimate
from toolscope.ui.present.block_file import raw_text
from toolscope.ui.present.calls import CallRecord, Fate, mark
from toolscope.ui.present.hooks import hook_lines
from toolscope.ui.present.picture import picture_lines
from toolscope.ui.present.prepared import hermes_words, json_lines
from toolscope.ui.present.text import COMING, Part, assemble, duration, number, plural, size, spread
from toolscope.ui.present.wrapping import first_lines, wrap

SHOWN = 200_000
"""Characters of a block that are shown at most; saving it to a file has all of them."""
FOLDED, FOLDED_OF_MANY, EXPANDED = 400, 24, 2_500
"""Lines of a block: as the only one, as one of several, and expanded."""
_PICTURE = 12
"""Rows of a picture; four times as many when it is expanded."""
_COLOURED = 60_000
"""Characters of JSON up to which it is coloured."""
_STRING = 2_000
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


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines of a result, and on which of them each block begins."""

    lines: list[Content]
    starts: tuple[int, ...] = ()


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
    cost = number(estimate(len(model_text(outcome.reply.result))))
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
    record: CallRecord, expanded: frozenset[int], here: int | None, width: int, measured: Measured | None
) -> Shown:
    """The lines below the head. ``here`` is the block that the keys are for; ``expanded`` are those shown in full."""
    lines = list(_failure(record, width))
    starts: list[int] = []
    outcome = record.outcome
    blocks = outcome.blocks if outcome else ()
    for index, block in enumerate(blocks):
        starts.append(len(lines))
        limit = EXPANDED if index in expanded else FOLDED if len(blocks) == 1 else FOLDED_OF_MANY
        lines.append(_block_head(index, block, index == here, width))
        lines.extend(_block_lines(block, width, limit, index in expanded))
        if block.kind == "structured" and measured is not None:
            lines.extend(_schema_line(measured, width))
        lines.append(Content(""))
    if outcome is not None and not blocks and outcome.reply.result is not None:
        lines.append(assemble(("The reply is empty: no blocks, no structured content.", "$soft")))
    lines.extend(hook_lines(record.hooks, width))
    return Shown(lines, tuple(starts))


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
        yield from wrap(json_lines(record.prepared.arguments, FOLDED, _STRING), width, indent=2)
        yield Content("")
    if fate == "refused":
        yield assemble(("hermes  ", "$soft"), hermes_words(record.hermes)).truncate(width, ellipsis=True)


def _block_head(index: int, block: Block, here: bool, width: int) -> Content:
    name = block.title if block.kind != "unknown" else Plain("unreadable")
    name = one_line(block.mime) if block.kind in ("image", "audio") and block.mime else name
    if block.data is not None or block.kind in ("image", "audio"):
        measure = f"{size(block.size)} · not counted"
    else:
        measure = f"{plural(block.size, 'character')} · {plural(estimate(block.size), 'token')}"
    edge: Part = ("▌ ", "$here") if here else "  "
    left = assemble(edge, (f"{index + 1} ", "$soft"), (name, "bold $here" if here else "bold $ink"))
    return spread(left, (measure, "$soft"), width)


def _block_lines(block: Block, width: int, limit: int, expanded: bool) -> Iterator[Content]:
    if block.problem:
        yield from wrap([assemble(("✕ ", "$verdict-deny"), (one_line(block.problem), "$ink"))], width, indent=4)
    if block.data is not None:
        yield assemble("    ", (_picture_size(block.data), "$ink"), ("w saves it to a file", "$soft"))
    if block.kind == "image" and block.data is not None:
        yield from picture_lines(block.data, max(8, width - 8), _PICTURE if not expanded else 4 * _PICTURE)
    if block.kind == "resource_link" and not block.problem:
        yield assemble("    ", ("o", "$here"), (" reads it from the server", "$soft"))
    if block.text is None:
        return
    value = _json_of(block)
    if value is not None:
        shown = list(wrap(json_lines(value, limit, _STRING), width, indent=4))
        yield from shown[:limit]
        if len(shown) >= limit:
            yield _rest(block, expanded, None)
        return
    text = block.text[:SHOWN]
    lines, more = first_lines(text, width - 4, limit)
    yield from (assemble("    ", (line, "$ink")) for line in lines)
    if more or len(block.text) > SHOWN:
        shown_chars = sum(map(len, lines))
        yield _rest(block, expanded, shown_chars)


def _json_of(block: Block) -> Json:
    """The value to be shown coloured and indented: of JSON that is not too long, wherever it stands; else ``None``."""
    if block.text is None or len(block.text) > _COLOURED:
        return None
    if block.kind in ("structured", "unknown"):
        return block.raw
    text = raw_text(block)
    if block.kind == "resource_link" or not text.lstrip().startswith(("{", "[")):
        return None
    found = read_json(text)
    return found.value if found.error is None and not found.lossy and found.value else None


def _rest(block: Block, expanded: bool, shown: int | None) -> Content:
    """Why a block stops here, and the keys that go on."""
    amount = f"showing the first {size(shown)} of {size(len(block.text or ''))}" if shown is not None else "more"
    keys = "w saves all of it to a file" if expanded else "e expands   w saves all of it to a file"
    return assemble("    ", (f"… {amount}   ", "$soft"), (keys, "$here"))


def _schema_line(measured: Measured, width: int) -> Iterator[Content]:
    if measured.misfits:
        said = assemble(("✕ breaks its output schema: ", "$verdict-deny"), (measured.misfits, "$soft"))
        yield from wrap([said], width, indent=4)
    elif measured.fits:
        yield assemble("    ", ("✓ fits its output schema", "$verdict-allow"))


def _picture_size(data: bytes) -> str:
    """Width and height, where the first bytes say them."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        wide, high = struct.unpack(">II", data[16:24])
    elif data[:4] == b"GIF8" and len(data) >= 10:
        wide, high = struct.unpack("<HH", data[6:10])
    else:
        return ""
    return f"{wide}×{high}   "
