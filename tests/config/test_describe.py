"""The resolved configuration can be printed without giving anything away."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from toolscope.config.describe import as_yaml, resolved
from toolscope.config.gather import Sources, Surroundings, load
from toolscope.config.interpolate import Variables
from toolscope.config.model import Origin, Settings
from toolscope.config.options import Options
from toolscope.config.profiles import HERMES_19, HERMES_21, PROFILES, Profile
from toolscope.config.save import edited
from toolscope.config.section import Section
from toolscope.config.settings import resolve, tool_search
from toolscope.veil import MASK

Write = Callable[[str, str], Path]
Around = Callable[..., Surroundings]

SECRETS = """
mcp_servers:
  local:
    command: x
    args: [--api-key, CANARY1, --token=CANARY2, "https://me:CANARY3@a.example/x?key=CANARY4"]
    env: {TOKEN: CANARY5, OTHER: "${SECRET}"}
  remote:
    url: https://user:CANARY7@a.example:8443/mcp?token=CANARY8&x=CANARY9
    headers: {Authorization: Bearer CANARY10}
  odd:
    url: https://CANARY11@/mcp?CANARY12
    headers: {X: [CANARY13]}
"""


def test_no_secret_is_ever_printed(around: Around, write: Write) -> None:
    config = load(Sources(configs=(write("c.yaml", SECRETS),)), around(SECRET="CANARY6"))
    printed = json.dumps(resolved(config), ensure_ascii=False)
    assert "CANARY" not in printed
    local, remote, _ = resolved(config)["servers"]
    assert local["env"] == {"TOKEN": MASK, "OTHER": MASK}
    assert local["args"][:3] == ["--api-key", MASK, f"--token={MASK}"]
    assert remote["url"] == f"https://{MASK}@a.example:8443/mcp?token={MASK}&x={MASK}"
    assert remote["headers"] == {"Authorization": MASK}


def test_every_setting_says_where_it_came_from(around: Around, write: Write) -> None:
    path = write("c.yaml", "tools:\n  tool_search:\n    threshold_pct: 2.5\n    nonsense: 1\n")
    printed = resolved(load(Sources(configs=(path,), options=Options(context="200k")), around()))
    settings = printed["settings"]
    assert settings["threshold_pct"] == {"value": 2.5, "origin": f"{path}:3"}
    assert settings["context_length"] == {"value": 200_000, "origin": "command line"}
    assert settings["listing_max_tokens"] == {"value": 4000, "origin": "default of hermes-0.21"}
    assert printed["complaints"] == [
        {"origin": f"{path}:4", "key": "tools.tool_search.nonsense", "message": "unknown key; ignored"}
    ]
    json.dumps(printed)


def test_places_and_rules_are_printed(around: Around, write: Write) -> None:
    write("own.yaml", "guardrail: {rules: [{match: a/*, decision: deny, reason: never}], trusted_servers: [b]}")
    printed = resolved(load(Sources(), around()))
    assert printed["guardrail"]["rules"][0]["reason"] == "never"
    assert printed["looked"][0]["found"] is False


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_the_yaml_block_gives_the_same_settings_when_it_is_read_again(profile: object) -> None:
    assert isinstance(profile, type(HERMES_21))
    wanted = Settings(
        profile,
        threshold_pct=0.07,
        listing_max_tokens=900 if profile.tiers else 4000,
        enabled="on",
        listing="off" if profile.tiers else "auto",
        search_default_limit=3,
        max_search_limit=7,
        defer=("todo_list",) if profile.tiers else None,
    )
    block = yaml.safe_load(as_yaml(wanted))["tools"]["tool_search"]
    part = Section(block, ("tools", "tool_search"), lambda _: Origin("test"))
    assert resolve(profile, [tool_search(part, profile)])[0] == wanted
    assert part.complaints == []
    assert ("listing" in block) is (profile is not HERMES_19)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_the_yaml_block_is_what_saving_writes_in_an_empty_file(profile: Profile) -> None:
    held = resolve(profile, [])[0]
    wanted = replace(held, threshold_pct=0.22, enabled="off", search_default_limit=3, max_search_limit=9)
    if profile.tiers:
        wanted = replace(wanted, listing="on", listing_max_tokens=900)
    assert as_yaml(wanted) == edited("c.yaml", "", wanted, Variables({})).after
