"""Whether what a person typed answers a server's question."""

from __future__ import annotations

from typing import Any

import pytest

from toolscope.ui.present.draft import Draft
from toolscope.ui.present.questions import fits


def schema(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"name": {"type": "string", **keywords}}, "required": ["name"]}


def test_what_is_wrong_is_said_with_its_field() -> None:
    assert "too short" in fits(schema(minLength=3), Draft({"name": "ab"}), missing=False)
    assert "'name' is a required property" in fits(schema(), Draft({}), missing=True)
    assert fits(schema(), Draft({}), missing=False) == ""
    assert fits(schema(), Draft({"name": "abc"}), missing=True) == ""


@pytest.mark.parametrize(
    ("text", "keywords"),
    [("a" * 29 + "!", {"pattern": "^(a+)+$"}), ("x", {"$ref": "http://127.0.0.1:9/schema"})],
    ids=["a pattern that takes for ever", "a schema elsewhere"],
)
def test_a_schema_that_is_not_applied_lets_the_value_through(text: str, keywords: dict[str, Any]) -> None:
    assert fits(schema(**keywords), Draft({"name": text}), missing=True) == ""
