"""What ``tool_search`` and ``tool_describe`` answer at one moment: neither of them reaches a server."""

from __future__ import annotations

from typing import Literal, TypeAlias

from toolscope.canonical import Json
from toolscope.invocation.describe import describe
from toolscope.retrieval.payload import payload
from toolscope.survey import Survey

Lookup: TypeAlias = Literal["tool_search", "tool_describe"]


def look_up(survey: Survey, tool: Lookup, arguments: Json) -> Json:
    """The answer to these arguments as the release reads them, or ``{"error": ...}``. Never raises."""
    given = arguments if isinstance(arguments, dict) else {}
    batched = survey.settings.profile.batched
    if tool == "tool_search":
        return payload(survey.index, survey.settings, given.get("queries" if batched else "query"), given.get("limit"))
    return describe(survey.settings.profile, survey.catalog, _words(given.get("names" if batched else "name")))


def _words(value: Json) -> list[str]:
    """A list of texts, or one text; anything else is none."""
    return [str(word) for word in value] if isinstance(value, list) else [value] if isinstance(value, str) else []
