"""The manifest in rows, and what a change did to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.content import Content

from tests.build import status, survey, tool
from toolscope.config.launch import Recorded
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.connections.state import ServerStatus, State
from toolscope.survey import Survey
from toolscope.ui.present.manifest import Page, Shown, Wrapping, draw, page
from toolscope.ui.present.manifest_words import Title, instead, lacking, short, what_changed, why_none

BIG = status("big", [tool(f"read_{n}", "Read one thing from a place.") for n in range(60)])
SMALL = status("small", [tool("a", "First."), tool("b", "Second.")])


def export(name: str, functions: list[Any]) -> ServerStatus:
    """An agent's own tools, as function definitions."""
    found = status(name, functions)
    return replace(found, config=replace(found.config, launch=Recorded({"name": name, "functions": functions})))


def at_budget(tokens: int, *servers: object) -> Survey:
    given = servers or (BIG, SMALL)
    settings = Settings(context_length=1_000_000, threshold_pct=100, listing_max_tokens=tokens)
    return survey(*given, settings=settings)  # type: ignore[arg-type]


def shown(now: Survey, before: Survey | None = None, width: int = 100) -> Page:
    old = Shown(before.ladder, before.disclosure.rung) if before else None
    return page(Shown(now.ladder, now.disclosure.rung), old, Wrapping(width))


def lines(found: Page) -> list[str]:
    return [draw(*found.row(position)).plain for position in range(found.height)]


NAMES, MIXED, FULL = 500, 150, 5_000


@pytest.mark.parametrize("width", [20, 60, 100])
def test_the_rows_are_the_exact_text_broken_at_spaces_only(width: int) -> None:
    for budget in (FULL, NAMES, MIXED):
        now = at_budget(budget)
        rows = [
            found.text for found, _ in (shown(now, width=width).row(n) for n in range(shown(now, width=width).height))
        ]
        assert all(len(row) <= width for row in rows)
        assert " ".join(" ".join(rows).split()) == " ".join(now.disclosure.manifest.split())


def test_without_a_manifest_before_nothing_is_marked() -> None:
    found = shown(at_budget(NAMES))
    assert found.first_marked is None
    assert found.changed == 0


def test_a_server_that_collapsed_is_marked_and_the_others_are_not() -> None:
    found = shown(at_budget(MIXED), at_budget(NAMES))
    text = lines(found)
    assert found.changed == 1
    assert not found.every_line
    assert text[0].startswith("    Tools you can load")
    assert found.first_marked == 1
    assert text[1] == "▎−  big tools (60):"
    assert text[3].startswith("▎   … ")
    assert text[4] == "▎+  big (60 tools — names are left out; `tool_search` finds them)"
    assert text[5] == "    small tools (2):"


def test_a_server_that_opened_shows_the_line_that_went_and_the_names_with_an_edge() -> None:
    text = lines(shown(at_budget(NAMES), at_budget(MIXED)))
    assert text[1].startswith("▎−  big (60 tools")
    assert text[2].startswith("▎+  big tools (60):")
    assert text[3].startswith("▎+  mcp__big__read_0,")
    assert text[4].startswith("▎   mcp__big__")


def test_when_every_line_changed_nothing_is_marked_and_the_title_says_so() -> None:
    found = shown(at_budget(FULL), at_budget(NAMES))
    assert found.every_line
    assert found.first_marked is None
    assert what_changed(found, True, True, at_budget(NAMES)).plain == "every line changed"


def test_a_tool_that_came_is_the_only_line_marked_in_a_full_list() -> None:
    more = status("small", [tool("a", "First."), tool("aa", "Between."), tool("b", "Second.")])
    text = lines(shown(at_budget(FULL, BIG, more), at_budget(FULL, BIG, SMALL)))
    marked = [line for line in text if line[1] != " "]
    assert marked == ["▎−  small tools (2):", "▎+  small tools (3):", "▎+  - mcp__small__aa: Between."]


def test_a_server_that_went_is_shown_struck() -> None:
    found = shown(at_budget(FULL, BIG), at_budget(FULL, BIG, SMALL))
    assert found.changed == 1
    assert [line for line in lines(found) if "−" in line[:3]] == [
        "▎−  small tools (2):",
        "▎−  - mcp__small__a: First.",
        "▎−  - mcp__small__b: Second.",
    ]


def test_the_same_tools_read_again_are_no_change() -> None:
    found = shown(at_budget(NAMES), at_budget(NAMES))
    assert (found.changed, found.first_marked) == (0, None)


def test_a_wrapped_block_is_remembered_while_its_tools_stay() -> None:
    now, wrapping = at_budget(NAMES), Wrapping(80)
    group = now.ladder.groups[0]
    assert wrapping.block(group, "names") is wrapping.block(group, "names")
    again = at_budget(NAMES).ladder.groups[0]
    assert again is not group
    assert wrapping.block(again, "names") is wrapping.block(group, "names")


