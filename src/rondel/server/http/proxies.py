"""Warnings about proxies whose settings do not fit this server's; each is logged once."""

import logging
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from rondel.server.errors import shortened
from rondel.server.settings import Settings

log = logging.getLogger("rondel.proxy")


def without_port(host: str) -> str:
    """Return a Host header without its port."""
    return re.sub(":[0-9]*$", "", host)


class ProxyWarnings:
    """Compares what arrives with the settings of this server."""

    def __init__(self, config: Settings):
        self._address = urlsplit(config.address.lower())
        self._is_secure = config.secure
        self._logged: set[str] = set()

    def check_request(
        self, headers: Mapping[bytes, str], client: str, scheme: str, host: str | None
    ) -> None:
        """Warn about an untrusted proxy, about https without RONDEL_SECURE, and about the Host."""
        forwarded = headers.get(b"x-forwarded-for")
        if forwarded is not None and client not in forwarded:
            self._warn(
                "X-Forwarded-For comes from a proxy that RONDEL_PROXIES does not name: "
                "all visitors count as one"
            )
        if scheme == "https" and not self._is_secure:
            self._warn("browsers connect by https: set RONDEL_SECURE=true")
        found = (host or "").lower()
        if found != self._address.netloc and without_port(found) == self._address.hostname:
            self._warn(
                "Host is %s, but RONDEL_ADDRESS is %s: the proxy must pass Host with its port "
                "(nginx: proxy_set_header Host $http_host)",
                found,
                self._address.netloc,
            )

    def refused_origin(self, origin: str, host: str | None) -> None:
        """Warn about a page of this very server that was refused."""
        page, found = without_port(origin.lower().partition("//")[2]), (host or "").lower()
        if page and page in (without_port(found), self._address.hostname):
            self._warn(
                "a page of %s was refused, because Host is %s and the scheme %s: the proxy must "
                "pass Host with its port, and RONDEL_SECURE must be true behind https",
                origin,
                found,
                "https" if self._is_secure else "http, or that of a trusted X-Forwarded-Proto",
            )

    def _warn(self, message: str, *facts: str) -> None:
        if message not in self._logged:
            self._logged.add(message)
            log.warning(message, *map(shortened, facts))
