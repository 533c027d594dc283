"""The field in which the value of a slider is typed, in the value's place."""

from __future__ import annotations

from textual.geometry import Offset
from textual.widgets import Input

from toolscope.config.model import ConfigError, Settings
from toolscope.plain import one_line
from toolscope.ui.present.dials import WINDOW, Dial, complaint
from toolscope.ui.present.track import MARGIN, NAME, VALUE


class ValueField(Input):
    """Opened on a text it holds that text; opened on nothing it holds the present value, selected."""

    DEFAULT_CSS = """
    ValueField { position: absolute; height: 1; border: none; padding: 0; background: $here-bg; color: $ink; }
    ValueField:focus { border: none; }
    """

    def __init__(self, dial: Dial, present: Settings, text: str | None) -> None:
        value = dial.read(present)
        held = one_line((dial is WINDOW and present.model) or "") or ("" if value is None else f"{value:.12g}")
        super().__init__(held if text is None else text, select_on_focus=text is None, compact=True, max_length=80)
        self.dial = dial
        self.present = present
        self.complaint = ""
        """Why the text was refused; empty once it is changed."""
        self.styles.offset = Offset(MARGIN + NAME, 0)
        self.styles.width = 28 if dial is WINDOW else VALUE

    def settings(self) -> Settings | None:
        """What the text asks for; ``None``, and a complaint, when that cannot be."""
        try:
            return self.dial.typed(self.present, self.value)
        except ConfigError as error:
            self.complaint = complaint(error)
            return None

    def on_input_changed(self) -> None:
        """A changed text has not been refused yet."""
        self.complaint = ""
