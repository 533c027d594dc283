"""``toolscope sweep``: decisions over a grid of settings, and every manifest there is."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence

from toolscope.canonical import Json
from toolscope.cli.configuring import wanted
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import running
from toolscope.config import grid
from toolscope.config.model import Complaint, ConfigError, Settings
from toolscope.disclosure.exact import count_rungs
from toolscope.disclosure.sweep import Row, Step, steps, sweep
from toolscope.plain import one_line

_AXES = ("context", "threshold_pct", "listing_max_tokens")


async def run(options: argparse.Namespace) -> Answer:
    """Answer with a decision for each point of the grid, in its order, and with the ladder."""
    if options.csv and options.as_json:
        raise Stop("sweep: give --csv or --json, not both", Exit.USAGE)
    config = wanted(argparse.Namespace(**{**vars(options), **dict.fromkeys(_AXES)}))
    points, complaints = _points(options, config.settings)
    async with running(config) as session:
        survey = session.survey
        exact = count_rungs(survey.ladder) if options.exact else {}
        value: dict[str, Json] = {
            "profile": survey.settings.profile.name,
            "rows": [_row(row) for row in sweep(survey.catalog, survey.ladder, points)],
            "ladder": [_step(step, exact.get(step.rung)) for step in steps(survey.settings.profile, survey.ladder)],
        }
        text = "" if options.as_json else _csv(value["rows"]) if options.csv else _text(value)
        return Answer(value, text, session.code, session.error, [*session.notes, *map(str, complaints)])


def _points(options: argparse.Namespace, base: Settings) -> tuple[Sequence[Settings], list[Complaint]]:
    """The grid over the settings that are not swept."""
    typed = [getattr(options, name) for name in _AXES]
    if options.grid is not None and any(typed):
        given = next(name for name in _AXES if getattr(options, name))
        raise Stop(f"--grid {options.grid}: its rows give the {given}; leave out --{_dashed(given)}", Exit.USAGE)
    try:
        if options.grid is not None:
            return grid.read(options.grid, base)
        axes = grid.axes(base.profile, *typed)
        return tuple(axes.points(base)), axes.complaints(base.profile)
    except ConfigError as error:
        words = f"--grid {error}" if options.grid is not None else str(error)
        raise Stop(words, Exit.USAGE) from None


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _row(row: Row) -> dict[str, Json]:
    seen, settings = row.decision, row.decision.settings
    return {
        "context_length": settings.context_length,
        "threshold_pct": settings.threshold_pct,
        "listing_max_tokens": settings.listing_max_tokens,
        "enabled": settings.enabled,
        "listing": settings.listing,
        "budget": seen.budget.tokens,
        "activated": seen.activated,
        "tier": seen.tier,
        "form": seen.form,
        "manifest_chars": seen.rung.length.chars,
        "manifest_tokens": seen.rung.tokens,
        "deferred_count": len(seen.catalog.deferred),
        "deferred_tokens": seen.deferred_tokens,
        "modes": row.modes,
    }


def _step(step: Step, exact: int | None) -> dict[str, Json]:
    return {
        "form": step.rung.form,
        "chars": step.rung.length.chars,
        "tokens": step.rung.tokens,
        "tokens_exact": exact,
        "collapses": step.collapses,
        "reachable": step.reachable,
        "modes": step.modes,
    }


def _csv(rows: Sequence[Json]) -> str:
    """A line a point, and after the columns of a row one for each label; nothing where the context is unknown."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    labels = list(rows[0]["modes"])
    writer.writerow([*(key for key in rows[0] if key != "modes"), *(f"modes.{one_line(label)}" for label in labels)])
    for row in rows:
        *fields, modes = row.values()
        writer.writerow([*map(_cell, fields), *(modes[label] for label in labels)])
    return out.getvalue().rstrip("\n")


def _cell(value: Json) -> Json:
    return str(value).lower() if isinstance(value, bool) else value


# text


def _text(value: Json) -> str:
    rows = value["rows"]
    head = ["context", "pct", "cap", "enabled", "listing", "budget", "tier", "form", "chars", "tokens", "summary line"]
    order = [step["collapses"] for step in value["ladder"] if step["collapses"] is not None]
    table = [head, *(_point(row, order) for row in rows)]
    alike = [column for column in (3, 4) if len({row[column] for row in table[1:]}) == 1]
    table = [[cell for column, cell in enumerate(row) if column not in alike] for row in table]
    right = [position for position, name in enumerate(table[0]) if name not in ("enabled", "listing", "form")][:-1]
    deferred = f"{rows[0]['deferred_count']:,} deferred tools, {rows[0]['deferred_tokens']:,} tokens"
    fixed = [f"{head[column]} {rows[0][head[column]]}" for column in alike]
    points = f"{len(rows):,} point{'s' if len(rows) > 1 else ''}"
    lines = [", ".join([value["profile"], *fixed, deferred, points]), "", columns(table, right), ""]
    return "\n".join([*lines, _ladder(value["ladder"])])


def _point(row: Json, order: Sequence[str]) -> list[str]:
    """The cells of a row; ``order`` has the labels as they collapse."""
    context = row["context_length"]
    collapsed = [label for label, mode in row["modes"].items() if mode == "summary"]
    listed = [f"{row[key]:,}" if row["form"] != "none" else "-" for key in ("manifest_chars", "manifest_tokens")]
    return [
        "unknown" if context is None else f"{context:,}",
        f"{row['threshold_pct']:g}",
        f"{row['listing_max_tokens']:,}",
        row["enabled"],
        row["listing"],
        f"{row['budget']:,}",
        f"{row['tier']}",
        row["form"],
        *listed,
        _few(collapsed, order),
    ]


def _few(collapsed: Sequence[str], order: Sequence[str]) -> str:
    """Which labels are summary lines: by name, or how far down the ladder."""
    if len(collapsed) <= 3:
        return ", ".join(collapsed)
    return f"{len(collapsed)} of {len(order)}, down to {order[len(collapsed) - 1]}"


def _ladder(ladder: Sequence[Json]) -> str:
    """Each manifest from the longest way of listing to the shortest, with the budget that it takes."""
    if not ladder:
        return "no manifest: nothing is deferred, or the release has none"
    counted = ladder[0]["tokens_exact"] is not None
    rows = [
        [
            step["form"],
            f"{step['chars']:,}",
            f"{step['tokens']:,}",
            *([f"{step['tokens_exact']:,}"] if counted else []),
            step["collapses"] or "",
            "" if step["reachable"] else "never: one before it is as small",
        ]
        for step in ladder
    ]
    head = ["manifest", "chars", "from budget", *(["exact"] if counted else []), "summary line from here", ""]
    return columns([head, *rows], (1, 2, *([3] if counted else [])))
