"""Tab: from one part of a screen to the next, a group of controls as one step."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget


class StopScreen(Screen[None]):
    """Widgets with the same ``STOP`` are one step of Tab, which goes to the one that was used last; arrows go on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, so that what is typed right after Tab goes where the focus went.
        Binding("tab", "stop(1)", "Next pane or field", show=False, priority=True),
        Binding("shift+tab", "stop(-1)", "Pane or field before", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._used: dict[str, Widget] = {}
        """Of each group the widget that had the focus last."""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Remember where one is in a group."""
        for one in event.widget.ancestors_with_self:
            if isinstance(one, Widget) and (group := _group(one)) is not None and one.can_focus:
                self._used[group] = one

    def action_stop(self, step: int) -> None:
        """To the next part, or to the one before."""
        chain, now = self.focus_chain, self.focused
        if now not in chain:
            self.focus_next() if step > 0 else self.focus_previous()
            return
        at = chain.index(now)
        others = [*chain[at + 1 :], *chain[:at]][::step]
        here = _group(now)
        target = next((one for one in others if here is None or _group(one) != here), None)
        if target is not None:
            used = self._used.get(_group(target) or "")
            self.set_focus(used if used in chain else target)


def _group(widget: Widget) -> str | None:
    """The group that a widget, or what it stands in, belongs to."""
    stops = (getattr(one, "STOP", None) for one in widget.ancestors_with_self)
    return next((stop for stop in stops if stop is not None), None)
