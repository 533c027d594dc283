"""Half of the demo's tracker: issues, and all that can be done with them."""

from __future__ import annotations

from typing import Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, date, flag, many, nullable, record, text, whole
from toolscope.demo.shelf import Clock, Record, Refusal, Shelf, glance, page
from toolscope.demo.toolbox import ADDS, CHANGES, DESTROYS, READS, SILENT, Answer, tool, words
from toolscope.demo.tracker_seed import ATTACHMENTS, CYCLES, MEMBERS, MILESTONES, PROJECTS, issues

ISSUE = text("Which issue, for example PX-231.", "PX-231")
PROJECT = text("Key of the project.", "PX")
PERSON = text("Who, by id; list_members knows them.", "u_1842")
LABEL = text("The label, in lower case.", "export", pattern="^[a-z][a-z0-9-]*$", maxLength=24)
PRIORITY = ("low", "normal", "high", "urgent")
STATE = choice("Only issues in this state.", "open", "closed")
ASSIGNEE = record(
    "Who takes care of it.", ("user_id",), user_id=PERSON, notify=flag("Tell them by mail, now and not in the digest.")
)
ESTIMATE = whole("Effort in points.", 0, 21, 3)
LIMIT = whole("How many at most.", 1, 100)
CURSOR = text("The next_cursor of the part before.", "25")
SHORT = ("id", "title", "state", "priority")
FOUND: Json = {
    "type": "object",
    "properties": {
        "issues": {
            "type": "array",
            "items": {"type": "object", "properties": {name: {"type": "string"} for name in SHORT}},
        },
        "total": {"type": "integer", "description": "How many match, shown or not."},
        "next_cursor": {"type": "string"},
    },
    "required": ["issues", "total"],
}
LINK: Json = record(
    "One link.",
    ("kind", "target"),
    kind=choice("What the first issue does to the other.", "blocks", "duplicates", "relates_to"),
    target=text("The other issue.", "PX-204"),
)


