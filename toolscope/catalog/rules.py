"""Why a schema changes on its way to a model: each rule knows its traces in a node before and after.

Source: hermes.md §1b and §14. What a rule does to a node is done by the code that does it for real (``nodes``,
``sanitiser``); here it is only recognised and put into words.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolscope.canonical import Json
from toolscope.catalog.changes import Change, Rule, Site, Told, short, spelled
from toolscope.catalog.nodes import Node, as_enum, without_null
from toolscope.catalog.sanitiser import named_type, renames, split_types

BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_REFUSED_ON_TOP = ("allOf", "anyOf", "oneOf", "enum", "not")
_CARRIED = frozenset({"anyOf", "oneOf", "title", "description", "default", "examples"})


def _moved_definitions(site: Site) -> Told | None:
    if "definitions" not in site.before or "definitions" in site.after or "$defs" not in site.after:
        return None
    moved = {"$defs" if key == "definitions" else key: value for key, value in site.before.items()}
    return moved, [site.change("definitions", "moved to $defs", "the keyword's newer spelling")]


def _moved_reference(site: Site) -> Told | None:
    old, new = site.before.get("$ref"), site.after.get("$ref")
    if old == new or not isinstance(old, str) or not old.startswith("#/definitions/") or not isinstance(new, str):
        return None
    return {**site.before, "$ref": new}, [site.change("$ref", f"now {new}", "definitions moved to $defs")]


def _constants(site: Site) -> Told | None:
    enum = as_enum(site.before) if site.profile.renames_properties and site.stage == "ingestion" else site.before
    if enum is site.before or "enum" not in site.after:
        return None
    what = f"constants written as type {enum['type']} and enum{_lost_beside(site.before, enum)}"
    return enum, [site.change(_union(site.before), what, "a union of constants of one type is an enum")]


def _folded_null(site: Site) -> Told | None:
    folded = without_null(site.before)
    if folded is site.before or _union(site.before) in site.after:
        return None
    what = f"null branch folded into nullable{_lost_beside(site.before, folded)}"
    return folded, [site.change(_union(site.before), what, "a union with null and one other branch is that branch")]


def _split_type(site: Site) -> Told | None:
    types = site.before.get("type")
    if not isinstance(types, list) or site.after.get("type") == types:
        return None
    split: Node = {}
    split_types(types, split)
    spelled_out = ", ".join(f"{key} {short(value)}" for key, value in split.items())
    rest = {key: value for key, value in site.before.items() if key != "type"}
    changes = [site.change("type", f"list of types split: {spelled_out}", "strict model APIs take one type")]
    if "anyOf" in split and "anyOf" in rest:
        wins = split["anyOf"] == site.after.get("anyOf")
        what = "replaced by the list of types" if wins else "takes the place of the list of types"
        changes.append(site.change("anyOf", what, "both ask for the same keyword: the later one stays"))
        split["anyOf"] = rest["anyOf"] = site.after.get("anyOf")
    return {**split, **rest}, changes


def _named_branches(site: Site) -> Told | None:
    """Bare strings among the branches of a union that is gone: elsewhere they are found where they stand."""
    key = _union(site.before)
    branches = site.before.get(key)
    if key in site.after or not isinstance(branches, list) or not any(isinstance(each, str) for each in branches):
        return None
    written = [named_type(site.profile, each) if isinstance(each, str) else each for each in branches]
    why = "a string where a schema belongs"
    return {**site.before, key: written}, [
        Change(site.stage, spelled((*site.steps, key, index)), f"“{each}” written as a schema of that type", why)
        for index, each in enumerate(branches)
        if isinstance(each, str)
    ]


def _flag(site: Site) -> Told | None:
    flag = site.before.get("required")
    if not isinstance(flag, bool) or isinstance(site.after.get("required"), bool):
        return None
    rest = {key: value for key, value in site.before.items() if key != "required"}
    why = "as draft 3 wrote it: the list of the object says so today"
    return rest, [site.change("required", f"{str(flag).lower()} taken out", why)]


def _renamed(site: Site) -> Told | None:
    properties, after = site.before.get("properties"), site.after.get("properties")
    if site.stage != "sanitiser" or not isinstance(properties, dict) or not isinstance(after, dict):
        return None
    new_keys = renames(site.profile, properties)
    if not new_keys or not set(new_keys.values()) <= set(after):
        return None
    required = site.before.get("required")
    node = {**site.before, "properties": {new_keys.get(key, key): value for key, value in properties.items()}}
    if isinstance(required, list):
        node["required"] = [new_keys.get(name, name) if isinstance(name, str) else name for name in required]
    why = "model APIs take letters, digits, _ . - and at most 64 of them; a call is sent with the old name"
    told = [
        Change(site.stage, spelled((*site.steps, "properties", old)), f"renamed to {new}", why)
        for old, new in new_keys.items()
    ]
    return node, told


def _typed(site: Site) -> Told | None:
    old, on_top = site.before.get("type"), not site.steps and site.stage == "sanitiser"
    if site.after.get("type") != "object" or old == "object" or (old and not on_top):
        return None
    if old:
        told = site.change("type", f"{short(old)} replaced by object", "every input schema is an object")
        return {**site.before, "type": "object"}, [told]
    why = "every input schema is an object" if not site.steps else "it has properties or required, as objects have"
    return {**site.before, "type": "object"}, [site.change("type", "object added", why)]


def _given_properties(site: Site) -> Told | None:
    if isinstance(site.before.get("properties"), dict) or site.after.get("properties") != {}:
        return None
    what = "replaced by an empty object" if "properties" in site.before else "empty object added"
    return {**site.before, "properties": {}}, [
        site.change("properties", what, "an object says which properties it has")
    ]


def _required(site: Site) -> Told | None:
    """Names pruned, lifted from flags, an empty list dropped or written."""
    before, after = site.before.get("required"), site.after.get("required")
    if before == after or not isinstance(after, list | None):
        return None
    if not isinstance(before, list | None):
        told = site.change("required", "no list: replaced by an empty one", "required is a list of names")
        return ({**site.before, "required": []}, [told]) if isinstance(after, list) else None
    changes = list(_names(site, before or [], after or []))
    if before is None and after == []:
        changes.append(site.change("required", "empty list added", f"{site.profile.name} writes it in every object"))
    elif after is None and not changes:
        changes.append(site.change("required", "empty list dropped", f"{site.profile.name} leaves it out"))
    node = {key: value for key, value in site.before.items() if key != "required"}
    return (node if after is None else {**node, "required": after}), changes


def _names(site: Site, before: list[Json], after: list[Json]) -> Iterator[Change]:
    for name in before:
        if name not in after:
            yield site.change("required", f"{short(name)} dropped", "there is no such property")
    for name in after:
        if name not in before:
            yield site.change("required", f"{short(name)} added", "the property says required: true itself")


def _refused(site: Site) -> Told | None:
    refused = [key for key in _REFUSED_ON_TOP if key in site.before and key not in site.after]
    if site.steps or site.stage != "sanitiser" or not refused:
        return None
    why = "strict model APIs refuse it at the top level"
    rest = {key: value for key, value in site.before.items() if key not in refused}
    return rest, [site.change(key, "dropped", why) for key in refused]


def _default_beside_reference(site: Site) -> Told | None:
    if "default" not in site.before or "default" in site.after or "$ref" not in site.after:
        return None
    rest = {key: value for key, value in site.before.items() if key != "default"}
    return rest, [site.change("default", "dropped", "nothing may stand beside $ref")]


RULES: tuple[Rule, ...] = (
    _moved_definitions,
    _moved_reference,
    _constants,
    _split_type,
    _named_branches,
    _folded_null,
    _refused,
    _flag,
    _renamed,
    _typed,
    _given_properties,
    _required,
    _default_beside_reference,
)
"""In the order in which they are looked for."""


def _union(node: Node) -> str:
    """The keyword of a node's union."""
    return (
        "anyOf"
        if isinstance(node.get("anyOf"), list) and "oneOf" not in node
        else "oneOf"
        if "oneOf" in node
        else "anyOf"
    )


def _lost_beside(before: Node, after: Node) -> str:
    lost = [key for key in before if key not in after and key not in _CARRIED]
    return f"; {', '.join(lost)} beside it dropped" if lost else ""
