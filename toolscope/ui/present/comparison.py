"""Two releases side by side, a line for each value, those that differ marked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.disclosure.compare import Comparison, Share
from toolscope.plain import Plain, one_line
from toolscope.ui.present.text import COMING, UNKNOWN, assemble, number, pad

_NAME = 34
_APART = " · "
"""Between the parts of a value that are lit one by one."""
_WORDS = {
    "activated": "tool search",
    "binding": "decided by",
    "saved_pct": "saved percent",
    "max_queries": "queries a search",
    "max_names": "names a describe",
    "description_clip": "description characters",
    "threshold_tokens": "activates at",
    "manifest_chars": "manifest characters",
    "manifest_tokens": "manifest tokens",
    "deferred_count": "deferred tools",
    "deferred_tokens": "deferred tokens",
    "tool_search_chars": "tool_search characters",
    "tool_describe_chars": "tool_describe characters",
    "tool_call_chars": "tool_call characters",
    "eager_tokens": "eager tokens a turn",
    "sent_tokens": "sent tokens a turn",
    "context_length": "context",
}
"""Facts that are not told by their key."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a heading has no values."""

    name: Plain
    values: tuple[str, str] | None = None

    @property
    def differs(self) -> bool:
        """Whether the two values are different ones."""
        return self.values is not None and self.values[0] != self.values[1]


def lines(seen: Comparison, only_differing: bool) -> list[Line]:
    """Every line of a comparison; a heading is left out with everything under it."""
    parts = (
        ("Decision", _facts(seen)),
        ("Servers: mode, tools, listed, schema tokens", _servers(seen)),
        ("Names and schemas that a model gets", _tools(seen)),
    )
    found: list[Line] = []
    for heading, under in parts:
        kept = [line for line in under if line.differs or not only_differing]
        found += [Line(Plain(heading)), *kept] if kept else []
    return found


def _facts(seen: Comparison) -> Iterator[Line]:
    for fact in seen.facts:
        name = _WORDS.get(fact.name, fact.name)
        yield Line(Plain(name), (_shown(fact.before), _shown(fact.after)))


def _servers(seen: Comparison) -> Iterator[Line]:
    for pair in seen.servers:
        yield Line(one_line(pair.name), (_share(pair.before), _share(pair.after)))


def _tools(seen: Comparison) -> Iterator[Line]:
    for tool in seen.tools.removed:
        yield Line(tool.shown_raw_name, (tool.name, UNKNOWN))
    for tool in seen.tools.added:
        yield Line(tool.shown_raw_name, (UNKNOWN, tool.name))
    for one in seen.tools.changed:
        before, after = one.before, one.after
        yield Line(
            after.shown_raw_name,
            (before.name, after.name)
            if "name" in one.parts
            else (f"{number(before.chars)} characters", f"{number(after.chars)} characters"),
        )


def _share(share: Share) -> str:
    mode = share.mode or "all schemas"
    told = (mode, *map(number, (share.tools, share.manifest_tokens, share.schema_tokens)))
    return _APART.join(told) if share.tools else UNKNOWN


def _shown(value: Json) -> str:
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "on" if value else "off"
        case int():
            return number(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def head(left: str, right: str, width: int) -> Content:
    """The releases over their columns."""
    cell = _cell(width)
    name = pad(("", "$soft"), width=_name(width))
    return assemble(" ", name, pad((left, "bold $ink"), width=cell), "   ", pad((right, "bold $ink"), width=cell))


def draw(line: Line, width: int) -> Content:
    """A line; where the values differ the second one is lit, with a sign before it."""
    if line.values is None:
        return assemble(" ", (line.name, "bold $ink"))
    cell = _cell(width)
    sign = ("≠ ", "bold $here") if line.differs else "  "
    before, after = _lit(*line.values, "$ink"), _lit(*line.values[::-1], "bold $here")
    return assemble(
        " ",
        pad((line.name, "$ink" if line.differs else "$soft"), width=_name(width) - 1),
        " ",
        pad(before, width=cell),
        " ",
        sign,
        pad(after, width=cell),
    )


def _lit(value: str, other: str, style: str) -> Content:
    """A value whose parts are lit where the other one has something else."""
    parts, others = value.split(_APART), other.split(_APART)
    if len(parts) != len(others):
        return assemble((value, style))
    told = (assemble((one, style if one != two else "$soft")) for one, two in zip(parts, others, strict=True))
    return assemble((_APART, "$soft")).join(told)


def _name(width: int) -> int:
    return min(_NAME, width // 3)


def _cell(width: int) -> int:
    return max(8, (width - _name(width) - 6) // 2)


def follows_words(names: Collection[str]) -> str:
    """Which settings differ because nobody wrote them, in a sentence."""
    if not names:
        return "Both have the same settings."
    return f"Nobody wrote {' and '.join(sorted(names))}: each release has its own default."


def title(seen: Comparison | None, shown: list[Line], width: int) -> Content:
    """How much differs; ``None`` while it is being compared."""
    if seen is None:
        return assemble(("Two releases", "bold $ink"), (f"   being compared {COMING}", "$info"))
    count = sum(line.differs for line in shown)
    every = number(sum(line.values is not None for line in shown))
    said = f"{number(count)} of {every} settings, servers and tools differ"
    return assemble(("Two releases", "bold $ink"), (f"   {said}", "$soft")).truncate(width, ellipsis=True)
