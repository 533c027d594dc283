"""What would happen with each tool and by which rule, beside what Hermes would do; rules that decide nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from toolscope.config.hooks import Hook, around
from toolscope.config.model import Decision
from toolscope.invocation.glob import exactly
from toolscope.invocation.guardrail import HintShown, RuleNote, Ruling, hints
from toolscope.plain import Plain, one_line
from toolscope.ui.present.prepared import VERDICT_GLYPH, hermes_words
from toolscope.ui.present.text import Part, assemble, number, pad, plural, tool_name
from toolscope.ui.present.wrapping import wrap

_HERMES: dict[Decision, str] = {"allow": "runs it", "ask": "asks", "deny": "refuses"}
_ORDER: tuple[Decision, ...] = ("allow", "ask", "deny")
_FIXED = {"here": 8, "hermes": 8}
_LABEL = 10


@dataclass(frozen=True, slots=True)
class Rulings:
    """Everything the screen shows, of one moment."""

    tools: tuple[Ruling, ...] = ()
    idle: tuple[RuleNote, ...] = ()
    """Rules that decide nothing."""

    def matching(self, typed: str) -> list[str]:
        """The names of the tools that hold every word: of the tool, of what decides, or of what Hermes does."""
        words = typed.casefold().split()
        return [one.verdict.tool.name for one in self.tools if all(word in _haystack(one) for word in words)]


def _haystack(one: Ruling) -> str:
    verdict, tool = one.verdict, one.verdict.tool
    hermes = f"hermes {_HERMES[one.hermes.decision]}"
    return f"{tool.name}\n{tool.server}/{tool.raw_name}\n{verdict.decision}\n{verdict.rule}\n{hermes}".casefold()


def counted(rulings: Iterable[Ruling]) -> Content:
    """How many tools there are of each decision."""
    counts = Counter(one.verdict.decision for one in rulings)
    parts: list[Part] = [(f"{plural(sum(counts.values()), 'tool')}", "$soft")]
    for decision in _ORDER:
        style = f"$verdict-{decision}" if counts[decision] else "$soft"
        parts += [("   ", "$soft"), (f"{VERDICT_GLYPH[decision]} {number(counts[decision])} {decision}", style)]
    return assemble(*parts)


# lines


def _widths(width: int) -> tuple[int, int]:
    """Cells of the name and of the rule."""
    rest = width - 1 - sum(_FIXED.values()) - 6
    rule = max(12, min(44, rest * 2 // 5))
    return max(8, rest - rule), rule


def head(width: int) -> Content:
    """The column heads."""
    name, rule = _widths(width)
    cells = (("tool", name), ("here", _FIXED["here"]), ("by the rule", rule), ("Hermes", _FIXED["hermes"]))
    return assemble(" ", assemble("  ").join(pad((words, "$soft"), width=cells) for words, cells in cells))


def line(one: Ruling, width: int) -> Content:
    """One tool."""
    name, rule = _widths(width)
    verdict, hermes = one.verdict, one.hermes
    here = (f"{VERDICT_GLYPH[verdict.decision]} {verdict.decision}", f"$verdict-{verdict.decision}")
    cells = (
        pad(tool_name(verdict.tool.name), width=name),
        pad(here, width=_FIXED["here"]),
        pad((one_line(verdict.rule), "$soft" if verdict.rule == "default" else "$ink"), width=rule),
        pad((_HERMES[hermes.decision], "$soft" if hermes.decision == "allow" else "$ink"), width=_FIXED["hermes"]),
    )
    return assemble(" ", assemble("  ").join(cells))


def idle_lines(notes: Sequence[RuleNote], width: int) -> Iterator[Content]:
    """The rules that decide nothing, and why."""
    yield assemble(("Rules that decide nothing", "bold $ink"), (f"   {len(notes)}", "$soft"))
    for note in sorted(notes, key=lambda note: not note.matters):
        kind, words = ("$verdict-ask", "$ink") if note.matters else ("$soft", "$soft")
        yield from wrap([assemble((f"{note.kind:<11}", kind), (note.message, words))], width)


# one tool in full


def detail(one: Ruling, guarded: Sequence[Hook], width: int) -> Iterator[Content]:
    """Why it is decided so, what the tool says of itself, what runs around it, and how to decide otherwise."""
    tool, verdict = one.verdict.tool, one.verdict
    yield from wrap([tool_name(tool.name, "bold $ink")], width)
    yield Content("")
    decision = (f"{VERDICT_GLYPH[verdict.decision]} {verdict.decision}", f"bold $verdict-{verdict.decision}")
    yield from _row(decision, assemble((one_line(verdict.rule), "$ink"), (f"  {verdict.reason}", "$soft")), width)
    yield from _row(("hermes", "$soft"), hermes_words(one.hermes), width)
    yield from _row(("server", "$soft"), assemble((tool.shown_server, "$ink")), width)
    for position, hint in enumerate(hints(tool)):
        yield from _row(("hints" if position == 0 else "", "$soft"), _claim(hint), width)
    for position, hook in enumerate(around(guarded, tool.name)):
        words = assemble((hook.shown, "$ink"), (f"  {hook.event} · {one_line(str(hook.origin))}", "$soft"))
        yield from _row(("hooks" if position == 0 else "", "$soft"), words, width)
    yield Content("")
    own = Plain(one_line(exactly(tool)))
    yield from wrap([assemble(("A rule for this tool alone matches ", "$soft"), (own, "$ink"))], width)


def _claim(hint: HintShown) -> Content:
    """A hint as what it is: declared by the server, or assumed where it says nothing."""
    said = "declared by the server" if hint.declared else "assumed: the server says nothing"
    return assemble((hint.words, "$ink"), (f"  {said}", "$soft"))


def _row(label: Part, value: Content, width: int) -> Iterator[Content]:
    for position, part in enumerate(wrap([value], width - _LABEL)):
        yield assemble(pad(label if not position else "", width=_LABEL), part)
