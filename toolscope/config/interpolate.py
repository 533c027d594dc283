"""Variables in configuration values: ``${NAME}`` and the places an editor or agent knows (hermes.md §12)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolscope.canonical import Json, walk
from toolscope.config.section import Section

_VARIABLE = re.compile(r"\$\{([^{}]*)\}")
_DOTENV = re.compile(r"\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^#\n]*?)\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Variables:
    """Everything that can stand in ``${...}``."""

    environ: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)
    """``userHome`` and its like; empty for releases that do not know them."""
    defaults: bool = False
    """Whether ``${NAME:-text}`` gives ``text`` when NAME is not set: other clients do that, Hermes does not."""

    def with_dotenv(self, text: str) -> Variables:
        """The same, with the assignments of a ``.env`` file, which win over the environment as they do in Hermes."""
        return replace(self, environ={**self.environ, **dotenv(text)})

    def value(self, name: str) -> str | None:
        """What ``${name}`` stands for; ``None`` when nothing is known by that name."""
        if name in self.places:
            return self.places[name]
        name, mark, default = name.removeprefix("env:").partition(":-") if self.defaults else (name, "", "")
        found = self.environ.get(name.removeprefix("env:"))
        return default if mark and not found else found

    def used(self, value: Json) -> Iterator[tuple[str, str]]:
        """The variables that strings inside a value name, each with what it stands for."""
        for node, _ in walk(value):
            for name in _VARIABLE.findall(node) if isinstance(node, str) else ():
                if (found := self.value(name)) is not None:
                    yield name, found


def places(home: Path, workspace: Path) -> dict[str, str]:
    """The places by the names that stand for them."""
    return {
        "userHome": str(home),
        "workspaceFolder": str(workspace),
        "workspaceFolderBasename": workspace.name,
        "pathSeparator": os.sep,
        "/": os.sep,
    }


def dotenv(text: str) -> dict[str, str]:
    """The assignments of a ``.env`` file; lines that are none are passed over."""
    found = {}
    for line in text.splitlines():
        match = _DOTENV.fullmatch(line)
        if match:
            name, value = match.groups()
            quote = value[:1] if value[:1] in "\"'" and len(value) > 1 else ""
            found[name] = re.sub(r"\\(.)", r"\1", value[1:-1]) if quote == '"' else value.strip(quote or None)
    return found


def fill(section: Section, variables: Variables) -> Section:
    """The section with its variables filled in, in every string value however deep; a key is never changed.

    What is not set stays as it is written, with a complaint that names the variable.
    """
    return replace(section, value=_filled(section, section.value, (), variables))


def _filled(section: Section, value: Json, path: tuple[str, ...], variables: Variables) -> Json:
    if isinstance(value, dict):
        return {key: _filled(section, item, (*path, str(key)), variables) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(section, item, (*path, str(index)), variables) for index, item in enumerate(value)]
    if not isinstance(value, str) or "${" not in value:
        return value

    def put(match: re.Match[str]) -> str:
        found = variables.value(match[1])
        if found is None:
            section.complain(_unset(match[1]), *path)
        return match[0] if found is None else found

    return _VARIABLE.sub(put, value)


def _unset(name: str) -> str:
    variable, mark, _ = name.removeprefix("env:").partition(":-")
    if mark:
        return (
            f"${{{variable}:-...}} is left as it is: Hermes has no such defaults; set {variable}, write ${{{variable}}}"
        )
    if variable.startswith("input:"):
        return (
            f"${{{variable}}} is left as it is: only the app asks for inputs; type it there, or name a variable instead"
        )
    return f"{variable or '(no name)'} is not set, so ${{{name}}} is left as it is; set it in the environment"
