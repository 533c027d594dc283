"""The decision, as the reference takes it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import RELEASES, catalog, status, tool
from tests.disclosure.drawn import SERVERS, of
from tests.golden import vector
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings, ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.disclosure.disclose import Disclosure, budget, disclose
from toolscope.disclosure.ladder import Ladder
from toolscope.tokens import estimate

CASES = vector("disclosure")["catalogs"]


def _filter(config: dict[str, Any]) -> ToolFilter:
    names = config.get("tools", {})

    def patterns(key: str) -> tuple[str, ...] | None:
        value = names.get(key)
        return None if value is None else (value,) if isinstance(value, str) else tuple(value)

    return ToolFilter(patterns("include"), patterns("exclude") or ())


def _catalog(case: dict[str, Any], profile: Profile) -> Catalog:
    return catalog(
        *(
            status(s["name"], s["tools"], capabilities=s.get("capabilities", ()), names=_filter(s.get("config", {})))
            for s in case["servers"]
        ),
        profile=profile,
    )


def _settings(row: list[Any], profile: Profile) -> Settings:
    context, pct, cap, enabled, listing = row
    return Settings(
        profile=profile,
        context_length=context,
        threshold_pct=max(0.0, min(100.0, float(pct))),
        listing_max_tokens=max(200, min(60_000, cap)),
        enabled=enabled,
        listing=listing,
    )


def _decision(seen: Disclosure, row: dict[str, Any]) -> dict[str, Any]:
    modes = {group.label: seen.mode(group.label) for group in seen.ladder.groups}
    named = {label: "none" if mode == "hidden" else mode for label, mode in modes.items()}
    if "all" in row["modes"] and len(set(named.values())) == 1:
        named = {"all": next(iter(named.values()))}
    bridge = seen.bridge
    return {
        "activated": seen.activated,
        "tier": seen.tier,
        "form": seen.form,
        "budget": seen.budget.tokens,
        "manifest_chars": seen.rung.length.chars,
        "manifest_tokens": seen.rung.tokens,
        "bridge": [bridge.search, bridge.describe, bridge.call] if bridge else None,
        "bridge_tokens": estimate(bridge.chars) if bridge else 0,
        "modes": named,
        **({"threshold_tokens": seen.threshold_tokens} if "threshold_tokens" in row else {}),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_every_decision_is_the_reference_s(case: dict[str, Any]) -> None:
    seen = _catalog(case, HERMES_21)
    ladder = Ladder.of(seen)
    assert [[group.label, len(group.tools)] for group in ladder.groups] == sorted(case["groups"])
    assert len(seen.deferred) == case["deferred_count"]
    for row, wanted in case["rows"]:
        got = disclose(seen, ladder, _settings(row, HERMES_21))
        assert got.deferred_tokens == case["deferred_tokens"]
        assert _decision(got, wanted) == wanted, row


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_manifest_is_as_long_as_the_arithmetic_says(case: dict[str, Any]) -> None:
    seen = _catalog(case, HERMES_21)
    ladder = Ladder.of(seen)
    for rung in ladder.rungs:
        text = ladder.text(rung)
        assert len(text) == rung.length.chars
        import json

        assert len(json.dumps(text, ensure_ascii=False)) - 2 == rung.length.escaped


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_newer_release_lists_alike_and_counts_its_longer_schemas(case: dict[str, Any]) -> None:
    seen = _catalog(case, HERMES_22)
    ladder = Ladder.of(seen)
    for row, wanted in case["rows"]:
        got = disclose(seen, ladder, _settings(row, HERMES_22))
        assert (got.tier, got.form, got.rung.length.chars) == (wanted["tier"], wanted["form"], wanted["manifest_chars"])
        assert got.deferred_tokens == case.get("deferred_tokens_0.22", case["deferred_tokens"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_legacy_release_activates_by_share(case: dict[str, Any]) -> None:
    seen = _catalog(case, HERMES_19)
    legacy = case["legacy"]
    assert len(seen.deferred) == legacy["deferred_count"]
    for context, pct, enabled, activated, threshold in legacy["rows"]:
        got = disclose(seen, Ladder.of(seen), _settings([context, pct, 4000, enabled, "auto"], HERMES_19))
        assert got.deferred_tokens == legacy["deferred_tokens"]
        assert (got.activated, got.threshold_tokens) == (activated, threshold), (context, pct, enabled)


@pytest.mark.parametrize("row", vector("budgets")["budgets"], ids=str)
def test_a_budget_is_the_reference_s(row: list[Any]) -> None:
    context, pct, cap, tokens, _activates = row
    assert budget(_settings([context, pct, cap, "auto", "auto"], HERMES_21)).tokens == tokens


@given(SERVERS, st.integers(0, 3000))
def test_a_manifest_is_never_over_budget(servers: dict[str, list[Any]], tokens: int) -> None:
    seen = of(servers)
    ladder = Ladder.of(seen)
    rung = ladder.select(tokens)
    assert rung.tokens <= tokens
    assert len(ladder.text(rung)) == rung.length.chars
    first = next((r for r in ladder.rungs if r.tokens <= tokens), None)
    assert (first is None and rung.form == "none") or rung == first


@given(SERVERS, st.integers(0, 3000))
def test_the_blocks_and_the_header_sum_to_the_manifest(servers: dict[str, list[Any]], tokens: int) -> None:
    seen = of(servers)
    ladder = Ladder.of(seen)
    rung = ladder.select(tokens)
    parts = sum(1 + group.lengths[ladder.mode(rung, group.label)].chars for group in ladder.groups)
    assert rung.length.chars == (81 + parts if rung.form != "none" else 0)


def test_a_percentage_of_zero_hides_everything() -> None:
    seen = catalog(status("a", [tool("b", "C.")]))
    got = disclose(seen, Ladder.of(seen), Settings(context_length=200_000, threshold_pct=0.0))
    assert (got.tier, got.form, got.budget.tokens, got.budget.binding) == (2, "none", 0, "threshold_pct")


def test_the_binding_side_of_an_unknown_context_is_named_only_when_it_is_the_smaller() -> None:
    assert budget(Settings(listing_max_tokens=4000)).binding == "listing_max_tokens"
    assert budget(Settings(listing_max_tokens=20_000)).binding == "unknown_context"
    assert budget(Settings(context_length=80_000)).binding == "listing_max_tokens"


def test_releases_have_names() -> None:
    assert [profile.name for profile in RELEASES.values()] == ["hermes-0.21", "hermes-0.22", "hermes-0.19"]
