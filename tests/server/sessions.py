"""Cookies for the tests: those of sessions, and signed ones of before there were sessions."""

import base64
import hashlib
import hmac
import time

from .playing import Server, Visitor


def signature(secret: str, *parts: str | int) -> str:
    """Return what earlier servers signed with."""
    message = "\n".join(map(str, parts)).encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def guest_cookie(secret: str, guest: str, issued: float | None = None) -> str:
    """Return a cookie as earlier servers issued them."""
    at = int(time.time() // 1000 * 1000 if issued is None else issued)
    return f"{guest}.{at}.{signature(secret, 'guest', guest, at)}"


def undated_cookie(secret: str, guest: str) -> str:
    """Return a cookie of before they had dates."""
    return f"{guest}.{signature(secret, 'guest', guest)}"


def with_cookie(server: Server, name: str, value: str) -> Visitor:
    """Return a visitor who brings a cookie."""
    visitor = Visitor(server, None)
    visitor.http.cookies.set(name, value)
    return visitor


def token_of(visitor: Visitor) -> str:
    """Return the session token of a visitor."""
    return str(visitor.http.cookies.get("rondel_session", path="/", domain="127.0.0.1"))
