"""The three settings that have a slider: how each is read, written, typed and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from toolscope.config import contexts, options
from toolscope.config.model import ConfigError, Settings
from toolscope.config.profiles import PROFILES
from toolscope.ui.present.scale import CAP, CONTEXT, THRESHOLD, Scale
from toolscope.ui.present.text import number


@dataclass(frozen=True)
class Dial:
    """One setting as a number on a scale."""

    name: str
    """As the configuration spells it; the context has no key of its own there."""
    scale: Scale
    read: Callable[[Settings], float | None]
    """``None`` while unknown."""
    write: Callable[[Settings, float], Settings]
    typed: Callable[[Settings, str], Settings]
    """What a text asks for; raises ``ConfigError``."""
    shown: Callable[[float | None], str]
    """In at most 9 cells."""
    starts: str
    """The characters that open the field, as the first of what is typed."""


def _threshold_shown(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f} %" if round(value, 2) == value or value >= 10 else f"{value:.4g} %"


def _context_shown(value: float | None) -> str:
    if value is None:
        return "unknown"
    if value < 10_000_000:
        return number(value)
    return f"{value / 1e6:,.1f}M" if value < 1e9 else f"{value:.1e}"


def _typed_context(settings: Settings, text: str) -> Settings:
    window, model = contexts.context(text, settings.profile)
    return replace(settings, context_length=window, model=model)


def complaint(error: ConfigError) -> str:
    """What is wrong with a typed value, without the name of an option."""
    return str(error).rpartition(": ")[2]


PERCENTAGE = Dial(
    name="threshold_pct",
    scale=THRESHOLD,
    read=lambda settings: settings.threshold_pct,
    write=lambda settings, value: replace(settings, threshold_pct=value),
    typed=lambda settings, text: replace(settings, threshold_pct=options.percent(text)),
    shown=_threshold_shown,
    starts="0123456789.",
)
LISTING = Dial(
    name="listing_max_tokens",
    scale=CAP,
    read=lambda settings: settings.listing_max_tokens,
    write=lambda settings, value: replace(settings, listing_max_tokens=round(value)),
    typed=lambda settings, text: replace(settings, listing_max_tokens=options.cap(text)),
    shown=lambda value: number(value or 0),
    starts="0123456789",
)
WINDOW = Dial(
    name="context",
    scale=CONTEXT,
    read=lambda settings: settings.context_length or None,
    write=lambda settings, value: replace(settings, context_length=round(value), model=None),
    typed=_typed_context,
    shown=_context_shown,
    starts="0123456789",
)
DIALS = (PERCENTAGE, LISTING, WINDOW)
"""From the top."""


@dataclass(frozen=True)
class Selector:
    """One setting that is one of a few words."""

    name: str
    values: tuple[str, ...]
    read: Callable[[Settings], str]
    write: Callable[[Settings, str], Settings]

    def turned(self, settings: Settings, steps: int) -> Settings:
        """The settings with the next word, or the one before; from the last to the first."""
        at = self.values.index(self.read(settings)) + steps
        return self.write(settings, self.values[at % len(self.values)])


_WORDS = ("auto", "on", "off")
ENABLED = Selector(
    "enabled",
    _WORDS,
    lambda settings: settings.enabled,
    lambda settings, word: replace(settings, enabled=options.switch(word, "enabled")),
)
LISTED = Selector(
    "listing",
    _WORDS,
    lambda settings: settings.listing,
    lambda settings, word: replace(settings, listing=options.switch(word, "listing")),
)
RELEASE = Selector(
    "profile",
    tuple(PROFILES),
    lambda settings: settings.profile.name,
    lambda settings, name: replace(settings, profile=PROFILES[name]),
)
"""The release of Hermes; what the user has set beside it stays."""
SELECTORS = (ENABLED, LISTED, RELEASE)
