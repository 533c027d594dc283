"""What may be called without asking: toolscope's own rules, what Hermes would do, and what a tool claims of itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Literal

from toolscope.catalog.tool import Tool
from toolscope.config.model import Complaint, Decision, Guardrail, Origin, Rule, Trust
from toolscope.config.profiles import Profile
from toolscope.invocation.glob import Reach, means, misspelled, names, reach
from toolscope.plain import Plain, one_line

_SEVERITY: dict[Decision, int] = {"allow": 0, "ask": 1, "deny": 2}
_HINTS = ("read_only", "destructive", "idempotent", "open_world")
_HERMES: dict[Decision, str] = {
    "allow": "would run it without asking",
    "ask": "would ask",
    "deny": "would refuse it",
}
_WORDS = {
    "read_only": ("writes", "reads only"),
    "destructive": ("destroys nothing", "may destroy"),
    "idempotent": ("may not be repeated", "may be repeated"),
    "open_world": ("stays inside", "reaches outside"),
}
"""What a hint means to a person, false and true."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the guardrail says about a tool."""

    decision: Decision
    rule: str
    """The rule that decided: its pattern with its hints, or ``default``."""
    reason: Plain
    """One line."""
    tool: Tool = field(repr=False)
    """The tool it was spoken about; no approval for another one comes of it."""


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A rule that decides nothing."""

    rule: Rule
    kind: Literal["dead", "shadowed", "elsewhere"]
    """``dead``: no tool is meant. ``shadowed``: other rules decide for every tool that is meant.

    ``elsewhere``: no tool is meant, and no server of this session is named: the rule is for other sessions.
    """
    why: Plain
    """And what to do about it."""

    @property
    def complaint(self) -> Complaint:
        """The note with its place."""
        return Complaint(self.rule.origin, spelled(self.rule), self.why)

    @property
    def message(self) -> Plain:
        """All of it in one line."""
        return one_line(str(self.complaint))

    @property
    def matters(self) -> bool:
        """Whether something is wrong with the rule."""
        return self.kind != "elsewhere"


@dataclass(frozen=True, slots=True)
class HermesDecision:
    """What Hermes itself would do with the call."""

    decision: Decision
    reason: Plain

    @property
    def words(self) -> str:
        """The decision to a person."""
        return _HERMES[self.decision]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What would happen with one tool, here and in Hermes."""

    verdict: Verdict
    hermes: HermesDecision


@dataclass(frozen=True, slots=True)
class HintShown:
    """One property of a tool in words."""

    name: str
    """Its field in ``Hints``."""
    words: str
    """For example ``may destroy``."""
    value: bool
    declared: bool
    """The server says so; otherwise the protocol's default is assumed."""


def decide(guardrail: Guardrail, tool: Tool) -> Verdict:
    """The narrowest rule that means the tool (design §5.3); without one, only reading on a trusted server passes.

    A server that is not trusted cannot talk its way past a denial: no ``allow`` that rests on hints beats a ``deny``.
    """
    rules = list(_applicable(guardrail.rules, tool))
    if not rules:
        return _default(guardrail, tool)
    rule = max(rules, key=_rank)
    denials = [other for other in rules if other.decision == "deny"]
    if rule.decision == "allow" and rule.when and denials and tool.server not in guardrail.trusted_servers:
        rule = max(denials, key=_rank)
        why = f"the server is not trusted, so its hints do not lift: {rule.reason or spelled(rule)}"
        return Verdict("deny", spelled(rule), one_line(why), tool)
    return Verdict(rule.decision, spelled(rule), one_line(rule.reason or f"rule of {_place(rule.origin)}"), tool)


def audit(guardrail: Guardrail, tools: Sequence[Tool], servers: Collection[str]) -> tuple[RuleNote, ...]:
    """The rules that decide for none of these tools, in the order they are written.

    ``servers`` are those whose tools are known, by their configured names.
    """
    meant: set[int] = set()
    deciding: set[int] = set()
    for tool in tools:
        rules = list(_applicable(guardrail.rules, tool))
        meant.update(map(id, rules))
        if rules:
            decision = decide(guardrail, tool)
            winner = max((rule for rule in rules if rule.decision == decision.decision), key=_rank)
            deciding.add(id(winner))
    idle = (rule for rule in guardrail.rules if id(rule) not in deciding)
    return tuple(_shadowed(rule) if id(rule) in meant else _dead(rule, servers) for rule in idle)


