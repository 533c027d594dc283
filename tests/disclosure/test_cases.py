"""Budgets, tiers and listings that users of tool search asked about, retold (group B of the public cases)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import catalog, export, status, tool
from toolscope.canonical import compact
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings, Switch
from toolscope.connections.state import ServerStatus
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import Disclosure, disclose
from toolscope.disclosure.gate import Gates, check
from toolscope.disclosure.ladder import Ladder
from toolscope.retrieval.index import Index
from toolscope.retrieval.payload import payload
from toolscope.tokens import estimate


def _seen(settings: Settings, *servers: ServerStatus) -> Disclosure:
    found = catalog(*servers)
    return disclose(found, Ladder.of(found), settings)


def _many(server: str, count: int, verb: str = "manage") -> ServerStatus:
    return status(server, [tool(f"{verb}_{server}_{n}", f"{verb.title()} thing {n}.") for n in range(count)])


def _weighing(server: str, tokens: int) -> ServerStatus:
    """One tool whose definition weighs so many tokens."""
    light = catalog(status(server, [tool("run", "Run. ")])).tools[0].chars
    return status(server, [tool("run", "Run. " + "x" * (4 * tokens - light))])


# B01


def test_the_budget_is_for_the_manifest_and_not_for_the_schemas() -> None:
    heavy = [tool(f"query_{n}", "Query the store.", *(f"argument_{n}_{i}" for i in range(25))) for n in range(14)]
    core = ["terminal", "read_file", "write_file", "patch", "search_files", "web_search", "web_extract", "memory"]
    core += ["clarify", "vision_analyze"]
    eager = [
        {"type": "function", "function": {"name": name, "description": "Core.", "parameters": {}}} for name in core
    ]
    seen = _seen(Settings(context_length=64_000), status("store", heavy), export("agent", eager))
    assert (seen.budget.tokens, seen.budget.binding) == (3_200, "threshold_pct")
    assert (len(seen.catalog.deferred), len(seen.catalog.direct)) == (14, 10)
    assert seen.deferred_tokens > seen.budget.tokens
    assert (seen.tier, seen.form) == (1, "full")
    assert seen.rung.tokens < seen.budget.tokens


# B03


@pytest.mark.parametrize(
    ("names", "tier", "form", "modes"),
    [
        ("L", 1, "full", {"linear": "full"}),
        ("LC", 1, "mixed", {"linear": "names", "cloudflare": "summary"}),
        ("C", 2, "groups", {"cloudflare": "summary"}),
        ("LUC", 1, "mixed", {"linear": "names", "unreal": "summary", "cloudflare": "summary"}),
    ],
)
def test_a_large_server_does_not_drag_a_small_one_down(names: str, tier: int, form: str, modes: dict[str, str]) -> None:
    made = {"L": _many("linear", 24), "U": _many("unreal", 830), "C": _many("cloudflare", 3_320)}
    seen = _seen(Settings(context_length=200_000), *(made[name] for name in names))
    assert (seen.budget.tokens, seen.tier, seen.form) == (4_000, tier, form)
    assert {label: seen.mode(label) for label in modes} == modes
    lines = seen.manifest.splitlines()
    assert sum("mcp__linear__manage_linear_" in line for line in lines) == {"full": 24, "mixed": 1, "groups": 0}[form]
    if "C" in names:
        (line,) = [line for line in lines if line.startswith("cloudflare")]
        assert "3320" in line


# B04


def test_only_what_is_sent_is_held_against_a_limit() -> None:
    weights = {"a": 26_624, "b": 9_728, "c": 6_656, "d": 4_608, "e": 3_072, "f": 2_092}
    seen = _seen(Settings(context_length=200_000), *(_weighing(name, tokens) for name, tokens in weights.items()))
    assert seen.deferred_tokens == sum(weights.values()) == 52_780
    assert {tool.server: estimate(tool.chars) for tool in seen.catalog.deferred} == weights
    assert seen.sent_tokens < 1_000
    (found,) = check(seen, Gates(manifest_tokens=25_000))
    assert found.passed


# B06


@pytest.mark.parametrize("enabled", ["auto", "on"])
@pytest.mark.parametrize("context", [None, 20_000, 1_000_000])
def test_size_does_not_decide_whether_tool_search_is_active(enabled: Switch, context: int | None) -> None:
    seen = _seen(Settings(enabled=enabled, context_length=context), status("a", [tool("ping", "Ping.")]))
    assert seen.deferred_tokens < 40
    assert (seen.activated, seen.tier, seen.form) == (True, 1, "full")


# B07


@pytest.mark.parametrize(
    ("description", "line"),
    [
        (
            "Query a host, e.g. api.github.com, for v1.2 data. Second sentence.",
            "- mcp__a__x: Query a host, e.g. api.github.com, for v1.2 data.",
        ),
        ("Lists things.More text", "- mcp__a__x: Lists things.More text"),
        (
            "Return every record of the archive together with its owner, its labels and its history",
            "- mcp__a__x: Return every record of the archive together with its owner…",
        ),
        ("Lists\tthings\r\n  of\na page. More", "- mcp__a__x: Lists things of a page."),
        ("   ", "- mcp__a__x"),
    ],
)
def test_a_full_line_has_the_first_sentence_in_sixty_characters(description: str, line: str) -> None:
    seen = _seen(Settings(context_length=200_000), status("a", [tool("x", description)]))
    assert seen.manifest.splitlines()[2] == line


def test_a_tool_without_a_description_is_listed_by_the_default_one() -> None:
    """The case wishes for its name alone; the reference has a default description (hermes.md §1)."""
    seen = _seen(Settings(context_length=200_000), status("a", [tool("x", "")]))
    assert seen.manifest.splitlines()[2] == "- mcp__a__x: MCP tool x from a"


# B09


def test_the_order_of_connecting_and_listing_changes_neither_bytes_nor_results() -> None:
    one, two = (
        [tool(f"get_{n}", "Get an issue.") for n in range(9)],
        [tool(f"put_{n}", "Put an issue.") for n in range(9)],
    )
    first = catalog(status("a", one), status("b", two))
    other = catalog(status("b", two[::-1]), status("a", [*one[5:], *one[:5]]))
    assert _sent(first) == _sent(other)


def _sent(seen: Catalog) -> tuple[str, Any]:
    settings = Settings(context_length=200_000)
    found = disclose(seen, Ladder.of(seen), settings)
    bridge = compact(schemas(settings.profile, len(seen.deferred), found.form, found.manifest))
    return bridge, payload(Index.of(settings.profile, seen.deferred), settings, ["get issue", "issue", "put_3"], 25)


# B12


def test_a_percentage_of_zero_leaves_no_manifest_and_says_which_side_decided() -> None:
    """The case wishes for summary lines; the reference shows nothing at all."""
    seen = _seen(Settings(context_length=200_000, threshold_pct=0.0), _many("linear", 24))
    assert (seen.activated, seen.tier, seen.form, seen.manifest) == (True, 2, "none", "")
    assert (seen.budget.tokens, seen.budget.binding) == (0, "threshold_pct")
    (found,) = check(seen, Gates(listed=("linear",)))
    assert found.message.startswith("nothing is said of linear; set threshold_pct to 0.")


# B13


@pytest.mark.parametrize("count", [2, 3_000])
@pytest.mark.parametrize("enabled", ["off", "on", "auto"])
@pytest.mark.parametrize("listing", ["off", "on", "auto"])
def test_either_switch_forces_it_off_and_none_forces_it_over_budget(
    count: int, enabled: Switch, listing: Switch
) -> None:
    """The case wishes that listing: on embeds it even over budget; in the reference it equals auto."""
    seen = _seen(Settings(context_length=200_000, enabled=enabled, listing=listing), _many("large", count))
    if enabled == "off":
        assert (seen.activated, seen.tier, seen.form, seen.bridge) == (False, 0, "none", None)
        assert seen.sent_tokens == seen.eager_tokens
    elif listing == "off":
        assert (seen.activated, seen.tier, seen.form) == (True, 2, "none")
        assert seen.bridge is not None
    else:
        assert (seen.tier, seen.form) == ((1, "full") if count == 2 else (2, "groups"))
    assert seen.rung.tokens <= seen.budget.tokens
    assert (len(seen.catalog.deferred), seen.deferred_tokens > 0) == (count, True)
