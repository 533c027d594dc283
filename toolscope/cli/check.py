"""``toolscope check``: a gate for CI, whether the manifest is what it should be."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from toolscope.canonical import Json
from toolscope.cli import views
from toolscope.cli.configuring import wanted
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer
from toolscope.cli.session import Session, running
from toolscope.config import contexts
from toolscope.config.model import Config
from toolscope.disclosure.gate import Check, Gates, check
from toolscope.tokens import estimate

_DECISION = ("profile", "settings", "context_length", "budget", "binding", "activated", "tier", "form", "deferred")
_REST = ("costs", "fingerprint", "provisional", "problems")


async def run(options: argparse.Namespace) -> Answer:
    """Answer with what each gate found; nothing passes while a server is missing."""
    gates = Gates(
        _limit("--max-manifest-tokens", options.max_manifest_tokens),
        _limit("--max-tier", options.max_tier, 2),
        tuple(dict.fromkeys(options.listed)),
        _limit("--max-tool-tokens", options.max_tool_tokens),
    )
    if gates == Gates():
        raise Stop(
            "check: give at least one of --max-manifest-tokens, --max-tier, --listed, --max-tool-tokens", Exit.USAGE
        )
    config = wanted(options)
    _known(config, gates.listed)
    async with running(config) as session:
        checks = [_held(session, found) for found in check(session.survey.disclosure, gates)]
        answer = Answer(_value(session, checks), _text(checks), session.code, session.error, session.notes)
        failed = [found for found in checks if not found.passed]
        if failed and answer.code is Exit.DONE:
            more = f"; {len(failed) - 1} more of {len(checks)} checks failed" if len(failed) > 1 else ""
            answer.code, answer.error = Exit.TOOL_ERROR, f"check failed: {failed[0].message}{more}"
        return answer


def _limit(option: str, text: str | None, largest: int | None = None) -> int | None:
    if text is None:
        return None
    number = contexts.tokens(text)
    if number is None or (largest is not None and number > largest):
        wanted = "a whole number of tokens" if largest is None else f"a whole number from 0 to {largest}"
        raise Stop(f"{option} {text}: give {wanted}", Exit.USAGE)
    return number


def _known(config: Config, listed: Sequence[str]) -> None:
    names = [server.name for server in config.servers]
    for name in listed:
        if name not in names:
            raise Stop(f"--listed {name}: no such server; there are: {', '.join(names)}", Exit.USAGE)


def _held(session: Session, found: Check) -> Check:
    """The same check, held back where it could only pass because something is missing."""
    if session.code is Exit.DONE or not found.passed:
        return found
    return replace(found, passed=False, message=f"cannot be told while something is missing; so far {found.message}")


def _value(session: Session, checks: Sequence[Check]) -> dict[str, Json]:
    seen = views.manifest(session.survey, None)
    sizes = {key: seen["manifest"][key] for key in ("chars", "tokens")}
    return {
        "passed": all(found.passed for found in checks),
        "checks": [_check(found) for found in checks],
        **{key: seen[key] for key in _DECISION},
        "manifest": sizes,
        **{key: seen[key] for key in _REST},
    }


def _check(found: Check) -> dict[str, Json]:
    return {
        "check": found.name,
        "limit": found.limit,
        "actual": found.actual,
        "passed": found.passed,
        "message": found.message,
        **({"server": found.server} if found.server is not None else {}),
        "tools": [
            {"name": tool.name, "server": tool.server, "raw_name": tool.raw_name, "tokens": estimate(tool.chars)}
            for tool in found.tools
        ],
    }


def _text(checks: Sequence[Check]) -> str:
    return "\n".join(f"{'pass' if found.passed else 'FAIL'}  {found.name}: {found.message}" for found in checks)
