"""The estimate and the exact count."""

from __future__ import annotations

import base64
import gzip
from importlib.resources import files
from typing import Any

import pytest
import tiktoken
import tiktoken_ext.openai_public as public
from hypothesis import given
from hypothesis import strategies as st

from toolscope.tokens import _encoding, count, estimate


@pytest.mark.parametrize(("chars", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2), (2455, 614)])
def test_the_estimate_is_a_quarter_rounded_up(chars: int, tokens: int) -> None:
    assert estimate(chars) == tokens


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """tiktoken's own o200k_base, its download replaced by the file in the package."""

    def load(url: str, expected_hash: str | None = None) -> dict[bytes, int]:
        raw = gzip.decompress((files("toolscope") / "data" / "o200k_base.tiktoken.gz").read_bytes())
        return {base64.b64decode(t): int(r) for t, r in (line.split() for line in raw.splitlines())}

    monkeypatch.setattr(public, "load_tiktoken_bpe", load)
    parts: dict[str, Any] = public.o200k_base()
    return tiktoken.Encoding(**parts)


def test_our_encoding_is_tiktokens(reference: tiktoken.Encoding) -> None:
    assert _encoding()._pat_str == reference._pat_str
    assert _encoding()._special_tokens == reference._special_tokens
    for text in ("Hello, world!", "mcp__tracker__create_issue", "naïve — 日本語 \U0001f600", "a" * 500, "\n\n  x\t"):
        assert count(text) == len(reference.encode_ordinary(text))


@given(st.text())
def test_any_text_can_be_counted(text: str) -> None:
    assert (count(text) == 0) == (text == "")


def test_special_words_in_a_text_are_only_words() -> None:
    assert count("<|endoftext|>") > 1
