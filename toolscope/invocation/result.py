"""What a tool sent back, block by block; whatever it is, it is shown and nothing raises."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolscope.canonical import Json, compact
from toolscope.invocation.reading import read_json
from toolscope.plain import Plain, clean, one_line

Kind: TypeAlias = Literal["text", "structured", "image", "audio", "resource", "resource_link", "unknown"]

_NAME = 80
_INDENTED = 1_000_000
"""Characters up to which JSON is indented, which takes twenty times as long as spelling it."""
_FRAME = frozenset({"_meta", "isError", "resultType", "content", "contents"})
"""Keys of the protocol itself."""
_MEDIA: dict[str, Kind] = {"image": "image", "audio": "audio"}


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a result."""

    kind: Kind
    title: Plain
    """What it is, in a few words."""
    raw: Json
    """As it came over the wire."""
    text: Plain | None = None
    """All of it, safe to show; the screen cuts what is too long."""
    data: bytes | None = None
    """The bytes of an image, a sound or a binary resource."""
    mime: str | None = None
    size: int = 0
    """Characters of the text as it came, or bytes of the data."""
    problem: Plain | None = None
    """What is wrong with the block, one line; the others are still good."""
    value: Json = None
    """The object or list that the text spells in JSON; ``None`` for other texts, and where reading loses something."""


def blocks(result: Json) -> tuple[Block, ...]:
    """The blocks of a raw ``result`` object: content in order, then structured content. Never raises.

    A result of another shape (resources, prompts) is one structured block, but ``contents`` are resources.
    """
    if not isinstance(result, dict):
        return (_unknown(result, "the result is not an object"),)
    if isinstance(result.get("contents"), list):
        return tuple(_resource({"resource": item}) for item in result["contents"])
    return tuple(_read(result))


def model_text(result: Json) -> str:
    """The text that a model would pay for: text blocks and embedded text joined by line feeds, as they came.

    Without any, structured content as compact JSON. Images, sounds and other binary data count nothing here.
    """
    if not isinstance(result, dict):
        return "" if result is None else _spelled(result)
    texts = [text for text in map(_own_text, _items(result)) if text is not None]
    if texts:
        return "\n".join(texts)
    rest = result.get("structuredContent", _without_content(result))
    return _spelled(rest) if rest else ""


def _read(result: dict[str, Json]) -> Iterator[Block]:
    content = result.get("content")
    if isinstance(content, list):
        yield from map(_block, content)
    elif content is not None:
        yield _unknown(content, "content is not a list")
    if result.get("structuredContent") is not None:
        yield _structured("structured content", result["structuredContent"])
    elif content is None and _without_content(result):
        yield _structured("result", result)


def _block(item: Json) -> Block:
    kind = item.get("type") if isinstance(item, dict) else None
    if kind == "text":
        return _text(item)
    if isinstance(kind, str) and kind in _MEDIA:
        return _media(_MEDIA[kind], item)
    if kind == "resource":
        return _resource(item)
    if kind == "resource_link":
        return _link(item)
    if isinstance(kind, str):
        return _unknown(item, f"no such type of block: {one_line(kind, _NAME)}")
    return _unknown(item, "the block has no type" if isinstance(item, dict) else "the block is not an object")


def _text(item: dict[str, Json]) -> Block:
    text = item.get("text")
    if not isinstance(text, str):
        return _unknown(item, "a text block without a text")
    return Block("text", Plain("text"), item, text=clean(text), size=len(text), value=_spelled_value(text))


def _media(kind: Kind, item: dict[str, Json]) -> Block:
    mime = _word(item.get("mimeType"))
    title = one_line(f"{kind} {mime or 'of unknown type'}", _NAME)
    data, problem = _bytes(item.get("data"))
    return Block(kind, title, item, data=data, mime=mime, size=len(data or b""), problem=problem)


def _resource(item: dict[str, Json]) -> Block:
    """An embedded resource: text or bytes with an address."""
    resource = item.get("resource")
    if not isinstance(resource, dict):
        return _unknown(item, "a resource block without a resource")
    mime = _word(resource.get("mimeType"))
    title = one_line(f"resource {_word(resource.get('uri')) or 'without uri'}", _NAME)
    text = resource.get("text")
    if isinstance(text, str):
        value = _spelled_value(text)
        return Block("resource", title, item, text=clean(text), mime=mime, size=len(text), value=value)
    if "blob" not in resource:
        return Block("resource", title, item, mime=mime, problem=Plain("invalid: neither text nor blob"))
    data, problem = _bytes(resource["blob"])
    return Block("resource", title, item, data=data, mime=mime, size=len(data or b""), problem=problem)


def _link(item: dict[str, Json]) -> Block:
    uri = _word(item.get("uri"))
    lines = [uri, *(_word(item.get(key)) for key in ("title", "name", "description"))]
    text = clean("\n".join(line for line in lines if line))
    title = one_line(f"link {_word(item.get('name')) or uri or ''}", _NAME)
    problem = None if uri else Plain("invalid: no uri")
    mime = _word(item.get("mimeType"))
    return Block("resource_link", title, item, text=text, mime=mime, size=len(text), problem=problem)


def _structured(title: str, value: Json) -> Block:
    text = _readable(value)
    return Block("structured", Plain(title), value, text=text, mime="application/json", size=len(text), value=value)


def _unknown(value: Json, problem: str) -> Block:
    text = _readable(value)
    title, why = Plain("unknown"), Plain(problem)
    return Block("unknown", title, value, text=text, size=len(text), problem=why, value=value)


def _readable(value: Json) -> Plain:
    """JSON to be read: indented, unless it is so large that indenting would take seconds."""
    text = _spelled(value)
    return clean(_spelled(value, indent=2) if len(text) <= _INDENTED else text)


def _spelled_value(text: str) -> Json:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    read = read_json(text)
    return read.value or None if read.error is None and not read.lossy else None


def _bytes(encoded: Json) -> tuple[bytes | None, Plain | None]:
    """Base64 decoded, or why it cannot be."""
    if not isinstance(encoded, str):
        return None, Plain("invalid: the data is not a string")
    try:
        return base64.b64decode("".join(encoded.split()), validate=True), None
    except (binascii.Error, ValueError) as error:
        return None, one_line(f"invalid: not base64: {error}")


def _items(result: dict[str, Json]) -> list[Json]:
    content = result.get("contents", result.get("content"))
    return content if isinstance(content, list) else []


def _own_text(item: Json) -> str | None:
    """The text of a text block, an embedded resource, or one of ``contents``."""
    if not isinstance(item, dict):
        return None
    holder = item.get("resource") if item.get("type") == "resource" else item
    text = holder.get("text") if isinstance(holder, dict) else None
    return text if isinstance(text, str) else None


def _without_content(result: dict[str, Json]) -> dict[str, Json]:
    """What a result says besides the protocol's own keys."""
    return {key: value for key, value in result.items() if key not in _FRAME}


def _spelled(value: Json, indent: int | None = None) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent) if indent else compact(value)
    except (TypeError, ValueError, RecursionError):
        return "(nested too deeply to be shown)"


def _word(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
