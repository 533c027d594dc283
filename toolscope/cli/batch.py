"""``toolscope call --batch``: several calls, in the waves that Hermes would run them in."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from toolscope.canonical import Json
from toolscope.cli.empty import EMPTY
from toolscope.cli.exits import Exit, Stop
from toolscope.cli.output import Answer, dumps
from toolscope.config import source
from toolscope.config.hooks import Hook
from toolscope.config.model import ConfigError
from toolscope.invocation.batch import Entry, Turn, entry, overlaps, plan, run_waves
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.envelope import Refusal
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.passage import Answer as Reply
from toolscope.invocation.passage import Desk, Passage
from toolscope.invocation.reading import read_json
from toolscope.lookup import look_up
from toolscope.plain import one_line

if TYPE_CHECKING:
    from toolscope.cli.call import Counter


def read(path: Path) -> list[Json]:
    """The calls of a file; ends the command when it holds none."""
    name = one_line(str(path))
    try:
        read = read_json(source.text_of(path))
    except ConfigError as error:
        raise Stop(str(error), Exit.USAGE) from None
    if read.error is not None:
        raise Stop(f"{name}: is not JSON: {read.error}", Exit.USAGE)
    found = [read.value] if isinstance(read.value, dict) else read.value
    if not isinstance(found, list) or not found:
        raise Stop(f'{name}: write a JSON list of calls: [{{"name": ..., "arguments": ...}}, ...]', Exit.USAGE)
    return found


async def run(given: Sequence[Json], counter: Counter) -> Answer:
    """Answer with one object for each call, in the order of the file, and the worst of their exit codes."""
    entries = [entry(raw) for raw in given]
    waves = plan([_overlaps(one, counter) for one in entries])
    answers: dict[int, Answer] = {}
    began = time.monotonic()

    async def job(position: int, turn: Turn) -> None:
        desk = _WaveDesk(counter.desk, turn, began)
        answer = await _answer(entries[position], counter, desk, position)
        if desk.sent_at is not None:
            answer.value["started_ms"] = round(desk.sent_at, 1)
        answers[position] = answer

    await run_waves(waves, job)
    ordered = [answers[position] for position in range(len(entries))]
    worst = max(ordered, key=lambda answer: answer.code)
    value: dict[str, Json] = {
        **EMPTY["batch"],
        "calls": [_value(one) for one in ordered],
        "waves": list(map(list, waves)),
    }
    notes = dict.fromkeys(note for one in ordered for note in one.notes)
    failed = sum(one.code is not Exit.DONE for one in ordered)
    error = f"{failed} of {len(ordered)} calls: {worst.error}" if failed else None
    return Answer(value, "\n\n".join(map(_text, ordered)), worst.code, error, list(notes))


def _overlaps(one: Entry, counter: Counter) -> bool:
    """Whether a call may run beside others; what cannot be read is not run, and waits for all others."""
    read = counter.read(one.arguments) if one.bridge == "tool_call" else None
    if read is None or isinstance(read, Refusal):
        return overlaps(counter.made_in.profile, one, None)
    tool = counter.session.survey.catalog.by_name[read.name]
    status = counter.session.survey.status(tool.server)
    return overlaps(counter.made_in.profile, one, status.config.parallel if status else None)


async def _answer(one: Entry, counter: Counter, desk: Desk, position: int) -> Answer:
    if one.bridge == "tool_call":
        return await counter.call(one.arguments, desk, position + 1)
    result = look_up(counter.session.survey, one.bridge, one.arguments)
    value = {**EMPTY["call"], "name": one.bridge, "arguments": one.arguments, "result": result}
    error = result.get("error")
    return Answer(value, dumps(result), Exit.TOOL_ERROR if error else Exit.DONE, error, counter.session.notes)


def _value(answer: Answer) -> dict[str, Json]:
    return {**answer.value, "exit": int(answer.code), **({"error": answer.error} if answer.error is not None else {})}


def _text(answer: Answer) -> str:
    head = f"{answer.value['name'] or 'a call without a name'}:"
    return "\n".join(part for part in (head, answer.text, answer.error or "") if part)


class _WaveDesk:
    """The terminal, and a place in the wave: nothing is sent while somebody is still asked about its neighbours."""

    def __init__(self, desk: Desk, turn: Turn, began: float) -> None:
        self._desk, self._turn, self._began = desk, turn, began
        self.sent_at: float | None = None
        """Milliseconds since the batch began."""

    async def consent(self, hooks: Sequence[Hook], prepared: PreparedCall) -> bool:
        """Ask at the terminal."""
        return await self._desk.consent(hooks, prepared)

    async def approve(self, passage: Passage) -> Reply | None:
        """Ask at the terminal."""
        return await self._desk.approve(passage)

    async def sending(self, passage: Passage) -> None:
        """Wait for the turn."""
        await self._turn.take()
        self.sent_at = (time.monotonic() - self._began) * 1000

    def hook_ran(self, run: HookRun, prepared: PreparedCall) -> None:
        """Tell it at the terminal."""
        self._desk.hook_ran(run, prepared)
