"""Text to search terms: words, stems, and which field of a tool holds which word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import local
from typing import Any, Literal, TypeAlias

from toolscope.catalog.definition import parameter_names
from toolscope.catalog.naming import PREFIX
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile

Field: TypeAlias = Literal["name", "source", "description", "parameters"]

_WORD = re.compile(r"[A-Za-z0-9]+")
_SEPARATORS = str.maketrans("_.:-", "    ")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was written, and the term that it is searched as."""

    spelling: str
    term: str
    start: int
    """Where it begins in its text, in code points."""


def words(profile: Profile, text: str) -> Iterator[Word]:
    """The searchable words of a text: runs of ASCII letters and digits, lower-cased, stemmed (hermes.md §8)."""
    for match in _WORD.finditer(text):
        spelling = match.group()
        term = spelling.lower()
        yield Word(spelling, _stem(term) if profile.stemming else term, match.start())


def terms(profile: Profile, text: str) -> list[str]:
    """The terms of a text, in order, repeats kept."""
    return _terms(profile.stemming, text)


def fields(profile: Profile, tool: Tool) -> dict[Field, str]:
    """The text of a tool that is searched, by field, in document order (hermes.md §8)."""
    name = tool.name.removeprefix(PREFIX) if profile.stemming else tool.name
    name_words = name.translate(_SEPARATORS)
    parts: dict[Field, str] = {"name": name_words}
    if profile.stemming and tool.label and tool.label not in name_words.split():
        parts["source"] = tool.label
    parts["description"] = tool.description
    parts["parameters"] = " ".join(parameter_names(tool.parameters))
    return parts


def document(profile: Profile, tool: Tool) -> tuple[str, ...]:
    """The terms of a tool, in document order. Remembered by text: of a changed catalog most tools are the same."""
    return _document(profile.stemming, " ".join(fields(profile, tool).values()))


@lru_cache(maxsize=50_000)
def _document(stemming: bool, text: str) -> tuple[str, ...]:
    return tuple(_terms(stemming, text))


def _terms(stemming: bool, text: str) -> list[str]:
    # Only in ASCII is a text in lower case the same as its words in lower case.
    found = _WORD.findall(text.lower()) if text.isascii() else [word.lower() for word in _WORD.findall(text)]
    return [_stem(word) for word in found] if stemming else found


@lru_cache(maxsize=200_000)
def _stem(word: str) -> str:
    stem: str = _stemmer().stemWord(word)
    return stem


_own = local()
"""The stemmer of each thread: one stems a single word at a time, and an index is built while somebody types."""
_TELLING = {"organization": "organiz", "internal": "internal", "emergency": "emergenc", "evening": "evening"}
"""Words that older versions of Snowball stem otherwise (hermes.md §8)."""


def _stemmer() -> Any:
    if not hasattr(_own, "stemmer"):
        _own.stemmer = stemmer()
    return _own.stemmer


def stemmer() -> Any:
    """A Snowball English 3.1 stemmer for one thread: PyStemmer's when it is installed and of that version.

    snowballstemmer would take PyStemmer whatever its version, and stems of older ones differ.
    """
    import snowballstemmer
    from snowballstemmer.english_stemmer import EnglishStemmer

    found = snowballstemmer.stemmer("english")
    same = all(found.stemWord(word) == stem for word, stem in _TELLING.items())
    return found if same else EnglishStemmer()
