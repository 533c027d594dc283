"""A block of a result into a file of the user's choice; nothing is ever written over."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path

from textual.app import App

from toolscope.plain import one_line
from toolscope.ui.present.block_file import file_name, saved_bytes
from toolscope.ui.present.calls import CallRecord
from toolscope.ui.present.text import plural
from toolscope.ui.screens.ask import AskScreen


def ask_and_save(app: App[int], record: CallRecord, block: int) -> None:
    """Ask for a path, beginning with a name in the working folder, and write the block there."""
    assert record.outcome is not None
    data = saved_bytes(record.outcome.blocks[block])

    def save(path: str | None) -> None:
        if path is not None:
            problem = write_new(path, data)
            said = problem or f"Saved {plural(len(data), 'byte')} to {one_line(path)}."
            app.notify(said, severity="error" if problem else "information", markup=False)

    question = f"Save {plural(len(data), 'byte')} to which file?"
    app.push_screen(AskScreen(question, "a path", not_free, free_name(file_name(record, block))), save)


def free_name(name: str) -> str:
    """The name, or the first of ``name-1``, ``name-2`` and so on that is not there yet."""
    path = Path(name)
    more = (f"{path.stem}-{number}{path.suffix}" for number in count(1))
    return next(one for one in chain([name], more) if not Path(one).exists())


def not_free(path: str) -> str:
    """What is wrong with a path to save to, in one line; nothing when it is free."""
    target = Path(path).expanduser()
    if target.exists():
        return f"{one_line(path)} is there already: choose another name."
    return "" if target.parent.is_dir() else f"{one_line(str(target.parent))}: there is no such folder."


def write_new(path: str, data: bytes) -> str | None:
    """Write a file that is not there yet; what went wrong, in one line."""
    try:
        with Path(path).expanduser().open("xb") as file:
            file.write(data)
    except (OSError, ValueError) as error:
        return one_line(f"{path}: {getattr(error, 'strerror', None) or error}")
    return None
