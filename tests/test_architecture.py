"""The shape of the tree: sizes, imports, and what a start must not load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "toolscope"
MODULES = sorted(PACKAGE.rglob("*.py"))


def _names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("path", MODULES, ids=_names(MODULES))
def test_a_module_is_one_idea(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "opens with a sentence"
    assert text.count("\n") <= 250
    for function in _functions(tree):
        length = (function.end_lineno or 0) - function.lineno + 1
        assert length <= 40, f"{function.name}: {length} lines"


def test_a_worker_with_arguments_is_described() -> None:
    """Textual writes out the arguments otherwise: of a catalog that takes seconds."""
    for path in MODULES:
        for function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in function.decorator_list:
                if ast.unparse(decorator).partition("(")[0] == "work" and len(function.args.args) > 1:
                    assert "description=" in ast.unparse(decorator), f"{path.name}: {function.name}"


def test_a_package_holds_one_sentence_and_nothing_else() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert len(body) == (2 if path.parent == PACKAGE else 1), path


def _loaded(statement: str, *modules: str) -> list[str]:
    """Which of these modules a fresh interpreter has loaded after a statement."""
    code = f"import sys; {statement}; print([m for m in {modules!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    found: list[str] = ast.literal_eval(done.stdout)
    return found


@pytest.mark.parametrize(
    "module", ["toolscope.cli.run", "toolscope.cli.manifest", "toolscope.opening", "toolscope.survey"]
)
def test_the_command_line_loads_no_terminal_library(module: str) -> None:
    assert _loaded(f"import {module}", "textual", "rich") == []


@pytest.mark.parametrize(
    "module", ["toolscope.ui.app", "toolscope.cli.manifest", "toolscope.cli.sweep", "toolscope.cli.call"]
)
def test_what_is_heavy_waits_until_it_is_needed(module: str) -> None:
    assert _loaded(f"import {module}", "mcp", "mcp_types", "tiktoken", "numpy", "rank_bm25", "jsonschema") == []


BEHIND_THE_FIRST_SIGHT = (
    "mcp",
    "tiktoken",
    "numpy",
    "rank_bm25",
    "jsonschema",
    "yaml",
    "toolscope.connections.fleet",
    "toolscope.catalog.ingest",
    "toolscope.retrieval",
    "toolscope.invocation",
    "toolscope.ui.screens.budget",
    "toolscope.ui.screens.search",
    "toolscope.ui.screens.call",
    "toolscope.ui.screens.log",
)
_PAINTED = """
import sys
from toolscope.cli.arguments import parse
from toolscope.cli.configuring import configured
from toolscope.ui.app import ToolscopeApp
from toolscope.ui.screens.main import MainScreen
class First(ToolscopeApp):
    def _display(self, screen, renderable):
        if isinstance(screen, MainScreen) and renderable is not None and screen.is_running:
            self.exit()
            sys.stderr.write(repr([m for m in {modules!r} if m in sys.modules]))
            type(self)._display = ToolscopeApp._display
First(configured(parse(["--demo"]))).run(headless=True, size=(120, 36))
"""


def test_the_app_paints_before_it_loads_what_is_not_seen_at_first() -> None:
    code = _PAINTED.format(modules=BEHIND_THE_FIRST_SIGHT)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr == "[]", done.stderr


def test_the_version_is_told_without_loading_anything() -> None:
    statement = "from toolscope.cli.run import run"
    assert _loaded(statement, "asyncio", "yaml", "textual", "mcp", "toolscope.survey") == []


def test_nothing_of_a_machine_is_in_the_tree() -> None:
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False).stdout.split(
        "\n"
    )
    for name in filter(None, files):
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".tcss", ".yaml", ".json", "") and path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore")
            assert f"{Path.home()}/" not in text or len(str(Path.home())) < 3, name
