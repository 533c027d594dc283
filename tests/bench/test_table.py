"""The speed table: every topic still measures, and what it says stands where it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.readme import README, write
from tests.bench.sizes import TINY
from tests.bench.table import Row, below, text
from tests.bench.topics import TOPICS, measured


@pytest.mark.journey
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_measures(topic: str) -> None:
    rows = list(measured(TINY, (topic,)))
    assert all(row.what and row.figure for row in rows)
    assert rows or topic == "large_result"


def test_a_figure_is_held_against_its_target() -> None:
    met, missed = below("quick", 3.14159, 10, "ms"), below("slow", 1234.5, 10, "ms")
    assert (met.figure, met.target, met.verdict) == ("3.14 ms", "under 10 ms", "met")
    assert (missed.figure, missed.verdict) == ("1,234 ms", "MISSED")
    assert Row("no target", "1 s").verdict == ""


def test_the_table_is_in_columns() -> None:
    lines = text([below("quick", 3.14159, 10, "ms"), Row("a long thing", "1 s", beside="something: 2 s")]).split("\n")
    assert len({line.index("under 10 ms") for line in lines[1:2]}) == 1
    assert lines[2].endswith("something: 2 s")
    assert lines[0].index("in the same run") == lines[2].index("something")


def test_the_readme_holds_the_table_and_nothing_else_of_it_changes(tmp_path: Path) -> None:
    copy = tmp_path / "README.md"
    before = README.read_text(encoding="utf-8")
    copy.write_text(before, encoding="utf-8")
    write([below("quick", 3.14159, 10, "ms")], copy)
    after = copy.read_text(encoding="utf-8")
    assert "| quick | 3.14 ms | under 10 ms | met |" in after
    head, tail = before.split("<!-- bench")[0], before.rsplit("bench: end -->")[-1]
    assert after.startswith(head)
    assert after.endswith(tail)
