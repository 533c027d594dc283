"""What tells servers apart that have one name and one command: what they are given, by name; values are secrets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from toolscope.config.found import Found, identity
from toolscope.config.launch import Http, Launch, Stdio
from toolscope.plain import one_line

_FOLDER = "cwd"


def apart(found: Iterable[Found]) -> Mapping[str, str]:
    """A few words for each server that looks like another one, by identity."""
    alike: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for one in found:
        alike[one.server.name, one.server.endpoint].append(one)
    return {
        identity(one.server): words
        for twins in alike.values()
        if len(twins) > 1
        for one, words in zip(twins, _words([_given(twin.server.launch) for twin in twins]), strict=True)
    }


def given(launch: Launch | None) -> str:
    """The names of what a server is given: ``with API_KEY, LEVEL``; empty when it is given nothing."""
    names = ", ".join(_given(launch))
    return one_line(f"with {names}") if names else ""


def _given(launch: Launch | None) -> dict[str, object]:
    if isinstance(launch, Stdio):
        return {**launch.env, **({_FOLDER: launch.cwd} if launch.cwd else {})}
    if isinstance(launch, Http):
        query = launch.url.partition("?")[2]
        return {**launch.headers, **({"query": query} if query else {})}
    return {}


def _words(every: Sequence[Mapping[str, object]]) -> list[str]:
    names = dict.fromkeys(name for one in every for name in one)
    telling = [name for name in names if len({repr(one.get(name)) for one in every}) > 1]
    kinds = {name: list(dict.fromkeys(repr(one[name]) for one in every if name in one)) for name in telling}
    return [one_line(", ".join(_word(name, one, kinds[name]) for name in telling)) for one in every]


def _word(name: str, one: Mapping[str, object], kinds: Sequence[str]) -> str:
    """``no KEY``, ``with KEY``, or the second of several that differ: ``with KEY (2)``; a folder is no secret."""
    if name == _FOLDER and name in one:
        return f"in {one[name]}"
    if name not in one:
        return f"no {name}"
    return f"with {name}" + (f" ({kinds.index(repr(one[name])) + 1})" if len(kinds) > 1 else "")
