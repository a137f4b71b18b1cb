"""The events of a table, with what only the server may know of them."""

from msgspec import Struct

from rondel.server.protocol.events import KINDS, Data


class Private(Struct, frozen=True, omit_defaults=True):
    """Facts of an event that nobody is told."""

    identity: str | None = None
    """Whose seat it is from now on."""
    is_program: bool = False
    nonce: str = ""
    """Added to the randomness of the deal."""
    ready: tuple[int, ...] = ()
    """Seats whose players are ready."""
    secret: bytes = b""
    """Of a new dealer."""
    commitment: str = ""


NOTHING = Private()


class Event(Struct, frozen=True):
    """One thing that happened at a table."""

    number: int
    at: float
    data: Data
    key: str | None = None
    """The idempotency key of the command that made it."""
    private: Private = NOTHING

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return KINDS[type(self.data)]
