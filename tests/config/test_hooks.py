"""Shell hooks as they are configured, and who has let them run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from toolscope.config import consent, source
from toolscope.config.gather import Sources, Surroundings, load
from toolscope.config.hooks import Hook, around, matching
from toolscope.config.interpolate import Variables
from toolscope.config.model import ConfigError, Origin
from toolscope.config.parse import Document, document
from toolscope.config.profiles import HERMES_21


def read(text: str, **environ: str) -> Document:
    return document(source.parse("config.yaml", text), HERMES_21, Variables(environ), Path("/w"))


def lines(found: Document) -> list[str]:
    return [str(complaint) for complaint in found.complaints]


def test_hooks_are_read_with_their_place() -> None:
    found = read(
        "hooks:\n  pre_tool_call:\n  - command: ' ~/guard.sh --strict '\n    matcher: ' mcp__x__.* '\n    timeout: 5\n"
        "    fail_closed: true\n  - {command: '${HOME}/b.sh', failClosed: true}\n  post_tool_call:\n  - {command: c}\n",
        HOME="/h",
    )
    first, second, third = found.hooks
    assert first == Hook(
        "pre_tool_call", "~/guard.sh --strict", Origin("config.yaml", 3), "mcp__x__.*", 5, fail_closed=True
    )
    assert (second.command, second.timeout, second.matcher, second.fail_closed) == ("/h/b.sh", 60, None, True)
    assert (third.event, third.fail_closed, lines(found)) == ("post_tool_call", False, [])


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("hooks: [x]", "hooks", "must be a mapping of events to lists of hooks"),
        ("hooks: {pre_tol_call: [{command: x}]}", "hooks.pre_tol_call", "did you mean pre_tool_call?"),
        ("hooks: {on_session_start: [{command: x}]}", "hooks.on_session_start", "is no event of a call"),
        ("hooks: {pre_tool_call: {command: x}}", "hooks.pre_tool_call", "must be a list of hooks"),
        ("hooks: {pre_tool_call: [x]}", "hooks.pre_tool_call.0", "must be a mapping with a command"),
        ("hooks: {pre_tool_call: [{matcher: x}]}", "hooks.pre_tool_call.0", "has no command"),
        ("hooks: {pre_tool_call: [{command: ' '}]}", "hooks.pre_tool_call.0", "has no command"),
    ],
)
def test_what_is_no_hook_is_said(text: str, key: str, says: str) -> None:
    found = read(text)
    assert found.hooks == ()
    assert any(complaint.key == key and says in complaint.message for complaint in found.complaints), lines(found)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("timeout: 900", "must be 1 to 300 seconds; 300 is used"),
        ("timeout: 0.5", "must be 1 to 300 seconds; 1 is used"),
        ("timeout: soon", "must be a number of seconds above 0, not text; 60 is used"),
        ("fail_closed: 'yes'", "must be true or false, not text; false is used"),
        ("matcher: '('", "matches the tool of exactly this name"),
        ("macher: x", "did you mean matcher?"),
    ],
)
def test_a_hook_is_used_without_what_cannot_be_read(entry: str, says: str) -> None:
    found = read(f"hooks: {{pre_tool_call: [{{command: x, {entry}}}]}}")
    assert len(found.hooks) == 1
    assert [says in line for line in lines(found)] == [True]
    assert not found.hooks[0].fail_closed


def test_a_hook_after_the_call_cannot_fail_closed() -> None:
    found = read("hooks: {post_tool_call: [{command: x, fail_closed: true}]}")
    assert not found.hooks[0].fail_closed
    assert "has no effect" in lines(found)[0]


@pytest.mark.parametrize(
    ("matcher", "name", "matches"),
    [
        (None, "anything", True),
        ("mcp__x__a", "mcp__x__a", True),
        ("mcp__x__a", "mcp__x__ab", False),
        ("mcp__(x|y)__.*", "mcp__y__b", True),
        ("x__a", "mcp__x__a", False),
        ("mcp__x__(", "mcp__x__(", True),
        ("mcp__x__(", "mcp__x__", False),
    ],
)
def test_a_matcher_means_whole_names(matcher: str | None, name: str, matches: bool) -> None:
    assert Hook("pre_tool_call", "c", Origin("f"), matcher).matches(name) is matches


def test_the_hooks_of_a_call_are_in_the_order_they_run() -> None:
    after, one, other = (
        Hook("post_tool_call", "a", Origin("f")),
        *(Hook("pre_tool_call", c, Origin("f")) for c in "bc"),
    )
    assert around((after, one, other), "x") == (one, other, after)
    assert matching((after, one, other), "post_tool_call", "x") == (after,)


def test_hermes_own_consents_are_consents() -> None:
    text = "hooks: {pre_tool_call: [{command: x}]}\n"
    assert not read(text).hooks[0].accepted
    for accepted in (read(f"{text}hooks_auto_accept: true\n"), read(text, HERMES_ACCEPT_HOOKS="on")):
        assert accepted.hooks[0].accepted
    assert not read(f"{text}hooks_auto_accept: nonsense\n", HERMES_ACCEPT_HOOKS="0").hooks[0].accepted


def test_safe_mode_runs_no_hooks() -> None:
    assert read("hooks: {pre_tool_call: [{command: x}]}\n", HERMES_SAFE_MODE="1").hooks == ()


def test_hooks_reach_the_configuration(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("hooks: {pre_tool_call: [{command: x}]}\n")
    (tmp_path / "no").touch()
    config = load(
        Sources(configs=(path,)), Surroundings(tmp_path, tmp_path, {"TOOLSCOPE_CONFIG": str(tmp_path / "no")})
    )
    assert [hook.command for hook in config.hooks] == ["x"]
    assert config.complaints == ()


def test_secrets_of_a_command_are_not_shown() -> None:
    assert Hook("pre_tool_call", "guard --token abc", Origin("f")).shown == "guard --token •••"
    assert Hook("pre_tool_call", "guard 'a b' \x1b", Origin("f")).shown == "guard 'a b' ␛"
    assert Hook("pre_tool_call", "guard 'open", Origin("f")).shown == "guard 'open"


# consents


def hook(command: str = "/bin/guard", **more: object) -> Hook:
    return Hook("pre_tool_call", command, Origin("f"), **more)  # type: ignore[arg-type]


def test_a_consent_is_remembered_for_its_command_and_its_event(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "hooks.json"
    first = consent.read(path)
    assert first.lacking([hook(), hook(timeout=3)]) == (hook(timeout=3),)
    assert first.remember([hook()]).covers(hook())
    again = consent.read(path)
    assert again.covers(hook(matcher="x", timeout=9))
    assert not again.covers(hook("/bin/guard --other"))
    assert not again.covers(Hook("post_tool_call", "/bin/guard", Origin("f")))
    assert "guard" not in path.read_text(), "commands may hold secrets"


def test_two_runs_do_not_forget_each_others_consents(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    one, other = consent.read(path), consent.read(path)
    one.remember([hook("a")])
    other.remember([hook("b")])
    assert consent.read(path).lacking([hook("a"), hook("b"), hook("c")]) == (hook("c"),)


def test_a_relative_command_is_consented_to_in_its_folder_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "guard.sh").write_text("")
    monkeypatch.chdir(here)
    granted = consent.read(tmp_path / "x.json").granting([hook("sh guard.sh"), hook("/bin/guard")])
    assert granted.covers(hook("sh guard.sh"))
    monkeypatch.chdir(there)
    assert not granted.covers(hook("sh guard.sh"))
    assert granted.covers(hook("/bin/guard"))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"hooks": 3}', '{"hooks": [3]}'])
def test_a_broken_file_remembers_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "hooks.json"
    path.write_text(text)
    assert not consent.read(path).covers(hook())
    consent.read(path).remember([hook()])
    assert json.loads(path.read_text())["hooks"]


def test_a_consent_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r"hooks\.json: cannot be written"):
        consent.read(tmp_path / "file" / "hooks.json").remember([hook()])


def test_consents_are_kept_in_the_data_folder() -> None:
    assert consent.place(os.environ).is_relative_to(os.environ["HOME"])
    assert consent.read(consent.place(os.environ), everything=True).covers(hook("anything"))
