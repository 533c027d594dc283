from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.invocation.envelope import Envelope, Refusal, Standing, near, parse

NAMES = (
    "mcp__basic_memory__list_projects",
    "mcp__desk__search",
    "mcp__obsidian_graph__vault_read",
    "mcp__wiki__search",
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def known(name: str) -> Standing:
    if name == "terminal":
        return Standing.DIRECT
    return Standing.DEFERRED if name in NAMES else Standing.UNKNOWN


def refused(profile: Profile, envelope: object) -> Refusal:
    read = parse(profile, envelope, known, NAMES)
    assert isinstance(read, Refusal)
    return read


@pytest.mark.parametrize("given", [None, {}, "{}"])
def test_no_arguments_can_be_said_in_several_ways(given: object) -> None:
    """D01."""
    for profile in PROFILES.values():
        assert parse(profile, {"name": NAMES[1], "arguments": given}, known) == Envelope(NAMES[1], {})
        assert parse(profile, {"name": NAMES[1]}, known) == Envelope(NAMES[1], {})


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_blank_string_as_arguments_is_an_error_that_names_the_release_which_takes_it(blank: str) -> None:
    """D01."""
    refusal = refused(HERMES_21, {"name": NAMES[1], "arguments": blank})
    assert refusal.code == "bad_json"
    assert "empty string" in refusal.message
    assert "hermes-0.22" in refusal.message
    assert parse(HERMES_22, {"name": NAMES[1], "arguments": blank}, known) == Envelope(NAMES[1], {})


def test_parameters_called_name_and_arguments_are_not_the_envelopes_own() -> None:
    """D12."""
    inner = {"name": "x", "arguments": {"name": "tool_call"}}
    assert parse(HERMES_21, {"name": NAMES[1], "arguments": inner}, known) == Envelope(NAMES[1], inner)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_a_direct_tool_and_an_unknown_one_are_told_apart_in_every_release(profile: Profile) -> None:
    """D13."""
    direct, unknown = refused(profile, {"name": "terminal"}), refused(profile, {"name": "nope"})
    assert (direct.standing, unknown.standing) == (Standing.DIRECT, Standing.UNKNOWN)
    assert "call it directly as terminal" in direct.message
    assert "no such tool" in unknown.message
    assert (direct.code == unknown.code) == (profile is not HERMES_22)


def test_a_flat_call_is_refused_with_the_keys_it_brought() -> None:
    """D15."""
    refusal = refused(HERMES_21, {"query": "x", "limit": 3})
    assert (refusal.code, refusal.received) == ("no_name", ("query", "limit"))
    assert "received: query, limit" in refusal.message
    assert "received: nothing" in refused(HERMES_21, {}).message


def test_keys_that_came_instead_of_a_name_cannot_write_to_the_terminal() -> None:
    assert "\x1b" not in refused(HERMES_21, {"\x1b[2J\n": 1}).message


def test_a_batch_is_refused_and_no_part_of_it_is_a_call() -> None:
    """D16."""
    assert refused(HERMES_22, {"calls": [{"name": NAMES[0]}, {"name": NAMES[1]}]}).code == "batch"
    assert refused(HERMES_22, {"calls": []}).code == "no_calls"
    assert refused(HERMES_22, {"calls": "[{"}).code == "bad_json"
    assert refused(HERMES_22, {"calls": 5}).code == "no_calls"


@pytest.mark.parametrize("name", ["tool_call", "tool_search", " tool_describe "])
def test_the_bridge_does_not_call_itself(name: str) -> None:
    """D18."""
    for profile in PROFILES.values():
        assert refused(profile, {"name": name, "arguments": {"name": "tool_call"}}).code == "bridge_tool"


def test_a_servers_own_tool_call_is_reached_under_its_prefixed_name() -> None:
    """D18."""
    read = parse(HERMES_21, {"name": "mcp__x__tool_call"}, lambda name: Standing.DEFERRED)
    assert read == Envelope("mcp__x__tool_call", {})


def test_a_left_off_prefix_brings_every_candidate_and_calls_none() -> None:
    """C06."""
    assert refused(HERMES_21, {"name": "list_projects"}).near == (NAMES[0],)
    both = refused(HERMES_22, {"name": "search"})
    assert both.near == ("mcp__desk__search", "mcp__wiki__search")
    assert all(name in both.message for name in both.near)


def test_other_spellings_are_suggested() -> None:
    """C01."""
    assert near("mcp__obsidian-graph__vault_read", NAMES) == (NAMES[2],)
    assert near("obsidian-graph__Vault-Read", NAMES) == (NAMES[2],)
    assert near("mcp__desk__serch", NAMES)[0] == "mcp__desk__search"
    assert near("weather", NAMES) == ()


def test_a_repeated_key_in_a_string_of_arguments_is_marked_as_lost() -> None:
    read = parse(HERMES_21, {"name": NAMES[1], "arguments": '{"a": 1, "a": 2}'}, known)
    assert read == Envelope(NAMES[1], {"a": 2}, lossy=True)


@given(JSON)
def test_any_json_is_read_or_refused_in_one_line(envelope: object) -> None:
    for profile in (HERMES_19, HERMES_21, HERMES_22):
        for wrapped in (envelope, {"name": NAMES[1], "arguments": envelope}, {"calls": envelope}):
            read = parse(profile, wrapped, known, NAMES)
            assert isinstance(read, Envelope) or "\n" not in read.message
