"""The type of a parameter in a few words, and what may be typed into it."""

from __future__ import annotations

from collections.abc import Mapping

from toolscope.canonical import Json, compact
from toolscope.plain import Plain, one_line

_LIMIT = 48
_PATTERN = 28
_DATE = r"^\d{4}-\d{2}-\d{2}$"
_FORMATS = {"date-time": "date and time", "uri": "URI", "email": "e-mail", "uuid": "UUID", "regex": "pattern"}


def words(schema: Mapping[str, Json], items: Mapping[str, Json]) -> Plain:
    """For example ``string date``, ``integer 1 to 5``, ``array of string``; ``items`` is the schema of members."""
    if "const" in schema:
        return Plain("constant")
    if isinstance(schema.get("enum"), list):
        return _with_null(schema, "enum")
    kind = schema.get("type")
    if isinstance(kind, list):
        return one_line(" or ".join(str(one) for one in kind), _LIMIT)
    name = str(kind) if isinstance(kind, str) else _shape(schema)
    if name == "array":
        member = "enum" if "enum" in items else items.get("type")
        return _with_null(schema, f"array of {member}" if isinstance(member, str) else "array")
    extra = _text_limits(schema) if name == "string" else _range(schema) if name in ("integer", "number") else ""
    return _with_null(schema, f"{name} {extra}".strip())


def placeholder(schema: Mapping[str, Json]) -> Plain:
    """What is taken when nothing is typed, or an example of what could be."""
    if "default" in schema and schema["default"] is not None:
        return one_line(f"default {_bare(schema['default'])}", 200)
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return one_line(f"for example {_bare(examples[0])}", 200)
    if "example" in schema:
        return one_line(f"for example {_bare(schema['example'])}", 200)
    return Plain("")


def _bare(value: Json) -> str:
    return value if isinstance(value, str) else compact(value)


def _shape(schema: Mapping[str, Json]) -> str:
    if "properties" in schema:
        return "object"
    branches = schema.get("anyOf", schema.get("oneOf"))
    kinds = [_named(branch) for branch in branches] if isinstance(branches, list) else []
    if kinds and all(kinds):
        return " or ".join(dict.fromkeys(kinds))
    return "one of several" if schema.keys() & {"anyOf", "oneOf", "allOf"} else "any value"


def _named(branch: Json) -> str:
    """The type of a branch, when it is one."""
    kind = branch.get("type") if isinstance(branch, dict) else None
    return kind if isinstance(kind, str) else ""


def _with_null(schema: Mapping[str, Json], text: str) -> Plain:
    return one_line(text + (" or null" if schema.get("nullable") is True else ""), _LIMIT)


def _text_limits(schema: Mapping[str, Json]) -> str:
    form, pattern = schema.get("format"), schema.get("pattern")
    if isinstance(form, str) and form:
        return _FORMATS.get(form, form)
    if pattern == _DATE:
        return "date"
    if isinstance(pattern, str) and pattern:
        return f"like {one_line(pattern, _PATTERN)}"
    low, high = _number(schema.get("minLength")), _number(schema.get("maxLength"))
    limits = _between(low if low and low > 1 else None, high)
    return f"{limits} characters" if limits else ""


def _range(schema: Mapping[str, Json]) -> str:
    low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
    above, below = _number(schema.get("exclusiveMinimum")), _number(schema.get("exclusiveMaximum"))
    if low is None and above is not None:
        return f"above {above:,}" + (f" below {below:,}" if below is not None else "")
    return _between(low, high) or (f"below {below:,}" if below is not None else "")


def _between(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"{low:,} to {high:,}"
    if low is not None:
        return f"from {low:,}"
    return f"to {high:,}" if high is not None else ""


def _number(value: Json) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
