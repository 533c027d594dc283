"""Tuned settings go back into the text they came from, and nothing else changes there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolscope.config.interpolate import Variables
from toolscope.config.model import ConfigError, Settings, Switch
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22
from toolscope.config.save import edited
from toolscope.config.section import Section
from toolscope.config.settings import defaults, resolve, tool_search
from toolscope.config.source import parse

TUNED = Settings(threshold_pct=1.5)


def saved(text: str, wanted: Settings = TUNED, name: str = "c.yaml", **variables: str) -> str:
    return edited(name, text, wanted, Variables(variables)).after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a value that is there
        ("tools:\n  tool_search:\n    threshold_pct: 5\n", "tools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("tools:\n  tool_search:\n    threshold_pct: 5", "tools:\n  tool_search:\n    threshold_pct: 1.5"),
        (
            '# top\r\ntools:\r\n  tool_search:\r\n    threshold_pct:   "5"   # share\r\n\r\n',
            '# top\r\ntools:\r\n  tool_search:\r\n    threshold_pct:   "1.5"   # share\r\n\r\n',
        ),
        ("tools: {tool_search: {threshold_pct: '3', a: 1}}", "tools: {tool_search: {threshold_pct: '1.5', a: 1}}"),
        ("---\n{tools: {tool_search: {threshold_pct: 3}}}\n", "---\n{tools: {tool_search: {threshold_pct: 1.5}}}\n"),
        (
            "tools:\n  tool_search:\n    threshold_pct: # none\n    listing:\n",
            "tools:\n  tool_search:\n    threshold_pct: 1.5 # none\n    listing:\n",
        ),
        # of two the last one holds
        (
            "tools: {a: 1}\n'tools':\n  tool_search:\n    threshold_pct: 2\n    threshold_pct: 3\n",
            "tools: {a: 1}\n'tools':\n  tool_search:\n    threshold_pct: 2\n    threshold_pct: 1.5\n",
        ),
        # a key that is not there
        (
            "tools:\n  tool_search:\n    enabled: auto  # yes\n    # last\n\nmodel: x\n",
            "tools:\n  tool_search:\n    enabled: auto  # yes\n    threshold_pct: 1.5\n    # last\n\nmodel: x\n",
        ),
        ("tools:\n tool_search: {enabled: auto,}\n", "tools:\n tool_search: {enabled: auto, threshold_pct: 1.5,}\n"),
        (
            "d: &d [a]\ntools:\n  tool_search: {defer: *d}\n",
            "d: &d [a]\ntools:\n  tool_search: {defer: *d, threshold_pct: 1.5}\n",
        ),
        (
            "d: &d [a]\ntools:\n  tool_search:\n    defer: *d  # names\n  # end\nmodel: x\n",
            "d: &d [a]\ntools:\n  tool_search:\n    defer: *d  # names\n    threshold_pct: 1.5\n  # end\nmodel: x\n",
        ),
        (
            "tools:\n  tool_search:\n    defer:\n    - a\n    - b\n",
            "tools:\n  tool_search:\n    defer:\n    - a\n    - b\n    threshold_pct: 1.5\n",
        ),
        # a block that is not there
        ("", "tools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("# only this", "# only this\n\ntools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("---\n# only this\n", "---\n# only this\n\ntools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("model: x\n\n", "model: x\n\ntools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("model: x\n...\n", "model: x\n\ntools:\n  tool_search:\n    threshold_pct: 1.5\n...\n"),
        ("note: |+\n  x\n\n", "note: |+\n  x\n\ntools:\n  tool_search:\n    threshold_pct: 1.5\n"),
        ("tools:\nmodel: x\n", "tools:\n  tool_search:\n    threshold_pct: 1.5\nmodel: x\n"),
        ("tools: {}  # none\n", "tools: {tool_search: {threshold_pct: 1.5}}  # none\n"),
        (
            "m:\n    a: 1\ntools: ~ # none\nmodel: x\n",
            "m:\n    a: 1\ntools: # none\n    tool_search:\n        threshold_pct: 1.5\nmodel: x\n",
        ),
        (
            "tools:\n   web: 1 # w\n# end\nmodel: x",
            "tools:\n   web: 1 # w\n   tool_search:\n      threshold_pct: 1.5\n# end\nmodel: x",
        ),
        # a boolean in its place
        (
            "tools:\n  tool_search: true   # why\nmodel: x\n",
            "tools:\n  tool_search:   # why\n    threshold_pct: 1.5\nmodel: x\n",
        ),
        ("tools: {tool_search: false}\n", "tools: {tool_search: {threshold_pct: 1.5}}\n"),
        ("tools:\n  tool_search:\n    null\n", "tools:\n  tool_search:\n    {threshold_pct: 1.5}\n"),
    ],
)
def test_only_the_changed_key_is_touched_wherever_it_stands(before: str, after: str) -> None:
    assert saved(before) == after
    assert edited("c.yaml", after, TUNED, Variables({})).changed == ()


def test_switching_on_what_was_false_is_written_out_even_when_it_is_the_default() -> None:
    assert saved("tools: {tool_search: off}\n", Settings()) == "tools: {tool_search: {enabled: auto}}\n"
    off = replace(TUNED, enabled="off")
    expected = "tools:\n  tool_search:\n    enabled: off\n    threshold_pct: 1.5\n"
    assert saved("tools:\n  tool_search: false\n", off) == expected


def test_every_key_is_spelled_as_people_write_it() -> None:
    wanted = Settings(
        threshold_pct=0.22,
        listing_max_tokens=12_000,
        enabled="on",
        listing="off",
        search_default_limit=3,
        max_search_limit=9,
    )
    assert saved("tools:\n  tool_search:\n    threshold_pct: 7.5\n", wanted) == (
        "tools:\n  tool_search:\n    threshold_pct: 0.22\n    enabled: on\n    listing: off\n"
        "    listing_max_tokens: 12000\n    search_default_limit: 3\n    max_search_limit: 9\n"
    )
    assert "threshold_pct: 7\n" in saved(
        "tools:\n  tool_search:\n    threshold_pct: 7.5\n", Settings(threshold_pct=7.0)
    )


def test_the_context_window_is_not_saved() -> None:
    text = "model: {context_length: 1000}\n"
    assert saved(text, Settings(context_length=500_000)) == text


def test_a_release_without_a_listing_is_not_given_its_keys() -> None:
    wanted = replace(resolve(HERMES_19, [])[0], listing="off", threshold_pct=2.0)
    assert saved("", wanted) == "tools:\n  tool_search:\n    threshold_pct: 2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"tools": {"tool_search": {}}}', "c.yaml: is JSON"),
        (
            "b: &b {threshold_pct: 3}\ntools:\n  tool_search: {<<: *b}\n",
            "c.yaml:3: threshold_pct comes from a merge key",
        ),
        ("b: &b {threshold_pct: 3}\ntools:\n  tool_search: {<<: [*b]}\n", "comes from a merge key"),
        ("b: &b {threshold_pct: 3}\ntools:\n  tool_search: *b\n", "c.yaml:3: tool_search repeats an anchor"),
        ("b: &b 3\ntools:\n  tool_search:\n    threshold_pct: *b\n", "c.yaml:4: threshold_pct has an anchor"),
        ("tools:\n  tool_search:\n    threshold_pct: &b 3\n", "c.yaml:3: threshold_pct has an anchor"),
        (
            "tools:\n  tool_search:\n    threshold_pct: !!int 3\n",
            "c.yaml:3: threshold_pct has an anchor, an alias or a tag",
        ),
        ("tools:\n  tool_search: &t\n    a: 1\nother: *t\n", "would be one of other values too"),
        ("tools:\n  tool_search:\n    threshold_pct: ${PCT}\n", "c.yaml:3: threshold_pct comes from a variable"),
        ("tools:\n  tool_search:\n    threshold_pct: [3]\n", "c.yaml:3: threshold_pct is not one value"),
        ("tools:\n  tool_search:\n    threshold_pct: |\n      3\n", "c.yaml:3: threshold_pct is not one value"),
        ("tools:\n  tool_search: some\n", "c.yaml:2: tool_search is no mapping"),
        ("tools: [a]\n", "c.yaml:1: tools is no mapping"),
        ("tools: yes\n", "c.yaml:1: tools is no mapping"),
        ("tools:\n  tool_search:\n    listing_max_tokens: .inf\n", "threshold_pct would still be read as 5.0"),
        ("note: |\n  no line break at the end", "would be one of other values too"),
        ("a: [", "c.yaml:1: not valid YAML"),
    ],
)
def test_a_file_that_cannot_be_edited_is_refused_with_the_place_and_the_reason(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        saved(text, PCT="3")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_key_written_twice_is_refused_where_it_resets_the_file() -> None:
    text = "tools: {}\ntools: {tool_search: {threshold_pct: 2}}\n"
    assert "1.5" in saved(text)
    with pytest.raises(ConfigError, match="written twice"):
        saved(text, replace(TUNED, profile=HERMES_22))


def test_a_variable_is_filled_in_before_a_difference_is_looked_for() -> None:
    text = "tools:\n  tool_search:\n    threshold_pct: ${PCT}\n    listing: auto\n"
    assert saved(text, PCT="1.5") == text
    assert "threshold_pct: ${PCT}\n    listing: off" in saved(text, replace(TUNED, listing="off"), PCT="1.5")


def test_the_difference_is_unified_and_says_where_each_setting_stands_now() -> None:
    found = edited("c.yaml", "a: 1\r\ntools:\r\n  tool_search:\r\n    threshold_pct: 5\r\n", TUNED, Variables({}))
    assert found.diff[:3] == ("--- c.yaml", "+++ c.yaml", "@@ -1,4 +1,4 @@")
    assert found.diff[-2:] == ("-    threshold_pct: 5", "+    threshold_pct: 1.5")
    assert str(found.origins["threshold_pct"]) == "c.yaml:4"
    assert found.changed == ("threshold_pct",)


def test_what_is_shown_of_the_lines_around_gives_no_secret_away() -> None:
    servers = "mcp_servers:\n  a:\n    env: {TOKEN: CANARY}\n    args:\n    - CANARY\n"
    after = "hooks:\n  CANARY: 1\n"
    text = f"{servers}tools:\n  tool_search:\n    threshold_pct: 5\n  web: {{x: 1}}\n{after}"
    found = edited("c.yaml", text.replace("CANARY: 1", "key: CANARY"), TUNED, Variables({}))
    assert any("CANARY" in line for line in found.diff)
    assert found.shown[2:] == (
        "@@ -5,7 +5,7 @@",
        "     •••",
        " tools:",
        "   tool_search:",
        "-    threshold_pct: 5",
        "+    threshold_pct: 1.5",
        "   web: {x: 1}",
        " hooks:",
        "   key: •••",
    )


def test_a_block_that_is_added_at_the_end_is_shown_under_masked_lines() -> None:
    found = edited("c.yaml", "mcp_servers:\n  a:\n    url: CANARY", TUNED, Variables({}))
    assert "CANARY" not in "\n".join(found.shown)
    assert found.shown[-3:] == ("+tools:", "+  tool_search:", "+    threshold_pct: 1.5")


def test_nothing_differs_is_no_change() -> None:
    text = "tools: {tool_search: {threshold_pct: 1.50}}\n"
    found = edited("c.yaml", text, TUNED, Variables({}))
    assert (found.after, found.changed, found.diff) == (text, (), ())


# any file, any settings

_SWITCH: st.SearchStrategy[Switch] = st.sampled_from(["auto", "on", "off"])
_COMMENT = st.sampled_from(["", "  # why", " #"])
_QUOTE = st.sampled_from(["", "'", '"'])


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    most = draw(st.integers(1, 50))
    return Settings(
        threshold_pct=draw(st.one_of(st.integers(0, 100).map(float), st.floats(0, 100).map(lambda x: round(x, 2)))),
        listing_max_tokens=draw(st.integers(200, 60_000)),
        enabled=draw(_SWITCH),
        listing=draw(_SWITCH),
        max_search_limit=most,
        search_default_limit=draw(st.integers(1, most)),
    )


@st.composite
def _block(draw: st.DrawFn, indent: str) -> list[str]:
    """Lines of ``tool_search`` with its key, in block style, flow style, or something else in its place."""
    written = {
        "enabled": draw(_SWITCH),
        "threshold_pct": str(draw(st.integers(-3, 120))),
        "listing": draw(_SWITCH),
        "listing_max_tokens": str(draw(st.integers(100, 70_000))),
        "max_search_limit": str(draw(st.integers(0, 60))),
        "defer": "[a, b]",
        "other": "1",
    }
    keys = draw(st.lists(st.sampled_from(sorted(written)), unique=True))
    quotes = {key: draw(_QUOTE) if key != "defer" else "" for key in keys}
    pairs = [f"{key}: {quotes[key]}{written[key]}{quotes[key]}" for key in keys]
    kind = draw(st.sampled_from(["block", "block", "flow", "true", "false", "null", ""]))
    comment = draw(_COMMENT)
    if kind == "flow":
        return [f"{indent}tool_search: {{{', '.join(pairs)}}}{comment}"]
    if kind != "block" or not pairs:
        return [f"{indent}tool_search: {kind if kind != 'block' else ''}{comment}"]
    lines = [f"{indent}tool_search:{comment}"]
    for pair in pairs:
        lines += draw(st.sampled_from([[], ["# between"], [f"{indent * 2}# between"], [""]]))
        lines.append(f"{indent * 2}{pair}{draw(_COMMENT)}")
    return lines


@st.composite
def files(draw: st.DrawFn) -> str:
    indent = draw(st.sampled_from(["  ", "    "]))
    around = [
        ["# a comment"],
        ["model: some-model  # window"],
        ["mcp_servers:", f"{indent}a:", f"{indent * 2}command: x # tools:", f"{indent * 2}args: [tool_search, 'b']"],
        ["note: |", f"{indent}# no comment", f"{indent}threshold_pct: 1"],
        ["", "deep:", f"{indent}- tools: {{tool_search: {{threshold_pct: 9}}}}"],
    ]
    tools = ["tools:"]
    tools += draw(st.sampled_from([[], [f"{indent}web: {{a: 1}}"], [f"{indent}# nothing"]]))
    tools += draw(st.one_of(st.just([]), _block(indent)))
    tools += draw(st.sampled_from([[], [f"{indent}last: [1,", f"{indent * 2}2]"], [f"{indent}# end"]]))
    parts = draw(st.permutations([*around, tools]))
    kept = parts[: draw(st.integers(0, len(parts)))]
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    start = draw(st.sampled_from(["", "---" + ending]))
    return start + "".join(line + ending for part in kept for line in part)


@given(files(), settings())
def test_any_file_is_edited_so_that_it_resolves_to_the_settings_and_all_else_stays(text: str, wanted: Settings) -> None:
    found = edited("c.yaml", text, wanted, Variables({}))
    source = parse("c.yaml", found.after)
    tools = (source.value or {}).get("tools") or {}
    layer = tool_search(Section(tools.get("tool_search"), (), source.origin), HERMES_21)
    assert replace(resolve(HERMES_21, [layer])[0], defer=None) == wanted
    assert _elsewhere(found.after) == _elsewhere(text)
    # Line by line: what is gone or new is about a key that changed, or about the mappings around it.
    for line in found.diff[2:]:
        if line[:1] in "+-" and line[1:].strip():
            assert any(f"{key}:" in line for key in (*found.changed, "tool_search", "tools")), line
    assert found.after.count("\r\n") == (found.after.count("\n") if "\r\n" in text else 0)
    assert edited("c.yaml", found.after, wanted, Variables({})).after == found.after


def _elsewhere(text: str) -> Any:
    """Everything but the six keys, read by PyYAML alone."""
    value = yaml.safe_load(text) or {}
    tools = value.pop("tools", None) or {}
    block = tools.pop("tool_search", None)
    saved_keys = defaults(HERMES_21).keys() - {"defer"}
    left = {key: inner for key, inner in block.items() if key not in saved_keys} if isinstance(block, dict) else {}
    return value, tools, left
