"""How long something takes: the best of several runs, by the clock and by the processor."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True, order=True)
class Spent:
    """Seconds of one run."""

    wall: float
    cpu: float
    """Of all threads, or of the whole child process."""

    @property
    def ms(self) -> float:
        """Milliseconds by the clock."""
        return self.wall * 1000

    def beside(self, other: Spent, name: str) -> str:
        """This against another program of the same run, by the clock and by the processor."""
        return f"{self.wall / other.wall:.2f} × {name} ({other.ms:.0f} ms); cpu {self.cpu / other.cpu:.2f} ×"


def least(runs: Sequence[Spent]) -> Spent:
    """The best of both clocks: what other programs on the machine took is in neither."""
    return Spent(min(run.wall for run in runs), min(run.cpu for run in runs))


def best(action: Callable[[], object], rounds: int = 5, times: int = 1) -> float:
    """Seconds of the processor that one run takes, the best of a few rounds: of work that waits for nothing."""
    return least([spent(action, times) for _ in range(rounds)]).cpu


def spent(action: Callable[[], object], times: int = 1) -> Spent:
    """One round of so many runs, for each of them."""
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(times):
        action()
    return Spent((time.perf_counter() - wall) / times, (time.process_time() - cpu) / times)


def child(words: Sequence[str], environ: dict[str, str]) -> Spent:
    """One run of a program that ends by itself."""
    before, wall = _children(), time.perf_counter()
    done = subprocess.run(words, capture_output=True, cwd=ROOT, env=environ, check=False)
    if done.returncode:
        raise RuntimeError(f"{words} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
    return Spent(time.perf_counter() - wall, _children() - before)


def surroundings(home: Path) -> dict[str, str]:
    """The environment of a program under test: an empty home, and byte code kept as in an installed package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "HERMES_", "TOOLSCOPE_"))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none", "TERM": "xterm-256color"}


def python(*words: str) -> tuple[str, ...]:
    """A command of this interpreter."""
    return (sys.executable, *words)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
