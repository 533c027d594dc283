"""What takes a while to find out about a reply: its exact cost, and whether it keeps its own promise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolscope.canonical import Json
from toolscope.invocation.call import Outcome
from toolscope.invocation.result import Block
from toolscope.plain import Plain, one_line
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.picture import Picture, look
from toolscope.ui.present.result import Measured

_MOST = 400_000
"""Characters up to which tokens are counted, and structured content is checked."""
_PICTURES = 50
_ENOUGH = Plain(f"not drawn: only the first {_PICTURES} pictures are")


def measure(record: CallRecord) -> Measured:
    """Count and check the reply of a finished call. Use a thread: both may load a library first."""
    from toolscope.tokens import count

    if record.outcome is None:
        return Measured()
    result, text = record.outcome.reply.result, record.outcome.text
    known = Measured(count(text) if len(text) <= _MOST else None, pictures=dict(_pictures(record.outcome)))
    schema = record.prepared.tool.wire.get("outputSchema") if isinstance(record.prepared.tool.wire, dict) else None
    value = result.get("structuredContent") if isinstance(result, dict) else None
    failed = isinstance(result, dict) and result.get("isError") is True
    if not isinstance(schema, dict) or value is None or failed:
        return known
    if len(text) > _MOST:
        return replace(known, unchecked=Plain("it is too long"))
    return _checked(schema, value, known)


def _pictures(outcome: Outcome) -> Iterator[tuple[int, Picture | Plain]]:
    """What comes of the first pictures."""
    found = ((at, one) for at, one in enumerate(outcome.blocks) if one.data is not None and _is_picture(one))
    for number, (at, block) in enumerate(found):
        yield at, look(block.data or b"") if number < _PICTURES else _ENOUGH


def _is_picture(block: Block) -> bool:
    return block.kind == "image" or (block.mime or "").startswith("image/")


def _checked(schema: Json, value: Json, known: Measured) -> Measured:
    from toolscope.invocation.checking import UncheckedError, check
    from toolscope.invocation.patterns import costly
    from toolscope.invocation.references import outside

    if costly(schema, value):
        return replace(known, unchecked=Plain("its patterns would take too long"))
    if next(outside(schema), None) is not None:
        return replace(known, unchecked=Plain("the schema refers to another one, which is never fetched"))
    try:
        problems = check(schema, value)
    except UncheckedError as error:
        return replace(known, unchecked=one_line(str(error), 160))
    return replace(known, misfits=problems[0].message) if problems else replace(known, fits=True)
