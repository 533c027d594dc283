"""A guardrail rule added to toolscope's own file: everything else in it stays as it is written, comments included."""

from __future__ import annotations

import copy
import difflib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolscope.canonical import Json
from toolscope.config import atomic, own, source
from toolscope.config.model import ConfigError, Guardrail
from toolscope.plain import one_line

_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What writing one rule would do to the file."""

    path: Path
    before: str | None
    """The text of the file; ``None`` when there is none yet."""
    after: str
    guardrail: Guardrail
    """All rules, with the new one."""

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        old, new = (self.before or "").splitlines(), self.after.splitlines()
        name = str(self.path)
        origin = name if self.before is not None else "/dev/null"
        return "\n".join(difflib.unified_diff(old, new, origin, name, lineterm=""))

    def write(self) -> None:
        """Replace the file; raises ``ConfigError`` when that fails, or when it was changed since it was read."""
        if _text(self.path) != self.before:
            name = one_line(str(self.path))
            raise ConfigError(f"{name}: was changed meanwhile; look at the new difference before it is written")
        with atomic.explained(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(self.path, self.after.encode())


def allowing(path: Path, match: str) -> RuleChange:
    """The change that allows what a pattern means; raises ``ConfigError`` when the file cannot be changed safely."""
    before = _text(path)
    rule = {"match": match, "decision": "allow"}
    after = with_rule(str(path), before or "", rule)
    found = own.interpret(path, source.parse(one_line(str(path)), after))
    return RuleChange(path, before, after, found.guardrail)


def with_rule(name: str, text: str, rule: dict[str, str]) -> str:
    """The text of a file with a rule at the end of ``guardrail.rules``; raises ``ConfigError`` with the rule in it."""
    by_hand = one_line(f"{name}: cannot be changed safely; add this to guardrail.rules by hand: {_spelled(rule)}")
    wanted = _added(source.parse(name, text).value, rule, by_hand)
    try:
        after = _edited(text, rule)
        if after is None or source.parse(name, after).value != wanted:
            raise ConfigError(by_hand)
    except ConfigError:
        raise ConfigError(by_hand) from None
    return after


def _text(path: Path) -> str | None:
    """The text with its line ends as they are."""
    if not path.exists():
        return None
    try:
        return source.bytes_of(path, source.MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{one_line(str(path))}: is not in UTF-8; save it as UTF-8 to have rules added") from None


def _added(value: Json, rule: dict[str, str], by_hand: str) -> Json:
    """The value that the file shall have."""
    top = {} if value is None else copy.deepcopy(value)
    guardrail = (top.get("guardrail") or {}) if isinstance(top, dict) else None
    rules = (guardrail.get("rules") or []) if isinstance(guardrail, dict) else None
    if not isinstance(rules, list) or not isinstance(guardrail, dict):
        raise ConfigError(by_hand)
    return {**top, "guardrail": {**guardrail, "rules": [*rules, rule]}}


def _spelled(rule: dict[str, str], quoted: bool = False) -> str:
    """A rule on one line, for YAML, or ``quoted`` for JSON too."""
    match = _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(rule["match"], ensure_ascii=False))
    if quoted:
        return f'{{"match": {match}, "decision": "{rule["decision"]}"}}'
    return f"{{match: {match}, decision: {rule['decision']}}}"


def _edited(text: str, rule: dict[str, str]) -> str | None:
    """The text with the rule put in where its place is; ``None`` where no place is found."""
    import yaml

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    edit = _Edit(text, rule)
    if root is None:
        return edit.lines_at(len(text), ["guardrail:", "  rules:", f"    - {_spelled(rule)}"])
    guardrail = _child(root, "guardrail")
    if guardrail is None or _is_null(guardrail):
        return edit.under(root, "guardrail", guardrail, ["rules:", f"  - {_spelled(rule)}"])
    rules = _child(guardrail, "rules")
    if rules is None or _is_null(rules):
        return edit.under(guardrail, "rules", rules, [f"- {_spelled(rule)}"])
    return edit.item_of(rules)


@dataclass(frozen=True, slots=True)
class _Edit:
    """One insertion into a text."""

    text: str
    rule: dict[str, str]

    def under(self, holder: Any, key: str, empty: Any | None, lines: list[str]) -> str | None:
        """A key of a mapping: new, or one that is there with nothing under it."""
        if not hasattr(holder, "value") or not isinstance(holder.value, list):
            return None
        if holder.flow_style:
            held = f"[{_spelled(self.rule, True)}]"
            held = held if key == "rules" else f'{{"rules": {held}}}'
            if empty is not None:
                return self._put(empty.start_mark.index, empty.end_mark.index, f" {held}")
            return self._in_flow(holder, f'"{key}": {held}')
        column = holder.start_mark.column
        inner = [" " * (column + 2) + line for line in lines]
        if empty is None:
            return self.lines_at(_end(holder), [" " * column + f"{key}:", *inner])
        emptied = _Edit(self._put(empty.start_mark.index, empty.end_mark.index, ""), self.rule)
        return emptied.lines_at(empty.start_mark.index, inner)

    def item_of(self, rules: Any) -> str | None:
        """One more item of a list."""
        if rules.id != "sequence":
            return None
        if rules.flow_style:
            return self._in_flow(rules, _spelled(self.rule, True))
        return self.lines_at(_end(rules), [" " * rules.start_mark.column + f"- {_spelled(self.rule)}"])

    def _in_flow(self, holder: Any, item: str) -> str:
        """After the last thing in brackets."""
        if not holder.value:
            at = holder.start_mark.index + 1
            return self._put(at, at, item)
        last = holder.value[-1]
        at = (last[1] if isinstance(last, tuple) else last).end_mark.index
        return self._put(at, at, f", {item}")

    def lines_at(self, index: int, lines: list[str]) -> str:
        """Lines of their own below the line that an index is in."""
        end = "\r\n" if "\r\n" in self.text else "\n"
        at = index if index and self.text[index - 1] == "\n" else self.text.find("\n", index) + 1
        if at == 0:
            at = len(self.text)
        before = self.text[:at]
        gap = end if before and not before.endswith("\n") else ""
        return before + gap + "".join(line + end for line in lines) + self.text[at:]

    def _put(self, start: int, stop: int, new: str) -> str:
        return self.text[:start] + new + self.text[stop:]


def _child(holder: Any, key: str) -> Any | None:
    """What stands under a key of a YAML node; of one that is written twice the last."""
    pairs = holder.value if holder.id == "mapping" else []
    return next((value for name, value in reversed(pairs) if name.value == key), None)


def _is_null(node: Any) -> bool:
    return bool(node.id == "scalar" and node.tag == "tag:yaml.org,2002:null")


def _end(node: Any) -> int:
    """Where the last thing inside a block ends."""
    while node.id != "scalar" and not node.flow_style and node.value:
        node = node.value[-1][1] if node.id == "mapping" else node.value[-1]
    return int(node.end_mark.index)
