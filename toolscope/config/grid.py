"""The settings that a sweep goes through: axes typed on the command line, or the rows of a file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import TypeAlias, TypeVar

from toolscope.canonical import Json
from toolscope.config import contexts, settings, source
from toolscope.config.model import Complaint, ConfigError, Origin, Settings
from toolscope.config.options import ORIGIN, cap, percent
from toolscope.config.profiles import Profile
from toolscope.config.section import Section, kind

T = TypeVar("T")
Window: TypeAlias = tuple[int | None, str | None]
"""A context window in tokens, ``None`` while unknown, and the model it was looked up for."""

MOST_POINTS = 200_000
SHAPE = "[context_length or null, threshold_pct, listing_max_tokens, enabled, listing], the last two optional"
"""What a row of a grid file holds, for people who got it wrong."""
_LARGEST_CONTEXT = 10**18
_NAMED = 12
"""Rows that are named before the rest is counted."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A place in a row of a grid file, after the context."""

    key: str
    expected: str
    read: Callable[[Section], Json]
    """As Hermes reads this key; ``None`` for what it would replace by a default."""
    optional: bool = False


_COLUMNS = (
    _Column("threshold_pct", "a number from 0 to 100", lambda row: settings.percent(row, 0)),
    _Column(
        "listing_max_tokens",
        "a whole number from 200 to 60,000",
        lambda row: settings.whole(row, "listing_max_tokens", settings.LISTING_RANGE, 0),
    ),
    _Column("enabled", "auto, on or off", lambda row: settings.switch(row, "enabled"), True),
    _Column("listing", "auto, on or off", lambda row: settings.switch(row, "listing"), True),
)


@dataclass(frozen=True, slots=True)
class Axes:
    """What each swept setting goes through; ``None`` where it stays as it is."""

    contexts: Sequence[Window] | None = None
    thresholds: Sequence[float] | None = None
    caps: Sequence[int] | None = None

    def points(self, base: Settings) -> Iterator[Settings]:
        """Every combination over ``base``: all caps for the first percentage of the first context, and so on."""
        windows = self.contexts or ((base.context_length, base.model),)
        for (length, model), pct, tokens in product(
            windows, self.thresholds or (base.threshold_pct,), self.caps or (base.listing_max_tokens,)
        ):
            yield replace(base, context_length=length, model=model, threshold_pct=pct, listing_max_tokens=tokens)

    def complaints(self, profile: Profile) -> list[Complaint]:
        """Models that no table knows: their windows are Hermes' guess."""
        models = dict.fromkeys(model for _, model in self.contexts or () if model is not None)
        guessed = f"is no model of the table: its window is assumed to be {contexts.FALLBACK:,} tokens, as in Hermes"
        return [
            Complaint(ORIGIN, "--context", f"{model} {guessed}")
            for model in models
            if not contexts.is_known(model, profile)
        ]


def axes(profile: Profile, context: str | None, threshold: str | None, listing: str | None) -> Axes:
    """Read the axes of a sweep, each one value, several as ``a,b,c``, or ``from:to:step``.

    Raises ``ConfigError`` for a value that cannot be used, and for more than ``MOST_POINTS`` combinations.
    """
    found = Axes(
        _values("--context", context, lambda text: contexts.context(text, profile), _whole),
        _values("--threshold-pct", threshold, percent, Decimal),
        _values("--listing-max-tokens", listing, cap, _whole),
    )
    count = math.prod(len(axis) for axis in (found.contexts, found.thresholds, found.caps) if axis)
    if count > MOST_POINTS:
        raise ConfigError(f"the grid has {count:,} points; give at most {MOST_POINTS:,}: take larger steps")
    return found


def _values(
    option: str, text: str | None, read: Callable[[str], T], number: Callable[[str], Decimal]
) -> tuple[T, ...] | None:
    return None if text is None else tuple(map(read, _spread(option, text, number)))


