"""The resolved configuration in a form to print: where each value came from, and no secrets."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from toolscope.canonical import Json
from toolscope.config.hooks import Hook
from toolscope.config.launch import Http, Launch, OAuth, Stdio, Tls, endpoint
from toolscope.config.masking import masked_url, masked_words
from toolscope.config.model import Config, ServerConfig, Settings
from toolscope.config.settings import DEFAULT_ORIGIN
from toolscope.config.yaml_text import put
from toolscope.veil import MASK


def resolved(config: Config) -> Json:
    """What ``toolscope config --json`` prints; values of environments, headers and queries are masked."""
    return {
        "profile": config.settings.profile.name,
        "settings": _settings(config),
        "servers": [_server(server) for server in config.servers],
        "guardrail": {
            "rules": [
                {
                    "match": rule.match,
                    "when": dict(rule.when),
                    "decision": rule.decision,
                    "reason": rule.reason,
                    "origin": str(rule.origin),
                }
                for rule in config.guardrail.rules
            ],
            "trusted_servers": sorted(config.guardrail.trusted_servers),
        },
        "hooks": [_hook(hook) for hook in config.hooks],
        "theme": config.theme,
        "keys": dict(config.keys),
        "looked": [
            {"path": str(place.path), "found": place.found, "servers": place.servers, "note": place.note}
            for place in config.looked
        ],
        "complaints": [
            {"origin": str(complaint.origin), "key": complaint.key, "message": complaint.message}
            for complaint in config.complaints
        ],
        "broken": list(config.broken),
    }


def _hook(hook: Hook) -> dict[str, Json]:
    return {
        "event": hook.event,
        "command": hook.shown,
        "matcher": hook.matcher,
        "timeout": hook.timeout,
        "fail_closed": hook.fail_closed,
        "origin": str(hook.origin),
    }


def _settings(config: Config) -> dict[str, Json]:
    settings = config.settings
    values: dict[str, Json] = {
        "profile": settings.profile.name,
        "context_length": settings.context_length,
        "model": settings.model,
        **block(settings),
    }
    return {name: {"value": value, "origin": _origin(config, name)} for name, value in values.items()}


def _origin(config: Config, name: str) -> str:
    origin = config.origins.get(name, DEFAULT_ORIGIN)
    return f"default of {config.settings.profile.name}" if origin == DEFAULT_ORIGIN else str(origin)


def block(settings: Settings) -> dict[str, Json]:
    """The keys of ``tools.tool_search`` that the release knows, in the order people write them."""
    percent = settings.threshold_pct
    block: dict[str, Json] = {
        "enabled": settings.enabled,
        "threshold_pct": int(percent) if percent == int(percent) else percent,
    }
    if settings.profile.tiers:
        block |= {"listing": settings.listing, "listing_max_tokens": settings.listing_max_tokens}
    block |= {"search_default_limit": settings.search_default_limit, "max_search_limit": settings.max_search_limit}
    if settings.profile.tiers:
        block["defer"] = None if settings.defer is None else list(settings.defer)
    return block


def as_yaml(settings: Settings) -> str:
    """The ``tools: tool_search:`` block that gives these settings, as saving writes it in a file that has none.

    The default list of ``defer`` is left out.
    """
    written = {key: str(value) for key, value in block(settings).items() if value is not None}
    if settings.defer is not None and "defer" in written:
        import yaml

        written["defer"] = yaml.safe_dump(list(settings.defer), default_flow_style=True, width=sys.maxsize).strip()
    return put("", None, ("tools", "tool_search"), written)


def _server(server: ServerConfig) -> dict[str, Json]:
    return {
        "name": server.name,
        "origin": str(server.origin),
        "enabled": server.enabled,
        "untrusted": server.untrusted,
        **_launch(server.launch),
        "timeout": server.timeout,
        "connect_timeout": server.connect_timeout,
        "trust": server.trust,
        "supports_parallel_tool_calls": server.parallel,
        "tools": {
            "include": None if server.filter.include is None else list(server.filter.include),
            "exclude": list(server.filter.exclude),
            "resources": server.filter.resources,
            "prompts": server.filter.prompts,
        },
    }


def _launch(launch: Launch | None) -> dict[str, Any]:
    match launch:
        case Stdio(command, args, env, cwd):
            return {
                "transport": "stdio",
                "command": masked_url(command),
                "args": masked_words(args),
                "env": _masked(env),
                "cwd": cwd,
            }
        case Http(url, headers, sse, tls, oauth):
            transport = {"transport": "sse" if sse else "http", "url": masked_url(url), "headers": _masked(headers)}
            return transport | _tls(tls) | ({} if oauth is None else {"oauth": _oauth(oauth)})
        case _:
            return {"transport": None, "endpoint": endpoint(launch)}


def _masked(values: Mapping[str, str]) -> dict[str, str]:
    return dict.fromkeys(values, MASK)


def _tls(tls: Tls) -> dict[str, Json]:
    """What differs from the usual."""
    found: dict[str, Json] = {} if tls.verify and tls.ca is None else {"ssl_verify": tls.ca or tls.verify}
    return found | {key: path for key, path in (("client_cert", tls.cert), ("client_key", tls.key)) if path}


def _oauth(oauth: OAuth) -> dict[str, Json]:
    given = {key: value for key, value in asdict(oauth).items() if value is not None}
    return given | ({"client_secret": MASK} if oauth.client_secret else {})
