"""The command line as a script sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest

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
def cli(capsys: pytest.CaptureFixture[str]) -> Any:
    def go(*words: str) -> Done:
        code = run(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)

    return go
