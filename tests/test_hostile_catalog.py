"""Whatever JSON a server lists, it becomes a survey that can be drawn, searched and printed."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.build import status, survey, tool
from toolscope.catalog.lint import oddities
from toolscope.catalog.stages import stages
from toolscope.catalog.tool import Tool
from toolscope.cli import views
from toolscope.cli.output import dumps
from toolscope.disclosure.costs import tools_costs
from toolscope.disclosure.parts import parts
from toolscope.plain import hides_text
from toolscope.retrieval.search import search
from toolscope.survey import Survey
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.problems import line, problems, raw_json
from toolscope.ui.present.tool_facts import Facts
from toolscope.ui.present.tool_text import tool_text

WORDS = st.text(max_size=12) | st.sampled_from(
    [
        "[/nope]",
        "[red]x",
        "\x1b[2J",
        "\x9b",
        "\u202e",
        "\u200b",
        "\U000e0041",
        "#",
        "#/$defs/a",
        "http://a.example/s",
        "type",
    ]
)
KEYWORDS = """name description inputSchema outputSchema annotations title type properties required items $ref $defs
definitions anyOf oneOf allOf enum const default pattern format exclusiveMinimum additionalProperties prefixItems if"""
KEYS = WORDS | st.sampled_from(KEYWORDS.split())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
TOOLS = st.lists(
    JSON
    | st.fixed_dictionaries({"name": WORDS}, optional={"description": JSON, "inputSchema": JSON, "annotations": JSON}),
    max_size=4,
)


def told(seen: Survey, one: Tool) -> Facts:
    return Facts.of(seen, one, tools_costs(seen.disclosure, [one])[one.name], parts(one))


def looked_at(seen: Survey) -> str:
    """All that is made of a survey's first server for a person and for a program."""
    (one,) = seen.statuses
    drawn = [json_content([problem.raw for problem in problems(seen, one)], 50, 100).plain]
    for problem in problems(seen, one):
        drawn += [line(problem, 80).plain, raw_json(problem).plain]
    for each in seen.catalog.tools:
        assert isinstance(list(oddities(each)), list)
        stages(seen.settings.profile, each)
        drawn += [content.plain for content in tool_text(each, told(seen, each), 80)]
    search(seen.index, "name type x", 5)
    dumps({"servers": [views.server(seen, one)]})
    return "\n".join(drawn)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TOOLS, JSON, JSON)
def test_any_json_in_place_of_any_part_is_drawn_and_printed(tools: list[Any], info: Any, capabilities: Any) -> None:
    from dataclasses import replace

    one = status("s", tools)
    assert one.listing is not None
    listing = replace(one.listing, server_info=info, capabilities=capabilities)
    assert not hides_text(looked_at(survey(replace(one, listing=listing))))


def nested(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        node = {"type": "object", "properties": {"inner": node}}
    return node


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


HUGE: dict[str, dict[str, Any]] = {
    "an enum of 5,000": {"inputSchema": schema(one={"enum": [f"value {n}" for n in range(5_000)]})},
    "800 properties": {"inputSchema": schema(**{f"p{n}": {"type": "string"} for n in range(800)})},
    "60 levels": {"inputSchema": nested(60)},
    "a description of 1 MB": {"description": "word " * 200_000},
    "a description of 1 MB in one word": {"description": "w" * 1_000_000},
    "a schema that is itself": {"inputSchema": schema(a={"$ref": "#"})},
    "schemas that are one another": {
        "inputSchema": {
            **schema(a={"$ref": "#/$defs/A"}),
            "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
        }
    },
    "a reference to nothing": {"inputSchema": schema(a={"$ref": "#/$defs/none"})},
    "a reference to the network": {"inputSchema": schema(a={"$ref": "http://127.0.0.1:9/schema.json"})},
    "draft-04": {
        "inputSchema": {
            "$schema": "http://json-schema.org/draft-04/schema#",
            **schema(a={"minimum": 1, "exclusiveMinimum": True}),
        }
    },
    "boolean and null schemas": {"inputSchema": schema(a=True, b=False, c=None, d="object")},
    "a bad pattern": {"inputSchema": schema(a={"type": "string", "pattern": "(["})},
}


@pytest.mark.parametrize("what", HUGE)
def test_what_is_huge_or_leads_nowhere_is_drawn_in_a_moment(what: str) -> None:
    seen = survey(status("s", [{**tool("odd", "It is odd."), **HUGE[what]}, tool("good", "It is good.")]))
    began = time.process_time()
    assert "odd" in looked_at(seen)
    assert time.process_time() - began < 5
    assert [one.raw_name for one in seen.catalog.tools] == ["good", "odd"]


@pytest.mark.parametrize(
    "name", ["", "x" * 300, "a.b/c:d", "日本語", "tool_search", "[/nope]", "\x1b[2J", "e\u0301👨‍👩‍👧", "list_resources"]
)
def test_a_tool_of_any_name_has_a_row_and_an_identity_of_its_own(name: str) -> None:
    seen = survey(status("s", [tool(name), tool(name), tool("good")], capabilities=("resources",)))
    (one,) = seen.statuses
    row = views.server(seen, one)
    assert row["listed"] + row["utilities"] - row["malformed"] - row["collided"] == row["in_catalog"]
    assert ("s", "good") in {one.identity for one in seen.catalog.tools}
    assert not hides_text(looked_at(seen))
