"""Authentication of requests: the session of the cookie or of `Authorization: Bearer`."""

from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from rondel.server.errors import Unauthenticated
from rondel.server.identities import Identity
from rondel.server.people.sessions import Session, Sessions
from rondel.server.signing import YEAR

SESSION_COOKIE = "rondel_session"
GUEST_COOKIE = "rondel_guest"
"""Signed cookies of before there were sessions; they are read and never written."""
Asking = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Asking) -> str:
    """Return the token that a request or a socket's handshake carries, or ''."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token
    cookies = connection.cookies
    return cookies.get(SESSION_COOKIE) or cookies.get(GUEST_COOKIE) or ""


async def authenticate(connection: Asking, state: State) -> Session | None:
    """Return the session of a request or a socket's handshake, if it has a valid one."""
    sessions: Sessions = state.sessions
    token = token_of(connection)
    return await sessions.find(token) if token else None


async def identify(session: Session | None) -> Identity | None:
    """Return the identity of a request, if it has one."""
    return session.identity if session is not None else None


async def require_identity(session: Session | None) -> Identity:
    """Return the identity of a request. Raises Unauthenticated."""
    if session is None:
        raise Unauthenticated
    return session.identity


def known_identity(connection: Asking) -> Identity | None:
    """Return the identity of a request, if its session is in memory."""
    sessions: Sessions = connection.app.state.sessions
    session = sessions.known(token_of(connection))
    return session.identity if session is not None else None


def cookie_of(token: str, is_secure: bool) -> Cookie:
    """Return the cookie that carries a session's token."""
    return Cookie(
        SESSION_COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )


def without_cookies() -> Response[None]:
    """Return the answer that deletes the cookies of a browser."""
    answer = Response[None](None)
    for name in (SESSION_COOKIE, GUEST_COOKIE):
        answer.delete_cookie(name)
    return answer
