"""Requests to addresses that people gave: never to the host's own network.

A name is looked up once and the connection goes to an address that was checked, so that another
answer later leads nowhere. Redirects are not followed and no proxy is used.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

import httpx

TIMEOUT = 10.0
"""Seconds for one request, however slowly the other side answers."""
PORTS = {"https": 443, "http": 80}
MAX_URL = 1000
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class SendFailed(Exception):
    """Error for a notice that was not taken; `is_final` if the address is good no more."""

    def __init__(self, problem: str, *, is_final: bool = False):
        super().__init__(problem)
        self.is_final = is_final


def check_url(url: str, *, allows_private: bool = False) -> SplitResult:
    """Return the parts of a URL that a request may go to. Raises SendFailed.

    It is https, without user and password; http where private addresses are allowed.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise SendFailed("unreadable address", is_final=True) from None
    schemes = ("https", "http") if allows_private else ("https",)
    is_plain = url.isascii() and url.isprintable() and len(url) <= MAX_URL and " " not in url
    is_bare = parts.username is None and parts.password is None
    if not (is_plain and is_bare and parts.hostname and parts.scheme in schemes and port != 0):
        raise SendFailed("not an https address", is_final=True)
    return parts


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the internet, also as it is embedded in another."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        embedded = found.ipv4_mapped or found.sixtofour
        if found.teredo is not None:
            embedded = found.teredo[1]
        if found in NAT64 or found.packed[:12] == bytes(12):
            embedded = ipaddress.IPv4Address(found.packed[12:])
        if embedded is not None:
            return is_public(str(embedded))
    return found.is_global and not (found.is_multicast or found.is_reserved)


async def resolve(host: str, port: int, *, allows_private: bool) -> str:
    """Return the address of a host, all of whose addresses are public. Raises SendFailed."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SendFailed(f"no address of {host[:100]}: {error}") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not (allows_private or all(map(is_public, addresses))):
        raise SendFailed("not a public address", is_final=True)
    return addresses[0]


async def post(
    url: str, body: bytes, headers: Mapping[str, str], *, allows_private: bool = False
) -> int:
    """Send a POST request; return the status of the answer, whose body is not read.

    Raises SendFailed.
    """
    parts = check_url(url, allows_private=allows_private)
    host = str(parts.hostname)
    port = parts.port or PORTS[parts.scheme]
    try:
        async with asyncio.timeout(TIMEOUT):
            address = await resolve(host, port, allows_private=allows_private)
            pinned = f"[{address}]" if ":" in address else address
            target = parts._replace(netloc=f"{pinned}:{port}", fragment="").geturl()
            given = {**headers, "Host": parts.netloc, "User-Agent": "Rondel"}
            async with (
                httpx.AsyncClient(trust_env=False, follow_redirects=False) as client,
                client.stream(
                    "POST", target, content=body, headers=given,
                    extensions={"sni_hostname": host},
                ) as answer,
            ):  # fmt: skip
                return answer.status_code
    except TimeoutError:
        raise SendFailed("no answer in time") from None
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise SendFailed(repr(error)) from None


def check_status(status: int) -> None:
    """Raise SendFailed unless an answer means that the request was taken."""
    if status in (404, 410):
        raise SendFailed(f"status {status}: gone", is_final=True)
    if not 200 <= status < 300:
        raise SendFailed(f"status {status}")
