"""A value against a schema that nobody vouches for: nothing is fetched, no pattern runs for ever."""

from __future__ import annotations

from toolscope.canonical import Json
from toolscope.invocation.bounded import check_bounded
from toolscope.invocation.checking import Problem, UncheckedError, check
from toolscope.invocation.patterns import costly
from toolscope.invocation.references import outside
from toolscope.plain import one_line


def violations(schema: Json, value: Json) -> tuple[Problem, ...]:
    """All of them, the one that Hermes would report first. Raises ``UncheckedError`` for a schema that is not applied.

    Use a thread: patterns of a dangerous shape are matched in another process, which may take a second.
    """
    reference = next(outside(schema), None)
    if reference is not None:
        raise UncheckedError(one_line(f"the schema refers to {reference!r}, which is never fetched", 200))
    return (check_bounded if costly(schema, value) else check)(schema, value)
