"""The lower part of the Budget tab: the servers over the manifest they make."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import var

from toolscope.config.describe import as_yaml
from toolscope.disclosure.exact import ExactCosts
from toolscope.survey import Survey
from toolscope.ui.messages import CopyAsked
from toolscope.ui.widgets.manifest_view import ManifestView
from toolscope.ui.widgets.row_list import RowList
from toolscope.ui.widgets.server_detail import ServerDetail
from toolscope.ui.widgets.server_table import ServerTable

_WIDE = 160
"""Columns from which the chosen server stands beside the manifest."""
_MANIFEST = 4
"""Lines that the manifest keeps, its title included."""
_GAPS = 2
"""Empty lines: above the table and above the manifest."""


class BudgetPane(Vertical):
    """Server table, manifest and, where there is room, the chosen server."""

    HELP_TITLE = "Budget"
    DEFAULT_CSS = """
    BudgetPane > ServerTable { margin-top: 1; height: auto; }
    BudgetPane > Horizontal { height: 1fr; margin-top: 1; }
    BudgetPane ManifestView { width: 1fr; }
    BudgetPane ServerDetail { width: 76; display: none; }
    BudgetPane.-beside ServerDetail { display: block; }
    BudgetPane.-manifest > ServerTable, BudgetPane.-manifest ServerDetail { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "manifest", "Manifest", tooltip="The manifest over the whole pane, and back"),
        Binding("w", "waterfall", "Start-up", tooltip="What each server needed to start"),
        Binding("y", "copy_settings", "Copy YAML", tooltip="Copy the settings as they stand in config.yaml"),
        Binding("escape", "table", "Servers", key_display="Esc", tooltip="Back to the servers"),
    ]

    survey: var[Survey] = var(Survey)
    exact: var[ExactCosts | None] = var(None)

    def compose(self) -> ComposeResult:
        """The parts."""
        yield ServerTable().data_bind(BudgetPane.survey, BudgetPane.exact)
        with Horizontal():
            yield ManifestView().data_bind(BudgetPane.survey)
            yield ServerDetail().data_bind(BudgetPane.survey)

    @property
    def table(self) -> ServerTable:
        """The servers."""
        return self.query_one(ServerTable)

    def watch_survey(self) -> None:
        """Other servers need another height, and the table may choose another one."""
        if self.is_mounted:
            self._share_height()
            self.call_next(self._show_detail)

    def on_mount(self) -> None:
        """The first server is the chosen one."""
        self._show_detail()

    def on_resize(self) -> None:
        """Fold to the width, and share the height."""
        self.set_class(self.size.width >= _WIDE, "-beside")
        self._share_height()

    def _share_height(self) -> None:
        """The table takes what it needs, at most half of the screen, and leaves the manifest its lines."""
        most = min(self.screen.size.height // 2, self.size.height - _GAPS - _MANIFEST)
        self.table.styles.height = max(3, min(len(self.survey.statuses) + self.table.fixed, most))

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """Another server is chosen."""
        self._show_detail()

    def _show_detail(self) -> None:
        self.query_one(ServerDetail).server = self.table.key

    def action_waterfall(self) -> None:
        """Show what each server needed to start."""
        from toolscope.ui.screens.waterfall import WaterfallScreen

        self.app.push_screen(WaterfallScreen())

    # the manifest over the table

    def action_manifest(self) -> None:
        """Open the manifest over the whole pane, or close it again."""
        if self.has_class("-manifest"):
            self.action_table()
        else:
            self.add_class("-manifest")
            self.query_one(ManifestView).text.focus()

    def action_table(self) -> None:
        """Show the servers again."""
        self.remove_class("-manifest")
        self.table.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc means something here only while the manifest is open."""
        return self.has_class("-manifest") if action == "table" else True

    def action_copy_settings(self) -> None:
        """Copy the settings as YAML."""
        self.post_message(CopyAsked(as_yaml(self.survey.settings), "settings as YAML"))
