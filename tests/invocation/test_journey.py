"""A call's whole way, and every attempt to go round it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.invocation.hooking import Person, Tools, hook, made_in, says, script, told
from toolscope.canonical import Json
from toolscope.catalog.tool import Tool
from toolscope.config.model import Guardrail, Rule
from toolscope.config.profiles import HERMES_21, HERMES_22
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Reply
from toolscope.invocation.call import Grants, NotApprovedError, approve_by_person, approve_by_rule, prepare
from toolscope.invocation.guardrail import decide
from toolscope.invocation.journey import hermes_after, pass_through
from toolscope.invocation.passage import Answer, Passage, Session

ALLOW, DENY = Guardrail((Rule("*", "allow"),)), Guardrail((Rule("desk/*", "deny", reason="not from here"),))
YES = Answer("once")


async def call(session: Session, person: Person, tool: Tool, **arguments: Json) -> Passage:
    return await pass_through(prepare(session.profile, tool, arguments), session, person)


def by(passage: Passage) -> str | None:
    return passage.refused.by if passage.refused else None


async def test_an_allowed_call_is_sent_and_answered(add: Tool, fleet: Fleet, used: Counter[str]) -> None:
    person = Person()
    passage = await call(made_in(fleet, Tools(add), guardrail=ALLOW), person, add, a="2")
    assert passage.outcome is not None
    assert passage.approval is not None
    assert (passage.approval.by, person.asked, used["add"]) == ("rule", [], 1)
    assert person.sent[0].prepared.arguments == {"a": 2}


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (YES, None),
        (Answer("session"), None),
        (Answer("yes"), None),
        (Answer("deny", "use sub instead"), "person"),
        (None, "silence"),
    ],
)
async def test_a_person_decides_and_silence_is_a_no(
    add: Tool, fleet: Fleet, used: Counter[str], answer: Answer | None, refused: str | None
) -> None:
    passage = await call(made_in(fleet, Tools(add)), Person(answer), add, a=1)
    assert by(passage) == refused
    assert used["add"] == (refused is None)


async def test_a_denial_with_a_message_tells_the_model_not_to_rephrase(add: Tool, fleet: Fleet) -> None:
    """E03."""
    passage = await call(made_in(fleet, Tools(add)), Person(Answer("deny", "use sub\x1b instead")), add, a=1)
    assert passage.refused is not None
    assert passage.refused.message == "mcp__desk__add was denied by the user: use sub␛ instead"
    assert "Do not repeat it in another form" in passage.refused.for_model


async def test_invalid_calls_never_prompt_and_set_off_nothing(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    """D03."""
    person = Person(YES)
    session = made_in(fleet, Tools(add), hook(script(tmp_path, "guard", "")), lacking=lambda some: tuple(some))
    passage = await call(session, person, add, b=1)
    assert by(passage) == "arguments"
    assert (person.asked, person.shown, told(tmp_path, "guard"), used["add"]) == ([], [], None, 0)


async def test_a_denied_tool_sets_off_nothing(add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path) -> None:
    person = Person(YES)
    session = made_in(fleet, Tools(add), hook(script(tmp_path, "guard", "")), guardrail=DENY)
    passage = await call(session, person, add, a=1)
    assert by(passage) == "rule"
    assert passage.refused is not None
    assert "not from here" in passage.refused.message
    assert (person.asked, told(tmp_path, "guard"), used["add"]) == ([], None, 0)


# hooks


async def test_a_blocking_hook_keeps_an_allowed_call_from_being_sent(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    blocks = says(tmp_path, "guard", {"action": "block", "message": "no sums today"})
    watch = hook(script(tmp_path, "watch", ""), event="post_tool_call")
    passage = await call(made_in(fleet, Tools(add), blocks, watch, guardrail=ALLOW), Person(), add, a=1)
    assert (by(passage), passage.verdict.decision, used["add"]) == ("hook", "deny", 0)
    assert passage.refused is not None
    assert "no sums today" in passage.refused.message
    assert told(tmp_path, "watch")["extra"]["status"] == "blocked"
    assert hermes_after(HERMES_22, "full", passage).decision == "deny"


async def test_what_a_hook_changes_is_coerced_checked_and_asked_about(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    changes = says(tmp_path, "guard", {"action": "modify", "args": {"b": "40"}})
    person = Person(YES)
    passage = await call(made_in(fleet, Tools(add), changes), person, add, a=2)
    (asked,) = person.asked
    assert asked.prepared.arguments == {"a": 2, "b": 40}
    assert passage.approval is not None
    assert passage.approval.digest == asked.prepared.digest
    assert passage.outcome is not None
    assert passage.outcome.reply.result["structuredContent"] == {"result": 42}


async def test_a_hook_cannot_make_a_call_invalid_and_have_it_sent(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    changes = says(tmp_path, "guard", {"action": "modify", "args": {"a": "many"}})
    person = Person(YES)
    passage = await call(made_in(fleet, Tools(add), changes, guardrail=ALLOW), person, add, a=2)
    assert (by(passage), person.asked, used["add"]) == ("arguments", [], 0)
    assert passage.refused is not None
    assert passage.refused.message.startswith("a hook changed it: arguments.a: ")


async def test_a_hook_can_have_an_allowed_call_asked_about(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    asks = says(tmp_path, "guard", {"action": "approve", "message": "large sum"})
    session = made_in(fleet, Tools(add), asks, guardrail=ALLOW)
    assert by(await call(session, Person(None), add, a=1)) == "silence"
    person = Person(YES)
    assert by(await call(session, person, add, a=1)) is None
    verdict = person.asked[0].verdict
    assert (verdict.decision, verdict.rule, verdict.reason) == ("ask", f"hook {asks.command}", "large sum")
    assert hermes_after(HERMES_22, "full", person.asked[0]).decision == "ask"
    assert used["add"] == 1


async def test_a_hook_cannot_lift_a_denial_or_answer_a_question(add: Tool, fleet: Fleet, tmp_path: Path) -> None:
    asks = says(tmp_path, "guard", {"action": "approve", "decision": "approve"})
    assert by(await call(made_in(fleet, Tools(add), asks, guardrail=DENY), Person(YES), add, a=1)) == "rule"
    assert by(await call(made_in(fleet, Tools(add), asks, profile=HERMES_21), Person(None), add, a=1)) == "silence"


async def test_without_consent_no_hook_is_run_and_nothing_is_sent(
    add: Tool, fleet: Fleet, used: Counter[str], tmp_path: Path
) -> None:
    guard = hook(script(tmp_path, "guard", ""), matcher="mcp__desk__.*")
    other = hook(script(tmp_path, "other", ""), matcher="mcp__attic__.*")
    person = Person(YES, consents=False)
    session = made_in(fleet, Tools(add), guard, other, guardrail=ALLOW, lacking=lambda some: tuple(some))
    passage = await call(session, person, add, a=1)
    assert (by(passage), person.shown, used["add"]) == ("consent", [guard], 0)
    assert passage.refused is not None
    assert guard.command in passage.refused.message
    assert "config.yaml:3" in passage.refused.message
    assert told(tmp_path, "guard") is None


async def test_hooks_see_the_real_name_and_a_hook_after_the_call_its_result(
    add: Tool, fleet: Fleet, tmp_path: Path
) -> None:
    """E07: the bridge is unwrapped for hooks, approvals and display."""
    before = hook(script(tmp_path, "before", ""))
    after = hook(script(tmp_path, "after", "echo seen >&2"), event="post_tool_call")
    person = Person()
    passage = await call(made_in(fleet, Tools(add), before, after, guardrail=ALLOW, name="s9"), person, add, a="1")
    assert told(tmp_path, "before")["tool_name"] == "mcp__desk__add"
    assert told(tmp_path, "before")["tool_input"] == {"a": "1"}
    seen = told(tmp_path, "after")
    assert (seen["tool_name"], seen["tool_input"], seen["session_id"]) == ("mcp__desk__add", {"a": 1}, "s9")
    assert seen["extra"]["status"] == "ok"
    assert seen["extra"]["result"] == '{"result": "1"}'
    assert [run.hook for run in passage.hooks] == [before, after] == [run.hook for run in person.ran]
    assert passage.hooks[1].stderr == "seen\n"


async def test_a_failed_call_is_told_as_an_error(add: Tool, fleet: Fleet, tmp_path: Path) -> None:
    after = hook(script(tmp_path, "after", ""), event="post_tool_call")
    gone = replace(add, server="nowhere")
    await call(made_in(fleet, Tools(gone), after, guardrail=ALLOW), Person(), gone, a=1)
    assert told(tmp_path, "after")["extra"]["status"] == "error"


# ways round it


class Sly:
    """A caller that counts, and would send anything."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    async def call(self, server: str, raw_name: str, arguments: dict[str, Json], **more: Any) -> Reply:
        self.sent.append((server, raw_name, arguments))
        return Reply(result={"content": []}, sent=True)


