"""Servers named on the command line: a command, or a URL, and what to call them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from toolscope.config.launch import Http, Stdio
from toolscope.config.model import ConfigError, Origin, ServerConfig
from toolscope.config.server import is_http
from toolscope.config.suspicious import program

ORIGIN = Origin("command line")

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_SUFFIX = re.compile(r"\.(?:pyz?|[mc]?[jt]s|jsx|tsx|exe|cmd|bat|sh|ps1|rb|jar|php|pl|dll)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Runner:
    """A program that starts another one: how its command line is read."""

    skipped: tuple[str, ...] = ()
    """Words that belong to the runner, such as ``run``."""
    valued: tuple[str, ...] = ()
    """Options that take the next word."""
    module: tuple[str, ...] = ()
    """Options whose value is what runs."""
    inner: bool = False
    """What follows may be a runner itself."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_PYTHON = _Runner(valued=_words("-W -X --check-hash-based-pycs"), module=("-m",))
_NODE = _Runner(("run",), _words("-r --require --import --loader --env-file --conditions -C --config"))
_NPX = _Runner(_words("dlx exec x"), _words("-p --package --registry -c --call"))
_UVX = _Runner(
    _words("tool run"),
    _words("--from --with --with-editable -p --python --index --index-url --spec -i --pip-args"),
)
_UV = _Runner(
    ("run",),
    _words("--with --with-requirements --directory --project -p --python --env-file --extra --group"),
    module=("-m", "--module"),
    inner=True,
)
_DOCKER = _Runner(
    _words("run container"),
    _words(
        """-e --env --env-file -v --volume --mount --name -p --publish --network --net -u --user -w --workdir -l --label
        --entrypoint --platform -h --hostname --memory -m --cpus --add-host"""
    ),
)
_RUNNERS: Mapping[str, _Runner] = {
    **dict.fromkeys(("py", "pypy", "pypy3"), _PYTHON),
    **dict.fromkeys(("node", "bun", "deno", "tsx", "ts-node", "ruby", "php", "perl", "dotnet", "go"), _NODE),
    **dict.fromkeys(("npx", "bunx", "pnpx", "pnpm", "yarn", "npm"), _NPX),
    **dict.fromkeys(("uvx", "pipx"), _UVX),
    **dict.fromkeys(("docker", "podman", "nerdctl"), _DOCKER),
    "java": _Runner(valued=_words("-cp -classpath"), module=("-jar",)),
    "uv": _UV,
    "cmd": _Runner(_words("/c /C /d /s"), inner=True),
    "env": _Runner(valued=_words("-u -C"), inner=True),
}


def from_command(words: Sequence[str], name: str | None = None) -> ServerConfig:
    """The server that ``-- COMMAND ...`` starts; ``A=b`` in front of the command sets its environment."""
    rest = list(words)
    env = {}
    while rest and (match := _ASSIGNMENT.fullmatch(rest[0])):
        env[match[1]] = match[2]
        rest.pop(0)
    if not rest or not rest[0].strip():
        raise ConfigError("--: give a command to start, for example: -- python -m my_server")
    return ServerConfig(name or name_of(rest), Stdio(rest[0], tuple(rest[1:]), env), ORIGIN)


def from_url(url: str, name: str | None = None) -> ServerConfig:
    """The server at a URL, called after its host. A path that ends in ``/sse`` is the old transport."""
    if not is_http(url):
        raise ConfigError("--url: must start with http:// or https:// and name a host, for example https://host/mcp")
    parts = urlsplit(url.strip())
    return ServerConfig(
        name or str(parts.hostname), Http(url.strip(), sse=parts.path.rstrip("/").endswith("/sse")), ORIGIN
    )


def name_of(words: Sequence[str]) -> str:
    """What a command runs: the module, package or script without version, scope or suffix."""
    called = program(words[0])
    runner = _PYTHON if re.fullmatch(r"python[\d.]*w?", called) else _RUNNERS.get(called)
    if runner is _UV and list(words[1:3]) == ["tool", "run"]:
        runner = _UVX
    target = _target(list(words[1:]), runner) if runner else []
    if not target:
        return _bare(words[0])
    return name_of(target) if runner and runner.inner and len(target) > 1 else _bare(target[0])


def _target(words: list[str], runner: _Runner) -> list[str]:
    """The words from the thing that runs onwards."""
    packages = []
    while words:
        word = words.pop(0)
        if word in runner.module:
            return words[:1]
        if word in runner.valued:
            if word in ("-p", "--package", "--from", "--spec") and words:
                packages.append(words[0])
            words = words[1:]
        elif word == "--" or word in runner.skipped or word.startswith("-") or _ASSIGNMENT.fullmatch(word):
            continue
        else:
            return [word, *words]
    return packages[:1]


def _bare(word: str) -> str:
    """The name in ``@scope/pkg@1.2``, ``pkg[extra]==1``, ``ghcr.io/me/image:tag`` or ``./dist/index.js``."""
    last = [part for part in re.split(r"[/\\]", word.split("#")[0].split("?")[0]) if part][-1:] or [word]
    plain = re.split(r"(?<=.)(?:@|\[|[=~<>!]=|[<>]|:(?!\\))", last[0])[0]
    return _SUFFIX.sub("", plain.removesuffix(".git")) or "server"
