"""The demo's issue tracker: issues, and around them projects, members, cycles, milestones and files."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, date, text
from toolscope.demo.issues import CURSOR, ISSUE, PROJECT, Issues
from toolscope.demo.picture import burndown
from toolscope.demo.shelf import Refusal, page
from toolscope.demo.toolbox import ADDS, READS, SILENT, Answer, Toolbox, serve, tool, words

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

CYCLE = text("Which cycle, for example cycle-12.", "cycle-12")


class Tracker(Issues):
    """The issues, and what plans them."""

    @tool(READS, project_id=PROJECT)
    def list_labels(self, project_id: str) -> Json:
        """List the labels of a project and how often each is used."""
        self._projects.get(project_id)
        used = [label for issue in self._issues.where(project_id=project_id) for label in issue["labels"]]
        return {label: used.count(label) for label in sorted(set(used))}

    @tool(READS, lead=text("Only projects that this person leads.", "u_1842"))
    def list_projects(self, lead: str | None = None) -> Json:
        """List the projects you can see."""
        return {"projects": self._projects.where(lead=lead)}

    @tool(READS, project_id=PROJECT)
    def get_project(self, project_id: str) -> Json:
        """Read a project: its states, its lead, and how many issues are open."""
        project = self._projects.get(project_id)
        return {**project, "open_issues": len(self._issues.where(project_id=project_id, state="open"))}

    @tool(
        READS,
        project_id=PROJECT,
        role=choice("Only members with this role.", "reader", "contributor", "maintainer"),
        cursor=CURSOR,
    )
    def list_members(self, project_id: str, role: str | None = None, cursor: str | None = None) -> Json:
        """List the members of a project with their role. Whoever has left is not among them any more."""
        self._projects.get(project_id)
        return page(
            "members", [one for one in self._members.where(role=role) if project_id in one["projects"]], 25, cursor
        )

    @tool(READS, project_id=PROJECT)
    def list_cycles(self, project_id: str) -> Json:
        """List the cycles of a project with their dates and what is left in each."""
        self._projects.get(project_id)
        return {"cycles": self._cycles.where(project_id=project_id)}

    @tool(ADDS, project_id=PROJECT, start=date("First day.", "2026-12-14"), end=date("Last day.", "2026-12-24"))
    def create_cycle(self, project_id: str, start: str, end: str) -> Json:
        """Create a cycle with a start and an end date."""
        self._projects.get(project_id)
        clash = next(
            (one for one in self._cycles.where(project_id=project_id) if start <= one["end"] and end >= one["start"]),
            None,
        )
        if end < start or clash:
            raise Refusal(
                f"It would overlap {clash['id']}, which ends on {clash['end']}."
                if clash
                else "It ends before it starts."
            )
        left = len(self._issues.where(project_id=project_id, state="open"))
        return self._cycles.add(project_id=project_id, start=start, end=end, left=[left])

    @tool(READS, cycle_id=CYCLE)
    def burndown_chart(self, cycle_id: str) -> Answer:
        """Draw the burndown chart of a cycle: what was left on each day, as a small picture."""
        left = self._cycles.get(cycle_id)["left"]
        picture = base64.b64encode(burndown(left)).decode()
        told = f"{cycle_id}: {left[0]} issues at the start, {left[-1]} left after {len(left)} days."
        return Answer((words(told), {"type": "image", "data": picture, "mimeType": "image/png"}))

    @tool(READS, project_id=PROJECT)
    def list_milestones(self, project_id: str) -> Json:
        """List milestones and their progress."""
        self._projects.get(project_id)
        return {"milestones": self._milestones.where(project_id=project_id)}

    @tool(ADDS, project_id=PROJECT, title=text("What will be there.", "Dark pages"), due_date=date("By when."))
    def create_milestone(self, project_id: str, title: str, due_date: str | None = None) -> Json:
        """Create a milestone."""
        self._projects.get(project_id)
        return self._milestones.add(project_id=project_id, title=title, due_date=due_date, progress=0.0)

    @tool(
        SILENT,
        issue_id=ISSUE,
        name=text("Name of the file, without folders.", "steps.txt", pattern="^[^/]+$", maxLength=80),
        content=text("What is in it, as text.", "1. Open an empty page\n2. Export it"),
        media_type=choice("What kind of text it is.", "text/plain", "text/markdown", "text/csv"),
    )
    def attach_file(self, issue_id: str, name: str, content: str, media_type: str = "text/plain") -> Json:
        """Attach a text file to an issue."""
        self._note(issue_id, f"got {name}")
        kept = self._attachments.add(issue_id=issue_id, name=name, media_type=media_type, content=content)
        return f"Kept as {kept['id']}; {issue_id} has {len(self._attachments.where(issue_id=issue_id))} files."

    @tool(READS, attachment_id=text("Which file, for example att-1.", "att-1"))
    def get_attachment(self, attachment_id: str) -> Answer:
        """Download an attachment: a line about it, its content, and a link to where it lives."""
        kept = self._attachments.get(attachment_id)
        uri = f"tracker://{kept['issue_id']}/{kept['name']}"
        about = {"uri": uri, "mimeType": kept["media_type"]}
        size = len(kept["content"].encode())
        return Answer(
            (
                words(f"{kept['name']} of {kept['issue_id']}, {size} bytes."),
                {"type": "resource", "resource": {**about, "text": kept["content"]}},
                {"type": "resource_link", "name": kept["name"], "size": size, **about},
            )
        )


def build() -> Server[Any]:
    """A new tracker with its own memory."""
    return serve("tracker", "1.4.0", Toolbox(Tracker()), "Issues, cycles and milestones. Ids look like PX-231.")
