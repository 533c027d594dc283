"""Web servers of a test's own on a loopback port, in a thread, with and without TLS."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import trustme
import uvicorn
from starlette.types import ASGIApp

from toolscope.config.launch import Http, OAuth, Tls
from toolscope.config.model import Origin, ServerConfig
from toolscope.connections.fleet import Fleet
from toolscope.connections.state import ServerStatus


@contextmanager
def serving(app: ASGIApp, tls: dict[str, Any] | None = None, listener: socket.socket | None = None) -> Iterator[str]:
    """Runs an application; gives its address without a path. ``tls`` are uvicorn's options for it."""
    listener = listener or socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1, **(tls or {})))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


class Certificates:
    """A throw-away authority with a server's and a client's certificate, as files."""

    def __init__(self, folder: Path, host: str = "127.0.0.1", **more: Any) -> None:
        self.authority = trustme.CA()
        self.ca = folder / "ca.pem"
        self.authority.cert_pem.write_to_path(str(self.ca))
        server = self.authority.issue_cert(host, **more)
        self.server, self.server_key = folder / "server.pem", folder / "server.key"
        server.private_key_pem.write_to_path(str(self.server_key))
        for pem in server.cert_chain_pems:
            pem.write_to_path(str(self.server), append=True)
        client = self.authority.issue_cert("me@example.org")
        self.cert, self.key, self.both = folder / "client.pem", folder / "client.key", folder / "both.pem"
        client.cert_chain_pems[0].write_to_path(str(self.cert))
        client.private_key_pem.write_to_path(str(self.key))
        client.private_key_and_cert_chain_pem.write_to_path(str(self.both))

    def options(self, demand: bool = False) -> dict[str, Any]:
        """Of a server that shows its certificate, and may demand the client's."""
        shown = {"ssl_certfile": str(self.server), "ssl_keyfile": str(self.server_key)}
        return shown | ({"ssl_ca_certs": str(self.ca), "ssl_cert_reqs": ssl.CERT_REQUIRED} if demand else {})


def remote(
    url: str, tls: Tls | None = None, oauth: OAuth | None = None, sse: bool = False, **headers: str
) -> ServerConfig:
    """A configured server on the network."""
    return ServerConfig("remote", Http(url, headers, sse, tls or Tls(), oauth), Origin("test"), connect_timeout=20)


async def settled(config: ServerConfig, **more: Any) -> ServerStatus:
    """What becomes of a server."""
    async with Fleet([config], **more) as fleet:
        (found,) = await fleet.settled()
    return found
