"""``tools.tool_search`` as Hermes reads it, and the layers that settings come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from toolscope.canonical import Json
from toolscope.config.contexts import window
from toolscope.config.model import Origin, Settings, Switch
from toolscope.config.profiles import Profile
from toolscope.config.section import Section, kind

DEFAULT_ORIGIN = Origin("default")
"""The origin of a setting that nobody wrote: the profile gives it."""
THRESHOLD_RANGE = (0.0, 100.0)
LISTING_RANGE = (200, 60_000)
LIMIT_RANGE = (1, 50)

_SWITCHES: Mapping[str, Switch] = {
    "auto": "auto",
    **dict.fromkeys(("true", "1", "yes", "on"), "on"),
    **dict.fromkeys(("false", "0", "no", "off"), "off"),
}
_FIRST_KEYS = frozenset({"enabled", "threshold_pct", "search_default_limit", "max_search_limit"})
_TIER_KEYS = frozenset({"listing", "listing_max_tokens", "defer"})


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings that one source gave, by the name of their field in ``Settings``, and where each was written."""

    values: Mapping[str, Json] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)


def tool_search(section: Section, profile: Profile) -> Layer:
    """Read ``tools.tool_search``: every clamp, alias and older form (hermes.md §12). Never raises.

    Only what was written and could be used is in the layer; the profile's default holds for the rest.
    """
    if section.value is False:
        return Layer({"enabled": "off"}, {"enabled": section.origin})
    if not isinstance(section.value, dict):
        if section.value is not None and section.value is not True:
            section.complain(f"must be a mapping or false, not {kind(section.value)}; auto with defaults is used")
        return Layer()
    section.only(_FIRST_KEYS | _TIER_KEYS)
    try:
        values = _first_keys(section, profile)
        values |= _tier_keys(section, profile)
    except OverflowError:
        section.complain(
            "holds a number that is infinite or too large; Hermes then drops the whole block for its defaults"
        )
        return Layer()
    return Layer(values, {name: section.child(name).origin for name in values})


def _first_keys(section: Section, profile: Profile) -> dict[str, Json]:
    most = whole(section, "max_search_limit", LIMIT_RANGE, profile.max_search_limit)
    upper = profile.max_search_limit if most is None else most
    return _written(
        enabled=switch(section, "enabled"),
        threshold_pct=percent(section, profile.threshold_pct),
        max_search_limit=most,
        search_default_limit=whole(
            section, "search_default_limit", (1, upper), min(upper, profile.search_default_limit)
        ),
    )


def _tier_keys(section: Section, profile: Profile) -> dict[str, Json]:
    """The keys of releases with a listing. An older one ignores them: they are kept for a change of profile."""
    if not profile.tiers:
        for key in sorted(_TIER_KEYS & section.value.keys()):
            section.complain(f"is not known to {profile.name}; ignored there", key)
        section = replace(section, complaints=[])
    try:
        return _written(
            listing=switch(section, "listing"),
            listing_max_tokens=whole(section, "listing_max_tokens", LISTING_RANGE, profile.listing_max_tokens),
            defer=_names(section, "defer"),
        )
    except OverflowError:
        if profile.tiers:
            raise
        return {}


def _written(**values: Json) -> dict[str, Json]:
    return {name: value for name, value in values.items() if value is not None}


def switch(section: Section, key: str) -> Switch | None:
    """A switch under ``key``; ``None`` where it is not written or says something else, which is complained about."""
    raw = section.child(key).value
    if raw is None:
        return None
    read = _SWITCHES.get(str(raw).strip().lower())
    if read is None:
        section.complain(f"must be auto, on or off, not {_shown(raw)}; auto is used", key)
    return read


