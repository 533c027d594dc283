"""A server with one bad habit, named by its argument."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time
from typing import Any

from wire import answer, refuse, send, serve, tool  # type: ignore[import-not-found]

HABIT = sys.argv[1] if len(sys.argv) > 1 else ""
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
lists = itertools.count(1)
tardy: list[Any] = []
"""Calls that are answered once nobody waits any more."""


def noise() -> None:
    sys.stdout.write("Welcome to the server!\n\n{not json\n[1]\n")
    sys.stdout.flush()


def flood() -> None:
    for number in range(20_000):
        sys.stderr.write(f"line {number} \x1b[2J of a very talkative server\n")
    sys.stderr.flush()


def stubborn() -> None:
    """Ignore SIGTERM and the end of input, and have a child that does the same."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    script = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    child = subprocess.Popen([sys.executable, "-c", script])
    print(f"grandchild {child.pid}", file=sys.stderr, flush=True)


def careless() -> None:
    """Start a child and forget about it."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(f"grandchild {child.pid}", file=sys.stderr, flush=True)


HABITS = {"noise": noise, "flood": flood, "stubborn": stubborn, "careless": careless}


def pages(message: dict[str, Any]) -> Any:
    number = next(lists)
    page: dict[str, Any] = {"tools": [tool(f"tool_{number}")]}
    match HABIT:
        case "repeating":
            return {**page, "nextCursor": "same"}
        case "endless":
            return {**page, "nextCursor": f"page {number}"}
        case "blank":
            return {**page, "nextCursor": ""}
        case "number":
            return {**page, "nextCursor": 5}
        case "half":
            return {**page, "nextCursor": "second"} if number == 1 else {"tools": None}
        case "refused_page" | "silent_page" | "last_page":
            return {**page, "nextCursor": "second"} if number == 1 else second_page(message)
    return page


def second_page(message: dict[str, Any]) -> Any:
    """A page that does not come."""
    if HABIT == "refused_page":
        refuse(message["id"], -32000, "the second page is gone")
    elif HABIT == "last_page":
        print("out of pages", file=sys.stderr, flush=True)
        sys.exit(4)
    return None


def storm() -> dict[str, Any]:
    for _ in range(500):
        send(CHANGED)
    return {"content": []}


def handle(message: dict[str, Any]) -> Any:
    match message["method"], HABIT:
        case "tools/list", "fails_later":
            number = next(lists)
            return {"tools": [tool("first")]} if number == 1 else {"tools": None} if number == 2 else {"tools": []}
        case "tools/list", _:
            return pages(message)
        case "tools/call", _ if message["params"]["name"] == "storm":
            return storm()
        case "tools/call", _ if message["params"]["name"] == "silence":
            return None
        case "tools/call", _ if message["params"]["name"] == "tardy":
            tardy.append(message["id"])
            return None
        case "tools/call", _ if message["params"]["name"] == "odd_steps":
            return odd_steps(message)
        case "tools/call", _ if message["params"]["name"] == "slow_steps":
            return slow_steps(message)
        case "tools/call", _:
            return {"content": [{"type": "text", "text": str(next(lists) - 1)}]}
    if message["method"] == "notifications/cancelled":
        print(f"cancelled {message['params']['requestId']}", file=sys.stderr, flush=True)
        for identifier in tardy:
            answer(identifier, {"content": [{"type": "text", "text": "too late"}]})
        tardy.clear()
    return None


def odd_steps(message: dict[str, Any]) -> dict[str, Any]:
    """Progress and log messages that are none."""
    token = message["params"]["_meta"]["progressToken"]
    odd: list[Any] = [None, [], {}, {"progress": "x"}, {"progress": None, "message": 5}, {"progress": float("nan")}]
    for params in odd:
        own = {"progressToken": token, **params} if isinstance(params, dict) else params
        send({"jsonrpc": "2.0", "method": "notifications/progress", "params": own})
        send({"jsonrpc": "2.0", "method": "notifications/message", "params": params})
    return {"content": [{"type": "text", "text": "done"}]}


def slow_steps(message: dict[str, Any]) -> dict[str, Any]:
    """Report progress six times, 0.1 s apart."""
    token = message["params"]["_meta"]["progressToken"]
    for step in range(6):
        params = {"progressToken": token, "progress": step, "total": 6, "message": f"step {step}"}
        send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
        time.sleep(0.1)
    return {"content": [{"type": "text", "text": "done"}]}


if __name__ == "__main__":
    if HABIT in HABITS:
        HABITS[HABIT]()
    hello: dict[str, Any] = {"capabilities": {"tools": {"listChanged": HABIT != "unannounced"}}}
    match HABIT:
        case "no_tools":
            hello = {"capabilities": {"prompts": {}}}
        case "ancient":
            hello = {"protocolVersion": "1999-01-01"}
        case "confused":
            hello = {"protocolVersion": None, "capabilities": None, "serverInfo": 5}
        case "anonymous":
            hello = {"capabilities": {"tools": True}, "serverInfo": None, "instructions": 7}
    serve(handle, **hello)
    if HABIT == "stubborn":
        while True:
            time.sleep(60)
