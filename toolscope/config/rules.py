"""A guardrail rule added to toolscope's own file: everything else in it stays as it is written, comments included."""

from __future__ import annotations

import copy
import difflib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from toolscope.canonical import Json
from toolscope.config import atomic, own, source
from toolscope.config.model import ConfigError, Guardrail
from toolscope.config.yaml_text import NotEditable, append
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
    import yaml

    spelled = {"match": _spelled(rule["match"]), "decision": rule["decision"]}
    shown = ", ".join(f"{key}: {value}" for key, value in spelled.items())
    by_hand = one_line(f"{name}: cannot be changed safely; add this to guardrail.rules by hand: {{{shown}}}")
    wanted = _added(source.parse(name, text).value, rule, by_hand)
    try:
        after = append(text, source.nodes(text), ("guardrail", "rules"), spelled)
        if source.parse(name, after).value == wanted:
            return after
    except (ConfigError, NotEditable, yaml.YAMLError):
        """Told below."""
    raise ConfigError(by_hand)


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


def _spelled(text: str) -> str:
    """A text in quotes that YAML and JSON read alike."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