class Issues:
    """Everything the tracker remembers, and what can be done with its issues."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._projects = Shelf("project", PROJECTS)
        self._members = Shelf("member", MEMBERS)
        self._issues = Shelf("issue", issues())
        self._cycles = Shelf("cycle", CYCLES, "cycle-{}", 13)
        self._milestones = Shelf("milestone", MILESTONES, "ms-{}", 4)
        self._attachments = Shelf("attachment", ATTACHMENTS, "att-{}", 2)

    @tool(
        ADDS,
        title=text(
            "One line that says what is wrong or wanted.", "Export fails for empty pages", minLength=3, maxLength=120
        ),
        project_id=PROJECT,
        body=text("The whole story, in Markdown."),
        priority=choice("How soon it matters.", *PRIORITY),
        estimate=ESTIMATE,
        due_date=date("When it has to be done."),
        labels=many("Labels to start with.", LABEL),
        assignee=ASSIGNEE,
        parent_id=text("Make it a part of this issue.", "PX-204"),
        cycle_id=text("Plan it into this cycle.", "cycle-12"),
    )
    def create_issue(
        self, title: str, project_id: str, priority: str = "normal", labels: Any = None, **more: Json
    ) -> Json:
        """Create an issue in a project. A created issue starts open; its assignee hears of the issue if you say so."""
        project = self._projects.get(project_id)
        for shelf, key in ((self._issues, "parent_id"), (self._cycles, "cycle_id")):
            if key in more:
                shelf.get(more[key])
        if "assignee" in more:
            self._members.get(more["assignee"]["user_id"])
        project["last_number"] += 1
        key = f"{project_id}-{project['last_number']}"
        made = {"id": key, "project_id": project_id, "title": title, "state": "open", "priority": priority}
        return self._issues.add(**made, labels=labels or [], **more, **self._blank())

    def _blank(self) -> Record:
        return {"comments": [], "links": [], "history": [f"{self._clock.now()} created"]}

    def _note(self, issue_id: str, what: str, **parts: Json) -> Record:
        """Change an issue and write it into its history."""
        issue = self._issues.change(issue_id, **parts)
        issue["history"].append(f"{self._clock.now()} {what}")
        return issue

    @tool(
        CHANGES,
        issue_id=ISSUE,
        title=text("A better title.", "Export fails for pages without text"),
        body=text("Replaces the whole text."),
        priority=choice("How soon it matters.", *PRIORITY),
        estimate=nullable(ESTIMATE),
        due_date=nullable(date("When it has to be done; null when it no longer has to.")),
        assignee=nullable(ASSIGNEE),
    )
    def update_issue(self, issue_id: str, **parts: Json) -> Json:
        """Change the fields of an issue that you name and leave all the others alone; null clears a field."""
        issue = self._note(issue_id, f"changed {', '.join(parts) or 'nothing'}")
        issue.update(parts)
        return issue

    @tool(READS, issue_id=ISSUE, history=flag("With every change ever made."))
    def get_issue(self, issue_id: str, history: bool = True) -> Json:
        """Read one issue with its comments, links and history."""
        issue = self._issues.get(issue_id)
        return issue if history else {key: value for key, value in issue.items() if key != "history"}

    @tool(DESTROYS, issue_id=ISSUE, reason=text("Kept in the log of the project.", "Entered twice"))
    def delete_issue(self, issue_id: str, reason: str = "no reason given") -> Json:
        """Delete an issue for good. There is no bin: close it instead if in doubt."""
        return f"Deleted {self._issues.remove(issue_id)['id']} ({reason}). {len(self._issues)} issues are left."

    @tool(
        READS,
        FOUND,
        query=text("Words that all occur in title, text or labels.", "export empty"),
        state=STATE,
        assignee_id=text("Only what this person works on."),
        limit=LIMIT,
    )
    def search_issues(
        self, query: str, state: str | None = None, assignee_id: str | None = None, limit: int = 25
    ) -> Answer:
        """Search issues by words, state or assignee across all projects you can see, the newest first."""
        found = [
            issue
            for issue in reversed(self._issues.search(query, "id", "title", "labels"))
            if state in (None, issue["state"]) and assignee_id in (None, (issue.get("assignee") or {}).get("user_id"))
        ]
        shown = page("issues", [glance(issue, *SHORT) for issue in found], limit)
        told = f"Found {len(found)} issues that match “{query}”. {len(shown['issues'])} shown."
        return Answer((words(told),), shown)

    @tool(READS, project_id=PROJECT, state=STATE, priority=choice("Only these.", *PRIORITY), limit=LIMIT, cursor=CURSOR)
    def list_issues(self, project_id: str, limit: int = 25, cursor: str | None = None, **wanted: Json) -> Json:
        """List the issues of a project, newest first."""
        self._projects.get(project_id)
        found = self._issues.where(project_id=project_id, **wanted)[::-1]
        return page("issues", [glance(issue, *SHORT) for issue in found], limit, cursor)

    @tool(CHANGES, issue_id=ISSUE, assignee=ASSIGNEE)
    def assign_issue(self, issue_id: str, assignee: Json) -> Json:
        """Assign an issue to a member."""
        name = self._members.get(assignee["user_id"])["name"]
        self._note(issue_id, f"assigned to {name}", assignee=assignee)
        return f"{issue_id} is {name}'s now." + (" They have been told." if assignee.get("notify") else "")

    @tool(
        CHANGES, issue_id=ISSUE, resolution=choice("How it ended.", "done", "wont_do", "duplicate", "not_reproducible")
    )
    def close_issue(self, issue_id: str, resolution: str = "done") -> Json:
        """Close an issue with a resolution."""
        return self._note(issue_id, f"closed as {resolution}", state="closed", resolution=resolution)

    @tool(SILENT, issue_id=text("Which closed issue.", "PX-198"))
    def reopen_issue(self, issue_id: str) -> Json:
        """Reopen a closed issue."""
        if self._issues.get(issue_id)["state"] == "open":
            raise Refusal(f"{issue_id} is open already.")
        return self._note(issue_id, "reopened", state="open", resolution="")

    @tool(SILENT, issue_id=ISSUE, project_id=text("Key of the project it moves to.", "WEB"))
    def move_issue(self, issue_id: str, project_id: str) -> Json:
        """Move an issue to another project; it gets a new number there, and the old one is gone."""
        self._issues.get(issue_id)
        project = self._projects.get(project_id)
        project["last_number"] += 1
        moved = {
            **self._issues.remove(issue_id),
            "id": f"{project_id}-{project['last_number']}",
            "project_id": project_id,
        }
        return self._issues.add(**moved)

    @tool(SILENT, defs={"Link": LINK}, issue_id=ISSUE, links=many("Links to add.", {"$ref": "#/$defs/Link"}, least=1))
    def link_issues(self, issue_id: str, links: list[Json]) -> Json:
        """Link an issue to others: it blocks them, duplicates them or relates to them."""
        for link in links:
            self._issues.get(link["target"])
        issue = self._note(issue_id, f"linked to {len(links)}")
        issue["links"] = [*issue["links"], *(link for link in links if link not in issue["links"])]
        return issue["links"]

    @tool(ADDS, issue_id=ISSUE, text=text("What you have to say, in Markdown.", "Seen on 4.2 too."))
    def add_comment(self, issue_id: str, text: str) -> Json:
        """Add a comment to an issue."""
        self._note(issue_id, "commented")["comments"].append({"at": self._clock.now(), "text": text})
        return f"{issue_id} has {len(self._issues.get(issue_id)['comments'])} comments."

    @tool(READS, issue_id=ISSUE, limit=LIMIT)
    def list_comments(self, issue_id: str, limit: int = 25) -> Json:
        """List the comments of an issue, oldest first."""
        return page("comments", self._issues.get(issue_id)["comments"], limit)

    @tool(CHANGES, issue_id=ISSUE, label=LABEL)
    def add_label(self, issue_id: str, label: str) -> Json:
        """Add a label to an issue."""
        labels = self._issues.get(issue_id)["labels"]
        return self._note(issue_id, f"labelled {label}", labels=[*labels, *([label] if label not in labels else [])])[
            "labels"
        ]

    @tool(CHANGES, issue_id=ISSUE, label=LABEL)
    def remove_label(self, issue_id: str, label: str) -> Json:
        """Remove a label from an issue."""
        labels = self._issues.get(issue_id)["labels"]
        return self._note(issue_id, f"lost {label}", labels=[other for other in labels if other != label])["labels"]
