"""What a model sends to the bridge, read as the bridge reads it, and exactly what the model gets back."""

from __future__ import annotations

import json
from dataclasses import dataclass

from textual.content import Content

from toolscope.canonical import Json
from toolscope.catalog.bridge import BRIDGE_TOOLS, BridgeTool
from toolscope.config.profiles import Profile
from toolscope.invocation.call import PreparedCall, prepare
from toolscope.invocation.envelope import Refusal, addressed
from toolscope.invocation.passage import refusal
from toolscope.invocation.reading import read_json
from toolscope.lookup import look_up
from toolscope.plain import Plain, clean, one_line
from toolscope.retrieval.payload import written
from toolscope.survey import Survey
from toolscope.tokens import estimate
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.json_text import json_content
from toolscope.ui.present.text import COMING, assemble, number, plural, spread
from toolscope.ui.present.wrapping import first_lines, wrap

_MOST = 400_000
"""Characters up to which tokens are counted."""
_SHOWN, _LINES, _STRING = 200_000, 4_000, 4_000
"""Characters, lines, and characters of one string that are shown of a reply."""
_LONGEST_ERROR = 2_048
"""Characters of an error that a model is told (hermes.md §10)."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a model sent."""

    tool: BridgeTool
    arguments: Json
    text: str
    """As it was typed: what the model pays for."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a model and its answer."""

    sent: Sent
    profile: Profile
    reply: str | None = None
    """Exactly what the model reads; ``None`` while a call is on its way."""
    exact: tuple[int | None, int | None] | None = None
    """o200k_base tokens of what was sent and of the reply, once they are counted."""

    @property
    def waits(self) -> bool:
        """Whether the answer is still to come."""
        return self.reply is None


def read(text: str, chosen: BridgeTool) -> Sent | Plain:
    """What was typed: the arguments of the chosen bridge tool, or a whole call that names its own; else why not."""
    found = read_json(text)
    if found.error is not None:
        return one_line(f"not JSON: {found.error}", 200)
    whole = _whole(found.value)
    if whole is None:
        return Sent(chosen, found.value, text)
    name, arguments = whole
    if isinstance(arguments, str):
        inner = read_json(arguments)
        if inner.error is not None:
            return one_line(f"arguments is a string that is not JSON: {inner.error}", 200)
        arguments = inner.value
    return Sent(name, arguments, text)


def _whole(value: Json) -> tuple[BridgeTool, Json] | None:
    """Name and arguments of ``{"name": "tool_search", "arguments": …}``, also inside ``{"function": …}``."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    if not isinstance(value, dict) or not value.keys() <= {"name", "arguments"}:
        return None
    named = next((tool for tool in BRIDGE_TOOLS if tool == value.get("name")), None)
    return None if named is None else (named, value.get("arguments", {}))


def answer(survey: Survey, sent: Sent) -> PreparedCall | str:
    """The text that the model reads, or the call that must run first. Sends nothing. Use a thread."""
    given = sent.arguments
    if not isinstance(given, dict):
        return error(f"the arguments of {sent.tool} are an object")
    return _call(survey, given) if sent.tool == "tool_call" else written(look_up(survey, sent.tool, given))


def _call(survey: Survey, given: dict[str, Json]) -> PreparedCall | str:
    profile, catalog = survey.settings.profile, survey.catalog
    envelope = addressed(profile, given, catalog)
    if isinstance(envelope, Refusal):
        return error(envelope.message)
    prepared = prepare(profile, catalog.by_name[envelope.name], envelope.arguments)
    return prepared if prepared.validation.passed else _invalid(prepared)


def _invalid(prepared: PreparedCall) -> str:
    """The answer to arguments that are not valid, with the schema to try again by (hermes.md §10)."""
    problem = prepared.validation.problems[0]
    return written(
        {
            "error": _cut(f"{prepared.tool.name}: {problem.message}"),
            "path": problem.path,
            "constraint": problem.constraint,
            "parameters": prepared.tool.parameters,
            "hint": "Nothing was run. Correct the arguments by the parameters above and call again.",
        }
    )


def reply_of(record: CallRecord) -> str:
    """What the model reads of a call that is over."""
    if record.outcome is None:
        return error(refusal(record.refused or record.fate))
    reply = record.outcome.reply
    if reply.error is not None:
        return error(reply.error)
    return error(record.outcome.text) if reply.is_error else record.outcome.text


def error(message: str) -> str:
    """An error as the model reads it."""
    return written({"error": _cut(message)})


def _cut(message: str) -> str:
    return message if len(message) <= _LONGEST_ERROR else message[:_LONGEST_ERROR] + " … [truncated]"


def count_exactly(turn: Turn) -> tuple[int | None, int | None]:
    """Exact tokens of both sides; nothing for texts that are too long. Use a thread."""
    from toolscope.tokens import count

    texts = (turn.sent.text, turn.reply or "")
    sent, reply = (count(text) if len(text) <= _MOST else None for text in texts)
    return sent, reply


def sample(tool: BridgeTool, profile: Profile, name: str | None) -> str:
    """Something to start from; ``name`` is a tool that could be called."""
    known = name or "mcp__server__tool"
    batched = profile.batched
    starts: dict[BridgeTool, Json] = {
        "tool_search": {"queries": ["create issue"]} if batched else {"query": "create issue"},
        "tool_describe": {"names": [known]} if batched else {"name": known},
        "tool_call": {"name": known, "arguments": {}},
    }
    return json.dumps(starts[tool], ensure_ascii=False)


# what is shown


def cost_line(words: str, text: str | None, exact: int | None, counting: bool, width: int) -> Content:
    """A side's head: what it is, and what it costs the model, estimated and exact."""
    if text is None:
        return spread((words, "bold $ink"), ("", "$soft"), width)
    counted = COMING if exact is None else number(exact)
    tail = f" · {counted} exact" if counting or exact is not None else ""
    cost = plural(estimate(len(text)), "token")
    full = assemble((f"{plural(len(text), 'character')} · ", "$soft"), (cost, "$ink"), (tail, "$soft"))
    short = assemble((cost, "$ink"), (tail, "$soft"))
    right = full if full.cell_length + len(words) + 2 <= width else short
    return spread((words, "bold $ink"), right, width)


def reply_lines(text: str, indented: bool, width: int) -> list[Content]:
    """The reply as the model reads it, wrapped; ``indented`` is the same JSON for people, where it is JSON."""
    if indented:
        found = read_json(text)
        if found.error is None:
            return list(wrap(json_content(found.value, _LINES, _STRING).split("\n"), width))
    lines, more = first_lines(clean(text[:_SHOWN]), width, _LINES)
    shown = [assemble((line, "$ink")) for line in lines]
    if more or len(text) > _SHOWN:
        shown.append(assemble(("… the rest is not shown; y copies all of it", "$soft")))
    return shown
