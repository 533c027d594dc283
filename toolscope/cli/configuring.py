"""From the options of a command to the configuration they ask for."""

from __future__ import annotations

import argparse

from toolscope.cli.exits import Exit, Stop
from toolscope.config.gather import Sources
from toolscope.config.model import Config, ConfigError
from toolscope.config.options import Options


def sources(options: argparse.Namespace) -> Sources:
    """What the options name."""
    return Sources(
        demo=options.demo,
        configs=tuple(options.config),
        urls=tuple(options.url),
        command=options.server_command,
        name=options.name,
        servers=tuple(options.server),
        trust=options.trust,
        options=Options(
            profile=options.profile,
            context=options.context,
            threshold_pct=options.threshold_pct,
            listing_max_tokens=options.listing_max_tokens,
            enabled=options.enabled,
            listing=options.listing,
        ),
    )


def configured(options: argparse.Namespace) -> Config:
    """The configuration that the options ask for; ends the command when there is none."""
    from toolscope.opening import load

    try:
        config = load(sources(options), options.recording)
    except ConfigError as error:
        raise Stop(str(error), Exit.USAGE) from None
    return config


def wanted(options: argparse.Namespace) -> Config:
    """The same with at least one server in it; ends the command when there is none."""
    config = configured(options)
    if not config.servers:
        raise Stop(_nothing(config), Exit.USAGE)
    return config


def _nothing(config: Config) -> str:
    if config.broken:
        return config.broken[0]
    found = [str(place.path) for place in config.looked if place.servers]
    hint = f"; found but not opened: {', '.join(found)} (open one with --config)" if found else ""
    return f"no servers configured: give --demo, --config FILE, --recording FILE, --url URL or -- COMMAND{hint}"
