"""What the demo's tracker remembers when it starts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from toolscope.demo.shelf import Record

PROJECTS: tuple[Record, ...] = (
    {"id": "PX", "name": "Paper export", "states": ["open", "closed"], "lead": "u_1842", "last_number": 233},
    {"id": "WEB", "name": "Web reader", "states": ["open", "closed"], "lead": "u_2077", "last_number": 88},
    {"id": "OPS", "name": "Operations", "states": ["open", "closed"], "lead": "u_3110", "last_number": 41},
)
MEMBERS: tuple[Record, ...] = (
    {"id": "u_1842", "name": "Ines", "role": "maintainer", "projects": ["PX", "WEB"]},
    {"id": "u_2077", "name": "Bao", "role": "maintainer", "projects": ["WEB"]},
    {"id": "u_3110", "name": "Tove", "role": "maintainer", "projects": ["OPS", "PX"]},
    {"id": "u_4003", "name": "Samir", "role": "contributor", "projects": ["PX", "OPS"]},
    {"id": "u_4400", "name": "Wanda", "role": "reader", "projects": ["PX", "WEB", "OPS"]},
)
CYCLES: tuple[Record, ...] = (
    {
        "id": "cycle-11",
        "project_id": "PX",
        "start": "2026-11-16",
        "end": "2026-11-27",
        "left": [14, 14, 12, 9, 9, 7, 4, 2, 1, 0],
    },
    {
        "id": "cycle-12",
        "project_id": "PX",
        "start": "2026-11-30",
        "end": "2026-12-11",
        "left": [18, 17, 17, 15, 14, 14, 11],
    },
)
MILESTONES: tuple[Record, ...] = (
    {"id": "ms-1", "project_id": "PX", "title": "Tagged PDF", "due_date": "2026-12-18", "progress": 0.6},
    {"id": "ms-2", "project_id": "PX", "title": "Right to left", "due_date": "2027-02-26", "progress": 0.1},
    {"id": "ms-3", "project_id": "WEB", "title": "Reads offline", "due_date": "2027-01-29", "progress": 0.35},
)
ATTACHMENTS: tuple[Record, ...] = (
    {
        "id": "att-1",
        "issue_id": "PX-231",
        "name": "empty-page.log",
        "media_type": "text/plain",
        "content": "export: page 7 has no text\nexport: layout of nothing\nexport: stopped, 0 bytes written\n",
    },
)
_THINGS = ("Export", "Preview", "Table of contents", "Printing", "Footnote export", "Image export")
_TROUBLES = (
    "is slow for long pages",
    "loses bold text",
    "drops every empty page",
    "ignores the chosen language",
    "forgets its margins",
    "fails for empty pages",
)
_PRIORITIES = ("normal", "low", "normal", "high", "urgent", "normal", "high")
_LABELS: tuple[list[str], ...] = (["bug"], ["bug", "export"], ["speed"], [], ["layout"])
_FIRST_NUMBER = 198


def issues() -> Iterator[Record]:
    """36 issues of the paper export, every third one closed, each a new value."""
    for index, (trouble, thing) in enumerate(product(_TROUBLES, _THINGS)):
        closed = index % 3 == 0
        yield {
            "id": f"PX-{_FIRST_NUMBER + index}",
            "project_id": "PX",
            "title": f"{thing} {trouble}",
            "state": "closed" if closed else "open",
            "priority": _PRIORITIES[index % len(_PRIORITIES)],
            "labels": list(_LABELS[index % len(_LABELS)]),
            "assignee": {"user_id": MEMBERS[index % 4]["id"]},
            "resolution": "done" if closed else "",
            "comments": [{"at": "2026-11-30T16:20", "text": "Happens here too."}] if index % 4 == 1 else [],
            "links": [],
            "history": ["2026-11-23T09:00 created"],
        }
