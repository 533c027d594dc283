"""The app: a post room. It holds the survey, starts the servers, and answers messages."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from itertools import count
from typing import ClassVar

from textual import on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from toolscope.config.gather import Sources
from toolscope.config.model import Config, Settings
from toolscope.connections.state import Frame, ServerStatus, StderrLine
from toolscope.disclosure.exact import ExactCosts
from toolscope.survey import Survey
from toolscope.ui import messages
from toolscope.ui.calls import Calls
from toolscope.ui.commands import KeyCommands
from toolscope.ui.feed import Feed
from toolscope.ui.present import log
from toolscope.ui.screens.help import HelpScreen
from toolscope.ui.screens.main import MainScreen
from toolscope.ui.screens.models import ModelsScreen
from toolscope.ui.screens.server import ServerScreen
from toolscope.ui.screens.trust import TrustScreen
from toolscope.ui.screens.welcome import WelcomeScreen
from toolscope.ui.themes import NIGHT, THEMES
from toolscope.ui.widgets.deck import Deck


class ToolscopeApp(App[int]):
    """toolscope in a terminal."""

    TITLE = "toolscope"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar = {*App.COMMANDS, KeyCommands}
    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "undo", "Undo", key_display="^z", tooltip="undo the last change of a setting"),
        Binding("question_mark,f1", "keys", "Help", key_display="?", tooltip="the keys that are valid here"),
        Binding("ctrl+t", "next_theme", "Theme", show=False),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    survey: reactive[Survey] = reactive(Survey, init=False)
    exact: reactive[ExactCosts | None] = reactive(None, init=False)

    def __init__(self, config: Config, sources: Sources | None = None, *, theme: str | None = None) -> None:
        super().__init__()
        self._config, self._sources = config, sources or Sources()
        self._theme_name = theme or config.theme or NIGHT.name
        self.feed: Feed | None = None
        self.calls = Calls(self)
        self._written = count(1)

    @property
    def settings(self) -> Settings:
        """What the servers are surveyed under."""
        return self.feed.settings if self.feed else self._config.settings

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The night theme's names, for themes that do not have them."""
        return dict(NIGHT.variables)

    # beginning and end

    def on_mount(self) -> None:
        """Show something first, then start the servers."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_name if self._theme_name in self.available_themes else NIGHT.name
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                loop.add_signal_handler(getattr(signal, name), self.exit)
        if self._config.servers:
            self._open(self._config)
        else:
            self.push_screen(WelcomeScreen(self._config, self._sources))

    @on(WelcomeScreen.Opened)
    def _opened(self, message: WelcomeScreen.Opened) -> None:
        self._open(message.config)

    @work
    async def _open(self, config: Config) -> None:
        """Show the servers of a configuration, and start those that may be started."""
        self.survey = Survey(settings=config.settings)
        self.main = MainScreen(self.survey)
        await (self.switch_screen(self.main) if len(self.screen_stack) > 1 else self.push_screen(self.main))
        for line in (*config.broken, *map(str, config.complaints)):
            self._write("!", "$verdict-ask", "config", line)
        if any(server.untrusted for server in config.servers) and await self.push_screen_wait(TrustScreen(config)):
            config = config.trusted()
        self.main.call_pane.guardrail = config.guardrail
        self.feed = Feed(config, self.post_message)
        await self.feed.run()

    async def action_quit(self) -> None:
        """End the servers, then the app."""
        await self.on_unmount()
        self.exit(0)

    async def on_unmount(self) -> None:
        """Whatever way the app ends, no server outlives it."""
        if self.feed is not None:
            await self.feed.close()

    def _fatal_error(self) -> None:
        """A fault of ours ends the app with one line, not with a traceback over a person's data."""
        if os.environ.get("TOOLSCOPE_DEBUG"):
            super()._fatal_error()
        else:
            self._close_messages_no_wait()

    @property
    def fault(self) -> Exception | None:
        """What ended the app, if it was not a person."""
        return self._exception

    # news

    @on(messages.Heard)
    def _heard(self, message: messages.Heard) -> None:
        match message.news:
            case ServerStatus() as status:
                entry = log.connection(self._key(), time.time(), status, self.survey.status(status.name))
                if entry is not None:
                    self.main.log_pane.add(entry)
                if self.feed is not None:
                    self.feed.refresh()
            case Frame() as frame:
                self.main.log_pane.add_frame(frame)
            case StderrLine() as line:
                self.main.log_pane.add_line(line)

    @on(messages.SurveyTaken)
    def _survey_taken(self, message: messages.SurveyTaken) -> None:
        self.survey = message.survey

    def watch_survey(self, before: Survey, survey: Survey) -> None:
        """One value drives the screen."""
        if survey is before or self.feed is None:
            return
        self.main.survey = survey
        entry = log.budget(self._key(), time.time(), before, survey)
        if entry is not None:
            self.main.log_pane.add(entry)
        if survey.disclosure is not before.disclosure and survey.catalog.tools:
            self.exact = None
            self.feed.count(survey)

    @on(messages.ExactlyCounted)
    def _exactly_counted(self, message: messages.ExactlyCounted) -> None:
        if message.of.disclosure is self.survey.disclosure:
            self.exact = message.costs

    def watch_exact(self, exact: ExactCosts | None) -> None:
        """Exact counts arrive a moment after the estimates."""
        self.main.exact = exact

    def _key(self) -> str:
        return str(next(self._written))

    def _write(self, glyph: str, colour: str, kind: str, what: str) -> None:
        self.main.log_pane.add(log.LogEntry(self._key(), time.time(), glyph, colour, kind, "", what))

    # what widgets ask

    @on(messages.SettingsAsked)
    def _settings_asked(self, message: messages.SettingsAsked) -> None:
        self._apply(message.settings, message.undoable)

    def _apply(self, settings: Settings | None, finished: bool = True) -> None:
        if settings is not None and self.feed is not None:
            self.survey = self.feed.apply(settings, finished) or self.survey

    def action_undo(self) -> None:
        """Take back the last change of a setting."""
        if self.feed is not None:
            self.survey = self.feed.undo() or self.survey

    @on(Deck.ModelsAsked)
    def _models_asked(self) -> None:
        self.push_screen(ModelsScreen(self.settings), self._apply)

    @on(messages.ScopeToggled)
    def _scope_toggled(self, message: messages.ScopeToggled) -> None:
        if self.feed is not None:
            self.feed.toggle(message.server, message.tool)

    @on(messages.ServerOpened)
    def _server_opened(self, message: messages.ServerOpened) -> None:
        self.push_screen(ServerScreen(message.server, self.survey).data_bind(ToolscopeApp.survey))

    @on(messages.ToolOpened)
    def _tool_opened(self, message: messages.ToolOpened) -> None:
        while self.screen is not self.main:
            self.pop_screen()
        self.main.tab = "call"
        self.main.call_pane.open(message.name, message.arguments)

    @on(messages.ReconnectAsked)
    @work
    async def _reconnect_asked(self, message: messages.ReconnectAsked) -> None:
        if self.feed is not None:
            await self.feed.fleet.reconnect(message.server)

    @on(messages.CopyAsked)
    def _copy_asked(self, message: messages.CopyAsked) -> None:
        self.copy_to_clipboard(message.text)
        self.notify(f"Copied {message.what}.", markup=False)

    @on(messages.CallAsked)
    @work
    async def _call_asked(self, message: messages.CallAsked) -> None:
        if self.feed is not None:
            await self.calls.run(message.prepared, self.survey, self.feed.config.guardrail, self.feed.fleet)

    @on(messages.CallCancelAsked)
    def _call_cancel_asked(self) -> None:
        self.calls.cancel()

    # keys

    def action_keys(self) -> None:
        """Show the keys that are valid here."""
        self.push_screen(HelpScreen(self.screen.active_bindings.values()))

    def action_next_theme(self) -> None:
        """The other theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0]
