"""The demo's flat cloud API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import MCPError

from toolscope.canonical import size
from toolscope.demo.cloud import REGIONS, tools


async def test_3300_tools_with_distinct_names_lie_on_33_pages(connect: Any) -> None:
    async with connect("cloud-api") as cloud:
        found = await cloud.tools()
        assert cloud.pages == 33
    assert len({tool.name for tool in found}) == len(found) == 3300


async def test_a_page_that_is_not_there_is_an_error(connect: Any) -> None:
    async with connect("cloud-api") as cloud:
        for cursor in ("page-34", "page-0", "elsewhere"):
            with pytest.raises(MCPError, match=cursor):
                await cloud.client.list_tools(cursor=cursor)


def test_its_definitions_have_the_weight_of_a_real_cloud() -> None:
    characters = sum(size(wire) for number in range(33) for wire in tools(number))
    assert 1_000_000 < characters < 1_800_000


async def test_a_created_instance_is_listed_changed_and_deleted(connect: Any) -> None:
    place = {"project": "orchard", "name": "press"}
    async with connect("cloud-api") as cloud:
        await cloud.text("compute_instances_create", **place, region=REGIONS[1], body={"labels": {"team": "cider"}})
        found = json.loads(await cloud.text("compute_instances_search", project="orchard", filter="label:team"))
        assert [one["id"] for one in found["items"]] == ["press"]
        assert "exists already" in await cloud.refusal("compute_instances_create", **place, body={})
        await cloud.text("compute_instances_label", **place, labels={"team": "", "kind": "fruit"})
        assert json.loads(await cloud.text("compute_instances_get", **place))["labels"] == {"kind": "fruit"}
        assert "labelled" in await cloud.text("compute_instances_audit", **place)
        await cloud.text("compute_instances_delete", **place)
        assert "press" not in await cloud.text("compute_instances_list", project="orchard")


async def test_projects_and_kinds_of_things_are_kept_apart(connect: Any) -> None:
    async with connect("cloud-api") as cloud:
        await cloud.text("storage_buckets_delete", project="orchard", name="first")
        assert "first" in await cloud.text("storage_buckets_list", project="meadow")
        assert "first" in await cloud.text("storage_objects_list", project="orchard")


async def test_what_is_protected_or_only_checked_stays(connect: Any) -> None:
    async with connect("cloud-api") as cloud:
        kind = next(
            wire["name"].removesuffix("_update")
            for number in range(33)
            for wire in tools(number)
            if wire["name"].endswith("_update")
            and "deletion_protection" in wire["inputSchema"]["properties"]["body"]["properties"]
        )
        one = {"project": "orchard", "name": "first"}
        await cloud.text(f"{kind}_update", **one, body={"deletion_protection": True}, validate_only=True)
        await cloud.text(f"{kind}_update", **one, body={"deletion_protection": True})
        assert "protected" in await cloud.refusal(f"{kind}_delete", **one)
        await cloud.text(f"{kind}_create", project="orchard", name="third", body={}, validate_only=True)
        assert "third" not in await cloud.text(f"{kind}_list", project="orchard")


async def test_every_verb_answers_in_every_area(connect: Any) -> None:
    given = {"project": "orchard", "name": "first", "labels": {"a": "b"}, "permissions": ["x.get", "x.delete"]}
    async with connect("cloud-api") as cloud:
        await cloud.tools()
        for number in range(33):
            verbs = {wire["name"].rpartition("_")[2]: wire for wire in tools(number)[:10]}
            for verb in sorted(verbs, key=lambda verb: verb == "delete"):
                known = {**given, "body": {}, "name": "third" if verb == "create" else "first"}
                await cloud.text(
                    verbs[verb]["name"], **{key: known[key] for key in verbs[verb]["inputSchema"]["required"]}
                )
