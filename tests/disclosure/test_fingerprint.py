"""The fingerprint of the tools array, and what changed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.build import catalog, export, status, survey, tool
from toolscope.catalog.snapshot import Catalog, Scope
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_22
from toolscope.disclosure.cause import causes
from toolscope.disclosure.disclose import Disclosure, disclose
from toolscope.disclosure.ladder import Ladder

SETTINGS = Settings(context_length=200_000)
WIKI = [tool("read_page", "Read a page.", "title"), tool("list_pages", "List the pages.")]
CHAT = [tool("send", "Send a message.", "text")]


def _seen(found: Catalog, settings: Settings = SETTINGS) -> Disclosure:
    return disclose(found, Ladder.of(found), settings)


def _of(*servers: tuple[str, Sequence[Any]], settings: Settings = SETTINGS) -> Disclosure:
    return _seen(catalog(*(status(name, tools) for name, tools in servers)), settings)


@given(st.permutations([("wiki", WIKI), ("chat", CHAT), ("files", [tool("read"), tool("write")])]), st.booleans())
def test_no_order_of_connecting_or_listing_changes_it(order: list[tuple[str, list[Any]]], turned: bool) -> None:
    first = _of(("chat", CHAT), ("files", [tool("read"), tool("write")]), ("wiki", WIKI))
    again = _of(*((name, tools[::-1] if turned else tools) for name, tools in order))
    assert again.fingerprint == first.fingerprint
    assert causes(first, again) == ()


def test_it_covers_more_than_the_manifest() -> None:
    before = _of(("wiki", WIKI), settings=replace(SETTINGS, enabled="off"))
    after = _of(("wiki", [{**WIKI[0], "description": "Read a page. Or two."}, WIKI[1]]), settings=before.settings)
    assert before.manifest == after.manifest == ""
    assert before.fingerprint != after.fingerprint


def test_a_schema_that_is_deferred_is_not_part_of_it() -> None:
    before = _of(("wiki", WIKI))
    after = _of(("wiki", [tool("read_page", "Read a page.", "title", "section"), WIKI[1]]))
    assert before.fingerprint == after.fingerprint
    assert causes(before, after) == ()


def test_a_visible_core_tool_is_part_of_it() -> None:
    core = {"type": "function", "function": {"name": "terminal", "description": "Run.", "parameters": {}}}
    other = {"type": "function", "function": {"name": "terminal", "description": "Run it.", "parameters": {}}}
    before, after = (survey(export("agent", [each]), status("wiki", WIKI)).disclosure for each in (core, other))
    assert before.manifest == after.manifest
    assert causes(before, after) == ("agent: description of terminal changed",)


def test_a_setting_is_the_cause_only_where_it_changes_a_byte() -> None:
    before = _of(("wiki", WIKI))
    assert causes(before, _of(("wiki", WIKI), settings=replace(SETTINGS, threshold_pct=4.0))) == ()
    off = _of(("wiki", WIKI), settings=replace(SETTINGS, threshold_pct=0.01, listing_max_tokens=300))
    assert causes(before, off) == ("threshold_pct 5 → 0.01", "listing_max_tokens 4,000 → 300")


def test_another_release_is_the_cause_and_not_each_of_its_tools() -> None:
    before = _of(("wiki", WIKI))
    seen = catalog(status("wiki", WIKI), profile=HERMES_22)
    assert causes(before, _seen(seen, replace(SETTINGS, profile=HERMES_22))) == ("profile hermes-0.21 → hermes-0.22",)


def test_a_server_that_is_kept_eager_is_the_cause_and_so_is_the_way_back() -> None:
    found = catalog(status("wiki", WIKI), status("chat", CHAT))
    before, eager = _seen(found), _seen(found.within(Scope(eager_servers=frozenset({"chat"}))))
    assert causes(before, eager) == ("chat kept eager",)
    assert causes(eager, before) == ("chat deferred again",)


def test_servers_and_tools_that_came_left_and_changed_are_named() -> None:
    before = _of(("wiki", WIKI), ("chat", CHAT))
    after = _of(("wiki", [{**WIKI[0], "description": "Read one page."}, tool("new")]), ("mail", [tool("post")]))
    assert causes(before, after) == (
        "mail added",
        "chat left",
        "wiki: new new",
        "wiki: list_pages gone",
        "wiki: description of read_page changed",
    )
