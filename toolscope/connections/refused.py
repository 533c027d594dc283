"""Lines that the SDK refuses: noise, or an answer all the same."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolscope.canonical import Json, compact, deeper_than
from toolscope.config.source import why_unreadable
from toolscope.plain import one_line

if TYPE_CHECKING:
    from mcp.types import ErrorData
    from pydantic import ValidationError

UNREADABLE = "the answer cannot be read"
"""How the error of a request begins whose answer nobody can read."""
_DEEPEST = 400
"""Levels of an answer that all of toolscope can walk; the SDK refuses half of that."""
_VERSION = r'(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?'
_IDENTIFIER = r'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{0,200}")'
_FIRST = re.compile(rf'\s*\{{\s*{_VERSION}{_IDENTIFIER}\s*,\s*{_VERSION}"(?:result|error)"')
_LAST = re.compile(rf',\s*{_VERSION}{_IDENTIFIER}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}}\s*\Z')
_ANSWER = re.compile(rf'\s*\{{\s*{_VERSION}"(?:result|error)"')
_TAIL = 400
"""Characters at the end of a line among which an identifier is looked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that the SDK took for no message."""

    value: Json
    """What it says, or its text when it cannot be read."""
    objection: str = ""
    """What the SDK has against text that is JSON all the same to a more patient reader."""
    fault: str | None = None
    """Why nobody can read it."""
    identifier: Json = None
    """Of the request that it answers, if it looks like an answer."""


def look(error: ValidationError) -> Line:
    """What there is to know of a line, from the SDK's complaint about it."""
    value = _input(error)
    if not isinstance(value, str):
        return Line(value, identifier=_identifier(value))
    try:
        # Half characters, raw control characters and a byte order mark are as good as any other to us.
        found = json.loads(value.removeprefix("\ufeff"), strict=False)
    except (RecursionError, ValueError) as problem:
        return Line(value, fault=why_unreadable(problem), identifier=_identifier_in(value))
    if not isinstance(found, dict):
        return Line(value)
    if deeper_than(found, _DEEPEST):
        fault = f"it is nested more than {_DEEPEST} levels deep"
        return Line(value, fault=fault, identifier=_identifier(found))
    return Line(found, _objection(error), identifier=_identifier(found))


def error_of(answer: Json) -> ErrorData:
    """An answer's ``error`` as the SDK wants it; one that is only text becomes the message."""
    from mcp.types import INTERNAL_ERROR, ErrorData

    raw = answer["error"]
    if isinstance(raw, dict) and type(raw.get("code")) is int and isinstance(raw.get("message"), str):
        return ErrorData(code=raw["code"], message=one_line(raw["message"]))
    return ErrorData(code=INTERNAL_ERROR, message=one_line(f"malformed error: {compact(raw)}"))


def _input(error: ValidationError) -> Json:
    """The line itself: as text when it is no JSON, else the value."""
    for problem in error.errors(include_url=False, include_context=False):
        depth = {"json_invalid": 0, "model_type": 1, "missing": 2}.get(problem["type"])
        if depth == len(problem["loc"]):
            return problem["input"]
    return str(error)


def _objection(error: ValidationError) -> str:
    return error.errors(include_url=False, include_context=False, include_input=False)[0]["msg"]


def _identifier(value: Json) -> Json:
    return value.get("id") if isinstance(value, dict) and ("result" in value or "error" in value) else None


def _identifier_in(text: str) -> Json:
    """The identifier of an answer that cannot be read; only where it cannot be a member of something else."""
    found = _FIRST.match(text) or (_ANSWER.match(text) and _LAST.search(text, max(0, len(text) - _TAIL)))
    return json.loads(found[1]) if found else None
