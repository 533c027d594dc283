"""What must not be read by anybody: secrets known in this process, hidden in any text that leaves it.

Whatever reads a secret covers it here, once; whatever writes or draws text asks here. So no way to the screen can
forget it, and a server that repeats the secret of another one gives nothing away. What is sent, hashed and counted
is never changed: a model sees what a server says as it is said.
"""

from __future__ import annotations

import base64
import html
import json
import threading
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from toolscope.canonical import Json

MASK = "•••"
"""What stands in place of a secret."""
SHORTEST = 6
"""Characters from which a secret is looked for in text; a shorter one is a part of too many words."""
_SHORTEST_LINE = 12
"""Characters of a line of a secret with several lines, for example a private key."""
_SHORTEST_CUT = 10
"""Characters of the beginning of a secret that are masked where a text was cut."""
_AFTER_CUT = "….\"' "
"""What is put where something was cut."""

_known: tuple[str, ...] = ()
"""Every spelling of every secret, the longest first."""
_writing = threading.Lock()


def cover(secrets: Iterable[str]) -> None:
    """Hide these from now on, in every spelling that is usual, until the process ends."""
    global _known
    new = {spelling for secret in secrets for spelling in _spellings(secret)}
    if not new <= set(_known):
        with _writing:
            _known = tuple(sorted({*_known, *new}, key=lambda text: (-len(text), text)))


def uncover() -> None:
    """Forget every secret. For tests: a process that goes on never does."""
    global _known
    _known = ()


def hidden(text: str) -> str:
    """The text with each secret masked, one that is cut at the end of the text too; the same object without any."""
    for spelling in _known:
        if spelling[:_SHORTEST_CUT] in text:
            text = _without_cut(text.replace(spelling, MASK), spelling)
    return text


def _without_cut(text: str, spelling: str) -> str:
    """The text without the beginning of a secret that it ends with, as when something long was clipped."""
    end = text.rstrip(_AFTER_CUT)
    start = end.rfind(spelling[:_SHORTEST_CUT], max(0, len(end) - len(spelling)))
    cut = start >= 0 and len(spelling) > _SHORTEST_CUT and spelling.startswith(end[start:])
    return text[:start] + MASK + text[len(end) :] if cut else text


def hidden_json(value: Json) -> Json:
    """A value with the secrets in its strings and keys masked; what holds none comes back as it is."""
    if not _known:
        return value
    if isinstance(value, str):
        return hidden(value)
    if isinstance(value, dict):
        shown = {hidden(key) if isinstance(key, str) else key: hidden_json(item) for key, item in value.items()}
        same = all(key in value and value[key] is item for key, item in shown.items())
        return value if same and len(shown) == len(value) else shown
    if isinstance(value, (list, tuple)):
        items = [hidden_json(item) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    return value


def _spellings(secret: str) -> Iterator[str]:
    """How a secret is written in JSON, in Python, in URLs, in HTML, in base64, on one line and line by line."""
    bare = secret.strip()
    if len(bare) < SHORTEST:
        return
    data = bare.encode("utf-8", "surrogatepass")
    lines = [line.strip() for line in bare.splitlines()]
    every = (
        bare,
        " ".join(bare.split()),
        json.dumps(bare)[1:-1],
        json.dumps(bare, ensure_ascii=False)[1:-1],
        repr(bare)[1:-1],
        quote(data),
        quote(data, safe=""),
        quote_plus(data),
        unquote(bare),
        unquote_plus(bare),
        html.escape(bare),
        base64.b64encode(data).decode(),
        base64.urlsafe_b64encode(data).decode(),
        *(line for line in lines if len(lines) > 1 and len(line) >= _SHORTEST_LINE),
    )
    yield from (text for text in every if len(text) >= SHORTEST)
