"""The ``toolscope`` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; the exit code says how it went."""
    from toolscope.cli.run import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
