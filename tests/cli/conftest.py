"""Commands run in this process, and something for them to read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.build import tool
from toolscope.cli.run import run


class Done:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """The answer as JSON; it must be ASCII and nothing else may be there."""
        assert self.out.isascii()
        return json.loads(self.out)


@pytest.fixture
def recording(tmp_path: Path) -> str:
    """Two servers, one with a malformed and a duplicate tool."""
    servers = [
        {
            "name": "tracker",
            "tools": [
                tool("create_issue", "Create an issue.", "title"),
                tool("close_issue", "Close an issue.", "id", annotations={"readOnlyHint": False}),
                tool("list_issues", "List issues — all of them.", annotations={"readOnlyHint": True}),
                {"inputSchema": {}},
            ],
        },
        {"name": "wiki", "tools": [tool("search_pages", "Search pages.", "query"), tool("search_pages", "Again.")]},
    ]
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"format": "toolscope.recording", "version": 1, "servers": servers}), encoding="utf-8")
    return str(path)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Any:
    def go(*words: str) -> Done:
        code = run(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)

    return go
