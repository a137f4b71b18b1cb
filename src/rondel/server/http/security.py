"""Middleware for every request: rate limit, origin check, security headers and metrics."""

import time
from collections.abc import Callable
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rondel.server import metrics
from rondel.server.errors import BadRequest, RateLimited
from rondel.server.http.rate_limits import Limits
from rondel.server.http.sites import Sites, host_of

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
DOCS_POLICY = "default-src 'none'; frame-ancestors 'none'"
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
)
EMBEDDED = "/embed/"
"""Prefix of the pages that other sites may show in a frame."""
FRAMED = (
    (b"content-security-policy", POLICY.replace("ancestors 'none'", "ancestors *").encode()),
    *(header for header in HEADERS[1:-1] if not header[0].startswith(b"cross-origin")),
)
MAX_PATH = 2000
"""Letters of a path, and of what follows it."""
SAFE = ("GET", "HEAD", "OPTIONS")
COUNTED = "/api"
"""Prefix of the requests that are counted."""


class SecurityMiddleware(ASGIMiddleware):
    """Stands before every door but the WebSocket's, which checks for itself."""

    scopes = (ScopeType.HTTP,)

    def __init__(
        self, limits: Limits, sites: Sites, spares: Callable[[Scope], bool] = lambda _: False
    ):
        """`spares` tells requests that are taken although their address has sent too many."""
        self.limits = limits
        self.sites = sites
        self.spares = spares

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check, pass on, count."""
        began = time.perf_counter()
        method = str(cast("dict[str, Any]", scope).get("method", "GET"))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                known = {bytes(name).lower() for name, _ in headers}
                usual = FRAMED if scope["path"].startswith(EMBEDDED) else HEADERS
                headers += [header for header in usual if header[0] not in known]
                if scope["path"].startswith("/api") and b"cache-control" not in known:
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
                route = cast("dict[str, Any]", scope).get("path_template", "")
                metrics.REQUESTS.labels(method, route, message["status"]).inc()
                metrics.SECONDS.labels(route).observe(time.perf_counter() - began)
            await send(message)

        self._check(scope, method)
        await next_app(scope, receive, guarded)

    def _check(self, scope: Scope, method: str) -> None:
        client: Any = cast("dict[str, Any]", scope).get("client")
        path = scope["path"]
        if len(path) > MAX_PATH or len(scope["query_string"]) > MAX_PATH:
            raise BadRequest("a path without end")
        if "\x00" in path or b"%00" in scope["query_string"]:
            raise BadRequest("a zero byte")
        if path.startswith(COUNTED):
            try:
                self.limits.request(client[0] if client else "unknown")
            except RateLimited:
                if method != "POST" or not self.spares(scope):
                    raise
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = host_of(scope)
        self.sites.check_host(host)
        address = client[0] if client else ""
        self.sites.warnings.check_request(headers, address, scope["scheme"], host)
        if method not in SAFE:
            self.sites.check_origin(headers.get(b"origin"), host, scope["scheme"])
