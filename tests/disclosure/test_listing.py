"""Short descriptions, as the reference cuts them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import vector
from toolscope.disclosure.listing import HEADER, Group, short_description


@pytest.mark.parametrize("case", vector("short_descriptions")["cases"], ids=lambda case: str(case[0])[:30])
def test_a_short_description_is_the_reference_s(case: list[Any]) -> None:
    given, short = case
    assert short_description(given or "") == short


def test_our_words_have_the_reference_s_lengths() -> None:
    assert len(HEADER) == 81
    assert Group("", ()).lengths["summary"].chars == 56 + 1
