"""The demo's files: a folder of notes that lives in memory."""

from __future__ import annotations

import difflib
import fnmatch
import posixpath
import re
from typing import TYPE_CHECKING, Any

from toolscope.canonical import Json
from toolscope.demo.fields import choice, flag, many, record, text, whole
from toolscope.demo.shelf import Refusal
from toolscope.demo.toolbox import ADDS, CHANGES, DESTROYS, READS, SILENT, Toolbox, serve, tool

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

ROOT = "/notes"
PATH = text("Path below /notes.", "/notes/todo.md")
FOLDER = text("Folder below /notes.", "/notes")
EDIT = record(
    "One passage to replace.",
    ("old_text", "new_text"),
    old_text=text("The passage, exactly as it stands in the file.", "- water the plants"),
    new_text=text("What stands there afterwards.", "- water the plants twice"),
)
SEED = {
    "/notes": None,
    "/notes/todo.md": "# To do\n\n- water the plants\n- write to the printer\n- export the handbook\n",
    "/notes/recipes": None,
    "/notes/recipes/bread.md": "# Bread\n\nFlour, water, salt, patience.\n",
    "/notes/recipes/soup.md": "# Soup\n\nWhatever is left, and a lemon.\n",
    "/notes/trips": None,
    "/notes/trips/packing.txt": "charger\ntickets\nbook\n",
}


