"""Identities: what acts on this server."""

from typing import Literal

from msgspec import Struct

Kind = Literal["user", "guest", "bot", "system"]


class Identity(Struct, frozen=True):
    """User with an account, a guest, somebody's bot, or the server itself."""

    id: str
    name: str
    kind: Kind = "guest"

    @property
    def is_bot(self) -> bool:
        """Return whether a program acts."""
        return self.kind == "bot"
