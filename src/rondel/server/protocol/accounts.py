"""Visitors, programs, and what a server offers."""

from typing import Literal

from msgspec import Struct

from rondel.server.protocol.documents import Name


class OwnName(Struct):
    """A visitor's name."""

    name: Name


class NewBot(Struct):
    """A program that wants to play."""

    name: Name


class BotToken(Struct):
    """A bot's account. The token is shown only now."""

    id: str
    name: str
    token: str


class Me(Struct):
    """Who you are to this server."""

    id: str
    name: str
    is_bot: bool = False


class Level(Struct):
    """A bot that can be seated."""

    name: str


class GameInfo(Struct):
    """A game this server offers."""

    name: str
    version: int
    players: list[int]
    editions: list[str]
    maps: bool
    """Whether it can be played on a map of one's own."""
    learnt: list[int]
    """For how many players networks have learnt it; bots go by hints elsewhere."""


class GameTexts(Struct):
    """What a game brings to be read, in one language."""

    words: str
    """Its own words, as a Fluent file."""
    rules: str
    """The rules for players, as Markdown."""


class Offer(Struct):
    """What this server offers."""

    games: list[GameInfo]
    bots: list[Level]
    languages: dict[str, str]
    address: str
    """Where friends come to, for invitations made on the server's own machine; empty: nowhere."""


class Health(Struct):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
    tables: int
