"""Values put into the text of a YAML file: only their own characters change, everything else stays as it was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import yaml

Tree: TypeAlias = "Mapping[str, str | Tree]"
"""Keys with their values as they are spelled, or with the keys below them."""
_NULL, _BOOL, _MERGE = (f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "merge"))


class NotEditable(Exception):
    """A place that cannot be edited without touching others: the line, from 1, and the reason."""

    def __init__(self, node: yaml.Node, reason: str) -> None:
        super().__init__(reason)
        self.line: int = node.start_mark.line + 1


@dataclass(frozen=True, slots=True)
class _Edit:
    """Characters from ``start`` up to ``end`` become ``text``."""

    start: int
    end: int
    text: str


def put(text: str, root: yaml.Node | None, path: Sequence[str], values: Mapping[str, str]) -> str:
    """The text with ``values`` in the mapping at ``path``; a mapping that is not there is added.

    ``root`` is what the text was composed to. Where a key was written twice the last one is meant, since it holds.
    Raises ``NotEditable`` for a value that comes from an anchor, a merge key or a variable, or is no scalar.
    """
    edits = list(_Page(text, root).edits(path, values))
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@dataclass(frozen=True, slots=True)
class _Page:
    """A text, and what it was composed to."""

    text: str
    root: yaml.Node | None

    def edits(self, path: Sequence[str], values: Mapping[str, str]) -> Iterator[_Edit]:
        """What to do for ``put``."""
        node = self.root
        if node is None or _start(node) == _stop(node):
            yield self._appended(_tree(path, values), len(self.text), 0)
            return
        for depth, name in enumerate(path):
            found = _entry(node, name)
            if found is None:
                yield self._added(node, _tree(path[depth:], values))
                return
            key, value = found
            if _is_alias(key, value):
                raise NotEditable(key, f"{name} repeats an anchor, so that a change would be one of other places too")
            if value.tag == _NULL or (value.tag == _BOOL and name == path[-1]):
                yield from self._filled(node, key, value, _tree(path[depth + 1 :], values))
                return
            node = value
            if not _is_mapping(node):
                raise NotEditable(key, f"{name} is no mapping")
        yield from self._set(node, values)

    def _set(self, node: yaml.Node, values: Mapping[str, str]) -> Iterator[_Edit]:
        """Values in a mapping that is there: those that are written are replaced, the others added."""
        found = {name: _entry(node, name) for name in values}
        yield from (self._replaced(*entry, values[name]) for name, entry in found.items() if entry)
        absent = {name: values[name] for name, entry in found.items() if not entry}
        if absent:
            yield self._added(node, absent)

    def _replaced(self, key: yaml.Node, value: yaml.Node, spelled: str) -> _Edit:
        start, end = _start(value), _stop(value)
        written = self.text[start:end]
        style = getattr(value, "style", None)
        if _is_alias(key, value) or written.startswith(("&", "!")):
            raise NotEditable(key, f"{key.value} has an anchor, an alias or a tag")
        if not hasattr(value, "style") or style in ("|", ">"):
            raise NotEditable(key, f"{key.value} is not one value on one line")
        if "${" in written:
            raise NotEditable(key, f"{key.value} comes from a variable")
        quote = style or ""
        return _Edit(start, end, f"{quote}{spelled}{quote}" if written else f" {spelled}")

    # additions

    def _added(self, node: Any, tree: Tree) -> _Edit:
        """Keys after the last one of a mapping."""
        if not _is_mapping(node):
            raise NotEditable(node, "the file is no mapping")
        for name in tree:
            if _inherits(node, name):
                raise NotEditable(node, f"{name} comes from a merge key (<<)")
        if node.flow_style:
            return self._in_flow(node, tree)
        column = node.value[0][0].start_mark.column
        if node is self.root:
            return self._appended(tree, _stop(node), column)
        return self._below(self._end(node), tree, column)

    def _in_flow(self, node: Any, tree: Tree) -> _Edit:
        """After the last value between braces."""
        at = _stop(node) - 1
        if node.value:
            key, value = node.value[-1]
            if not _is_alias(key, value):
                at = _stop(value)
            elif self.text[:at].rstrip().endswith(","):
                return _Edit(at, at, f" {_flow(tree)}")
        return _Edit(at, at, f", {_flow(tree)}" if node.value else _flow(tree))

    def _filled(self, node: Any, key: yaml.Node, value: yaml.Node, tree: Tree) -> Iterator[_Edit]:
        """A mapping in the place of nothing, or of a boolean."""
        start, end = _start(value), _stop(value)
        if self.text[start:end].startswith(("&", "!")):
            raise NotEditable(key, f"{key.value} has an anchor or a tag")
        if node.flow_style or key.start_mark.line != value.start_mark.line:
            yield _Edit(start, end, f"{'' if end > start else ' '}{{{_flow(tree)}}}")
            return
        yield _Edit(self.text.index(":", _stop(key)) + 1, end, "")
        yield self._below(end, tree, key.start_mark.column + self._step)

    def _below(self, end: int, tree: Tree, column: int) -> _Edit:
        """Lines below the one in which something ends."""
        at = end if self.text[end - 1 : end] == "\n" else self.text.find("\n", end) + 1
        lines = self._line_break.join(_block(tree, column, self._step))
        if at == 0:
            return _Edit(len(self.text), len(self.text), f"{self._line_break}{lines}")
        return _Edit(at, at, f"{lines}{self._line_break}")

    def _appended(self, tree: Tree, at: int, column: int) -> _Edit:
        """Lines at the end, after an empty one."""
        above = self.text[:at]
        gap = "" if not above or above.endswith("\n") else self._line_break
        lines = above.splitlines()
        if lines and lines[-1].strip() and not self._ends_as_block_text:
            gap += self._line_break
        return _Edit(at, at, gap + "".join(f"{line}{self._line_break}" for line in _block(tree, column, self._step)))

    # what the file looks like

    @property
    def _line_break(self) -> str:
        return "\r\n" if self.text[: self.text.find("\n") + 1].endswith("\r\n") else "\n"

    @property
    def _step(self) -> int:
        """By how much the file indents."""
        entries = self.root.value if self.root is not None and _is_mapping(self.root) else ()
        for key, value in entries:
            if _is_mapping(value) and not value.flow_style and not _is_alias(key, value):
                deeper: int = value.value[0][0].start_mark.column - key.start_mark.column
                return max(1, deeper)
        return 2

    @property
    def _ends_as_block_text(self) -> bool:
        """Whether the last value is text after ``|`` or ``>``, to which an empty line could belong."""
        node: Any = self.root
        while node is not None and node.value and not isinstance(node.value, str):
            last = node.value[-1]
            node = last[1] if isinstance(last, tuple) else last
        return getattr(node, "style", None) in ("|", ">")

    def _end(self, node: Any) -> int:
        """Where the last character of a node is, without the empty lines and comments that follow."""
        if isinstance(node.value, str) or node.flow_style:
            return _stop(node)
        last = node.value[-1]
        inner = last[1] if isinstance(last, tuple) else last
        before = _stop(last[0]) if isinstance(last, tuple) else _start(node)
        if _start(inner) >= before:
            return self._end(inner)
        # An alias: it stands where nothing is told about, and is the last thing before the comments.
        lines = self.text[: _stop(node)].splitlines(keepends=True)
        while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
        return len("".join(lines).rstrip())


def _start(node: Any) -> int:
    index: int = node.start_mark.index
    return index


def _stop(node: Any) -> int:
    index: int = node.end_mark.index
    return index


def _is_mapping(node: Any) -> bool:
    return bool(node.id == "mapping")


def _is_alias(key: yaml.Node, value: yaml.Node) -> bool:
    """Whether a value stands elsewhere: what an alias repeats comes before it."""
    return _start(value) < _stop(key)


def _entry(node: Any, name: str) -> tuple[Any, Any] | None:
    """The last entry of a mapping under a name."""
    entries = node.value if _is_mapping(node) else ()
    return next(((key, value) for key, value in reversed(entries) if key.id == "scalar" and key.value == name), None)


def _inherits(node: Any, name: str) -> bool:
    """Whether a merge key brings a key in."""
    merged = [value for key, value in node.value if key.tag == _MERGE]
    parts = [part for value in merged for part in ([value] if _is_mapping(value) else value.value)]
    return any(_is_mapping(part) and (_entry(part, name) is not None or _inherits(part, name)) for part in parts)


def _tree(path: Sequence[str], values: Mapping[str, str]) -> Tree:
    tree: Tree = values
    for name in reversed(path):
        tree = {name: tree}
    return tree


def _block(tree: Tree, column: int, step: int) -> Iterator[str]:
    """A line a key, indented."""
    for name, value in tree.items():
        yield f"{' ' * column}{name}:" + (f" {value}" if isinstance(value, str) else "")
        if not isinstance(value, str):
            yield from _block(value, column + step, step)


def _flow(tree: Tree) -> str:
    """Keys as they stand between braces."""
    return ", ".join(f"{k}: {v}" if isinstance(v, str) else f"{k}: {{{_flow(v)}}}" for k, v in tree.items())
