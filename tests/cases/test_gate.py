"""Which word admits, and what the others would have given (A17, A18)."""

from __future__ import annotations

import pytest

from tests.cases.asking import desk

GITHUB = desk(
    "get_repository | github | Get a repository by owner and name | owner repo",
    "list_branches | github | List branches of a repository | owner repo",
)
THREE = (
    "create_ticket | helpdesk | Create a ticket | title",
    "close_incident | ops | Close an incident | id",
    "list_users | crm | List users | page",
)


def test_the_rarest_word_admits_whoever_has_more_of_the_others() -> None:
    """A17."""
    seen = GITHUB.ask("repository branch owner", "get_repository")
    assert seen.matches == ["list_branches"]
    assert seen.verdict == "gate_absent"
    assert seen.sentence == (
        "It does not hold “branch”, the rarest word of the query, and only the 1 tool that holds it is let in."
    )
    assert "if any of the words let tools in it would be number" in seen.why
    assert seen.wordings[0] == "repository owner"


def test_an_unknown_word_is_dropped_with_one_key() -> None:
    """A17."""
    seen = GITHUB.ask("github repository default branch")
    assert (seen.matches, seen.sentence.split(".")[0]) == ([], "“default” is in no tool")
    assert "↳ without default: 1 tool  1 mcp__github__list_branches" in seen.under


@pytest.mark.parametrize("lines", [THREE, THREE[::-1]], ids=["one order", "the other order"])
def test_of_two_words_as_rare_the_first_of_the_query_admits_in_any_catalog_order(lines: tuple[str, ...]) -> None:
    """A18."""
    asked = desk(*lines)
    seen = asked.ask("ticket incident", "close_incident")
    assert seen.matches == ["create_ticket"]
    assert seen.sentence.endswith("“incident” is as rare, but the first of equals decides.")
    assert "ticket is the gate: the first of 2 as rare" in seen.why
    assert "↳ incident first: 1 tool mcp__ops__close_incident" in seen.why
    assert seen.wordings[0] == "incident ticket"
    assert asked.ask("incident ticket").matches == ["close_incident"]
