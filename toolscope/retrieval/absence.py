"""Why a tool that was expected is not in the index at all."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from toolscope.catalog.naming import model_name
from toolscope.catalog.snapshot import Catalog, Loss
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import one_line
from toolscope.retrieval.explain import Verdict


def expected(catalog: Catalog, name: str) -> Tool | None:
    """The tool somebody means by a model-visible name, a raw name that only one tool has, or ``server/raw name``."""
    tool = catalog.find(name)
    if tool is not None:
        return tool
    server, _, raw = name.rpartition("/")
    found = [t for t in catalog.tools if t.raw_name == (raw or name) and server in ("", t.server)]
    return found[0] if len(found) == 1 else None


def absence(profile: Profile, catalog: Catalog, statuses: Sequence[ServerStatus], name: str) -> Verdict:
    """What became of an expected tool that no search can find."""
    shown = one_line(name)
    tool = expected(catalog, name)
    if tool is not None:
        return Verdict("out_of_scope", f"{shown} stays in the model's own list of tools, so the search leaves it out.")
    loss = _loss(catalog, name)
    if loss is not None:
        collided = loss.kind in ("collided", "duplicate")
        return Verdict("collided" if collided else "out_of_scope", f"{shown} is not in the catalog: {loss.message}.")
    status = _owner(profile, statuses, name)
    if status is not None and not status.state.listed:
        reason = f": {status.reason}" if status.reason else ""
        return Verdict("server_unavailable", f"{one_line(status.name)} is {_words(status.state)}{reason}.")
    names = [t.name for t in catalog.tools]
    near = get_close_matches(name, names, 3, 0.6) or [n for n in names if n.endswith(f"__{name}")][:3]
    tail = f"; the nearest: {', '.join(near)}" if near else ""
    return Verdict("no_such_tool", f"No server lists {shown}{tail}.")


def _loss(catalog: Catalog, name: str) -> Loss | None:
    server, _, raw = name.rpartition("/")
    for loss in catalog.losses:
        if name == loss.name or (loss.raw_name == (raw or name) and server in ("", loss.server)):
            return loss
    return None


def _owner(profile: Profile, statuses: Sequence[ServerStatus], name: str) -> ServerStatus | None:
    """The server whose prefix a name carries."""
    for status in statuses:
        if name.startswith((model_name(profile, status.name, ""), f"{status.name}/")):
            return status
    return None


def _words(state: State) -> str:
    return {State.WAITING: "waiting to be started", State.CONNECTING: "still connecting"}.get(state, state.value)
