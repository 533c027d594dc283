"""Each command's object when there is nothing to say in it: what an error is added to."""

from __future__ import annotations

from toolscope.canonical import Json

_COUNTED = {"tokens": None, "tokens_exact": None}
_MOVED = {"before": None, "after": None}

EMPTY: dict[str, dict[str, Json]] = {
    "servers": {"servers": []},
    "manifest": {
        "profile": None,
        "settings": {},
        "context_length": None,
        "budget": None,
        "binding": None,
        "activated": False,
        "tier": None,
        "form": None,
        "manifest": {"text": None, "chars": None, **_COUNTED},
        "deferred": {"count": None, **_COUNTED},
        "bridge": None,
        "costs": {"eager": _COUNTED, "sent": _COUNTED, "described": _COUNTED, "saved_pct": None},
        "overhead": {"eager": _COUNTED, "sent": _COUNTED, "described": _COUNTED},
        "fingerprint": None,
        "provisional": True,
        "problems": [],
        "servers": [],
    },
    "sweep": {"profile": None, "rows": [], "ladder": []},
    "search": {"profile": None, "queries": [], "payload": {}},
    "evaluate": {"k": None, "profiles": {}, "baseline": None, "queries": []},
    "describe": {"tools": {}},
    "call": {
        "name": None,
        "server": None,
        "raw_name": None,
        "arguments": None,
        "coercions": [],
        "problems": [],
        "validated": False,
        "verdict": None,
        "hermes": None,
        "dispatched": False,
    },
    "check": {"passed": False, "checks": []},
    "diff": {
        "changed": None,
        "a": None,
        "b": None,
        "servers": {"added": [], "removed": []},
        "tools": {"added": [], "removed": [], "changed": []},
        "tier": _MOVED,
        "form": _MOVED,
        "tokens": {**_MOVED, "change": None},
        "manifest": {"changed": None},
        "fingerprint": _MOVED,
    },
    "batch": {"calls": [], "waves": []},
    "rulings": {"tools": [], "rules": []},
    "record": {"file": None, "servers": []},
    "config": {"profile": None, "settings": {}, "servers": [], "hooks": [], "looked": [], "complaints": []},
}
