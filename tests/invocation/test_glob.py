from __future__ import annotations

import pytest

from tests.build import catalog, status, tool
from toolscope.catalog.tool import Tool
from toolscope.invocation.glob import Reach, exactly, means, reach


def of(server: str, raw: str) -> Tool:
    return catalog(status(server, [tool(raw)])).tools[0]


@pytest.mark.parametrize(
    "pattern",
    [
        "my-git/create.issue",
        "my-git/*",
        "*/create*",
        "my-git/mcp__my_git__create_issue",
        "mcp__my_git__*",
        "my-git*",
        "*",
    ],
)
def test_a_tool_is_meant_by_its_raw_or_model_visible_name(pattern: str) -> None:
    assert means(pattern, of("my-git", "create.issue"))


@pytest.mark.parametrize("pattern", ["create.issue", "git/*", "my-git/", "MY-GIT/*", "my_git/*", "", "other*"])
def test_another_tool_is_not(pattern: str) -> None:
    assert not means(pattern, of("my-git", "create.issue"))


def test_a_servers_wildcard_does_not_spill_into_a_longer_server_name() -> None:
    assert not means("a/*", of("a/b", "x"))
    assert means("a/b/*", of("a/b", "x"))
    assert means("a/*", of("a", "b/x"))


@pytest.mark.parametrize("raw", ["*", "a[b]", "what?", "x/y", "[!a]", "plain"])
def test_the_exact_pattern_of_a_tool_means_that_tool_alone(raw: str) -> None:
    pattern = exactly(of("s*", raw))
    assert means(pattern, of("s*", raw))
    assert not means(pattern, of("s*", raw + "z"))
    assert not means(pattern, of("sz", raw))
    assert reach(pattern) == Reach(True, len(f"s*/{raw}"))


def test_exact_is_narrower_than_any_glob_and_literals_count() -> None:
    assert reach("a/b") > reach("a/bbbbbbbb*") > reach("a/*") > reach("*/*") > reach("*")
    assert reach("a/[bc]?") == Reach(False, 2)
