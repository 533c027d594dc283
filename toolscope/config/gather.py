"""Everything a session starts from: the sources named, or else found, and the settings over them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolscope.config import own, source, trust
from toolscope.config.contexts import FALLBACK, is_known
from toolscope.config.discover import Discovery, discover, hermes_file
from toolscope.config.interpolate import Variables, places
from toolscope.config.model import Complaint, Config, ConfigError, Origin, ServerConfig, Settings
from toolscope.config.named import from_command, from_url
from toolscope.config.options import ORIGIN, Options
from toolscope.config.parse import Document, document, shape
from toolscope.config.profiles import Profile
from toolscope.config.settings import DEFAULT_ORIGIN, Layer, resolve
from toolscope.config.settings_file import settings_file
from toolscope.plain import one_line

DEMO_CONTEXT = 200_000
"""The context window of the demo, in tokens."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What the command line named."""

    demo: bool = False
    configs: tuple[Path, ...] = ()
    urls: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    """The words after ``--``."""
    name: str | None = None
    """What to call the one URL or command."""
    extra: tuple[ServerConfig, ...] = ()
    """Servers made elsewhere: those of recordings and of the demo."""
    recorded: bool = False
    """A recording was given, whether or not a server is in it."""
    servers: tuple[str, ...] = ()
    """Keep only these."""
    trust: bool = False
    """The person has seen what would be started."""
    options: Options = field(default_factory=Options)

    @property
    def named(self) -> bool:
        """Whether any source was given, so that nothing is looked for."""
        return bool(self.demo or self.configs or self.urls or self.command or self.extra or self.recorded)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where toolscope was started."""

    cwd: Path
    home: Path
    environ: Mapping[str, str]

    @classmethod
    def here(cls) -> Surroundings:
        """Those of this process."""
        return cls(Path.cwd(), Path.home(), os.environ)


@dataclass(slots=True)
class _Reader:
    """Reads files one after another; one that cannot be used does not stop the others."""

    profile: Profile
    around: Surroundings
    documents: list[Document] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    hermes: list[tuple[source.Source, Variables]] = field(default_factory=list)
    """Those of Hermes' own, which settings stand in, and what is filled in there."""

    def named(self, path: Path) -> None:
        """A file named on the command line."""
        read = self._source(path)
        if read is not None:
            beside = path.parent / ".env" if shape(read.value) == "hermes" else None
            self.document(read, self.around.cwd, beside)

    def found(self, discovery: Discovery) -> None:
        """The files that were discovered."""
        layers = [self._source(path) for path in (discovery.hermes, discovery.managed) if path is not None]
        usable = [layer for layer in layers if layer is not None]
        if usable:
            merged = usable[0] if len(usable) == 1 else usable[1].over(usable[0])
            beside = hermes_file(self.around.home, self.around.environ).parent / ".env"
            self.document(merged, self.around.cwd, beside, hermes=True)
        path = discovery.project
        read = None if path is None else self._source(path)
        if path is not None and read is not None:
            self.document(read, path.parent if path.name == ".mcp.json" else path.parent.parent, None, untrusted=True)

    def _source(self, path: Path) -> source.Source | None:
        try:
            return source.read(path, self.profile.strict_yaml)
        except ConfigError as error:
            self.broken.append(str(error))
            return None

    def document(
        self, read: source.Source, workspace: Path, env_file: Path | None, hermes: bool = False, untrusted: bool = False
    ) -> None:
        """Read what a file asks for."""
        try:
            variables = self._variables(workspace, env_file)
            found = document(read, self.profile, variables, workspace, hermes)
        except ConfigError as error:
            self.broken.append(str(error))
        else:
            servers = tuple(replace(server, untrusted=untrusted or server.untrusted) for server in found.servers)
            self.documents.append(replace(found, servers=servers))
            if found.shape == "hermes":
                self.hermes.append((read, variables))

    def _variables(self, workspace: Path, env_file: Path | None) -> Variables:
        known = places(self.around.home, workspace) if self.profile.expands_places else {}
        variables = Variables(self.around.environ, known)
        if env_file is not None and os.path.isfile(env_file):
            try:
                return variables.with_dotenv(source.text_of(env_file))
            except ConfigError as error:
                self.broken.append(str(error))
        return variables


