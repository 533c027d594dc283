"""One row a server: what it brings, how it is shown, and in words what cannot be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from toolscope.catalog.snapshot import Catalog
from toolscope.connections.state import ServerStatus, State
from toolscope.disclosure.disclose import Disclosure
from toolscope.disclosure.exact import ExactCosts
from toolscope.disclosure.listing import Mode
from toolscope.plain import Plain, one_line
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.missing import without
from toolscope.ui.present.text import number, plural

Words = tuple[tuple[str, str], ...]
"""Text and style, in the place of a bar."""

_PROBLEMS = ("malformed", "collided", "duplicate")
_PROGRESS = 10
"""Cells of the line that shows how long a server has been connecting."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one configured server has in a catalog."""

    tools: int
    chars: int
    """Code points of its definitions together."""
    labels: tuple[str, ...]
    """The groups that its deferred tools are listed in, the one that stands for the server first."""
    losses: Mapping[str, int]
    """What did not reach the catalog, by kind."""

    @property
    def problems(self) -> int:
        """Tools that were lost without anybody having asked for it."""
        return sum(self.losses.get(kind, 0) for kind in _PROBLEMS)


def shares(catalog: Catalog, servers: tuple[str, ...]) -> dict[str, Share]:
    """What each server has in the catalog. Looks at every tool: once a catalog, not once a step."""
    losses: dict[str, Counter[str]] = {}
    for loss in catalog.losses:
        losses.setdefault(loss.server, Counter())[loss.kind] += 1
    return {server: _share(catalog, server, losses.get(server, Counter())) for server in servers}


def _share(catalog: Catalog, server: str, losses: Mapping[str, int]) -> Share:
    tools = catalog.of_server(server)
    labels = Counter(tool.label for tool in tools if catalog.defers(tool))
    order = sorted(labels, key=lambda label: (label != server, -labels[label], label))
    return Share(len(tools), sum(tool.chars for tool in tools), tuple(order), losses)


NOTHING = Share(0, 0, (), {})


@dataclass(frozen=True, slots=True)
class Row:
    """What a row of the table shows; ``None`` is a number that nobody knows."""

    server: str
    shown: Plain
    state: State
    out_of_scope: bool
    tools: int | None
    problems: int
    mode: Mode | None
    """Its own; ``None`` when it has no list, or when nothing of it is deferred."""
    mode_words: str
    """In the place of the mode, when there is none."""
    listed: int | None
    listed_exact: int | None
    schemas: int | None
    schemas_exact: int | None
    label: str | None
    """The group whose bar is drawn; ``None`` when ``words`` stand there."""
    words: Words
    """Why there is no bar."""


def row(survey: Survey, status: ServerStatus, share: Share, exact: ExactCosts | None, now: float) -> Row:
    """The row of one server; ``now`` is ``time.monotonic()``."""
    out = status.name in survey.scope.servers
    has_list = status.state.listed and not out
    labels = share.labels if has_list else ()
    mode = survey.disclosure.mode(labels[0]) if labels and survey.disclosure.activated else None
    words = why_no_bar(survey, status, share, now)
    shows_list = bool(labels) and survey.disclosure.activated
    return Row(
        server=status.name,
        shown=one_line(status.name),
        state=status.state,
        out_of_scope=out,
        tools=_tool_count(survey, status, share, out),
        problems=share.problems,
        mode=mode,
        mode_words=_mode_words(survey, status, share, out),
        listed=listed_tokens(survey.disclosure, labels) if shows_list else None,
        listed_exact=_exact_listed(exact, labels) if shows_list else None,
        schemas=estimate(share.chars) if has_list else None,
        schemas_exact=exact.schemas.get(status.name, 0) if has_list and exact else None,
        label=labels[0] if labels and not words else None,
        words=words,
    )


def listed_tokens(disclosure: Disclosure, labels: tuple[str, ...]) -> int:
    """What the blocks of these labels take in the manifest, each an estimate of its own."""
    groups = (disclosure.ladder.group(label) for label in labels)
    return sum(estimate(group.lengths[disclosure.mode(group.label)].chars) for group in groups if group)


def _exact_listed(exact: ExactCosts | None, labels: tuple[str, ...]) -> int | None:
    return sum(exact.listed.get(label, 0) for label in labels) if exact else None


def _tool_count(survey: Survey, status: ServerStatus, share: Share, out: bool) -> int | None:
    if status.state.pending:
        return status.listed_so_far or None
    if not status.state.listed:
        return None
    return share.losses.get("out_of_scope", 0) if out else share.tools


