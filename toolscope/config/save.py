"""Tuned settings in the text of the file they came from: what changes, and the proof that nothing else does."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config.describe import block
from toolscope.config.interpolate import Variables
from toolscope.config.masking import masked_line
from toolscope.config.model import ConfigError, Origin, Settings
from toolscope.config.parse import document
from toolscope.config.settings import resolve
from toolscope.config.settings_file import PLACE, below
from toolscope.config.source import Source, nodes, parse
from toolscope.config.yaml_text import NotEditable, put

_KEYS = ("enabled", "threshold_pct", "listing", "listing_max_tokens", "search_default_limit", "max_search_limit")
"""What is saved. The context window is a what-if: it is the model's, not a setting."""

_BY_HAND = "the file is left as it is; change it by hand"


@dataclass(frozen=True, slots=True)
class Edited:
    """A file with other settings in it."""

    name: str
    before: str
    after: str
    wanted: Settings
    """What the file then resolves to, the context window aside."""
    changed: tuple[str, ...] = ()
    """The keys that are written; none when the file gives these settings already."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """Where each setting stands afterwards, by the name of its field in ``Settings``."""
    shown: tuple[str, ...] = ()
    """``diff`` with the values of the lines around masked, those of ``tools`` apart: they may be secrets."""

    @property
    def diff(self) -> tuple[str, ...]:
        """A unified diff, a string a line."""
        return _unified(self.name, _rows(self.before), _rows(self.after))


def edited(name: str, text: str, wanted: Settings, variables: Variables) -> Edited:
    """The file's text so that it resolves to the wanted settings, with only the keys that differ touched.

    Raises ``ConfigError`` that says why the file is not edited: it is JSON, a value comes from elsewhere, or what came
    out would not be read as the wanted settings and else as before.
    """
    source, now, origins = _read(name, text, wanted, variables)
    if source.is_json:
        raise ConfigError(f"{name}: is JSON; only YAML is edited in place")
    if wanted.profile.strict_yaml and source.duplicates:
        twice = source.origin(source.duplicates[0])
        raise ConfigError(f"{twice}: a key is written twice, which resets the whole file here; remove one of them")
    if not _differing(now, wanted):
        return Edited(name, text, text, wanted, origins=origins)
    keys = _keys(source, now, wanted)
    after = _put(source.name, text, wanted, keys)
    again, settings, origins = _again(source, after, wanted, variables)
    more = _differing(settings, wanted)
    if more:
        # One limit bounds the other: a change of the one can call for a change of the other.
        keys = tuple(key for key in _KEYS if key in {*keys, *more})
        after = _put(source.name, text, wanted, keys)
        again, settings, origins = _again(source, after, wanted, variables)
    wrong = _differing(settings, wanted)
    if wrong:
        raise ConfigError(f"{name}: {wrong[0]} would still be read as {getattr(settings, wrong[0])}; {_BY_HAND}")
    shown = _unified(name, _masked(text, source), _masked(after, again))
    return Edited(name, text, after, wanted, keys, origins, shown)


def _rows(text: str) -> list[str]:
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _unified(name: str, before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(difflib.unified_diff(before, after, name, name, lineterm=""))


def _masked(text: str, source: Source) -> list[str]:
    """The lines of a text, with a mask for each value outside of ``tools``."""
    starts = {keys[0]: line for keys, line in source.lines.items() if len(keys) == 1}
    first = starts.get(PLACE[0], sys.maxsize)
    end = min((line for line in starts.values() if line > first), default=sys.maxsize)
    return [row if first <= line < end else masked_line(row) for line, row in enumerate(_rows(text), 1)]


def _read(
    name: str, text: str, wanted: Settings, variables: Variables
) -> tuple[Source, Settings, Mapping[str, Origin]]:
    """A text as every session reads it, in the release of the wanted settings."""
    source = parse(name, text, wanted.profile.strict_yaml)
    settings, origins = resolve(
        wanted.profile, [document(source, wanted.profile, variables, Path(), hermes=True).layer]
    )
    return source, settings, origins


def _differing(now: Settings, wanted: Settings) -> tuple[str, ...]:
    known = block(wanted)
    return tuple(key for key in _KEYS if key in known and getattr(now, key) != getattr(wanted, key))


def _keys(source: Source, now: Settings, wanted: Settings) -> tuple[str, ...]:
    """What to write. A mapping in the place of a boolean says all that is not the release's default."""
    keys = _differing(now, wanted)
    if isinstance(below(source.value, PLACE), dict):
        return keys
    plain, _ = resolve(wanted.profile, [])
    return _differing(plain, wanted) or keys


def _put(name: str, text: str, wanted: Settings, keys: tuple[str, ...]) -> str:
    """The text with these keys in it."""
    known = block(wanted)
    try:
        return put(text, nodes(text, wanted.profile.strict_yaml), PLACE, {key: str(known[key]) for key in keys})
    except NotEditable as error:
        raise ConfigError(f"{name}:{error.line}: {error}; change it by hand") from None


def _again(
    source: Source, after: str, wanted: Settings, variables: Variables
) -> tuple[Source, Settings, Mapping[str, Origin]]:
    """The edited text as it is read, once all else in it was found to be as before."""
    name = source.name
    try:
        again, settings, origins = _read(name, after, wanted, variables)
    except ConfigError as error:
        raise ConfigError(f"{name}: could not be read any more after the change ({error}); {_BY_HAND}") from None
    if repr(_others(source.value)) != repr(_others(again.value)):
        raise ConfigError(f"{name}: the change would be one of other values too; {_BY_HAND}")
    return again, settings, origins


def _others(value: Json) -> Json:
    """A configuration without the settings that are saved, nor the mappings that only hold them."""
    return _without(value or {}, *PLACE)


def _without(value: Json, *path: str) -> Json:
    if not isinstance(value, dict):
        return value
    if not path:
        return {key: inner for key, inner in value.items() if key not in _KEYS}
    name, *rest = path
    inner = _without(value.get(name), *rest)
    empty = inner is None or inner == {} or (not rest and isinstance(inner, bool))
    return {key: inner if key == name else each for key, each in value.items() if key != name or not empty}
