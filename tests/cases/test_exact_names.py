"""Names asked for as they are: what counts as exact, and why a tool is only number n (A03, A05, G09)."""

from __future__ import annotations

import pytest

from tests.cases.asking import Desk, desk
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile

WORDY = tuple(
    f"get_{x} | ha | Get {x} of an entity; entity history is kept, see also entity history for {x} | entity_id start"
    for x in ("state", "history", "attributes", "logbook", "statistics", "area", "device", "config")
)
THIN = ("mcp_get_entity_history | ha | |", "mcp_get_house_reference | ha | |")


@pytest.fixture(scope="module")
def home() -> Desk:
    return desk(*THIN, *WORDY)


@pytest.mark.parametrize("query", ["mcp_get_house_reference", "house reference"])
def test_a_thin_tool_is_found_by_words_that_only_its_name_has(home: Desk, query: str) -> None:
    """A03."""
    assert home.ask(query).matches == ["mcp_get_house_reference"]


def test_the_bare_raw_name_is_ordinary_words(home: Desk) -> None:
    """A03."""
    found = home.ask("mcp_get_entity_history")
    assert found.matches == ["mcp_get_entity_history", "mcp_get_house_reference"]
    assert "mcp 2 gate" in found.under
    assert "exact" not in found.under


def test_the_exact_name_that_a_model_sees_comes_first(home: Desk) -> None:
    """A03."""
    for query in ("mcp__ha__mcp_get_entity_history", "  MCP__ha__mcp_get_entity_history "):
        found = home.ask(query, "mcp_get_entity_history")
        assert found.matches[0] == "mcp_get_entity_history"
        assert found.sentence == "The query is its exact name, which always comes first."
        assert "exact ▄▄▄▄" in found.under


def test_the_wordy_neighbour_above_a_thin_tool_is_told_with_rank_parts_and_length(home: Desk) -> None:
    """A03, G09."""
    found = home.ask("get entity history", "mcp_get_entity_history")
    assert found.matches[:2] == ["get_history", "mcp_get_entity_history"]
    assert "mcp__ha__mcp_get_entity_history FOUND 2 of 9" in found.why
    assert "score first" in found.why
    assert "entity is the gate: the first of 2 as rare 0.54 0.60" in found.why
    assert "What the search reads 13 words · average 19 · ×0.75" in found.why
    assert "says “history” 5 times to its twice" in found.why


@pytest.mark.parametrize("profile", [HERMES_19, HERMES_21, HERMES_22])
def test_parts_lengths_and_neighbours_are_told_in_every_release(profile: Profile) -> None:
    """G09."""
    asked = desk(*THIN, *WORDY, profile=profile, limit=1)
    found = asked.ask("entity history area", "get_state")
    explained = found.told.explanation
    assert explained is not None
    assert sum(word.score for word in explained.words) == pytest.approx(explained.score, rel=1e-12)
    if profile is HERMES_19:
        assert found.verdict == "outranked"
        assert "rank higher: the first" in found.sentence
        assert "Just above it" in found.why
    else:
        assert found.verdict == "gate_absent"
        assert "if any of the words let tools in it would be number" in found.why


def test_camel_case_is_one_word_and_its_parts_are_not() -> None:
    """A05."""
    asked = desk(
        "addPerson | pipedrive | Add a person | name",
        "addActivity | pipedrive | Add an activity | subject",
        "bitable_v1_appTableRecord_search | lark | Search records | app_token",
    )
    assert asked.ask("addPerson").matches == asked.ask("add person").matches == ["addPerson"]
    table = asked.ask("table record")
    assert (table.matches, table.verdict) == ([], "unknown_word")
    assert "table ✕ in no tool   record 1" in table.under
    assert "near words: bitable 1  · appTableRecord 1" in table.under


def test_acronyms_stay_whole_too() -> None:
    """A05: ``XMLParser`` is one word; a query that joins what tools keep apart is taken apart."""
    asked = desk("XMLParser | tools | Reads it | path", "json_reader | tools | Reads a text | path")
    assert asked.term("XMLParser") == ["xmlparser"]
    assert asked.ask("xml parser").matches == []
    assert "json Reader" in asked.ask("jsonReader", "json_reader").wordings
