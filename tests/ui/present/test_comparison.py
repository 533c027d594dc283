"""A comparison in lines: what differs is lit and signed."""

from __future__ import annotations

import pytest

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.disclosure.compare import Comparison
from toolscope.survey import in_releases
from toolscope.ui.present.comparison import Line, draw, follows_words, lines, title

NOW = survey(
    status("wiki[/red]", [tool("read", "Read."), tool("write", "Write.", "text")]),
    status("chat", [tool("send", "Send.", "text")]),
    settings=Settings(context_length=200_000),
)


def compared(profile: Profile) -> Comparison:
    here, there = in_releases(NOW, (HERMES_21, profile), {})
    return Comparison(here.disclosure, there.disclosure)


def lit(line: Line, width: int = 120) -> list[str]:
    content = draw(line, width)
    return [content.plain[span.start : span.end].strip() for span in content.spans if "$here" in str(span.style)]


def named(found: list[Line], name: str) -> Line:
    return next(line for line in found if line.name == name)


def test_only_what_differs_is_lit_and_has_the_sign_too() -> None:
    found = lines(compared(HERMES_22), False)
    assert lit(named(found, "max_search_limit")) == []
    assert lit(named(found, "queries a search")) == ["≠", "7"]


def test_of_a_server_each_number_is_lit_by_itself() -> None:
    chat = named(lines(compared(HERMES_22), False), "chat")
    assert chat.values is not None
    mode, tools, listed, schemas = chat.values[1].split(" · ")
    assert lit(chat) == ["≠", schemas]
    assert (mode, tools) == ("full", "1")
    assert int(listed) > 0
    legacy = named(lines(compared(HERMES_19), False), "chat")
    assert lit(legacy) == ["≠", "all schemas", "0"]


def test_what_is_the_same_can_be_left_out_with_its_heading() -> None:
    assert lines(compared(HERMES_21), True) == []
    found = lines(compared(HERMES_22), True)
    assert all(line.differs for line in found if line.values is not None)
    assert "Decision" in [line.name for line in found]


@pytest.mark.parametrize("width", [60, 78, 118, 158])
def test_every_line_keeps_to_its_width_and_hostile_names_stay_text(width: int) -> None:
    found = lines(compared(HERMES_19), False)
    assert all(draw(line, width).cell_length <= width for line in found)
    assert any("wiki[/red]" in draw(line, 158).plain for line in found)


def test_settings_that_nobody_wrote_are_named() -> None:
    assert follows_words({}) == "Both have the same settings."
    assert follows_words({"threshold_pct"}) == "Nobody wrote threshold_pct: each release has its own default."


def test_the_title_counts_what_differs_or_says_that_it_is_coming() -> None:
    seen = compared(HERMES_22)
    found = lines(seen, False)
    told = title(seen, found, 118).plain
    assert f"{sum(line.differs for line in found)} of " in told
    assert title(None, [], 118).plain == "Two releases   being compared …"
