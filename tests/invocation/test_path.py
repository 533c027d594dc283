from __future__ import annotations

from toolscope.invocation.path import spelled


def test_identifiers_follow_a_dot_and_other_keys_are_quoted() -> None:
    assert spelled([]) == "arguments"
    assert spelled(["rows", 0, "_max1"]) == "arguments.rows[0]._max1"
    assert spelled(["9 lives", "üml", 'q"', "$ref", ""]) == 'arguments["9 lives"]["üml"]["q\\""]["$ref"][""]'
