"""The results: what their keys do, in the history and in the reply alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from toolscope.canonical import Json
from toolscope.ui.messages import CopyAsked
from toolscope.ui.present.block_file import savable, worth_saving
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.result import AT_ONCE
from toolscope.ui.present.text import size
from toolscope.ui.widgets.live_results import LiveResults

_COPIED = 1_000_000
"""Characters that are put on the clipboard at most: they go through the terminal."""
_BLOCKS = "the block before, the next block"
_MANY = f"{AT_ONCE} blocks back, {AT_ONCE} blocks on"


class CallResults(LiveResults):
    """Calls made so far, and one result: each key works wherever the focus is in them."""

    HELP_TITLE = "Results"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "block(-1)", "Block", show=False, tooltip=_BLOCKS),
        Binding("right", "block(1)", "Block", key_display="← →", tooltip=_BLOCKS),
        Binding("left_square_bracket", f"block({-AT_ONCE})", "Blocks", show=False, key_display="[", tooltip=_MANY),
        Binding("right_square_bracket", f"block({AT_ONCE})", "Blocks", key_display="[ ]", tooltip=_MANY),
        Binding("e", "expand", "Expand", tooltip="show more, or fold it again"),
        Binding("w", "save", "Save", tooltip="save the block to a file"),
        Binding("o", "read", "Read link", tooltip="read the linked resource from the server"),
        Binding("r", "replay", "Replay", tooltip="edit it and run it again"),
        Binding("f9", "again", "Run again", key_display="F9", tooltip="run it again as it was, if it may run"),
        Binding("y", "copy", "Copy", tooltip="copy what a model reads"),
        Binding("slash", "search", "Search", key_display="/", tooltip="search the calls"),
        Binding("p", "pin", "Pin", tooltip="keep the call for good, or no longer"),
        Binding("x", "clear", "Clear", tooltip="forget the calls, here and in the data folder"),
    ]

    @dataclass
    class OpenAsked(Message):
        """Somebody wants a call prepared: this one again, or without a name one that reads a resource of the server."""

        server: str
        name: str | None
        arguments: dict[str, Json]
        run: bool = False
        """It is to be run as it stands, if it may."""

    @dataclass
    class SaveAsked(Message):
        """Somebody wants a block in a file."""

        record: CallRecord
        block: int

    @dataclass
    class ChangeAsked(Message):
        """Somebody wants a call kept for good, or no longer; without a call, all of them forgotten."""

        record: CallRecord | None = None

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something are offered."""
        record = self.view.record
        if self.history.search.has_focus:
            return False
        if action == "read":
            return self._link is not None
        if action in ("expand", "save", "copy", "block"):
            least = 2 if action == "block" else 1
            if action == "block" and abs(int(str(parameters[0]))) > 1:
                least = AT_ONCE + 1
            return record is not None and record.outcome is not None and len(record.outcome.blocks) >= least
        if action == "again":
            return record is not None and self.running is None
        if action in ("replay", "pin"):
            return record is not None and not record.running
        return bool(self.history.records) if action in ("search", "clear") else True

    def action_block(self, step: int) -> None:
        """Another block for the keys."""
        self.view.chosen = True
        self.view.go_to_block(self.view.block + step)

    def action_expand(self) -> None:
        """More or less of the block."""
        self.view.expanded ^= {self.view.block}
        self.view.go_to_block(self.view.block)

    def action_save(self) -> None:
        """Ask for a file: for the chosen block, otherwise for the only picture or the like."""
        record = self.view.record
        blocks = record.outcome.blocks if record and record.outcome else ()
        block = self.view.block if self.view.chosen else worth_saving(blocks)
        if record and blocks and savable(blocks[block]):
            self.post_message(self.SaveAsked(record, block))
        else:
            self.notify("There is nothing to save in this block.", severity="warning")

    @property
    def _link(self) -> str | None:
        """Where the block for the keys leads; while none was chosen, the first link."""
        record = self.view.record
        blocks = record.outcome.blocks if record and record.outcome else ()
        wanted = blocks[self.view.block : self.view.block + 1] if self.view.chosen else blocks
        uris = (one.raw.get("uri") for one in wanted if one.kind == "resource_link" and not one.problem)
        return next((uri for uri in uris if isinstance(uri, str)), None)

    def action_read(self) -> None:
        """Ask for the linked resource."""
        if self.view.record is not None and (uri := self._link) is not None:
            self.post_message(self.OpenAsked(self.view.record.prepared.tool.server, None, {"uri": uri}))

    def action_replay(self, run: bool = False) -> None:
        """Edit the call."""
        if self.view.record is not None:
            prepared = self.view.record.prepared
            self.post_message(self.OpenAsked(prepared.tool.server, prepared.tool.name, prepared.given, run))

    def action_again(self) -> None:
        """Run the call again, by the rules of now."""
        self.action_replay(run=True)

    def action_copy(self) -> None:
        """The text of the reply, in full and as it came."""
        record = self.view.record
        if record is None or record.outcome is None:
            return
        text = record.outcome.text
        if len(text) > _COPIED:
            said = f"{size(len(text))} are too much for the clipboard: w saves the block to a file."
            self.notify(said, severity="warning", markup=False)
        else:
            text = text.encode("utf-8", "replace").decode()
            self.post_message(CopyAsked(text, "the text of the reply"))

    # the history

    def action_search(self) -> None:
        """Narrow the calls down."""
        self.history.start_search()

    def action_pin(self) -> None:
        """Keep the call for good, or no longer."""
        if self.view.record is not None:
            self.post_message(self.ChangeAsked(self.view.record))

    def action_clear(self) -> None:
        """Forget the calls."""
        self.post_message(self.ChangeAsked())
