"""JSON as people write it in settings files: with comments and trailing commas; and the line of each key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from toolscope.canonical import Json

_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|(//[^\n]*|/\*.*?(?:\*/|\Z))', re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def load(text: str) -> Json:
    """The value of a text; raises ``json.JSONDecodeError``, whose line is that of the text."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError:
        return json.loads(strict(text))


def index(text: str) -> tuple[dict[tuple[str, ...], int], tuple[tuple[str, ...], ...]]:
    """The line of each key or list index of a text that ``load`` can read, and the keys written twice."""
    return gathered(_keys(strict(text)))


def gathered(
    keys: Iterable[tuple[tuple[str, ...], int]],
) -> tuple[dict[tuple[str, ...], int], tuple[tuple[str, ...], ...]]:
    """Keys with their lines as a mapping, the last one of a name holding, and those that came twice."""
    lines: dict[tuple[str, ...], int] = {}
    twice = []
    for path, line in keys:
        if path in lines:
            twice.append(path)
        lines[path] = line
    return lines, tuple(twice)


def strict(text: str) -> str:
    """The same text without comments and trailing commas, every line still in its place."""
    text = _COMMENT.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[2]), text.removeprefix("\ufeff"))
    return _TRAILING.sub(lambda found: found[1] or " ", text)


def _keys(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each object key and list index of valid JSON, with its line."""
    path: list[str] = []
    inside: list[str] = []
    awaiting_key = awaiting_item = False
    line, at = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        word = token[0]
        if awaiting_item and word != "]":
            yield tuple(path), line
        awaiting_item = False
        if word in ("{", "["):
            inside.append(word)
            path.append("" if word == "{" else "0")
            awaiting_key, awaiting_item = word == "{", word == "["
        elif word in ("}", "]"):
            inside.pop()
            path.pop()
            awaiting_key = False
        elif word == ",":
            awaiting_key, awaiting_item = inside[-1] == "{", inside[-1] == "["
            if awaiting_item:
                path[-1] = str(int(path[-1]) + 1)
        elif awaiting_key:
            path[-1] = json.loads(word)
            awaiting_key = False
            yield tuple(path), line
