"""Work in a thread that never keeps the app from ending."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def keep() -> None:
    """Spare what was read just now from the search for garbage: of 3,300 tools it would stop the screen for 0.3 s.

    It still goes when nobody refers to it any more.
    """
    gc.freeze()


def settle() -> None:
    """The program is loaded: from here on there is garbage to look for, but not among what was loaded."""
    keep()
    gc.enable()


@contextmanager
def unsearched() -> Iterator[None]:
    """No search for garbage meanwhile: for work whose values stay, and would be looked through again and again.

    ``keep`` what it made before it ends, or the next search looks through all of it at once.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def in_thread(job: Callable[[], T]) -> T:
    """The value of a job that runs beside the event loop.

    ``asyncio.to_thread`` would be waited for at the end, however long it still takes; this one is left behind.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(set_it: Callable[[], None]) -> None:
        try:
            loop.call_soon_threadsafe(lambda: None if done.done() else set_it())
        except RuntimeError:
            """The loop is closed: nobody waits any more."""

    def run() -> None:
        try:
            value = job()
        except BaseException as error:
            fault = error
            tell(lambda: done.set_exception(fault))
        else:
            tell(lambda: done.set_result(value))

    threading.Thread(target=run, name="toolscope work", daemon=True).start()
    return await done
