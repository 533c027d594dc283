"""A configuration file read: its value, and the line on which each key stands."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from toolscope.canonical import Json, walk
from toolscope.config import jsonc
from toolscope.config.model import ConfigError, Origin
from toolscope.plain import one_line

if TYPE_CHECKING:
    import yaml

Keys: TypeAlias = tuple[str, ...]
"""The keys that lead from the top of a file to one value."""
Index: TypeAlias = tuple[Mapping[Keys, int], tuple[Keys, ...]]
"""The line of each key, and the keys that were written twice."""
MOST_BYTES = 64 << 20
"""Of a file that people write."""
_DEEPEST = 100
_MOST_BITS = 14_000
"""Of an integer: Python refuses to spell longer ones, of more than 4,300 digits, and to read them."""
_QUOTED = re.compile(r"(['\"])(?!<)[^'\"\s]{4,}\1")
"""A name out of the file in a YAML error: not a token such as ``'<scalar>'`` or ``','``."""
_LARGEST = 300_000
"""Values in a YAML file, those that aliases repeat counted each time."""


@dataclass(frozen=True, slots=True)
class Source:
    """What one file says."""

    name: str
    """The file as it is named to a person."""
    value: Json
    index: Callable[[], Index] = lambda: ({}, ())
    """Finds the line of every key once it is asked for: large files are mostly read for their value alone."""
    under: Source | None = None
    """The file that this one was laid over, when ``value`` is a merge of both."""
    is_json: bool = False
    """Whether it is written as JSON."""
    path: Path | None = None
    """Where the file is; ``None`` for a text that is in none."""
    digest: str = ""
    """Of the file's bytes as they were read."""

    @property
    def lines(self) -> Mapping[Keys, int]:
        """The line of each key, and of each item of a list by its index."""
        return self.index()[0]

    @property
    def duplicates(self) -> tuple[Keys, ...]:
        """Keys written more than once in one mapping; the last one holds."""
        return self.index()[1]

    def origin(self, keys: Keys) -> Origin:
        """Where ``keys`` stand: in this file, in the one below, or at the nearest key around them."""
        if self.under is not None and keys not in self.lines and keys in self.under.lines:
            return self.under.origin(keys)
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return Origin(self.name, self.lines.get(keys))

    def over(self, base: Source) -> Source:
        """This file laid over another: mappings are merged, everything else replaces what was below."""
        return replace(self, value=_merged(base.value, self.value), under=base)


def _merged(base: Json, top: Json) -> Json:
    if isinstance(base, dict) and isinstance(top, dict):
        return base | {key: _merged(base.get(key), value) for key, value in top.items()}
    return base if top is None else top


def read(path: Path, strict_yaml: bool = False) -> Source:
    """Read a configuration file; raises ``ConfigError`` when it is missing, not text, or neither JSON nor YAML."""
    data = bytes_of(path, MOST_BYTES)
    name = one_line(str(path))
    return replace(parse(name, decoded(name, data), strict_yaml), path=path, digest=digest(data))


