"""``python -m tests.bench``: the speed table, measured in one run on this machine.

Names of topics measure only those; ``--write`` puts the whole table into the README.
"""

from __future__ import annotations

import argparse
import sys

from tests.bench.readme import write
from tests.bench.sizes import FULL
from tests.bench.table import text
from tests.bench.topics import TOPICS, measured


def main() -> int:
    """Measure and print; 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="measures toolscope's speed and size")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"one of {', '.join(TOPICS)}; all by default")
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    options = parser.parse_args()
    if unknown := set(options.topics) - set(TOPICS):
        parser.error(f"no such topic: {', '.join(sorted(unknown))}")
    if options.write and options.topics:
        parser.error("--write takes the whole table: name no topics")
    rows = []
    for row in measured(FULL, tuple(options.topics) or TOPICS):
        print(f"{row.what}: {row.figure}", file=sys.stderr)
        rows.append(row)
    print(text(rows))
    if options.write:
        write(rows)
    return any(row.met is False for row in rows)


if __name__ == "__main__":
    sys.exit(main())
