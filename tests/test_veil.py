"""Secrets that are known are in no text that leaves the process."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscope import veil
from toolscope.plain import clean, one_line
from toolscope.veil import MASK, cover, hidden, hidden_json

SECRETS = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF), min_size=8, max_size=30).map(str.strip)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("written", ['s3cr3t/&="x', 'say "s3cr3t/&=\\"x"', "s3cr3t%2F%26%3D%22x", "czNjcjN0LyY9Ing="])
def test_a_secret_is_masked_as_it_is_and_as_json_urls_and_base64_spell_it(written: str) -> None:
    cover(['s3cr3t/&="x'])
    assert hidden(written) in (MASK, f'say "{MASK}"')


def test_a_secret_of_several_lines_is_masked_on_one_line_and_line_by_line() -> None:
    cover(["-----BEGIN-----\nMIIEvQIBADANBg\nshort\n-----END-----"])
    assert one_line("key: -----BEGIN-----\nMIIEvQIBADANBg\nshort\n-----END-----") == f"key: {MASK}"
    assert hidden("key: MIIEvQIBADANBg short") == f"key: {MASK} short"


def test_a_longer_secret_is_masked_before_one_that_it_holds() -> None:
    cover(["abcdef", "abcdef-ghijkl"])
    assert hidden("abcdef-ghijkl abcdef") == f"{MASK} {MASK}"


def test_a_short_secret_is_left_alone_because_it_is_a_part_of_too_many_words() -> None:
    cover(["dev", "", "     x     "])
    assert hidden("development of x") == "development of x"


@pytest.mark.parametrize("mark", ["", "…", "...", '…"'])
def test_the_beginning_of_a_secret_is_masked_where_a_text_was_cut(mark: str) -> None:
    cover(["0123456789abcdef"])
    assert hidden(f"it is 0123456789ab{mark}") == f"it is {MASK}{mark}"
    assert hidden("it is 0123456789ab, no more") == "it is 0123456789ab, no more"


def test_a_value_without_secrets_comes_back_as_it_is() -> None:
    cover(["topsecret"])
    value = {"a": [1, None, {"b": "plain"}], "c": ("x",)}
    assert hidden_json(value) is value
    assert hidden_json({"topsecret": ["topsecret", 5]}) == {MASK: [MASK, 5]}


@given(SECRETS.filter(lambda text: len(text) >= 8), JSON, st.text(max_size=10), st.text(max_size=10))
def test_no_text_and_no_value_gives_a_secret_away(secret: str, value: object, before: str, after: str) -> None:
    veil.uncover()
    cover([secret])
    said = f"{before}{secret}{after} {quote(secret)}"
    assert secret not in hidden(said)
    assert secret not in clean(said)
    told = hidden_json({"v": value, "k": [said, {said: 1}]})
    assert secret not in json.dumps(told, ensure_ascii=False)
    assert not any(secret in key for key in told["k"][1])
    assert hidden_json(told) == told
