"""toolscope's own file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolscope.config import own
from toolscope.config.model import ConfigError

Write = Callable[[str, str], Path]


def test_without_a_file_there_are_no_rules(tmp_path: Path) -> None:
    found = own.read(tmp_path / "none.yaml")
    assert (found.guardrail.rules, found.theme, found.complaints) == ((), None, ())


def test_rules_trusted_servers_theme_and_keys_are_read(write: Write) -> None:
    path = write(
        "own.yaml",
        "theme: night\nkeys: {undo: u}\nguardrail:\n  trusted_servers: [clock]\n  rules:\n"
        "  - {match: 'git*/*', when: {read_only: true}, decision: allow}\n"
        "  - match: db/drop_*\n    decision: Deny\n    reason: never here\n",
    )
    found = own.read(path)
    first, second = found.guardrail.rules
    assert (first.match, first.decision, dict(first.when), first.origin.line) == (
        "git*/*",
        "allow",
        {"read_only": True},
        6,
    )
    assert (second.match, second.decision, second.reason) == ("db/drop_*", "deny", "never here")
    assert found.guardrail.trusted_servers == {"clock"}
    assert (found.theme, dict(found.keys), found.complaints) == ("night", {"undo": "u"}, ())


@pytest.mark.parametrize(
    ("rule", "decision", "words"),
    [
        ("{match: a/b, decision: maybe}", "deny", "must be allow, ask or deny; deny is used"),
        ("{match: a/b}", "deny", "must be allow, ask or deny; deny is used"),
        ("{match: a/b, decision: allow, when: {readonly: true}}", "ask", "unknown key; did you mean read_only?"),
        ("{match: a/b, decision: allow, when: {read_only: perhaps}}", "ask", "must be true or false, not text"),
        ("{match: a/b, decision: deny, when: read_only}", "deny", "must be a mapping of hints to true or false"),
    ],
)
def test_a_rule_that_cannot_be_read_is_never_more_generous(write: Write, rule: str, decision: str, words: str) -> None:
    found = own.read(write("own.yaml", f"guardrail:\n  rules:\n  - {rule}\n"))
    assert [rule.decision for rule in found.guardrail.rules] == [decision]
    assert all(not rule.when for rule in found.guardrail.rules)
    (complaint,) = found.complaints
    assert words in complaint.message
    assert complaint.origin.line == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tehme: x", "did you mean theme?"),
        ("guardrail: {trusted_servers: clock}", "must be a list of words, not text"),
        ("theme: [a]", "must be text, not a list"),
    ],
)
def test_what_does_not_fit_is_said(write: Write, text: str, words: str) -> None:
    (complaint,) = own.read(write("own.yaml", text)).complaints
    assert words in complaint.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "own.yaml: must be a mapping with guardrail, theme and keys, not a list"),
        ("gardrail: {}", "own.yaml:1: gardrail: unknown key; did you mean guardrail?"),
        ("guardrail: {rules: {match: x}}", "own.yaml:1: guardrail.rules: must be a list of rules, not a mapping"),
        ("guardrail: []", "own.yaml:1: guardrail: must be a mapping with rules and trusted_servers"),
        ("guardrail: {rule: []}", "own.yaml:1: guardrail.rule: unknown key; there are rules and trusted_servers"),
        ("guardrail:\n  rules:\n  - {decision: deny}", "own.yaml:3: guardrail.rules.0: has no match"),
        ("guardrail:\n  rules:\n  - {Match: a/b}", "own.yaml:3: guardrail.rules.0: has no match"),
        ("guardrail:\n  rules:\n  - a/b", "own.yaml:3: guardrail.rules.0: must be a mapping with match and decision"),
    ],
)
def test_rules_that_cannot_be_read_refuse_the_file_because_they_protect(write: Write, text: str, words: str) -> None:
    with pytest.raises(ConfigError) as error:
        own.read(write("own.yaml", text))
    assert words in str(error.value)


def test_a_broken_file_is_refused_because_its_rules_protect(write: Write) -> None:
    with pytest.raises(ConfigError, match=r"own\.yaml:1: not valid YAML"):
        own.read(write("own.yaml", "guardrail: {rules: ["))


def test_its_place_can_be_chosen(tmp_path: Path) -> None:
    assert own.place({"TOOLSCOPE_CONFIG": str(tmp_path / "x.yaml")}) == tmp_path / "x.yaml"
    assert own.place({}).name == "config.yaml"
