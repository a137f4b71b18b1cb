"""What a host can set: by argument, or by an environment variable RONDEL_<NAME>."""

import os
from pathlib import Path
from typing import Any

import msgspec

from rondel.core import RondelError
from rondel.games import find, names

MIN_SECRET = 32
"""Characters of a key that nobody guesses."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How this server runs. docs/host.md explains each line."""

    database: str = "sqlite:///rondel.db"
    """Where tables are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."""
    lock_seconds: float = 30.0
    """How long SQLite waits for a file that another program has locked."""
    redis: str = ""
    """Where several processes wake each other: redis://HOST:PORT. Empty: by PostgreSQL, if any."""
    offer: str = ""
    """Names of the games to offer, with commas between. Empty for all."""
    secret: str = ""
    """The key that signs cookies and links. Empty: one is made and kept in the database."""
    old_secrets: str = ""
    """Earlier keys, with commas between: what they have signed is still good."""
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""
    """The address friends come by, where it is another than the one we listen at."""
    hosts: str = ""
    """More names this server goes by, with commas between."""
    secure: bool = False
    """Whether browsers reach us by https: cookies are then sent by https alone."""
    proxies: str = ""
    """Addresses of the proxies whose word on a visitor's address is taken."""
    bots: bool = True
    """Whether this process also moves bots."""
    bot_threads: int = 2
    """How many bots think at once."""
    own_bots: str = ""
    """More bots to offer, of the host's own: "NAME = BOT; NAME = BOT"."""
    warm: bool = True
    """Whether what bots need is compiled at the start, rather than at their first move."""
    bot_seconds: float = 30.0
    """A bot that thinks longer than this is given up and a random step is made."""
    bot_lease: float = 15.0
    """Seconds after which others move the bots of a worker that has gone silent."""
    requests_per_minute: int = 600
    """What one visitor may ask; 0 for no limit."""
    guests_per_hour: int = 60
    """How many new guests one address may make; 0 for no limit."""
    tables_per_hour: int = 120
    """How many tables one person may make; 0 for no limit. An address may do four times as much."""
    strong_seats: int = 24
    """How many seats of strong bots one person's unfinished tables may have; 0 for no limit."""
    thinking_per_hour: int = 1800
    """How many seconds strong bots may think for one person; then they rest. 0 for no limit."""
    forgotten_after: float = 900.0
    """Seconds after which bots stop playing at a table nobody looks at; 0 for never."""
    daily_per_address: int = 4
    """How many may play one deal of the day from one address; 0 for no limit."""
    imports_per_hour: int = 60
    """How many records one person may bring, or moments continue from; 0 for no limit."""
    exports_per_hour: int = 20
    """How often one person may take all games away; 0 for no limit."""
    hints_per_hour: int = 240
    """How many hints one person may ask for; 0 for no limit."""
    reviews_per_hour: int = 30
    """How many reviews of games one person may ask for; 0 for no limit."""
    reviews_waiting: int = 6
    """How many of them may wait at a time; 0 for no limit."""
    pictures_per_minute: int = 30
    """How many pictures are drawn for one address; 0 for no limit."""
    changes_per_minute: int = 60
    """How often one person may take back, join, rename, renew links; 0 for no limit."""
    messages_per_second: int = 50
    """What one WebSocket may say; 0 for no limit. All of an address may say four times as much."""
    connections: int = 256
    """How many HTTP connections one address may hold open; 0 for no limit."""
    streams: int = 24
    """How many event streams and WebSockets one person may hold open; 0 for no limit."""
    tables_in_memory: int = 2000
    heartbeat: float = 15.0
    """Seconds between signs of life on a stream."""
    queue: int = 256
    """Events a slow reader may lag behind before it is dropped."""
    metrics: str = ""
    """The address where Prometheus finds the metrics, such as 127.0.0.1:9100. Empty: nowhere."""
    log: str = "info"

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games this server offers. Raises UnknownGame."""
        wanted = [name.strip() for name in self.offer.split(",") if name.strip()]
        return tuple(find(name).name for name in wanted) or names()

    @property
    def neighbours(self) -> str:
        """Where several processes wake each other; empty where there can be one alone."""
        return self.redis or (self.database if self.database.startswith("postgresql") else "")

    @property
    def older(self) -> tuple[str, ...]:
        """The earlier keys."""
        return tuple(key.strip() for key in self.old_secrets.split(",") if key.strip())


class ShortSecret(RondelError):
    """A key that could be guessed."""

    code = "short-secret"

    def __init__(self, least: int):
        super().__init__(f"the secret needs at least {least} characters", least=least)


def read_settings(**given: Any) -> Settings:
    """Settings from the environment, overruled by what is given and not None.

    Raises ShortSecret.
    """
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        name = f"RONDEL_{field.name.upper()}"
        if name in os.environ:
            values[field.name] = os.environ[name]
    values |= {name: value for name, value in given.items() if value is not None}
    settings = msgspec.convert(values, Settings, strict=False)
    if any(len(key) < MIN_SECRET for key in (settings.secret, *settings.older) if key):
        raise ShortSecret(MIN_SECRET)
    return settings


STATIC = Path(__file__).parent / "static"
"""The built browser client."""
DOCS = Path(__file__).parent / "docs"
"""The built documentation site."""
