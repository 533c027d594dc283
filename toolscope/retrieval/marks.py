"""The text of a tool that a query is compared with, field by field, the query's words found in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.retrieval.terms import Field, Word, fields, words


@dataclass(frozen=True, slots=True)
class FieldText:
    """One field of a tool as it is searched: raw text from outside."""

    field: Field
    text: str
    marks: tuple[Word, ...]
    """The words that the query has too, where they stand in ``text``."""
    length: int
    """Words of the field."""

    @property
    def counts(self) -> Counter[str]:
        """How often it holds each of the query's terms."""
        return Counter(word.term for word in self.marks)


def marked(profile: Profile, tool: Tool, terms: Collection[str]) -> tuple[FieldText, ...]:
    """The fields in document order, with every occurrence of these terms."""
    found = []
    for field, text in fields(profile, tool).items():
        every = tuple(words(profile, text))
        found.append(FieldText(field, text, tuple(word for word in every if word.term in terms), len(every)))
    return tuple(found)
