"""Why a tool that was expected is not in the index at all."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from toolscope.catalog.naming import model_name
from toolscope.catalog.snapshot import Catalog, Loss
from toolscope.catalog.tool import Tool
from toolscope.config.profiles import Profile
from toolscope.connections.state import ServerStatus, State
from toolscope.plain import Plain, one_line
from toolscope.retrieval.verdict import Verdict

_STATES = {
    State.WAITING: "is waiting to be started",
    State.CONNECTING: "is still connecting",
    State.FAILED: "failed",
    State.DISABLED: "is disabled",
    State.SIGNED_OUT: "wants a sign-in first",
    State.UNTRUSTED: "is not trusted yet, so it was not started",
}


def expected(catalog: Catalog, name: str) -> Tool | None:
    """The tool somebody means by a model-visible name, ``server/raw name``, or a raw name that only one tool has."""
    tool = catalog.find(name)
    if tool is not None:
        return tool
    found = _meant(catalog, name)
    return found[0] if len(found) == 1 else None


def absence(
    profile: Profile, catalog: Catalog, statuses: Sequence[ServerStatus], name: str, left_out: Sequence[str] = ()
) -> Verdict:
    """What became of an expected tool that no search can find, because the index does not hold it.

    ``left_out`` are configured servers that ``--server`` did not keep.
    """
    shown = one_line(name, 80)
    tool = expected(catalog, name)
    if tool is not None and catalog.defers(tool):
        return Verdict("no_such_tool", f"{shown} is called {one_line(tool.name, 80)}: names are given in full.")
    if tool is not None:
        return Verdict("out_of_scope", f"{shown} stays in the model's own list of tools, so the search leaves it out.")
    several = _meant(catalog, name)
    if several:
        names = _listed([one_line(tool.name) for tool in several])
        return Verdict("no_such_tool", f"{len(several):,} tools are called {shown}: {names}. Name one of them in full.")
    loss = _loss(profile, catalog, name)
    if loss is not None:
        return Verdict("collided" if loss.kind in ("collided", "duplicate") else "out_of_scope", _fate(shown, loss))
    owner = _owner(profile, statuses, name)
    if owner is not None and not owner.state.listed:
        return Verdict("server_unavailable", f"{unlisted(owner)}, so none of its tools can be found.")
    out = _longest([server for server in left_out if _carries(profile, server, name)])
    if out is not None and (owner is None or len(out) > len(owner.name)):
        reason = f"{one_line(out, 40)} was left out of this session by --server, so none of its tools can be found."
        return Verdict("out_of_scope", reason)
    who = f"{one_line(owner.name, 40)} lists no" if owner is not None else "No server lists a"
    unread = "" if owner is not None else _unread(statuses, left_out)
    return Verdict("no_such_tool", f"{who} tool called {shown}.{_nearest(catalog, name)}{unread}")


def nothing(catalog: Catalog, statuses: Sequence[ServerStatus], left_out: Sequence[str] = ()) -> Verdict:
    """Why there is not one tool to search."""
    if catalog.direct:
        n = len(catalog.direct)
        every = "The only tool stays" if n == 1 else f"All {n:,} tools stay"
        return Verdict(
            "out_of_scope", f"{every} in the model's own list: none is deferred, so there is nothing to search."
        )
    if catalog.losses:
        first, n = catalog.losses[0], len(catalog.losses)
        every = "The only tool that was listed is" if n == 1 else f"All {n:,} tools that were listed are"
        return Verdict("out_of_scope", f"{every} left out: {first.message}.")
    unread = [unlisted(status) for status in statuses if not status.state.listed]
    unread += [f"{one_line(name, 40)} was left out by --server" for name in left_out]
    if unread:
        return Verdict("server_unavailable", f"There is nothing to search: {_listed(unread)}.")
    why = "the servers list no tools" if statuses else "no server is configured"
    return Verdict("server_unavailable", f"There is nothing to search: {why}.")


def _meant(catalog: Catalog, name: str) -> list[Tool]:
    """The tools of a raw name; with ``server/`` before it only that server's."""
    return [t for t in catalog.tools if t.raw_name == name] or [
        t for t in catalog.tools if f"{t.server}/{t.raw_name}" == name
    ]


def _loss(profile: Profile, catalog: Catalog, name: str) -> Loss | None:
    for loss in catalog.losses:
        visible = loss.name or model_name(profile, loss.server, loss.raw_name)
        if name in (visible, loss.raw_name, f"{loss.server}/{loss.raw_name}"):
            return loss
    return None


def _fate(shown: Plain, loss: Loss) -> str:
    server = one_line(loss.server, 40)
    if loss.kind == "out_of_scope":
        return f"{shown} of {server} was taken out of this session by hand."
    if loss.kind == "filtered":
        return f"{server} lists {shown}, but its configuration leaves it out: {loss.message}."
    if loss.kind == "malformed":
        return f"{server} lists {shown}, but it cannot be read: {loss.message}."
    return f"{server} lists {shown}, but it lost its name: {loss.message}."


def _owner(profile: Profile, statuses: Sequence[ServerStatus], name: str) -> ServerStatus | None:
    """The server whose prefix a name carries; the longest one where several fit."""
    known = {status.name: status for status in statuses}
    name_of = _longest([server for server in known if _carries(profile, server, name)])
    return known[name_of] if name_of is not None else None


def _carries(profile: Profile, server: str, name: str) -> bool:
    return name.startswith((model_name(profile, server, ""), f"{server}/"))


def _longest(names: Sequence[str]) -> str | None:
    return max(names, key=len, default=None)


def unlisted(status: ServerStatus) -> str:
    """What a server is that has no list of tools, in a few words: ``billing failed (exited 1)``."""
    reason = f" ({status.reason})" if status.reason else ""
    return f"{one_line(status.name, 40)} {_STATES.get(status.state, f'is {status.state.value}')}{reason}"


def _nearest(catalog: Catalog, name: str) -> str:
    """Names whose own part is spelled nearly like the wanted one's."""
    leaf = name.rpartition("__")[2].rpartition("/")[2].lower()
    leaves: dict[str, list[str]] = {}
    for tool in catalog.tools:
        own = tool.name.rpartition("__")[2].lower()
        if abs(len(own) - len(leaf)) <= 4:
            leaves.setdefault(own, []).append(tool.name)
    near = [full for own in get_close_matches(leaf, leaves, 3, 0.75) for full in leaves[own]][:3]
    return f" The nearest {'is' if len(near) == 1 else 'are'} {_listed(near)}." if near else ""


def _unread(statuses: Sequence[ServerStatus], left_out: Sequence[str]) -> str:
    """Servers that might have listed it."""
    unread = [f"{one_line(s.name, 40)} ({s.state})" for s in statuses if not s.state.listed]
    unread += [f"{one_line(server, 40)} (left out by --server)" for server in left_out]
    return f" Not read: {_listed(unread)}." if unread else ""


def _listed(names: Sequence[str]) -> str:
    shown = [*names[:3], f"{len(names) - 3} more"] if len(names) > 4 else list(names)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
