"""A file replaced as a whole: a reader sees the old content or the new one, never a part."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from toolscope.config.model import ConfigError
from toolscope.plain import one_line


def write(path: Path, data: bytes) -> None:
    """Replace a file, or make one that its owner alone can read; raises ``ConfigError`` that says why it cannot.

    Links are followed, permissions and owner are kept. The folder must be there.
    """
    import tempfile

    target = Path(os.path.realpath(path))
    with explained(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with open(handle, "wb") as file:
                fill(file, data)
            if target.exists():
                _own_as(target, name)
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise


def fill(file: BinaryIO, data: bytes) -> None:
    """Write bytes so that they are on the disk."""
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What the system refuses, as a ``ConfigError`` of one line about the file."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"{one_line(str(path))}: cannot be written ({error.strerror or error})") from None


def _own_as(target: Path, name: str) -> None:
    """Give a file the owner, where we may, and the permissions of the one it replaces."""
    if hasattr(os, "chown"):
        owner = target.stat()
        with suppress(OSError):
            os.chown(name, owner.st_uid, owner.st_gid)
    os.chmod(name, stat.S_IMODE(target.stat().st_mode))
