"""Variables are filled in where they are known, and named where they are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolscope.config.interpolate import Variables, dotenv, fill, places
from toolscope.config.section import Section

BuildSection = Callable[..., Section]


def test_variables_are_filled_in_at_any_depth_but_not_in_keys(section: BuildSection) -> None:
    raw = {"${A}": ["${A}-${env:B}", {"x": "$A ${A}"}], "n": 5}
    filled = fill(section(raw), Variables({"A": "1", "B": "2"}))
    assert filled.value == {"${A}": ["1-2", {"x": "$A 1"}], "n": 5}


def test_a_value_is_not_filled_in_twice(section: BuildSection) -> None:
    assert fill(section("${A}"), Variables({"A": "${B}", "B": "no"})).value == "${B}"


@pytest.mark.parametrize("text", ["${NONE}", "${env:NONE}", "${}", "${NONE:-x}", "${userHome}"])
def test_what_is_not_known_stays_as_written_and_is_named(section: BuildSection, text: str) -> None:
    part = section({"k": [text]}, "here")
    assert fill(part, Variables({})).value == {"k": [text]}
    (complaint,) = part.complaints
    assert complaint.key == "here.k.0"
    assert text in complaint.message or "NONE" in complaint.message


def test_a_variable_that_is_set_to_nothing_is_nothing(section: BuildSection) -> None:
    part = section("${A}")
    assert (fill(part, Variables({"A": ""})).value, part.complaints) == ("", [])


def test_other_clients_have_defaults_for_variables(section: BuildSection) -> None:
    variables = Variables({"SET": "1", "EMPTY": ""}, defaults=True)
    assert fill(section("${SET:-x} ${EMPTY:-y} ${env:NONE:-z}"), variables).value == "1 y z"


def test_places_are_filled_in(section: BuildSection) -> None:
    known = places(Path("/home/me"), Path("/home/me/project"))
    text = "${userHome} ${workspaceFolder} ${workspaceFolderBasename} ${pathSeparator}${/}"
    filled = fill(section(text), Variables({}, known)).value
    assert filled.split(" ")[2] == "project"
    assert "$" not in filled


def test_a_dotenv_file_is_read_and_wins_over_the_environment() -> None:
    text: Any = '# c\nA=1\nexport B = two words # note\nC="x\\"y # z"\nD=\'raw \\n\'\nE=\nnot a line\nF=a#b\n'
    assert dotenv(text) == {"A": "1", "B": "two words", "C": 'x"y # z', "D": "raw \\n", "E": "", "F": "a"}
    assert Variables({"A": "0", "Z": "z"}).with_dotenv("A=1").environ == {"A": "1", "Z": "z"}
