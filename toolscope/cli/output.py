"""The answer on standard output and nothing else there; why it is not whole on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from toolscope.canonical import Json
from toolscope.cli.exits import Exit
from toolscope.plain import clean, one_line
from toolscope.veil import hidden, hidden_json


@dataclass(repr=False)
class Answer:
    """What a command found. It has no spelling: asyncio spells the result of its task when Ctrl+C is given back."""

    value: dict[str, Json]
    """The command's object, printed with ``--json``."""
    text: str
    """The same for a person."""
    code: Exit = Exit.DONE
    error: str | None = None
    """Why the code is not 0, in one line; added to the object as ``error``."""
    notes: Sequence[str] = field(default_factory=tuple)
    """Lines for standard error that change nothing about the answer."""


def deliver(answer: Answer, as_json: bool) -> Exit:
    """Print an answer and return its exit code."""
    if as_json:
        value = {**answer.value, "error": answer.error} if answer.error is not None else answer.value
        put(dumps(value))
    elif answer.text:
        put(printable(answer.text))
    for note in answer.notes:
        complain(note)
    if answer.error is not None:
        complain(answer.error)
    return answer.code


class UnwritableError(Exception):
    """Standard output cannot be written; the text says why in one line."""


def put(text: str) -> None:
    """Write to standard output. Raises ``UnwritableError``, or ``BrokenPipeError`` when its reader went away."""
    if sys.stdout is None:
        raise UnwritableError("standard output is closed")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableError(f"standard output: {error.strerror}") from None


def dumps(value: Json) -> str:
    """JSON in ASCII, indented; numbers that JSON does not know become strings.

    Each element of a long list has a line of its own: that is quick to write, and to read with tools that go by lines.
    Secrets in texts and keys are masked.
    """
    text = _spelled(value, "\n")
    return text if hidden(text) is text else _spelled(hidden_json(value), "\n")


def _spelled(value: Json, margin: str) -> str:
    """A value whose closing bracket stands after ``margin``, a line feed and spaces."""
    inner = margin + "  "
    if isinstance(value, dict) and value:
        items = [f"{_line(str(key))}: {_spelled(item, inner)}" for key, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(items)}{margin}}}"
    if isinstance(value, list | tuple) and value:
        spelled = [_line(item) if len(value) > _LONG else _spelled(item, inner) for item in value]
        return f"[{inner}{f',{inner}'.join(spelled)}{margin}]"
    return _line(value)


_LONG = 100
"""Elements of a list that is too long for a person to read."""
_encode = json.JSONEncoder(allow_nan=False).encode


def _line(value: Json) -> str:
    try:
        return _encode(value)
    except ValueError:
        return _encode(_finite(value))


def _finite(value: Json) -> Json:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value


def complain(line: str) -> None:
    """One line on standard error."""
    print(f"toolscope: {printable(one_line(line))}", file=sys.stderr)


def printable(text: str) -> str:
    """Text that this terminal can take: safe, and in its encoding."""
    safe = clean(text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return safe.encode(encoding, "replace").decode(encoding)


def counted(count: int, one: str) -> str:
    """A count with its noun."""
    return f"{count:,} {one}" if count == 1 else f"{count:,} {one}s"


def columns(rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Rows in aligned columns, two spaces apart; ``right`` names the columns that align to the right."""
    table = [list(map(one_line, row)) for row in rows]
    if not table:
        return ""
    to_right = set(right)
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(max(map(len, table)))]
    return "\n".join(
        "  ".join(
            cell.rjust(widths[i]) if i in to_right else cell.ljust(widths[i]) if i < len(row) - 1 else cell
            for i, cell in enumerate(row)
        ).rstrip()
        for row in table
    )
