"""A server whose tool list holds one tool that strict readers of JSON refuse; the argument says how."""

from __future__ import annotations

import json
import os
import sys

from wire import messages, refuse, serve  # type: ignore[import-not-found]

HOW = sys.argv[1]


def nested(levels: int) -> str:
    return '{"name": "odd", "x": ' + "[" * levels + "]" * levels + "}"


ODD = {
    "surrogate": '{"name": "odd\\ud800"}',
    "control": '{"name": "odd\x01"}',
    "byte": '{"name": "odd\udcff"}',
    "banner": '{"name": "even"}',
    "deep": nested(260),
    "deeper": nested(450),
    "deepest": nested(200_000),
    "id_last": nested(200_000),
    "integer": '{"name": "odd", "x": ' + "9" * 5_000 + "}",
}


def write(line: str) -> None:
    sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape") + b"\n")
    sys.stdout.buffer.flush()


def handle(message: dict[str, object]) -> None:
    identifier = json.dumps(message.get("id"))
    if message["method"] == "tools/list":
        result = f'{{"tools": [{{"name": "good"}}, {ODD[HOW]}]}}'
        if HOW == "id_last":
            write(f'{{"result": {result}, "id": {identifier}}}')
        else:
            write(f'{{"jsonrpc": "2.0", "id": {identifier}, "result": {result}}}')
    elif message["method"] == "tools/call":
        write(f'{{"jsonrpc": "2.0", "id": {identifier}, "error": {{"code": -7, "message": "half \\ud800"}}}}')


if __name__ == "__main__":
    if HOW == "banner":
        os.write(1, b"\xff\xfe\x00\x80 welcome\n")
    if HOW == "mute":
        os.close(1)
        sys.stdin.read()
    if HOW == "wordy":
        print("first\n\nthe key is missing\nset API_KEY", file=sys.stderr, flush=True)
        sys.exit(1)
    if HOW == "ignorant":
        for message in messages():
            if message["method"] != "server/discover":
                break
        refuse(message["id"], -32000, f"got {message['method']}")
    serve(handle)
