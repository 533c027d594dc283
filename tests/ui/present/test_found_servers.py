"""The servers found on this machine: what tells them apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from toolscope.config.found import Found, Mention, identity
from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.model import Origin, ServerConfig
from toolscope.ui.present.found_servers import FoundColumns, detail
from toolscope.ui.present.text import middle
from toolscope.ui.present.twins import apart

COMMAND = "/opt/somewhere/deep/in/a/tree/venv/bin/python"


def found(launch: Launch, name: str = "pantry") -> Found:
    origin = Origin("servers.json", 3)
    return Found(ServerConfig(name, launch, origin), (Mention("Cursor", origin),))


def started(**env: str) -> Found:
    return found(Stdio(COMMAND, ("-m", "pantry"), env))


@pytest.mark.parametrize(
    ("twins", "words"),
    [
        ([started(KEY="a-secret", LEVEL="x"), started(LEVEL="x")], ["with KEY", "no KEY"]),
        ([started(KEY="one-secret"), started(KEY="two-secret")], ["with KEY (1)", "with KEY (2)"]),
        (
            [found(Stdio("p", (), {}, "/a")), found(Stdio("p", (), {}, "/b"))],
            ["in /a", "in /b"],
        ),
        (
            [found(Http("https://x.example/m?k=abcdefgh")), found(Http("https://x.example/m"))],
            ["with query", "no query"],
        ),
    ],
)
def test_servers_that_look_alike_are_told_apart_by_name(twins: list[Found], words: list[str]) -> None:
    """By names alone: the values are secrets."""
    assert [apart(twins)[identity(one.server)] for one in twins] == words


def test_servers_that_differ_need_no_words() -> None:
    assert not apart([started(), found(Stdio("other")), found(Stdio(COMMAND, ("-m", "pantry")), "larder")])


@pytest.mark.parametrize("width", [78, 118, 198])
def test_a_row_keeps_the_end_of_the_command(width: int) -> None:
    one = started(KEY="a-secret")
    shown = FoundColumns.of(width).line(one, False, False, "with KEY")
    assert shown.cell_length <= width
    assert "with KEY · " in shown.plain
    assert "-m pantry" in shown.plain
    assert "…" not in FoundColumns.of(width).line(one, False, False, "with AN_API_KEY_NAME").plain[:50]


def test_the_whole_of_a_server_says_what_it_is_given() -> None:
    assert [line.plain for line in detail(started(KEY="a-secret", LEVEL="x"), 80)][:2] == [
        f"{COMMAND} -m pantry",
        "with KEY, LEVEL",
    ]


@given(st.text(), st.integers(1, 60))
def test_a_text_without_its_middle_fits(text: str, width: int) -> None:
    shown = middle(text, width)
    assert cell_len(shown) <= width
    assert shown == text or "…" in shown
