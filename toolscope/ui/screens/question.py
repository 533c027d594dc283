"""A question of a server: a form, a page to open, or a model's answer that a person gives in its place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static, TextArea

from toolscope.connections.requests import Answer, ServerRequest
from toolscope.plain import Plain, clean, one_line
from toolscope.ui.background import in_thread
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.filling import collect, fill
from toolscope.ui.present.form import read_form
from toolscope.ui.present.questions import conversation, defaults, fits
from toolscope.ui.present.sign_in import HINT, OPENED, WAITING
from toolscope.ui.present.text import assemble, badge
from toolscope.ui.screens.picking import pick_value
from toolscope.ui.widgets.call_form import CallForm
from toolscope.ui.widgets.choice import Choice

_KIND = {
    "form": "asks you",
    "url": "wants you to open a page",
    "sampling": "asks you in place of a model",
    "sign_in": "wants a sign-in",
}


class QuestionScreen(ModalScreen[Answer]):
    """Who asks, what, and the keys; nothing is answered unless the person does it."""

    CSS_PATH = ["dialogs.tcss", "call.tcss", "question.tcss"]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]
    HELP_TITLE = "Question of a server"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "accept", "Answer", key_display="F9", priority=True),
        Binding("f8", "decline", "Decline", key_display="F8", priority=True),
        Binding("escape", "cancel", "Put aside", key_display="Esc"),
        Binding("tab", "app.focus_next", "Next field", show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", "Field before", show=False, priority=True),
    ]
    ACCEPT = "answer"

    def __init__(self, request: ServerRequest) -> None:
        super().__init__()
        self.request = request

    def compose(self) -> ComposeResult:
        """Title, words, what is to be done, what is wrong, keys."""
        server = one_line(self.request.server)
        with Vertical(classes="dialog -question"):
            title = assemble(badge("ASKED", "$verdict-ask"), (f"  {server} ", "bold $ink"), (self._kind, "$soft"))
            yield Static(title, classes="question-title")
            yield from self.body()
            yield Static("", classes="problem", markup=False)
            yield Static(self._keys(), classes="note")

    @property
    def _kind(self) -> str:
        return _KIND[self.request.kind]

    def body(self) -> Iterator[Widget]:
        """What stands between title and keys."""
        with VerticalScroll(classes="question-words", can_focus=False) as words:
            yield words
            yield Static(assemble((self.request.message, "$ink")))

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Each key that answers, and how."""
        return (("F9", self.ACCEPT), ("F8", "decline"), ("Esc", "put aside"))

    def _keys(self) -> Content:
        return assemble(*(part for key, words in self.keys for part in ((key, "$here"), (f" {words}   ", "$soft"))))

    def complain(self, line: Plain) -> None:
        """Say what is wrong, while the dialog is there."""
        for place in self.query(".problem").results(Static):
            place.update(line)

    def action_accept(self) -> None:
        """Answer, if there is something to answer with."""
        raise NotImplementedError

    def action_decline(self) -> None:
        """Say no."""
        self.dismiss(Answer("decline"))

    def action_cancel(self) -> None:
        """Neither yes nor no."""
        self.dismiss(Answer("cancel"))


class FormQuestion(QuestionScreen):
    """Elicitation in form mode: its schema as a form, checked as it is typed."""

    def __init__(self, request: ServerRequest) -> None:
        super().__init__(request)
        self._form, entries = fill(read_form(request.schema), defaults(request.schema))
        self._entries = entries
        self._draft = collect(self._form, entries)

    def body(self) -> Iterator[Widget]:
        """The words, then the form."""
        yield Static(assemble((self.request.message, "$ink")), classes="question-words")
        yield CallForm()

    async def on_mount(self) -> None:
        """The fields, with the schema's defaults in them."""
        form = self.query_one(CallForm)
        await form.show(self._form, self._entries)
        if not form.focus_first():
            self.set_focus(None)

    @on(CallForm.Changed)
    def _typed(self, message: CallForm.Changed) -> None:
        self._draft = collect(self._form, message.entries)
        self._judge(missing=False)

    @on(Choice.ListAsked)
    def _list_asked(self, message: Choice.ListAsked) -> None:
        message.stop()
        pick_value(self.app, message.choice)

    def action_accept(self) -> None:
        """Send the values when they fit the schema."""
        self._judge(missing=True, send=True)

    @work(exclusive=True, description="checks the values")
    async def _judge(self, missing: bool, send: bool = False) -> None:
        """Say what is wrong with the values as they are now; ``send`` them when nothing is."""
        draft = self._draft
        wrong = await in_thread(partial(fits, self.request.schema, draft, missing))
        self.complain(wrong)
        if send and not wrong:
            self.dismiss(Answer("accept", draft.arguments))


class UrlQuestion(QuestionScreen):
    """Elicitation in URL mode. Nothing is opened by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", "Open", tooltip="open the page in the browser, then answer"),
        Binding("y", "copy", "Copy", tooltip="copy the address"),
    ]
    ACCEPT = "I have been there"
    HINT = HINT.format("o").strip()

    def body(self) -> Iterator[Widget]:
        """The words, then the address in full."""
        yield Static(assemble((self.request.message, "$ink")), classes="question-words")
        yield Static(assemble((clean(self.request.url), "bold $ink")), classes="question-url")
        yield Static(assemble((self.HINT, "$soft")), classes="question-words hint")

    def action_open(self) -> None:
        """Open the page; only web pages are."""
        if self.request.url.startswith(("https://", "http://")):
            self.app.open_url(self.request.url)
        else:
            self.complain(Plain("only http and https addresses are opened; y copies it"))

    def action_copy(self) -> None:
        """The address on the clipboard."""
        self.post_message(CopyAsked(self.request.url, "the address"))

    def action_accept(self) -> None:
        """The person was there, or is about to be."""
        self.dismiss(Answer("accept"))


class SignInQuestion(UrlQuestion):
    """The page of a sign-in, until the browser comes back from it."""

    HELP_TITLE = "Sign-in"
    HINT = HINT.format("F9") + WAITING

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """There is no answer but going there."""
        return (("F9", "open it in the browser"), ("y", "copy it"), ("Esc", "put aside"))

    def action_open(self) -> None:
        """Open the page, and wait."""
        super().action_open()
        self.query_one(".hint", Static).update(assemble((OPENED, "$soft")))

    def action_accept(self) -> None:
        """The same: what the answer is, the browser says."""
        self.action_open()


class SamplingQuestion(QuestionScreen):
    """Sampling: a person reads what a model would, and answers or refuses."""

    def body(self) -> Iterator[Widget]:
        """The conversation, then the place for an answer."""
        yield Static(conversation(self.request.params), classes="question-talk")
        yield TextArea(id="question-answer", placeholder="what the model is to say")

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(TextArea).focus()

    def action_accept(self) -> None:
        """Send what was typed."""
        text = self.query_one(TextArea).text
        if text.strip():
            self.dismiss(Answer("accept", text))
        else:
            self.complain(Plain("type an answer, or decline with F8"))


def screen_for(request: ServerRequest) -> QuestionScreen:
    """The dialog of a question."""
    kinds = {"form": FormQuestion, "url": UrlQuestion, "sampling": SamplingQuestion, "sign_in": SignInQuestion}
    return kinds[request.kind](request)
