from __future__ import annotations

import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import toolscope
from toolscope.invocation.checking import UncheckedError, check


def constraints(schema: Any, arguments: Any) -> list[str]:
    return [problem.constraint for problem in check(schema, arguments)]


def test_nullable_is_said_in_json_schemas_own_words() -> None:
    assert constraints({"type": "integer", "nullable": True}, None) == []
    assert constraints({"type": ["null"], "nullable": True}, None) == []
    assert constraints({"enum": ["x"], "nullable": True}, None) == []
    assert constraints({"type": "string", "enum": ["x"], "nullable": True}, None) == ["enum"]
    assert constraints({"type": "integer", "nullable": False}, None) == ["type"]


def test_a_property_called_nullable_is_a_property() -> None:
    assert constraints({"properties": {"nullable": True}}, {"nullable": 1}) == []
    assert constraints({"const": {"nullable": True}}, {"nullable": True}) == []


def test_a_schema_that_is_false_refuses_without_a_keyword() -> None:
    assert constraints({"properties": {"a": False}}, {"a": 1}) == ["false schema"]


def test_odd_patterns_do_not_warn_over_the_screen() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert constraints({"pattern": "^[[:alpha:]]+$"}, "x") == ["pattern"]
    assert not said


def test_anything_that_stops_the_check_becomes_a_reason() -> None:
    deep: Any = {}
    for _ in range(5000):
        deep = {"not": deep}
    for schema in (deep, {"$schema": ["x"]}, {"pattern": "x{1,99999999999}"}, {"$ref": "#nowhere"}):
        with pytest.raises(UncheckedError, match=r"^[^\n]+$"):
            check(schema, "x")


def test_a_schema_is_proven_once_while_it_is_used_again() -> None:
    names = [f"field_{number}" for number in range(300)]
    schema = {"properties": {name: {"enum": list(range(50))} for name in names}}
    began = time.perf_counter()
    first = check(schema, {names[0]: 50})
    between = time.perf_counter()
    assert check(schema, {names[0]: 50}) == first
    assert time.perf_counter() - between < (between - began) / 5


def test_heavy_libraries_are_loaded_only_when_they_are_needed() -> None:
    names = "call", "describe", "envelope", "guardrail", "validate"
    imports = "; ".join(f"import toolscope.invocation.{name}" for name in names)
    program = f"import sys; {imports}; print({{'jsonschema', 'referencing', 'mcp', 'textual'}} & set(sys.modules))"
    command = [sys.executable, "-c", program]
    root = Path(toolscope.__file__).parent.parent
    assert subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout == "set()\n"
