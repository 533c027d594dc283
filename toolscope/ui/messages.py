"""What widgets ask of the app, and what workers tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from textual.message import Message

from toolscope.canonical import Json
from toolscope.veil import hidden

if TYPE_CHECKING:
    from toolscope.config.model import Settings
    from toolscope.connections.state import News
    from toolscope.disclosure.exact import ExactCosts
    from toolscope.invocation.call import PreparedCall
    from toolscope.invocation.guardrail import RuleNote
    from toolscope.survey import Survey


Connect: TypeAlias = Literal["again", "not", "sign in", "sign out"]
"""Start it; end it and leave it there; let a person sign in to it first; forget their sign-in."""


@dataclass
class SettingsAsked(Message):
    """Somebody moved a slider or a switch."""

    settings: Settings
    undoable: bool = True
    """False while a drag goes on: only its end makes an entry to undo."""


@dataclass
class ScopeToggled(Message):
    """Somebody took a server or a tool out of the session, or back in; neither means: all what-ifs back."""

    server: str | None = None
    tool: str | None = None
    """Model-visible name."""
    eager: bool = False
    """To be kept eager, or deferred again, instead."""


@dataclass
class ToolOpened(Message):
    """Somebody wants to call a tool: the Call tab opens on it."""

    name: str
    """Model-visible name."""
    arguments: Json = None
    """What to fill in."""


@dataclass
class ServerOpened(Message):
    """Somebody wants to see one server's tools and life line."""

    server: str
    wire: bool = False
    """What went over its wire instead."""


@dataclass
class ReconnectAsked(Message):
    """Somebody wants a server connected to in another way than it is."""

    server: str
    how: Connect = "again"


@dataclass
class ServersAsked(Message):
    """Somebody wants to add servers to this run."""


@dataclass
class SaveAsked(Message):
    """Somebody wants the settings in the file they came from."""


@dataclass
class CopyAsked(Message):
    """Somebody wants text on the clipboard, which keeps no secrets."""

    text: str
    what: str
    """What it is, for the notice: ``settings as YAML``."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.text = hidden(self.text)


@dataclass
class Heard(Message):
    """News from servers."""

    news: Sequence[News]


@dataclass
class SurveyTaken(Message):
    """A survey was taken in a thread."""

    survey: Survey


@dataclass
class ExactlyCounted(Message):
    """Exact costs were counted in a thread."""

    of: Survey
    costs: ExactCosts


@dataclass
class RulesJudged(Message):
    """Every server has spoken, and the guardrail's rules were held against their tools."""

    idle: tuple[RuleNote, ...]
    """Those that decide nothing."""


@dataclass
class CallAsked(Message):
    """Somebody wants a prepared call to run: the app decides, asks, and runs it."""

    prepared: PreparedCall


@dataclass
class CallCancelAsked(Message):
    """Somebody wants the running call to stop."""
