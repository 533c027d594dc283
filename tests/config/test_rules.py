"""A rule written into toolscope's own file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config import own
from toolscope.config.model import ConfigError
from toolscope.config.rules import allowing, with_rule

RULE = {"match": "tracker/create_issue", "decision": "allow"}
LINE = '{match: "tracker/create_issue", decision: allow}'
QUOTED = '{"match": "tracker/create_issue", "decision": "allow"}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"guardrail:\n  rules:\n    - {LINE}\n"),
        ("# mine\n", f"# mine\n\nguardrail:\n  rules:\n    - {LINE}\n"),
        ("theme: x  # dark", f"theme: x  # dark\n\nguardrail:\n  rules:\n    - {LINE}\n"),
        ("guardrail:\ntheme: x\n", f"guardrail:\n  rules:\n    - {LINE}\ntheme: x\n"),
        ("guardrail:  # none yet\n", f"guardrail:  # none yet\n  rules:\n    - {LINE}\n"),
        ("guardrail: null\n", f"guardrail:\n  rules:\n    - {LINE}\n"),
        (
            "guardrail:\n    trusted_servers: [wiki] # w\n# end\n",
            f"guardrail:\n    trusted_servers: [wiki] # w\n    rules:\n        - {LINE}\n# end\n",
        ),
        (
            "guardrail:\n  rules:\n  trusted_servers: []\n",
            f"guardrail:\n  rules:\n    - {LINE}\n  trusted_servers: []\n",
        ),
        (
            "guardrail:\n  rules:\n  - {match: a/b, decision: ask}  # why\n  # last\ntheme: x\n",
            f"guardrail:\n  rules:\n  - {{match: a/b, decision: ask}}  # why\n  - {LINE}\n  # last\ntheme: x\n",
        ),
        (
            "guardrail:\n  rules:\n    - match: a/b\n      decision: ask\n      reason: |\n        1\n        2\n",
            "guardrail:\n  rules:\n    - match: a/b\n      decision: ask\n      reason: |\n        1\n        2\n"
            f"    - {LINE}\n",
        ),
        ("guardrail: {rules: []}\n", f"guardrail: {{rules: [{LINE}]}}\n"),
        ("guardrail: {}\n", f"guardrail: {{rules: [{LINE}]}}\n"),
        (
            "guardrail:\n  rules: [\n    {match: a, decision: ask}, # c\n  ]\n",
            f"guardrail:\n  rules: [\n    {{match: a, decision: ask}}, {LINE}, # c\n  ]\n",
        ),
        ('{"theme": "x"}', f'{{"theme": "x", "guardrail": {{"rules": [{QUOTED}]}}}}'),
        ("theme: x\r\n", f"theme: x\r\n\r\nguardrail:\r\n  rules:\r\n    - {LINE}\r\n"),
        ("\ufefftheme: x\n", f"\ufefftheme: x\n\nguardrail:\n  rules:\n    - {LINE}\n"),
    ],
)
def test_everything_else_stays_as_it_is_written(before: str, after: str) -> None:
    assert with_rule("own.yaml", before, RULE) == after


@pytest.mark.parametrize(
    "text",
    [
        "guardrail: [1]\n",
        "guardrail:\n  rules: none\n",
        "- a\n",
        "x: &r\n  - {match: a/b, decision: ask}\nguardrail:\n  rules: *r\n",
        '// note\n{"theme": "x"}',
    ],
)
def test_a_file_that_cannot_be_changed_safely_is_told_with_the_rule(text: str) -> None:
    with pytest.raises(ConfigError, match="by hand") as told:
        with_rule("own.yaml", text, RULE)
    assert LINE in str(told.value)
    assert "\n" not in str(told.value)


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x85"), min_size=1, max_size=12)
"""Without U+0085: PyYAML does not read back the one that it wrote."""
ITEMS = st.fixed_dictionaries(
    {"match": NAMES, "decision": st.sampled_from(["allow", "ask", "deny"])}, optional={"reason": NAMES}
)
FILES = st.fixed_dictionaries(
    {},
    optional={
        "theme": NAMES,
        "guardrail": st.none()
        | st.fixed_dictionaries(
            {},
            optional={"rules": st.none() | st.lists(ITEMS, max_size=3), "trusted_servers": st.lists(NAMES, max_size=2)},
        ),
        "keys": st.dictionaries(NAMES, NAMES, max_size=2),
    },
)


@given(FILES, st.sampled_from([None, True, False]), NAMES)
def test_a_written_rule_is_read_back_after_all_the_others(value: Any, flow: bool | None, match: str) -> None:
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    after = with_rule("own.yaml", text, {"match": match, "decision": "allow"})
    read = yaml.safe_load(after)
    before = (value.get("guardrail") or {}).get("rules") or []
    assert read["guardrail"]["rules"] == [*before, {"match": match, "decision": "allow"}]
    assert {key: read[key] for key in value if key != "guardrail"} == {
        k: v for k, v in value.items() if k != "guardrail"
    }


def test_the_change_is_shown_then_written_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "own.yaml"
    change = allowing(path, "tracker/ping")
    assert '+    - {match: "tracker/ping", decision: allow}' in change.diff.splitlines()
    assert not path.exists()
    change.write()
    os.chmod(path, 0o600)
    again = allowing(path, "tracker/pong")
    assert [line for line in again.diff.splitlines() if line[:1] in "+-"][2:] == [
        '+    - {match: "tracker/pong", decision: allow}'
    ]
    again.write()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [rule.match for rule in own.read(path).guardrail.rules] == ["tracker/ping", "tracker/pong"]
    assert again.guardrail.rules[-1].origin.line == 4
    assert [entry.name for entry in path.parent.iterdir()] == ["own.yaml"]


def test_a_file_that_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("theme: a\n")
    change = allowing(path, "a/b")
    path.write_text("theme: b\n")
    with pytest.raises(ConfigError, match="changed meanwhile"):
        change.write()
    assert path.read_text() == "theme: b\n"


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.yaml", tmp_path / "own.yaml"
    target.write_text("theme: a\n")
    link.symlink_to(target)
    allowing(link, "a/b").write()
    assert link.is_symlink()
    assert "a/b" in target.read_text()
