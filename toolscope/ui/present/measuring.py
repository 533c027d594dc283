"""What takes a while to find out about a reply: its exact cost, and whether it keeps its own promise."""

from __future__ import annotations

from toolscope.canonical import Json
from toolscope.invocation.result import model_text
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.result import Measured

_MOST = 400_000
"""Characters up to which tokens are counted, and structured content is checked."""


def measure(record: CallRecord) -> Measured:
    """Count and check the reply of a finished call. Use a thread: both may load a library first."""
    from toolscope.tokens import count

    result = record.outcome.reply.result if record.outcome else None
    text = model_text(result)
    exact = count(text) if len(text) <= _MOST else None
    schema = record.prepared.tool.wire.get("outputSchema") if isinstance(record.prepared.tool.wire, dict) else None
    value = result.get("structuredContent") if isinstance(result, dict) else None
    failed = isinstance(result, dict) and result.get("isError") is True
    if not isinstance(schema, dict) or value is None or failed or len(text) > _MOST:
        return Measured(exact)
    return _checked(schema, value, exact)


def _checked(schema: Json, value: Json, exact: int | None) -> Measured:
    from toolscope.invocation.checking import UncheckedError, check
    from toolscope.invocation.patterns import costly
    from toolscope.invocation.references import outside

    if costly(schema, value) or next(outside(schema), None) is not None:
        return Measured(exact)
    try:
        problems = check(schema, value)
    except UncheckedError:
        return Measured(exact)
    return Measured(exact, problems[0].message) if problems else Measured(exact, fits=True)
