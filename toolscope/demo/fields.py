"""The words in which the demo's tools describe their arguments: short spellings of JSON Schema."""

from __future__ import annotations

from toolscope.canonical import Json

DATE = r"^\d{4}-\d{2}-\d{2}$"
MOMENT = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$"


def text(description: str, example: str | None = None, **rules: Json) -> Json:
    """A string; ``rules`` are further keywords such as ``pattern`` or ``maxLength``."""
    return {"type": "string", "description": description, **rules, **({"examples": [example]} if example else {})}


def date(description: str, example: str = "2026-12-14") -> Json:
    """A day, written ``YYYY-MM-DD``."""
    return text(description, example, pattern=DATE)


def moment(description: str, example: str = "2026-12-02T10:00") -> Json:
    """A day and a time of day, written ``YYYY-MM-DDTHH:MM``."""
    return text(description, example, pattern=MOMENT)


def choice(description: str, *values: str) -> Json:
    """One of a few words."""
    return {"type": "string", "description": description, "enum": list(values)}


def whole(description: str, low: int, high: int, example: int | None = None) -> Json:
    """A whole number between two bounds."""
    bounds = {"type": "integer", "description": description, "minimum": low, "maximum": high}
    return {**bounds, **({"examples": [example]} if example is not None else {})}


def flag(description: str) -> Json:
    """Yes or no."""
    return {"type": "boolean", "description": description}


def many(description: str, item: Json, least: int = 0) -> Json:
    """A list of values of one kind."""
    return {"type": "array", "description": description, "items": item, **({"minItems": least} if least else {})}


def record(description: str, required: tuple[str, ...] = (), **properties: Json) -> Json:
    """An object with named parts and no others."""
    shape: Json = {"type": "object", "description": description, "properties": properties}
    return {**shape, **({"required": list(required)} if required else {}), "additionalProperties": False}


def nullable(schema: Json) -> Json:
    """The value, or ``null`` to clear it; the description moves to the union."""
    inner = {key: value for key, value in schema.items() if key != "description"}
    return {"description": schema["description"], "anyOf": [inner, {"type": "null"}]}
