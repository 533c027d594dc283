"""One part of a configuration, read as the types that are expected of it; what does not fit is complained about."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from toolscope.canonical import Json
from toolscope.config.model import Complaint, Origin
from toolscope.plain import one_line

_BOOLISH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Section:
    """A value, the keys that lead to it, and the list that complaints about it go to."""

    value: Json
    keys: tuple[str, ...]
    origin_of: Callable[[tuple[str, ...]], Origin]
    complaints: list[Complaint] = field(default_factory=list)

    @property
    def origin(self) -> Origin:
        """Where this section was written."""
        return self.origin_of(self.keys)

    def complain(self, message: str, *keys: str) -> None:
        """Note something about this section or a key in it. A message never quotes a value that may be secret."""
        path = (*self.keys, *keys)
        self.complaints.append(Complaint(self.origin_of(path), one_line(".".join(path), 200), one_line(message, 300)))

    def child(self, key: str) -> Section:
        """The section below ``key``; its value is ``None`` where there is none."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Section(value, (*self.keys, key), self.origin_of, self.complaints)

    def children(self) -> Iterator[tuple[str, Section]]:
        """Each named entry of a mapping. A key that YAML read as a number or boolean is used by its text, and said."""
        for key, value in self.value.items() if isinstance(self.value, dict) else ():
            if not isinstance(key, str):
                self.complain(f"the name is read as {type(key).__name__}; put it in quotes", str(key))
            yield str(key), Section(value, (*self.keys, str(key)), self.origin_of, self.complaints)

    def items(self) -> Iterator[Section]:
        """Each item of a list; none for anything else."""
        for index, value in enumerate(self.value if isinstance(self.value, list) else ()):
            yield Section(value, (*self.keys, str(index)), self.origin_of, self.complaints)

    def is_mapping(self, what: str) -> bool:
        """Whether this is a mapping. An empty section is none, without a complaint."""
        if self.value is not None and not isinstance(self.value, dict):
            self.complain(f"must be {what}, not {kind(self.value)}; ignored")
        return isinstance(self.value, dict)

    def only(self, known: Iterable[str]) -> None:
        """Complain about keys that are not known, with the nearest one that is."""
        names = sorted(known)
        for key in self.value if isinstance(self.value, dict) else ():
            if key not in names:
                near = difflib.get_close_matches(str(key), names, 1)
                self.complain(f"unknown key; did you mean {near[0]}?" if near else "unknown key; ignored", str(key))

    def text(self, key: str) -> str | None:
        """A string that is not blank."""
        value = self.child(key).value
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        self.complain("is blank; ignored" if value == "" else f"must be text, not {kind(value)}; ignored", key)
        return None

    def words(self, key: str) -> tuple[str, ...]:
        """A list of strings; numbers and booleans in it are taken by their text."""
        value = self.child(key).value
        if value is None:
            return ()
        if not isinstance(value, list):
            self.complain(f"must be a list of words, not {kind(value)}; ignored", key)
            return ()
        return tuple(self._scalars(key, ((str(index), item) for index, item in enumerate(value))).values())

    def texts(self, key: str) -> dict[str, str]:
        """A mapping of names to strings; numbers and booleans in it are taken by their text."""
        section = self.child(key)
        return self._scalars(key, section.value.items()) if section.is_mapping("a mapping of names to text") else {}

    def _scalars(self, key: str, items: Iterable[tuple[str, Json]]) -> dict[str, str]:
        taken = {}
        for name, value in items:
            if isinstance(value, bool):
                taken[str(name)] = "true" if value else "false"
            elif isinstance(value, (str, int, float)):
                taken[str(name)] = str(value)
            else:
                self.complain(f"must be text, not {kind(value)}; left out", key, str(name))
        return taken

    def number(self, key: str, default: float) -> float:
        """A number above zero."""
        value = self.child(key).value
        if value is None:
            return default
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e9
        if not fits or math.isnan(value):
            self.complain(f"must be a number of seconds above 0, not {kind(value)}; {default:g} is used", key)
            return default
        return float(value)

    def boolish(self, key: str, default: bool) -> bool:
        """A boolean as Hermes reads one: numbers count by being zero, words are true/1/yes/on and false/0/no/off."""
        value = self.child(key).value
        if value is None:
            return default
        if isinstance(value, (bool, int, float)):
            return bool(value)
        read = _BOOLISH.get(value.strip().lower()) if isinstance(value, str) else None
        if read is None:
            self.complain(f"must be true or false, not {kind(value)}; {str(default).lower()} is used", key)
            return default
        return read


def kind(value: Json) -> str:
    """What a value is, in words that do not repeat it."""
    if isinstance(value, bool):
        return "a boolean"
    names: dict[type, str] = {str: "text", int: "a number", float: "a number", list: "a list", dict: "a mapping"}
    return "nothing" if value is None else names.get(type(value), type(value).__name__)