def digest(data: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(data).hexdigest()


def bytes_of(path: Path, largest: int) -> bytes:
    """What is in a regular file of at most ``largest`` bytes; raises ``ConfigError`` that says why it is not read.

    Pipes and devices are never opened: they may block, or have no end.
    """
    name = one_line(str(path))
    try:
        if path.is_dir():
            raise ConfigError(f"{name}: is a folder; name the file in it")
        if path.exists() and not path.is_file():
            raise ConfigError(f"{name}: is not a regular file; save its content in one and name that")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise ConfigError(f"{name}: no such file; check the path") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigError(f"{name}: cannot be read ({reason})") from None
    if len(data) > largest:
        raise ConfigError(f"{name}: is larger than {largest >> 20} MB; check that it is the right file")
    return data


def text_of(path: Path) -> str:
    """The text of a file without its byte order mark; raises ``ConfigError`` that says why there is none."""
    return decoded(one_line(str(path)), bytes_of(path, MOST_BYTES))


def decoded(name: str, data: bytes) -> str:
    """The text in the bytes of a file, as ``text_of`` gives it."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ConfigError(f"{name}: is not text; a configuration is YAML or JSON in UTF-8")
    return text


def parse(name: str, text: str, strict_yaml: bool = False) -> Source:
    """Read JSON with comments when it looks like JSON, else YAML 1.1; raises ``ConfigError`` with the line."""
    is_json = name.lower().endswith((".json", ".jsonc"))
    if not is_json and not text.lstrip().startswith(("{", "[", "//", "/*")):
        return _yaml(name, text, strict_yaml)
    try:
        value = jsonc.load(text)
    except json.JSONDecodeError as error:
        if not is_json:
            return _yaml(name, text, strict_yaml)
        raise ConfigError(f"{name}:{error.lineno}: not valid JSON: {error.msg}; correct this line") from None
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{name}: cannot be read as JSON: {why_unreadable(error)}") from None
    _check_extent(name, value, sys.maxsize)
    return Source(name, value, cache(lambda: jsonc.index(text)), is_json=True)


def _check_extent(name: str, value: Json, largest: int) -> None:
    """Refuse what nests without end, as a YAML alias to itself does, or grows without measure through aliases."""
    for seen, (node, depth) in enumerate(walk(value), 1):
        if depth > _DEEPEST or seen > largest:
            raise ConfigError(f"{name}: is nested too deeply or is too large for a configuration; check its aliases")
        if isinstance(node, int) and node.bit_length() > _MOST_BITS:
            raise ConfigError(f"{name}: cannot be read: it holds an integer of more than 4,300 digits")


def why_unreadable(error: Exception) -> str:
    """What stands in the way of a reader of JSON or YAML, in one line."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = one_line(str(error), 120)
    return "it holds an integer of more than 4,300 digits" if text.startswith("Exceeds the limit") else text


def nodes(text: str, strict: bool = False) -> yaml.Node | None:
    """The nodes of a YAML text that ``parse`` can read, each with the place where it begins and ends."""
    found: yaml.Node | None = _loader(strict)(text).get_single_node()
    return found


def _yaml(name: str, text: str, strict: bool) -> Source:
    import yaml

    try:
        loader = _loader(strict)(text)
        node = loader.get_single_node()
        if node is None:
            return Source(name, None)
        keys = list(_keys(node, (), set()))
        value = loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        # What is quoted of the file may be a secret; a single character is only where it stops.
        problem = one_line(_QUOTED.sub("a name", error.problem or "it breaks off"), 120)
        raise ConfigError(f"{name}{line}: not valid YAML: {problem}; correct this line") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ConfigError(f"{name}: cannot be read as YAML: {why_unreadable(error)}") from None
    _check_extent(name, value, _LARGEST)
    return Source(name, value, cache(lambda: jsonc.gathered(keys)))


def _loader(strict: bool) -> type[yaml.SafeLoader]:
    """PyYAML's safe loader, which reads ``on`` and ``off`` as booleans; a strict one reads ``y`` and ``n`` so too."""
    import yaml

    class Loader(yaml.SafeLoader):
        bool_values: dict[str, bool] = {**yaml.SafeLoader.bool_values, "y": True, "n": False}  # type: ignore[misc]

    if strict:
        Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^[yYnN]$"), list("yYnN"))
    return Loader


def _keys(node: Any, path: Keys, seen: set[int]) -> Iterator[tuple[Keys, int]]:
    """Each key below a YAML node with its line. A node that is repeated by an alias is entered once."""
    import yaml

    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                here = (*path, str(key.value))
                yield here, key.start_mark.line + 1
                yield from _keys(value, here, seen)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            here = (*path, str(index))
            yield here, item.start_mark.line + 1
            yield from _keys(item, here, seen)
