from __future__ import annotations

from typing import Any

import pytest

from toolscope.invocation.references import local_target, outside

ROOT = {"$defs": {"a/b": {"type": "integer"}, "c d": {"$ref": "#/$defs/a~1b"}, "x": {"$ref": "#/$defs/x"}}, "all": [{}]}


@pytest.mark.parametrize(
    ("node", "target"),
    [
        ({"$ref": "#/$defs/a~1b"}, {"type": "integer"}),
        ({"$ref": "#/$defs/c%20d", "nullable": True}, {"type": "integer", "nullable": True}),
        ({"$ref": "#"}, ROOT),
        ({"$ref": "#/all/0"}, {}),
        ({"type": "string"}, {"type": "string"}),
        (True, True),
    ],
)
def test_local_references_are_followed_under_their_siblings(node: Any, target: Any) -> None:
    assert local_target(ROOT, node) == target


@pytest.mark.parametrize("reference", ["#/$defs/x", "#/$defs/none", "#anchor", "#/all/7", "#/all/x", "other.json", ""])
def test_a_reference_that_leads_nowhere_leaves_the_node_as_it_is(reference: str) -> None:
    assert local_target(ROOT, {"$ref": reference}) == {"$ref": reference}


def test_only_schemas_refer_outside_not_data_or_properties_of_that_name() -> None:
    schema = {
        "properties": {"$ref": {"type": "string"}, "a": {"const": {"$ref": "http://x"}}, "b": [{"$ref": "y.json#/z"}]},
        "default": {"$ref": "http://x"},
        "$defs": {"c": {"$ref": "#/local"}},
    }
    assert list(outside(schema)) == ["y.json#/z"]
