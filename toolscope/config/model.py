"""The values that a configuration is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolscope.config.launch import Launch, endpoint
from toolscope.config.profiles import DEFAULT, Profile
from toolscope.config.secrets import Secret, held, secrets_of
from toolscope.veil import cover, hidden

if TYPE_CHECKING:
    from toolscope.config.hooks import Hook
    from toolscope.config.settings_file import Nowhere, SettingsFile

Switch: TypeAlias = Literal["auto", "on", "off"]
Trust: TypeAlias = Literal["full", "untrusted"]
Decision: TypeAlias = Literal["allow", "ask", "deny"]


@dataclass(frozen=True, slots=True)
class ToolFilter:
    """Which tools of a server take part, by raw name (hermes.md §12, ``tools`` of a server)."""

    include: tuple[str, ...] | None = None
    """Only these; ``None`` is no filter, ``()`` registers nothing."""
    exclude: tuple[str, ...] = ()
    resources: bool = True
    """Whether ``list_resources`` and ``read_resource`` are added when the server has resources."""
    prompts: bool = True


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value was written."""

    source: str
    """A file's path, ``command line``, ``environment`` or ``demo``."""
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something in a configuration that was not taken as written. Never fatal: the rest is used."""

    origin: Origin
    key: str
    """Dotted path of the key, for example ``mcp_servers.github.timeout``."""
    message: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.key}: {self.message}"


class ConfigError(Exception):
    """A source that cannot be used at all. Its text is one line that names the file or argument and what to do."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a configuration leaves for a person to type."""

    name: str
    """``input:ID``, as it stands in ``${...}``."""
    words: str
    """What is asked for, in the file's words."""
    secret: bool
    """Never shown."""
    origin: Origin
    default: str = ""
    options: tuple[str, ...] = ()
    """The only answers there are; any text when there are none."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """One configured server."""

    name: str
    """The key under ``mcp_servers``; raw, as the toolset label uses it."""
    launch: Launch | None
    """``None`` when the entry names neither a command nor a URL: connecting then fails with that reason."""
    origin: Origin
    enabled: bool = True
    untrusted: bool = False
    """Found in a project file that nobody has approved yet: nothing is started."""
    timeout: float = 300.0
    """Seconds for one tool call."""
    connect_timeout: float = 60.0
    """Seconds from start to the last page of the listing."""
    trust: Trust = "full"
    filter: ToolFilter = ToolFilter()
    parallel: bool = False
    """``supports_parallel_tool_calls``."""
    questions: tuple[Question, ...] = ()
    """What it leaves for a person to type."""
    unanswered: bool = False
    """A person was asked and left it open: nothing is started."""
    written: Launch | None = None
    """The launch before what a person typed was put in place; ``None`` when nothing was."""
    secrets: frozenset[str] = frozenset()
    """What a person typed in secret, or a variable held, and stands somewhere in the launch."""

    def __post_init__(self) -> None:
        """Cover what must not be read: from here on nothing that is drawn or written holds it."""
        defaults = {question.default for question in self.questions if question.secret}
        cover(secrets_of(self.launch) | self.secrets | defaults)

    @property
    def held_back(self) -> bool:
        """Whether it waits for a word of a person, who can be asked again."""
        return self.untrusted or self.unanswered

    @property
    def held(self) -> tuple[Secret, ...]:
        """What of its launch is masked, in the order in which it is written."""
        return tuple(held(self.launch))

    @property
    def endpoint(self) -> str:
        """The command line, the URL without credentials and query, or what else answers."""
        return hidden(endpoint(self.launch))


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the manifest and the search: ``tools.tool_search`` and the context window."""

    profile: Profile = DEFAULT
    context_length: int | None = None
    """Tokens of the model's context window; ``None`` while unknown."""
    model: str | None = None
    """The model whose window this is, when it came from one."""
    threshold_pct: float = DEFAULT.threshold_pct
    listing_max_tokens: int = DEFAULT.listing_max_tokens
    enabled: Switch = "auto"
    listing: Switch = "auto"
    search_default_limit: int = DEFAULT.search_default_limit
    max_search_limit: int = DEFAULT.max_search_limit
    defer: tuple[str, ...] | None = None
    """Core tools that are deferred too; ``None`` is the profile's own list."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A guardrail rule (design §5.3)."""

    match: str
    """Glob on ``server/tool``, by raw or canonical tool name."""
    decision: Decision
    when: Mapping[str, bool] = field(default_factory=dict)
    """Hints that must hold, for example ``{"read_only": True}``."""
    reason: str = ""
    origin: Origin = Origin("toolscope")


@dataclass(frozen=True, slots=True)
class Guardrail:
    """toolscope's own rules of what may be called without asking."""

    rules: tuple[Rule, ...] = ()
    trusted_servers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Looked:
    """A place where a configuration could have been."""

    path: Path
    found: bool
    client: str = ""
    """Whose place it is, for example ``Cursor``."""
    servers: int = 0
    note: str = ""
    """Why it was not used, when it was found."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a session starts from."""

    servers: tuple[ServerConfig, ...] = ()
    settings: Settings = Settings()
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """Which source gave each setting, by the name of its field in ``Settings``."""
    guardrail: Guardrail = Guardrail()
    hooks: tuple[Hook, ...] = ()
    """Commands that are run around every call, in the order they are written."""
    theme: str | None = None
    complaints: tuple[Complaint, ...] = ()
    looked: tuple[Looked, ...] = ()
    """The places discovery looked in, in order; empty when sources were given."""
    broken: tuple[str, ...] = ()
    """Files that could not be used while others could, one line each: something could not be measured."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The user's own key bindings, by the name of their command."""
    left_out: tuple[str, ...] = ()
    """Servers that ``--server`` did not keep."""
    settings_file: SettingsFile | Nowhere | None = None
    """Where the settings can be saved to, or why nowhere; ``None`` for a configuration that no source made."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """What must be typed before every server that is switched on can be started; each once."""
        asked = {q.name: q for server in self.servers if server.enabled for q in server.questions}
        return tuple(asked.values())

    def trusted(self) -> Config:
        """The same with every server approved: a person has seen what would be started."""
        return replace(self, servers=tuple(replace(server, untrusted=False) for server in self.servers))

    def keeping(self, names: tuple[str, ...]) -> Config:
        """Only the named servers; raises ``ConfigError`` that lists the known names for an unknown one."""
        known = [server.name for server in self.servers]
        for name in names:
            if name not in known:
                raise ConfigError(f"--server {name}: no such server; there are: {', '.join(known) or 'none'}")
        if not names:
            return self
        kept = tuple(server for server in self.servers if server.name in names)
        return replace(self, servers=kept, left_out=tuple(name for name in known if name not in names))
