"""What is odd about a tool is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import catalog, export, function, status, tool
from toolscope.catalog.lint import oddities


def told(raw_name: str, description: str = "", **more: Any) -> list[tuple[str, str]]:
    (one,) = catalog(status("s", [{**tool(raw_name, description), **more}])).tools
    return [(oddity.kind, oddity.message) for oddity in oddities(one)]


@pytest.mark.parametrize(
    "text", ["plain", "a\tb\r\nc", "Grüße — 日本語", "arr[0] [red]x[/red] [/nope]", "\\u0041 in words"]
)
def test_what_everybody_sees_is_no_oddity(text: str) -> None:
    assert told("good", text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a\u200bb", "1 × U+200B zero width space"),
        ("a\u202eb", "1 × U+202E right-to-left override"),
        ("\U000e0041\U000e0042", "1 × tag character"),
        ("\x1b[2J", "1 × U+001B control character"),
        ("\x9b2J", "1 × U+009B control character"),
        ("\x7f\x00", "U+007F control character"),
        ("\xad", "soft hyphen"),
    ],
)
def test_hidden_text_is_told_with_its_place_and_its_characters(text: str, name: str) -> None:
    (in_description,) = told("good", f"x {text}")
    assert in_description[0] == "hidden_text"
    assert in_description[1].startswith("description: ")
    assert name in in_description[1]
    schema = {"type": "object", "properties": {"p": {"type": "string", "enum": [f"p{text}"]}}}
    assert told("good", inputSchema=schema)[0][1].startswith("parameters: ")
    assert told(f"good{text}")[0][1].startswith("name")


@pytest.mark.parametrize("name", ["a.b/c:d", "日本語", "🚀x", "two words", "x" * 300, "", "ends\n"])
def test_a_name_outside_the_pattern_is_told_with_the_name_that_is_sent(name: str) -> None:
    (kind, message) = told(name)[-1]
    assert kind == "name_pattern"
    assert "^[a-zA-Z0-9_-]{1,64}$" in message
    assert "mcp__s__" in message


def test_a_definition_that_keeps_its_name_is_told_as_well() -> None:
    (one,) = catalog(export("agent", [function("a.b:c", "mcp-x")])).tools
    assert [oddity.kind for oddity in oddities(one)] == ["name_pattern"]
