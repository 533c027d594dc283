"""A program in a terminal of its own, and when it has painted."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.bench.timing import ROOT, Spent

_BOUND = 60.0
"""Seconds after which something that was waited for counts as missing."""


@dataclass(slots=True)
class Terminal:
    """A running program and what it has written."""

    pid: int
    screen: int
    """The descriptor that its output is read from."""
    started: float
    written: bytes = b""
    _ticks: int = field(default_factory=lambda: os.sysconf("SC_CLK_TCK"))

    def until(self, words: bytes) -> Spent:
        """Wait until these words were painted; how long that took since the program was started."""
        while words not in self.written:
            ready, _, _ = select.select([self.screen], [], [], _BOUND)
            part = os.read(self.screen, 65_536) if ready else b""
            if not part:
                raise RuntimeError(f"{words!r} was never painted; the end of what was: {self.written[-500:]!r}")
            self.written += part
        return Spent(time.perf_counter() - self.started, self.cpu)

    def drain(self) -> None:
        """Take what is written, so that the program never waits for its terminal."""
        while select.select([self.screen], [], [], 0)[0]:
            self.written += os.read(self.screen, 65_536)

    @property
    def cpu(self) -> float:
        """Seconds of the processor that the program has used, to a hundredth."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / self._ticks

    @property
    def memory(self) -> float:
        """MiB that the program holds now."""
        with open(f"/proc/{self.pid}/status") as file:
            line = next(line for line in file if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


@contextmanager
def terminal(words: Sequence[str], environ: dict[str, str], size: tuple[int, int] = (120, 36)) -> Iterator[Terminal]:
    """Start a program in a terminal of so many columns and rows; it is killed at the end."""
    columns, rows = size
    started = time.perf_counter()
    pid, screen = pty.fork()
    if pid == 0:
        try:
            os.chdir(ROOT)
            os.execve(words[0], list(words), {**environ, "COLUMNS": str(columns), "LINES": str(rows)})
        finally:
            os._exit(127)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    try:
        yield Terminal(pid, screen, started)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(screen)
