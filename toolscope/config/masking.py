"""Secrets in URLs and command lines, kept from the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

MASK = "•••"
"""What is printed in place of a secret."""

_SECRET_OPTION = re.compile(
    r"-{1,2}[\w-]*(?:token|secret|password|passwd|api-?_?key|auth|bearer|credential)s?", re.IGNORECASE
)
_CREDENTIALS = re.compile(r"(?<=://)[^/?#\s]*@")
_QUERY = re.compile(r"(?<=[?&])([^=&#\s]+)=[^&#\s]*")

_ENTRY = re.compile(r"(\s*(?:#\s*)?(?:- +)*(?:[\w.$/-]+|\"[^\"]*\"|'[^']*')\s*:)(?:\s+\S.*)?\s*")
"""A line of YAML that begins with a key, also one that is commented out."""


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


def masked_line(text: str) -> str:
    """A line of YAML without its value: keys, plain comments and the indentation are kept."""
    bare = text.strip()
    entry = _ENTRY.fullmatch(text)
    if entry is not None:
        return text if entry[1] == text.rstrip() else f"{entry[1]} {MASK}"
    return text if not bare or bare.startswith("#") else f"{text[: len(text) - len(text.lstrip())]}{MASK}"
