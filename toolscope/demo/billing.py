"""The demo's server that cannot start: run as a module it exits with code 1 unless ``BILLING_TOKEN`` is set."""

from __future__ import annotations

import os
import sys

from toolscope.canonical import Json
from toolscope.demo.fields import choice, whole
from toolscope.demo.shelf import Shelf, page
from toolscope.demo.toolbox import READS, Toolbox, serve, tool

MISSING = "BILLING_TOKEN is not set"


class Billing:
    """Three invoices."""

    def __init__(self) -> None:
        rows = (("2026-09", 4120, "paid"), ("2026-10", 3980, "paid"), ("2026-11", 4405, "open"))
        self._invoices = Shelf(
            "invoice", [{"id": month, "cents": cents, "state": state} for month, cents, state in rows]
        )

    @tool(READS, state=choice("Only these.", "open", "paid"), limit=whole("How many at most.", 1, 100))
    def list_invoices(self, state: str | None = None, limit: int = 25) -> Json:
        """List invoices, newest first."""
        return page("invoices", self._invoices.where(state=state)[::-1], limit)

    @tool(READS)
    def get_balance(self) -> Json:
        """Read what is still to be paid."""
        return {"cents": sum(invoice["cents"] for invoice in self._invoices.where(state="open")), "currency": "EUR"}


async def _run() -> None:
    from mcp.server.stdio import stdio_server

    server = serve("billing", "1.0.0", Toolbox(Billing()), "Amounts are in cents.")
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def main() -> int:
    """Serve over the standard streams; 1 when there is no token."""
    if not os.environ.get("BILLING_TOKEN"):
        print(MISSING, file=sys.stderr)
        return 1
    import anyio

    anyio.run(_run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
