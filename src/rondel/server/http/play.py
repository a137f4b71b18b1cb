"""Previews and the past of a table: its story and its earlier positions."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from rondel.server.errors import InvalidState
from rondel.server.protocol.documents import Preview, PreviewRequest, Replay, StoryPage
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.preview import preview_steps
from rondel.server.tables.state import LiveTable, moment_of, narrate

MAX_NARRATED = 200


@post("/api/tables/{table_id:str}/preview", operation_id="preview_steps", status_code=200)
async def preview(live: LiveTable, data: PreviewRequest) -> Preview:
    """Return where steps would lead, without making them or dealing chance."""
    return preview_steps(live, data)


@get("/api/tables/{table_id:str}/story", operation_id="story")
async def story(
    live: LiveTable,
    ip_group: str,
    tables: TableRegistry,
    since: Annotated[int, Parameter(ge=0, le=100_000)] = 0,
) -> StoryPage:
    """Return the narration of up to two hundred steps from `since` on."""
    return await tables.backroom.do(ip_group, story_of, live, since)


def story_of(live: LiveTable, since: int) -> StoryPage:
    """Return a page of a table's story."""
    until = min(len(live.log), since + MAX_NARRATED)
    start = live.position_at(min(since, len(live.log)))
    return StoryPage(narrate(start, live.log[since:until], since), len(live.log))


@get("/api/tables/{table_id:str}/at/{steps:int}", operation_id="see_moment")
async def see_moment(live: LiveTable, steps: int, ip_group: str, tables: TableRegistry) -> Replay:
    """Return the table as it was after so many steps, and what the last of them did."""
    if not 0 <= steps <= len(live.log) or live.row.started is None:
        raise InvalidState(f"{len(live.log)} steps long", f"at least {steps}")
    return await tables.backroom.do(ip_group, replay_of, live, steps)


def replay_of(live: LiveTable, steps: int) -> Replay:
    """Return a table after so many steps."""
    narration = []
    if steps:
        narration = narrate(live.position_at(steps - 1), live.log[steps - 1 : steps], steps - 1)
    return Replay(moment_of(live.position_at(steps), steps), narration)


router = Router(
    "/",
    route_handlers=[
        preview,
        story,
        see_moment,
    ],
    tags=["play"],
)
