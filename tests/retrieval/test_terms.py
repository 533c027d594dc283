"""Words and their stems, whoever stems them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from snowballstemmer.english_stemmer import EnglishStemmer

from tests.golden import vector
from toolscope.config.profiles import HERMES_19, HERMES_21
from toolscope.retrieval import terms as room
from toolscope.retrieval.terms import stemmer, terms, words

PAIRS: list[tuple[str, str]] = [
    (word, stem)
    for word, stem in (row[:2] for row in [*vector("stems")["pairs"], *vector("stems")["differs"]])
    if word.isalnum() and word.isascii()
]


def test_every_stem_is_the_reference_s() -> None:
    assert len(PAIRS) > 2_000
    assert [terms(HERMES_21, word) for word, _ in PAIRS] == [[stem] for _, stem in PAIRS]


def test_pystemmer_is_taken_when_it_is_there_and_changes_no_stem() -> None:
    installed = pytest.importorskip("Stemmer")
    found = stemmer()
    assert isinstance(found, installed.Stemmer)
    assert [found.stemWord(word) for word, _ in PAIRS] == [stem for _, stem in PAIRS]


def test_a_pystemmer_of_another_version_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Older:
        """Stems as Snowball 2 did."""

        def stemWord(self, word: str) -> str:
            return "organ" if word == "organization" else str(EnglishStemmer().stemWord(word))

    monkeypatch.setattr("snowballstemmer.stemmer", lambda _: Older())
    assert isinstance(stemmer(), EnglishStemmer)


def test_threads_do_not_disturb_each_other_s_stems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snowballstemmer.stemmer", lambda _: EnglishStemmer())
    monkeypatch.setattr(room, "_own", type(room._own)())
    whole = [word for word, _ in PAIRS]

    def again(_: int) -> list[str]:
        return [room._stem.__wrapped__(word) for word in whole]

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(again, range(8)):
            assert found == [stem for _, stem in PAIRS]


def test_words_keep_their_spelling_and_their_place() -> None:
    text = "List user-IDs, résumé v1.2"
    found = list(words(HERMES_21, text))
    assert [word.term for word in found] == ["list", "user", "id", "r", "sum", "v1", "2"]
    assert [text[word.start : word.start + len(word.spelling)] for word in found] == [w.spelling for w in found]


def test_the_legacy_release_stems_nothing() -> None:
    assert terms(HERMES_19, "Listing ISSUES") == ["listing", "issues"]
