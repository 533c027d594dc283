"""What changed between two catalogs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from toolscope.catalog.diff import difference
from toolscope.config.profiles import HERMES_19

NAMES = st.lists(st.text("abcdef", min_size=1, max_size=4), unique=True, max_size=6)


def test_a_change_names_the_parts_of_the_tool_that_differ() -> None:
    before = catalog(status("wiki", [tool("read", "Read a page.", "title"), tool("list", "List pages.")]))
    after = catalog(
        status(
            "wiki",
            [tool("read", "Read one page.", "title", annotations={"readOnlyHint": True}), tool("list", "List pages.")],
        )
    )
    (change,) = difference(before, after).changed
    assert (change.after.raw_name, change.parts) == ("read", ("description", "annotations"))


def test_a_part_that_is_null_now_and_absent_before_differs() -> None:
    before, after = catalog(status("a", [tool("x")])), catalog(status("a", [tool("x", title=None)]))
    assert [change.parts for change in difference(before, after).changed] == [("title",)]


def test_for_json_one_is_not_true() -> None:
    before, after = (tool("x", annotations={"readOnlyHint": value}) for value in (True, 1))
    assert before == after
    (change,) = difference(catalog(status("a", [before])), catalog(status("a", [after]))).changed
    assert change.parts == ("annotations",)


def test_another_release_changes_the_name_a_model_sees_and_nothing_on_the_wire() -> None:
    long = tool("a_name_that_is_much_longer_than_the_sixty_four_characters_of_a_function")
    (change,) = difference(
        catalog(status("server", [long])), catalog(status("server", [long]), profile=HERMES_19)
    ).changed
    assert change.parts == ("name",)


@given(NAMES, NAMES)
def test_what_came_and_what_went_turn_one_set_of_tools_into_the_other(old: list[str], new: list[str]) -> None:
    found = difference(catalog(status("s", [tool(n) for n in old])), catalog(status("s", [tool(n) for n in new])))
    assert {t.raw_name for t in found.added} == set(new) - set(old)
    assert {t.raw_name for t in found.removed} == set(old) - set(new)
    assert found.changed == ()
    assert bool(found) == (set(old) != set(new))
