"""Schemas normalised as each release of Hermes does it: golden values, and any JSON at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.golden import vector
from toolscope.canonical import size
from toolscope.catalog import naming
from toolscope.catalog.definition import (
    definition,
    description,
    parameter_names,
    parameters,
    registry_schema,
    wire_names,
)
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, PROFILES, Profile
from toolscope.tokens import estimate

RELEASES = {"seed": HERMES_21, "0.22": HERMES_22, "0.19": HERMES_19}
CASES = vector("definitions")["cases"]


def in_order(value: Any) -> str:
    """JSON whose text differs when keys stand in another order."""
    return json.dumps(value)


def both(profile: Profile, schema: Any) -> tuple[Any, Any]:
    registry = registry_schema(profile, schema)
    return registry, parameters(profile, registry)


def expected(case: dict[str, Any], release: str) -> dict[str, Any]:
    """A case as one release has it: the seed's values under its own, an absent ``catalog`` filled in."""
    own = case.get(release, {})
    values: dict[str, Any] = {key: value for key, value in case.items() if key != "catalog" or "registry" not in own}
    values |= own
    return {"catalog": values["registry"], **values}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_a_schema_becomes_what_the_release_makes_of_it(case: dict[str, Any], release: str) -> None:
    wanted = expected(case, release)
    registry, catalog = both(RELEASES[release], case["inputSchema"])
    chars = size(definition("mcp__harborbook__case", "Case.", catalog))
    assert in_order(registry) == in_order(wanted["registry"])
    assert in_order(catalog) == in_order(wanted["catalog"])
    assert (chars, estimate(chars)) == (wanted["chars"], wanted["tokens"])
    assert size(catalog) == wanted["parameters_chars"]
    assert list(parameter_names(catalog)) == wanted["params"]


def plain_catalogs() -> list[Any]:
    """Catalogs whose tools are all deferred under their own names, without generated ones."""
    special = ("config", "capabilities")
    return [c for c in vector("disclosure")["catalogs"] if not any(key in s for s in c["servers"] for key in special)]


@pytest.mark.parametrize("catalog", plain_catalogs(), ids=lambda catalog: str(catalog["title"]))
def test_the_sizes_of_a_catalog_add_up_to_its_deferred_tokens(catalog: dict[str, Any]) -> None:
    def tokens(profile: Profile) -> int:
        return estimate(
            sum(chars(profile, server["name"], tool) for server in catalog["servers"] for tool in server["tools"])
        )

    assert tokens(HERMES_21) == catalog["deferred_tokens"]
    assert tokens(HERMES_22) == catalog["deferred_tokens_0.22"]


def chars(profile: Profile, server: str, tool: dict[str, Any]) -> int:
    name = naming.model_name(profile, server, tool["name"])
    text = description(profile, tool.get("description"), tool["name"], server)
    return size(definition(name, text, both(profile, tool.get("inputSchema"))[1]))


def test_renamed_properties_are_known_by_the_servers_own_keys() -> None:
    schema = {"type": "object", "properties": {"a b": {}, "a_b": {}, "a/b": {}, "": {}, "kept": {}}}
    registry, catalog = both(HERMES_21, schema)
    assert parameter_names(catalog) == ("a_b_2", "a_b", "a_b_3", "param", "kept")
    assert wire_names(HERMES_21, registry) == {"a_b_2": "a b", "a_b_3": "a/b", "param": ""}


def test_nothing_is_renamed_where_the_release_does_not_rename() -> None:
    registry, catalog = both(HERMES_19, {"type": "object", "properties": {"a b": {}}})
    assert parameter_names(catalog) == ("a b",)
    assert wire_names(HERMES_19, registry) == {}


@pytest.mark.parametrize("registry", [None, 3, "object", [], {"properties": ["a b"]}])
def test_what_is_not_a_schema_has_no_names(registry: Any) -> None:
    assert wire_names(HERMES_21, registry) == {}
    assert parameter_names(registry) == ()


@pytest.mark.parametrize("absent", [None, "", 3, ["text"]])
def test_a_tool_without_a_description_gets_the_default_one(absent: Any) -> None:
    assert description(HERMES_21, absent, "list.all", "My-Server") == "MCP tool list.all from My-Server"


def test_invisible_tags_are_taken_out_of_descriptions_except_by_the_oldest_release() -> None:
    hidden = "Reads.\U000e0041\U000e007f"
    assert description(HERMES_21, hidden, "read", "files") == "Reads."
    assert description(HERMES_22, hidden, "read", "files") == "Reads."
    assert description(HERMES_19, hidden, "read", "files") == hidden


def test_a_definition_has_the_key_order_that_is_counted() -> None:
    text = in_order(definition("n", "d", {"type": "object"}))
    assert (
        text == '{"type": "function", "function": {"name": "n", "description": "d", "parameters": {"type": "object"}}}'
    )


KEYWORDS = (
    "type properties required anyOf oneOf allOf enum const default definitions $defs $ref items nullable not if "
    "patternProperties dependencies dependentRequired prefixItems additionalProperties examples x-own"
)
KEYS = st.sampled_from(KEYWORDS.split())
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3)
WORDS = st.sampled_from(["object", "string", "null", "#/definitions/A", "a b", "a_b"])
JSON = st.recursive(
    SCALARS | WORDS,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(KEYS | WORDS | st.text(max_size=2), parts, max_size=5),
    max_leaves=30,
)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@settings(deadline=None)
@given(schema=JSON)
def test_any_json_is_normalised_and_left_as_it_was(profile: Profile, schema: Any) -> None:
    before = in_order(schema)
    registry, catalog = both(profile, schema)
    between = in_order(registry)
    assert in_order(parameters(profile, registry)) == in_order(catalog)
    assert in_order(parameters(profile, schema))
    assert (in_order(schema), in_order(registry)) == (before, between)
    assert isinstance(registry, dict)
    assert isinstance(catalog, dict)
    wire = wire_names(profile, registry)
    assert set(wire.values()) <= set(registry.get("properties", ()))
    assert in_order(description(profile, schema, "t", "s"))


def nested(wrap: Any, levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = wrap(schema)
    return schema


WRAPPINGS = {
    "properties": lambda inner: {"type": "object", "properties": {"a": inner}},
    "items": lambda inner: {"type": "array", "items": inner},
    "unions": lambda inner: {"anyOf": [inner, {"type": "null"}]},
    "lists": lambda inner: [inner],
    "data": lambda inner: {"default": inner},
    "references": lambda inner: {"definitions": {"A": inner}, "$ref": "#/definitions/A"},
}


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
def test_a_schema_nested_two_thousand_deep_is_no_error(profile: Profile, wrap: Any) -> None:
    catalog = both(profile, {"type": "object", "properties": {"deep": nested(wrap, 2000)}})[1]
    assert parameter_names(catalog) == ("deep",)


def test_twenty_levels_are_normalised_to_the_last() -> None:
    schema = nested(WRAPPINGS["properties"], 20)
    catalog = both(HERMES_22, {"type": "object", "properties": {"deep": schema}})[1]
    assert in_order(catalog).count('"required": []') == 21


def test_thousands_of_clashing_keys_take_no_noticeable_time(benchmark: Any) -> None:
    registry = {"type": "object", "properties": {chr(0x4E00 + number): {} for number in range(4000)}}
    renamed = benchmark(wire_names, HERMES_21, registry)
    assert len(renamed) == 4000
    assert "__4000" in renamed
