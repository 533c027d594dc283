"""From what was asked for to a configuration with its servers: files, recordings, the demo."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from toolscope.config import gather, source
from toolscope.config.gather import Sources
from toolscope.config.model import Config, ConfigError
from toolscope.connections import recording
from toolscope.demo import fleet as demo


def load(sources: Sources, recordings: Sequence[Path] = ()) -> Config:
    """The configuration of these sources. Raises ``ConfigError`` with one line when there is nothing to show."""
    recorded = tuple(server for path in recordings for server in recording.read(path))
    offered = demo.servers() if sources.demo else ()
    extra = (*sources.extra, *offered, *recorded)
    return gather.load(replace(sources, extra=extra, recorded=sources.recorded or bool(recordings)))


def load_file(path: Path, sources: Sources) -> Config:
    """A configuration or a recording, told apart by content, in place of the sources that ``sources`` names."""
    bare = Sources(options=sources.options)
    if recording.is_recording(source.read(path).value):
        return load(bare, (path,))
    return load(replace(bare, configs=(path,)))


def load_demo(sources: Sources) -> Config:
    """The demo, in place of the sources that ``sources`` names."""
    return load(Sources(demo=True, options=sources.options))


def load_command(text: str, sources: Sources) -> Config:
    """A server by its URL or by the command that starts it, in place of the sources that ``sources`` names."""
    bare = Sources(options=sources.options)
    if text.startswith(("http://", "https://")):
        return load(replace(bare, urls=(text,)))
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ConfigError(f"{text}: {error}; close the quote") from None
    return load(replace(bare, command=words))
