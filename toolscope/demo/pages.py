"""Half of the demo's wiki: pages, and every version a page ever had."""

from __future__ import annotations

import difflib
from typing import Any

from toolscope.canonical import Json
from toolscope.demo.fields import flag, many, text, whole
from toolscope.demo.shelf import Clock, Record, Refusal, Shelf, glance, page
from toolscope.demo.toolbox import ADDS, CHANGES, DESTROYS, READS, SILENT, tool

PAGE = text("Which page, for example p_2.", "p_2")
PARENT = text("The page above it.", "p_1")
SPACE = text("Key of the space.", "HB")
TITLE = text("Title of the page.", "House style", minLength=1, maxLength=120)
BODY = text("The whole page in Markdown; [[p_1]] links to a page.", "Short words, short lines. See [[p_1]].")
VERSION = whole("Which version; the first is 1.", 1, 10_000, 1)
LIMIT = whole("How many at most.", 1, 100)
SHORT = ("id", "title", "space", "parent_id", "changed")
PAGES = (
    (None, "Handbook", "Start here. How we work is in [[p_2]], how we print in [[p_3]]."),
    ("p_1", "How we work", "Small steps, each reviewed. Back to [[p_1]]."),
    ("p_1", "Printing", "Pages are exported at night. Empty pages need a word on them."),
    ("p_3", "Paper sizes", "A4 for letters, A5 for leaflets. More in [[p_3]]."),
)


class Pages:
    """All spaces and pages of the wiki. A page keeps its texts; the last one is what it says now."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._spaces = Shelf(
            "space",
            [{"id": "HB", "name": "Handbook", "home": "p_1"}, {"id": "LAB", "name": "Laboratory", "home": None}],
        )
        self._pages = Shelf("page", ids="p_{}")
        for parent, title, body in PAGES:
            self._write("HB", parent, title, body)
        self._pages.get("p_2")["texts"].append("Small steps, each reviewed by somebody else. Back to [[p_1]].")
        self._comments = Shelf("comment", [{"page_id": "p_3", "text": "Which night?", "resolved": False}], "c_{}")

    def _write(self, space: str, parent: str | None, title: str, body: str) -> Record:
        made = {"space": space, "parent_id": parent, "title": title, "texts": [body], "labels": [], "watchers": []}
        return self._pages.add(**made, archived=False, changed=self._clock.now())

    def _live(self, **wanted: Json) -> list[Record]:
        return self._pages.where(archived=False, **wanted)

    def _text(self, page_id: str, version: int | None = None) -> str:
        texts: list[str] = self._pages.get(page_id)["texts"]
        if version is not None and version > len(texts):
            raise Refusal(f"{page_id} has {len(texts)} versions, so there is no version {version}.")
        return texts[(version or len(texts)) - 1]

    def _touch(self, page_id: str, **parts: Json) -> Json:
        """Change a page, and show it as the others are shown."""
        return glance(self._pages.change(page_id, changed=self._clock.now(), **parts), *SHORT)

    @tool(READS, query=text("Words that all occur in title or text.", "export pages"), space=SPACE, limit=LIMIT)
    def search_pages(self, query: str, space: str | None = None, limit: int = 20) -> Json:
        """Search pages by words in title and text."""
        found = [
            one
            for one in self._pages.search(query, "title", "texts")
            if not one["archived"] and space in (None, one["space"])
        ]
        return page("pages", [glance(one, *SHORT) for one in found], limit)

    @tool(READS, page_id=PAGE)
    def get_page(self, page_id: str) -> Json:
        """Read a page as Markdown."""
        return f"# {self._pages.get(page_id)['title']}\n\n{self._text(page_id)}"

    @tool(
        ADDS, title=TITLE, text=BODY, parent_id=PARENT, labels=many("Labels to start with.", text("A label.", "style"))
    )
    def create_page(self, title: str, text: str, parent_id: str = "p_1", labels: Any = None) -> Json:
        """Create a page below a parent."""
        made = self._write(self._pages.get(parent_id)["space"], parent_id, title, text)
        made["labels"] = labels or []
        return glance(made, *SHORT)

    @tool(
        SILENT,
        page_id=PAGE,
        text=BODY,
        based_on=whole("The version you have read; a newer one is never overwritten.", 1, 10_000, 2),
    )
    def update_page(self, page_id: str, text: str, based_on: int | None = None) -> Json:
        """Replace the text of a page. What it said before stays readable as an older version."""
        texts = self._pages.get(page_id)["texts"]
        if based_on is not None and based_on != len(texts):
            raise Refusal(f"{page_id} is at version {len(texts)} by now; read it again before you change it.")
        texts.append(text)
        return {**self._touch(page_id), "version": len(texts)}

    @tool(SILENT, page_id=text("Which page.", "p_4"), parent_id=PARENT)
    def move_page(self, page_id: str, parent_id: str) -> Json:
        """Move a page below another parent."""
        above: str | None = parent_id
        while above is not None:
            if above == page_id:
                raise Refusal(f"{parent_id} lies below {page_id}, so {page_id} cannot move there.")
            above = self._pages.get(above)["parent_id"]
        return self._touch(page_id, parent_id=parent_id, space=self._pages.get(parent_id)["space"])

    @tool(DESTROYS, page_id=PAGE, with_children=flag("Also all pages below it."))
    def archive_page(self, page_id: str, with_children: bool = False) -> Json:
        """Archive a page; it can be restored."""
        below = self._live(parent_id=page_id)
        if below and not with_children:
            raise Refusal(f"{page_id} has {len(below)} pages below it. Move them, or set with_children.")
        return {"archived": self._archive(page_id)}

    def _archive(self, page_id: str) -> list[str]:
        self._touch(page_id, archived=True)
        return [page_id, *(key for one in self._live(parent_id=page_id) for key in self._archive(one["id"]))]

    @tool(CHANGES, page_id=PAGE)
    def restore_page(self, page_id: str) -> Json:
        """Restore an archived page."""
        return self._touch(page_id, archived=False)

    @tool(READS, page_id=text("The page above them.", "p_1"), limit=LIMIT)
    def list_children(self, page_id: str, limit: int = 50) -> Json:
        """List the pages below a page."""
        self._pages.get(page_id)
        return page("pages", [glance(one, *SHORT) for one in self._live(parent_id=page_id)], limit)

    @tool(READS, page_id=PAGE)
    def list_versions(self, page_id: str) -> Json:
        """List the versions of a page."""
        texts = self._pages.get(page_id)["texts"]
        return {"versions": [{"version": number, "characters": len(text)} for number, text in enumerate(texts, 1)]}

    @tool(READS, page_id=PAGE, version=VERSION)
    def get_version(self, page_id: str, version: int) -> Json:
        """Read an older version of a page."""
        return self._text(page_id, version)

    @tool(
        READS,
        page_id=PAGE,
        old=VERSION,
        new=whole("Which version to compare it with; the last one if left out.", 1, 10_000),
    )
    def diff_versions(self, page_id: str, old: int, new: int | None = None) -> Json:
        """Compare two versions of a page."""
        before, after = self._text(page_id, old).splitlines(), self._text(page_id, new).splitlines()
        return (
            "\n".join(difflib.unified_diff(before, after, f"version {old}", "after", lineterm=""))
            or "They are the same."
        )
