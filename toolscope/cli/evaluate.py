"""``toolscope evaluate``: how well labelled queries find their tools, release by release."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from toolscope.canonical import Json
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, columns
from toolscope.cli.session import Session, opened
from toolscope.cli.waiting import waiting
from toolscope.config.model import ConfigError
from toolscope.config.profiles import PROFILES
from toolscope.config.settings import LIMIT_RANGE
from toolscope.demo.fleet import QUERIES
from toolscope.plain import one_line
from toolscope.retrieval import evaluate, labelled
from toolscope.retrieval.evaluate import Evaluation, Trial
from toolscope.retrieval.metrics import Target
from toolscope.survey import in_releases

WITHOUT_GATE = "without the gate"
_NOTED = 5
"""Unknown names that get a line of their own; the rest is counted."""


async def run(options: argparse.Namespace) -> Answer:
    """Answer with the figures of each release, and each query with what it found or why it missed."""
    queries = _queries(options)
    k = _k(options.k)
    async with opened(options) as session:
        survey, origins = session.survey, session.config.origins
        releases = [survey.settings.profile] if options.profile else PROFILES.values()
        with waiting(f"asking {len(queries)} queries in every release…"):
            seen = evaluate.evaluate(in_releases(survey, releases, origins), queries, k, session.config.left_out)
        return Answer(_value(seen), _text(seen), session.code, session.error, _notes(session, seen))


def _queries(options: argparse.Namespace) -> tuple[labelled.Labelled, ...]:
    path: Path | None = options.file or (QUERIES if options.demo else None)
    if path is None:
        raise Stop(f"evaluate: give FILE, {labelled.SHAPE}; --demo has one of its own", Exit.USAGE)
    try:
        return labelled.read(path)
    except ConfigError as error:
        raise Stop(str(error), Exit.USAGE) from None


def _k(text: str | None) -> int:
    low, high = LIMIT_RANGE
    if text is None:
        return evaluate.K
    if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
        raise Stop(f"--k {text}: give a whole number from {low} to {high}", Exit.USAGE)
    return int(text)


def _notes(session: Session, seen: Evaluation) -> list[str]:
    capped = [
        f"--k {seen.k}: {trial.profile} gives at most {trial.limit}" for trial in seen.trials if trial.limit < seen.k
    ]
    unknown, more = seen.unknown[:_NOTED], len(seen.unknown) - _NOTED
    return [
        *session.notes,
        *unknown,
        *([f"{more} more relevant names are in no catalog; results says which"] if more > 0 else []),
        *capped,
    ]


def _value(seen: Evaluation) -> dict[str, Json]:
    return {
        "k": seen.k,
        "profiles": {trial.profile: _scores(trial) for trial in seen.trials},
        "baseline": {"profile": seen.baseline.profile, **_scores(seen.baseline)} if seen.baseline is not None else None,
        "queries": [_query(seen, position) for position in range(len(seen.queries))],
    }


def _scores(trial: Trial) -> dict[str, Json]:
    scores = trial.scores
    return {
        "precision": scores.precision,
        "recall": scores.recall,
        "mrr": scores.mrr,
        "wrong_names": scores.wrong_names,
        "absent_hits": scores.absent_hits,
        "absent": scores.absent,
        "missed": scores.missed,
        "limit": trial.limit,
    }


def _query(seen: Evaluation, position: int) -> dict[str, Json]:
    query = seen.queries[position]
    return {
        "query": query.query,
        "relevant": list(query.relevant),
        "absent": query.absent,
        "results": {trial.profile: _result(trial, position) for trial in seen.trials},
        "baseline": _result(seen.baseline, position) if seen.baseline is not None else None,
    }


def _result(trial: Trial, position: int) -> dict[str, Json]:
    """The matches, and for a miss the verdict on the first missed tool beside those on all of them."""
    answer = trial.answers[position]
    value: dict[str, Json] = {"matches": list(answer.matches), "wrong": list(answer.wrong), "first": answer.first}
    if answer.missed:
        missed = [_missed(target) for target in answer.missed]
        value |= {"verdict": missed[0]["verdict"], "sentence": missed[0]["sentence"], "missed": missed}
    return value


def _missed(target: Target) -> dict[str, Json]:
    verdict = target.verdict
    return {
        "label": target.label,
        "tool": target.tool,
        "rank": target.rank,
        "verdict": verdict.name if verdict else "found",
        "sentence": verdict.sentence if verdict else "",
    }


# text


def _text(seen: Evaluation) -> str:
    absent = sum(query.absent for query in seen.queries)
    count = len(seen.queries)
    asked = f"{count} {'query' if count == 1 else 'queries'}, {absent} that nothing can serve, k = {seen.k}"
    head = ["profile", "precision", "recall", "mrr", "wrong names", "absent hits", "missed"]
    table = columns([head, *(_row(trial, trial is seen.baseline) for trial in seen.columns)], range(1, len(head)))
    misses = [line for position in range(len(seen.queries)) for line in _misses(seen, position)]
    return "\n".join([asked, "", table, *(["", *misses] if misses else [])])


def _row(trial: Trial, baseline: bool) -> list[str]:
    scores = trial.scores
    shares = [f"{share:.3f}" if share is not None else "-" for share in (scores.precision, scores.recall, scores.mrr)]
    hits = f"{scores.absent_hits} of {scores.absent}"
    name = f"{trial.profile} {WITHOUT_GATE}" if baseline else trial.profile
    return [name, *shares, f"{scores.wrong_names}", hits, f"{scores.missed}"]


def _misses(seen: Evaluation, position: int) -> Iterator[str]:
    """The query, then what each release missed; releases of which the same is to be said share a line."""
    said: dict[str, list[str]] = {}
    for trial in seen.trials:
        answer = trial.answers[position]
        lines = [f"{one_line(t.label)}  {t.verdict.name}: {t.verdict.sentence}" for t in answer.missed if t.verdict]
        if answer.query.absent and answer.matches:
            lines = [f"found, although nothing can serve it: {', '.join(answer.matches)}"]
        for line in lines:
            said.setdefault(line, []).append(trial.profile)
    if said:
        query = seen.queries[position]
        yield f"{query.entry}  {one_line(query.query) or '(blank)'}"
    for line, profiles in said.items():
        yield f"   {', '.join(profiles)}  {line}"
