"""How long a sound is, where it can be told."""

from __future__ import annotations

import io
import wave


def playing_time(data: bytes) -> str:
    """The length of a WAV file in seconds and its sampling; nothing for anything else."""
    if data[:4] != b"RIFF":
        return ""
    try:
        with wave.open(io.BytesIO(data)) as sound:
            seconds, rate = sound.getnframes() / sound.getframerate(), sound.getframerate()
    except (wave.Error, EOFError, ArithmeticError, ValueError):
        return ""
    return f"{seconds:,.1f} s at {rate / 1000:,.1f} kHz"
