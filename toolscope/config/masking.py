"""Where secrets stand in URLs and command lines, and both of them without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from toolscope.canonical import Json
from toolscope.veil import MASK, hidden_json

_SECRET = r"token|secret|passw(?:or)?d|pass(?:phrase)?|pwd|api-?_?key|access-?_?key|auth|bearer|credential|cookie"
_SECRET_OPTION = re.compile(rf"-{{1,2}}[\w-]*(?:{_SECRET})s?", re.IGNORECASE)
_ASSIGNED = re.compile(rf"(\w*(?:{_SECRET}|key)s?\w*)(=)(.+)", re.IGNORECASE | re.DOTALL)
"""A variable as ``docker run -e`` takes it."""
_HEADER_OPTION = re.compile(r"-H|--headers?", re.IGNORECASE)
_HEADER = re.compile(r"([\w-]+)(:\s*)(.+)", re.DOTALL)
_TOKEN = re.compile(
    r"(?:gh[opsur]_|github_pat_|glpat-|sk-|sk_live_|rk_live_|xox[abprs]-|ya29\.|AIza|AKIA|npm_|pypi-|hf_|eyJ)"
    r"[\w.=+/-]{12,}"
)
"""What well-known services give out, whatever stands before it."""
_CREDENTIALS = re.compile(r"(?<=://)[^/?#\s]*@")
_QUERY = re.compile(r"(?<=[?&])([^=&#\s]+)=([^&#\s]*)")
_ENTRY = re.compile(r"(\s*(?:#\s*)?(?:- +)*(?:[\w.$/-]+|\"[^\"]*\"|'[^']*')\s*:)(?:\s+\S.*)?\s*")
"""A line of YAML that begins with a key, also one that is commented out."""


def masked_url(text: str) -> str:
    """A URL with its credentials and the values of its query masked; any other text as it is."""
    text = _QUERY.sub(rf"\1={MASK}", _CREDENTIALS.sub(f"{MASK}@", text))
    bare = _bare_query(text)
    return text.replace(f"?{bare}", f"?{MASK}") if bare else text


def in_url(text: str) -> Iterator[tuple[str, str]]:
    """The secrets of a URL, each with its place: ``user``, ``password``, ``query NAME``."""
    for found in _CREDENTIALS.findall(text):
        user, _, password = found.removesuffix("@").partition(":")
        yield from ((place, value) for place, value in (("user", user), ("password", password)) if value)
    yield from ((f"query {name}", value) for name, value in _QUERY.findall(text) if value)
    if bare := _bare_query(text):
        yield "query", bare


def _bare_query(text: str) -> str:
    """A query that is one value without a name; empty when there is none."""
    try:
        query = urlsplit(text).query if "://" in text else ""
    except ValueError:
        return ""
    return "" if "=" in query else query


def masked_words(words: Sequence[str]) -> list[str]:
    """Arguments of a command without their secrets.

    Masked are: what follows ``--token``, ``--api-key`` and their like, ``NAME_TOKEN=...``, the value of a header after
    ``--header``, what looks like a token of a well-known service, and what a URL gives away.
    """
    return [_masked(words[index - 1] if index else "", word) for index, word in enumerate(words)]


def _masked(before: str, word: str) -> str:
    found = _secret(before, word)
    if found is not None:
        return word[: len(word) - len(found)] + MASK
    return masked_url(_TOKEN.sub(MASK, word))


def in_words(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The secrets among the words of a command, each with the position of its word."""
    for index, word in enumerate(words):
        found = _secret(words[index - 1] if index else "", word)
        if found is not None:
            yield index, found
        else:
            yield from ((index, token) for token in _TOKEN.findall(word))
            yield from ((index, value) for _, value in in_url(word))


def _secret(before: str, word: str) -> str | None:
    """The end of a word that is a secret because of what stands before it; ``None`` when there is none."""
    if _SECRET_OPTION.fullmatch(before) and not word.startswith("-"):
        return word
    if _HEADER_OPTION.fullmatch(before) and (header := _HEADER.fullmatch(word)):
        return header[3]
    option, mark, value = word.partition("=")
    if mark and _SECRET_OPTION.fullmatch(option):
        return value
    if mark and _HEADER_OPTION.fullmatch(option) and (header := _HEADER.fullmatch(value)):
        return header[3]
    assigned = _ASSIGNED.fullmatch(word)
    return assigned[3] if assigned else None


def masked_line(text: str) -> str:
    """A line of YAML without its value: keys, plain comments and the indentation are kept."""
    bare = text.strip()
    entry = _ENTRY.fullmatch(text)
    if entry is not None:
        return text if entry[1] == text.rstrip() else f"{entry[1]} {MASK}"
    return text if not bare or bare.startswith("#") else f"{text[: len(text) - len(text.lstrip())]}{MASK}"


def masked_json(value: Json) -> Json:
    """A value without the secrets that are known, and without all that stands under keys such as ``password``."""
    return _without_told(hidden_json(value))


def _without_told(value: Json) -> Json:
    if isinstance(value, list):
        return [_without_told(one) for one in value]
    if isinstance(value, dict):
        return {key: MASK if _tells(str(key), inner) else _without_told(inner) for key, inner in value.items()}
    return value


def _tells(key: str, value: Json) -> bool:
    """Whether a key says that its value is a secret."""
    return isinstance(value, str) and bool(value) and _SECRET_OPTION.fullmatch(f"-{key}") is not None