class Files:
    """A tree of folders and text files; a path maps to its text, a folder to ``None``."""

    def __init__(self) -> None:
        self._held: dict[str, str | None] = dict(SEED)

    def _path(self, path: str) -> str:
        """A path without dots. Raises ``Refusal`` when it leaves the folder of notes."""
        clean = posixpath.normpath(posixpath.join(ROOT, path))
        if clean != ROOT and not clean.startswith(ROOT + "/"):
            raise Refusal(f"{path} is outside of {ROOT}, the only folder this server may touch.")
        return clean

    def _existing(self, path: str) -> str:
        clean = self._path(path)
        if clean not in self._held:
            raise Refusal(f"{clean} does not exist. list_directory shows what {posixpath.dirname(clean)} holds.")
        return clean

    def _text(self, path: str) -> str:
        content = self._held[self._existing(path)]
        if content is None:
            raise Refusal(f"{path} is a folder.")
        return content

    def _folder(self, path: str) -> str:
        clean = self._existing(path)
        if self._held[clean] is not None:
            raise Refusal(f"{path} is a file, not a folder.")
        return clean

    def _new(self, path: str) -> str:
        """A path at which nothing is yet, in a folder that exists."""
        clean = self._path(path)
        if clean in self._held:
            raise Refusal(f"{clean} exists already; delete or move it first.")
        self._folder(posixpath.dirname(clean))
        return clean

    def _below(self, folder: str) -> dict[str, str | None]:
        """A file or folder and all it holds."""
        return {
            path: held for path, held in sorted(self._held.items()) if path == folder or path.startswith(folder + "/")
        }

    @tool(
        READS, path=PATH, head=whole("Only the first lines.", 1, 10_000), tail=whole("Only the last lines.", 1, 10_000)
    )
    def read_file(self, path: str, head: int | None = None, tail: int | None = None) -> Json:
        """Read a text file."""
        lines = self._text(path).splitlines(keepends=True)
        return "".join(lines[:head] if head else lines[-tail:] if tail else lines)

    @tool(READS, paths=many("Which files.", PATH, least=1))
    def read_many_files(self, paths: list[str]) -> Json:
        """Read several files at once; one that cannot be read does not stop the others."""
        answer = {}
        for path in paths:
            try:
                answer[path] = self._text(path)
            except Refusal as refusal:
                answer[path] = f"not read: {refusal}"
        return answer

    @tool(
        SILENT,
        path=text("Path below /notes.", "/notes/ideas.md"),
        content=text("The whole text.", "A shorter handbook?\n"),
    )
    def write_file(self, path: str, content: str) -> Json:
        """Write a file, replacing whatever it held before without asking again."""
        clean = self._path(path)
        if self._held.get(clean, "") is None:
            raise Refusal(f"{path} is a folder.")
        self._folder(posixpath.dirname(clean))
        self._held[clean] = content
        return f"{clean} holds {len(content.encode())} bytes."

    @tool(
        SILENT,
        path=PATH,
        edits=many("Passages, replaced in this order.", EDIT, least=1),
        dry_run=flag("Only show what would change."),
    )
    def edit_file(self, path: str, edits: list[Json], dry_run: bool = False) -> Json:
        """Replace passages in a file, with a preview as a diff."""
        before = after = self._text(path)
        for edit in edits:
            if edit["old_text"] not in after:
                raise Refusal(f"{path} does not hold this passage, so nothing was changed: {edit['old_text']!r}")
            after = after.replace(edit["old_text"], edit["new_text"], 1)
        if not dry_run:
            self._held[self._path(path)] = after
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="")
        return "\n".join(lines) or "Nothing changes."

    @tool(READS, path=FOLDER, sort_by=choice("What comes first.", "name", "size"))
    def list_directory(self, path: str = ROOT, sort_by: str = "name") -> Json:
        """List a directory."""
        folder = self._folder(path)
        inside = [one for one in self._below(folder) if posixpath.dirname(one) == folder and one != ROOT]
        if sort_by == "size":
            inside.sort(key=lambda one: -len(self._held[one] or ""))
        return (
            "\n".join(posixpath.basename(one) + ("/" if self._held[one] is None else "") for one in inside) or "(empty)"
        )

    @tool(READS, path=FOLDER, max_depth=whole("How many levels.", 1, 20, 3))
    def directory_tree(self, path: str = ROOT, max_depth: int = 5) -> Json:
        """Show a directory as a tree."""
        folder = self._folder(path)
        depths = ((one, one[len(folder) :].count("/")) for one in self._below(folder))
        return "\n".join("  " * depth + posixpath.basename(one) for one, depth in depths if depth <= max_depth)

    @tool(SILENT, source=PATH, destination=text("Where it is afterwards.", "/notes/trips/todo.md"))
    def move_file(self, source: str, destination: str) -> Json:
        """Move or rename a file, or a folder with all it holds."""
        old, new = self._existing(source), self._new(destination)
        if old == ROOT or new.startswith(old + "/"):
            raise Refusal(f"{old} cannot be moved into itself.")
        for path, held in self._below(old).items():
            del self._held[path]
            self._held[new + path[len(old) :]] = held
        return f"{old} is now {new}."

    @tool(ADDS, source=PATH, destination=text("Where the copy goes.", "/notes/todo-old.md"))
    def copy_file(self, source: str, destination: str) -> Json:
        """Copy a file."""
        content, new = self._text(source), self._new(destination)
        self._held[new] = content
        return f"{new} is a copy of {self._path(source)}."

    @tool(DESTROYS, path=PATH, recursive=flag("Also a folder that is not empty."))
    def delete_file(self, path: str, recursive: bool = False) -> Json:
        """Delete a file. It does not go to a bin, so there is no way to have it back."""
        gone = self._below(self._existing(path))
        if self._path(path) == ROOT or (len(gone) > 1 and not recursive):
            raise Refusal(f"{path} is not empty: it holds {len(gone) - 1} more. Set recursive to delete them too.")
        self._held = {one: held for one, held in self._held.items() if one not in gone}
        return f"Deleted {len(gone)}: {', '.join(gone)}"

    @tool(CHANGES, path=text("Folder to make.", "/notes/letters/2026"))
    def create_directory(self, path: str) -> Json:
        """Create a directory and its parents."""
        parts = self._path(path).split("/")
        folders = ["/".join(parts[:count]) for count in range(2, len(parts) + 1)]
        for folder in folders:
            if self._held.get(folder) is not None:
                raise Refusal(f"{folder} is a file.")
        self._held.update(dict.fromkeys(folders))
        return f"{folders[-1]} is there."

    @tool(READS, pattern=text("Name with * and ?, for example *.md.", "*.md"), path=FOLDER)
    def search_files(self, pattern: str, path: str = ROOT) -> Json:
        """Find files by name pattern."""
        inside = self._below(self._folder(path))
        return (
            "\n".join(one for one in inside if fnmatch.fnmatch(posixpath.basename(one), pattern)) or "No file matches."
        )

    @tool(
        READS,
        pattern=text("Python regular expression.", "^- .*export"),
        path=FOLDER,
        ignore_case=flag("Any case matches."),
    )
    def grep_files(self, pattern: str, path: str = ROOT, ignore_case: bool = False) -> Json:
        """Find lines in files by regular expression, each with its file and number."""
        try:
            wanted = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
        except re.error as error:
            raise Refusal(f"The pattern cannot be read: {error}.") from None
        files = ((one, held) for one, held in self._below(self._existing(path)).items() if held is not None)
        lines = [
            f"{one}:{number}: {line}"
            for one, held in files
            for number, line in enumerate(held.splitlines(), 1)
            if wanted.search(line)
        ]
        return "\n".join(lines) or "No line matches."

    @tool(READS, path=PATH)
    def get_file_info(self, path: str) -> Json:
        """Size, kind and number of lines of a file."""
        clean = self._existing(path)
        content = self._held[clean]
        if content is None:
            return {"path": clean, "kind": "folder", "entries": len(self._below(clean)) - 1}
        return {"path": clean, "kind": "file", "bytes": len(content.encode()), "lines": len(content.splitlines())}

    @tool(READS)
    def list_roots(self) -> Json:
        """List the folders this server may touch."""
        return ROOT


def build() -> Server[Any]:
    """A new folder of notes."""
    return serve("files", "2.0.1", Toolbox(Files()), "All paths lie below /notes.")
