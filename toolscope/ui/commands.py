"""The command palette: every key that is valid where the focus was, by its words."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from textual.binding import Binding
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider


class KeyCommands(Provider):
    """Offers the active bindings, so that palette, footer, help and keys are one table."""

    def _bindings(self) -> list[tuple[Binding, object]]:
        seen: dict[str, tuple[Binding, object]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.description and active.enabled and getattr(active.node, "HELP_TITLE", None):
                seen.setdefault(f"{binding.description} {binding.action}", (binding, active.node))
        return list(seen.values())

    async def discover(self) -> Hits:
        """Everything there is."""
        for binding, node in self._bindings():
            words = binding.tooltip or binding.description
            yield DiscoveryHit(binding.description, partial(self.app.run_action, binding.action, node), help=words)  # type: ignore[arg-type]

    async def search(self, query: str) -> Hits:
        """What matches the typed words."""
        matcher = self.matcher(query)
        for binding, node in self._bindings():
            words = binding.tooltip or binding.description
            score = matcher.match(f"{binding.description} {words}")
            if score > 0:
                run = partial(self.app.run_action, binding.action, node)  # type: ignore[arg-type]
                yield Hit(score, matcher.highlight(binding.description), run, help=words)


class Palette(CommandPalette):
    """The palette. Textual's raises ``KeyError`` for a page key while its list has not been laid out."""

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)
