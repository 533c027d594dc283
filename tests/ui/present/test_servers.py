"""The rows of the server table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import export, function, status, survey, tool
from toolscope.catalog.snapshot import Scope
from toolscope.config.launch import Stdio
from toolscope.config.model import Origin, Question, ServerConfig, Settings, ToolFilter
from toolscope.config.profiles import HERMES_19
from toolscope.connections.standing import standing
from toolscope.connections.state import ServerStatus, State
from toolscope.disclosure.costs import Bill
from toolscope.disclosure.exact import count_exactly
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.tokens import estimate
from toolscope.ui.present import bars, server_lines
from toolscope.ui.present.grid import Sort
from toolscope.ui.present.server_lines import Columns
from toolscope.ui.present.servers import Row, ordered, row
from toolscope.ui.present.shares import shares
from toolscope.ui.present.total import total_words, what_if

TOOLS = [tool(f"issue_{n}", "Do something.", "text") for n in range(12)]
READY = status("tracker", TOOLS)
FAILED = replace(status("billing", state=State.FAILED), reason=Plain("exited with code 1: BILLING_TOKEN is not set"))


def rows(now: Survey, at: float = 100.0) -> list[Row]:
    names = tuple(each.name for each in now.statuses)
    known = shares(now.catalog, names)
    return [row(now, each, known[each.name], Bill(now.disclosure), at) for each in now.statuses]


def words_of_total(now: Survey, room: int) -> str:
    return " ".join(text for text, _ in total_words(now, Bill(now.disclosure), room))


def one(server: ServerStatus, **settings: object) -> Row:
    return rows(survey(server, settings=Settings(context_length=200_000, **settings)))[0]  # type: ignore[arg-type]


def said(found: Row) -> str:
    return " ".join(text for text, _ in found.words)


def line(now: Survey, position: int, width: int, budget: int | None = 3_000) -> str:
    found = rows(now)
    columns = Columns.of(width, found)
    shown = found[position]
    parts = bars.stretches(now.ladder, shown.label) if shown.label else ()
    at = None if budget is None else bars.column(budget, columns.bar)
    return server_lines.server(columns, shown, now.settings.context_length, parts, True, at).plain


@pytest.mark.parametrize("width", [78, 118, 198])
def test_a_server_that_waits_for_a_word_of_a_person_says_how_to_be_asked_again(width: int) -> None:
    asked = Question("input:key", "the key", True, Origin("mcp.json", 3))
    config = ServerConfig("pantry", Stdio("x"), Origin("mcp.json", 2))
    for held in (replace(config, untrusted=True), replace(config, questions=(asked,), unanswered=True)):
        assert "R asks again" in line(survey(READY, standing(held)), 1, width).replace(" ┃", "")


def test_a_ready_server_shows_its_tools_mode_and_tokens() -> None:
    found = one(READY)
    now = survey(READY)
    assert (found.tools, found.mode, found.problems, found.label) == (12, "full", 0, "tracker")
    assert found.costs is not None
    assert found.costs.eager.tokens == estimate(sum(each.chars for each in now.catalog.tools))
    assert found.words == ()


def test_utilities_stand_beside_the_tools_that_a_server_lists() -> None:
    now = survey(status("wiki", TOOLS, capabilities=["prompts", "resources"]), READY)
    assert (rows(now)[0].tools, rows(now)[0].utilities) == (16, 4)
    assert " 12 +4 " in line(now, 0, 78)
    assert " 12    " in line(now, 1, 78), "numbers stay under one another"


def test_the_words_of_the_total_are_what_the_rows_do_not_account_for() -> None:
    other = status("wiki", [tool(f"page_{n}", "Read a page.") for n in range(31)])
    now = survey(READY, other)
    overhead = Bill(now.disclosure).overhead
    beyond, bridge = overhead.listed.tokens, overhead.sent.tokens - overhead.listed.tokens
    assert words_of_total(now, 60).startswith(f"manifest's header +{beyond} · the 3 bridge tools {bridge}")
    assert words_of_total(now, 36) == f"manifest's header +{beyond} · bridge {bridge}"
    assert words_of_total(now, 26) == f"header +{beyond} · bridge {bridge}"
    assert words_of_total(now, 4) == f"bridge {bridge}"


def test_the_total_names_the_servers_that_it_is_without() -> None:
    now = survey(READY, FAILED)
    assert words_of_total(now, 80).startswith(f"without {FAILED.name} (failed) · manifest's header")
    assert words_of_total(now, 30).startswith(f"without {FAILED.name} · bridge")


def test_what_ifs_are_a_difference_in_the_total() -> None:
    other = status("wiki", [tool(f"page_{n}", "Read a page.") for n in range(31)])
    now = survey(READY, other)
    assert what_if(now) == ()
    out = take(now.statuses, now.settings, Scope(servers=frozenset({"wiki"})), now)
    less = out.disclosure.eager_tokens - now.disclosure.eager_tokens
    assert words_of_total(out, 70).split(" · ")[1] == f"−{-less:,} eager"
    eager = take(now.statuses, now.settings, Scope(eager_servers=frozenset({"wiki"})), now)
    more = eager.disclosure.sent_tokens - now.disclosure.sent_tokens
    assert more > 0
    assert words_of_total(eager, 40).startswith(f"what-if +{more:,} sent · 0 eager")
    assert words_of_total(eager, 20) == f"what-if +{more:,} sent"


def test_a_failed_server_says_why_and_its_numbers_are_unknown() -> None:
    found = one(FAILED)
    assert (found.tools, found.costs, found.mode_words) == (None, None, "unknown")
    assert said(found) == "exited with code 1: BILLING_TOKEN is not set"
    assert found.words[0] == ("exited with code 1:", "$bad")


def test_a_connecting_server_counts_seconds_and_then_tools() -> None:
    connecting = replace(status("chat", state=State.CONNECTING), since=94.0)
    assert said(one(connecting)) == "━───────── 6 of 60 s"
    listing = replace(connecting, listed_so_far=2_000, pages_so_far=20)
    assert said(one(listing)) == "━───────── 2,000 tools, page 20"
    assert one(listing).tools == 2_000


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.WAITING, "waits until another server has started"),
        (State.DISABLED, "disabled in test"),
        (State.UNTRUSTED, "untrusted in test"),
        (State.FAILED, "it could not be started"),
    ],
)
def test_every_state_without_a_list_has_words(state: State, words: str) -> None:
    assert said(one(status("x", state=state))) == words


def test_a_stale_server_says_why_and_keeps_its_bar_when_there_is_no_reason() -> None:
    stale = status("files", TOOLS, state=State.STALE)
    assert one(stale).label == "files"
    told = one(replace(stale, reason=Plain("the new list could not be read")))
    assert (told.label, said(told), told.mode) == (None, "the new list could not be read", "full")


def test_no_tools_on_a_ready_server_is_a_warning_in_words() -> None:
    assert one(status("empty")).words == (("ready, but it lists no tools", "$state-stale"),)
    filtered = status("f", TOOLS, names=ToolFilter(include=()))
    assert said(one(filtered)) == "none of its 12 tools is used: filtered"


def test_what_a_server_lost_without_being_asked_is_counted_as_a_problem() -> None:
    bad = status("x", [*TOOLS, {"name": 5}, None, TOOLS[0]], names=ToolFilter(exclude=("issue_3",)))
    found = one(bad)
    assert (found.tools, found.problems) == (11, 3)
    assert " 11 !3  " in line(survey(bad), 0, 118)


def test_a_server_out_of_scope_says_how_to_put_it_back() -> None:
    now = take((READY, FAILED), Settings(context_length=200_000), Scope(servers=frozenset({"tracker"})))
    found = rows(now)[0]
    assert (found.what_if, found.tools, found.mode, found.costs) == ("out", 12, None, None)
    assert said(found) == "Space puts it back"
    assert "what-if" in line(now, 0, 118)
    assert "out of scope · Space puts it back" in line(now, 0, 78)


def test_a_server_kept_eager_is_visible_and_says_how_to_defer_it_again() -> None:
    now = take((READY, FAILED), Settings(context_length=200_000), Scope(eager_servers=frozenset({"tracker"})))
    found = rows(now)[0]
    assert (found.what_if, found.mode, found.mode_words, found.in_list) == ("eager", None, "visible", False)
    assert found.costs is not None
    assert found.costs.sent == found.costs.eager
    assert said(found) == "what-if: eager · k defers"
    assert "● what-if" in line(now, 0, 118)


def test_a_server_of_which_some_tools_are_tried_is_marked_and_keeps_its_bar() -> None:
    scope = Scope(tools=frozenset({"mcp__tracker__issue_1"}), eager_tools=frozenset({"mcp__tracker__issue_2"}))
    now = take((READY,), Settings(context_length=200_000), scope)
    found = rows(now)[0]
    assert (found.what_if, found.label, found.tools) == ("some", "tracker", 11)
    assert "● what-if" in line(now, 0, 118)


def test_core_tools_are_visible_and_have_no_mode() -> None:
    found = one(export("own", [function("read_file", "file")]))
    assert (found.tools, found.mode, found.mode_words, found.in_list) == (1, None, "visible", False)
    assert said(found) == "core tools: sent whole on every turn"
    surface = one(export("own", [function("draw", "desktop_ui")]))
    assert said(surface) == "visible tools: sent whole on every turn"


def test_a_server_of_several_labels_shows_its_own_or_else_its_largest() -> None:
    mixed = export("r", [function("a", "x"), function("b", "y"), function("c", "y")])
    assert one(mixed).label == "y"
    own = export("r", [function("a", "r"), function("b", "y"), function("c", "y")])
    assert one(own).label == "r"
    now = survey(own)
    costs = one(own).costs
    assert costs is not None
    assert costs.listed.chars == sum(group.lengths["full"].chars for group in now.ladder.groups)


def test_switched_off_every_schema_is_sent() -> None:
    found = one(READY, enabled="off")
    assert (found.mode, found.mode_words, found.in_list) == (None, "visible", False)
    now = survey(READY, settings=Settings(context_length=200_000, enabled="off"))
    assert words_of_total(now, 48) == "every schema is sent, no bridge"
    assert words_of_total(now, 24) == "every schema is sent"


def test_a_release_without_a_listing_hides_everything() -> None:
    assert one(READY, profile=HERMES_19, enabled="on").mode == "hidden"


@pytest.mark.parametrize("width", [78, 98, 118, 157, 158, 178, 198])
def test_lines_are_as_wide_as_the_table_and_columns_stay_under_their_heads(width: int) -> None:
    now = survey(READY, FAILED, status("日本語サーバーの長い名前", TOOLS))
    columns = Columns.of(width, rows(now))
    head = server_lines.head(columns, bars.axis(columns.bar, 3_000))
    assert columns.bar_at + columns.bar == width - 1
    assert head.cell_length == width - 1
    lines = [line(now, position, width) for position in range(3)]
    at = columns.bar_at + bars.column(3_000, columns.bar)
    from rich.cells import cell_len

    assert "BILLING_TOKEN is not set" in lines[1]
    for text in lines:
        assert cell_len(text) <= width
        if text is not lines[1] or "┃" in text:
            assert cell_len(text[: text.index("┃")]) == at
    assert ("schemas" in head.plain) == (width >= 98)
    assert (" sent" in head.plain) == (width >= 118)
    assert head.plain.count("exact") == (3 if width >= 178 else 2 if width >= 158 else 0)
    assert columns.bar >= (20 if width < 98 else 23)


@pytest.mark.parametrize("width", [78, 118, 198])
def test_the_total_stands_under_the_rows_and_shows_shares_where_there_is_room(width: int) -> None:
    now = survey(READY, FAILED)
    columns, bill = Columns.of(width, rows(now)), Bill(now.disclosure, count_exactly(now.disclosure))
    text = server_lines.total(columns, bill, ()).plain
    assert len(text) <= columns.bar_at
    at = columns.grid.start("listed")
    assert text[at : at + 7].strip() == f"{bill.total.listed.tokens:,}"
    assert text.count(" %") == (2 if width == 198 else 0)


FIELDS = ("server", "state", "tools", "mode", "listed", "sent", "eager", "sent exact", "eager share")


@pytest.mark.parametrize("field", FIELDS)
def test_the_servers_can_be_ordered_by_any_column_and_the_unknown_come_last(field: str) -> None:
    few = status("Atlas", TOOLS[:2])
    found = [
        row(now, each, shares(now.catalog, (each.name,))[each.name], Bill(now.disclosure, exact), 0.0)
        for now in [survey(READY, FAILED, few)]
        for exact in [count_exactly(now.disclosure)]
        for each in now.statuses
    ]
    assert ordered(found, Sort()) == ["tracker", "billing", "Atlas"]
    up, down = ordered(found, Sort(field)), ordered(found, Sort(field, True))
    if field == "server":
        assert up == ["Atlas", "billing", "tracker"]
        assert down == up[::-1]
    elif field == "state":
        assert up[0] == "billing"
    elif field == "mode":
        assert up[-1] == down[-1] == "billing"
    else:
        assert (up, down) == (["Atlas", "tracker", "billing"], ["tracker", "Atlas", "billing"])


def test_the_head_that_orders_the_servers_is_marked_and_clicked() -> None:
    columns = Columns.of(118, rows(survey(READY)))
    assert "listed▾" in server_lines.head(columns, bars.axis(columns.bar, None), Sort("listed", True)).plain
    assert "state ▴" in server_lines.head(columns, bars.axis(columns.bar, None), Sort("state")).plain
    plain = server_lines.head(columns, bars.axis(columns.bar, None)).plain
    for word, field in (("server", "server"), ("schemas", "eager"), ("sent", "sent"), ("mode", "mode")):
        column = columns.grid.at(plain.index(word) + 1)
        assert column is not None
        assert column.field == field


def test_the_reason_of_a_failure_takes_the_room_of_the_numbers_it_has_not() -> None:
    text = line(survey(READY, FAILED), 1, 118)
    assert "exited with code 1: BILLING_TOKEN is not set" in text.replace("  ┃", "")
    assert "unknown" in line(survey(READY, FAILED), 1, 198)


def test_on_a_narrow_line_a_long_reason_keeps_its_particulars() -> None:
    long = replace(FAILED, reason=Plain("exited with code 1 before initialize: BILLING_TOKEN is not set"))
    text = line(survey(READY, long), 1, 78)
    assert "BILLING_TOKEN is not set" in text
    assert "exited" not in text


def test_what_a_server_calls_itself_is_shown_literally() -> None:
    hostile = status("[/red]\x1b[31m\u202e", TOOLS)
    text = line(survey(hostile), 0, 118)
    assert "[/red]␛[31m�" in text
