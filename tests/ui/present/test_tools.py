"""A server's tools, its way into the manifest, and its problems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.build import export, function, status, survey, tool
from toolscope.canonical import Json
from toolscope.catalog.snapshot import Scope
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings, ToolFilter
from toolscope.connections.state import Listing, ServerStatus, State, Trouble
from toolscope.disclosure.costs import Costs, mode_of, tool_costs, tools_costs
from toolscope.disclosure.parts import parts
from toolscope.plain import Plain
from toolscope.survey import Survey, take
from toolscope.ui.present import tool_lines
from toolscope.ui.present.form import read_form
from toolscope.ui.present.grid import Sort
from toolscope.ui.present.hints import hint_word
from toolscope.ui.present.life import life_lines, life_table, source_line, steps
from toolscope.ui.present.problems import line, problems, raw_json
from toolscope.ui.present.shares import shares
from toolscope.ui.present.tool_facts import Facts, fact_lines
from toolscope.ui.present.tool_lines import BY_NAME, arranged, grid
from toolscope.ui.present.tool_text import tool_text
from toolscope.ui.present.tools import Priced, dearest, tools_of

ANNOTATED = tool("erase", "Erase it. For good.", "path", annotations={"destructiveHint": True})
TOOLS = [tool("read", "Read it.", "path", annotations={"readOnlyHint": True}), ANNOTATED, tool("zip", "")]
FILES = status("files", TOOLS)


def scoped(now: Survey, scope: Scope) -> Survey:
    """The same servers with another scope."""
    return take(now.statuses, now.settings, scope, now)


def COST(each: Tool) -> Costs:
    """What a tool of the files costs."""
    return tool_costs(survey(FILES).disclosure, each)


def facts(each: Tool, now: Survey | None = None) -> Facts:
    """What is known of a tool."""
    now = now or survey(FILES)
    return Facts.of(now, each, tool_costs(now.disclosure, each), parts(each))


def way(now: Survey, server: str) -> list[tuple[str, str, str]]:
    found = now.status(server)
    assert found is not None
    share = shares(now.catalog, (server,))[server]
    return [(step.name, step.value, step.note) for step in steps(now, found, share)]


def test_tools_out_of_scope_stay_in_the_list() -> None:
    now = scoped(survey(FILES), Scope(tools=frozenset({"mcp__files__read"})))
    assert [each.raw_name for each in tools_of(now, "files")] == ["erase", "read", "zip"]
    assert mode_of(now.disclosure, tools_of(now, "files")[1]) is None
    assert len(tools_of(scoped(now, Scope(servers=frozenset({"files"}))), "files")) == 3


def test_the_dearest_tools_come_first_and_the_rest_is_summed_up() -> None:
    many = survey(status("m", [tool(f"t{n}", "x" * n) for n in range(30)]))
    priced = Priced.of(many.catalog, many.statuses[0].name)
    shown = [each.plain for each in dearest(many, priced, 70, 10)]
    assert len(shown) == 10
    assert "mcp__m__t29" in shown[1]
    assert shown[-1].startswith("22 more")
    assert len(list(dearest(many, priced, 70, 40))) == 31


def test_a_cost_is_worked_out_once_for_each_mode() -> None:
    now = survey(FILES)
    priced, erase = Priced.of(now.catalog, "files"), now.catalog.tools[0]
    assert priced.cost(now, erase) is priced.cost(now, erase)
    assert priced.cost(now, erase) == tool_costs(now.disclosure, erase)
    hidden = now.with_settings(replace(now.settings, threshold_pct=0.0))
    assert priced.cost(hidden, erase).sent.tokens == 0
    assert Priced.of(now.catalog, "nobody").ranked == ()


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (BY_NAME, ["erase", "read", "zip"]),
        (Sort("raw name", True), ["zip", "read", "erase"]),
        (Sort("sent"), ["read", "erase", "zip"]),
        (Sort("eager share", True), ["erase", "read", "zip"]),
        (Sort("described exact", True), ["erase", "read", "zip"]),
        (Sort("name", True), ["zip", "read", "erase"]),
        (Sort("eager", True), ["erase", "read", "zip"]),
        (Sort("described"), ["zip", "read", "erase"]),
        (Sort("hints"), ["erase", "read", "zip"]),
    ],
)
def test_the_list_can_be_ordered_by_any_column(sort: Sort, order: list[str]) -> None:
    now = survey(FILES)
    counted = tools_costs(now.disclosure, now.catalog.tools)
    found = arranged(now.catalog.tools, sort, "", lambda each: counted[each.name])
    assert [name.removeprefix("mcp__files__") for name in found] in (order, ["zip", "erase", "read"])
    assert sort.field == "hints" or [name.removeprefix("mcp__files__") for name in found] == order


def test_the_same_column_again_turns_the_order_and_numbers_begin_with_the_largest() -> None:
    columns = grid(118)
    by = {column.field: column for column in columns.columns}
    assert BY_NAME.by(by["eager"]) == Sort("eager", True)
    assert Sort("eager", True).by(by["eager"]) == Sort("eager", False)
    assert BY_NAME.by(by["name"]) == Sort("name", True)
    assert columns.next(Sort("hints"), unsorted=False) == Sort("name")
    assert columns.next(Sort("hints"), unsorted=True) == Sort()
    assert columns.next(Sort(), unsorted=True) == Sort("name")


def test_a_filter_wants_all_its_words_in_name_or_description() -> None:
    found = arranged(survey(FILES).catalog.tools, BY_NAME, "GOOD eras", COST)
    assert found == ["mcp__files__erase"]
    assert arranged(survey(FILES).catalog.tools, BY_NAME, "nothing", COST) == []


@pytest.mark.parametrize("width", [40, 56, 74, 84, 118, 124, 134, 198])
def test_lines_of_tools_fill_the_width_and_heads_can_be_clicked(width: int) -> None:
    columns, now = grid(width), survey(FILES)
    head = columns.head(Sort("eager", True)).plain
    assert len(head) == width - 1
    assert "eager ▾" in head
    each = now.catalog.tools[0]
    plain = tool_lines.line(columns, each, COST(each), 200_000, out=False, eager=False)
    assert plain.cell_length == width - 1
    assert "out of scope" in tool_lines.line(columns, each, COST(each), None, out=True, eager=False).plain or width < 84
    kept = tool_lines.line(columns, each, COST(each), None, out=False, eager=True).plain
    assert "what-if: eager" in kept or width < 84
    assert head.count("exact") == (3 if width >= 124 else 0)
    at = columns.at(head.index("eager"))
    assert at is not None
    assert at.field == "eager"
    first = columns.at(1)
    assert first is not None
    assert first.field == "name"
    assert columns.at(0) is None
    assert columns.at(width + 20) is None


def test_a_tool_in_full_shows_claims_and_what_is_assumed() -> None:
    erase = survey(FILES).catalog.tools[0]
    text = "\n".join(each.plain for each in tool_text(erase, facts(erase), 60))
    assert "Erase it. For good." in text
    assert "writes assumed   may destroy declared   may not be repeated assumed   reaches outside assumed" in text
    assert "1 parameter  0 required" in text
    assert [hint_word(each).plain for each in survey(FILES).catalog.tools] == ["may destroy", "reads only", "–"]


def test_a_tool_says_where_the_model_finds_it_and_what_it_is_made_of() -> None:
    titled = tool("erase", "Erase it.", "path", title="Erase", annotations={"destructiveHint": True})
    now = survey(status("files", [titled]))
    each = now.catalog.tools[0]
    text = "\n".join(line.plain for line in fact_lines(facts(each, now)))
    made_of = parts(each)
    assert facts(each, now).place == "deferred: listed with its short description"
    assert text.startswith("eager ")
    assert f"made of name {made_of.name.tokens} · description {made_of.description.tokens}\n" in text
    assert f"input schema {made_of.input_schema.tokens} · frame {made_of.frame.tokens}\n" in text
    assert (
        f"never sent {made_of.never_sent.tokens}  title 2, annotations {made_of.unseen['annotations'].tokens}" in text
    )
    assert "of the context" in text
    counted = Facts.of(now, each, tools_costs(now.disclosure, [each])[each.name], parts(each, exactly=True))
    assert all("(" in line.plain for line in fact_lines(counted))


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (Scope(tools=frozenset({"mcp__files__erase"})), "out of scope: not listed, not found, not called"),
        (Scope(eager_servers=frozenset({"files"})), "what-if: kept eager, its schema is sent on every turn"),
    ],
)
def test_a_tool_says_what_is_tried_with_it(scope: Scope, words: str) -> None:
    now = scoped(survey(FILES), scope)
    assert facts(tools_of(now, "files")[0], now).place == words


def test_a_visible_tool_says_why_it_is_visible() -> None:
    own = survey(export("own", [function("terminal", "terminal"), function("draw", "desktop_ui")]))
    places = {each.name: facts(each, own).place for each in own.catalog.tools}
    assert places == {
        "terminal": "visible: a core tool, its schema is sent on every turn",
        "draw": "visible: of the visible toolset desktop_ui, its schema is sent on every turn",
    }
    off = survey(FILES, settings=Settings(enabled="off"))
    assert facts(off.catalog.tools[0], off).place == "visible: every schema is sent on every turn"


def test_a_kept_name_says_who_asked_for_it_and_the_loser_says_who_has_it() -> None:
    now = survey(status("my-api", [tool("ok", "First.")]), status("my_api", [tool("ok", "Second.")]))
    kept = now.catalog.tools[0]
    assert "keeps the name that ok of my_api asked for" in "\n".join(x.plain for x in fact_lines(facts(kept, now)))
    winner, loser = (problems(now, each) for each in now.statuses)
    assert [(each.kind, each.serious) for each in winner] == [("kept a name", False)]
    assert "ok of my_api" in winner[0].message
    assert "belongs to ok of my-api" in loser[0].message


def test_a_huge_or_hostile_tool_is_cut_and_shown_literally() -> None:
    schema = {"type": "object", "properties": {f"[p{n}]\x1b": {} for n in range(500)}, "required": ["[p0]\x1b"]}
    each = survey(status("s", [{"name": "n", "description": "[/x]\x1b[2J" + "y" * 9_000, "inputSchema": schema}]))
    found = each.catalog.tools[0]
    text = "\n".join(part.plain for part in tool_text(found, facts(found), 60))
    assert "\x1b" not in text
    assert "[/x]␛[2J" in text
    assert "more characters" in text
    assert "… 440 more parameters" in text


@pytest.mark.parametrize("width", [30, 60, 116])
def test_a_parameter_has_its_description_beside_it_or_under_it(width: int) -> None:
    about = "What it is about, in a sentence that is too long for a line of its own in a narrow place"
    schema = {"type": "object", "properties": {"first": {"type": "string", "description": about}, "second": {}}}
    found = survey(status("s", [{"name": "n", "description": "", "inputSchema": schema}])).catalog.tools[0]
    shown = [part.plain for part in tool_text(found, facts(found), width)]
    at = next(position for position, text in enumerate(shown) if text.startswith(" first"))
    assert all(len(text) <= width for text in shown[at:])
    assert " ".join(" ".join(shown[at:-1]).split()) == f"first string {about}"
    assert shown[-1] == " second  any value"


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        ({"type": "string", "format": "uri"}, "string URI"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "How many"}, "integer or null How many"),
        ({"enum": ["a", 1, None]}, "enum Takes a, 1, null"),
        ({"enum": list(range(20)), "description": "Level"}, "enum Level · Takes 0, 1, 2, 3, 4, 5, 6, 7, …"),
        ({"const": "x"}, "constant Takes x"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "string or integer"),
        ({"type": "array", "items": {"type": "number"}}, "array of number"),
        ({"$ref": "#/$defs/size", "description": "How big"}, "integer 1 to 9 How big"),
        ({"$ref": "#/$defs/circle"}, "any value"),
        (True, "any value"),
        (None, "any value"),
        ("string", "any value"),
        ({"type": {"odd": 1}}, "any value"),
    ],
)
def test_what_a_parameter_takes_is_said_as_on_the_call_tab(node: Json, shown: str) -> None:
    size: Json = {"type": "integer", "minimum": 1, "maximum": 9}
    defs: Json = {"size": size, "circle": {"anyOf": [{"$ref": "#/$defs/circle"}, {"type": "null"}]}}
    schema: Json = {"type": "object", "properties": {"p": node}, "$defs": defs}
    found = replace(survey(FILES).catalog.tools[0], parameters=schema)
    said = [part.plain for part in tool_text(found, facts(found), 90)][-1]
    assert " ".join(said.split()) == f"p {shown}"
    form = read_form(schema)
    assert form.reason is not None or said.split("p", 1)[1].strip().startswith(form.fields[0].words)


# the way into the manifest


def lossy() -> ServerStatus:
    raw = [*TOOLS, {"name": 5}, TOOLS[0], tool("hidden", "x")]
    found = status("files", raw, names=ToolFilter(exclude=("hidden",)), capabilities=["resources"])
    assert found.listing is not None
    troubles = (Trouble("stdout_noise", Plain("3 lines on stdout")),)
    listing = replace(found.listing, server_info={"name": "files-mcp", "version": "1.2"}, troubles=troubles)
    return replace(found, listing=listing, timings={"start": 41.0, "handshake": 212.0, "list": 88.0}, pid=7)


def test_every_loss_on_the_way_has_its_count_and_reason() -> None:
    now = scoped(survey(lossy()), Scope(tools=frozenset({"mcp__files__zip"})))
    found = way(now, "files")
    assert found == [
        ("configured", "recording", "test"),
        ("started", "41 ms", "process 7"),
        ("handshake", "212 ms", "2025-11-25 · files-mcp 1.2"),
        ("listed", "6 tools", "on 1 page, 88 ms"),
        ("malformed", "−1", "name is a number, not a string"),
        ("filtered", "−1", "tools.exclude names it"),
        ("utilities", "+2", "for announced capabilities: list_resources, read_resource"),
        ("duplicate", "−1", found[7][2]),
        ("out of scope", "−1", "out of scope: taken out of this session by hand"),
        ("in the catalog", "4 tools", found[9][2]),
        ("in the manifest", "full", found[10][2]),
    ]
    counted = [int(value.split()[0].replace("−", "-")) for name, value, _ in found[3:9]]
    assert sum(counted) == 4


def test_a_server_that_failed_ends_with_its_reason() -> None:
    failed = replace(status("x", state=State.FAILED), reason=Plain("exited"), timings={"start": 3.0})
    assert [name for name, _, _ in way(survey(failed), "x")] == ["configured", "started", "failed"]


def test_the_life_line_is_broken_between_steps() -> None:
    now = survey(lossy())
    found, share = now.statuses[0], shares(now.catalog, ("files",))["files"]
    for width in (40, 76, 116):
        shown = life_lines(now, found, share, width)
        assert all(each.cell_length <= width for each in shown)
        assert "−1 duplicate" in "\n".join(each.plain for each in shown)
        assert all(each.cell_length <= width for each in life_table(now, found, share, width)) or width == 40
    assert source_line(found).plain == "recording · 2025-11-25"


def test_problems_name_the_server_first_and_then_its_tools_with_what_was_sent() -> None:
    now = survey(lossy())
    found = problems(now, now.statuses[0])
    assert [(each.kind, each.serious) for each in found] == [
        ("stdout_noise", True),
        ("malformed", True),
        ("duplicate", True),
        ("filtered", False),
    ]
    assert '"name": 5' in raw_json(found[1]).plain
    assert all(line(each, 80).cell_length <= 79 for each in found)


def test_a_problem_of_a_hostile_tool_is_shown_literally() -> None:
    now = survey(status("x", [{"name": "[/red]\x1b[2J", "inputSchema": 5}]))
    found = problems(now, now.statuses[0])
    for shown in (line(found[0], 80).plain, raw_json(found[0]).plain):
        assert "\x1b" not in shown
        assert "[/red]" in shown


def test_what_a_server_says_of_itself_may_be_anything() -> None:
    odd = status("x", TOOLS)
    listing = Listing(tuple(TOOLS), 0, None, server_info=["odd"], capabilities="odd")
    assert way(survey(replace(odd, listing=listing)), "x")[1][0] == "listed"
    assert way(survey(odd, settings=Settings(enabled="off")), "x")[-1] == (
        "in the manifest",
        "not needed",
        "every schema is sent whole",
    )