def percent(section: Section, default: float) -> float | None:
    """``threshold_pct`` within its range; ``None`` where it is not written or no number. What is changed is said."""
    key = "threshold_pct"
    raw = section.child(key).value
    if raw is None:
        return None
    try:
        number = float(raw)
    except (TypeError, ValueError):
        section.complain(f"must be a number from 0 to 100, not {_shown(raw)}; {default:g} is used", key)
        return None
    low, high = THRESHOLD_RANGE
    # The order of these two decides that NaN becomes 100, as in the reference.
    clamped = max(low, min(high, number))
    if clamped != number:
        section.complain(f"is outside 0 to 100; {clamped:g} is used", key)
    elif isinstance(raw, bool):
        section.complain(f"is a boolean; it is read as {number:g}", key)
    return clamped


def whole(section: Section, key: str, bounds: tuple[int, int], default: int) -> int | None:
    """A whole number within ``bounds``, as ``percent`` reads one; raises ``OverflowError`` for an infinite one."""
    raw = section.child(key).value
    if raw is None:
        return None
    low, high = bounds
    try:
        number = int(raw)
    except (TypeError, ValueError):
        section.complain(
            f"must be a whole number from {low:,} to {high:,}, not {_shown(raw)}; {default:,} is used", key
        )
        return None
    clamped = max(low, min(high, number))
    if clamped != number:
        section.complain(f"is outside {low:,} to {high:,}; {clamped:,} is used", key)
    elif isinstance(raw, (bool, float)) and (isinstance(raw, bool) or number != raw):
        section.complain(f"must be a whole number, not {_shown(raw)}; it is read as {number:,}", key)
    return clamped


def _names(section: Section, key: str) -> tuple[str, ...] | None:
    raw = section.child(key).value
    if raw is None:
        return None
    if not isinstance(raw, (list, tuple, set)):
        section.complain(f"must be a list of core tools, not {kind(raw)}; the default list is used", key)
        return None
    return tuple(dict.fromkeys(name for name in (str(item).strip() for item in raw) if name))


def _shown(raw: Json) -> str:
    return repr(raw)[:40] if isinstance(raw, (str, int, float)) else kind(raw)


def resolve(
    profile: Profile, layers: Iterable[Layer], profile_origin: Origin = DEFAULT_ORIGIN
) -> tuple[Settings, dict[str, Origin]]:
    """Lay the layers over the profile's defaults, later over earlier; each field's origin comes with it."""
    values: dict[str, Any] = defaults(profile)
    origins = {**dict.fromkeys(values, DEFAULT_ORIGIN), "profile": profile_origin}
    for layer in layers:
        values |= layer.values
        origins |= layer.origins
    values["search_default_limit"] = min(values["search_default_limit"], values["max_search_limit"])
    return Settings(**values), origins


def defaults(profile: Profile) -> dict[str, Json]:
    """Every field of ``Settings`` as a release gives it."""
    return {
        "profile": profile,
        "context_length": None,
        "model": None,
        "threshold_pct": profile.threshold_pct,
        "listing_max_tokens": profile.listing_max_tokens,
        "enabled": "auto",
        "listing": "auto",
        "search_default_limit": profile.search_default_limit,
        "max_search_limit": profile.max_search_limit,
        "defer": None,
    }


def following(settings: Settings, profile: Profile, origins: Mapping[str, Origin]) -> dict[str, Json]:
    """What another release gives by default where nobody set anything, by field: only what becomes another value.

    ``origins`` are those of the configuration. A value that was moved away from its release's default stays.
    """
    before, after = defaults(settings.profile), defaults(profile)
    return {
        name: value
        for name, value in after.items()
        if value != before[name]
        and name != "profile"
        and origins.get(name, DEFAULT_ORIGIN) == DEFAULT_ORIGIN
        and getattr(settings, name) == before[name]
    }


def under(settings: Settings, profile: Profile, origins: Mapping[str, Origin]) -> Settings:
    """The same settings in another release: what still has its default follows the release, the rest stays.

    ``origins`` are those of the configuration; a model's window is looked up again.
    """
    changed: dict[str, Any] = following(settings, profile, origins)
    if settings.model is not None:
        changed["context_length"] = window(settings.model, profile)
    moved = replace(settings, **{**changed, "profile": profile})
    return replace(moved, search_default_limit=min(moved.search_default_limit, moved.max_search_limit))