def hermes(profile: Profile, server_trust: Trust, tool: Tool) -> HermesDecision:
    """What Hermes does before it calls a tool of a server with this ``trust`` (hermes.md §11)."""
    if not profile.honours_trust:
        return HermesDecision("allow", one_line(f"{profile.name} asks for no MCP tool"))
    if server_trust == "full":
        return HermesDecision("allow", Plain("the server's trust is full"))
    if tool.hints.read_only is True:
        return HermesDecision("allow", Plain("the server is untrusted, but the tool declares readOnlyHint: true"))
    return HermesDecision("ask", Plain("the server is untrusted and the tool does not declare readOnlyHint: true"))


def rulings(
    profile: Profile, guardrail: Guardrail, trust: Mapping[str, Trust], tools: Sequence[Tool]
) -> tuple[Ruling, ...]:
    """What would happen with each tool; ``trust`` is that of its server, ``full`` where none is named."""
    return tuple(
        Ruling(decide(guardrail, tool), hermes(profile, trust.get(tool.server, "full"), tool)) for tool in tools
    )


def hints(tool: Tool) -> tuple[HintShown, ...]:
    """What a tool does in words; of one that only reads, the protocol says nothing about destroying and repeating."""
    names = ("read_only", "open_world") if tool.hints.read_only else _HINTS
    return tuple(_shown(tool, name) for name in names)


def spelled(rule: Rule) -> str:
    """A rule in a few words: its pattern and its hints."""
    conditions = ", ".join(f"{name}: {str(value).lower()}" for name, value in rule.when.items())
    return f"{rule.match} when {conditions}" if conditions else rule.match


def _applicable(rules: Sequence[Rule], tool: Tool) -> Iterator[Rule]:
    return (rule for rule in rules if means(rule.match, tool) and _holds(rule, tool))


def _holds(rule: Rule, tool: Tool) -> bool:
    """Whether the tool declares every hint as the rule wants it; what is not declared holds for nothing."""
    return all(getattr(tool.hints, name, None) is value for name, value in rule.when.items())


def _rank(rule: Rule) -> tuple[Reach, int]:
    return reach(rule.match), _SEVERITY[rule.decision]


def _default(guardrail: Guardrail, tool: Tool) -> Verdict:
    trusted = tool.server in guardrail.trusted_servers
    if trusted and tool.hints.read_only is True:
        return Verdict("allow", "default", Plain("it declares readOnlyHint: true and its server is trusted"), tool)
    reason = "no rule of yours covers it" + (", and it does not declare that it only reads" if trusted else "")
    return Verdict("ask", "default", Plain(reason), tool)


def _place(origin: Origin) -> str:
    """Where a rule is written, short enough for a sentence: the file's name is that of toolscope's own file."""
    name = PurePath(origin.source).name
    return f"{name}:{origin.line}" if origin.line else name


def _shadowed(rule: Rule) -> RuleNote:
    return _note(rule, "shadowed", "other rules decide for every tool it means; remove it, or make it narrower")


def _dead(rule: Rule, servers: Collection[str]) -> RuleNote:
    """A rule that means no tool: of a server that is here, misspelled, or none of this session's business."""
    if here := [server for server in servers if names(rule.match, server)]:
        return _note(rule, "dead", f"{', '.join(here)} has no tool that it means; correct it, or remove it")
    if near := misspelled(rule.match, servers):
        return _note(rule, "dead", f"no server has this name; did you mean {near}?")
    return _note(rule, "elsewhere", "no server of this session is named by it")


def _note(rule: Rule, kind: Literal["dead", "shadowed", "elsewhere"], why: str) -> RuleNote:
    return RuleNote(rule, kind, one_line(why))


def _shown(tool: Tool, name: str) -> HintShown:
    value = tool.hints.assumed(name)
    return HintShown(name, _WORDS[name][value], value, getattr(tool.hints, name) is not None)
