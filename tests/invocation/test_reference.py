"""Coercion, validation and envelopes against the golden values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import vector
from toolscope.catalog.bridge import BRIDGE_TOOLS
from toolscope.catalog.definition import registry_schema
from toolscope.config.profiles import PROFILES, Profile
from toolscope.invocation.coerce import coerce
from toolscope.invocation.envelope import Envelope, Refusal, Standing, parse
from toolscope.invocation.validate import validate

CALLS = vector("calls")
VERSIONS = {"hermes-0.21": None, "hermes-0.22": "0.22", "hermes-0.19": "0.19"}
PREFIX = "mcp__harborbook__"


def expected(row: list[Any], profile: Profile) -> dict[str, Any]:
    """The result of one release; 0.19 validates nothing, so its coercion alone counts."""
    result: dict[str, Any] = row[-2] if isinstance(row[-2], dict) and is_difference(row[-1]) else row[-1]
    version = VERSIONS[profile.name]
    if version and is_difference(row[-1]) and version in row[-1]:
        return dict(row[-1][version])
    return result


def is_difference(entry: Any) -> bool:
    return isinstance(entry, dict) and bool(entry) and set(entry) <= {"0.22", "0.19"}


def plain(value: Any) -> Any:
    """Undo the spelling of numbers that JSON cannot hold."""
    if isinstance(value, dict):
        return float(value["$float"]) if set(value) == {"$float"} else {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def agree(profile: Profile, schema: Any, given: dict[str, Any], result: dict[str, Any]) -> None:
    registry = registry_schema(profile, schema)
    coerced = coerce(profile, registry, given)
    # repr tells 1 from 1.0 and True, and nan from nothing.
    assert repr(coerced.arguments) == repr(plain(result.get("coerced", given)))
    assert (coerced.unreadable is not None) == result.get("coerce_error", False)
    found = validate(profile, registry, given, coerced)
    if not profile.validates:
        assert not found.validated
        return
    assert found.passed == result["valid"]
    if result["valid"]:
        assert found.validated == (not result.get("fail_open") and not result.get("coerce_error"))
        assert (found.not_validated_reason is None) == found.validated
    else:
        assert found.validated
        assert (found.problems[0].path, found.problems[0].constraint) == (result["path"], result["constraint"])


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("row", CALLS["cases"], ids=lambda row: f"{row[0]}-{row[1]}"[:60])
def test_arguments_are_coerced_and_checked_as_in_the_reference(profile: Profile, row: list[Any]) -> None:
    agree(profile, CALLS["schemas"][row[0]], plain(row[1]), expected(row, profile))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("row", CALLS["envelopes"], ids=lambda row: str(row[0])[:60])
def test_envelopes_are_read_as_in_the_reference(profile: Profile, row: list[Any]) -> None:
    result = expected(row, profile)
    read = parse(profile, plain(row[0]), standing)
    if "error" in result:
        assert isinstance(read, Refusal)
        assert read.code == result["error"]
        assert "\n" not in read.message
        return
    assert isinstance(read, Envelope)
    assert (read.name, repr(read.arguments)) == (result["name"], repr(plain(result["arguments"])))
    agree(profile, CALLS["schemas"][read.name.removeprefix(PREFIX)], read.arguments, result)


def standing(name: str) -> Standing:
    assert name not in BRIDGE_TOOLS
    if name == "terminal":
        return Standing.DIRECT
    deferred = name.startswith(PREFIX) and name.removeprefix(PREFIX) in CALLS["schemas"]
    return Standing.DEFERRED if deferred else Standing.UNKNOWN
