"""OpenAPI document made whole: every game's view, steps and events, and all refusals."""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast, get_type_hints

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from rondel.core import Game
from rondel.games import find
from rondel.server.errors import STATUS, ErrorResponse
from rondel.server.protocol.commands import Command, SocketRequest
from rondel.server.protocol.messages import SocketMessage, TableEvent

REFERENCE = "#/components/schemas/"
SOCKET = {
    "TableEvent": TableEvent,
    "SocketMessage": SocketMessage,
    "Command": Command,
    "SocketRequest": SocketRequest,
}
"""Schemas of WebSocket messages, for which OpenAPI has no paths."""


class Document(JsonRenderPlugin):
    """Serves the document."""

    def __init__(self, games: Sequence[str]):
        super().__init__()
        self.games = games
        self._made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON, made once."""
        made = self._made
        if made is None:
            whole = completed(openapi_schema, self.games)
            made = self._made = bytes(cast(Any, self).render_json(request, whole))
        return made


def completed(document: dict[str, Any], games: Sequence[str]) -> dict[str, Any]:
    """Return the document with what the framework cannot know."""
    whole = deepcopy(document)
    schemas = whole["components"]["schemas"]
    views: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    for name in games:
        view, step, found = schemas_of(name)
        schemas |= found
        views.append(view)
        steps.append(step)
    schemas["PositionView"]["properties"]["view"] = {"oneOf": views}
    schemas["Action"]["properties"]["step"] = {"oneOf": steps}
    for name, kind in SOCKET.items():
        schema, found = msgspec.json.schema_components([kind], ref_template=REFERENCE + "{name}")
        schemas |= {key: value for key, value in found.items() if key not in schemas}
        schemas[name] = schema[0]
    schemas["EventPage"]["properties"]["events"]["items"] = {"$ref": REFERENCE + "TableEvent"}
    schemas["ErrorResponse"] = error_schema()
    for doors in whole["paths"].values():
        for door in doors.values():
            add_errors(door)
    return whole


def schemas_of(name: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the schemas of a game's view and of its steps, and all that they refer to."""
    game = find(name)
    prefix = name.capitalize()
    view = get_type_hints(game.view)["return"]
    wanted = [view, game.steps.union]
    (its_view, its_step), found = msgspec.json.schema_components(
        wanted, ref_template=REFERENCE + prefix + "{name}"
    )
    found |= {"Step": its_step, "Event": {"type": "string", "enum": events_of(game)}}
    its_step = {"$ref": f"{REFERENCE}{prefix}Step"}
    return its_view, its_step, {prefix + key: schema for key, schema in found.items()}


def events_of(game: Game) -> list[str]:
    """Return the keys of all that a game can tell."""
    text = (game.folder / "words" / "en.ftl").read_text("utf-8")
    return sorted(re.findall(r"^(event-[a-z0-9-]+) =", text, re.MULTILINE))


def error_schema() -> dict[str, Any]:
    """Return the shape of every refusal, with every code there is."""
    schema: dict[str, Any] = msgspec.json.schema_components([ErrorResponse])[1]["ErrorResponse"]
    schema["properties"]["code"] = {"type": "string", "enum": sorted(STATUS)}
    return schema


def add_errors(door: dict[str, Any]) -> None:
    """Say of an operation how it refuses."""
    content = {"application/json": {"schema": {"$ref": REFERENCE + "ErrorResponse"}}}
    answers = door["responses"]
    for status in [status for status in answers if status >= "400"]:
        del answers[status]
    answers["4XX"] = {"description": "Refused; `code` says why.", "content": content}
    answers["5XX"] = {"description": "Failed; the same may be sent again.", "content": content}
