"""What a start takes: the command line without anything to do, and the first sight of the app."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.sizes import Sizes
from tests.bench.table import Row, below
from tests.bench.terminal import terminal
from tests.bench.timing import Spent, child, least, python, surroundings

BARE = python(str(Path(__file__).parent / "programs" / "bare_app.py"))
DEMO = python("-m", "toolscope", "--demo")


def rows(sizes: Sizes) -> Iterator[Row]:
    """Starts, each in a new process with an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        environ = surroundings(Path(folder))
        empty = least([child(python("-c", "pass"), environ) for _ in range(sizes.starts)])
        for option in ("--version", "--help"):
            runs = [child(python("-m", "toolscope", option), environ) for _ in range(sizes.starts)]
            yield below(f"toolscope {option}", least(runs).ms, 120, "ms", least(runs).beside(empty, "python -c pass"))
        yield from _first_sight(sizes, environ)


def _first_sight(sizes: Sizes, environ: dict[str, str]) -> Iterator[Row]:
    _demo(environ)  # the first time writes the byte code
    runs = [(_painted(BARE, b"painted", environ), *_demo(environ)) for _ in range(sizes.starts)]
    bare, first, whole = (least(column) for column in zip(*runs, strict=True))
    ratio = first.cpu / bare.cpu
    yield below("first paint, exec to painted text", first.ms, 350, "ms", first.beside(bare, "a bare Textual app"))
    yield Row("  against a bare Textual app, by the processor", f"{ratio:.2f} times", "at most 1.5 times", ratio <= 1.5)
    yield Row("exec to the demo's servers in the table", f"{whole.ms:.0f} ms", beside=f"cpu {whole.cpu * 1000:.0f} ms")


def _painted(words: Sequence[str], what: bytes, environ: dict[str, str]) -> Spent:
    with terminal(words, environ) as running:
        return running.until(what)


def _demo(environ: dict[str, str]) -> tuple[Spent, Spent]:
    """When the first slider can be read, and when the last server of the demo can."""
    with terminal(DEMO, environ) as running:
        return running.until(b"threshold_pct"), running.until(b"wiki")
