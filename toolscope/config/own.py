"""toolscope's own file: guardrail rules, theme and keys."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolscope.config import source
from toolscope.config.model import Complaint, ConfigError, Decision, Guardrail, Origin, Rule
from toolscope.config.section import Section, kind
from toolscope.plain import one_line

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
    """Read the file. A missing one is empty; one whose rules cannot be read raises ``ConfigError``: they protect."""
    return interpret(path, source.read(path)) if os.path.exists(path) else Own(path)


def chosen(environ: Mapping[str, str]) -> Own:
    """The file where it is; that a place which somebody named holds none is complained about."""
    found = read(place(environ))
    if not environ.get("TOOLSCOPE_CONFIG") or os.path.exists(found.path):
        return found
    message = "no such file: no guardrail rules are in force"
    return replace(found, complaints=(Complaint(Origin(one_line(str(found.path))), "TOOLSCOPE_CONFIG", message),))


def interpret(path: Path, found: source.Source) -> Own:
    """What a file says that was read already. Raises ``ConfigError`` for rules that cannot be read."""
    top = Section(found.value, (), found.origin)
    for keys in found.duplicates:
        top.complain("is written more than once; the last one holds", *keys)
    if top.value is None:
        return Own(path, complaints=tuple(top.complaints))
    _must_be(top, dict, "a mapping with guardrail, theme and keys")
    for key in top.value:
        if key != "guardrail" and difflib.get_close_matches(str(key), ["guardrail"], 1, 0.8):
            raise _refusal(top.child(str(key)), "unknown key; did you mean guardrail? Its rules would not be in force")
    top.only({"guardrail", "theme", "keys"})
    guardrail = _guardrail(top.child("guardrail"))
    return Own(path, guardrail, top.text("theme"), top.texts("keys"), tuple(top.complaints))


def _guardrail(section: Section) -> Guardrail:
    if section.value is None:
        return Guardrail()
    _must_be(section, dict, "a mapping with rules and trusted_servers")
    for key in section.value:
        if key not in ("rules", "trusted_servers"):
            raise _refusal(section.child(str(key)), "unknown key; there are rules and trusted_servers")
    raw = section.child("rules")
    if raw.value is not None:
        _must_be(raw, list, "a list of rules")
    rules = tuple(map(_rule, raw.items()))
    return Guardrail(rules, frozenset(section.words("trusted_servers")))


def _must_be(section: Section, shape: type, what: str) -> None:
    """A rule that is passed over would let through what it forbids, so nothing is done with a file that has one."""
    if not isinstance(section.value, shape):
        raise _refusal(section, f"must be {what}, not {kind(section.value)}")


def _refusal(section: Section, message: str) -> ConfigError:
    key = ".".join(section.keys)
    return ConfigError(one_line(f"{section.origin}: {key}: {message}" if key else f"{section.origin}: {message}"))


def _rule(section: Section) -> Rule:
    _must_be(section, dict, "a mapping with match and decision")
    section.only({"match", "when", "decision", "reason"})
    match = section.text("match")
    if match is None:
        raise _refusal(section, "has no match; write a glob on server/tool")
    decision, when = _decision(section), _when(section)
    if when is None:
        # A condition that cannot be read must not make a rule more generous: what it allowed is asked about.
        decision, when = "deny" if decision == "deny" else "ask", {}
    return Rule(match, decision, when, section.text("reason") or "", section.origin)


def _decision(section: Section) -> Decision:
    """What a rule decides. One that cannot be read must not be let through by ``--yes``, so it is a no."""
    value = section.child("decision").value
    found = _DECISIONS.get(value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        section.complain("must be allow, ask or deny; deny is used", "decision")
    return found or "deny"


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
