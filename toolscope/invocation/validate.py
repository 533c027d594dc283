"""Whether the arguments of a call fit the tool's schema, as Hermes decides before it sends anything."""

from __future__ import annotations

from dataclasses import dataclass

from toolscope.canonical import Json
from toolscope.config.profiles import Profile
from toolscope.invocation.checking import Problem, UncheckedError
from toolscope.invocation.coerce import Coerced
from toolscope.invocation.violations import violations
from toolscope.plain import one_line


@dataclass(frozen=True, slots=True)
class Validation:
    """What was found out about arguments."""

    validated: bool
    """Whether they were checked at all."""
    not_validated_reason: str | None = None
    """Why not: then the call goes ahead, as it does in Hermes."""
    problems: tuple[Problem, ...] = ()
    """Violations, the reference's choice first; empty when not validated."""

    @property
    def passed(self) -> bool:
        """Whether the call may go ahead: no violation is known."""
        return not self.problems


def validate(profile: Profile, registry_schema: Json, arguments: dict[str, Json], coerced: Coerced) -> Validation:
    """Check arguments as they were given, and what they were coerced to (hermes.md §10, §14). Never raises.

    A schema with patterns of a dangerous shape is checked in another process, which takes a moment.
    """
    if not profile.validates:
        return Validation(False, f"{profile.name} does not check arguments")
    missing = _missing(registry_schema, arguments)
    try:
        found = _found(registry_schema, coerced.arguments)
    except UncheckedError as error:
        return Validation(True, None, missing) if missing else Validation(False, str(error))
    problems = (*missing, *(problem for problem in found if problem not in missing))
    if coerced.unreadable and not problems:
        return Validation(False, coerced.unreadable)
    return Validation(True, None, problems)


def _missing(schema: Json, arguments: dict[str, Json]) -> tuple[Problem, ...]:
    """Required parameters that were not given, by the server's own names; null counts as given (rule 1)."""
    required = schema.get("required") if isinstance(schema, dict) else None
    if not isinstance(required, list):
        return ()
    names = [name for name in required if isinstance(name, str) and name not in arguments]
    return tuple(Problem((), "required", one_line(f"{name!r} is a required property", 600), name) for name in names)


def _found(schema: Json, arguments: dict[str, Json]) -> tuple[Problem, ...]:
    if not isinstance(schema, dict):
        raise UncheckedError("the tool has no schema")
    return violations(schema, arguments)
