"""The app in a real terminal: whatever way it ends, the terminal is itself again and no process is left."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SERVERS = ROOT / "tests" / "servers"
BOUND = 60.0
LEFT = b"\x1b[?1049l"
"""What a program writes when it gives the terminal back."""

pytestmark = pytest.mark.journey


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.screen, inside = pty.openpty()
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "36"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "toolscope", *words],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environ,
            start_new_session=True,
        )
        os.close(inside)
        self.written = b""

    def read(self, words: bytes) -> None:
        """Read until the program has written these bytes."""
        end = time.monotonic() + BOUND
        while words not in self.written:
            assert time.monotonic() < end, self.written[-2000:]
            if select.select([self.screen], [], [], 0.2)[0]:
                self.written += os.read(self.screen, 65536)

    def close(self) -> None:
        """End the program, however it stands."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        os.close(self.screen)

    def rest(self) -> int:
        """Read to the end and return the exit code."""
        with contextlib.suppress(OSError):
            while piece := os.read(self.screen, 65536):
                self.written += piece
        return self.process.wait(BOUND)


@pytest.fixture
def opened() -> Iterator[Callable[[Terminal], Terminal]]:
    """Keeps a terminal until the test is over, and closes it then."""
    with contextlib.ExitStack() as stack:

        def keep(terminal: Terminal) -> Terminal:
            stack.callback(terminal.close)
            return terminal

        yield keep


@pytest.fixture
def config(tmp_path: Path) -> str:
    """A well-behaved server, and one that ignores both end of input and SIGTERM and has a child of its own."""
    path = tmp_path / "config.yaml"
    path.write_text(
        "mcp_servers:\n"
        f"  good: {{command: {sys.executable}, args: [-m, mcp_server_time]}}\n"
        f"  stubborn: {{command: {sys.executable}, args: [{SERVERS / 'moody.py'}, stubborn]}}\n"
    )
    return str(path)


def children(pid: int) -> set[int]:
    """Every process below one."""
    found: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == pid:
                child = int(stat.parent.name)
                found |= {child} | children(child)
    return found


def alive(pids: set[int]) -> Iterator[int]:
    """Those that still run."""
    for pid in pids:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                yield pid


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("way", ["key", "SIGTERM", "SIGHUP"])
def test_whatever_way_the_app_ends_nothing_is_left(
    config: str, way: str, opened: Callable[[Terminal], Terminal]
) -> None:
    terminal = opened(Terminal("--config", config))
    terminal.read(b"good")
    terminal.read(b"ready")
    below = children(terminal.process.pid)
    assert below
    if way == "key":
        os.write(terminal.screen, b"\x11")
    else:
        terminal.process.send_signal(getattr(signal, way))
    code = terminal.rest()
    assert LEFT in terminal.written
    assert b"Traceback" not in terminal.written
    assert list(alive(below)) == []
    assert code == 0 or way != "key"


def test_without_a_terminal_the_app_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toolscope", "--demo"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "terminal" in done.stderr
