"""Text from outside made safe to show."""

from __future__ import annotations

import re
from typing import NewType

from toolscope.veil import hidden

Plain = NewType("Plain", str)
"""Text that may be put on a screen or a terminal.

No control, escape, bidi, zero-width or tag characters, and no secrets.
"""

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e01ef]"
)
_SPACE = re.compile(r"\s+")


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code == 9:
        return "    "
    if code < 32:
        return chr(0x2400 + code)
    return "\u2421" if code == 127 else "\ufffd"


def clean(text: str) -> Plain:
    """Mask secrets, and replace what a terminal would obey by visible pictures.

    Line feeds stay, tabs become four spaces.
    """
    return pictured(hidden(text))


def pictured(text: str) -> Plain:
    """The same with secrets as they are: only for the one that a person asked to see."""
    return Plain(_UNSAFE.sub(_picture, text.replace("\r\n", "\n")) if _UNSAFE.search(text) else text)


def one_line(text: str, limit: int | None = None) -> Plain:
    """The same on a single line, runs of white space folded, cut to ``limit`` characters with an ellipsis."""
    line = clean(_SPACE.sub(" ", hidden(text)).strip())
    return Plain(line[: limit - 1] + "…") if limit and len(line) > limit else line


def hides_text(text: str) -> bool:
    """Whether ``text`` holds characters that a reader would not see."""
    return _UNSAFE.search(text.replace("\t", "").replace("\r", "")) is not None
