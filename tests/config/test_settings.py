"""``tools.tool_search`` is read as the reference reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden import vector
from toolscope.config import source
from toolscope.config.interpolate import Variables
from toolscope.config.model import ConfigError, Origin, Settings
from toolscope.config.options import Options
from toolscope.config.parse import document
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.config.section import Section
from toolscope.config.settings import Layer, following, resolve, tool_search, under

CASES = vector("budgets")["settings"]
VERSIONS = {"seed": HERMES_21, "0.22": HERMES_22, "0.19": HERMES_19}


def read_by_the_loader(text: str, profile: Profile) -> Layer:
    """What the file gives; the reference takes its defaults where toolscope refuses the file."""
    try:
        read = source.parse("config.yaml", text, profile.strict_yaml)
        return document(read, profile, Variables({}), Path("."), hermes=True).layer
    except ConfigError:
        return Layer()


def as_the_vectors_write_it(settings: Settings) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "enabled": settings.enabled,
        "threshold_pct": settings.threshold_pct,
        "search_default_limit": settings.search_default_limit,
        "max_search_limit": settings.max_search_limit,
    }
    if settings.profile.tiers:
        shown["listing"] = settings.listing
        shown["listing_max_tokens"] = settings.listing_max_tokens
        shown["defer"] = None if settings.defer is None else sorted(settings.defer)
    return shown


def read_as(case: dict[str, Any], profile: Profile) -> dict[str, Any]:
    if "raw" in case:
        layer = tool_search(Section(case["raw"], ("tools", "tool_search"), lambda _: Origin("test")), profile)
    else:
        text = case["file"] if "file" in case else f"tools:\n  tool_search: {case['yaml']}\n"
        layer = read_by_the_loader(text, profile)
    return as_the_vectors_write_it(resolve(profile, [layer])[0])


@pytest.mark.parametrize("version", VERSIONS)
def test_every_golden_value_is_read_as_the_reference_reads_it(version: str) -> None:
    assert len(CASES) == 115
    differing = [
        (case, read)
        for case in CASES
        if (read := read_as(case, VERSIONS[version])) != (case[version] if version in case else case["seed"])
    ]
    assert differing == []


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.just(10**400)
    | st.just("9" * 5000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "enabled",
    "threshold_pct",
    "listing",
    "listing_max_tokens",
    "search_default_limit",
    "max_search_limit",
    "defer",
    "threshold",
)


@given(json_values | st.dictionaries(st.sampled_from(KEYS), json_values), st.sampled_from(list(PROFILES.values())))
def test_whatever_is_written_every_setting_ends_in_its_range(raw: Any, profile: Profile) -> None:
    settings, origins = resolve(profile, [tool_search(Section(raw, ("x",), lambda _: Origin("test")), profile)])
    assert 0.0 <= settings.threshold_pct <= 100.0
    assert 200 <= settings.listing_max_tokens <= 60_000
    assert 1 <= settings.search_default_limit <= settings.max_search_limit <= 50
    assert {settings.enabled, settings.listing} <= {"auto", "on", "off"}
    assert set(origins) >= {"profile", "context_length", "threshold_pct"}


@pytest.mark.parametrize(
    ("raw", "key", "words"),
    [
        ({"threshold_pct": 101}, "tool_search.threshold_pct", "is outside 0 to 100; 100 is used"),
        ({"threshold_pct": -1}, "tool_search.threshold_pct", "is outside 0 to 100; 0 is used"),
        ({"threshold_pct": "5%"}, "tool_search.threshold_pct", "must be a number from 0 to 100, not '5%'; 5 is used"),
        ({"listing_max_tokens": 199}, "tool_search.listing_max_tokens", "is outside 200 to 60,000; 200 is used"),
        ({"max_search_limit": 51}, "tool_search.max_search_limit", "is outside 1 to 50; 50 is used"),
        ({"search_default_limit": 30}, "tool_search.search_default_limit", "is outside 1 to 25; 25 is used"),
        ({"treshold_pct": 50}, "tool_search.treshold_pct", "unknown key; did you mean threshold_pct?"),
        ({"enabled": "never"}, "tool_search.enabled", "must be auto, on or off, not 'never'; auto is used"),
        ({"defer": "todo_list"}, "tool_search.defer", "must be a list of core tools, not text"),
        ("off", "tool_search", "must be a mapping or false, not text; auto with defaults is used"),
        ({"listing_max_tokens": float("inf")}, "tool_search", "drops the whole block for its defaults"),
    ],
)
def test_what_is_not_taken_as_written_is_said(section: Callable[..., Section], raw: Any, key: str, words: str) -> None:
    block = section(raw, "tool_search")
    tool_search(block, HERMES_21)
    (complaint,) = block.complaints
    assert complaint.key == key
    assert words in complaint.message


@pytest.mark.parametrize("raw", [None, True, False, {}, {"threshold_pct": None, "defer": None}, {"threshold_pct": 3.5}])
def test_what_is_taken_as_written_needs_no_words(section: Callable[..., Section], raw: Any) -> None:
    block = section(raw)
    tool_search(block, HERMES_21)
    assert block.complaints == []


def test_an_older_release_says_which_keys_it_ignores_and_keeps_them_for_a_newer_one(
    section: Callable[..., Section],
) -> None:
    block = section({"listing_max_tokens": 900}, "tool_search")
    layer = tool_search(block, HERMES_19)
    assert [str(complaint) for complaint in block.complaints] == [
        "test.yaml:1: tool_search.listing_max_tokens: is not known to hermes-0.19; ignored there"
    ]
    settings, origins = resolve(HERMES_19, [layer])
    assert under(settings, HERMES_21, origins).listing_max_tokens == 900


def test_later_layers_win_and_each_value_knows_where_it_came_from() -> None:
    first, second = Origin("a.yaml", 3), Origin("command line")
    settings, origins = resolve(
        HERMES_21,
        [
            Layer({"threshold_pct": 3.0, "listing": "off"}, {"threshold_pct": first, "listing": first}),
            Layer({"threshold_pct": 4.0}, {"threshold_pct": second}),
        ],
    )
    assert (settings.threshold_pct, settings.listing) == (4.0, "off")
    assert (origins["threshold_pct"], origins["listing"]) == (second, first)
    assert str(origins["enabled"]) == "default"


def test_a_change_of_profile_moves_the_defaults_and_leaves_what_was_chosen() -> None:
    layer = Options(threshold_pct="5", context="gpt-6-astra").layer(HERMES_21)
    settings, origins = resolve(HERMES_21, [layer])
    moved = under(settings, HERMES_19, origins)
    assert moved.threshold_pct == 5.0
    assert moved.max_search_limit == 20
    assert moved.context_length == 256_000
    assert under(Settings(), HERMES_19, {}).threshold_pct == 10.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold_pct": "101"}, "--threshold-pct 101: give a number from 0 to 100"),
        ({"threshold_pct": "nan"}, "--threshold-pct nan: give a number from 0 to 100"),
        ({"threshold_pct": "five"}, "--threshold-pct five: give a number from 0 to 100"),
        ({"listing_max_tokens": "199"}, "--listing-max-tokens 199: give a whole number from 200 to 60000"),
        ({"enabled": "maybe"}, "--enabled maybe: give auto, on or off"),
        ({"listing": "1"}, "--listing 1: give auto, on or off"),
        ({"context": "-5"}, "--context -5: give tokens (200000, 200k, 1M), a model id or unknown"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused_with_what_it_accepts(options: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Options(**options).layer(HERMES_21)
    assert str(caught.value) == message


def test_a_profile_is_found_by_its_number_and_a_wrong_one_lists_them_all() -> None:
    assert Options(profile="0.19").release() is HERMES_19
    assert Options(profile="Hermes-0.22").release() is HERMES_22
    with pytest.raises(ConfigError, match=r"--profile hermes-0\.2: no such profile; did you mean .*hermes-0\.19"):
        Options(profile="hermes-0.2").release()


def test_only_what_nobody_set_follows_another_release() -> None:
    assert following(Settings(), HERMES_19, {}) == {"threshold_pct": 10.0, "max_search_limit": 20}
    assert following(Settings(threshold_pct=2.0), HERMES_19, {}) == {"max_search_limit": 20}
    written = {"threshold_pct": Origin("config.yaml", 3)}
    assert following(Settings(), HERMES_19, written) == {"max_search_limit": 20}
    assert following(Settings(), HERMES_21, {}) == {}
