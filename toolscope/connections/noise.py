"""What came over a wire and was none of the protocol: lines that are no messages, answers that others refuse."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolscope.canonical import Json, compact
from toolscope.connections.state import Trouble
from toolscope.plain import one_line

_SHOWN, _LONGEST = 3, 120
"""How many lines are kept, and the characters of each that are shown."""
_KEPT = 4 * _LONGEST
_EACH, _EVERY = 100, 100
"""So many are told one by one, then each hundredth: a flood is not worth a word a line."""


@dataclass(slots=True)
class Noise:
    """Counts it, and keeps its beginning."""

    _lines: int = 0
    _first: list[str] = field(default_factory=list)
    _answers: int = 0
    _objection: str = ""
    """What the SDK had against the first answer that was taken all the same."""

    def line(self, value: Json) -> bool:
        """One more line that is no message; whether it is worth telling."""
        if len(self._first) < _SHOWN:
            self._first.append((value if isinstance(value, str) else compact(value))[:_KEPT])
        self._lines += 1
        return _worth_telling(self._lines)

    def answer(self, objection: str) -> bool:
        """One more answer that a strict reader would refuse; whether it is worth telling."""
        self._objection = self._objection or objection
        self._answers += 1
        return _worth_telling(self._answers)

    @property
    def words(self) -> str:
        """The first lines, in one; empty when there was none."""
        return " | ".join(one_line(line, _LONGEST) for line in self._first)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What a person should know of it."""
        found = []
        if self._lines:
            count = "1 line on stdout that is" if self._lines == 1 else f"{self._lines:,} lines on stdout that are"
            said = f"{count} not JSON-RPC, beginning with: {self.words}"
            found.append(Trouble("stdout_noise", one_line(said)))
        if self._answers:
            count = "1 answer" if self._answers == 1 else f"{self._answers:,} answers"
            said = f"{count} that strict readers refuse, so that a host may lose it whole: {self._objection}"
            found.append(Trouble("odd_answer", one_line(said, 300)))
        return tuple(found)


def _worth_telling(count: int) -> bool:
    return count <= _EACH or count % _EVERY == 0