def test_text_from_servers_is_cleaned_for_the_screen() -> None:
    hostile = status("[/red]\x1b[2J", [tool("a", "[bold]\x1b]52;c;x\x07 \u202e.")])
    text = "\n".join(lines(shown(at_budget(FULL, hostile))))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[/red]␛[2J tools (1):" in text
    assert "[bold]" in text


# the title


def title(now: Survey, before: Survey | None, width: int) -> str:
    old = before.disclosure.fingerprint if before else None
    return Title(now.disclosure, now=now.disclosure.fingerprint, before=old).line(width, here=False).plain


def test_the_title_has_size_and_fingerprint_and_says_when_the_prompt_cache_is_lost() -> None:
    now, before = at_budget(NAMES), at_budget(MIXED)
    mark = now.disclosure.fingerprint
    tokens, chars = now.disclosure.rung.tokens, now.disclosure.rung.length.chars
    assert title(now, None, 100).endswith(f"{tokens:,} tokens · {chars:,} characters · {mark}")
    assert title(now, now, 100).endswith(f"characters · {mark} = prompt cache kept")
    assert title(now, now, 50).endswith(f"{mark} = cache kept")
    none = at_budget(10)
    assert title(none, now, 100).endswith(
        f"no list · {none.disclosure.fingerprint} ≠ was {mark}: the prompt cache is lost"
    )
    assert title(now, before, 118).endswith(f"{mark} ≠ was {before.disclosure.fingerprint}: the prompt cache is lost")
    assert title(now, before, 80).endswith(f"{mark} ≠ prompt cache lost")
    assert "characters" not in title(now, before, 60)
    assert Title(now.disclosure).line(100, here=True).plain.startswith("▌ Manifest")


def test_while_servers_are_to_come_a_change_is_provisional() -> None:
    found = shown(at_budget(NAMES))
    waiting = [status(name, state=State.CONNECTING) for name in ("slow", "slower")]
    said = what_changed(found, True, True, survey(*waiting))
    assert said.plain == "provisional: 2 servers still to come"
    told = Title(at_budget(NAMES).disclosure, said, short(survey(*waiting)), Content("without billing"))
    assert told.line(118, here=False).plain.startswith("  Manifest    without billing  provisional: 2 servers")
    assert told.line(78, here=False).plain.startswith("  Manifest    without billing  provisional  ")
    assert short(survey()).plain == ""


def test_the_title_names_the_servers_that_the_manifest_is_without() -> None:
    away = [status("billing", state=State.FAILED), status("old", state=State.DISABLED)]
    assert lacking(survey(*away)).plain == "without billing, old"
    assert lacking(survey()).plain == ""


def test_whom_it_is_without_stays_when_everything_else_gives_way() -> None:
    now, why = at_budget(NAMES), ("listing_max_tokens 4,000 → 300", "small added")
    words = Content("every line changed")
    told = Title(now.disclosure, words, Content(), Content("without billing"), why, "aaaaaaaa", "bbbbbbbb")
    lines = {width: told.line(width, here=False).plain for width in (170, 120, 104, 80, 70)}
    assert "without billing  listing_max_tokens 4,000 → 300, small added  every line changed" in lines[170]
    assert "without billing  listing_max_tokens 4,000 → 300, small added  " in lines[120]
    assert "without billing  listing_max_tokens 4,000 → 300 " in lines[104]
    assert all("without billing" in line and "aaaaaaaa ≠ " in line for line in lines.values())
    assert all(len(line) == width - 2 for width, line in lines.items())


def test_the_title_says_what_changed_the_fingerprint() -> None:
    now = at_budget(NAMES)
    why = ("threshold_pct 5 → 1.5", "listing_max_tokens 4,000 → 3,000")
    told = Title(now.disclosure, why=why, now="aaaaaaaa", before="bbbbbbbb")
    assert "threshold_pct 5 → 1.5, listing_max_tokens 4,000 → 3,000" in told.line(200, here=False).plain
    narrow = told.line(90, here=False).plain
    assert "threshold_pct 5 → 1.5" in narrow
    assert "listing_max_tokens" not in narrow


# why there is none


def reasons(now: Survey) -> str:
    return " ".join(why_none(now))


def test_a_budget_that_is_too_small_names_what_the_smallest_list_needs() -> None:
    now = at_budget(10)
    smallest = now.ladder.breakpoints[0]
    assert f"needs {smallest} tokens; the budget is 10." in reasons(now)
    assert [name for name, _ in instead(now.disclosure)] == ["tool_search", "tool_describe", "tool_call"]


def test_every_other_cause_is_named() -> None:
    base = Settings(context_length=200_000)
    off = survey(BIG, settings=replace(base, enabled="off"))
    assert reasons(off).startswith("Tool search is off (enabled: off). Every schema is sent")
    assert list(instead(off.disclosure)) == []
    assert "listing is off" in reasons(survey(BIG, settings=replace(base, listing="off")))
    legacy = replace(base, profile=HERMES_19, threshold_pct=10)
    assert reasons(survey(BIG, settings=legacy)).startswith("hermes-0.19 defers tools from 20,000 tokens on, 10 %")
    assert "has no list" in reasons(survey(BIG, settings=replace(legacy, enabled="on")))
    unknown = replace(legacy, context_length=None)
    assert "while the context is unknown" in reasons(survey(BIG, settings=unknown))
    assert reasons(survey()) == "No server offers a tool."
    assert reasons(survey(status("x", state=State.WAITING))) == "No tools yet: 1 server still to come."
    core = export("own", [{"type": "function", "function": {"name": "read_file", "parameters": {}}}])
    assert reasons(survey(core)).startswith("All tools are core tools")
