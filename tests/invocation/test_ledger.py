"""Calls kept between runs: bounded, mended by nobody else, never lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from toolscope.invocation.ledger import MOST, add, clear, entries, pin, place


def entry(number: int, **more: Any) -> dict[str, Any]:
    return {"id": f"c{number}", "name": "mcp__a__b", **more}


def kept(path: Path) -> list[str]:
    known, problem = entries(path)
    assert problem is None
    return [one["id"] for one in known]


def test_the_newest_call_stands_first_and_only_so_many_are_kept(tmp_path: Path) -> None:
    path = place({"TOOLSCOPE_DATA": str(tmp_path)})
    assert kept(path) == []
    assert add(path, entry(0)) is None
    assert pin(path, "c0", True) is None
    for number in range(1, MOST + 5):
        add(path, entry(number))
    assert len(kept(path)) == MOST + 1
    assert kept(path)[0] == f"c{MOST + 4}"
    assert kept(path)[-1] == "c0"
    assert path.stat().st_mode & 0o077 == 0


def test_clearing_spares_the_pinned_ones_unless_they_are_meant(tmp_path: Path) -> None:
    path = place({"TOOLSCOPE_DATA": str(tmp_path)})
    add(path, entry(1))
    add(path, entry(2, pinned=True))
    clear(path, pinned_too=False)
    assert kept(path) == ["c2"]
    clear(path, pinned_too=True)
    assert kept(path) == []


def test_a_damaged_file_is_one_line_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    path = place({"TOOLSCOPE_DATA": str(tmp_path)})
    for number, text in enumerate(['{"calls": [', "[]", '{"format": "toolscope.calls", "calls": 3}'], 1):
        path.write_text(text)
        known, problem = entries(path)
        assert known == []
        assert problem is not None
        assert f"calls.damaged-{number}.json" in problem
        assert (tmp_path / f"calls.damaged-{number}.json").read_text() == text
    assert add(path, entry(1)) is None
    assert kept(path) == ["c1"]


def test_what_is_no_call_is_passed_over(tmp_path: Path) -> None:
    path = place({"TOOLSCOPE_DATA": str(tmp_path)})
    path.write_text('{"format": "toolscope.calls", "calls": [1, {"name": "x"}, {"id": "c1"}]}')
    assert kept(path) == ["c1"]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    problem = add(place({"TOOLSCOPE_DATA": str(tmp_path / "file" / "x")}), entry(1))
    assert problem is not None
    assert "cannot be written" in problem