def load(request: Sources, around: Surroundings | None = None) -> Config:
    """Read all sources and lay the settings over each other (design §5.1).

    Raises ``ConfigError`` for an option that cannot be used, and for a file when there is nothing else to show.
    """
    around = around or Surroundings.here()
    profile = request.options.release()
    option_layer = request.options.layer(profile)
    mine = own.chosen(around.environ)
    reader = _Reader(profile, around)
    discovery = Discovery() if request.named else discover(around.cwd, around.home, around.environ)
    reader.found(discovery)
    for path in request.configs:
        reader.named(path)
    named = _named(request)
    if reader.broken and not reader.documents and not named:
        raise ConfigError(reader.broken[0])
    servers, clashes = distinct([*(s for entry in reader.documents for s in entry.servers), *named])
    layers = [_demo_layer(request), *(entry.layer for entry in reader.documents), option_layer]
    settings, origins = resolve(profile, layers, ORIGIN if request.options.profile else DEFAULT_ORIGIN)
    config = Config(
        servers=_trusted(request, servers, reader),
        settings=settings,
        origins=origins,
        guardrail=mine.guardrail,
        hooks=tuple(hook for entry in reader.documents for hook in entry.hooks),
        theme=mine.theme,
        complaints=(
            *mine.complaints,
            *(c for entry in reader.documents for c in entry.complaints),
            *clashes,
            *_unknown_model(settings, origins),
        ),
        looked=discovery.looked,
        broken=tuple(reader.broken),
        keys=mine.keys,
        settings_file=settings_file(reader.hermes),
    )
    return config.keeping(request.servers)


def by_itself(read: source.Source, options: Options, around: Surroundings, env_file: Path | None = None) -> Document:
    """What one file, or a pasted text, asks for. Raises ``ConfigError`` when it is no configuration."""
    reader = _Reader(options.release(), around)
    reader.document(read, around.cwd, env_file)
    if reader.broken:
        raise ConfigError(reader.broken[0])
    return reader.documents[0]


def _trusted(request: Sources, servers: tuple[ServerConfig, ...], reader: _Reader) -> tuple[ServerConfig, ...]:
    """The servers, those that a person approved, now or before, no longer untrusted."""
    if request.trust:
        return tuple(replace(server, untrusted=False) for server in servers)
    try:
        return trust.approved(servers, reader.around.environ)
    except ConfigError as error:
        reader.broken.append(str(error))
        return servers


def _demo_layer(request: Sources) -> Layer:
    values = {"context_length": DEMO_CONTEXT, "model": None}
    return Layer(values, dict.fromkeys(values, Origin("demo"))) if request.demo else Layer()


def _named(request: Sources) -> list[ServerConfig]:
    """Servers from recordings, the demo, URLs and a command, in this order."""
    count = len(request.urls) + bool(request.command)
    if request.name is not None and count != 1:
        raise ConfigError(f"--name {request.name}: names one --url or one command after --; {count} were given")
    found = [*request.extra, *(from_url(url, request.name) for url in request.urls)]
    return [*found, from_command(request.command, request.name)] if request.command else found


def distinct(servers: Iterable[ServerConfig]) -> tuple[tuple[ServerConfig, ...], list[Complaint]]:
    """Every server under a name of its own: a later one gets ``-2``, ``-3`` and is complained about."""
    taken: dict[str, ServerConfig] = {}
    clashes = []
    for server in servers:
        name, number = server.name, 1
        while name in taken:
            number += 1
            name = f"{server.name}-{number}"
        if name != server.name:
            other = taken[server.name].origin
            clashes.append(
                Complaint(
                    server.origin,
                    one_line(server.name, 200),
                    f"{other} has a server of this name too; this one is {one_line(name)}",
                )
            )
        taken[name] = replace(server, name=name)
    return tuple(taken.values()), clashes


def _unknown_model(settings: Settings, origins: Mapping[str, Origin]) -> list[Complaint]:
    """A model without a known window is most often a typing mistake: the window is Hermes' guess."""
    if settings.model is None or is_known(settings.model, settings.profile):
        return []
    message = (
        f"{settings.model} is no model of the table: its window is assumed to be {FALLBACK:,} tokens, as in Hermes"
    )
    return [Complaint(origins.get("model", DEFAULT_ORIGIN), "context", one_line(message))]
