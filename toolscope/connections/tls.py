"""Certificates: whom to trust, what to show, and what a failed handshake means."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from pathlib import Path

from toolscope.config.launch import Tls
from toolscope.connections.contact import CannotStart
from toolscope.plain import one_line

_EXPIRED, _NOT_YET = 10, 9
_OTHER_HOST = (62, 64)
"""OpenSSL's numbers of what is wrong with a certificate."""
_ALERTS = {
    "CERTIFICATE_REQUIRED": "it wants a client certificate; set client_cert (and client_key)",
    "HANDSHAKE_FAILURE": "it breaks the TLS handshake off; it may want a client certificate (client_cert)",
    "UNKNOWN_CA": "it does not trust the client certificate",
    "BAD_CERTIFICATE": "it does not take the client certificate",
    "CERTIFICATE_EXPIRED": "the client certificate has expired",
    "CERTIFICATE_UNKNOWN": "it does not take the client certificate",
    "WRONG_VERSION_NUMBER": "it does not speak TLS there; is it http:// instead of https://?",
}
"""What the other side says in a handshake, in words; by a part of OpenSSL's name for it."""

_SOURCE = re.compile(r" \(_ssl\.c:\d+\)")


def trust(tls: Tls) -> ssl.SSLContext | bool:
    """What an HTTP client takes as ``verify``; raises ``CannotStart`` that names the key and the file."""
    if tls.verify and tls.ca is None and tls.cert is None:
        return True
    context = _authorities(tls)
    if tls.cert is not None:
        _show(context, _there("client_cert", tls.cert), tls)
    return context


def _authorities(tls: Tls) -> ssl.SSLContext:
    if tls.ca is None:
        import httpx2

        return httpx2.create_ssl_context(verify=tls.verify)
    path = _there("ssl_verify", tls.ca)
    try:
        where = {"capath" if path.is_dir() else "cafile": str(path)}
        return ssl.create_default_context(**where)  # type: ignore[arg-type]  # mypy takes the purpose for it
    except (ssl.SSLError, OSError) as error:
        raise CannotStart(f"ssl_verify: {_shown(path)} holds no certificates (PEM): {_words(error)}") from None


def _show(context: ssl.SSLContext, cert: Path, tls: Tls) -> None:
    key = None if tls.key is None else _there("client_key", tls.key)
    try:
        # Without a function OpenSSL would ask for the password on the terminal.
        context.load_cert_chain(cert, key, lambda: tls.password or "")
    except (ssl.SSLError, OSError, ValueError) as error:
        raise CannotStart(f"client_cert: {_shown(cert)}: {_no_pair(error, key or cert, tls)}") from None


def _no_pair(error: Exception, key: Path, tls: Tls) -> str:
    """Why a certificate and its key are of no use."""
    if _is_encrypted(key):
        return "the password of its key is wrong" if tls.password else "its key is encrypted; give its password third"
    words = _words(error)
    if "KEY_VALUES_MISMATCH" in words:
        return "the key belongs to another certificate"
    missing = "holds no key; name one in client_key" if tls.key is None else "certificate and key are no pair of PEM"
    return f"{missing} ({words})"


def _is_encrypted(key: Path) -> bool:
    try:
        return b"ENCRYPTED" in key.read_bytes()
    except OSError:
        return False


def _there(key: str, text: str) -> Path:
    path = Path(text).expanduser()
    if not path.exists():
        raise CannotStart(f"{key}: there is no file {_shown(path)}")
    return path


def _shown(path: Path) -> str:
    return one_line(str(path), 200)


def _words(error: Exception) -> str:
    """OpenSSL's own, without the line of its source."""
    return _SOURCE.sub("", str(getattr(error, "reason", None) or getattr(error, "strerror", None) or error))


def failed_handshake(error: BaseException) -> str | None:
    """What a connection's error says about certificates, in words; ``None`` when it is about something else."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _not_trusted(cause)
        if isinstance(cause, ssl.SSLError):
            reason = str(cause.reason or cause)
            words = next((words for name, words in _ALERTS.items() if name in reason.upper().replace(" ", "_")), None)
            return words or f"the TLS handshake failed: {reason}"
    return None


def _not_trusted(error: ssl.SSLCertVerificationError) -> str:
    said = error.verify_message
    if error.verify_code in _OTHER_HOST:
        return f"its certificate is for another host: {said}"
    if error.verify_code in (_EXPIRED, _NOT_YET):
        return f"its certificate is not valid now: {said}"
    return (
        f"its certificate is not trusted ({said}); set ssl_verify to the file of its CA, or to false to trust anybody"
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__
