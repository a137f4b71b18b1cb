"""Settings of a server: from arguments, RONDEL_* environment variables, and a TOML file."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from rondel.core import RondelError
from rondel.games import find, names

MIN_SECRET = 32
"""Minimum length of a signing key, in characters."""
PREFIX = "RONDEL_"
SUFFIX = "_file"
SECRETS = ("database", "redis", "secret", "old_secrets", "smtp")
"""Settings that a file can hold: RONDEL_SECRET_FILE names the file of RONDEL_SECRET."""
OTHERS = ("accelerator", "cache", "commit", "config", "games", "language", "site")
"""Names of RONDEL_* variables that are read elsewhere."""
REDIS = ("redis://", "rediss://", "unix://")
"""Schemes of the addresses of a Redis."""
SMTP = re.compile(r"smtps?://([^@/]*@)?[^@/:]+(:[0-9]{1,5})?/?$")

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Seconds = Annotated[float, Meta(ge=0)]
Interval = Annotated[float, Meta(gt=0)]
Level = Literal["debug", "info", "warning", "error"]
EXPECTED: Mapping[Any, str] = {
    Count: "count",
    Positive: "positive",
    Port: "port",
    Seconds: "seconds",
    Interval: "interval",
    Level: "level",
    bool: "boolean",
}
"""Names of the kinds of values, as the messages of InvalidSetting have them."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How this server runs. docs/host.md explains each line."""

    database: str = "sqlite:///rondel.db"
    """Database of the tables: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."""
    lock_seconds: Seconds = 30.0
    """How long SQLite waits for a file that another program has locked."""
    redis: str = ""
    """Redis for messages between server processes: redis://HOST:PORT. One process needs none."""
    offer: str = ""
    """Names of the games to offer, with commas between. Empty for all."""
    secret: str = ""
    """Key that signs cookies and links. Empty: one is made and kept in the database."""
    old_secrets: str = ""
    """Earlier keys, with commas between: what they have signed is still good."""
    host: str = "127.0.0.1"
    port: Port = 8000
    address: str = ""
    """Address friends come by, where it is another than the one we listen at."""
    hosts: str = ""
    """More names this server goes by, with commas between."""
    secure: bool = False
    """True if browsers reach us by https: cookies are then sent by https alone."""
    proxies: str = ""
    """Addresses of the proxies whose word on a visitor's address is taken."""
    bots: bool = True
    """True if this process also moves bots."""
    bot_threads: Positive = 2
    """How many bots think at once."""
    own_bots: str = ""
    """More bots to offer, of the host's own: "NAME = BOT; NAME = BOT"."""
    warm: bool = True
    """True if what bots need is compiled at the start, rather than at their first move."""
    bot_seconds: Seconds = 30.0
    """Bot that thinks longer than this is given up and a random step is made."""
    bot_lease: Interval = 15.0
    """Seconds after which others move the bots of a worker that has gone silent."""
    requests_per_minute: Count = 600
    """Maximum requests of one visitor per minute; 0 for no limit."""
    guests_per_hour: Count = 60
    """How many new guests one address may make; 0 for no limit."""
    private_webhooks: bool = False
    """True if notices may go to addresses of the host's own network, also by http."""
    sign_ins_per_hour: Count = 60
    """How many codes one address may try in order to sign in; 0 for no limit."""
    tables_per_hour: Count = 120
    """How many tables one person may make; 0 for no limit. An address may do four times as much."""
    strong_seats: Count = 24
    """How many seats of strong bots one person's unfinished tables may have; 0 for no limit."""
    thinking_per_hour: Count = 1800
    """How many seconds strong bots may think for one person; then they rest. 0 for no limit."""
    forgotten_after: Seconds = 900.0
    """Seconds after which bots stop playing at a table nobody looks at; 0 for never."""
    daily_per_address: Count = 4
    """How many may play one deal of the day from one address; 0 for no limit."""
    imports_per_hour: Count = 60
    """How many records one person may bring, or moments continue from; 0 for no limit."""
    exports_per_hour: Count = 20
    """How often one person may take all games away; 0 for no limit."""
    hints_per_hour: Count = 240
    """How many hints one person may ask for; 0 for no limit."""
    reviews_per_hour: Count = 30
    """How many reviews of games one person may ask for; 0 for no limit."""
    reviews_waiting: Count = 6
    """How many of them may wait at a time; 0 for no limit."""
    pictures_per_minute: Count = 30
    """How many pictures are drawn for one address; 0 for no limit."""
    changes_per_minute: Count = 60
    """How often one person may take back, join, rename, renew links; 0 for no limit."""
    messages_per_second: Count = 50
    """Maximum messages of one WebSocket per second; 0 for no limit. An address may send four times
    as many."""
    connections: Count = 256
    """How many HTTP connections one address may hold open; 0 for no limit."""
    streams: Count = 24
    """How many event streams and WebSockets one person may hold open; 0 for no limit."""
    tables_in_memory: Positive = 2000
    heartbeat: Interval = 15.0
    """Seconds between signs of life on a stream."""
    queue: Positive = 256
    """Events a slow reader may lag behind before it is dropped."""
    smtp: str = ""
    """Server that sends e-mail: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS."""
    mail_from: str = ""
    """Sender of e-mails, such as "Rondel <games@example.org>"."""
    metrics: str = ""
    """Address where Prometheus finds the metrics, such as 127.0.0.1:9100. Empty: nowhere."""
    log: Level = "info"

    @property
    def games(self) -> tuple[str, ...]:
        """Return the names of the games this server offers. Raises UnknownGame."""
        wanted = [name.strip() for name in self.offer.split(",") if name.strip()]
        return tuple(find(name).name for name in wanted) or names()

    @property
    def older(self) -> tuple[str, ...]:
        """Return the earlier keys."""
        return tuple(key.strip() for key in self.old_secrets.split(",") if key.strip())


