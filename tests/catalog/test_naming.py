"""Names and collisions, as the reference has them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import RELEASES, catalog, status, tool
from tests.golden import vector
from toolscope.canonical import size
from toolscope.catalog.naming import model_name, offered
from toolscope.config.model import ToolFilter
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.retrieval.terms import document

NAMING = vector("naming")


@pytest.mark.parametrize("pair", NAMING["pairs"], ids=lambda pair: f"{pair[0]}/{pair[1]}"[:40])
def test_a_name_is_the_reference_s(pair: list[Any]) -> None:
    server, raw, name, legacy, label = pair
    assert model_name(HERMES_21, server, raw) == name
    assert model_name(HERMES_22, server, raw) == name
    assert model_name(HERMES_19, server, raw) == (name if legacy is None else legacy)
    assert catalog(status(server, [tool(raw)])).tools[0].label == label


def _clash(case: dict[str, Any], profile: Profile) -> Any:
    return catalog(
        *(
            status(name, [tool(raw, f"Raw tool number {i}.") for i, raw in enumerate(tools)], capabilities=families)
            for name, tools, families in case["servers"]
        ),
        profile=profile,
    )


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("case", NAMING["collisions"], ids=lambda case: case["case"])
def test_who_keeps_a_name_is_the_reference_s(case: dict[str, Any], release: str) -> None:
    seen = _clash(case, RELEASES[release])
    wanted = case["expect"].get(release, case["expect"]["seed"])
    got = [[t.name, t.server, f"utility:{t.utility}" if t.utility else t.raw_name] for t in seen.tools]
    assert got == wanted


@pytest.mark.parametrize("case", NAMING["collisions"], ids=lambda case: case["case"])
def test_every_tool_that_falls_out_is_reported(case: dict[str, Any]) -> None:
    lost = {(loss.server, loss.raw_name) for loss in _clash(case, HERMES_21).losses if loss.kind == "collided"}
    assert {tuple(pair) for pair in case["skipped"]} <= lost


TAKEN: dict[str, tuple[list[Any], Profile]] = {
    "the first server": ([status("my-api", [tool("ok")]), status("my_api", [tool("ok")])], HERMES_21),
    "the last server": ([status("my_api", [tool("ok")]), status("my-api", [tool("ok")])], HERMES_19),
    "the server's own tool": ([status("my-api", [tool("read_resource")], capabilities=["resources"])], HERMES_21),
    "the first of two": ([status("my-api", [tool("ok"), tool("ok")])], HERMES_21),
}


@pytest.mark.parametrize("case", TAKEN)
def test_a_loser_names_the_tool_that_has_its_name_and_that_tool_names_the_loser(case: str) -> None:
    servers, profile = TAKEN[case]
    seen = catalog(*servers, profile=profile)
    (loss,) = seen.losses
    assert loss.keeper is not None
    winner = seen.by_name[str(loss.name)]
    assert loss.keeper == winner.identity
    assert winner.server == "my-api"
    assert seen.displaced_by(winner) == (loss,)
    assert sum(bool(seen.displaced_by(each)) for each in seen.tools) == 1


def test_lookalikes_of_one_server_lose_their_name_to_nobody() -> None:
    seen = catalog(status("s", [tool("a-b"), tool("a_b"), tool("c")]))
    assert [(loss.raw_name, loss.keeper) for loss in seen.losses] == [("a-b", None), ("a_b", None)]
    assert "a_b becomes" in seen.losses[0].message


@pytest.mark.parametrize("case", NAMING["utility_docs"], ids=lambda case: case["name"])
def test_utility_tools_have_the_reference_s_sizes_and_words(case: dict[str, Any]) -> None:
    for release, profile in RELEASES.items():
        seen = catalog(status(case["server"], capabilities=("resources", "prompts")), profile=profile)
        found = seen.by_name[case["name"]]
        assert len(found.definition_text) == case["chars"][release], release
        assert sorted(document(profile, found)) == case["tokens_0.19" if release == "0.19" else "tokens"]
        assert [len(word) for word in found.description.split()] == case["word_lengths"]


def test_a_tool_of_a_hyphenated_server_has_underscores_in_its_name() -> None:
    assert catalog(status("obsidian-graph", [tool("vault_read")])).tools[0].name == "mcp__obsidian_graph__vault_read"


def test_a_pattern_matches_by_glob_and_by_its_own_spelling() -> None:
    assert not offered(HERMES_21, ToolFilter(exclude=("a[1]",)), "a[1]")
    assert offered(HERMES_19, ToolFilter(exclude=("omni_*",)), "omni_push")


def test_the_size_of_a_definition_is_that_of_its_compact_json() -> None:
    found = catalog(status("s", [tool("t", "Größe — ok")])).tools[0]
    assert found.chars == size(
        {
            "type": "function",
            "function": {
                "name": "mcp__s__t",
                "description": "Größe — ok",
                "parameters": {"type": "object", "properties": {}},
            },
        }
    )
