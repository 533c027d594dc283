"""Secrets planted in every place of a configuration, and a search for them."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

CANARIES = {
    "env": "canary-env-4f1b88",
    "env_quoted": 'canary "quoted" 4f1b & more',
    "env_url": "canaryurlenv77",
    "arg": "canaryarg-5521",
    "assigned": "canaryassigned-9",
    "bearer": "canarybearer.eyJhbGci.x7",
    "header": "canaryheader-31x",
    "user": "canaryuser-8",
    "password": "canary@pass/word",
    "query": "canaryquery-66",
    "variable": "canaryvariable-17",
    "client_secret": "canaryclientsecret-12",
    "key_password": "canarykeypassword-13",
}
LEAKY = Path(__file__).parent / "servers" / "leaky.py"


def configuration(folder: Path) -> Path:
    """A configuration whose servers hold all canaries; one works and repeats them, two fail in different ways."""
    env = {
        "LEAK_TOKEN": CANARIES["env"],
        "LEAK_ODD": CANARIES["env_quoted"],
        "LEAK_DATABASE": f"postgres://me:{CANARIES['env_url']}@db.example/x",
        "LEAK_BEARER": f"Bearer {CANARIES['bearer']}",
    }
    more = ["--token", CANARIES["arg"], f"MY_KEY={CANARIES['assigned']}", "${CANARY_VARIABLE}"]
    url = f"http://{CANARIES['user']}:canary%40pass%2Fword@127.0.0.1:9/mcp?key={CANARIES['query']}"
    headers = {"Authorization": f"Bearer {CANARIES['bearer']}", "X-Any": CANARIES["header"]}
    servers = {
        "leaky": {"command": sys.executable, "args": [str(LEAKY), *more], "env": env},
        "exits": {"command": sys.executable, "args": [str(LEAKY), "exits", *more], "env": env},
        "remote": {"url": url, "headers": headers, "connect_timeout": 5},
        "signed": {
            "url": "https://127.0.0.1:9/mcp",
            "oauth": {"client_id": "me", "client_secret": CANARIES["client_secret"], "redirect_port": "here"},
            "client_cert": ["no-such.pem", "no-such.key", CANARIES["key_password"]],
        },
        "odd": {"command": "no-such-command", "args": more, "env": {"LEAK": ["list", CANARIES["env"]]}, "x": 1},
    }
    path = folder / "canaries.yaml"
    path.write_text(json.dumps({"mcp_servers": servers}), encoding="utf-8")
    return path


def told(text: str) -> list[str]:
    """The canaries that a text gives away, however they are spelled; what is drawn may be broken into lines."""
    joined = "".join(text.split())
    return [
        name
        for name, secret in CANARIES.items()
        for form in {secret, json.dumps(secret)[1:-1], secret.replace("@", "%40").replace("/", "%2F"), secret[:12]}
        if form in text or "".join(form.split()) in joined
    ]


def written(folder: Path) -> list[str]:
    """The canaries in any file below a folder."""
    found = []
    for path in folder.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("utf-8", "replace")
        found += [f"{path.name}: {name}" for name in told(text)]
    return found
