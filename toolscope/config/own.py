"""toolscope's own file: guardrail rules, theme and keys."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolscope.config import source
from toolscope.config.model import Complaint, Decision, Guardrail, Rule
from toolscope.config.section import Section, kind

HINTS = frozenset({"read_only", "destructive", "idempotent", "open_world"})
"""What ``when`` of a rule can ask for: the names of the fields of ``catalog.tool.Hints``."""
_DECISIONS: Mapping[str, Decision] = {"allow": "allow", "ask": "ask", "deny": "deny"}


@dataclass(frozen=True, slots=True)
class Own:
    """What the file says; all defaults when there is none."""

    path: Path
    guardrail: Guardrail = field(default_factory=Guardrail)
    theme: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    """Key bindings by the name of their command."""
    complaints: tuple[Complaint, ...] = ()


def place(environ: Mapping[str, str]) -> Path:
    """Where the file is: ``$TOOLSCOPE_CONFIG``, else ``config.yaml`` in the platform's configuration folder."""
    if environ.get("TOOLSCOPE_CONFIG"):
        return Path(environ["TOOLSCOPE_CONFIG"]).expanduser()
    import platformdirs

    return platformdirs.user_config_path("toolscope", appauthor=False) / "config.yaml"


def read(path: Path) -> Own:
    """Read the file. A missing one is empty; an unreadable one raises ``ConfigError``, since its rules protect."""
    return interpret(path, source.read(path)) if os.path.exists(path) else Own(path)


def interpret(path: Path, found: source.Source) -> Own:
    """What a file says that was read already."""
    top = Section(found.value, (), found.origin)
    for keys in found.duplicates:
        top.complain("is written more than once; the last one holds", *keys)
    if not top.is_mapping("a mapping with guardrail, theme and keys"):
        return Own(path, complaints=tuple(top.complaints))
    top.only({"guardrail", "theme", "keys"})
    guardrail = _guardrail(top.child("guardrail"))
    return Own(path, guardrail, top.text("theme"), top.texts("keys"), tuple(top.complaints))


def _guardrail(section: Section) -> Guardrail:
    if not section.is_mapping("a mapping with rules and trusted_servers"):
        return Guardrail()
    section.only({"rules", "trusted_servers"})
    raw = section.child("rules")
    if raw.value is not None and not isinstance(raw.value, list):
        raw.complain(f"must be a list of rules, not {kind(raw.value)}; ignored")
        return Guardrail(trusted_servers=frozenset(section.words("trusted_servers")))
    rules = tuple(rule for rule in map(_rule, raw.items()) if rule is not None)
    return Guardrail(rules, frozenset(section.words("trusted_servers")))


def _rule(section: Section) -> Rule | None:
    if not section.is_mapping("a mapping with match and decision"):
        return None
    section.only({"match", "when", "decision", "reason"})
    match = section.text("match")
    if match is None:
        section.complain("has no match; the rule is ignored; write a glob on server/tool")
        return None
    decision, when = _decision(section), _when(section)
    if when is None:
        # A condition that cannot be read must not make a rule more generous: what it allowed is asked about.
        decision, when = "deny" if decision == "deny" else "ask", {}
    return Rule(match, decision, when, section.text("reason") or "", section.origin)


def _decision(section: Section) -> Decision:
    value = section.child("decision").value
    found = _DECISIONS.get(value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        section.complain("must be allow, ask or deny; ask is used", "decision")
    return found or "ask"


def _when(section: Section) -> dict[str, bool] | None:
    """The condition of a rule; ``None`` when part of it cannot be read."""
    when = section.child("when")
    if when.value is None:
        return {}
    if not when.is_mapping("a mapping of hints to true or false"):
        return None
    when.only(HINTS)
    for key, value in when.value.items():
        if key in HINTS and not isinstance(value, bool):
            when.complain(f"must be true or false, not {kind(value)}", key)
    is_read = all(key in HINTS and isinstance(value, bool) for key, value in when.value.items())
    return dict(when.value) if is_read else None
