"""Cookies, links and tokens. Links are derived from the server's key, so none is ever lost."""

import base64
import hashlib
import hmac
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits nobody confuses."""


def new_name(length: int = 10) -> str:
    """A name for a table or a guest that cannot be guessed or confused."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hashed(token: str) -> str:
    """What is kept of a token instead of the token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keys:
    """Signs with the server's key."""

    def __init__(self, secret: str):
        self._secret = secret.encode()

    def _sign(self, *parts: str | int) -> str:
        message = "\n".join(map(str, parts)).encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def cookie(self, guest: str) -> str:
        """The cookie that says who a guest is."""
        return f"{guest}.{self._sign('guest', guest)}"

    def read_cookie(self, cookie: str) -> str | None:
        """The guest a cookie stands for, if we signed it."""
        guest, _, _ = cookie.partition(".")
        return guest if same(cookie, self.cookie(guest)) else None

    def seat(self, table: str, seat: int, link: int) -> str:
        """The secret of a seat's link; a new `link` number makes the old one useless."""
        return self._sign("seat", table, seat, link)

    def watch(self, table: str) -> str:
        """The secret of a table's watch link."""
        return self._sign("watch", table)


def same(given: str, wanted: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(given.encode(), wanted.encode())
