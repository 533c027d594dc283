"""Files are read with the line of each key, or refused in one line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config import jsonc, source
from toolscope.config.model import ConfigError

Write = Callable[[str, str], Path]
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(json_values, st.sampled_from([None, 1, 4]))
def test_plain_json_is_read_unchanged_however_it_is_laid_out(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    assert json.loads(jsonc.strict(text)) == jsonc.load(text) == value
    assert jsonc.index(text)[1] == ()


def test_comments_and_trailing_commas_go_and_text_that_looks_like_them_stays() -> None:
    text = '\ufeff// top\n{"a": "// no, \\" /* no */ ,]", /* two\nlines */ "b": [1, 2, ], // end\n}\n'
    lines, _ = jsonc.index(text)
    assert jsonc.load(text) == {"a": '// no, " /* no */ ,]', "b": [1, 2]}
    assert (lines[("a",)], lines[("b",)], lines[("b", "1")]) == (2, 3, 3)


def test_an_item_of_a_list_stands_where_it_begins_and_not_where_the_one_before_it_ends() -> None:
    lines, _ = jsonc.index('[\n {"a": [\n  [], [\n  1,\n  2]]},\n\n {}, []\n]')
    wanted = {("0",): 2, ("0", "a"): 2, ("0", "a", "0"): 3, ("0", "a", "1"): 3}
    wanted |= {("0", "a", "1", "0"): 4, ("0", "a", "1", "1"): 5, ("1",): 7, ("2",): 7}
    assert lines == wanted


def test_the_same_key_in_two_places_has_two_lines(write: Write) -> None:
    read = source.read(write("a.json", '{"x": {"env":\n {"y": 1}},\n "y":\n {"env": 2}}'))
    assert [read.origin(keys).line for keys in (("x", "env", "y"), ("y",), ("y", "env"))] == [2, 3, 4]
    assert read.origin(("y", "nothing", "here")).line == 3


def test_yaml_on_and_off_are_booleans_and_y_only_in_the_strict_reading(write: Write) -> None:
    path = write("a.yaml", "a: on\nb: off\nc: y\nd: n\ne: 'y'\n")
    assert source.read(path).value == {"a": True, "b": False, "c": "y", "d": "n", "e": "y"}
    assert source.read(path, strict_yaml=True).value == {"a": True, "b": False, "c": True, "d": False, "e": "y"}


def test_a_file_laid_over_another_wins_key_by_key_and_says_so(write: Write) -> None:
    base = source.read(write("user.yaml", "a: {x: 1, y: 2}\nb:\n  z: 3\n"))
    top = source.read(write("managed.yaml", "\n\na: {y: 9}\nb:\n"))
    merged = top.over(base)
    assert merged.value == {"a": {"x": 1, "y": 9}, "b": {"z": 3}}
    assert str(merged.origin(("a", "y"))).endswith("managed.yaml:3")
    assert str(merged.origin(("a", "x"))).endswith("user.yaml:1")


def test_yaml_with_a_json_start_and_json_without_an_ending_are_both_read(write: Write) -> None:
    assert source.read(write("flow", "{a: b}")).value == {"a": "b"}
    assert source.read(write("plain", '{"a": [1,],}')).value == {"a": [1]}


def test_text_from_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_bytes('{"a":\r\n "é"}'.encode("utf-16"))
    assert source.read(path).value == {"a": "é"}


def test_anchors_and_merges_of_yaml_work(write: Write) -> None:
    read = source.read(write("a.yaml", "base: &b {x: 1}\nother:\n  <<: *b\n  y: 2\n"))
    assert read.value["other"] == {"x": 1, "y": 2}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x01\x02", "is not text; a configuration is YAML or JSON in UTF-8"),
        (b"\xff\xfe\xfa", "is not text"),
        (b"a: \xe9", "is not text"),
        (b"a: \x1b[2J", "cannot be read as YAML"),
        (b"a: b: c", ":1: not valid YAML"),
        (b"a: [" * 3000, "nested too deeply"),
        (b"? [a]\n: b", "not valid YAML"),
        (b"a: " + b"9" * 5000, "holds an integer of more than 4,300 digits"),
        (b'{"a": ' + b"9" * 5000 + b"}", "holds an integer of more than 4,300 digits"),
        (b"a: 0x" + b"f" * 5000, "holds an integer of more than 4,300 digits"),
        (b"{" * 200 + b"a: 1" + b"}" * 200, "not valid YAML"),
    ],
)
def test_what_is_no_configuration_is_refused_in_one_line(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        source.read(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_missing_file_a_folder_and_a_secret_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file; check the path"):
        source.read(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match="is a folder; name the file in it"):
        source.read(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        source.read(Path("a\0b"))
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(ConfigError, match="is not a regular file"):
        source.read(tmp_path / "pipe.yaml")


def test_a_file_without_measure_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "vast.yaml"
    with path.open("wb") as file:
        file.truncate(source.MOST_BYTES + 1)
    with pytest.raises(ConfigError, match=r"vast\.yaml: is larger than 64 MB; check that it is the right file"):
        source.read(path)


def test_deep_json_is_refused(write: Write) -> None:
    for depth in (150, 100_000):
        with pytest.raises(ConfigError, match="nested too deeply"):
            source.read(write("deep.json", "[" * depth + "]" * depth))


def test_aliases_that_multiply_are_refused_quickly(write: Write) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(ConfigError, match="too large for a configuration"):
        source.read(write("bomb.yaml", "\n".join(lines)))
