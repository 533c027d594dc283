"""What a URL or a command line gives away is masked."""

from __future__ import annotations

import pytest

from toolscope.config.launch import Http, Launch, Stdio, endpoint
from toolscope.config.masking import masked_line, masked_url, masked_words
from toolscope.veil import MASK


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://a.example/mcp", "https://a.example/mcp"),
        ("https://a:b@c.example/?k=v&k2=v2#f", f"https://{MASK}@c.example/?k={MASK}&k2={MASK}#f"),
        ("https://c.example/?justatoken", f"https://c.example/?{MASK}"),
        ("python", "python"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_a_url_is_shown_without_what_it_gives_away(text: str, shown: str) -> None:
    assert masked_url(text) == shown


def test_words_after_a_secret_option_are_masked() -> None:
    assert masked_words(["-m", "x", "--password", "p", "--auth-token=t", "--verbose", "--api-key", "--next"]) == [
        "-m",
        "x",
        "--password",
        MASK,
        f"--auth-token={MASK}",
        "--verbose",
        "--api-key",
        "--next",
    ]


@pytest.mark.parametrize(
    ("launch", "shown"),
    [
        (Stdio("x", ("--token", "CANARY", "-v"), {"T": "CANARY"}), f"x --token {MASK} -v"),
        (Http("https://me:CANARY@a.example:8443/mcp?key=CANARY", {"X": "CANARY"}), "https://a.example:8443/mcp"),
        (Http("http://[CANARY"), "a URL that cannot be read"),
        (Http("http://a.example:CANARY/"), "a URL that cannot be read"),
        (None, "no command or url"),
    ],
)
def test_an_endpoint_can_always_be_shown(launch: Launch | None, shown: str) -> None:
    assert endpoint(launch) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("  command: CANARY --x", f"  command: {MASK}"),
        ("    env: {TOKEN: CANARY}", f"    env: {MASK}"),
        ("  'quoted key': \"CANARY\"", f"  'quoted key': {MASK}"),
        ("- name: CANARY", f"- name: {MASK}"),
        ("    - CANARY", f"    {MASK}"),
        ("    CANARY goes on: here", f"    {MASK}"),
        ("# token: CANARY", f"# token: {MASK}"),
        ("{key: CANARY}", MASK),
        ("mcp_servers:", "mcp_servers:"),
        ("  a:  ", "  a:  "),
        ("# only words", "# only words"),
        ("  ", "  "),
    ],
)
def test_a_line_of_a_file_keeps_its_key_and_loses_its_value(line: str, shown: str) -> None:
    assert masked_line(line) == shown
