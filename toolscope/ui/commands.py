"""The command palette: every key that is valid where the focus was, by its words, and the commands without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from toolscope.ui.present.keys import key_words, ours
from toolscope.ui.present.text import assemble, pad

_KEYS, _TITLE, _MARGIN = 12, 22, 6
"""Cells for the keys and for what they do, and cells of a line that the palette keeps for itself."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be done now."""

    keys: tuple[str, ...]
    """The keys that do it, as people write them; none where only the palette offers it."""
    title: str
    words: str
    """What it does in a few more words; empty where the title says it all."""
    run: Callable[[], Any]

    def line(self, title: Content, width: int) -> Content:
        """Keys, title and words in columns; ``title`` is the title with what matched in it."""
        told = assemble(pad((" ".join(self.keys[:2]), "$here"), width=_KEYS), pad(title, width=_TITLE), "  ")
        return pad(told, (self.words, "$soft not bold"), width=max(1, width))


class KeyCommands(Provider):
    """Offers the active bindings, so that palette, footer, help and keys are one table."""

    def _commands(self) -> Iterator[Command]:
        """Those nearest to the focus first; keys that do the same are one command."""
        found: dict[tuple[str, str], Command] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.description and active.enabled and ours(active)):
                continue
            which = (binding.description, binding.action)
            before = found[which].keys if which in found else ()
            words = "" if binding.tooltip.casefold() == binding.description.casefold() else binding.tooltip
            run = partial(self.app.run_action, binding.action, active.node)
            found[which] = Command((*before, key_words(binding.key)), binding.description, words, run)
        yield from found.values()
        yield Command((), "Screenshot", "save this screen as an SVG file", partial(self.app.run_action, "screenshot"))

    @property
    def _width(self) -> int:
        return self.app.size.width - _MARGIN

    async def discover(self) -> Hits:
        """Everything there is."""
        for command in self._commands():
            yield DiscoveryHit(command.line(Content(command.title), self._width), command.run, command.title)

    async def search(self, query: str) -> Hits:
        """What matches the typed words, the title's words first."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = max(matcher.match(command.title), 0.5 * matcher.match(command.words))
            if score > 0:
                shown = command.line(matcher.highlight(command.title), self._width)
                yield Hit(score, shown, command.run, command.title)


class Palette(CommandPalette):
    """The palette. Textual's raises ``KeyError`` for a page key while its list has not been laid out."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)
