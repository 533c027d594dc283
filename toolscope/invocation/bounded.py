"""The same check in a process of its own, for patterns that could take for ever: Python cannot interrupt a match."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from toolscope.canonical import Json
from toolscope.invocation.checking import Problem, UncheckedError, check
from toolscope.plain import Plain

SECONDS = 1.0
"""How long a check may take, without the start of its process."""
_START = 30.0
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from toolscope.invocation.bounded import answer; answer()"
)


def check_bounded(schema: Json, arguments: Json, seconds: float = SECONDS) -> tuple[Problem, ...]:
    """``checking.check`` with a time limit; raises ``UncheckedError`` when it is reached. Takes some 0.3 s to start."""
    command = [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)]
    try:
        ended = subprocess.run(
            command,
            input=json.dumps([schema, arguments, seconds]),
            capture_output=True,
            encoding="utf-8",
            timeout=_START + seconds,
            check=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (subprocess.SubprocessError, RecursionError) as error:
        raise UncheckedError(f"a pattern of the schema took longer than {seconds:g} s") from error
    except OSError as error:
        raise UncheckedError("a pattern of the schema may take for ever, and no process could be started") from error
    reply = json.loads(ended.stdout)
    if reply["unchecked"] is not None:
        raise UncheckedError(reply["unchecked"])
    return tuple(
        Problem(tuple(steps), constraint, Plain(message), missing)
        for steps, constraint, message, missing in reply["problems"]
    )


def answer() -> None:
    """The other side: one question on standard input, one reply on standard output, ended by a watchdog if late."""
    import faulthandler

    schema, arguments, seconds = json.loads(sys.stdin.buffer.read())
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        # The watchdog is a thread outside the interpreter, so it also ends a match that never returns.
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        reply: dict[str, Json] = {"unchecked": None, "problems": []}
        try:
            found = check(schema, arguments)
            reply["problems"] = [[one.steps, one.constraint, one.message, one.missing] for one in found]
        except UncheckedError as error:
            reply["unchecked"] = str(error)
        faulthandler.cancel_dump_traceback_later()
    sys.stdout.write(json.dumps(reply))
