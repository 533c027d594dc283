"""In which part of a tool a word may stand (A06, A12), and on which of two servers (C09)."""

from __future__ import annotations

from tests.build import status, tool
from tests.cases.asking import desk, of, plugins


def test_the_source_is_searched_where_the_name_does_not_have_it() -> None:
    """A06."""
    asked = plugins(
        "get_meetings | granola | List meetings with notes | since",
        "play_track | music | Play a track | track_id",
        "get_notes | obsidian | Read notes | path",
    )
    named = asked.ask("granola")
    assert named.matches == ["get_meetings"]
    assert "source granola" in named.why
    notes = asked.ask("granola notes", "get_notes")
    assert notes.matches == ["get_meetings"]
    assert notes.sentence.startswith("It does not hold “granola”, the rarest word of the query")
    missed = asked.ask("granola transcripts")
    assert (missed.matches, missed.verdict) == ([], "unknown_word")
    assert "↳ without transcripts: 1 tool  1 get_meetings" in missed.under


def test_a_parameter_s_name_is_searched_with_its_words() -> None:
    """A12."""
    asked = desk(
        "profile_set | trace-commons | Set the public profile | display_handle bio",
        "status | trace-commons | Show status |",
        "set_label | gh | Set a label | label",
    )
    for query in ("display_handle", "display handles", "set display handle"):
        found = asked.ask(query)
        assert found.matches == ["profile_set"]
        assert "parameters display_handle bio" in found.why


def test_only_the_top_level_of_parameters_is_searched_and_shown() -> None:
    """A12: the choice for a word inside a nested object."""
    nested = {"properties": {"profile": {"type": "object", "properties": {"nickname": {"type": "string"}}}}}
    asked = of(status("people", [tool("set", "Set it", inputSchema=nested)]))
    seen = asked.ask("nickname", "set")
    assert (seen.matches, seen.verdict) == ([], "unknown_word")
    assert "parameters profile" in seen.why
    assert "nickname" not in seen.why.split("What the search reads")[1].split("What would find it")[0]


def test_the_server_s_name_tells_two_tools_of_one_name_apart() -> None:
    """C09."""
    asked = desk("execute_sql | oceanbase | Run a query | sql", "execute_sql | clickhouse | Run a query | sql")
    both = asked.ask("execute sql")
    assert both.matches == ["execute_sql", "execute_sql"]
    assert "1 other scores the same: by name" in both.why
    found = asked.ask("clickhouse sql").told.found.result.hits
    assert [hit.tool.server for hit in found] == ["clickhouse"]
