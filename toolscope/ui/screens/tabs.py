"""What stands behind the first sight: loading the panes takes longer than loading all that is seen before them.

Each function loads one pane, in a thread while the screen answers keys.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolscope.ui.screens.budget import BudgetPane
    from toolscope.ui.screens.call import CallPane
    from toolscope.ui.screens.log import LogPane
    from toolscope.ui.screens.search import SearchPane

SHEETS = tuple(Path(__file__).with_name(f"{tab}.tcss") for tab in ("budget", "search", "call", "log"))


def budget() -> type[BudgetPane]:
    """Servers and their manifest."""
    from toolscope.ui.screens.budget import BudgetPane

    return BudgetPane


def search() -> type[SearchPane]:
    """Queries and why."""
    from toolscope.ui.screens.search import SearchPane

    return SearchPane


def call() -> type[CallPane]:
    """A form and its result."""
    from toolscope.ui.screens.call import CallPane

    return CallPane


def log() -> type[LogPane]:
    """What happened."""
    from toolscope.ui.screens.log import LogPane

    return LogPane
