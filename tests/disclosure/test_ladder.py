"""The ladder against manifests that are really written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import catalog, status, tool
from tests.disclosure.drawn import SERVERS, of
from toolscope.canonical import compact
from toolscope.catalog.naming import model_name
from toolscope.catalog.snapshot import Catalog
from toolscope.config.model import Settings
from toolscope.config.profiles import DEFAULT
from toolscope.connections.pages import MOST_PAGES, Pages
from toolscope.disclosure.bridge import schemas
from toolscope.disclosure.disclose import disclose
from toolscope.disclosure.ladder import Ladder
from toolscope.disclosure.listing import HEADER, short_description


def _block(label: str, tools: list[tuple[str, str]], mode: str) -> str:
    if mode == "summary":
        return f"{label} ({len(tools)} tools — names are left out; `tool_search` finds them)"
    head = f"{label} tools ({len(tools)}):"
    if mode == "names":
        return f"{head}\n{', '.join(name for name, _ in tools)}"
    return "\n".join([head, *(f"- {name}: {short}" if short else f"- {name}" for name, short in tools)])


def _manifests(seen: Catalog) -> Iterator[tuple[str, str]]:
    """Every manifest that hermes.md §6 tries, with its form, in order, each written out."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for each in seen.deferred:
        groups.setdefault(each.label, []).append((each.name, short_description(each.description)))
    groups = {label: sorted(groups[label]) for label in sorted(groups)}

    def written(modes: dict[str, str]) -> str:
        return "\n".join([HEADER, *(_block(label, tools, modes[label]) for label, tools in groups.items())])

    if not groups:
        return
    yield "full", written(dict.fromkeys(groups, "full"))
    modes = dict.fromkeys(groups, "names")
    yield "names", written(modes)
    for label in sorted(groups, key=lambda label: (-len(_block(label, groups[label], "names")), label)):
        modes[label] = "summary"
        yield ("mixed" if "names" in modes.values() else "groups"), written(modes)


def _selected(seen: Catalog, budget: int) -> tuple[str, str]:
    fits = ((form, text) for form, text in _manifests(seen) if -(-len(text) // 4) <= budget)
    return next(fits, ("none", ""))


@given(SERVERS, st.integers(0, 3000))
@example({"a": [tool("b")], "c": [tool("d")]}, 40)
def test_the_ladder_is_what_writing_every_manifest_finds(servers: dict[str, list[Any]], budget: int) -> None:
    seen = of(servers)
    ladder = Ladder.of(seen)
    rung = ladder.select(budget)
    assert (rung.form, ladder.text(rung)) == _selected(seen, budget)
    assert [(each.form, ladder.text(each)) for each in ladder.rungs] == list(_manifests(seen))


@given(SERVERS)
def test_at_each_breakpoint_and_one_token_below_it_the_same_is_found(servers: dict[str, list[Any]]) -> None:
    seen = of(servers)
    ladder = Ladder.of(seen)
    for point in ladder.breakpoints:
        for budget in (point - 1, point):
            rung = ladder.select(budget)
            assert (rung.form, ladder.text(rung)) == _selected(seen, budget)


def test_of_tiny_groups_a_later_rung_is_longer_and_never_selected() -> None:
    seen = catalog(status("a", [tool("b")]), status("c", [tool("d")]))
    ladder = Ladder.of(seen)
    _full, names, mixed, groups = (rung.length.chars for rung in ladder.rungs)
    assert names < mixed < groups
    assert {ladder.select(budget).form for budget in range(200)} == {"none", "names", "full"}


@given(SERVERS, st.randoms(use_true_random=False), st.integers(0, 3000))
def test_no_order_of_connecting_or_listing_and_no_split_into_pages_changes_a_byte(
    servers: dict[str, list[Any]], random: Any, cap: int
) -> None:
    servers = _distinct(servers)
    one = of(servers)
    assert len(one.tools) == sum(map(len, servers.values()))
    order = random.sample(list(servers), len(servers))
    other = catalog(*(status(name, _paged(random, servers[name])) for name in order))
    assert _tools_array(one, cap) == _tools_array(other, cap)


def _distinct(servers: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The same without tools whose names clash: of those the first configured server keeps one, so order decides."""
    named = [
        (server, each, model_name(DEFAULT, server, each["name"])) for server in servers for each in servers[server]
    ]
    counts = Counter(name for _, _, name in named)
    kept: dict[str, list[Any]] = {}
    for server, each, name in named:
        if counts[name] == 1:
            kept.setdefault(server, []).append(each)
    return kept


def _paged(random: Any, tools: list[Any]) -> list[Any]:
    """The same tools in another order, put together from pages of any size, empty ones too."""
    shuffled = random.sample(tools, len(tools))
    cuts = sorted(random.choices(range(len(tools) + 1), k=random.randrange(min(8, MOST_PAGES))))
    pages = Pages()
    for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(tools)], strict=True), 1):
        last = number == len(cuts) + 1
        pages.take({"tools": shuffled[start:end], **({} if last else {"nextCursor": f"{number}"})})
    return pages.tools


def _tools_array(seen: Catalog, cap: int) -> tuple[str, str, str]:
    """What a model is sent: the visible definitions and the bridge with its manifest; and the hidden definitions."""
    settings = Settings(listing_max_tokens=cap)
    found = disclose(seen, Ladder.of(seen), settings)
    bridge = schemas(settings.profile, len(seen.deferred), found.form, found.manifest)
    hidden = ",".join(each.definition_text for each in seen.deferred)
    return ",".join(each.definition_text for each in seen.direct) + compact(bridge), found.fingerprint, hidden


def test_a_block_is_written_once() -> None:
    (group,) = Ladder.of(catalog(status("a", [tool("b", "C.")]))).groups
    assert group.text("full") is group.text("full")
    assert group.text("hidden") == ""
