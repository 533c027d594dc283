"""Files of labelled queries, and one line for those that are something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolscope.config.model import ConfigError
from toolscope.demo.fleet import QUERIES
from toolscope.retrieval.labelled import read


def _file(tmp_path: Path, value: Any) -> Path:
    path = tmp_path / "queries.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=1), encoding="utf-8")
    return path


def test_entries_keep_their_words_and_the_line_they_stand_on(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        '[{"query": "create issue",\n  "relevant": ["tracker/create_issue", "tracker/create_issue"], "note": 1},\n'
        ' {"query": "", "absent": true}, {"query": "x", "relevant": []},\n'
        ' {"query": "y", "relevant": ["a"], "absent": true}]',
    )
    first, *others = read(path)
    assert (first.query, first.relevant, first.absent, first.entry) == (
        "create issue",
        ("tracker/create_issue",),
        False,
        1,
    )
    assert str(first.origin) == f"{path}:1"
    assert [(one.query, one.absent, one.origin.line) for one in others] == [
        ("", True, 3),
        ("x", True, 3),
        ("y", True, 4),
    ]


def test_yaml_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "queries.yaml"
    path.write_text("- query: create issue\n  relevant: [tracker/create_issue]\n- {query: gmail, absent: true}\n")
    assert [(one.query, one.absent) for one in read(path)] == [("create issue", False), ("gmail", True)]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"queries": []}, ": must be a list of labelled queries, not a mapping; give ["),
        ([], ": holds no query; give ["),
        ([{"query": "a", "relevant": ["b"]}, "c"], ":8: entry 2: must be an object with query and relevant, not text"),
        ([{"relevant": ["b"]}], ":2: entry 1: query: is missing"),
        ([{"query": 5, "relevant": ["b"]}], ":3: entry 1: query: must be text, not a number"),
        ([{"query": "a"}], ":2: entry 1: relevant: is missing; name the tools"),
        ([{"query": "a", "relevant": "b"}], ":4: entry 1: relevant: must be a list of tool names"),
        ([{"query": "a", "relevant": [""]}], ":4: entry 1: relevant: must be a list of tool names"),
        ([{"query": "a", "relevant": [], "absent": False}], ":4: entry 1: relevant: names no tool; name one"),
        ([{"query": "a", "relevant": ["b"], "absent": 1}], ":7: entry 1: absent: must be true or false, not a number"),
        ("[{]", ":1: not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_file_is_one_line_that_names_file_entry_and_key(tmp_path: Path, value: Any, wrong: str) -> None:
    path = _file(tmp_path, value)
    with pytest.raises(ConfigError) as error:
        read(path)
    assert str(error.value).startswith(str(path))
    assert wrong in str(error.value)
    assert "\n" not in str(error.value)


def test_the_demo_s_file_holds_forty_queries_and_intents_that_nothing_can_serve() -> None:
    queries = read(QUERIES)
    assert len({one.query for one in queries}) == len(queries) >= 40
    assert sum(one.absent for one in queries) >= 10
