"""Edges of the configuration that users of tool search met, retold (B12 of the public cases)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolscope.config.gather import Sources, load


@pytest.mark.parametrize(
    ("block", "wanted", "said"),
    [
        ("true", {"enabled": "auto"}, None),
        ("false", {"enabled": "off"}, None),
        ('"on"', {"enabled": "auto"}, "must be a mapping or false"),
        ("{enabled: on}", {"enabled": "on"}, None),
        ("{enabled: off}", {"enabled": "off"}, None),
        ('{listing: "off"}', {"listing": "off"}, None),
        ("{threshold_pct: 0}", {"threshold_pct": 0.0}, None),
        ("{threshold_pct: 100}", {"threshold_pct": 100.0}, None),
        ("{threshold_pct: -1}", {"threshold_pct": 0.0}, "outside 0 to 100; 0 is used"),
        ("{threshold_pct: 101}", {"threshold_pct": 100.0}, "outside 0 to 100; 100 is used"),
        ('{threshold_pct: "5"}', {"threshold_pct": 5.0}, None),
        ("{listing_max_tokens: 199}", {"listing_max_tokens": 200}, "200 is used"),
        ("{listing_max_tokens: 200}", {"listing_max_tokens": 200}, None),
        ("{listing_max_tokens: 60000}", {"listing_max_tokens": 60_000}, None),
        ("{listing_max_tokens: 60001}", {"listing_max_tokens": 60_000}, "60,000 is used"),
        ("{max_search_limit: 0}", {"max_search_limit": 1, "search_default_limit": 1}, "outside 1 to 50; 1 is used"),
        ("{max_search_limit: 51}", {"max_search_limit": 50}, "outside 1 to 50; 50 is used"),
        ("{search_default_limit: 30, max_search_limit: 25}", {"search_default_limit": 25}, "25 is used"),
        ("{treshold_pct: 1}", {"threshold_pct": 5.0}, "did you mean threshold_pct?"),
    ],
)
def test_a_value_is_used_or_clamped_and_what_is_not_as_written_is_said_with_its_line(
    write: Callable[[str, str], Path], block: str, wanted: dict[str, Any], said: str | None
) -> None:
    path = write("c.yaml", f"mcp_servers: {{}}\ntools:\n  tool_search: {block}\n")
    config = load(Sources(configs=(path,)))
    assert {name: getattr(config.settings, name) for name in wanted} == wanted
    assert [str(c) for c in config.complaints if said is None or said not in c.message] == []
    if said is not None:
        (complaint,) = config.complaints
        assert str(complaint.origin) == f"{path}:3"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tools:\n  tool_search: {colour: red}\n", "2: tools.tool_search.colour: unknown key; ignored"),
        ("tools:\n  toolsearch: {}\n", "2: tools.toolsearch: unknown key; did you mean tool_search?"),
        ("tools: {}\nmodel: {contextlength: 5}\n", "2: model.contextlength: unknown key; did you mean context_length?"),
        ("mcp_server: {}\ntools: {}\n", "1: mcp_server: unknown key; did you mean mcp_servers?"),
        ("tools: {}\ntool_search: {}\n", "2: tool_search: has no effect here; move it under tools:"),
        ("tools: {}\ntool:\n  tool_search: {}\n", "3: tool.tool_search: has no effect here; move it under tools:"),
    ],
)
def test_a_key_that_is_misspelt_or_misplaced_is_reported_with_the_one_that_is_meant(
    write: Callable[[str, str], Path], text: str, line: str
) -> None:
    path = write("c.yaml", text)
    (complaint,) = load(Sources(configs=(path,))).complaints
    assert str(complaint) == f"{path}:{line}"


def test_keys_of_others_are_nobodys_mistake(write: Callable[[str, str], Path]) -> None:
    text = "tools: {web: {}, tool_search: {}}\nmodel: {default: gpt-4o, provider: y}\n1: x\n"
    servers = "mcp_servers: {tool_search: {url: 'http://a.example'}}\n"
    assert load(Sources(configs=(write("c.yaml", text + servers),))).complaints == ()