class ShortSecret(RondelError):
    """Error for a signing key that could be guessed."""

    code = "short-secret"

    def __init__(self, least: int):
        super().__init__(f"the secret needs at least {least} characters", least=least)


class InvalidSetting(RondelError):
    """Error for a value of the wrong kind."""

    code = "invalid-setting"

    def __init__(self, name: str, expected: str, given: object):
        super().__init__(
            f"{name} cannot be {given!r}; expected: {expected}",
            name=name,
            expected=expected,
            given=str(given),
        )


class InvalidDatabase(RondelError):
    """Error for a database address that cannot be used; `problem` is a key of its message."""

    code = "invalid-database"

    def __init__(self, problem: str):
        super().__init__(f"RONDEL_DATABASE is not usable: {problem}", problem=problem)


class InvalidRedis(RondelError):
    """Error for a Redis address without scheme."""

    code = "invalid-redis"

    def __init__(self) -> None:
        super().__init__("RONDEL_REDIS must begin with redis://, rediss:// or unix://")


class InvalidSmtp(RondelError):
    """Error for the address of an SMTP server that cannot be used, or one without a sender."""

    code = "invalid-smtp"

    def __init__(self) -> None:
        super().__init__(
            "RONDEL_SMTP must be smtp://HOST or smtps://HOST, together with RONDEL_MAIL_FROM"
        )


class MissingSetting(RondelError):
    """Error for a setting that a command needs."""

    code = "missing-setting"

    def __init__(self, name: str):
        super().__init__(f"{name} is not set", name=name)


class ConflictingSettings(RondelError):
    """Error for a setting that is given directly and by a file."""

    code = "conflicting-settings"

    def __init__(self, first: str, second: str):
        super().__init__(f"{first} and {second} are both set", first=first, second=second)


class UnreadableSetting(RondelError):
    """Error for a file of settings that cannot be read."""

    code = "unreadable-setting"

    def __init__(self, name: str, file: str, problem: str):
        super().__init__(
            f"{name}: {file} cannot be read: {problem}", name=name, file=file, problem=problem
        )


class UnknownSetting(RondelError):
    """Error for a name in a settings file that is no setting."""

    code = "unknown-setting"

    def __init__(self, name: str, file: str, similar: str):
        super().__init__(f"{file}: unknown setting {name}", name=name, file=file, similar=similar)


