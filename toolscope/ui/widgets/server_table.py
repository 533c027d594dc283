"""The servers: one row each, with the bar of its modes over all budgets and the budget of now as a line."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from toolscope.config.model import Settings
from toolscope.disclosure.costs import Bill
from toolscope.disclosure.disclose import budget
from toolscope.disclosure.exact import ExactCosts
from toolscope.disclosure.reach import keep_names, reach
from toolscope.survey import Survey
from toolscope.ui.messages import Connect, ReconnectAsked, ScopeToggled, ServerOpened, SettingsAsked
from toolscope.ui.present import server_lines
from toolscope.ui.present.bars import above, axis, below, column, stretches, tokens_at
from toolscope.ui.present.grid import Grid
from toolscope.ui.present.places import no_effect, not_named, notice, out_of_reach
from toolscope.ui.present.server_lines import Columns
from toolscope.ui.present.servers import Row, ordered, row
from toolscope.ui.present.shares import NOTHING, Share, shares
from toolscope.ui.present.sign_in import may_sign_in, may_sign_out
from toolscope.ui.present.total import total_words
from toolscope.ui.widgets.costed_list import CostedList
from toolscope.ui.widgets.row_list import RowList


class ServerTable(CostedList):
    """The configured servers; arrows move the budget along the chosen server's bar."""

    HELP_TITLE = "Servers"
    FOOT = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "connect('sign in')", "Sign in", tooltip="Sign in to this server, in the browser"),
        Binding("left", "step(-1)", "Budget down", show=False, tooltip="To this server's change below"),
        Binding("right", "step(1)", "Budget", key_display="← →", tooltip="To this server's change above"),
        Binding("f", "keep_names", "Keep names", tooltip="The smallest setting that keeps this server's names"),
        Binding("enter", "choose", "Tools", key_display="⏎", tooltip="Its tools, life line and problems"),
        Binding("R", "connect('again')", "Reconnect", tooltip="Start this server again, or for the first time"),
        Binding("ctrl+r", "reconnect_all", "Reconnect all", tooltip="Start every server again", show=False),
        Binding("X", "connect('not')", "Disconnect", tooltip="Stop connecting, or end the connection", show=False),
        Binding("I", "connect('sign out')", "Sign out", tooltip="Forget how you are signed in to it", show=False),
    ]

    exact: reactive[ExactCosts | None] = reactive(None)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shares: dict[str, Share] = {}
        self._rows: dict[str, Row] = {}
        self._bill = Bill(Survey().disclosure)
        self._columns_of: dict[int, Columns] = {}

    def on_mount(self) -> None:
        """Count the seconds of servers that are connecting."""
        super().on_mount()
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        if self.survey.pending:
            self._read()

    def watch_survey(self, old: Survey, new: Survey) -> None:
        """Show another moment."""
        super().watch_survey(old, new)
        names = tuple(status.name for status in new.statuses)
        if old.catalog is not new.catalog or names != tuple(self._shares):
            self._shares = shares(new.catalog, names)
        self._read()

    def watch_exact(self) -> None:
        """Show the exact counts."""
        self._read()

    def _read(self) -> None:
        now, survey = time.monotonic(), self.survey
        self._bill = bill = Bill(survey.disclosure, self.exact)
        self._rows = {
            status.name: row(survey, status, self._shares.get(status.name, NOTHING), bill, now)
            for status in survey.statuses
        }
        self._columns_of.clear()
        self.reorder()
        self.refresh_bindings()

    def reorder(self) -> None:
        """Show the servers in their order."""
        self.show(ordered(self._rows.values(), self.sort))

    def grid(self, width: int) -> Grid:
        """The columns before the bars."""
        return self._columns(width).grid

    # drawing

    @property
    def _budget(self) -> int | None:
        """The budget; ``None`` when none has an effect."""
        plan, settings = self.survey.disclosure, self.survey.settings
        matters = plan.activated and settings.profile.tiers and settings.listing != "off"
        return plan.budget.tokens if matters else None

    def _columns(self, width: int) -> Columns:
        if width not in self._columns_of:
            self._columns_of[width] = Columns.of(width, tuple(self._rows.values()))
        return self._columns_of[width]

    def _line_at(self, columns: Columns) -> int | None:
        return None if self._budget is None else column(self._budget, columns.bar)

    def draw_head(self, width: int) -> Content:
        """The heads and the axis."""
        columns = self._columns(width)
        return server_lines.head(columns, axis(columns.bar, self._budget), self.sort)

    def draw_row(self, key: str, width: int) -> Content:
        """A server."""
        columns, shown = self._columns(width), self._rows[key]
        label = shown.label if self.survey.settings.profile.tiers else None
        parts = stretches(self.survey.ladder, label) if label is not None else ()
        context, lit = self.survey.settings.context_length, self._budget is not None
        return server_lines.server(columns, shown, context, parts, lit, self._line_at(columns))

    def draw_foot(self, width: int) -> Content:
        """The total."""
        columns = self._columns(width)
        return server_lines.total(columns, self._bill, total_words(self.survey, self._bill, columns.bar))

    # the budget

    def action_step(self, direction: int) -> None:
        """To the previous or next change of the chosen server's mode."""
        label = self.label
        if label is None or not self._has_effect():
            return
        parts, now = stretches(self.survey.ladder, label), self.survey.disclosure.budget.tokens
        self._try(above(parts, now) if direction > 0 else below(parts, now), direction)

    def _try(self, budgets: Sequence[int], direction: int) -> None:
        """Ask for the first of these that really moves the budget: settings have steps, so some are reached already."""
        settings = self.survey.settings
        now = budget(settings).tokens
        for tokens in budgets:
            reached = reach(settings, tokens)
            if (budget(reached).tokens - now) * direction > 0:
                self._move(reached)
                return
        if direction > 0:
            what = out_of_reach(self.survey, budgets[0]) if budgets else "A larger budget changes nothing here."
            self.notify(what, markup=False)

    def _move(self, settings: Settings) -> None:
        """Ask for other settings; what no single slider shows is said."""
        if words := notice(self.survey.settings, settings):
            self.notify(words, markup=False)
        if settings != self.survey.settings:
            self.post_message(SettingsAsked(settings))

    def _has_effect(self) -> bool:
        """Whether a budget has any; says why when it has none."""
        if why := no_effect(self.survey):
            self.notify(why, severity="warning", markup=False)
        return why is None

    @property
    def label(self) -> str | None:
        """The group that stands for the chosen server; ``None`` when it has none."""
        labels = self._shares.get(self.key or "", NOTHING).labels
        return labels[0] if labels else None

    def click_head(self, x: int) -> None:
        """A click on the axis sets the budget there, one on a head orders the servers."""
        if x < self._columns(self.line_width).bar_at:
            super().click_head(x)
        else:
            self._set_at(x)

    def click_row(self, key: str, x: int) -> None:
        """A click on a bar sets the budget there."""
        if self._rows[key].label is not None:
            self._set_at(x)

    def _set_at(self, x: int) -> None:
        columns = self._columns(self.line_width)
        cell = x - columns.bar_at
        if 0 <= cell < columns.bar and self._has_effect():
            self._move(reach(self.survey.settings, tokens_at(cell, columns.bar)))

    def action_keep_names(self) -> None:
        """The smallest setting that names the chosen server's tools."""
        label = self.label
        settings = keep_names(self.survey.ladder, self.survey.settings, label) if label is not None else None
        if settings is None:
            self.notify(not_named(self.survey, label), severity="warning", markup=False)
        else:
            self._move(settings)

    # the chosen server

    def action_choose(self) -> None:
        """Open the chosen server."""
        if self.key is not None:
            self.post_message(ServerOpened(self.key))

    def toggle(self, key: str, eager: bool) -> ScopeToggled:
        """Of a server."""
        return ScopeToggled(server=key, eager=eager)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Signing in is offered where it is of use."""
        if action == "connect" and parameters in (("sign in",), ("sign out",)):
            status = self.survey.status(self.key) if self.key is not None else None
            return may_sign_in(status) if parameters == ("sign in",) else may_sign_out(status)
        return super().check_action(action, parameters)

    @on(RowList.Moved)
    def _another(self) -> None:
        """What is offered depends on the server."""
        self.refresh_bindings()

    def action_connect(self, how: Connect) -> None:
        """Connect to the chosen server in another way."""
        if self.key is not None:
            self.post_message(ReconnectAsked(self.key, how))

    def action_reconnect_all(self) -> None:
        """Start every server again."""
        for name in self.keys:
            self.post_message(ReconnectAsked(name))
