"""Server entries that look like an attack rather than a server (hermes.md §11)."""

from __future__ import annotations

import re

from toolscope.config.launch import Launch, Stdio

_SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"})
_EGRESS = re.compile(
    r"\b(?:curl|wget|ncat|netcat|nc|socat|telnet|invoke-webrequest|invoke-restmethod|iwr|irm|certutil|bitsadmin)\b|/dev/(?:tcp|udp)/",
    re.IGNORECASE,
)
_PERSISTENCE = re.compile(
    r"\.ssh\b|authorized_keys|\bcrontab\b|/etc/cron|/var/spool/cron|\.(?:bashrc|bash_profile|profile|zshrc|zprofile)\b"
    r"|launchagents|launchdaemons|/etc/systemd|systemd/user|\\currentversion\\run|/etc/rc",
    re.IGNORECASE,
)


def suspicion(launch: Launch | None) -> str | None:
    """Why a command line is suspicious: a shell that reaches for the network or for a place that survives a restart."""
    if not isinstance(launch, Stdio) or program(launch.command) not in _SHELLS:
        return None
    words = " ".join(launch.args)
    if _EGRESS.search(words):
        return "starts a shell that fetches from the network"
    if _PERSISTENCE.search(words):
        return "starts a shell that touches start-up or login files"
    return None


def program(command: str) -> str:
    """The bare name of a program: no folder, no ``.exe``, lower case."""
    return re.split(r"[/\\]", command.strip())[-1].lower().removesuffix(".exe").removesuffix(".cmd")
