from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.invocation.test_coerce import JSON
from toolscope.invocation.result import Block, blocks, model_text

PNG = b"\x89PNG\r\n"
KEYS = [
    "type",
    "text",
    "data",
    "mimeType",
    "resource",
    "uri",
    "blob",
    "content",
    "contents",
    "structuredContent",
    "name",
]
RESULTS = st.recursive(
    JSON | st.sampled_from(["text", "image", "audio", "resource", "resource_link", "AAAA", "=", "é"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


def only(item: Any) -> Block:
    (block,) = blocks({"content": [item]})
    assert block.raw == item
    return block


def test_each_kind_of_block_is_read() -> None:
    encoded = base64.b64encode(PNG).decode()
    text = only({"type": "text", "text": "hé\x1b[2J"})
    assert (text.kind, text.text, text.size) == ("text", "hé␛[2J", 6)
    for kind in ("image", "audio"):
        media = only({"type": kind, "data": encoded, "mimeType": f"{kind}/x"})
        assert (media.kind, media.data, media.mime, media.size, media.problem) == (kind, PNG, f"{kind}/x", 6, None)
    embedded = only({"type": "resource", "resource": {"uri": "file:///a", "text": "hello", "mimeType": "text/plain"}})
    assert (embedded.kind, embedded.text, embedded.size, embedded.title) == (
        "resource",
        "hello",
        5,
        "resource file:///a",
    )
    blob = only({"type": "resource", "resource": {"uri": "file:///b", "blob": encoded}})
    assert (blob.data, blob.size) == (PNG, 6)
    link = only({"type": "resource_link", "uri": "https://x", "name": "x"})
    assert (link.kind, link.title, link.text) == ("resource_link", "link x", "https://x\nx")


@pytest.mark.parametrize("data", ["%%%", "abc", 5, None, "é"])
def test_bad_base64_makes_an_invalid_block_among_good_ones(data: Any) -> None:
    first, second = blocks(
        {"content": [{"type": "image", "data": data, "mimeType": "image/png"}, {"type": "text", "text": "x"}]}
    )
    assert (first.kind, first.data) == ("image", None)
    assert str(first.problem).startswith("invalid: ")
    assert (second.text, second.problem) == ("x", None)


@pytest.mark.parametrize(
    "item",
    [{"type": "hologram", "x": 1}, {"type": "text"}, {"text": "no type"}, {"type": "resource"}, {"type": 5}, "x", None],
)
def test_an_unknown_block_is_named_and_shown_as_json(item: Any) -> None:
    block = only(item)
    assert block.kind == "unknown"
    assert block.problem
    assert block.text is not None


def test_structured_content_follows_the_other_blocks() -> None:
    text, structured = blocks({"content": [{"type": "text", "text": "x"}], "structuredContent": {"n": 1}})
    assert (text.kind, structured.kind, structured.text) == ("text", "structured", '{\n  "n": 1\n}')


@pytest.mark.parametrize("result", [None, 5, [], "x", {"content": "x"}, {"content": {}}])
def test_a_result_of_the_wrong_shape_is_one_unknown_block(result: Any) -> None:
    (block,) = blocks(result)
    assert (block.kind, block.raw) == ("unknown", result.get("content") if isinstance(result, dict) else result)


def test_resources_and_prompts_are_shown_too() -> None:
    (read,) = blocks({"contents": [{"uri": "file:///a", "text": "hello"}]})
    assert (read.kind, read.text) == ("resource", "hello")
    (listed,) = blocks({"resources": [{"uri": "file:///a"}], "_meta": {}})
    assert (listed.kind, "file:///a" in str(listed.text)) == ("structured", True)
    assert blocks({"content": [], "isError": False, "resultType": "complete"}) == ()
    assert blocks({"_meta": {}}) == ()


def test_a_long_text_is_kept_whole() -> None:
    assert only({"type": "text", "text": "x" * 10_000_000}).size == 10_000_000


def test_a_result_nested_too_deeply_is_named_not_raised() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    (block,) = blocks({"structuredContent": deep})
    assert block.text == "(nested too deeply to be shown)"
    assert model_text({"structuredContent": deep})


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (
            {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b\x1b"}], "structuredContent": {}},
            "a\nb\x1b",
        ),
        ({"content": [{"type": "resource", "resource": {"uri": "x", "text": "inside"}}]}, "inside"),
        ({"content": [{"type": "image", "data": "AAAA"}], "structuredContent": {"a": [1, "é"]}}, '{"a":[1,"é"]}'),
        ({"content": [{"type": "image", "data": "AAAA"}]}, ""),
        ({"contents": [{"uri": "x", "text": "read"}]}, "read"),
        ({"resources": []}, '{"resources":[]}'),
        ({"content": [], "resultType": "complete"}, ""),
        (None, ""),
        ("x", '"x"'),
    ],
)
def test_a_model_pays_for_the_text_or_else_for_the_structure(result: Any, text: str) -> None:
    assert model_text(result) == text


@given(RESULTS)
def test_any_json_becomes_blocks(result: Any) -> None:
    for shape in (result, {"content": [result]}, {"content": result}, {"contents": [result]}):
        for block in blocks(shape):
            assert block.title
            assert block.text is None or "\x1b" not in block.text
        assert isinstance(model_text(shape), str)
