"""A server that reads everything and answers nothing."""

import sys

for _ in sys.stdin:
    pass
