"""The screen as a picture in the person's folder for downloads."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from textual.app import App

from toolscope.plain import Plain, one_line


class UnsavedError(Exception):
    """The picture could not be written; the text is one line that names the folder and the reason."""


def folder() -> Path:
    """The folder for downloads of whoever runs this."""
    import platformdirs

    return platformdirs.user_downloads_path()


def save(app: App[int], into: Path) -> Plain:
    """Write what is on the screen as an SVG file, in a folder that is made if need be; its path, to be shown.

    Raises ``UnsavedError``.
    """
    path = into / f"toolscope_{datetime.now():%Y-%m-%d_%H-%M-%S_%f}.svg"
    try:
        into.mkdir(parents=True, exist_ok=True)
        path.write_text(app.export_screenshot(), encoding="utf-8")
    except OSError as error:
        raise UnsavedError(one_line(f"The screenshot was not saved in {into}: {error.strerror}.", 200)) from None
    return one_line(str(path), 200)
