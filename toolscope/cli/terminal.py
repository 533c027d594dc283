"""Questions on the terminal: may this hook run, may this call run? Without a terminal the answer is no."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from toolscope.cli.output import complain, printable
from toolscope.config import rules
from toolscope.config.consent import Consents
from toolscope.config.hooks import Hook
from toolscope.config.model import ConfigError
from toolscope.invocation.call import PreparedCall
from toolscope.invocation.glob import exactly
from toolscope.invocation.guardrail import HermesDecision, hints
from toolscope.invocation.hooks import HookRun
from toolscope.invocation.passage import Answer, Passage
from toolscope.plain import Plain, clean, one_line

_YES = ("y", "yes")


class TerminalDesk:
    """Asks on standard error and reads from standard input."""

    def __init__(
        self,
        consents: Consents,
        own: Path,
        yes: bool,
        quiet: bool,
        asked: Callable[[Passage], tuple[Plain, HermesDecision]],
    ) -> None:
        """``yes`` is ``--yes``: it answers about calls, never about hooks. ``quiet`` keeps hook output to the JSON.

        ``asked`` tells of a call where it goes, and what Hermes would do with it.
        """
        self.consents = consents
        self._own, self._yes, self._quiet, self._asked = own, yes, quiet, asked

    @property
    def there(self) -> bool:
        """Whether anybody can be asked."""
        return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))

    def lacking(self, hooks: Sequence[Hook]) -> tuple[Hook, ...]:
        """The hooks that nobody has consented to."""
        return self.consents.lacking(hooks)

    async def consent(self, hooks: Sequence[Hook], prepared: PreparedCall) -> bool:
        """Ask once for all of them; a yes is remembered."""
        if not self.there:
            return False
        complain(f"a call of {one_line(prepared.tool.raw_name)} runs commands as you, with your files:")
        for hook in hooks:
            _say(f"  {hook.event}  {clean(hook.command)}  ({hook.origin})")
        if _read("Type yes to let them run, now and from now on; anything else is a no: ").lower() not in _YES:
            return False
        self.consents = self.consents.granting(hooks)
        try:
            self.consents = self.consents.remember(hooks)
        except ConfigError as error:
            complain(str(error))
        return True

    async def approve(self, passage: Passage) -> Answer | None:
        """Ask about a call."""
        if self._yes:
            return Answer("yes")
        if not self.there:
            return None
        tool = passage.prepared.tool
        complain(f"run {one_line(tool.raw_name)} on {one_line(tool.server)}?")
        for label, text in _facts(passage, *self._asked(passage)):
            _say(f"  {label:<9}  {text}")
        answer = _read("Type yes to run it, always to allow this tool from now on; anything else is a no: ")
        if answer.lower() in _YES:
            return Answer("once")
        if answer.lower() == "always":
            return self._always(passage)
        return Answer("deny", "" if answer.lower() in ("", "n", "no") else answer)

    def _always(self, passage: Passage) -> Answer:
        """Show what would be written, and write it after another yes."""
        try:
            change = rules.allowing(self._own, exactly(passage.prepared.tool))
            _say(printable(change.diff))
            if (
                _read(f"Type yes to write this to {one_line(str(change.path))}; anything else is a no: ").lower()
                not in _YES
            ):
                return Answer("deny")
            change.write()
        except ConfigError as error:
            complain(str(error))
            return Answer("deny")
        return Answer("always")

    async def sending(self, passage: Passage) -> None:
        """Nothing is told."""

    def hook_ran(self, run: HookRun, prepared: PreparedCall) -> None:
        """Tell what a hook answered and wrote."""
        if self._quiet or (run.reaction == "nothing" and not (run.stdout or run.stderr)):
            return
        complain(f"{run.hook.event} hook {run.hook.shown}: {run.words}")
        for text in (run.stdout, run.stderr):
            for line in text.splitlines():
                _say(f"  | {line}")

    def advice(self, passage: Passage) -> str:
        """What could have been done about a refusal, where nobody could be asked."""
        if self.there or passage.refused is None:
            return ""
        return {
            "consent": "; --accept-hooks lets hooks run for this command",
            "silence": "; it needs a yes and there is no terminal to ask; --yes allows this call",
        }.get(passage.refused.by, "")


def _facts(passage: Passage, endpoint: Plain, hermes: HermesDecision) -> Iterator[tuple[str, Plain]]:
    """What a person must know before a call may run, as in the app's dialog."""
    tool, verdict = passage.prepared.tool, passage.verdict
    yield "tool", one_line(tool.name)
    yield "endpoint", endpoint
    told = (f"{hint.words} ({'declared' if hint.declared else 'assumed'})" for hint in hints(tool))
    yield "hints", one_line(", ".join(told))
    if passage.changed:
        yield "changed", Plain("the tool changed after your last answer: this is its new version")
    yield "rule", one_line(f"{verdict.rule}: {verdict.decision}, {verdict.reason}")
    yield "hermes", one_line(f"{hermes.words}: {hermes.reason}")
    yield "arguments", one_line(json.dumps(passage.prepared.arguments, ensure_ascii=False))


def _say(line: str) -> None:
    print(printable(line), file=sys.stderr)


def _read(question: str) -> str:
    """One line from the person at the terminal."""
    print(question, end="", file=sys.stderr, flush=True)
    with _interruptible():
        answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        _say("")  # the terminal's own line break is missing, and what is said next has a line of its own
    return answer.strip()


@contextmanager
def _interruptible() -> Iterator[None]:
    """While a person is asked, Ctrl+C ends the command at once instead of waiting for the event loop."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