def _mode_words(survey: Survey, status: ServerStatus, share: Share, out: bool) -> str:
    if out:
        return "out of scope"
    if status.state.pending:
        return "not known"
    if not status.state.listed:
        return "unknown" if status.state is State.FAILED else "not started"
    if not share.tools:
        return "no tools"
    return "all schemas"


def why_no_bar(survey: Survey, status: ServerStatus, share: Share, now: float) -> Words:
    """The words in the bar's place; empty when a bar can be drawn."""
    if status.name in survey.scope.servers:
        return (("Space", "$here"), ("puts it back", "$soft"))
    if status.state is not State.READY:
        return _state_words(status, now)
    if not share.tools:
        return ((_no_tools(status, share), "$state-stale"),)
    if not share.labels:
        return (("core tools: sent whole on every turn", "$soft"),)
    return ()


def _state_words(status: ServerStatus, now: float) -> Words:
    """Why a server is not ready; a stale one without a reason keeps its bar."""
    reason = status.reason or ""
    match status.state:
        case State.CONNECTING:
            return _progress(status, now)
        case State.WAITING:
            return ((reason or "waits until another server has started", "$soft"),)
        case State.FAILED:
            return _first_clause(reason or "it could not be started", "$bad")
        case State.STALE | State.LOST:
            return _first_clause(reason, "$doubt") if reason else ()
        case _:
            return ((reason or f"{status.state} in {one_line(str(status.config.origin))}", "$soft"),)


def _progress(status: ServerStatus, now: float) -> Words:
    seconds, limit = max(0, now - status.since), max(1.0, status.config.connect_timeout)
    done = min(_PROGRESS, round(seconds / limit * _PROGRESS))
    read = f"{plural(status.listed_so_far, 'tool')}, page {number(status.pages_so_far)}"
    # The two halves are one word, so that the budget line does not part them.
    line = ("━" * done + "─" * (_PROGRESS - done), "$state-connecting")
    return (line, (read if status.listed_so_far else f"{seconds:.0f} of {limit:g} s", "$soft"))


def _first_clause(reason: str, style: str) -> Words:
    """The kind of fault in colour, the particulars after it soft."""
    head, colon, rest = reason.partition(": ")
    return ((head + colon.rstrip(), style), (rest, "$soft")) if rest else ((head, style),)


def _no_tools(status: ServerStatus, share: Share) -> str:
    listed = len(status.listing.tools) if status.listing else 0
    if not listed:
        return "ready, but it lists no tools"
    kinds = [kind.replace("_", " ") for kind, count in share.losses.items() if count]
    return f"none of its {plural(listed, 'tool')} is used: {', '.join(kinds)}"


# the total


@dataclass(frozen=True, slots=True)
class Total:
    """The last row: the sums, and what the rows do not account for."""

    tools: int
    listed: int
    listed_exact: int | None
    schemas: int
    schemas_exact: int | None
    overhead: int
    """Header and rounding: what the manifest has beyond its rows."""
    rounding: int
    """What the schemas of all servers have beyond their rows: not positive."""
    bridge: int | None
    """The bridge schemas without the manifest; ``None`` while they are not sent."""


def total(survey: Survey, rows: list[Row], exact: ExactCosts | None) -> Total:
    """The sums of a survey."""
    plan = survey.disclosure
    manifest = plan.rung.tokens
    return Total(
        tools=len(survey.catalog.tools),
        listed=manifest,
        listed_exact=exact.manifest if exact else None,
        schemas=plan.eager_tokens,
        schemas_exact=exact.eager if exact else None,
        overhead=manifest - sum(each.listed or 0 for each in rows),
        rounding=plan.eager_tokens - sum(each.schemas or 0 for each in rows),
        bridge=estimate(plan.bridge.chars) - manifest if plan.bridge else None,
    )


def total_words(survey: Survey, sums: Total, room: int) -> Words:
    """What stands in the total's row where the others have their bar; less of it where there is little room."""
    if sums.bridge is None:
        return (("every schema is sent" if room < 40 else "every schema is sent, no bridge", "$soft"),)
    bridge = f"bridge {number(sums.bridge)}"
    beyond = f"header and rounding {number(sums.overhead, signed=True)}"
    if survey.disclosure.form == "none":
        texts = [f"no manifest is sent · {bridge}"]
    else:
        schemas = [f"{beyond}, of schemas {number(sums.rounding)} · {bridge}"] if sums.rounding else []
        texts = [*schemas, f"{beyond} · {bridge}"]
    together = ((without(survey, room - len(text) - 3), text) for text in (*texts, bridge))
    away, said = next((pair for pair in together if pair[0][0]), (("", ""), ""))
    if said:
        return (away, (f"· {said}", "$soft"))
    return ((next((text for text in texts if len(text) <= room), bridge), "$soft"),)
