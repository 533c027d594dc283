"""The demo's flat cloud API: 3,300 generated tools on 33 pages, over things that are really kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.cloud_areas import AREAS, MEMBERS, VERBS, plural
from toolscope.demo.fields import choice, flag, many, record, text, whole
from toolscope.demo.shelf import Clock, Record, Refusal, Shelf, glance, page
from toolscope.demo.toolbox import ADDS, CHANGES, DESTROYS, READS, SILENT, Progress, serve

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

REGIONS = ("north-1", "south-1", "west-1")
PROJECT = text("Project id.")
REGION = choice("Region.", *REGIONS)
LABELS: Json = {"type": "object", "additionalProperties": {"type": "string"}}
PAGING: Json = {
    "filter": text("Part of the name, or label:key."),
    "page_size": whole("How many at most.", 1, 500),
    "page_token": text("The next_cursor before."),
}
CHECK = flag("Check it, change nothing.")
PERMISSIONS = many("Permissions to test.", {"type": "string"}, least=1)
PARTS: tuple[Json, ...] = (
    {"display_name": text("Name for people.", maxLength=63)},
    {"size_gb": whole("Size in GB.", 1, 65_536)},
    {"retention_days": whole("Days it is kept.", 1, 3_650)},
    {"tier": choice("How fast, how dear.", "basic", "standard", "premium")},
    {"encryption_key": text("Key to encrypt with.")},
    {"deletion_protection": flag("Refuse to delete it.")},
    {"network": text("Network it joins.")},
    {"schedule": text("When it runs, in cron's way.")},
    {"members": many("Who may use it.", {"type": "string"})},
    {"notify": record("Whom to tell.", email={"type": "string"}, on_failure={"type": "boolean"})},
    {"purpose": text("What it is for.", maxLength=256)},
)
HINTS = {"create": ADDS, "update": SILENT, "delete": DESTROYS, "label": CHANGES}


def _body(index: int) -> Json:
    """Two parts out of the pool, others for each kind of thing, and labels."""
    first, second = PARTS[index % len(PARTS)], PARTS[(index + 3) % len(PARTS)]
    return record("What it is like.", **first, **second, labels=LABELS)


def _fields(verb: str, one: str, index: int) -> tuple[Json, list[str]]:
    """Arguments of a verb, and which of them are required."""
    name = text(f"Which {one}.")
    place = {"project": PROJECT, "region": REGION}
    one_of = {"project": PROJECT, "name": name}
    match verb:
        case "list":
            return {**place, **PAGING}, ["project"]
        case "search":
            return {"project": PROJECT, **PAGING}, ["project"]
        case "describe":
            return place, ["project"]
        case "create":
            return {**place, "name": name, "body": _body(index), "validate_only": CHECK}, ["project", "name", "body"]
        case "update":
            return {**one_of, "body": _body(index), "validate_only": CHECK}, ["project", "name", "body"]
        case "label":
            return {**one_of, "labels": LABELS}, ["project", "name", "labels"]
        case "test":
            return {**one_of, "permissions": PERMISSIONS}, ["project", "name", "permissions"]
    return one_of, ["project", "name"]


@cache
def tools(number: int) -> tuple[Json, ...]:
    """The 100 tools of one area, as on the wire; made once and shared by all servers."""
    area = list(AREAS)[number]
    return tuple(_tools(area, number))


def _tools(area: str, number: int) -> Iterator[Json]:
    for index, thing in enumerate(AREAS[area]):
        one = thing.replace("_", " ")
        for verb, sentence in VERBS.items():
            properties, required = _fields(verb, one, number + index)
            said = sentence.format(one=one, many=plural(one), area=area) + (
                MEMBERS if thing == "project_member" else ""
            )
            schema = {"type": "object", "properties": properties, "required": required}
            wire = {"name": f"{area}_{plural(thing)}_{verb}", "description": said, "inputSchema": schema}
            hints = HINTS.get(verb, READS)
            yield {**wire, "annotations": hints} if hints else wire


class Cloud:
    """Things by area, kind and project; each project starts with two of a kind."""

    pages = len(AREAS)

    def __init__(self) -> None:
        self._clock = Clock()
        self._shelves: dict[tuple[str, str], Shelf] = {}

    def page(self, number: int) -> list[Json]:
        """The tools of one area."""
        return list(tools(number))

    def schema(self, name: str) -> Json:
        """The input schema of a tool."""
        number = next((number for number, area in enumerate(AREAS) if name.startswith(f"{area}_")), None)
        wire = next((wire for wire in tools(number) if wire["name"] == name), None) if number is not None else None
        if wire is None:
            raise Refusal(f"There is no tool “{name}”.")
        return wire["inputSchema"]

    def call(self, name: str, arguments: Mapping[str, Json], progress: Progress) -> Any:
        """Do what the verb at the end of the name says."""
        kind, _, verb = name.rpartition("_")
        shelf = self._shelf(kind, arguments["project"])
        rest: dict[str, Json] = {"region": REGIONS[0], **arguments}
        match verb:
            case "list" | "search":
                return self._listed(shelf, arguments)
            case "describe":
                return {
                    "kind": kind,
                    "region": rest["region"],
                    "in_use": len(shelf),
                    "limit": 100,
                    "regions": list(REGIONS),
                }
            case "create":
                return self._create(shelf, kind, rest)
            case "delete":
                return _delete(shelf, rest["name"])
        return self._one(verb, shelf.get(rest["name"]), rest)

    def _shelf(self, kind: str, project: str) -> Shelf:
        if (kind, project) not in self._shelves:
            some: list[Record] = [
                {"id": name, "region": REGIONS[0], "state": "ready", "labels": {}, "changes": []}
                for name in ("first", "second")
            ]
            self._shelves[kind, project] = Shelf(kind.replace("_", " "), some)
        return self._shelves[kind, project]

    def _listed(self, shelf: Shelf, asked: Mapping[str, Json]) -> Json:
        wanted = asked.get("filter", "")
        key = wanted.removeprefix("label:") if wanted.startswith("label:") else None
        found = [one for one in shelf if (key in one["labels"] if key else wanted in one["id"])]
        found = [one for one in found if asked.get("region") in (None, one["region"])]
        shown = [glance(one, "id", "region", "state", "labels") for one in found]
        return page("items", shown, asked.get("page_size", 100), asked.get("page_token"))

    def _create(self, shelf: Shelf, kind: str, asked: Record) -> Json:
        if asked["name"] in shelf:
            raise Refusal(f"{kind}: “{asked['name']}” exists already in {asked['project']}.")
        body = {"labels": {}, **asked["body"]}
        made = {
            "id": asked["name"],
            "region": asked["region"],
            "state": "ready",
            **body,
            "changes": [f"{self._clock.now()} created"],
        }
        return made if asked.get("validate_only") else shelf.add(**made)

    def _one(self, verb: str, one: Record, asked: Record) -> Json:
        """The verbs that look at one thing or change it."""
        match verb:
            case "update" if not asked.get("validate_only"):
                one.update(asked["body"])
                one["changes"].append(f"{self._clock.now()} changed {', '.join(asked['body'])}")
            case "label":
                both = {**one["labels"], **asked["labels"]}
                one["labels"] = {key: value for key, value in both.items() if value}
                one["changes"].append(f"{self._clock.now()} labelled")
            case "audit":
                return {"id": one["id"], "changes": one["changes"]}
            case "test":
                return {
                    "allowed": [wanted for wanted in asked["permissions"] if not wanted.endswith(("delete", "admin"))]
                }
        return one


def _delete(shelf: Shelf, name: str) -> str:
    if shelf.get(name).get("deletion_protection"):
        raise Refusal(f"“{name}” is protected; update it with deletion_protection false first.")
    shelf.remove(name)
    return f"Deleted {name}; {len(shelf)} left."


def build() -> Server[Any]:
    """A new cloud with nothing but what every project starts with."""
    return serve("cloud-api", "2026.11", Cloud(), "Names read area_things_verb. Every project id is accepted.")
