"""One block of a result as lines, cut to what a screen can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from textual.content import Content

from toolscope.invocation.result import Block
from toolscope.plain import Plain, one_line
from toolscope.tokens import estimate
from toolscope.ui.present.block_file import savable
from toolscope.ui.present.json_text import folded_lines
from toolscope.ui.present.picture import Picture, dimensions
from toolscope.ui.present.sound import playing_time
from toolscope.ui.present.text import Part, assemble, plural, size, spread
from toolscope.ui.present.wrapping import first_lines, wrap

SHOWN = 200_000
"""Characters of a block that are shown at most; saving it to a file has all of them."""
STRING = 2_000
"""Characters of one string inside JSON."""
_MARGIN = 4


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a block is shown."""

    lines: int
    members: int
    """Of each list inside JSON."""
    picture: int
    """Rows of a picture."""
    more: bool
    """Whether ``e`` would show more."""


ONLY = Amount(400, 20, 12, True)
"""Of the only block."""
ONE_OF_MANY = Amount(24, 3, 12, True)
EXPANDED = Amount(2_500, 2_500, 48, False)


def counted(blocks: Sequence[Block]) -> frozenset[int]:
    """The blocks that a model reads and pays for: texts; where there are none, structured content."""
    texts = [at for at, one in enumerate(blocks) if one.kind in ("text", "resource") and one.text is not None]
    return frozenset(texts or [at for at, one in enumerate(blocks) if one.kind == "structured"])


def block_head(index: int, block: Block, here: bool, counts: bool, width: int) -> Content:
    """Its number, what it is, and how large; ``here`` is the block that the keys are for.

    ``counts``: a model pays for it.
    """
    name = block.title if block.kind != "unknown" else Plain("unreadable")
    name = one_line(block.mime) if block.kind in ("image", "audio") and block.mime else name
    is_data = block.data is not None or block.kind in ("image", "audio")
    measure = size(block.size) if is_data else plural(block.size, "character")
    measure += f" · {plural(estimate(block.size), 'token')}" if counts else " · not counted"
    edge: Part = ("▌ ", "$here") if here else "  "
    left = assemble(edge, (f"{index + 1} ", "$soft"), (name, "bold $here" if here else "bold $ink"))
    return spread(left, (measure, "$soft"), width)


def block_lines(block: Block, width: int, amount: Amount, picture: Picture | Plain | None) -> Iterator[Content]:
    """What is wrong with it, what is in it, and what the keys do with it. ``picture`` is what was looked at."""
    if block.problem:
        yield from wrap([assemble(("✕ ", "$verdict-deny"), (one_line(block.problem), "$ink"))], width, _MARGIN)
    if block.data is not None:
        yield from _data_lines(block.data, picture, width, amount.picture)
    if block.kind == "resource_link" and not block.problem:
        yield assemble(" " * _MARGIN, ("o", "$here"), (" reads it from the server", "$soft"))
    if block.text is None:
        return
    how = _text_lines if block.value is None else _json_lines
    yield from how(block, block.text, width, amount)


def _data_lines(data: bytes, picture: Picture | Plain | None, width: int, height: int) -> Iterator[Content]:
    """Bytes: in a few words, and drawn where they are a picture that can be."""
    before = picture.before if isinstance(picture, Picture) else dimensions(data)
    facts = [f"{before[0]:,}×{before[1]:,}"] if before else []
    facts += [time for time in (playing_time(data),) if time]
    said = "".join(f"{fact}   " for fact in facts)
    yield assemble(" " * _MARGIN, (said, "$ink"), ("w", "$here"), (" saves it to a file", "$soft"))
    if isinstance(picture, Picture):
        yield from (assemble(" " * _MARGIN, line) for line in picture.drawn(max(8, width - 2 * _MARGIN), height))
    elif picture is not None:
        yield from wrap([assemble((picture, "$soft"))], width, _MARGIN)


def _json_lines(block: Block, text: str, width: int, amount: Amount) -> Iterator[Content]:
    found, whole = folded_lines(block.value, amount.lines, STRING, amount.members)
    shown = list(islice(wrap(found, width, _MARGIN), amount.lines + 1))
    yield from shown[: amount.lines]
    if not whole or len(shown) > amount.lines:
        yield from _rest(block, amount, sum(len(line.plain) - _MARGIN for line in shown), width)


def _text_lines(block: Block, text: str, width: int, amount: Amount) -> Iterator[Content]:
    lines, more = first_lines(text[:SHOWN], width - _MARGIN, amount.lines)
    yield from (assemble(" " * _MARGIN, (line, "$ink")) for line in lines)
    if more or len(text) > SHOWN:
        yield from _rest(block, amount, sum(len(line) + 1 for line in lines), width)


def _rest(block: Block, amount: Amount, shown: int, width: int) -> Iterator[Content]:
    """Why a block stops here, and the keys that go on."""
    whole = len(block.text or "")
    said: list[Part] = [(f"… showing {size(min(whole, shown))} of {size(whole)}   ", "$soft")]
    if amount.more:
        said += [("e", "$here"), (" shows more   ", "$soft")]
    if savable(block):
        said += [("w", "$here"), (" saves it all", "$soft")]
    yield from wrap([assemble(*said)], width, _MARGIN)
