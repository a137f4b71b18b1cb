"""Cookies, links and tokens. Links are derived from the server's key, so none is ever lost."""

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Iterator, Sequence

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits nobody confuses."""


def new_name(length: int = 10) -> str:
    """Return a name for a table or a guest that cannot be guessed or confused."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hashed(token: str) -> str:
    """Return the hash of a token, which is stored instead of the token."""
    return hashlib.sha256(token.encode()).hexdigest()


YEAR = 365 * 24 * 3600
DATED_SINCE = 1_795_046_400
"""Unix time from which cookies carry a date; those without one count as issued then."""


def fingerprint(secret: str) -> str:
    """Return what is stored of a key, to recognize it."""
    return hmac.new(secret.encode(), b"fingerprint", hashlib.sha256).hexdigest()[:16]


class Signer:
    """Signs with the server's key, and still knows what its older keys have signed."""

    def __init__(self, secret: str, older: Sequence[str] = ()):
        self._secrets = [secret.encode() for secret in (secret, *older)]

    def _signs(self, *parts: str | int) -> Iterator[str]:
        message = "\n".join(map(str, parts)).encode()
        for secret in self._secrets:
            digest = hmac.new(secret, message, hashlib.sha256).digest()
            yield base64.urlsafe_b64encode(digest[:18]).decode()

    def _sign(self, *parts: str | int) -> str:
        return next(self._signs(*parts))

    def _has_signed(self, sign: str, *parts: str | int) -> bool:
        return any(same(sign, wanted) for wanted in self._signs(*parts))

    def read_cookie(self, cookie: str) -> str | None:
        """Return the guest of a cookie signed in the past year, as issued before sessions."""
        guest, issued, sign = parts_of(cookie)
        signed = ("guest", guest) if issued is None else ("guest", guest, issued)
        is_fresh = time.time() - (DATED_SINCE if issued is None else issued) < YEAR
        return guest if is_fresh and self._has_signed(sign, *signed) else None

    def house(self, address: str) -> str:
        """Return the keyed hash of an address group, which is stored instead of the address."""
        return self._sign("house", address)

    def seat(self, table: str, seat: int, link: int) -> str:
        """Return the secret of a seat's link; a new `link` number revokes the old one."""
        return self._sign("seat", table, seat, link)

    def opens_seat(self, token: str, table: str, seat: int, link: int) -> bool:
        """Return whether a link's secret is that seat's."""
        return self._has_signed(token, "seat", table, seat, link)

    def watch(self, table: str, link: int) -> str:
        """Return the secret of a table's watch link; a new `link` number revokes the old one."""
        return self._sign(*watching(table, link))

    def opens_watch(self, token: str, table: str, link: int) -> bool:
        """Return whether a link's secret is that of the table's watch link."""
        return self._has_signed(token, *watching(table, link))

    def channel_token(self, purpose: str, channel: str) -> str:
        """Return the token by which its receiver confirms or leaves a channel."""
        return f"{channel}.{self._sign('channel', purpose, channel)}"

    def read_channel_token(self, purpose: str, token: str) -> str | None:
        """Return the channel of a token, or None."""
        channel, _, sign = token.partition(".")
        return channel if self._has_signed(sign, "channel", purpose, channel) else None


def parts_of(cookie: str) -> tuple[str, int | None, str]:
    """Return a cookie's guest, the time it was issued and its signature."""
    guest, _, rest = cookie.partition(".")
    issued, dot, sign = rest.rpartition(".")
    if not dot:
        return guest, None, rest
    return (guest, int(issued), sign) if re.fullmatch("[0-9]{1,12}", issued) else (guest, 0, "")


def watching(table: str, link: int) -> tuple[str | int, ...]:
    """Return the parts that a watch link's signature covers; the first link has no number."""
    return ("watch", table, link) if link else ("watch", table)


def same(given: str, wanted: str) -> bool:
    """Return whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(given.encode(), wanted.encode())
