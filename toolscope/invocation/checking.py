"""Arguments against a JSON Schema: every violation, the one that Hermes would report first."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from toolscope.canonical import Json
from toolscope.invocation.path import Path, spelled
from toolscope.invocation.patterns import patterns
from toolscope.invocation.references import LITERALS
from toolscope.plain import Plain, one_line

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

_MESSAGE = 600
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords that hold schemas by name: the names are no keywords."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One violation."""

    steps: Path
    """Where it is."""
    constraint: str
    """The keyword that failed, for example ``required``."""
    message: Plain
    """At most 600 characters on one line."""
    missing: str | None = None
    """The name of what is required there and was not given."""

    @property
    def path(self) -> str:
        """Where, for example ``arguments.rows[0]``."""
        return spelled(self.steps)


class UncheckedError(Exception):
    """The schema cannot be applied; its text is the reason, one line."""


def check(schema: Json, arguments: Json) -> tuple[Problem, ...]:
    """All violations. ``$schema`` names the draft, 2020-12 otherwise; formats are not checked, nothing is fetched.

    A schema is a value, remembered by identity: a changed one must be another object.
    Raises ``UncheckedError`` where the reference lets the call through unchecked. Source: hermes.md §10, rules 2, 4, 5.
    """
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        with _quiet(schema):
            return tuple(_violations(schema, arguments))
    except SchemaError as error:
        raise UncheckedError(one_line(f"the schema is not valid: {error.message[:_MESSAGE]}", 200)) from error
    except Unresolvable as error:
        raise UncheckedError(one_line(f"the schema refers to {error.ref!r}, which is not in it", 200)) from error
    except RecursionError as error:
        raise UncheckedError("the schema or the arguments are nested too deeply, or refer to themselves") from error
    except Exception as error:  # whatever stops the check, the reference lets the call through
        reason = f"the schema could not be applied: {type(error).__name__}: {error}"
        raise UncheckedError(one_line(reason, 200)) from error


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A schema that is equal to itself alone: comparing and hashing cost nothing, however large it is."""

    schema: Json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.schema is self.schema

    def __hash__(self) -> int:
        return id(self.schema)


@lru_cache(maxsize=8)
def _validator(held: _Held) -> Validator:
    """The schema proven valid and ready to be applied, kept while its tool is being typed at: proving takes longest."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for
    from referencing import Registry

    schema = _nullable(held.schema)
    draft = validator_for(schema, default=Draft202012Validator)
    draft.check_schema(schema)
    # With a registry of our own that is empty, a reference can never become a download.
    return draft(schema, registry=Registry())


def _violations(schema: Json, arguments: Json) -> Iterator[Problem]:
    from jsonschema.exceptions import best_match

    errors = list(_validator(_Held(schema)).iter_errors(arguments))
    chosen = best_match(errors)
    if chosen is not None:
        yield _problem(chosen)
        first = _outermost(chosen)
        yield from (_problem(best_match([error]) or error) for error in errors if error is not first)


def _problem(error: ValidationError) -> Problem:
    # A schema that is just ``false`` fails without a keyword.
    constraint = str(error.validator or "false schema")
    message = one_line(error.message[: 4 * _MESSAGE], _MESSAGE)
    return Problem(tuple(error.absolute_path), constraint, message, _missing(error))


def _missing(error: ValidationError) -> str | None:
    """The library tells one violation from another by its message alone."""
    names = error.validator_value if error.validator == "required" and isinstance(error.validator_value, list) else ()
    return next((name for name in names if error.message == f"{name!r} is a required property"), None)


def _outermost(error: ValidationError) -> ValidationError:
    while error.parent is not None:
        error = error.parent  # type: ignore[assignment]
    return error


def _nullable(node: Json) -> Json:
    """The same schema with each ``nullable: true`` said in JSON Schema's own words."""
    if isinstance(node, list):
        return [_nullable(item) for item in node]
    if not isinstance(node, dict):
        return node
    read = {key: _under(key, value) for key, value in node.items()}
    if node.get("nullable") is not True:
        return read
    kinds = read.get("type")
    if kinds is None:
        del read["nullable"]
        return {"anyOf": [read, {"type": "null"}]}
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return {**read, "type": kinds if "null" in kinds else [*kinds, "null"]}


def _under(keyword: str, value: Json) -> Json:
    if keyword in LITERALS:
        return value
    if keyword in _NAMED and isinstance(value, dict):
        return {name: _nullable(schema) for name, schema in value.items()}
    return _nullable(value)


def _quiet(schema: Json) -> AbstractContextManager[object]:
    """Python warns about odd patterns, on the terminal that belongs to the screen."""
    if next(patterns(schema), None) is None:
        return nullcontext()
    return warnings.catch_warnings(action="ignore")
