"""Questions of ``toolscope call`` on a real terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.invocation.hooking import script, told

pty = pytest.importorskip("pty", reason="terminals of this kind are POSIX")

ROOT = Path(__file__).parents[2]
ISSUE = '{"title": "Export fails", "project_id": "PX"}'
EOF = "\x04"
"""What a terminal takes for the end of input."""
CREATE = "mcp__tracker__create_issue"


def on_terminal(answers: Sequence[tuple[str, str]], *words: str) -> tuple[int, str, str]:
    """Run a command with a terminal for its questions; answer each once its words are there.

    Returns the exit code, standard output, and what was on the terminal.
    """
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "toolscope", *words]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        command, stdin=follower, stderr=follower, stdout=subprocess.PIPE, env=environ, start_new_session=True
    )
    os.close(follower)
    shown = ""
    for question, answer in answers:
        while question not in shown:
            shown += os.read(leader, 4096).decode()
        os.write(leader, answer.encode() if answer == EOF else f"{answer}\n".encode())
    out = running.stdout.read().decode() if running.stdout else ""
    code = running.wait(60)
    try:
        while more := os.read(leader, 4096):
            shown += more.decode()
    except OSError:
        """The other end is closed."""
    os.close(leader)
    if running.stdout:
        running.stdout.close()
    return code, out, shown


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [("yes", 0, ""), ("no", 3, "was denied by the user\r\n"), ("use PY instead", 3, "by the user: use PY instead")],
)
def test_a_call_is_asked_about(answer: str, code: int, says: str) -> None:
    ended, out, shown = on_terminal([("Type yes", answer)], "call", "--demo", "--server", "tracker", CREATE, ISSUE)
    assert ended == code
    assert says in shown
    assert ("Export fails" in out) == (code == 0)
    assert '"title": "Export fails"' in shown


def test_a_question_shows_what_the_dialog_shows() -> None:
    _, _, shown = on_terminal([("Type yes", "no")], "call", "--demo", "--server", "tracker", CREATE, ISSUE)
    facts = dict(line.split(maxsplit=1) for line in shown.split("\r\n") if line.startswith("  "))
    assert list(facts) == ["tool", "endpoint", "hints", "rule", "hermes", "arguments"]
    assert facts["tool"] == CREATE
    assert facts["endpoint"] == "in this process"
    assert facts["rule"] == "default: ask, no rule of yours covers it"
    assert "writes (declared)" in facts["hints"]
    assert facts["hermes"].startswith("would run it without asking: ")


def test_what_is_said_after_an_answer_that_is_the_end_of_input_has_a_line_of_its_own() -> None:
    _, _, shown = on_terminal([("Type yes", EOF)], "call", "--demo", "--server", "tracker", CREATE, ISSUE)
    assert "anything else is a no: \r\ntoolscope: " in shown


def test_always_shows_the_rule_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("theme: toolscope-paper  # mine\n")
    monkeypatch.setenv("TOOLSCOPE_CONFIG", str(own))
    words = ("call", "--demo", "--server", "tracker", CREATE, ISSUE)
    code, _, shown = on_terminal([("Type yes", "always"), ("write this", "no")], *words)
    assert code == 3
    assert '+    - {match: "tracker/create_issue", decision: allow}' in shown
    assert own.read_text() == "theme: toolscope-paper  # mine\n"
    code, out, _ = on_terminal([("Type yes", "always"), ("write this", "yes")], *words)
    assert (code, "Export fails" in out) == (0, True)
    assert own.read_text().startswith("theme: toolscope-paper  # mine\n\nguardrail:\n")
    assert on_terminal([], *words)[0] == 0


def test_a_hook_is_shown_and_consented_to_once(tmp_path: Path) -> None:
    command = script(tmp_path, "guard", "")
    config = tmp_path / "hermes.yaml"
    config.write_text(json.dumps({"hooks": {"pre_tool_call": [{"command": command}]}}))
    words = ("call", "--demo", "--server", "tracker", "--config", str(config), CREATE, ISSUE, "--yes")
    code, _, shown = on_terminal([("let them run", "n")], *words)
    assert (code, told(tmp_path, "guard")) == (3, None)
    assert command in shown
    assert "hermes.yaml:1" in shown
    assert on_terminal([("let them run", "yes")], *words)[0] == 0
    assert told(tmp_path, "guard")["tool_name"] == CREATE
    assert on_terminal([], *words)[0] == 0, "a consent is remembered"