def _spread(option: str, text: str, number: Callable[[str], Decimal]) -> Iterator[str]:
    """The single values that a text stands for, each as it would be typed alone."""
    for part in map(str.strip, text.split(",")):
        if not part:
            raise ConfigError(f"{option} {text}: give one value, several as a,b,c, or from:to:step")
        if part[0].isalpha() or ":" not in part:
            # One value: a number, or a model, whose name may have a colon in it.
            yield part
            continue
        try:
            low, high, step = map(number, part.split(":"))
            steps = (high - low) / step
            reached = 0 <= steps < MOST_POINTS
        except (ArithmeticError, ValueError):
            raise ConfigError(f"{option} {part}: give three numbers, from:to:step, with a step that is not 0") from None
        if not reached:
            fault = "is too small" if steps > 0 else "leads away from the second number"
            raise ConfigError(f"{option} {part}: the step {fault}")
        yield from (f"{low + index * step:f}" for index in range(int(steps) + 1))


def _whole(text: str) -> Decimal:
    amount = contexts.tokens(text)
    if amount is None:
        raise ValueError(text)
    return Decimal(amount)


def read(path: Path, base: Settings) -> tuple[tuple[Settings, ...], list[Complaint]]:
    """The points of a grid file in its order, over ``base``, and what was clamped, each with its rows.

    The file is a list of ``SHAPE``, in JSON or YAML. A value out of range is clamped as in Hermes' own file; raises
    ``ConfigError`` that names the row for one that cannot be used at all.
    """
    found = source.read(path)
    if not isinstance(found.value, list):
        raise ConfigError(f"{found.name}: must be a list of rows, not {kind(found.value)}; a row is {SHAPE}")
    if not found.value:
        raise ConfigError(f"{found.name}: holds no row; a row is {SHAPE}")
    if len(found.value) > MOST_POINTS:
        raise ConfigError(f"{found.name}: has {len(found.value):,} rows; give at most {MOST_POINTS:,}")
    points = []
    clamped: dict[str, list[int]] = {}
    for number, row in enumerate(found.value, 1):
        try:
            point, complaints = _point(row, base)
        except ConfigError as error:
            raise ConfigError(f"{found.origin((str(number - 1),))}: row {number}: {error}") from None
        points.append(point)
        for complaint in complaints:
            clamped.setdefault(f"{complaint.key} {complaint.message}", []).append(number)
    return tuple(points), [Complaint(Origin(found.name), _rows(rows), said) for said, rows in clamped.items()]


def _point(row: Json, base: Settings) -> tuple[Settings, list[Complaint]]:
    """One row over ``base``. Its values are read as Hermes reads its file, but none falls back to a default."""
    if not isinstance(row, list) or not 3 <= len(row) <= 1 + len(_COLUMNS):
        raise ConfigError(f"must be a list of 3 to 5 values: {SHAPE}")
    length, model = _window(row[0], base.profile)
    section = Section({column.key: raw for column, raw in zip(_COLUMNS, row[1:], strict=False)}, (), lambda _: ORIGIN)
    values = {}
    for column, raw in zip(_COLUMNS, row[1:], strict=False):
        if raw is None and column.optional:
            continue
        try:
            value = column.read(section)
        except OverflowError:
            value = None
        if value is None:
            raise ConfigError(f"{column.key}: must be {column.expected}")
        values[column.key] = value
    return replace(base, context_length=length, model=model, **values), section.complaints


def _window(value: Json, profile: Profile) -> Window:
    """The context window of a row: a number of tokens, ``null``, or what ``--context`` takes."""
    if value is None:
        return None, None
    if isinstance(value, str):
        return contexts.context(value, profile)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST_CONTEXT:
        raise ConfigError(f"context_length: must be a number of tokens or null, not {kind(value)}")
    return int(value), None


def _rows(numbers: Sequence[int]) -> str:
    """The numbers of some rows, the first few by name."""
    named = ", ".join(map(str, numbers[:_NAMED]))
    more = f" and {len(numbers) - _NAMED:,} more" if len(numbers) > _NAMED else ""
    return f"row{'s' if len(numbers) > 1 else ''} {named}{more}"
