"""Doors for pictures of tables and puzzles, for chats that preview links."""

import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from typing import Annotated, Any, Literal

from litestar import Response, Router, get, route
from litestar.params import Parameter

from rondel import rendering
from rondel.core import MissingExtra, Position, RondelError
from rondel.games import find
from rondel.i18n import Translator
from rondel.puzzles import Puzzle, card
from rondel.puzzles.cards import question_of, title_of
from rondel.rendering.engine import SCRIPT
from rondel.server.errors import InvalidState, Overloaded
from rondel.server.http.dependencies import Asked, GameName, TableId
from rondel.server.http.health import READ, page_of_client
from rondel.server.http.puzzles import PuzzleId, puzzle_of
from rondel.server.http.rate_limits import Limits, address_of, ip_group_of_request
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import Settings
from rondel.server.storage.rows import SeatRow
from rondel.server.tables.links import is_watch_token, seat_of_token
from rondel.server.tables.state import LiveTable

WIDTH, HEIGHT = 1200, 600
CARD_HEIGHT = 630
MAX_KEPT = 64
"""Maximum number of cached pictures; the least recently used is evicted first."""
TIMEOUT = 30.0
"""Seconds a picture may take."""
RASTER = (
    "import sys, resvg_py; "
    "sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=sys.stdin.read())))"
)
Token = Annotated[str | None, Parameter(max_length=100, description="A secret link's last part.")]
Form = Literal["png", "svg"]
Language = Literal["en", "fr", "hu"]
Key = tuple[object, ...]
kept: OrderedDict[Key, bytes] = OrderedDict()


def names_of(seats: Sequence[SeatRow], translator: Translator) -> list[str]:
    """Return the shown name of each seat: people by name, bots by level, duplicates numbered."""
    levels = [place.controlling_bot for place in seats if place.kind == "bot"]
    names: list[str] = []
    for seat, place in enumerate(seats):
        key = f"bot-{place.controlling_bot}"
        bot = translator.text(key) if translator.has(key) else place.controlling_bot
        number = f" {seat + 1}" if levels.count(place.controlling_bot) > 1 else ""
        names.append(bot[:1].upper() + bot[1:] + number if place.kind == "bot" else place.name)
    return names


async def shown(tables: TableRegistry, table: str, token: str | None) -> LiveTable:
    """Return a table for a stranger with or without a link. Raises NoSuchTable and BadLink."""
    if token is None:
        return await tables.open(table)
    live = await tables.open(table, everyone=True)
    if not is_watch_token(live, token, tables.keys):
        seat_of_token(live, token, tables.keys, None)
    return live


@get(
    "/api/tables/{table_id:str}/picture",
    operation_id="picture",
    media_type="image/png",
)
async def picture(
    request: Asked,
    table_id: TableId,
    tables: TableRegistry,
    limits: Limits,
    token: Token = None,
    step: Annotated[int | None, Parameter(ge=0, le=100_000)] = None,
    form: Form = "png",
    language: Language = "en",
    dark: bool = False,
) -> Response[bytes]:
    """Return a picture of a table's board and players, as a stranger with the link sees it."""
    live = await shown(tables, table_id, token)
    if live.row.started is None:
        raise InvalidState("waiting", "started")
    steps = len(live.log) if step is None else step
    if steps > len(live.log):
        raise InvalidState(f"{len(live.log)} steps long", f"at least {steps}")
    names = names_of(live.seats, Translator(language, live.game))
    key: Key = (table_id, live.row.sequence, steps, form, language, dark, tuple(names))
    still = live
    made = await once(
        request, tables, limits, key,
        lambda: drawn(still.position_at(steps), names, form, language, dark),
    )  # fmt: skip
    whose = "public" if token is None and live.row.visibility == "public" else "private"
    return sent(made, form, f"{whose}, max-age=60")


@get(
    "/api/puzzles/{game:str}/{puzzle:str}/picture",
    operation_id="puzzle_card",
    media_type="image/png",
)
async def puzzle_card(
    request: Asked,
    game: GameName,
    puzzle: PuzzleId,
    tables: TableRegistry,
    limits: Limits,
    form: Form = "png",
    language: Language = "en",
    dark: bool = False,
) -> Response[bytes]:
    """Return a puzzle as a card: its table, and what is asked."""
    found = puzzle_of(tables, game, puzzle)
    key: Key = (found.game, found.id, form, language, dark)
    made = await once(request, tables, limits, key, lambda: drawn_card(found, form, language, dark))
    return sent(made, form, "public, max-age=3600")


async def once(
    request: Asked, tables: TableRegistry, limits: Limits, key: Key, make: Callable[[], bytes]
) -> bytes:
    """Return a picture, made in the backroom unless it has been kept."""
    made = kept.get(key)
    if made is None:
        limits.picture(request)
        made = await tables.backroom.do(ip_group_of_request(request), make)
        kept[key] = made
        if len(kept) > MAX_KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return made


