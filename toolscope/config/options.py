"""Settings as typed on the command line; a value that cannot be used is an error that names the option."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from toolscope.config import contexts
from toolscope.config.model import ConfigError, Origin, Switch
from toolscope.config.profiles import DEFAULT, PROFILES, Profile
from toolscope.config.settings import LISTING_RANGE, THRESHOLD_RANGE, Layer

ORIGIN = Origin("command line")


@dataclass(frozen=True, slots=True)
class Options:
    """The text of each option; ``None`` where it was not given."""

    profile: str | None = None
    context: str | None = None
    threshold_pct: str | None = None
    listing_max_tokens: str | None = None
    enabled: str | None = None
    listing: str | None = None

    def release(self) -> Profile:
        """The profile asked for, or the default one."""
        return DEFAULT if self.profile is None else profile(self.profile)

    def layer(self, release: Profile) -> Layer:
        """The settings given; raises ``ConfigError`` for one that cannot be used."""
        values: dict[str, object] = {}
        if self.context is not None:
            values["context_length"], values["model"] = contexts.context(self.context, release)
        if self.threshold_pct is not None:
            values["threshold_pct"] = percent(self.threshold_pct)
        if self.listing_max_tokens is not None:
            values["listing_max_tokens"] = cap(self.listing_max_tokens)
        if self.enabled is not None:
            values["enabled"] = switch(self.enabled, "--enabled")
        if self.listing is not None:
            values["listing"] = switch(self.listing, "--listing")
        return Layer(values, dict.fromkeys(values, ORIGIN))


def profile(text: str, option: str = "--profile") -> Profile:
    """A profile by its name, with or without ``hermes-``."""
    name = text.strip().lower()
    found = PROFILES.get(name) or PROFILES.get(f"hermes-{name}")
    if found is None:
        near = difflib.get_close_matches(name, PROFILES, 1)
        hint = f"did you mean {near[0]}? There are" if near else "give one of"
        raise ConfigError(f"{option} {text}: no such profile; {hint}: {', '.join(PROFILES)}")
    return found


def percent(text: str, option: str = "--threshold-pct") -> float:
    """A percentage from 0 to 100."""
    low, high = THRESHOLD_RANGE
    try:
        number = float(text.strip().removesuffix("%"))
    except ValueError:
        number = -1.0
    if not low <= number <= high:
        raise ConfigError(f"{option} {text}: give a number from 0 to 100")
    return number


def cap(text: str, option: str = "--listing-max-tokens") -> int:
    """A number of tokens from 200 to 60,000."""
    low, high = LISTING_RANGE
    number = contexts.tokens(text)
    if number is None or not low <= number <= high:
        raise ConfigError(f"{option} {text}: give a whole number from {low} to {high}")
    return number


def switch(text: str, option: str) -> Switch:
    """``auto``, ``on`` or ``off``."""
    match text.strip().lower():
        case "auto":
            return "auto"
        case "on":
            return "on"
        case "off":
            return "off"
    raise ConfigError(f"{option} {text}: give auto, on or off")
