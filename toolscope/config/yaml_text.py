"""Values put into the text of a YAML file: only their own characters change, everything else stays as it was typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolscope.config.yaml_nodes import entry, inherits, is_alias, is_mapping, last, start, stop
from toolscope.config.yaml_spelling import Items, Tree, block, flow, tree

if TYPE_CHECKING:
    import yaml

_NULL, _BOOL = (f"tag:yaml.org,2002:{name}" for name in ("null", "bool"))


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
    return _edited(text, _Page(text, root).edits(path, values))


def append(text: str, root: yaml.Node | None, path: Sequence[str], item: Mapping[str, str]) -> str:
    """The text with one more item in the list at ``path``, on a line of its own where the list is no flow.

    A list that is not there is added. Otherwise as ``put``.
    """
    return _edited(text, _Page(text, root).edits(path, (item,)))


def _edited(text: str, edits: Iterable[_Edit]) -> str:
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@dataclass(frozen=True, slots=True)
class _Page:
    """A text, and what it was composed to."""

    text: str
    root: yaml.Node | None

    def edits(self, path: Sequence[str], new: Mapping[str, str] | Items) -> Iterator[_Edit]:
        """What puts values into the mapping, or items into the list, at a path."""
        node: Any = self.root
        if node is None or start(node) == stop(node):
            yield self._appended({path[0]: tree(path[1:], new)}, len(self.text), 0)
            return
        for depth, name in enumerate(path):
            found = entry(node, name)
            if found is None:
                yield self._added(node, {name: tree(path[depth + 1 :], new)})
                return
            key, value = found
            if is_alias(key, value):
                raise NotEditable(key, f"{name} repeats an anchor, so that a change would be one of other places too")
            if value.tag == _NULL or (value.tag == _BOOL and name == path[-1]):
                yield from self._filled(node, key, value, tree(path[depth + 1 :], new))
                return
            node = value
            listed = isinstance(new, tuple) and depth + 1 == len(path)
            if node.id != ("sequence" if listed else "mapping"):
                raise NotEditable(key, f"{name} is no {'list' if listed else 'mapping'}")
        yield from self._listed(node, new) if isinstance(new, tuple) else self._set(node, new)

    def _listed(self, node: Any, items: Items) -> Iterator[_Edit]:
        """Items after the last one of a list."""
        if node.flow_style:
            yield self._in_flow(node, ", ".join(self._flow(item) for item in items))
        else:
            yield self._below(self._end(node), items, node.start_mark.column)

    def _set(self, node: yaml.Node, values: Mapping[str, str]) -> Iterator[_Edit]:
        """Values in a mapping that is there: those that are written are replaced, the others added."""
        found = {name: entry(node, name) for name in values}
        yield from (self._replaced(*pair, values[name]) for name, pair in found.items() if pair)
        absent = {name: values[name] for name, pair in found.items() if not pair}
        if absent:
            yield self._added(node, absent)

    def _replaced(self, key: yaml.Node, value: yaml.Node, spelled: str) -> _Edit:
        begin, end = start(value), stop(value)
        written = self.text[begin:end]
        style = getattr(value, "style", None)
        if is_alias(key, value) or written.startswith(("&", "!")):
            raise NotEditable(key, f"{key.value} has an anchor, an alias or a tag")
        if not hasattr(value, "style") or style in ("|", ">"):
            raise NotEditable(key, f"{key.value} is not one value on one line")
        if "${" in written:
            raise NotEditable(key, f"{key.value} comes from a variable")
        quote = style or ""
        return _Edit(begin, end, f"{quote}{spelled}{quote}" if written else f" {spelled}")

    # additions

    def _added(self, node: Any, new: Tree) -> _Edit:
        """Keys after the last one of a mapping."""
        if not is_mapping(node):
            raise NotEditable(node, "the file is no mapping")
        for name in new:
            if inherits(node, name):
                raise NotEditable(node, f"{name} comes from a merge key (<<)")
        if node.flow_style:
            return self._in_flow(node, self._flow(new)[1:-1])
        column = node.value[0][0].start_mark.column
        if node is self.root:
            return self._appended(new, stop(node), column)
        return self._below(self._end(node), new, column)

    def _in_flow(self, node: Any, spelled: str) -> _Edit:
        """After the last thing between brackets."""
        at = stop(node) - 1
        if not node.value:
            return _Edit(at, at, spelled)
        inner, stands_here = last(node)
        if stands_here:
            at = stop(inner)
        elif self.text[:at].rstrip().endswith(","):
            return _Edit(at, at, f" {spelled}")
        return _Edit(at, at, f", {spelled}")

    def _filled(self, node: Any, key: yaml.Node, value: yaml.Node, new: Tree | Items) -> Iterator[_Edit]:
        """A mapping or a list in the place of nothing, or of a boolean."""
        begin, end = start(value), stop(value)
        if self.text[begin:end].startswith(("&", "!")):
            raise NotEditable(key, f"{key.value} has an anchor or a tag")
        if node.flow_style or key.start_mark.line != value.start_mark.line:
            yield _Edit(begin, end, f"{'' if end > begin else ' '}{self._flow(new)}")
            return
        yield _Edit(self.text.index(":", stop(key)) + 1, end, "")
        yield self._below(end, new, key.start_mark.column + self._step)

    def _below(self, end: int, new: Tree | Items, column: int) -> _Edit:
        """Lines below the one in which something ends."""
        at = end if self.text[end - 1 : end] == "\n" else self.text.find("\n", end) + 1
        lines = self._line_break.join(block(new, column, self._step))
        if at == 0:
            return _Edit(len(self.text), len(self.text), f"{self._line_break}{lines}")
        return _Edit(at, at, f"{lines}{self._line_break}")

    def _appended(self, new: Tree, at: int, column: int) -> _Edit:
        """Lines at the end, after an empty one."""
        above = self.text[:at]
        gap = "" if not above or above.endswith("\n") else self._line_break
        lines = above.splitlines()
        if lines and lines[-1].strip() and not self._ends_as_block_text:
            gap += self._line_break
        return _Edit(at, at, gap + "".join(f"{line}{self._line_break}" for line in block(new, column, self._step)))

    # what the file looks like

    @property
    def _line_break(self) -> str:
        return "\r\n" if self.text[: self.text.find("\n") + 1].endswith("\r\n") else "\n"

    def _flow(self, value: Tree | Items) -> str:
        """Between brackets, in quotes where the file is JSON."""
        root: Any = self.root
        as_json = root is not None and root.flow_style and root.value and getattr(root.value[0][0], "style", "") == '"'
        return flow(value, bool(as_json))

    @property
    def _step(self) -> int:
        """By how much the file indents."""
        entries = self.root.value if self.root is not None and is_mapping(self.root) else ()
        for key, value in entries:
            if is_mapping(value) and not value.flow_style and not is_alias(key, value):
                deeper: int = value.value[0][0].start_mark.column - key.start_mark.column
                return max(1, deeper)
        return 2

    @property
    def _ends_as_block_text(self) -> bool:
        """Whether the last value is text after ``|`` or ``>``, to which an empty line could belong."""
        node: Any = self.root
        while node is not None and node.value and not isinstance(node.value, str):
            node, _ = last(node)
        return getattr(node, "style", None) in ("|", ">")

    def _end(self, node: Any) -> int:
        """Where the last character of a node is, without the empty lines and comments that follow."""
        if isinstance(node.value, str) or node.flow_style:
            return stop(node)
        inner, stands_here = last(node)
        if stands_here:
            return self._end(inner)
        # An alias: it stands where nothing is told about, and is the last thing before the comments.
        lines = self.text[: stop(node)].splitlines(keepends=True)
        while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
        return len("".join(lines).rstrip())
