"""The app: a post room. It holds the survey, starts the servers, and answers messages."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from functools import partial
from itertools import count
from typing import ClassVar

from textual import on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from toolscope.catalog.snapshot import EVERYTHING
from toolscope.config.gather import Sources
from toolscope.config.model import Config, Settings
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import Frame, ServerStatus, StderrLine
from toolscope.disclosure.exact import ExactCosts, count_exactly
from toolscope.survey import Survey, take
from toolscope.ui import messages
from toolscope.ui.calls import Calls
from toolscope.ui.commands import KeyCommands
from toolscope.ui.feed import Latest
from toolscope.ui.present import log
from toolscope.ui.screens.help import HelpScreen
from toolscope.ui.screens.main import MainScreen
from toolscope.ui.screens.models import ModelsScreen
from toolscope.ui.screens.server import ServerScreen
from toolscope.ui.screens.welcome import WelcomeScreen
from toolscope.ui.themes import NIGHT, THEMES
from toolscope.ui.undo import Undo
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
        self.config, self.sources = config, sources or Sources()
        self._theme_name = theme or config.theme or NIGHT.name
        self.fleet: Fleet | None = None
        self.settings = config.settings
        self.scope = EVERYTHING
        self._undo = Undo()
        self._surveys = Latest[Survey](self._surveyed)
        self._counts = Latest[tuple[Survey, ExactCosts]](self._counted)
        self._entry_keys = map(str, count(1))
        self.calls = Calls(self)

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
        if self.config.servers:
            self._open(self.config)
        else:
            self.push_screen(WelcomeScreen(self.config, self.sources))

    def _open(self, config: Config) -> None:
        self.config, self.settings = config, config.settings
        self.survey = Survey(settings=config.settings)
        self.main = MainScreen(self.survey)
        self.switch_screen(self.main) if len(self.screen_stack) > 1 else self.push_screen(self.main)
        self.call_after_refresh(self._start)

    @work
    async def _start(self) -> None:
        """Start the servers and pass on what they say, until the app ends."""
        self.main.call_pane.guardrail = self.config.guardrail
        for line in (*self.config.broken, *map(str, self.config.complaints)):
            self._write(log.LogEntry(next(self._entry_keys), time.time(), "!", "$verdict-ask", "config", "", line))
        self.fleet = Fleet(self.config.servers)
        await self.fleet.__aenter__()
        self._resurvey()
        async for news in self.fleet.news():
            self.post_message(messages.Heard(news))

    async def action_quit(self) -> None:
        """End the servers, then the app."""
        await self._end_servers()
        self.exit(0)

    async def on_unmount(self) -> None:
        """Whatever way the app ends, no server outlives it."""
        self._surveys.stop()
        self._counts.stop()
        await self._end_servers()

    async def _end_servers(self) -> None:
        if self.fleet is not None:
            await self.fleet.aclose()

    @on(WelcomeScreen.Opened)
    def _opened(self, message: WelcomeScreen.Opened) -> None:
        self._open(message.config)

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
                entry = log.connection(next(self._entry_keys), time.time(), status, self.survey.status(status.name))
                if entry is not None:
                    self._write(entry)
                self._resurvey()
            case Frame() as frame:
                self.main.log_pane.add_frame(frame)
            case StderrLine() as line:
                self.main.log_pane.add_line(line)

    def _resurvey(self) -> None:
        """Survey the servers as they are now, in a thread; the last survey stays on screen meanwhile."""
        if self.fleet is not None:
            self._surveys.ask(partial(take, self.fleet.statuses, self.settings, self.scope, self.survey))

    def _surveyed(self, survey: Survey) -> None:
        self.survey = survey.with_settings(self.settings)

    def watch_survey(self, before: Survey, survey: Survey) -> None:
        """One value drives the screen."""
        if survey is before or not hasattr(self, "main"):
            return
        self.main.survey = survey
        entry = log.budget(next(self._entry_keys), time.time(), before, survey)
        if entry is not None:
            self._write(entry)
        if survey.disclosure is not before.disclosure and survey.catalog.tools:
            self.exact = None
            self._counts.ask(lambda: (survey, count_exactly(survey.disclosure)))

    def _counted(self, counted: tuple[Survey, ExactCosts]) -> None:
        survey, costs = counted
        if survey.disclosure is self.survey.disclosure:
            self.exact = costs

    def watch_exact(self, exact: ExactCosts | None) -> None:
        """Exact counts arrive a moment after the estimates."""
        if hasattr(self, "main"):
            self.main.exact = exact

    def _write(self, entry: log.LogEntry) -> None:
        self.main.log_pane.add(entry)

    # what widgets ask

    @on(messages.SettingsAsked)
    def _settings_asked(self, message: messages.SettingsAsked) -> None:
        self._undo.changed(self.settings, message.settings, message.undoable)
        self._apply(message.settings)

    def action_undo(self) -> None:
        """Take back the last change of a setting."""
        before = self._undo.back()
        if before is None:
            self.notify("Nothing to undo.")
        else:
            self._apply(before)

    def _apply(self, settings: Settings) -> None:
        """Re-plan at once where only the budget moves; another release reads every tool again, in a thread."""
        before, self.settings = self.survey.settings, settings
        if settings.profile == before.profile and settings.defer == before.defer:
            self.survey = self.survey.with_settings(settings)
        else:
            self._resurvey()

    @on(Deck.ModelsAsked)
    def _models_asked(self) -> None:
        def take_window(settings: Settings | None) -> None:
            if settings is not None:
                self._undo.changed(self.settings, settings, True)
                self._apply(settings)

        self.push_screen(ModelsScreen(self.settings), take_window)

    @on(messages.ScopeToggled)
    def _scope_toggled(self, message: messages.ScopeToggled) -> None:
        self.scope = self.scope.toggled(server=message.server, tool=message.tool)
        self._resurvey()

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
        if self.fleet is not None:
            await self.fleet.reconnect(message.server)

    @on(messages.CopyAsked)
    def _copy_asked(self, message: messages.CopyAsked) -> None:
        self.copy_to_clipboard(message.text)
        self.notify(f"Copied {message.what}.", markup=False)

    @on(messages.CallAsked)
    @work
    async def _call_asked(self, message: messages.CallAsked) -> None:
        if self.fleet is not None:
            await self.calls.run(message.prepared, self.survey, self.config.guardrail, self.fleet)

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
