"""Profiles, finished games, and one's own unfinished ones."""

from functools import partial
from typing import Annotated

from litestar import Router, get
from litestar.params import Parameter

from rondel.server.identities import Identity
from rondel.server.people.profiles import (
    read_head_to_head,
    read_history,
    read_my_games,
    read_profile,
)
from rondel.server.protocol.profiles import HeadToHead, History, MyGames, Outcome, Profile
from rondel.server.protocol.ratings import PaceClass
from rondel.server.runtime.registry import TableRegistry

PersonId = Annotated[str, Parameter(max_length=20, description="Id of a person.")]
Text = Annotated[str | None, Parameter(max_length=60)]


@get("/api/people/{person_id:str}", operation_id="profile")
async def see_profile(
    person_id: PersonId, visitor: Identity | None, tables: TableRegistry
) -> Profile:
    """Return a person's statistics, of public tables unless it is you."""
    viewer = visitor.id if visitor else None
    return await tables.database.read(partial(read_profile, identity=person_id, viewer=viewer))


@get("/api/people/{person_id:str}/games", operation_id="played_games")
async def see_history(
    person_id: PersonId,
    visitor: Identity | None,
    tables: TableRegistry,
    game: Text = None,
    pace: PaceClass | None = None,
    opponent: Text = None,
    outcome: Outcome | None = None,
    before: float | None = None,
) -> History:
    """Return finished games, latest first; `opponent` is a person's id or a bot's level."""
    read = partial(
        read_history,
        identity=person_id,
        viewer=visitor.id if visitor else None,
        game=game,
        pace=pace,
        opponent=opponent,
        outcome=outcome,
        before=before,
    )
    return await tables.database.read(read)


@get("/api/people/{person_id:str}/against/{other:str}", operation_id="head_to_head")
async def see_head_to_head(
    person_id: PersonId,
    other: PersonId,
    visitor: Identity | None,
    tables: TableRegistry,
) -> HeadToHead:
    """Return how two people fared in their games with each other."""
    read = partial(
        read_head_to_head,
        identity=person_id,
        other=other,
        viewer=visitor.id if visitor else None,
    )
    return await tables.database.read(read)


@get("/api/me/games", operation_id="my_games")
async def my_games(person: Identity, tables: TableRegistry) -> MyGames:
    """Return your unfinished games: those where it is your turn first, by time left."""
    return await tables.database.read(partial(read_my_games, identity=person.id))


router = Router(
    "/", route_handlers=[see_profile, see_history, see_head_to_head, my_games], tags=["people"]
)
