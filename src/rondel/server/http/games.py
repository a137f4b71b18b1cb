"""Doors for what a game brings to be read: its words and its rules, at run time."""

from typing import Annotated, Literal

from litestar import Router, get
from litestar.params import Parameter

from rondel.core import UnknownGame
from rondel.games import find
from rondel.server.protocol.accounts import GameTexts
from rondel.server.settings import Settings

Language = Literal["en", "fr", "hu"]


@get("/api/games/{game:str}/texts", operation_id="game_texts", sync_to_thread=True)
def game_texts(
    game: Annotated[str, Parameter(max_length=40, description="A game's name.")],
    config: Settings,
    language: Language = "en",
) -> GameTexts:
    """Return a game's own words, as a Fluent file, and its rules, as Markdown, in a language."""
    if game not in config.games:
        raise UnknownGame(game, config.games)
    folder = find(game).folder
    words = (folder / "words" / f"{language}.ftl").read_text("utf-8")
    rules = (folder / f"rules.{language}.md").read_text("utf-8")
    return GameTexts(words, rules)


router = Router("/", route_handlers=[game_texts], tags=["people"])
