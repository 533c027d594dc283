"""Regular expressions in a schema, and which of them could take for ever on given arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolscope.canonical import Json, walk

_STEPS = 10_000_000
"""Steps of matching that are let run without a guard: some tenths of a second."""
_ESCAPE_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_QUANTIFIER = re.compile(r"(?P<star>[*+])|(?P<option>\?)|\{(?P<low>\d*)(?P<comma>,?)(?P<high>\d*)\}")


def patterns(schema: Json) -> Iterator[str]:
    """Every regular expression of a schema; a few may be data that only looks like one."""
    for node, _ in walk(schema):
        if isinstance(node, dict):
            if isinstance(node.get("pattern"), str):
                yield node["pattern"]
            if isinstance(node.get("patternProperties"), dict):
                yield from node["patternProperties"]


def costly(schema: Json, arguments: Json) -> str | None:
    """A pattern that might take too long on these arguments, judged by its shape and their longest text."""
    found = dict.fromkeys(patterns(schema))
    longest = _longest_text(arguments) if found else 0
    return next((pattern for pattern in found if longest and _steps(pattern, longest) > _STEPS), None)


def _steps(pattern: str, length: int) -> float:
    """A bound on the steps of matching a text of ``length``: infinite where repetition is repeated."""
    nested, loose = _shape(pattern)
    starts = 0 if pattern.startswith("^") and "|" not in pattern else 1
    return float("inf") if nested or loose > 100 else float(length + 1) ** (loose + starts)


def _shape(pattern: str) -> tuple[bool, int]:
    """Whether something that varies is itself repeated, and how many parts vary in length."""
    nested, loose = False, 0
    varies = [False]
    """Whether each open group holds a choice, outermost first."""
    group = False
    """Whether the last atom is a group that holds a choice."""
    position = 0
    while position < len(pattern):
        character = pattern[position]
        atom = _ESCAPE_OR_CLASS.match(pattern, position)
        quantifier = _QUANTIFIER.match(pattern, position)
        if quantifier and position:
            repeats, flexible = _effect(quantifier)
            nested |= group and repeats
            loose += flexible
            varies[-1] |= flexible
            position = quantifier.end() + (pattern[quantifier.end() : quantifier.end() + 1] in ("?", "+"))
            group = group and not repeats
            continue
        group = False
        if character == "(":
            varies.append(False)
            position += pattern.startswith("(?", position)
        elif character == "|":
            varies[-1] = True
        elif character == ")" and len(varies) > 1:
            group = varies.pop()
            varies[-1] |= group
        position = atom.end() if atom else position + 1
    return nested, loose


def _effect(quantifier: re.Match[str]) -> tuple[bool, bool]:
    """Whether a quantifier repeats its atom, and whether the number is open."""
    if quantifier["star"]:
        return True, True
    if quantifier["option"]:
        return False, True
    low, high = quantifier["low"], quantifier["high"]
    if not quantifier["comma"]:
        return low not in ("", "0", "1"), False
    return high not in ("0", "1"), low != high


def _longest_text(arguments: Json) -> int:
    longest = 0
    for node, _ in walk(arguments):
        if isinstance(node, str):
            longest = max(longest, len(node))
        elif isinstance(node, dict):
            longest = max([longest, *map(len, node)])
    return longest
