"""Shell hooks in words: what would run, what they answered, what they wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from toolscope.config.hooks import Hook
from toolscope.invocation.hooks import HookRun, Reaction
from toolscope.plain import clean, one_line
from toolscope.ui.present.text import assemble, duration, plural, spread
from toolscope.ui.present.wrapping import wrap

MARKS: dict[Reaction, tuple[str, str]] = {
    "nothing": ("✓", "$verdict-allow"),
    "block": ("✕", "$verdict-deny"),
    "modify": ("⇢", "$info"),
    "approve": ("?", "$verdict-ask"),
    "ignored": ("–", "$soft"),
    "failed": ("!", "$verdict-ask"),
}
_LINES = 40


def wanted_lines(hook: Hook, width: int) -> Iterator[Content]:
    """A hook that somebody has to consent to: when, where it is written, and its command in full."""
    when = "before the call" if hook.event == "pre_tool_call" else "after the call"
    limits = f"at most {hook.timeout:g} s" + (" · a failure blocks the call" if hook.fail_closed else "")
    yield from wrap([assemble((when, "bold $ink"), (f"   {one_line(str(hook.origin))}", "$soft"))], width)
    yield from wrap([assemble((clean(hook.command), "$here"))], width, indent=2)
    of = "every tool" if hook.matcher is None else f"tools that match {one_line(hook.matcher)}"
    yield from wrap([assemble((f"for {of} · {limits}", "$soft"))], width, indent=2)


def summary(runs: Sequence[HookRun]) -> Content:
    """What hooks did before a call, one after the other."""
    parts = (
        assemble((f"{glyph} ", colour), (run.words, "$ink"), (f" by {run.hook.shown}", "$soft"))
        for run in runs
        for glyph, colour in [MARKS[run.reaction]]
    )
    return Content("   ").join(parts)


def hook_lines(runs: Sequence[HookRun], width: int) -> Iterator[Content]:
    """Every hook of a call with what it wrote."""
    if not runs:
        return
    yield spread(("Hooks", "bold $ink"), (plural(len(runs), "hook"), "$soft"), width)
    for run in runs:
        glyph, colour = MARKS[run.reaction]
        named = assemble((f"  {glyph} ", colour), (f"{run.hook.event} ", "$soft"), (run.hook.shown, "$ink"))
        yield spread(named, (duration(run.elapsed_ms), "$soft"), width)
        yield from wrap([assemble((run.words, "$soft"))], width, indent=4)
        yield from _written("stdout", run.stdout, width)
        yield from _written("stderr", run.stderr, width)
    yield Content("")


def _written(stream: str, text: str, width: int) -> Iterator[Content]:
    lines = text.rstrip().splitlines()
    for line in lines[:_LINES]:
        yield from wrap([assemble((f"{stream}  ", "$soft"), (line, "$ink"))], width, indent=4)
    if len(lines) > _LINES:
        yield assemble((f"    … {plural(len(lines) - _LINES, 'more line')}", "$soft"))
