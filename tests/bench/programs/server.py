"""A small server without the SDK: ``server.py SECONDS TOOLS [stubborn]``.

It waits so long before it answers, lists so many tools, and a stubborn one ignores the end of its input and SIGTERM.
"""

import json
import signal
import sys
import threading
import time

SCHEMA = {"type": "object"}
TOOLS = [{"name": f"tool_{n}", "description": "A tool.", "inputSchema": SCHEMA} for n in range(int(sys.argv[2]))]
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "bench", "version": "1"},
}
ANSWERS = {"initialize": HELLO, "tools/list": {"tools": TOOLS}, "ping": {}}


def main() -> None:
    """Answer until the input ends."""
    stubborn = "stubborn" in sys.argv
    if stubborn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(float(sys.argv[1]))
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        answer = ANSWERS.get(request["method"])
        known = {"result": answer} if answer is not None else {"error": {"code": -32601, "message": "unknown method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **known}), flush=True)
    if stubborn:
        threading.Event().wait()


main()
