"""What a terminal shows while servers connect, and what a pipe does not get."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import toolscope

pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
SERVERS = (sys.executable, "-m", "toolscope", "servers", "--demo", "--server", "wiki")


def on_a_terminal(columns: int = 80, **environ: str) -> tuple[str, str]:
    """What is written to a terminal on standard error, and to a pipe on standard output."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    here = {**os.environ, "PYTHONPATH": str(Path(toolscope.__file__).parent.parent), **environ}
    with subprocess.Popen(SERVERS, stdout=subprocess.PIPE, stderr=theirs, env=here) as process:
        os.close(theirs)
        said = b""
        while True:
            try:
                said += (piece := os.read(ours, 4096))
            except OSError:  # the other end was closed
                break
            if not piece:
                break
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(ours)
    return said.decode(), out


def test_a_terminal_shows_what_is_waited_for_and_is_left_clean() -> None:
    said, out = on_a_terminal(TERM="xterm")
    assert "toolscope: connecting to 1 server…" in said
    lines = re.sub(r"[^\n]*\r\x1b\[K", "", said)
    assert lines == "", "every line was taken back"
    assert "wiki" in out
    assert "connecting" not in out


def test_a_terminal_that_cannot_take_a_line_back_shows_none() -> None:
    assert on_a_terminal(TERM="dumb")[0] == ""


def test_a_pipe_gets_nothing(cli: Any) -> None:
    assert cli("servers", "--demo", "--server", "wiki").err == ""


def test_a_line_stays_within_the_terminal() -> None:
    said, _ = on_a_terminal(20, TERM="xterm")
    assert said.startswith("toolscope: connecti\r")
