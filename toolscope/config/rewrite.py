"""A settings file on the disk: read again to be edited, and written as a whole or not at all, with a backup."""

from __future__ import annotations

import codecs
import os
import stat
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path

from toolscope.config import atomic
from toolscope.config.model import ConfigError, Settings
from toolscope.config.save import Edited, edited
from toolscope.config.settings_file import SettingsFile
from toolscope.config.source import MOST_BYTES, bytes_of, decoded, digest
from toolscope.plain import one_line

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
"""The byte order marks that a configuration can begin with, and how it goes on."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What saving would do."""

    file: SettingsFile
    """As it was read."""
    edited: Edited
    data: bytes
    """What the file would hold."""
    backup: Path
    """Where a copy of the file as it is would be kept."""


def draft(file: SettingsFile, wanted: Settings) -> Draft:
    """Read the file again and put the settings into its text; raises ``ConfigError`` when they cannot be saved."""
    data = _current(file)
    name = one_line(str(file.path))
    change = edited(name, decoded(name, data), wanted, file.variables)
    if change.changed:
        _check_writable(file.path)
    return Draft(file, change, _encoded(change.after, data), _backup(_real(file.path)))


def write(draft: Draft) -> tuple[SettingsFile, Path]:
    """Write the file, and a backup beside it; the file as it is now, and the backup.

    A link stays one: what it leads to is written. Raises ``ConfigError`` for a file that changed meanwhile or cannot be
    written, which then is as it was.
    """
    before = _current(draft.file)
    path = _real(draft.file.path)
    with atomic.explained(draft.file.path):
        backup = _kept(path, before, stat.S_IMODE(path.stat().st_mode))
    atomic.write(path, draft.data)
    return replace(draft.file, digest=digest(draft.data)), backup


def _current(file: SettingsFile) -> bytes:
    data = bytes_of(file.path, MOST_BYTES)
    if digest(data) != file.digest:
        name = one_line(str(file.path))
        raise ConfigError(f"{name}: was changed since it was read; start toolscope again to see it as it is now")
    return data


def _check_writable(path: Path) -> None:
    """Ask before the work is done; a file without any right to write is left alone by the superuser too."""
    real = _real(path)
    for place, is_open in ((real, bool(real.stat().st_mode & 0o222)), (real.parent, True)):
        if not is_open or not os.access(place, os.W_OK):
            raise ConfigError(f"{one_line(str(place))}: is not writable; change its permissions, or save by hand")


def _real(path: Path) -> Path:
    """What a link leads to."""
    return Path(os.path.realpath(path))


def _encoded(text: str, before: bytes) -> bytes:
    """A text in the encoding that the file had, with its byte order mark."""
    mark, codec = next((known for known in _MARKS if before.startswith(known[0])), (b"", "utf-8"))
    return mark + text.encode(codec)


def _backup(path: Path) -> Path:
    """The first of ``NAME.bak``, ``NAME.bak-1`` and so on that is not there."""
    first = path.with_name(f"{path.name}.bak")
    more = (path.with_name(f"{path.name}.bak-{number}") for number in count(1))
    return next(one for one in chain([first], more) if not os.path.lexists(one))


def _kept(path: Path, data: bytes, bits: int) -> Path:
    """A copy beside the file; one that is there already is never written over."""
    while True:
        backup = _backup(path)
        with suppress(FileExistsError):
            # Nobody else reads it before its permissions are those of the file.
            with open(os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as copy:
                atomic.fill(copy, data)
            backup.chmod(bits)
            return backup
