"""Standard output in whole lines, whatever pieces it comes in."""

from __future__ import annotations

import anyio
import pytest
from anyio.abc import ByteReceiveStream
from hypothesis import given
from hypothesis import strategies as st

from tests.connections.launching import script, status, until
from toolscope.connections.fleet import Fleet
from toolscope.connections.lines import WholeLines


class Pieces(ByteReceiveStream):
    """Bytes that come as they were cut."""

    def __init__(self, *pieces: bytes) -> None:
        self.left = list(pieces)

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        if not self.left:
            raise anyio.EndOfStream
        return self.left.pop(0)

    async def aclose(self) -> None:
        self.left.clear()


async def read(*pieces: bytes, longest: int = 1_000) -> list[bytes]:
    stream, got = WholeLines(Pieces(*pieces), longest), []
    while True:
        try:
            got.append(await stream.receive())
        except anyio.EndOfStream:
            return got


@given(st.lists(st.binary(min_size=1, max_size=9).map(lambda b: b.replace(b"x", b"\n")), max_size=9))
def test_nothing_is_lost_and_every_part_but_the_last_ends_a_line(pieces: list[bytes]) -> None:
    got = anyio.run(lambda: read(*pieces))
    assert b"".join(got) == b"".join(pieces)
    assert all(b"\n" in part for part in got[:-1])


async def test_a_line_that_is_too_long_is_its_beginning_and_the_next_one_is_whole() -> None:
    assert await read(b"a" * 60, b"b" * 60, b"c" * 60, b"d\nnext\n", longest=100) == [
        b"a" * 60 + b"b" * 60 + b"\n",
        b"next\n",
    ]


async def test_closing_closes_what_is_read_from() -> None:
    pieces = Pieces(b"a")
    await WholeLines(pieces).aclose()
    assert pieces.left == []


@pytest.mark.skipif(not hasattr(__import__("os"), "wait4"), reason="memory of a child is asked of POSIX")
async def test_a_line_without_end_takes_no_more_than_its_share_of_memory() -> None:
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with Fleet([script("rough_wire", "endless_line", connect_timeout=600)]) as fleet:
        await until(fleet, lambda: bool(status(fleet, "rough_wire-endless_line").heard), 60)
        (noise,) = status(fleet, "rough_wire-endless_line").heard
    assert noise.kind == "stdout_noise"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000, "kilobytes"
