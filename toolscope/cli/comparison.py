"""One session under two releases of Hermes, for ``manifest --compare``."""

from __future__ import annotations

from collections.abc import Iterable

from toolscope.canonical import Json
from toolscope.cli.output import columns
from toolscope.cli.session import Session
from toolscope.config.profiles import Profile
from toolscope.config.settings import following
from toolscope.disclosure.compare import Comparison, Pair, Share
from toolscope.survey import in_releases


def compared(session: Session, other: Profile) -> Comparison:
    """The session beside the same servers and settings in another release."""
    here, there = in_releases(session.survey, (session.survey.settings.profile, other), session.config.origins)
    return Comparison(here.disclosure, there.disclosure)


def value(seen: Comparison, follows: Iterable[str]) -> dict[str, Json]:
    """``differs`` holds what is not the same, as ``[this release, the other]``; ``names`` likewise.

    ``follows`` are the settings that nobody wrote and that each release has a default of its own for.
    """
    changed = seen.tools.changed
    return {
        "profile": seen.after.settings.profile.name,
        "differs": {fact.name: [fact.before, fact.after] for fact in seen.facts if fact.differs},
        "follows": sorted(follows),
        "same": {fact.name: fact.before for fact in seen.facts if not fact.differs},
        "servers": [_server(pair) for pair in seen.servers],
        "names": [list(pair) for pair in seen.renamed],
        "tools": {
            "only_here": [tool.name for tool in seen.tools.removed],
            "only_there": [tool.name for tool in seen.tools.added],
            "other_schema": [one.after.name for one in changed if one.before.parameters != one.after.parameters],
        },
    }


def _server(pair: Pair[Share]) -> dict[str, Json]:
    before, after = pair.before, pair.after
    return {
        "name": pair.name,
        "tools": [before.tools, after.tools],
        "mode": [before.mode, after.mode],
        "manifest_tokens": [before.manifest_tokens, after.manifest_tokens],
        "schema_tokens": [before.schema_tokens, after.schema_tokens],
    }


def followed(session: Session, other: Profile) -> tuple[str, ...]:
    """The settings that nobody wrote and that the other release has another default for."""
    return tuple(following(session.survey.settings, other, session.config.origins))


def text(seen: Comparison, follows: Iterable[str]) -> str:
    """What differs, in columns, and which of the settings do so because nobody wrote them."""
    names = (seen.before.settings.profile.name, seen.after.settings.profile.name)
    rows = [["", *names], *([fact.name, _word(fact.before), _word(fact.after)] for fact in seen.facts if fact.differs)]
    rows += [[pair.name, _share(pair.before), _share(pair.after)] for pair in seen.servers if pair.differs]
    rows += [["name", *pair] for pair in seen.renamed]
    if len(rows) == 1:
        return f"{names[1]} decides the same as {names[0]}"
    note = f"\n\nnot written, so each release's own default: {', '.join(sorted(follows))}" if follows else ""
    return columns(rows) + note


def _share(share: Share) -> str:
    told = f"{share.mode or 'all schemas'}, {share.tools:,} tools"
    return f"{told}, listed {share.manifest_tokens:,}, schemas {share.schema_tokens:,}"


def _word(found: Json) -> str:
    return (
        "-" if found is None else f"{found:,}" if isinstance(found, int) and not isinstance(found, bool) else str(found)
    )
