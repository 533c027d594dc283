"""The estimate that Hermes decides by, and the exact o200k_base count."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tiktoken

VOCABULARY = "o200k_base"
_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
_SPECIAL = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
_WORD_END = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_PATTERN = "|".join(
    (
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_WORD_END}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_WORD_END}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)


def estimate(chars: int) -> int:
    """Tokens that Hermes assumes for a number of characters: a quarter, rounded up (hermes.md §3)."""
    return -(-chars // 4)


@cache
def _encoding() -> tiktoken.Encoding:
    """The vocabulary that the package carries, so that counting never needs a network."""
    import gzip
    import hashlib
    from binascii import a2b_base64
    from importlib.resources import files

    import tiktoken

    raw = gzip.decompress((files("toolscope") / "data" / f"{VOCABULARY}.tiktoken.gz").read_bytes())
    if hashlib.sha256(raw).hexdigest() != _SHA256:
        raise ValueError(f"{VOCABULARY}: the vocabulary in the package is damaged; install toolscope again")
    ranks = {a2b_base64(line[: line.index(b" ")]): rank for rank, line in enumerate(raw.splitlines())}
    encoding = tiktoken.Encoding(VOCABULARY, pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens=_SPECIAL)
    ranks.clear()  # it has made a table of its own, and would keep these 30 MiB for nothing
    return encoding


def count(text: str) -> int:
    """Exact o200k_base tokens of a text. The first call loads the vocabulary (about 0.3 s): use a thread."""
    return len(_encoding().encode_ordinary(text))


@cache
def count_once(text: str) -> int:
    """``count``, remembered by text: for definitions and manifests, which come back unchanged."""
    return count(text)
