"""Calls in the history, and said again elsewhere."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from tests.ui.calling import CREATE, TITLED, desk, prepared, record, the_tool
from toolscope.canonical import Json
from toolscope.config.launch import Http, Launch, Recorded, Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.config.profiles import DEFAULT, HERMES_22
from toolscope.ui.present.calls import command_line, history_line, tool_call_json
from toolscope.ui.present.draft import UnreadableError
from toolscope.ui.present.tool_call import unwrap

HOSTILE = {"title": "it's $(rm) \x1b \u202e"}


@pytest.mark.parametrize(
    ("launch", "origin", "end"),
    [
        (Stdio("uvx", ("server",)), "command line", ["--name", "s", "--", "uvx", "server"]),
        (Http("https://me:secret@host/mcp?key=1"), "command line", ["--name", "s", "--url", "https://host/mcp"]),
        (Stdio("uvx"), "config.yaml", ["--config", "config.yaml", "--server", "s"]),
        (Recorded({}), "r.json", ["--recording", "r.json", "--server", "s"]),
        (Recorded({}), "demo", ["--demo", "--server", "s"]),
    ],
)
def test_a_call_can_be_said_as_a_command(launch: Launch, origin: str, end: list[str]) -> None:
    text = command_line(ServerConfig("s", launch, Origin(origin)), DEFAULT, CREATE, HOSTILE)
    assert text.isascii()
    assert text.isprintable()
    words = shlex.split(text)
    assert words[:3] == ["toolscope", "call", CREATE]
    assert json.loads(words[3]) == HOSTILE
    assert words[4:] == end
    assert "secret" not in text


def test_another_release_is_part_of_the_command() -> None:
    assert command_line(None, HERMES_22, CREATE, {}).endswith("--profile hermes-0.22")


def test_a_call_can_be_said_as_a_model_says_it() -> None:
    assert json.loads(tool_call_json(CREATE, HOSTILE)) == {"name": CREATE, "arguments": HOSTILE}


def test_a_line_of_the_history_fits_its_width() -> None:
    call = prepared(desk(), **TITLED)
    records = [record(call, running=True), record(call, refused="denied"), record(call, error="x", elapsed_ms=1.0)]
    for one in [*records, record(call, result={"content": []}, elapsed_ms=99.0)]:
        for width in (30, 43, 78):
            assert history_line(one, width, date.today()).cell_length == width
    failed = history_line(record(call, result={"isError": True, "content": []}, elapsed_ms=1.0), 44, date.today()).plain
    assert "create_issue  tracker" in failed
    assert "tool error" in failed
    assert "99 ms" in history_line(record(call, result={}, elapsed_ms=99.0), 50, date.today()).plain


@pytest.mark.parametrize("past", [False, True])
def test_a_call_of_today_says_when_and_an_older_one_on_which_day(past: bool) -> None:
    """Whichever run it was made in."""
    one = replace(record(prepared(desk(), **TITLED), result={}, elapsed_ms=9.0), past=past)
    when = datetime.fromtimestamp(one.at)
    assert f"  {when:%H:%M:%S}" in history_line(one, 78, when.date()).plain
    assert f"  {when:%d %b %H:%M}  " in history_line(one, 78, when.date() + timedelta(1)).plain


def test_a_whole_tool_call_is_looked_through() -> None:
    moment = desk()
    given = {"name": CREATE, "arguments": json.dumps(TITLED)}
    assert unwrap(DEFAULT, moment.catalog, the_tool(moment), given) == (CREATE, TITLED)
    assert unwrap(DEFAULT, moment.catalog, the_tool(moment), TITLED) is None
    assert unwrap(DEFAULT, moment.catalog, the_tool(moment), {"name": "x"}) is None


def test_a_tool_call_of_an_unknown_tool_is_refused_by_name() -> None:
    moment = desk()
    with pytest.raises(UnreadableError, match="create_isue"):
        unwrap(DEFAULT, moment.catalog, the_tool(moment), {"name": "mcp__tracker__create_isue", "arguments": {}})


def test_parameters_called_like_an_envelope_are_parameters() -> None:
    moment = desk()
    schema: Json = {"type": "object", "properties": {"name": {}, "arguments": {}}}
    odd = replace(the_tool(moment), registry_schema=schema)
    assert unwrap(DEFAULT, moment.catalog, odd, {"name": CREATE, "arguments": {}}) is None
