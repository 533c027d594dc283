"""The demo's wiki: pages, and around them spaces, comments, labels, watchers and an export that takes its time."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, flag, many, text, whole
from toolscope.demo.pages import LIMIT, PAGE, SHORT, SPACE, Pages
from toolscope.demo.shelf import Refusal, glance, page
from toolscope.demo.toolbox import ADDS, CHANGES, READS, Answer, Progress, Toolbox, serve, tool, words

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server


class Wiki(Pages):
    """The pages, and what is around them."""

    @tool(READS)
    def list_spaces(self) -> Json:
        """List the spaces you can read."""
        return {"spaces": list(self._spaces)}

    @tool(READS, space=SPACE)
    def get_space(self, space: str) -> Json:
        """Read a space and its home page."""
        found = self._spaces.get(space)
        return {
            **found,
            "pages": len(self._live(space=space)),
            "text": self._text(found["home"]) if found["home"] else None,
        }

    @tool(
        ADDS,
        key=text("Two to five capitals.", "PRT", pattern="^[A-Z]{2,5}$"),
        name=text("What it is called.", "Print room"),
    )
    def create_space(self, key: str, name: str) -> Json:
        """Create a space with an empty home page."""
        if key in self._spaces:
            raise Refusal(f"The space {key} exists already.")
        home = self._write(key, None, name, "")
        return self._spaces.add(id=key, name=name, home=home["id"])

    @tool(ADDS, page_id=PAGE, text=text("What you have to say.", "Is this still so?"))
    def add_page_comment(self, page_id: str, text: str) -> Json:
        """Comment on a page."""
        self._pages.get(page_id)
        return self._comments.add(page_id=page_id, text=text, resolved=False)

    @tool(CHANGES, comment_id=text("Which comment.", "c_1"), answer=text("How it was settled.", "Every night."))
    def resolve_comment(self, comment_id: str, answer: str | None = None) -> Json:
        """Resolve a comment thread."""
        return self._comments.change(comment_id, resolved=True, answer=answer)

    @tool(READS, page_id=PAGE)
    def list_backlinks(self, page_id: str) -> Json:
        """List the pages that link to a page."""
        self._pages.get(page_id)
        return {"pages": [glance(one, *SHORT) for one in self._live() if f"[[{page_id}]]" in one["texts"][-1]]}

    @tool(CHANGES, page_id=PAGE, label=text("The label, in lower case.", "style", pattern="^[a-z][a-z0-9-]*$"))
    def add_page_label(self, page_id: str, label: str) -> Json:
        """Label a page."""
        labels = self._pages.get(page_id)["labels"]
        labels.extend([label] if label not in labels else [])
        return {"labels": labels}

    @tool(READS, page_id=PAGE)
    def list_page_labels(self, page_id: str) -> Json:
        """List the labels of a page."""
        return {"labels": self._pages.get(page_id)["labels"]}

    @tool(READS, space=SPACE, max_depth=whole("How many levels.", 1, 20, 3))
    def get_page_tree(self, space: str, max_depth: int = 5) -> Json:
        """Show a space as a tree of pages."""
        self._spaces.get(space)
        return "\n".join(self._branches(space, None, max_depth)) or "(no pages)"

    def _branches(self, space: str, parent_id: str | None, levels: int) -> list[str]:
        tops = [one for one in self._live(space=space) if one["parent_id"] == parent_id] if levels else []
        below = ((one, self._branches(space, one["id"], levels - 1)) for one in tops)
        return [
            line for one, lines in below for line in (f"{one['title']} ({one['id']})", *(f"  {line}" for line in lines))
        ]

    @tool(
        READS,
        page_id=PAGE,
        format=choice("What to make of it.", "markdown", "text", "html"),
        steps=whole("How many parts the work is done in.", 1, 100),
        pause_ms=whole("Milliseconds that each part takes.", 0, 5_000),
    )
    async def export_page(
        self, page_id: str, format: str = "markdown", steps: int = 12, pause_ms: int = 250, *, progress: Progress
    ) -> Answer:
        """Export a page to a file. This takes a few seconds, tells how far it is, and can be cancelled at any time."""
        from anyio import sleep

        title, body = self._pages.get(page_id)["title"], self._text(page_id)
        for step in range(1, steps + 1):
            await sleep(pause_ms / 1000)
            await progress(step, steps, f"part {step} of {steps}")
        made, kind, ending = _exported(title, body, format)
        link = {
            "type": "resource_link",
            "uri": f"wiki://{page_id}.{ending}",
            "name": f"{title}.{ending}",
            "mimeType": kind,
        }
        return Answer((words(f"Exported “{title}” as {format}, {len(made.encode())} bytes."), words(made), link))

    @tool(
        CHANGES,
        page_id=PAGE,
        watching=flag("False stops it."),
        events=many("What you want to hear of.", choice("A change.", "edit", "comment", "move")),
    )
    def watch_page(self, page_id: str, watching: bool = True, events: Any = None) -> Json:
        """Watch a page for changes."""
        self._pages.get(page_id)["watchers"] = [{"who": "you", "events": events or ["edit"]}] if watching else []
        return f"You {'watch' if watching else 'no longer watch'} {page_id}."

    @tool(READS, space=SPACE, limit=LIMIT)
    def list_recent_pages(self, space: str | None = None, limit: int = 10) -> Json:
        """List the pages that changed lately."""
        recent = sorted(self._live(space=space), key=lambda one: str(one["changed"]), reverse=True)
        return page("pages", [glance(one, *SHORT) for one in recent], limit)


def _exported(title: str, body: str, format: str) -> tuple[str, str, str]:
    """The exported page, its media type and the ending of its file."""
    if format == "html":
        return f"<h1>{escape(title)}</h1>\n<p>{escape(body)}</p>\n", "text/html", "html"
    if format == "text":
        return f"{title.upper()}\n\n{body}\n", "text/plain", "txt"
    return f"# {title}\n\n{body}\n", "text/markdown", "md"


def build() -> Server[Any]:
    """A new wiki with its own memory."""
    return serve("wiki", "5.2.0", Toolbox(Wiki()), "Pages have ids like p_2; [[p_2]] in a text links to one.")
