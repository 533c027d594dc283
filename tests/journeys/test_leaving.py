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
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}
BOUND = 60.0
LEFT = b"\x1b[?1049l"
"""What a program writes when it gives the terminal back."""

pytestmark = pytest.mark.journey


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *words: str, code: str = "") -> None:
        """toolscope with these words; ``code`` is run before it, in the same process."""
        self.screen, inside = pty.openpty()
        environ = {**ENVIRON, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "36"}
        start = f"import sys; from toolscope.__main__ import main; {code}\nsys.exit(main())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", start, *words],
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
        with contextlib.suppress(OSError):
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


def gone(pids: set[int]) -> bool:
    """Wait until none of these runs any more."""
    end = time.monotonic() + BOUND
    while list(alive(pids)):
        if time.monotonic() > end:
            return False
        select.select([], [], [], 0.05)
    return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
def test_a_terminal_that_is_closed_ends_the_app_and_its_servers(
    config: str, opened: Callable[[Terminal], Terminal]
) -> None:
    terminal = opened(Terminal("--config", config))
    terminal.read(b"ready")
    below = children(terminal.process.pid)
    assert below
    os.close(terminal.screen)
    terminal.process.wait(BOUND)
    assert gone(below)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
def test_a_widget_that_crashes_gives_the_terminal_back_and_ends_the_servers(
    config: str, opened: Callable[[Terminal], Terminal]
) -> None:
    code = (
        "from toolscope.ui.widgets.wire_list import WireList\n"
        "def boom(*_): raise RuntimeError('[red]boom[/nope]')\n"
        "WireList.draw_row = boom"
    )
    terminal = opened(Terminal("--config", config, code=code))
    terminal.read(b"ready")
    below = children(terminal.process.pid)
    assert below
    os.write(terminal.screen, b"\x1b[15~")
    terminal.read(b"Wires")
    os.write(terminal.screen, b"x")
    assert terminal.rest() != 0
    assert LEFT in terminal.written
    assert b"boom" in terminal.written.partition(LEFT)[2], "what went wrong is told once the terminal is back"
    assert gone(below)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
def test_servers_see_the_end_of_their_input_when_the_app_is_killed(
    tmp_path: Path, opened: Callable[[Terminal], Terminal]
) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(f"mcp_servers: {{good: {{command: {sys.executable}, args: [{SERVERS / 'paged.py'}]}}}}\n")
    terminal = opened(Terminal("--config", str(path)))
    terminal.read(b"ready")
    below = children(terminal.process.pid)
    assert below
    terminal.process.kill()
    terminal.process.wait(BOUND)
    assert gone(below)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM"])
def test_a_command_that_is_interrupted_leaves_no_server(tmp_path: Path, way: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(
        f"mcp_servers: {{silent: {{command: {sys.executable}, args: [{SERVERS / 'silent.py'}]}},"
        f" stubborn: {{command: {sys.executable}, args: [{SERVERS / 'moody.py'}, stubborn]}}}}\n"
    )
    command = [sys.executable, "-m", "toolscope", "servers", "--config", str(path)]
    process = subprocess.Popen(command, env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + BOUND
    while len(below := children(process.pid)) < 3:
        assert time.monotonic() < end
        select.select([], [], [], 0.05)
    process.send_signal(getattr(signal, way))
    said = process.communicate(timeout=BOUND)
    assert process.returncode != 0
    assert b"Traceback" not in b"".join(said)
    assert gone(below)


@pytest.mark.parametrize("words", [("manifest", "--demo"), ("servers", "--demo", "--json")])
def test_a_reader_that_goes_away_is_no_reason_to_complain(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "toolscope", *words]
    process = subprocess.Popen(command, env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    process.wait(BOUND)
    assert said == b""
