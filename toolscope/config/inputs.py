"""What an editor would ask a person for: ``${input:ID}`` in a file of servers, and its ``inputs``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from toolscope.canonical import Json, walk
from toolscope.config.launch import Http, Stdio
from toolscope.config.model import Question, ServerConfig
from toolscope.config.section import Section

_INPUT = re.compile(r"\$\{(input:[^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Declared:
    """The ``inputs`` of a file: a list of objects with ``id``, ``description``, ``password`` and so on."""

    section: Section

    def question(self, name: str) -> Question:
        """What to ask for ``input:ID``. One that is not declared is taken for a secret."""
        for index, entry in enumerate(self.section.value if isinstance(self.section.value, list) else ()):
            if isinstance(entry, dict) and f"input:{entry.get('id')}" == name:
                origin = self.section.origin_of((*self.section.keys, str(index)))
                words, start = entry.get("description"), entry.get("default")
                return Question(
                    name,
                    words if isinstance(words, str) and words else name.removeprefix("input:"),
                    entry.get("password") is True,
                    origin,
                    start if isinstance(start, str) else "",
                    _options(entry.get("options")),
                )
        return Question(name, name.removeprefix("input:"), True, self.section.origin)


def used(value: Json) -> Iterator[str]:
    """The inputs that strings inside a value hold, as ``input:ID``."""
    for node, _ in walk(value):
        if isinstance(node, str):
            yield from _INPUT.findall(node)


def _options(raw: Json) -> tuple[str, ...]:
    """The choices of a ``pickString``: words, or objects with a ``value``."""
    items = [item.get("value") if isinstance(item, dict) else item for item in raw] if isinstance(raw, list) else []
    return tuple(item for item in items if isinstance(item, str))


def answered(server: ServerConfig, answers: Mapping[str, str]) -> ServerConfig:
    """The server with what a person typed put in place, by ``input:ID``; what has no answer stays open."""
    given = [question for question in server.questions if question.name in answers]
    if not given:
        return server

    def put(text: str) -> str:
        return _INPUT.sub(lambda found: answers.get(found[1], found[0]), text)

    launch = server.launch
    if isinstance(launch, Stdio):
        env = {name: put(value) for name, value in launch.env.items()}
        cwd = None if launch.cwd is None else put(launch.cwd)
        launch = Stdio(put(launch.command), tuple(map(put, launch.args)), env, cwd)
    elif isinstance(launch, Http):
        launch = _network(launch, put)
    return replace(
        server,
        launch=launch,
        written=server.written or server.launch,
        questions=tuple(question for question in server.questions if question.name not in answers),
        secrets=server.secrets | {answers[question.name] for question in given if question.secret},
    )


def _network(launch: Http, put: Callable[[str], str]) -> Http:
    """With ``put`` done to every text of it that a person may type."""

    def maybe(text: str | None) -> str | None:
        return None if text is None else put(text)

    oauth = launch.oauth and replace(
        launch.oauth, client_id=maybe(launch.oauth.client_id), client_secret=maybe(launch.oauth.client_secret)
    )
    tls = replace(launch.tls, cert=maybe(launch.tls.cert), password=maybe(launch.tls.password))
    headers = {name: put(value) for name, value in launch.headers.items()}
    return replace(launch, url=put(launch.url), headers=headers, tls=tls, oauth=oauth)