def sent(made: bytes, form: Form, fresh: str) -> Response[bytes]:
    """Return a picture on its way, to be shown anywhere."""
    headers = {
        "cache-control": fresh,
        "cross-origin-resource-policy": "cross-origin",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    }
    media = "image/png" if form == "png" else "image/svg+xml"
    return Response(made, media_type=media, headers=headers)


def drawn(
    position: Position[Any], names: Sequence[str], form: Form, language: str, dark: bool
) -> bytes:
    """Return the picture itself; both engines leave the event loop alone."""
    size = WIDTH if form == "png" else rendering.WIDTH
    return shaped(rendering.svg(position, names, dark=dark, language=language, size=size), form)


def drawn_card(puzzle: Puzzle, form: Form, language: str, dark: bool) -> bytes:
    """Draw the card of a puzzle."""
    size = WIDTH if form == "png" else rendering.WIDTH
    return shaped(card(puzzle, dark=dark, language=language, size=size), form)


def shaped(svg: str, form: Form) -> bytes:
    """Return an SVG as it was asked for."""
    return rastered(svg) if form == "png" else svg.encode()


def rastered(svg: str) -> bytes:
    """Convert an SVG to PNG in another process, so that the event loop is not blocked.

    Raises MissingExtra, and Overloaded if that process does not finish in time.
    """
    if not can_raster():
        raise MissingExtra("draw")
    try:
        made = subprocess.run(
            [sys.executable, "-I", "-c", RASTER],
            input=svg.encode(), stdout=subprocess.PIPE, timeout=TIMEOUT, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Overloaded from None
    return made.stdout


@cache
def can_raster() -> bool:
    """Return whether what makes PNGs is installed."""
    return find_spec("resvg_py") is not None


def is_drawable() -> bool:
    """Return whether links can be previewed with pictures here."""
    return can_raster() and SCRIPT.is_file()


@route(
    ["/t/{table_id:str}", "/t/{table_id:str}/{rest:str}"],
    http_method=READ,
    status_code=200,
    include_in_schema=False,
)
async def table_page(
    request: Asked,
    table_id: str,
    tables: TableRegistry,
    config: Settings,
    limits: Limits,
    rest: str = "",
) -> Response[Any]:
    """Return the client's page, with what a chat shows of the link to a table."""
    token = rest if rest not in ("", "replay", "review") else None
    try:
        # The page costs nothing; looking the table up counts like any request.
        limits.request(address_of(request))
        live = await shown(tables, table_id[:20], token)
        tags = preview(request, config, live, token)
    except RondelError:
        # The client itself says what is wrong with a link.
        tags = ""
    return page_of_client(request, tags)


def preview(request: Asked, config: Settings, live: LiveTable, token: str | None) -> str:
    """Return the tags of a link's preview: the game, who plays, and the table as it stands."""
    translator = Translator("en", live.game)
    names = [name for name in names_of(live.seats, translator) if name]
    title = translator.text("game-title")
    said = {"og:type": "website", "og:site_name": "Rondel", "og:title": title}
    if names:
        said["og:title"] = f"{title}: {', '.join(names)}"
    if live.row.started is not None and is_drawable():
        step = request.query_params.get("at", "")
        asked = [f"token={token}"] if token else []
        asked += [f"step={int(step)}"] if step.isdecimal() and len(step) < 6 else []
        points = zip(names_of(live.seats, translator), live.position.scores, strict=True)
        said["og:description"] = " · ".join(f"{name} {count}" for name, count in points)
        path = f"tables/{live.row.id}/picture" + ("?" + "&".join(asked) if asked else "")
        said |= image(request, config, path, HEIGHT)
    return written(said)


def image(request: Asked, config: Settings, path: str, height: int) -> dict[str, str]:
    """Return the tags of a preview that describe its picture."""
    home = (config.address or str(request.base_url)).rstrip("/")
    return {
        "og:image": f"{home}/api/{path}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(height),
        "twitter:card": "summary_large_image",
    }


def written(said: dict[str, str]) -> str:
    """Return a preview as tags of a page's head."""
    return "".join(
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in said.items()
    )


@route("/puzzles/{game:str}", http_method=READ, status_code=200, include_in_schema=False)
async def puzzle_page(
    request: Asked, game: str, tables: TableRegistry, config: Settings, limits: Limits
) -> Response[Any]:
    """Return the client's page, with what a chat shows of the link to a puzzle."""
    try:
        limits.request(address_of(request))
        found = puzzle_of(tables, game, request.query_params.get("id", ""))
    except RondelError:
        return page_of_client(request)
    translator = Translator("en", find(found.game))
    said = {"og:type": "website", "og:site_name": "Rondel"}
    said |= {
        "og:title": title_of(found, translator),
        "og:description": question_of(found, translator),
    }
    if is_drawable():
        said |= image(request, config, f"puzzles/{found.game}/{found.id}/picture", CARD_HEIGHT)
    return page_of_client(request, written(said))


router = Router(
    "/", route_handlers=[picture, puzzle_card, table_page, puzzle_page], tags=["tables"]
)
