"""A server whose lines are not what the protocol asks for; the argument says how."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any, TextIO

from wire import send, serve, tool  # type: ignore[import-not-found]

HOW = sys.argv[1]
ONE = {"tools": [tool("one")]}


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def endless(stream: TextIO, line: str) -> None:
    while True:
        stream.write(line + "\n")
        stream.flush()


def wait() -> None:
    """Until somebody ends us."""
    threading.Event().wait()


def before() -> None:
    """What is done before the first message is read."""
    match HOW:
        case "usage":
            write("usage: server [--port N]\n")
            sys.exit(2)
        case "closed_input":
            os.close(0)
            wait()
        case "lines":
            write("".join(f"log line {number}\n" for number in range(20_000)))
        case "long_line":
            write("x" * 8_000_000 + "\n")
        case "endless_line":
            while True:
                write("x" * 100_000)
        case "endless_errors":
            threading.Thread(target=endless, args=(sys.stderr, "noise " * 8), daemon=True).start()
        case "endless_notes":
            note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}})
            threading.Thread(target=endless, args=(sys.stdout, note), daemon=True).start()
        case "caret":
            print("  File\n    ^^^^^^\nValueError: no key\n    ^^^^^^", file=sys.stderr, flush=True)
            sys.exit(1)
        case "last_words":
            sys.stderr.write("x" * 60 + "\n" + "".join(f"line {number} of many\n" for number in range(40_000)))
            print("the key is missing", file=sys.stderr, flush=True)
            sys.exit(1)
        case "login":
            print("open http://127.0.0.1:9/login to sign in", file=sys.stderr, flush=True)
            wait()
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)


def handle(message: dict[str, Any]) -> Any:
    if message["method"] != "tools/list":
        return None
    reply = {"jsonrpc": "2.0", "id": message["id"], "result": ONE}
    match HOW:
        case "pretty":
            write(json.dumps(reply, indent=1) + "\n")
        case "mark":
            write("\ufeff" + json.dumps(reply) + "\n")
        case "returns":
            write(json.dumps(reply) + "\r\n")
        case "pieces":
            for piece in json.dumps(reply) + "\n":
                write(piece)
        case "batch":
            send([reply])
        case "no_identifier":
            send({**reply, "id": None})
        case "strangers":
            for identifier in (9_999, "x", None):
                send({**reply, "id": identifier, "result": {"tools": [tool("wrong")]}})
            send(reply)
        case "twice":
            send(reply)
            send({**reply, "result": {"tools": [tool("other")]}})
        case "both":
            send({**reply, "error": {"code": -1, "message": "both"}})
        case "unknown":
            for member in ({"id": "a", "method": "vendor/thing"}, {"id": 5, "method": "ping"}, {"method": "vendor/x"}):
                send({"jsonrpc": "2.0", **member})
            for line in ("5", "null", "{}", '"x"', '{"jsonrpc":"1.0","id":1,"result":{}}'):
                write(line + "\n")
            send(reply)
        case _:
            return ONE
    return None


if __name__ == "__main__":
    before()
    serve(handle)
