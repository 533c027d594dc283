"""The app: a post room. It holds the survey, starts the servers, and answers messages."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.reactive import var

from toolscope.config.gather import Sources
from toolscope.config.model import Config, Settings
from toolscope.connections.state import ServerStatus
from toolscope.survey import Survey
from toolscope.ui import messages
from toolscope.ui.background import settle
from toolscope.ui.customising import customise, key_commands, next_theme
from toolscope.ui.feed import Feed
from toolscope.ui.quiet import QuietApp
from toolscope.ui.screens.main import MainScreen
from toolscope.ui.themes import NIGHT

if TYPE_CHECKING:
    from toolscope.disclosure.exact import ExactCosts
    from toolscope.ui.calls import Calls
    from toolscope.ui.screens.welcome import WelcomeScreen


class ToolscopeApp(QuietApp):
    """toolscope in a terminal. Screens behind the first one are loaded when they are opened."""

    TITLE = "toolscope"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar = {key_commands}
    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "undo", "Undo", id="undo", key_display="^z", tooltip="undo the last change of a setting"),
        Binding("question_mark,f1", "keys", "Help", id="help", key_display="?", tooltip="the keys that are valid here"),
        Binding("ctrl+t", "next_theme", "Theme", id="theme", show=False),
        Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True),
    ]

    survey: var[Survey] = var(Survey, init=False)
    exact: var[ExactCosts | None] = var(None, init=False)

    def __init__(self, config: Config, sources: Sources | None = None, *, theme: str | None = None) -> None:
        super().__init__()
        self._config, self._sources = config, sources or Sources()
        self.feed = Feed(replace(config, servers=()), self.post_message)
        """Idle until there is something to start."""
        keys = (*self.BINDINGS, *MainScreen.BINDINGS)
        self._not_applied = customise(self, self._config, theme, keys)

    @property
    def settings(self) -> Settings:
        """What the servers are surveyed under."""
        return self.feed.settings

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The night theme's names, for themes that do not have them."""
        return dict(NIGHT.variables)

    # beginning and end

    def on_mount(self) -> None:
        """Show something first, then start the servers."""
        self.end_on_signals()
        self.call_after_refresh(settle)
        if self._config.servers:
            self._open(self._config)
        else:
            from toolscope.ui.screens.welcome import WelcomeScreen

            self.push_screen(WelcomeScreen(self._config, self._sources))

    def on_welcome_screen_opened(self, message: WelcomeScreen.Opened) -> None:
        """The first screen was left with a configuration."""
        self._open(message.config)

    @work(description="opens a configuration")
    async def _open(self, config: Config) -> None:
        """Show the servers of a configuration, and start those that may be started."""
        await self.feed.close()
        self.main = MainScreen(Survey(settings=config.settings))
        await (self.switch_screen(self.main) if len(self.screen_stack) > 1 else self.push_screen(self.main))
        await self.main.whole.wait()
        self.main.complain(*config.broken, *config.complaints, *self._not_applied)
        if any(server.untrusted or server.questions for server in config.servers):
            from toolscope.ui.starting import cleared

            config = await cleared(self, config)
        from toolscope.ui.questions import Questions

        self.main.call_pane.guardrail, self.main.origins = config.guardrail, config.origins
        self.main.call_pane.hooks = config.hooks
        self.feed = Feed(config, self.post_message, Questions(self).ask)
        self.main.search_pane.config = config
        await self.feed.run()

    async def action_quit(self) -> None:
        """End the servers, then the app."""
        await self.on_unmount()
        self.exit(0)

    async def on_unmount(self) -> None:
        """Whatever way the app ends, no server outlives it."""
        await self.feed.close()

    # news

    @property
    def _leaving(self) -> bool:
        """Whether the screens are on their way out: what is told then is of no use to anybody."""
        return self._exit or not self.main.whole.is_set() or not self.main.query("LogPane")

    @on(messages.Heard)
    def _heard(self, message: messages.Heard) -> None:
        if self._leaving:
            return
        self.main.log_pane.hear(message.news)
        if any(isinstance(news, ServerStatus) for news in message.news):
            self.feed.refresh()

    @on(messages.SurveyTaken)
    def _survey_taken(self, message: messages.SurveyTaken) -> None:
        if not self._leaving:
            self._show(message.survey)

    def _show(self, survey: Survey | None, finished: bool = True) -> None:
        """Show another moment, if there is one; of a drag only the end is written down."""
        self.survey = survey or self.survey
        if finished:
            self.main.log_pane.note(self.survey)

    def watch_survey(self, before: Survey, survey: Survey) -> None:
        """One value drives the screen."""
        if survey is before:
            return
        self.main.survey = survey
        if survey.disclosure is not before.disclosure and (survey.catalog.tools or before.catalog.tools):
            self.exact = None
            self.feed.count(survey)

    @on(messages.ExactlyCounted)
    def _exactly_counted(self, message: messages.ExactlyCounted) -> None:
        if message.of.disclosure is self.survey.disclosure:
            self.exact = message.costs

    def watch_exact(self, exact: ExactCosts | None) -> None:
        """Exact counts arrive a moment after the estimates."""
        self.main.exact = exact

    @on(messages.RulesJudged)
    def _rules_judged(self, message: messages.RulesJudged) -> None:
        self.main.complain(*(note.complaint for note in message.idle if note.matters))

    # what widgets ask

    @on(messages.SettingsAsked)
    def _settings_asked(self, message: messages.SettingsAsked) -> None:
        self._show(self.feed.apply(message.settings, message.undoable), message.undoable)

    def action_undo(self) -> None:
        """Take back the last change of a setting."""
        self._show(self.feed.undo())

    @on(messages.ScopeToggled)
    def _scope_toggled(self, message: messages.ScopeToggled) -> None:
        self.feed.toggle(message.server, message.tool, message.eager)

    @on(messages.ServerOpened)
    def _server_opened(self, message: messages.ServerOpened) -> None:
        if message.wire:
            self._to_main()
            self.main.tab = "log"
            self.main.log_pane.show_wire(message.server)
            return
        from toolscope.ui.screens.server import ServerScreen

        self.push_screen(ServerScreen(message.server, self.survey).data_bind(ToolscopeApp.survey))

    def _to_main(self) -> None:
        while self.screen is not self.main:
            self.pop_screen()

    @on(messages.ToolOpened)
    def _tool_opened(self, message: messages.ToolOpened) -> None:
        self._to_main()
        self.main.tab = "call"
        self.main.call_pane.open(message.name, message.arguments)

    @on(messages.ReconnectAsked)
    @work(description="reconnects a server")
    async def _reconnect_asked(self, message: messages.ReconnectAsked) -> None:
        status = self.survey.status(message.server)
        if status is not None and status.config.held_back and message.how != "not":
            self._to_main()
            self._open(self.feed.config)
        elif words := await self.feed.connect(message.server, message.how):
            self.notify(words, markup=False)

    @on(messages.ServersAsked)
    @work
    async def _servers_asked(self) -> None:
        from toolscope.ui.starting import more_servers

        self.feed.add(await more_servers(self, self.feed.config, self._sources.options))

    @on(messages.SaveAsked)
    @work
    async def _save_asked(self) -> None:
        from toolscope.ui.saving import save_settings

        await save_settings(self.main, self.feed)

    @on(messages.CopyAsked)
    def _copy_asked(self, message: messages.CopyAsked) -> None:
        self.copy(message.text, message.what)

    @cached_property
    def calls(self) -> Calls:
        """Runs what the Call tab asks for."""
        from toolscope.ui.calls import Calls

        return Calls(self)

    @on(messages.CallAsked)
    @work(description="runs a call")
    async def _call_asked(self, message: messages.CallAsked) -> None:
        await self.calls.run(message.prepared)

    @on(messages.CallCancelAsked)
    def _call_cancel_asked(self) -> None:
        self.calls.cancel()

    def action_keys(self) -> None:
        """Show the keys that are valid here."""
        from toolscope.ui.screens.help import HelpScreen

        self.push_screen(HelpScreen(self.screen.active_bindings.values()))

    def action_next_theme(self) -> None:
        """The other theme."""
        self.theme = next_theme(self.theme)
