"""Servers and manifests as the JSON objects that scripts rely on (design §5.1)."""

from __future__ import annotations

from collections import Counter

from toolscope.canonical import Json
from toolscope.config.model import Settings
from toolscope.connections.state import ServerStatus
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.exact import ExactCosts
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.tokens import estimate


def server(survey: Survey, status: ServerStatus) -> dict[str, Json]:
    """One server's life line: ``in_catalog = listed + utilities - malformed - filtered - collided - out_of_scope``."""
    listing = status.listing
    losses = survey.losses(status.name)
    kinds = Counter(loss.kind for loss in losses)
    offer = survey.offers.get(status.name)
    problems: list[Json] = [
        {"kind": loss.kind, "message": loss.message, "tool": loss.raw_name}
        for loss in losses
        if loss.kind in ("malformed", "duplicate", "collided")
    ]
    problems += [{"kind": t.kind, "message": t.message} for t in (listing.troubles if listing else ())]
    return {
        "name": status.name,
        "label": next(iter(survey.catalog.labels_of(status.name)), status.name),
        "state": str(status.state),
        **({"reason": status.reason} if status.reason else {}),
        "endpoint": status.config.endpoint,
        "origin": str(status.config.origin),
        "listed": len(listing.tools) if listing else 0,
        "malformed": kinds["malformed"],
        "filtered": kinds["filtered"],
        "utilities": sum(1 for tool in offer.tools if tool.utility) if offer else 0,
        "collided": kinds["collided"] + kinds["duplicate"],
        "out_of_scope": kinds["out_of_scope"],
        "in_catalog": len(survey.catalog.of_server(status.name)),
        "problems": problems,
        "protocol": listing.protocol if listing else None,
        "reported": listing.server_info if listing else None,
        "pages": listing.pages if listing else 0,
        "timings": {step: round(ms, 1) for step, ms in status.timings.items()},
        "stderr_tail": list(status.stderr_tail),
    }


def settings(value: Settings) -> dict[str, Json]:
    """The settings that decided."""
    return {
        "enabled": value.enabled,
        "threshold_pct": value.threshold_pct,
        "listing": value.listing,
        "listing_max_tokens": value.listing_max_tokens,
        "search_default_limit": value.search_default_limit,
        "max_search_limit": value.max_search_limit,
        "model": value.model,
    }


def manifest(survey: Survey, exact: ExactCosts | None) -> dict[str, Json]:
    """What the model is shown and what it costs; exact counts are ``null`` while unknown."""
    seen = survey.disclosure
    counted = "off" not in (seen.settings.enabled, seen.settings.listing) and seen.settings.profile.tiers
    return {
        "profile": seen.settings.profile.name,
        "settings": settings(seen.settings),
        "context_length": seen.settings.context_length,
        "budget": seen.budget.tokens,
        "binding": seen.budget.binding if counted else None,
        "activated": seen.activated,
        "tier": seen.tier,
        "form": seen.form,
        "manifest": {
            "text": seen.manifest,
            "chars": seen.rung.length.chars,
            "tokens": seen.rung.tokens,
            "tokens_exact": exact.manifest if exact else None,
        },
        "deferred": {
            "count": len(seen.catalog.deferred),
            "tokens": seen.deferred_tokens,
            "tokens_exact": exact.deferred if exact else None,
        },
        "bridge": _bridge(seen),
        "costs": {
            "eager": {"tokens": seen.eager_tokens, "tokens_exact": exact.eager if exact else None},
            "sent": {"tokens": seen.sent_tokens, "tokens_exact": exact.sent if exact else None},
            "saved_pct": round(seen.saved_pct, 2),
        },
        "fingerprint": seen.fingerprint,
        "provisional": bool(survey.pending or survey.missing),
        "problems": [
            {"kind": str(s.state), "message": one_line(s.reason or f"{s.name} is {s.state}"), "server": s.name}
            for s in survey.missing
        ],
        "servers": [_server(survey, status, exact) for status in survey.statuses],
    }


def _bridge(seen: Disclosure) -> Json:
    if seen.bridge is None:
        return None
    sizes = {"tool_search": seen.bridge.search, "tool_describe": seen.bridge.describe, "tool_call": seen.bridge.call}
    return {name: {"chars": chars} for name, chars in sizes.items()}


def _server(survey: Survey, status: ServerStatus, exact: ExactCosts | None) -> dict[str, Json]:
    seen = survey.disclosure
    labels = survey.catalog.labels_of(status.name)
    chars = sum(tool.chars for tool in survey.catalog.of_server(status.name))
    blocks = [group.lengths[seen.mode(group.label)] for group in map(survey.ladder.group, labels) if group]
    listed = status.state.listed
    return {
        **server(survey, status),
        "mode": (seen.mode(labels[0]) if labels else "hidden") if listed else None,
        "modes": {label: seen.mode(label) for label in labels},
        "manifest_chars": sum(block.chars for block in blocks),
        "schema_chars": chars if listed else None,
        "schema_tokens": estimate(chars) if listed else None,
        "schema_tokens_exact": exact.schemas.get(status.name, 0) if exact and listed else None,
    }