FIELDS = {field.name: field.type for field in msgspec.structs.fields(Settings)}
SETTABLE = (*FIELDS, *(name + SUFFIX for name in SECRETS))


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def read_settings(
    *, config: Path | None = None, required: Sequence[str] = (), **given: Any
) -> Settings:
    """Return the settings: arguments overrule variables, and these overrule the settings file.

    Args:
        config: The settings file, by default that of RONDEL_CONFIG.
        required: Names of settings without which a command cannot run.
        given: Settings by name; None counts as not given.

    Raises:
        ConflictingSettings: A secret and the file of this secret are both set.
        InvalidDatabase: The database address is not one of SQLite or PostgreSQL.
        InvalidRedis: The Redis address has no scheme.
        InvalidSetting: A value is of the wrong kind.
        InvalidSmtp: The address of the SMTP server is not one, or it has no sender.
        MissingSetting: A required setting is not set.
        ShortSecret: A signing key could be guessed.
        UnknownSetting: The settings file has a name that is no setting.
        UnreadableSetting: A file cannot be read.

    """
    file = config or Path(os.environ.get(variable("config"), ""))
    values = read_secrets(read_file(file)) if file.name else {}
    values |= read_secrets(read_environment())
    values |= {name: value for name, value in given.items() if value is not None}
    for name in required:
        if name not in values:
            raise MissingSetting(variable(name))
    settings = Settings(**{name: converted(name, value) for name, value in values.items()})
    if any(len(key) < MIN_SECRET for key in (settings.secret, *settings.older) if key):
        raise ShortSecret(MIN_SECRET)
    if settings.redis and not settings.redis.startswith(REDIS):
        raise InvalidRedis
    if settings.smtp and not (SMTP.match(settings.smtp) and "@" in settings.mail_from):
        raise InvalidSmtp
    return msgspec.structs.replace(settings, database=read_database(settings.database))


def read_environment() -> dict[str, Any]:
    """Return the settings of the environment; an empty number or switch counts as not set."""
    found = {name: os.environ.get(variable(name)) for name in SETTABLE}
    return {
        name: value
        for name, value in found.items()
        if value is not None and (value or FIELDS.get(name) is str)
    }


def unknown_variables() -> list[tuple[str, str]]:
    """Return RONDEL_* variables that mean nothing, each with the most similar one or ''."""
    known = [variable(name) for name in (*SETTABLE, *OTHERS)]
    unknown = sorted(n for n in os.environ if n.startswith(PREFIX) and n not in known)
    return [(name, similar(name, known)) for name in unknown]


def similar(name: str, known: Sequence[str]) -> str:
    """Return the known name that is most similar, or ''."""
    return next(iter(difflib.get_close_matches(name, known, 1)), "")


def read_file(file: Path) -> dict[str, Any]:
    """Return the settings of a TOML file. Raises UnreadableSetting and UnknownSetting."""
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise unreadable("config", file, problem) from None
    for name in values:
        if name not in SETTABLE:
            raise UnknownSetting(name, str(file), similar(name, SETTABLE) or "none")
    return values


def read_secrets(values: dict[str, Any]) -> dict[str, Any]:
    """Return settings with the contents of files in place of their names.

    Raises ConflictingSettings and UnreadableSetting.
    """
    found = dict(values)
    for name in SECRETS:
        file = found.pop(name + SUFFIX, "")
        if file and found.get(name):
            raise ConflictingSettings(variable(name), variable(name + SUFFIX))
        if file:
            try:
                found[name] = Path(file).read_text("utf-8").strip()
            except (OSError, ValueError) as problem:
                raise unreadable(name + SUFFIX, file, problem) from None
    return found


def unreadable(name: str, file: object, problem: Exception) -> UnreadableSetting:
    """Return the error for a file that cannot be read."""
    reason = problem.strerror if isinstance(problem, OSError) else str(problem)
    return UnreadableSetting(variable(name), str(file), reason or "")


def converted(name: str, value: Any) -> Any:
    """Return a setting's value in its type. Raises InvalidSetting."""
    kind: Any = FIELDS[name]
    if kind is Level and isinstance(value, str):
        value = value.lower()
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        shown = "…" if name in SECRETS else value
        raise InvalidSetting(variable(name), EXPECTED.get(kind, "text"), shown) from None


def read_database(url: str) -> str:
    """Return a database address as SQLAlchemy has it. Raises InvalidDatabase."""
    if url.startswith("postgres://"):
        url = url.replace("postgres", "postgresql", 1)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise InvalidDatabase("unreadable" if "://" in url else "scheme") from None
    if parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        if parsed.host:
            raise InvalidDatabase("slashes")
        if parsed.database in (None, "", ":memory:"):
            raise InvalidDatabase("memory")
    elif parsed.drivername not in ("postgresql", "postgresql+psycopg"):
        raise InvalidDatabase("scheme")
    return url


STATIC = Path(__file__).parent / "static"
"""Built browser client."""
DOCS = Path(__file__).parent / "docs"
"""Built documentation site."""
