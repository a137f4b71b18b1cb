"""Names this server answers to, and the pages that may act on it."""

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

from rondel.server.errors import UnknownHost, WrongOrigin
from rondel.server.http.proxies import ProxyWarnings
from rondel.server.settings import Settings

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?")
LOCAL = (".local", ".localhost")
"""Ends of names that no public name server answers."""
SCHEMES = {"ws": "http", "wss": "https"}


def host_of(scope: Any) -> str | None:
    """Return a request's Host header. Raises UnknownHost if it has several that could differ."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) > 1:
        raise UnknownHost(", ".join(hosts)[:200])
    return hosts[0] if hosts else None


class Sites:
    """Checks the Host and Origin headers of requests, against DNS rebinding and foreign pages."""

    def __init__(self, config: Settings):
        address = urlsplit(config.address if "//" in config.address else f"//{config.address}")
        machine = socket.gethostname().lower()
        given = (host.strip().lower() for host in config.hosts.split(","))
        self.hosts = {
            "localhost",
            machine,
            machine.partition(".")[0],
            address.hostname or "",
            *given,
        }
        self.origin = f"{address.scheme}://{address.netloc}".lower()
        self.is_secure = config.secure
        self.warnings = ProxyWarnings(config)

    def check_host(self, host: str | None) -> None:
        """Raise UnknownHost unless this server goes by that name; programs may name none."""
        if host and not self._knows(name_of(host)):
            raise UnknownHost(host[:200])

    def _knows(self, name: str) -> bool:
        return bool(name) and (name in self.hosts or name.endswith(LOCAL) or is_ip_address(name))

    def relying_party(self, host: str | None, scheme: str) -> tuple[str, str]:
        """Return the name that passkeys belong to, and the origin of the page that uses them."""
        name = name_of(host or "")
        if self.origin.endswith(f"://{(host or '').lower()}"):
            return name, self.origin
        return name, f"{'https' if self.is_secure else scheme}://{(host or '').lower()}"

    def check_origin(self, origin: str | None, host: str | None, scheme: str) -> None:
        """Raise WrongOrigin if the page of another site is asking."""
        scheme = "https" if self.is_secure else SCHEMES.get(scheme, scheme)
        if origin and origin.lower() not in (f"{scheme}://{(host or '').lower()}", self.origin):
            self.warnings.refused_origin(origin[:200], host)
            raise WrongOrigin(origin[:200])


def name_of(host: str) -> str:
    """Return a Host header's name without its port; '' if the header cannot be read."""
    found = HOST.fullmatch(host.strip().lower())
    if found is None or int(found[2] or 0) > 65_535:
        return ""
    return found[1].strip("[]").rstrip(".")


def is_ip_address(name: str) -> bool:
    """Return whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
