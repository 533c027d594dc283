from __future__ import annotations

from typing import Any

import pytest

from tests.build import catalog, status, tool
from toolscope.catalog.tool import Tool
from toolscope.config.model import Decision, Guardrail, Rule
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.invocation.guardrail import audit, decide, hermes, hints


def of(raw: str = "delete", server: str = "x", **claims: Any) -> Tool:
    return catalog(status(server, [tool(raw, annotations=claims or None)])).tools[0]


def rules(*written: Rule, trusted: frozenset[str] = frozenset()) -> Guardrail:
    return Guardrail(written, trusted)


@pytest.mark.parametrize(
    ("broad", "narrow"),
    [("mcp__x__*", "mcp__x__delete"), ("x/*", "x/delete"), ("*", "x/*"), ("x/*", "x/del*"), ("x/delet*", "x/delete")],
)
def test_the_narrower_rule_wins_whatever_it_says_and_wherever_it_stands(broad: str, narrow: str) -> None:
    """E04."""
    for wide, tight in (("allow", "ask"), ("deny", "allow"), ("ask", "deny")):
        pair = (Rule(broad, wide), Rule(narrow, tight, reason="because"))  # type: ignore[arg-type]
        for order in (pair, pair[::-1]):
            verdict = decide(rules(*order), of())
            assert (verdict.decision, verdict.rule, verdict.reason) == (tight, narrow, "because")


def test_among_equals_deny_beats_ask_beats_allow() -> None:
    three = [Rule("x/*", decision) for decision in ("allow", "ask", "deny")]
    assert decide(rules(*three), of()).decision == "deny"
    assert decide(rules(*three[:2]), of()).decision == "ask"


@pytest.mark.parametrize(
    ("claims", "trusted", "decision"),
    [
        ({"readOnlyHint": True}, True, "allow"),
        ({"readOnlyHint": True}, False, "ask"),
        ({"readOnlyHint": False}, True, "ask"),
        ({"destructiveHint": False}, True, "ask"),
        ({"title": "Delete"}, True, "ask"),
        ({}, True, "ask"),
        ({"readOnlyHint": "true"}, True, "ask"),
    ],
)
def test_without_a_rule_only_declared_reading_on_a_trusted_server_passes(
    claims: dict[str, Any], trusted: bool, decision: Decision
) -> None:
    verdict = decide(rules(trusted=frozenset({"x"} if trusted else ())), of(**claims))
    assert (verdict.decision, verdict.rule) == (decision, "default")
    assert verdict.reason


def test_a_hint_must_be_declared_to_hold() -> None:
    """E06: absent is not false."""
    rule = Rule("x/*", "allow", {"destructive": False})
    assert decide(rules(rule), of(destructiveHint=False)).rule == "x/* when destructive: false"
    assert decide(rules(rule), of(destructiveHint=True)).decision == "ask"
    assert decide(rules(rule), of()).decision == "ask"


def test_hints_of_a_server_that_is_not_trusted_never_lift_a_denial() -> None:
    """E06."""
    deny, allow = Rule("x/*", "deny"), Rule("x/delete", "allow", {"read_only": True})
    lying = of(readOnlyHint=True)
    verdict = decide(rules(deny, allow), lying)
    assert (verdict.decision, verdict.rule) == ("deny", "x/*")
    assert "not trusted" in verdict.reason
    assert decide(rules(deny, allow, trusted=frozenset({"x"})), lying).decision == "allow"
    assert decide(rules(deny, Rule("x/delete", "allow")), lying).decision == "allow"


def test_a_rule_for_one_server_trusts_no_other() -> None:
    """E03."""
    assert decide(rules(Rule("x/*", "allow")), of(server="x")).decision == "allow"
    assert decide(rules(Rule("x/*", "allow")), of(server="xy")).decision == "ask"


def test_rules_that_decide_nothing_are_reported() -> None:
    """E04."""
    written = (
        Rule("x/*", "allow"),
        Rule("x/delete", "ask"),
        Rule("x/del*", "deny"),
        Rule("y/*", "deny"),
        Rule("x/read", "allow", {"idempotent": True}),
    )
    notes = audit(rules(*written), [of("delete"), of("read")], ["x", "y"])
    assert [(note.rule, note.kind) for note in notes] == [
        (written[2], "shadowed"),
        (written[3], "dead"),
        (written[4], "dead"),
    ]
    assert all(note.rule.match in note.message for note in notes)


@pytest.mark.parametrize(
    ("match", "kind"),
    [
        ("chat/send_message", "elsewhere"),
        ("chat/*", "elsewhere"),
        ("*/wipe", "elsewhere"),
        ("wipe_*", "elsewhere"),
        ("tracker/list_*", "dead"),
        ("track*/list", "dead"),
        ("trakcer/*", "dead"),
        ("tracker2/list", "elsewhere"),
    ],
)
def test_a_rule_for_a_server_of_another_session_is_not_dead(match: str, kind: str) -> None:
    """Every rule that was once allowed "always" is read in every session."""
    (note,) = audit(rules(Rule(match, "allow")), [of("delete", server="tracker")], ["tracker"])
    assert (note.kind, note.matters) == (kind, kind == "dead")
    if match.startswith("track"):
        assert note.matters == ("tracker has no tool that it means" in note.message)
    assert match != "trakcer/*" or "did you mean tracker?" in note.message


def test_a_rule_that_an_untrusted_servers_hints_cannot_use_is_shadowed() -> None:
    deny, allow = Rule("x/*", "deny"), Rule("x/delete", "allow", {"read_only": True})
    assert [note.rule for note in audit(rules(deny, allow), [of(readOnlyHint=True)], ["x"])] == [allow]


def test_hermes_asks_for_what_an_untrusted_server_does_not_declare_to_be_reading() -> None:
    for profile in (HERMES_21, HERMES_22):
        assert hermes(profile, "full", of()).decision == "allow"
        assert hermes(profile, "untrusted", of()).decision == "ask"
        assert hermes(profile, "untrusted", of(readOnlyHint=True)).decision == "allow"
    assert hermes(HERMES_19, "untrusted", of()).decision == "allow"


def test_hints_are_shown_as_declared_or_assumed() -> None:
    """E06: what is not declared is assumed to destroy and to reach outside."""
    shown = {hint.name: (hint.words, hint.declared) for hint in hints(of(idempotentHint=True))}
    assert shown == {
        "read_only": ("writes", False),
        "destructive": ("may destroy", False),
        "idempotent": ("may be repeated", True),
        "open_world": ("reaches outside", False),
    }
    reading = [(hint.words, hint.declared) for hint in hints(of(readOnlyHint=True, openWorldHint=False))]
    assert reading == [("reads only", True), ("stays inside", True)]


def test_hostile_reasons_and_patterns_are_made_harmless() -> None:
    verdict = decide(rules(Rule("x/*", "deny", reason="\x1b[2J\nno")), of())
    assert "\x1b" not in verdict.reason
    assert "\n" not in verdict.reason