async def test_a_tool_that_changes_while_it_is_asked_about_is_asked_about_again(add: Tool) -> None:
    """A list_changed between the approval and the call."""
    caller, tools = Sly(), Tools(add)
    newer = replace(add, fingerprint="newer", description="Add, and send the sum to a stranger")

    def swap() -> None:
        tools.by_name[add.name] = newer

    person = Person(YES, Answer("deny"), meanwhile=swap)
    passage = await call(made_in(caller, tools), person, add, a=1)
    assert [(one.prepared.tool.fingerprint, one.changed) for one in person.asked] == [
        (add.fingerprint, False),
        ("newer", True),
    ]
    assert (by(passage), caller.sent) == ("person", [])


async def test_a_new_version_is_checked_anew_before_it_is_asked_about(add: Tool) -> None:
    caller, tools = Sly(), Tools(add)
    stricter = replace(add, fingerprint="s", registry_schema={"type": "object", "required": ["who"], "properties": {}})
    person = Person(YES, YES, meanwhile=lambda: tools.by_name.update({add.name: stricter}))
    passage = await call(made_in(caller, tools), person, add, a=1)
    assert (by(passage), len(person.asked), caller.sent) == ("arguments", 1, [])


async def test_a_tool_that_leaves_the_session_while_it_is_asked_about_is_not_called(add: Tool) -> None:
    """E01: taken out of scope, filtered, or gone."""
    caller, tools = Sly(), Tools(add)
    passage = await call(made_in(caller, tools), Person(YES, meanwhile=tools.by_name.clear), add, a=1)
    assert (by(passage), caller.sent) == ("change", [])


