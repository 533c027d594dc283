"""One entry of ``mcp_servers``, ``mcpServers`` or ``servers`` as a server (hermes.md §12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from toolscope.config.launch import Http, Launch, Stdio
from toolscope.config.model import ServerConfig, ToolFilter, Trust
from toolscope.config.network import oauth, tls
from toolscope.config.section import Section, kind
from toolscope.config.suspicious import suspicion


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEYS = _words(
    """
    command args env cwd url headers transport ssl_verify client_cert client_key auth oauth identity_header
    strict_redirect_headers enabled timeout connect_timeout keepalive_interval idle_timeout_seconds
    max_lifetime_seconds lifecycle skip_preflight protocol lazy supports_parallel_tool_calls trust tools sampling
    elicitation disabled type
    """
)
_CLIENT_KEYS = _words(
    """
    httpUrl serverUrl description name alwaysAllow autoApprove disabledTools includeTools excludeTools
    startupTimeout envFile oauth_scopes authProviderType dev gallery version headersHelper
    """
)
_TRANSPORTS = frozenset({"stdio", "http", "sse", "streamable-http", "streamable_http", "streamablehttp"})
_BUILT_IN = _words(
    """
    browser clarify code_execution computer_use cronjob delegation file homeassistant image_gen kanban memory
    session_search skills terminal todo tts vision web
    """
)


def server(name: str, section: Section, client: bool = False) -> ServerConfig | None:
    """Read one entry, its variables already filled in; ``None`` when it is not a mapping.

    ``client`` reads the spellings of other MCP clients: times in milliseconds, ``httpUrl``, and so on.
    """
    if not isinstance(section.value, dict):
        section.complain(f"must be a mapping with a command or a url, not {kind(section.value)}; left out")
        return None
    section.only(_KEYS | _CLIENT_KEYS if client else _KEYS)
    if not client and name in _BUILT_IN:
        section.complain("Hermes has a toolset of its own by this name; rename the server to keep them apart")
    if client and section.child("envFile").value is not None:
        section.complain("is not read; set its variables in env, or in the environment", "envFile")
    launch = _launch(section)
    reason = suspicion(launch)
    if reason:
        section.complain(f"{reason}; Hermes drops such an entry, so it is not started until you approve it")
    default = ServerConfig(name, launch, section.origin)
    seconds = _milliseconds(section) if client else section
    return replace(
        default,
        enabled=section.boolish("enabled", True) and not section.boolish("disabled", False),
        untrusted=reason is not None,
        timeout=seconds.number("timeout", default.timeout),
        connect_timeout=seconds.number("connect_timeout", default.connect_timeout),
        trust="full" if client else _trust(section),
        filter=_client_filter(section) if client else tool_filter(section.child("tools")),
        parallel=section.boolish("supports_parallel_tool_calls", False),
    )


def tool_filter(section: Section) -> ToolFilter:
    """Read ``tools`` of a server: which of its tools take part."""
    if not section.is_mapping("a mapping with include or exclude"):
        return ToolFilter()
    section.only({"include", "exclude", "resources", "prompts"})
    return ToolFilter(
        include=_patterns(section, "include"),
        exclude=_patterns(section, "exclude") or (),
        resources=section.boolish("resources", True),
        prompts=section.boolish("prompts", True),
    )


def _client_filter(section: Section) -> ToolFilter:
    excluded = (*(_patterns(section, "excludeTools") or ()), *(_patterns(section, "disabledTools") or ()))
    own = tool_filter(section.child("tools")) if isinstance(section.child("tools").value, dict) else ToolFilter()
    included = _patterns(section, "includeTools")
    return replace(own, include=own.include if included is None else included, exclude=(*own.exclude, *excluded))


def _patterns(section: Section, key: str) -> tuple[str, ...] | None:
    raw = section.child(key).value
    if raw is None or isinstance(raw, str):
        # A blank pattern matches no tool, while an empty list is no filter in 0.19 (hermes.md §14).
        return None if raw is None else (raw,)
    if isinstance(raw, list):
        return tuple(str(item) for item in raw)
    section.complain(f"must be a tool name or a list of them, not {kind(raw)}; ignored", key)
    return None


def _launch(section: Section) -> Launch | None:
    url = section.text("url") or section.text("httpUrl") or section.text("serverUrl")
    command = section.text("command")
    transport = _transport(section)
    if url is not None:
        if command is not None:
            section.complain("has a url and a command; the url is used", "command")
        if not is_http(url):
            section.complain("must start with http:// or https:// and name a host; connecting will fail", "url")
        headers = section.texts("headers")
        _check_edges(section, {"url": url}, headers, "headers")
        return Http(url, headers, transport == "sse", tls(section), oauth(section))
    if command is None:
        section.complain("names neither a command nor a url; add one of them")
        return None
    args, env = section.words("args"), section.texts("env")
    _check_edges(section, {"command": command}, env, "env")
    first, space, _ = command.strip().partition(" ")
    if space and not args and not {"/", "\\"} & set(first):
        section.complain("holds several words; keep the program here and move the rest to args", "command")
    return Stdio(command, args, env, section.text("cwd"))


def _transport(section: Section) -> str | None:
    for key in ("transport", "type"):
        value = section.text(key)
        if value is not None:
            if value.strip().lower() not in _TRANSPORTS:
                section.complain("must be stdio, http or sse; the transport is taken from url or command", key)
            return value.strip().lower()
    return None


def is_http(url: str) -> bool:
    """Whether a URL can be connected to at all: http or https, with a host."""
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _check_edges(section: Section, single: Mapping[str, str], many: Mapping[str, str], key: str) -> None:
    for path, text in [((name,), text) for name, text in single.items()] + [((key, n), t) for n, t in many.items()]:
        if text != text.strip():
            section.complain("has white space at an end; it is kept as written", *path)


def _trust(section: Section) -> Trust:
    value = section.child("trust").value
    if value is None or value == "full":
        return "full"
    if value != "untrusted":
        section.complain("must be full or untrusted; it is read as untrusted", "trust")
    return "untrusted"


def _milliseconds(section: Section) -> Section:
    """The section with ``timeout`` in seconds: other clients write milliseconds."""
    value = section.value.get("timeout")
    is_long = isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 1000
    return replace(section, value={**section.value, "timeout": value / 1000}) if is_long else section
