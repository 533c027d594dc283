"""Whatever JSON a server answers with, it becomes a state, a reply, and something to print."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.connections.launching import script
from tests.test_hostile_catalog import JSON, TOOLS
from toolscope.cli import views
from toolscope.cli.output import dumps
from toolscope.config.model import ServerConfig, Settings
from toolscope.connections.fleet import Fleet
from toolscope.connections.harmless import stand_in
from toolscope.connections.state import State
from toolscope.survey import take

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "a", "version": "1"}}
HELLOS = JSON | st.builds(
    lambda odd: {**HELLO, **odd},
    st.dictionaries(st.sampled_from([*HELLO, "instructions", "_meta"]), JSON, max_size=2),
)
LISTS = (
    JSON
    | st.fixed_dictionaries({"tools": TOOLS | JSON}, optional={"nextCursor": JSON, "_meta": JSON})
    | st.fixed_dictionaries({"tools": TOOLS})
)
RESULTS = JSON | st.fixed_dictionaries(
    {"content": st.lists(JSON | st.fixed_dictionaries({"type": JSON, "text": JSON}), max_size=3) | JSON},
    optional={"isError": JSON, "structuredContent": JSON, "_meta": JSON, "resultType": JSON},
)
SERVERS = st.fixed_dictionaries(
    {
        "results": st.fixed_dictionaries(
            {"initialize": st.just(HELLO) | HELLOS, "tools/list": LISTS, "tools/call": RESULTS},
            optional={"server/discover": JSON},
        )
    },
    optional={
        "members": st.dictionaries(
            st.sampled_from(["tools/list", "tools/call"]), st.fixed_dictionaries({"error": JSON})
        )
    },
)


@settings(max_examples=4, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.lists(SERVERS, min_size=8, max_size=8))
def test_any_answer_of_a_server_is_a_state_a_reply_and_something_to_print(answers: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        configs = []
        for number, one in enumerate(answers):
            path = Path(folder) / f"{number}.json"
            path.write_text(json.dumps(one), encoding="utf-8")
            configs.append(script("scripted", str(path), name=f"s{number}", connect_timeout=60))
        asyncio.run(lived(configs))


async def lived(configs: list[ServerConfig]) -> None:
    """Start servers, take everything down, call each, end them."""
    async with Fleet(configs, slots=8) as fleet:
        statuses = await fleet.settled()
        survey = take(statuses, Settings())
        for status in statuses:
            assert status.state in (State.READY, State.FAILED)
            assert status.reason or status.state is State.READY
            json.loads(dumps(views.server(survey, status)))
            reply = await fleet.call(status.name, "any", {}, timeout=60)
            assert reply.error is None or reply.result is None


@given(st.sampled_from(["initialize", "tools/list", "tools/call", "resources/read", "server/discover", "other"]), JSON)
def test_what_the_sdk_is_given_in_place_of_a_result_is_an_object(method: str, result: Any) -> None:
    assert isinstance(stand_in(method, result), dict)
