"""Visitors, programs, and what a server offers."""

from typing import Literal

from msgspec import Struct

from rondel.server.protocol.documents import Name


class OwnName(Struct):
    """Visitor's name."""

    name: Name


class NewBot(Struct):
    """Program that wants to play."""

    name: Name


class BotToken(Struct):
    """Bot's account. The token is shown only now."""

    id: str
    name: str
    token: str


class Me(Struct):
    """Identity of a client."""

    id: str
    name: str
    is_bot: bool = False


class Level(Struct):
    """Bot that can be seated."""

    name: str


class GameInfo(Struct):
    """Game this server offers."""

    name: str
    version: int
    players: list[int]
    editions: list[str]
    maps: bool
    """True if the game can be played on a custom map."""
    learnt: list[int]
    """Numbers of players with a trained network; bots use heuristics for the others."""


class GameTexts(Struct):
    """Texts of a game in one language."""

    words: str
    """Messages of the game, as a Fluent file."""
    rules: str
    """Rules for players, as Markdown."""


class Offer(Struct):
    """Games, bots and languages of this server."""

    games: list[GameInfo]
    bots: list[Level]
    languages: dict[str, str]
    address: str
    """Address for invitations made on the server's own machine; empty if others cannot reach it."""


class Health(Struct):
    """Health of the server."""

    status: Literal["ok"]
    version: str
    tables: int
