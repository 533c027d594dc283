"""``toolscope servers``: each reason is told once, with what changes it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest


def test_why_a_server_failed_is_told_once(cli: Any, recording: str, tmp_path: Path) -> None:
    lost = tmp_path / "lost.py"
    lost.write_text("raise SystemExit('the key is missing')")
    done = cli("servers", "--", sys.executable, str(lost))
    assert (done.code, done.err) == (5, "toolscope: no server is ready\n")
    assert done.out.count("the key is missing") == 1
    beside = cli("servers", "--recording", recording, "--", sys.executable, str(lost))
    assert (beside.code, beside.err) == (2, "toolscope: not everything could be measured: lost is failed\n")
    assert beside.out.count("the key is missing") == 1


def test_what_a_server_said_that_is_not_its_reason_is_shown_too(cli: Any, tmp_path: Path) -> None:
    script = tmp_path / "gone.py"
    script.write_text(
        "import sys\nprint('the key is old', file=sys.stderr)\nprint('bye', file=sys.stderr)\nsys.exit(3)"
    )
    out = cli("servers", "--", sys.executable, str(script)).out
    assert out.count("the key is old") == out.count("bye") == 1


def test_a_script_reads_the_reason_in_the_error(cli: Any, tmp_path: Path) -> None:
    done = cli("servers", "--json", "--", sys.executable, str(tmp_path / "nosuch.py"))
    assert done.json["error"].startswith(
        "no server is ready; not everything could be measured: nosuch is failed (exited"
    )


def test_a_server_that_is_not_approved_names_the_option_that_starts_it(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_home: Path
) -> None:
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"clock": {"command": "nothing"}}}))
    monkeypatch.chdir(tmp_path)
    listed, told = cli("servers"), cli("manifest")
    assert listed.code == 5
    assert "clock: not approved yet: nothing is started until it is; --trust starts it\n" in listed.out
    assert "clock is untrusted (not approved yet: nothing is started until it is; --trust starts it)" in told.err
    assert cli("servers", "--trust").out.count("--trust") == 0
