"""A block of a result as a file: what is in it, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

from toolscope.invocation.result import Block
from toolscope.ui.present.calls import CallRecord
from toolscope.veil import hidden

_SAVABLE = frozenset({"text", "structured", "resource", "image", "audio", "unknown"})


def savable(block: Block) -> bool:
    """Whether a block has something to put in a file."""
    return block.kind in _SAVABLE and (block.data is not None or block.text is not None)


def worth_saving(blocks: Sequence[Block]) -> int:
    """The block to save while none was chosen: the only one with bytes, otherwise the first."""
    bytes_in = [index for index, block in enumerate(blocks) if block.data is not None]
    return bytes_in[0] if len(bytes_in) == 1 else 0


def saved_bytes(block: Block) -> bytes:
    """What a file of the block holds: its bytes, or its text as it came but for secrets."""
    if block.data is not None:
        return block.data
    return hidden(raw_text(block)).encode("utf-8", "surrogatepass")


def raw_text(block: Block) -> str:
    """The text of a block as it came, not made safe to show."""
    raw = block.raw
    if isinstance(raw, dict):
        holder = raw.get("resource") if block.kind == "resource" else raw
        text = holder.get("text") if isinstance(holder, dict) and block.kind in ("text", "resource") else None
        if isinstance(text, str):
            return text
    return block.text or ""


_EXTENSIONS = {
    "application/json": "json", "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp",
    "image/svg+xml": "svg", "audio/wav": "wav", "audio/mpeg": "mp3", "audio/ogg": "ogg", "text/html": "html",
    "text/markdown": "md", "text/csv": "csv", "application/pdf": "pdf",
}  # fmt: skip


def file_name(record: CallRecord, index: int) -> str:
    """What a block's file is called, of letters, digits, dashes and underscores."""
    assert record.outcome is not None
    block, raw_name = record.outcome.blocks[index], record.prepared.tool.raw_name
    stem = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in raw_name)[:60] or "result"
    kind = "bin" if block.data is not None else "json" if block.kind in ("structured", "unknown") else "txt"
    return f"{stem}-{index + 1}.{_EXTENSIONS.get(block.mime or '', kind)}"
