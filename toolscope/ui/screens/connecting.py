"""The keys by which one server is connected to, on a screen that shows it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import ModalScreen

from toolscope.survey import Survey
from toolscope.ui.messages import Connect, ReconnectAsked
from toolscope.ui.present.sign_in import may_sign_in, may_sign_out


class ConnectingScreen(ModalScreen[None]):
    """A screen about ``server``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "connect('sign in')", "Sign in", tooltip="Sign in to this server, in the browser"),
        Binding("R", "connect('again')", "Reconnect", tooltip="Start this server again"),
        Binding("I", "connect('sign out')", "Sign out", tooltip="Forget how you are signed in to it"),
    ]

    survey: var[Survey] = var(Survey)

    def __init__(self, server: str) -> None:
        super().__init__()
        self.server = server

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Signing in is offered where it is of use."""
        if action == "connect" and parameters != ("again",):
            status = self.survey.status(self.server)
            return may_sign_in(status) if parameters == ("sign in",) else may_sign_out(status)
        return super().check_action(action, parameters)

    def action_connect(self, how: Connect) -> None:
        """Ask for it."""
        self.post_message(ReconnectAsked(self.server, how))
