"""The servers of ``--demo``: six that run in this process."""

from __future__ import annotations

from pathlib import Path

from toolscope.config.launch import InProcess
from toolscope.config.model import Origin, ServerConfig
from toolscope.demo import calendar, chat, cloud, files, tracker, wiki

ORIGIN = Origin("demo")
QUERIES = Path(__file__).with_name("queries.json")
"""What an agent would ask of the demo, labelled with the tools it ought to find; some of it nothing here can do."""
_BUILDERS = {
    "tracker": tracker.build,
    "chat": chat.build,
    "files": files.build,
    "calendar": calendar.build,
    "wiki": wiki.build,
    "cloud-api": cloud.build,
}


def servers() -> tuple[ServerConfig, ...]:
    """The demo's servers, each with a memory of its own from the moment it is built."""
    return tuple(ServerConfig(name, InProcess(build), ORIGIN) for name, build in _BUILDERS.items())