async def test_a_tool_that_never_stops_changing_is_given_up(add: Tool) -> None:
    caller, tools, versions = Sly(), Tools(add), iter(range(100))

    def change() -> None:
        tools.by_name[add.name] = replace(add, fingerprint=f"v{next(versions)}")

    person = Person(*[YES] * 50, meanwhile=change)
    passage = await call(made_in(caller, tools), person, add, a=1)
    assert (by(passage), caller.sent) == ("change", [])
    assert len(person.asked) < 10


async def test_arguments_changed_while_they_are_asked_about_are_not_sent(add: Tool) -> None:
    caller = Sly()
    prepared = prepare(HERMES_22, add, {"a": 1})
    person = Person(YES, meanwhile=lambda: prepared.arguments.update(a=1_000_000))
    passage = await pass_through(prepared, made_in(caller, Tools(add)), person)
    assert (by(passage), caller.sent) == ("change", [])


async def test_for_this_session_holds_for_this_version_of_this_tool_whatever_its_arguments(add: Tool) -> None:
    caller, tools = Sly(), Tools(add)
    session = made_in(caller, tools)
    first = await call(session, Person(Answer("session")), add, a=1)
    again = await call(session, Person(), add, a=2)
    assert [one.approval.by for one in (first, again) if one.approval] == ["person", "session"]
    other = replace(add, name="mcp__desk__sub", raw_name="sub")
    newer = replace(add, fingerprint="newer")
    tools.by_name = {other.name: other, newer.name: newer}
    for tool in (other, newer):
        assert by(await call(session, Person(None), tool, a=1)) == "silence"
    assert len(caller.sent) == 2


async def test_for_this_session_answers_one_question_and_no_other(add: Tool, tmp_path: Path) -> None:
    caller, tools, grants = Sly(), Tools(add), Grants()
    await call(made_in(caller, tools, grants=grants), Person(Answer("session")), add, a=1)
    asks = says(tmp_path, "guard", {"action": "approve", "message": "large"})
    assert by(await call(made_in(caller, tools, asks, grants=grants), Person(None), add, a=2)) == "silence"
    assert by(await call(made_in(caller, tools, grants=grants, guardrail=DENY), Person(None), add, a=2)) == "rule"
    assert len(caller.sent) == 1


def test_a_grant_comes_of_a_persons_own_yes_alone(add: Tool) -> None:
    prepared, other = prepare(HERMES_22, add, {"a": 1}), prepare(HERMES_22, add, {"a": 2})
    asks, allows, grants = decide(Guardrail(), add), decide(ALLOW, add), Grants()
    by_rule, by_person = approve_by_rule(allows, prepared), approve_by_person(asks, prepared, True)
    assert by_rule is not None
    assert by_person is not None
    for approval, call_of in ((by_rule, prepared), (by_person, other)):
        with pytest.raises(NotApprovedError):
            grants.keep(asks, call_of, approval)
    assert not grants.cover(asks)
