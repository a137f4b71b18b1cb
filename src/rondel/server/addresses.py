"""Addresses of this server, for this machine and for its local network."""

import errno
import ipaddress
import re
import socket

from rondel.core import RondelError
from rondel.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::", "")
"""Values of the host setting that listen at every address; nobody can connect to them."""
ELSEWHERE = ("192.0.2.1", 9)
"""Address that belongs to nobody: nothing is sent, only the way there is looked up."""


class PortTaken(RondelError):
    """Another program listens there already."""

    code = "port-taken"

    def __init__(self, port: int):
        super().__init__(f"something listens at port {port} already", port=str(port))


class InvalidAddress(RondelError):
    """Error for a setting that names no address to listen at."""

    code = "invalid-address"

    def __init__(self, address: str):
        super().__init__(f"no address to listen at: {address!r}", address=address)


def metrics_address(config: Settings) -> tuple[str, int] | None:
    """Return the host and the port of the metrics, if they have any. Raises InvalidAddress."""
    if not config.metrics:
        return None
    host, _, port = config.metrics.rpartition(":")
    if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65_535:
        raise InvalidAddress(config.metrics)
    return host.strip("[]") or "127.0.0.1", int(port)


def check_ports(config: Settings) -> None:
    """Raise PortTaken if another program listens where this one is to listen."""
    check_port(config.host, config.port)
    if address := metrics_address(config):
        check_port(*address)


def check_port(host: str, port: int) -> None:
    """Raise PortTaken if another program listens there."""
    try:
        places = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError:
        return
    for family, _, _, _, place in places:
        try:
            socket.create_server(place, family=family).close()
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                raise PortTaken(port) from None


def here(config: Settings) -> str:
    """Return the address for a browser on this very machine."""
    return write_address("127.0.0.1" if config.host in EVERYWHERE else config.host, config.port)


def for_friends(config: Settings) -> str:
    """Return the address for others; empty where nobody else can come."""
    if config.address:
        return config.address.rstrip("/") + "/"
    host = own_address() if config.host in EVERYWHERE else config.host
    return "" if host is None or is_local(host) else write_address(host, config.port)


def is_local(host: str) -> bool:
    """Return whether only this machine goes by that name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_address() -> str | None:
    """Return this machine's address in its local network, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return None
        return str(asked.getsockname()[0])


def write_address(host: str, port: int) -> str:
    """Return a host and a port as a browser takes them."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
