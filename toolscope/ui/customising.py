"""What a person may change about the app: its theme and its keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding, BindingType

from toolscope.config.model import Config
from toolscope.ui.themes import NIGHT, THEMES

if TYPE_CHECKING:
    from textual.command import Provider


def customise(app: App[Any], config: Config, theme: str | None, bindings: Iterable[BindingType]) -> tuple[str, ...]:
    """Apply theme and keys; returns what could not be applied, one line each. ``bindings`` are those that have ids."""
    for known in THEMES:
        app.register_theme(known)
    wanted = theme or config.theme or NIGHT.name
    # Before anything is parsed: a theme that changes later has every style sheet read again.
    app.set_reactive(App.theme, wanted if wanted in app.available_themes else NIGHT.name)
    app.stylesheet.set_variables(app.get_css_variables())
    app.set_keymap(dict(config.keys))
    return tuple(_not_applied(app, config, wanted, bindings))


def _not_applied(app: App[Any], config: Config, theme: str, bindings: Iterable[BindingType]) -> Iterator[str]:
    if theme not in app.available_themes:
        yield f"theme: {theme}: no such theme; {NIGHT.name} is used"
    names = sorted(binding.id for binding in bindings if isinstance(binding, Binding) and binding.id)
    for name in sorted(set(config.keys) - set(names)):
        yield f"keys.{name}: no key has this name; there are: {', '.join(names)}"


def next_theme(name: str) -> str:
    """The theme after this one, of our own."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def key_commands() -> type[Provider]:
    """The palette's commands, loaded when the palette is opened."""
    from toolscope.ui.commands import KeyCommands

    return KeyCommands
