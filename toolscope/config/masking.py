"""Secrets in URLs and command lines, kept from the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from toolscope.canonical import Json

MASK = "•••"
"""What is printed in place of a secret."""

_SECRET_OPTION = re.compile(
    r"-{1,2}[\w-]*(?:token|secret|password|passwd|api-?_?key|auth|bearer|credential)s?", re.IGNORECASE
)
_SECRET = 6
"""Characters of the shortest value that is looked for in other texts."""
_CREDENTIALS = re.compile(r"(?<=://)[^/?#\s]*@")
_QUERY = re.compile(r"(?<=[?&])([^=&#\s]+)=[^&#\s]*")


def hidden(text: str, secrets: Iterable[str]) -> str:
    """A text with every occurrence of a secret masked, the longest first."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def masked_url(text: str) -> str:
    """A URL with its credentials and the values of its query masked; any other text as it is."""
    text = _QUERY.sub(rf"\1={MASK}", _CREDENTIALS.sub(f"{MASK}@", text))
    try:
        bare = urlsplit(text).query
    except ValueError:
        return text
    return text.replace(f"?{bare}", f"?{MASK}") if bare and "=" not in bare else text


def masked_words(words: Sequence[str]) -> list[str]:
    """Arguments of a command with what follows ``--token``, ``--api-key`` and their like masked, and URLs as above."""
    shown: list[str] = []
    for index, word in enumerate(words):
        option, mark, _ = word.partition("=")
        if index and _SECRET_OPTION.fullmatch(words[index - 1]) and not word.startswith("-"):
            shown.append(MASK)
        elif mark and _SECRET_OPTION.fullmatch(option):
            shown.append(f"{option}={MASK}")
        else:
            shown.append(masked_url(word))
    return shown


def masked_json(value: Json, secrets: Iterable[str]) -> Json:
    """A value with every secret masked wherever it stands, and all that stands under keys such as ``password``."""
    known = tuple(secrets)
    if isinstance(value, str):
        return hidden(value, known)
    if isinstance(value, list):
        return [masked_json(one, known) for one in value]
    if isinstance(value, dict):
        return {
            hidden(str(key), known): MASK if _tells(str(key), inner) else masked_json(inner, known)
            for key, inner in value.items()
        }
    return value


def _tells(key: str, value: Json) -> bool:
    """Whether a key says that its value is a secret."""
    return isinstance(value, str) and bool(value) and _SECRET_OPTION.fullmatch(f"-{key}") is not None


def secrets_of(pairs: Mapping[str, str]) -> tuple[str, ...]:
    """The values of an environment or of headers that are long enough to be told apart from ordinary words."""
    words = (part for value in pairs.values() for part in (value, *value.split()))
    return tuple(dict.fromkeys(word for word in words if len(word) >= _SECRET))
