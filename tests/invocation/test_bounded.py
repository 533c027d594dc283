from __future__ import annotations

import pytest

from toolscope.invocation.bounded import check_bounded
from toolscope.invocation.checking import UncheckedError, check

SCHEMA = {"type": "object", "properties": {"a": {"pattern": "^(a+)+$"}, "n": {"type": "integer"}}}


def test_the_other_process_finds_what_this_one_finds() -> None:
    arguments = {"a": "\u202eb\ud800", "n": float("nan")}
    assert check_bounded(SCHEMA, arguments) == check(SCHEMA, arguments)
    assert len(check(SCHEMA, arguments)) == 2


def test_a_schema_that_cannot_be_applied_has_the_same_reason_there() -> None:
    with pytest.raises(UncheckedError, match="not valid"):
        check_bounded({"type": "text"}, {})


def test_a_match_that_never_returns_is_ended() -> None:
    with pytest.raises(UncheckedError, match=r"longer than 0\.2 s"):
        check_bounded(SCHEMA, {"a": "a" * 60 + "!"}, seconds=0.2)
