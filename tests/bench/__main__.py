"""``python -m tests.bench``: the speed table, measured in one run on this machine."""

from __future__ import annotations

from tests.bench.measure import table

if __name__ == "__main__":
    print(table())
