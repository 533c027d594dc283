"""What of a server is a secret: decided once, by where it stands and what it looks like."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.masking import in_url, in_words

_TELLING_NAME = re.compile(
    r"token|secret|pass|pwd|key|auth|cred|cookie|session|private|cert|sign|salt|dsn|webhook|bearer|jwt|pat$|pin$",
    re.IGNORECASE,
)
"""Names of variables whose value is a secret, whatever it looks like."""
_PATH = re.compile(r"(?:~|\.{1,2})?/[^\n]*|[A-Za-z]:\\[^\n]*|\.{1,2}")
_NUMBER = re.compile(r"[\d.,:/+-]{1,11}")
"""Numbers, dates, versions, addresses of a machine."""
_WORDS = re.compile(r"[A-Za-z]+(?:[-_ ,./:][A-Za-z]+|[-_.]?\d{1,2})*")
"""Words as a setting has them: ``production``, ``read,write``, ``eu-west-1``, ``utf-8``."""
_LONGEST_WORDS = 19
_LONGEST_WITH_DIGITS = 11
_ADDRESS = re.compile(r"\w+://[\w.-]+(?::\d+)?(?:/[^?#\s]*)?")
"""A URL without credentials and query."""
_OPEN = re.compile(r"\$\{[^{}]*\}")
_MIME = re.compile(r"(?:(?:application|text|image|audio|video|\*)/[\w.+*-]+(?:\s*[,;]\s*)?(?:q=[\d.]+\s*,?\s*)?)+")


@dataclass(frozen=True, slots=True)
class Secret:
    """One value of a launch that is never shown where it stands."""

    place: str
    """For a person, for example ``env API_KEY``, ``header Authorization``, ``url password``, ``argument 3``."""
    value: str
    forms: tuple[str, ...]
    """What is masked wherever it is repeated: the value, parts of it, or nothing when it is harmless."""


def held(launch: Launch | None) -> Iterator[Secret]:
    """The secrets of a launch, in the order in which they are written.

    All values of the environment and of headers are among them, but those that are harmless by their look are
    masked nowhere else.
    """
    match launch:
        case Stdio(command, args, env):
            for place, value in in_words((command, *args)):
                yield Secret(f"argument {place}" if place else "command", value, (value, *_in_header(value)))
            for name, value in env.items():
                yield Secret(f"env {name}", value, () if harmless(name, value) else (value, *_in_url(value)))
        case Http(url, headers, _, tls, oauth):
            yield from (Secret(f"url {place}", value, (value, unquote(value))) for place, value in in_url(url))
            for name, value in headers.items():
                yield Secret(f"header {name}", value, tuple(_in_header(value)))
            if tls.password:
                yield Secret("client_cert password", tls.password, (tls.password,))
            if oauth and oauth.client_secret:
                yield Secret("oauth client_secret", oauth.client_secret, (oauth.client_secret,))


def secrets_of(launch: Launch | None) -> frozenset[str]:
    """Everything that is masked in any text because of a launch; a variable that is not filled in is no secret."""
    return frozenset(form for secret in held(launch) for form in secret.forms if not _OPEN.search(form))


def harmless(name: str, value: str) -> bool:
    """Whether a variable may be shown where a server repeats it.

    Paths, addresses, numbers and dates up to 11 characters, and plain words up to 19 (11 with digits in them) are
    harmless, if the name does not speak of a token, a key, a password or the like. Everything else is not.
    """
    if not value or _TELLING_NAME.search(name):
        return not value
    if _PATH.fullmatch(value) or _NUMBER.fullmatch(value) or _ADDRESS.fullmatch(value):
        return True
    if not _WORDS.fullmatch(value) or len(value) > _LONGEST_WORDS:
        return False
    return len(value) <= _LONGEST_WITH_DIGITS or not any(map(str.isdigit, value))


def _in_url(text: str) -> Iterator[str]:
    return (value for _, value in in_url(text))


def _in_header(value: str) -> Iterator[str]:
    """A value whole, without its scheme, and what ``Basic`` spells in base64."""
    if _MIME.fullmatch(value):
        return
    yield value
    scheme, space, rest = value.partition(" ")
    if not space:
        return
    yield rest
    if scheme.lower() == "basic":
        try:
            pair = base64.b64decode(rest, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            return
        yield pair
        yield pair.partition(":")[2]
