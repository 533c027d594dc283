"""Gates: what passes, what fails, and that what they advise helps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, export, status, tool
from tests.disclosure.drawn import SERVERS, SETTINGS, of
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19
from toolscope.disclosure.disclose import Disclosure, disclose
from toolscope.disclosure.gate import Check, Gates, check
from toolscope.disclosure.ladder import Ladder
from toolscope.tokens import estimate

SEEN = catalog(
    status("cloud", [tool(f"resource_{n}", "List resources.") for n in range(400)]),
    status("tracker", [tool(f"issue_{n}", "Do something to an issue.", "id") for n in range(30)]),
)


def _seen(settings: Settings, seen: Catalog = SEEN) -> Disclosure:
    return disclose(seen, Ladder.of(seen), settings)


def _only(settings: Settings, gates: Gates, seen: Catalog = SEEN) -> Check:
    (found,) = check(_seen(settings, seen), gates)
    return found


def _following(settings: Settings, advice: str) -> Settings:
    """The settings that a message tells to make."""
    numbers = {key: value.replace(",", "") for key, value in re.findall(r"(\w+) to ([\d.,]*\d)", advice)}
    if "listing to auto" in advice:
        settings = replace(settings, listing="auto")
    return replace(
        settings,
        threshold_pct=float(numbers.get("threshold_pct", settings.threshold_pct)),
        listing_max_tokens=int(numbers.get("listing_max_tokens", settings.listing_max_tokens)),
    )


def test_gates_are_asked_in_order_and_only_those_that_are_there() -> None:
    gates = Gates(4_000, 1, ("cloud", "tracker"), 100)
    names = [found.name for found in check(_seen(Settings(context_length=200_000)), gates)]
    assert names == ["max_manifest_tokens", "max_tier", "listed", "listed", "max_tool_tokens"]
    assert list(check(_seen(Settings()), Gates())) == []


@given(SERVERS, SETTINGS, st.integers(0, 3000))
def test_a_manifest_passes_up_to_its_limit(servers: dict[str, list[Any]], settings: Settings, limit: int) -> None:
    seen = _seen(settings, of(servers))
    (found,) = check(seen, Gates(manifest_tokens=limit))
    assert found.passed == (len(seen.manifest) <= 4 * limit)
    assert found.actual == estimate(len(seen.manifest))
    if not found.passed and "listing_max_tokens" in found.message:
        (again,) = check(_seen(_following(settings, found.message), seen.catalog), Gates(manifest_tokens=limit))
        assert again.passed


@given(SERVERS, SETTINGS, st.data())
def test_the_advice_for_an_unlisted_server_lists_it(
    servers: dict[str, list[Any]], settings: Settings, data: st.DataObject
) -> None:
    seen = of(servers)
    server = data.draw(st.sampled_from(list(servers)))
    found = _only(settings, Gates(listed=(server,)), seen)
    assert found.passed == (found.actual in ("full", "names", "eager"))
    if "set " in found.message:
        assert _only(_following(settings, found.message), Gates(listed=(server,)), seen).passed


@given(SERVERS, SETTINGS)
def test_the_advice_for_a_tier_that_is_too_high_lowers_it(servers: dict[str, list[Any]], settings: Settings) -> None:
    seen = of(servers)
    found = _only(settings, Gates(tier=1), seen)
    assert found.passed == (_seen(settings, seen).tier <= 1)
    if "set threshold_pct" in found.message or "set listing_max_tokens" in found.message:
        assert _only(_following(settings, found.message), Gates(tier=1), seen).passed


def test_every_toolset_of_a_server_must_be_named() -> None:
    plugins = [
        {
            "toolset": toolset,
            "function": {"name": f"{toolset}_tool_number_{n}", "description": "Run.", "parameters": {}},
        }
        for toolset, count in (("small", 20), ("large", 200))
        for n in range(count)
    ]
    seen, settings = catalog(export("agent", plugins)), Settings(context_length=200_000, threshold_pct=0.05)
    advice = _only(settings, Gates(listed=("agent",)), seen).message
    after = _seen(_following(settings, advice), seen)
    assert [after.mode(label) for label in ("small", "large")] == ["names", "names"]


def test_a_listing_that_is_off_is_advised_on() -> None:
    settings = Settings(context_length=200_000, listing="off")
    assert _only(settings, Gates(listed=("tracker",))).message == "nothing is said of tracker; set listing to auto"
    assert _only(settings, Gates(tier=1)).message == "tier 2 none, at most 1 is wanted; listing is off: set it to auto"


def test_a_session_that_sends_every_schema_names_its_tools() -> None:
    found = _only(Settings(enabled="off"), Gates(listed=("cloud",)))
    assert (found.passed, found.actual) == (True, "eager")
    core = [{"type": "function", "function": {"name": "terminal", "description": "Run.", "parameters": {}}}]
    assert _only(Settings(), Gates(listed=("agent",)), catalog(export("agent", core))).passed


def test_a_server_without_tools_is_not_listed() -> None:
    found = _only(Settings(), Gates(listed=("empty",)), catalog(status("empty")))
    assert (found.passed, found.actual, found.server) == (False, None, "empty")


def test_a_release_without_a_listing_names_nothing() -> None:
    found = _only(Settings(profile=HERMES_19, enabled="on"), Gates(listed=("tracker",)))
    assert "hermes-0.19 has no listing" in found.message


def test_names_beyond_every_budget_have_no_setting() -> None:
    found = _only(Settings(context_length=1_000), Gates(listed=("cloud",)))
    assert found.message.endswith("no setting names its tools: leave some out with tools.exclude, or other servers")


def test_tier_zero_takes_tool_search_off() -> None:
    assert "set enabled to off" in _only(Settings(), Gates(tier=0)).message
    assert _only(Settings(enabled="off"), Gates(tier=0)).passed


@pytest.mark.parametrize("limit", [0, 20, 48, 49, 60, 10_000])
def test_every_tool_above_the_limit_is_named_the_largest_first(limit: int) -> None:
    found = _only(Settings(), Gates(tool_tokens=limit))
    sizes = sorted((estimate(len(each.definition_text)) for each in SEEN.tools), reverse=True)
    assert [estimate(each.chars) for each in found.tools] == [size for size in sizes if size > limit]
    assert (found.passed, found.actual) == (not found.tools, sizes[0])


def test_an_empty_catalog_has_no_largest_tool() -> None:
    found = _only(Settings(), Gates(tool_tokens=1), catalog())
    assert (found.passed, found.actual) == (True, None)
