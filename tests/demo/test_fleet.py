"""The servers of the demo as a whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolscope.demo.fleet import servers

ROOT = Path(__file__).parent.parent.parent
SMALL = ("tracker", "chat", "files", "calendar", "wiki")
COUNTS = {"tracker": 26, "chat": 8, "files": 14, "calendar": 12, "wiki": 23}
CLOSED = {"reopen_issue": {"issue_id": "PX-198"}}
"""Arguments where the example of the schema would rightly be refused."""
SLOW = {"export_page": {"pause_ms": 0}}


def example(schema: Any, definitions: Any) -> Any:
    """A value that fits a schema, made of its examples."""
    if "$ref" in schema:
        return example(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return example(schema["anyOf"][0], definitions)
    for key in ("examples", "enum"):
        if key in schema:
            return schema[key][0]
    match schema["type"]:
        case "object":
            parts = {name: example(part, definitions) for name, part in schema.get("properties", {}).items()}
            return {name: value for name, value in parts.items() if name in schema.get("required", [])}
        case "array":
            return [example(schema["items"], definitions)]
        case "boolean":
            return True
        case "integer":
            return schema["minimum"]
    return "words"


def test_there_are_six_servers() -> None:
    names = [config.name for config in servers()]
    assert names == [*SMALL, "cloud-api"]
    assert {str(config.origin) for config in servers()} == {"demo"}


def test_naming_the_demo_does_not_import_the_sdk() -> None:
    code = "import sys, toolscope.demo.fleet as fleet; fleet.servers(); print('mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", SMALL)
async def test_each_tool_is_described_and_has_a_valid_schema(name: str, connect: Any) -> None:
    async with connect(name) as server:
        tools = await server.tools()
    assert len({tool.name for tool in tools}) == len(tools) == COUNTS[name]
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.description
        assert all("description" in part for part in tool.input_schema["properties"].values()), tool.name


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("everything", [False, True], ids=["required only", "all arguments"])
async def test_each_tool_answers_its_own_examples(name: str, everything: bool, connect: Any) -> None:
    async with connect(name) as server:
        tools = await server.tools()
    for tool in tools:
        schema = tool.input_schema
        wanted = schema["properties"] if everything else schema.get("required", [])
        given = {key: example(schema["properties"][key], schema.get("$defs")) for key in wanted}
        for fixed in (CLOSED, SLOW):
            given |= fixed.get(tool.name, {})
        async with connect(name) as server:
            await server.text(tool.name, **given)


def test_descriptions_differ_in_length_and_some_are_clipped_in_a_listing() -> None:
    from toolscope.demo.toolbox import Toolbox
    from toolscope.demo.tracker import Tracker

    lengths = [len(wire["description"].split(". ")[0]) for wire in Toolbox(Tracker()).page(0)]
    assert min(lengths) < 30
    assert max(lengths) > 60


async def test_words_that_show_what_search_does_are_where_they_should_be(connect: Any) -> None:
    texts: dict[str, list[str]] = {}
    for name in COUNTS | {"cloud-api": 3300}:
        async with connect(name) as server:
            tools = await server.tools()
        texts[name] = [f"{tool.name} {tool.description} {' '.join(tool.input_schema['properties'])}" for tool in tools]
    assert not [text for held in texts.values() for text in held if "slack" in text.lower()]
    assert not [text for name, held in texts.items() if name != "wiki" for text in held if "wiki" in text.lower()]
    assert sum("members_list" in text for text in texts["cloud-api"]) > 5


async def test_a_whole_number_may_be_spelled_with_a_point(connect: Any) -> None:
    async with connect("tracker") as server:
        assert "PX-233" in await server.text("list_issues", project_id="PX", limit=1.0)
        assert "not a cursor" in await server.refusal("list_issues", project_id="PX", cursor="next")


async def test_arguments_that_do_not_fit_are_refused_by_name(connect: Any) -> None:
    async with connect("tracker") as server:
        refused = await server.refusal("create_issue", title="Export fails", project_id="PX", due_date="tomorrow")
        assert refused.startswith("arguments.due_date: 'tomorrow' does not match")
        assert "project_id" in await server.refusal("create_issue", title="Export fails")
        assert "no tool" in await server.refusal("create_isue")
