"""The command line: commands, their options, and the sources they name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from toolscope import __version__
from toolscope.cli.exits import Exit, Stop

COMMANDS = {
    "servers": "each server, its life line, counts and problems",
    "manifest": "what the model is shown and what it costs",
    "sweep": "the decisions over a grid of settings, and every manifest there is",
    "search": "which tools queries find, and why",
    "describe": "what tool_describe answers",
    "evaluate": "how well labelled queries find their tools, release by release",
    "call": "call a tool through the same checks as the model's call",
    "check": "a gate for CI: whether the manifest is what it should be",
    "record": "save the listing of all servers as a recording",
    "diff": "what changed between two recordings",
    "config": "the resolved configuration and where each value came from",
}


class _Parser(argparse.ArgumentParser):
    """argparse with one line for a mistake."""

    def error(self, message: str) -> NoReturn:
        raise Stop(f"{message}; see {self.prog} --help", Exit.USAGE)


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The options of one run; ``server_command`` holds what follows the first ``--``."""
    before, after = _split(words)
    parser = _app_parser()
    if before and before[0] in COMMANDS:
        options = _command_parser(before[0]).parse_args(before[1:])
        options.command = before[0]
    else:
        if before and not before[0].startswith("-"):
            raise Stop(f"{before[0]}: no such command; there are: {', '.join(COMMANDS)}", Exit.USAGE)
        options = parser.parse_args(before)
        options.command = None
    options.server_command = after
    return options


def _split(words: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    words = list(words)
    if "--" not in words:
        return words, ()
    at = words.index("--")
    if not words[at + 1 :]:
        raise Stop("--: give the command that starts a server after it", Exit.USAGE)
    return words[:at], tuple(words[at + 1 :])


def _app_parser() -> argparse.ArgumentParser:
    listed = "\n".join(f"  {name:<10}{words}" for name, words in COMMANDS.items())
    parser = _Parser(
        prog="toolscope",
        usage="toolscope [OPTIONS] [-- SERVER COMMAND]\n       toolscope COMMAND [OPTIONS] [-- SERVER COMMAND]",
        description="See what tool search shows a model, what it costs, and why a query misses.",
        epilog=f"commands:\n{listed}\n\nWithout a command the app opens. toolscope COMMAND --help has the rest.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"toolscope {__version__}")
    parser.add_argument("--theme", metavar="NAME", help="toolscope-night, toolscope-paper or a theme of Textual")
    _sources(parser)
    return parser


def _command_parser(command: str) -> argparse.ArgumentParser:
    words = COMMANDS[command]
    parser = _Parser(prog=f"toolscope {command}", description=f"{words[0].upper()}{words[1:]}.", allow_abbrev=False)
    _OWN.get(command, lambda _: None)(parser)
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON instead of text")
    _sources(parser, _SPREAD if command == "sweep" else "")
    return parser


_SPREAD = "; also a,b,c or from:to:step"


def _sources(parser: argparse.ArgumentParser, spread: str = "") -> None:
    """Where servers and settings come from; ``spread`` is what else a swept setting takes."""
    sources = parser.add_argument_group("sources (any of them; without one, an agent's configuration is looked for)")
    sources.add_argument("--demo", action="store_true", help="servers that come with toolscope")
    sources.add_argument("--config", action="append", default=[], type=Path, metavar="FILE", help="a configuration")
    sources.add_argument("--recording", action="append", default=[], type=Path, metavar="FILE", help="a recording")
    sources.add_argument("--url", action="append", default=[], metavar="URL", help="a server on the network")
    sources.add_argument("--name", metavar="NAME", help="what to call the --url or -- server")
    sources.add_argument("--server", action="append", default=[], metavar="NAME", help="keep only this server")
    sources.add_argument("--trust", action="store_true", help="start servers of a discovered project file")
    settings = parser.add_argument_group("settings (instead of what the files say)")
    settings.add_argument("--profile", metavar="NAME", help="hermes-0.21, hermes-0.22 or hermes-0.19")
    settings.add_argument("--context", metavar="N|MODEL|unknown", help=f"the context window in tokens{spread}")
    settings.add_argument("--threshold-pct", metavar="PCT", help=f"share of the context for the manifest{spread}")
    settings.add_argument("--listing-max-tokens", metavar="N", help=f"most tokens of the manifest{spread}")
    settings.add_argument("--enabled", metavar="auto|on|off", help="tools.tool_search.enabled")
    settings.add_argument("--listing", metavar="auto|on|off", help="tools.tool_search.listing")


def _sweep(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Rows: each context with each percentage with each cap, the caps changing first. "
        "Those of a grid file come back in its order."
    )
    rows = "[context or null, pct, max tokens, enabled, listing]"
    parser.add_argument("--grid", type=Path, metavar="FILE", help=f"a JSON list of {rows}, the last two optional")
    parser.add_argument("--csv", action="store_true", help="print the rows as CSV, a column a label")
    parser.add_argument("--exact", action="store_true", help="count the ladder in exact tokens too")


def _check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--max-manifest-tokens", metavar="N", help="fail when the manifest is larger")
    parser.add_argument("--max-tier", metavar="N", help="fail above this tier: 0, 1 or 2")
    parser.add_argument(
        "--listed", action="append", default=[], metavar="SERVER", help="fail unless its tools are still named"
    )
    parser.add_argument("--max-tool-tokens", metavar="N", help="fail when a single tool's definition is larger")


def _diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", type=Path, metavar="A", help="a recording")
    parser.add_argument("after", type=Path, metavar="B", help="a later one")


def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("queries", nargs="*", metavar="QUERY")
    parser.add_argument("--limit", metavar="N", help="most results for each query")
    parser.add_argument("--queries-file", type=Path, metavar="FILE", help="a JSON list, or one query a line")
    parser.add_argument("--explain", action="store_true", help="say why each result is where it is")
    parser.add_argument("--expect", metavar="NAME", help="explain where this tool is")


def _manifest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--compare", metavar="PROFILE", help="the same servers and settings in another release")
    parser.add_argument("--tools", action="store_true", help="what each tool costs, and what it is made of")


def _describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--stages", action="store_true", help="each schema as published, as sent, and what changed")


def _evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="labelled queries; --demo has its own")
    parser.add_argument("--k", metavar="N", help="how many matches are judged (5)")


def _call(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", nargs="?", metavar="NAME", help="without it, --dry-run decides about every tool")
    parser.add_argument("arguments", nargs="?", metavar="JSON", help="the arguments; {} without")
    parser.add_argument("--batch", type=Path, metavar="FILE", help="a JSON list of {name, arguments}")
    parser.add_argument("--dry-run", action="store_true", help="check and decide, run no hook, send nothing")
    parser.add_argument("--yes", action="store_true", help="allow what would be asked, for this command")
    parser.add_argument("--accept-hooks", action="store_true", help="let configured hooks run, for this command")
    parser.add_argument("--timeout", metavar="SECONDS", help="instead of the server's own")


def _record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where to save it")


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yaml", action="store_true", help="print the tools: tool_search: block")
    parser.add_argument(
        "--sign-out", action="append", default=[], metavar="SERVER", help="forget how you are signed in to it, and stop"
    )


_OWN = {
    "manifest": _manifest,
    "sweep": _sweep,
    "search": _search,
    "describe": _describe,
    "evaluate": _evaluate,
    "call": _call,
    "check": _check,
    "record": _record,
    "diff": _diff,
    "config": _config,
}
