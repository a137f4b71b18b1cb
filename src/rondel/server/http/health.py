"""Endpoints for the host, and the browser client's files."""

import gzip
import re
from base64 import b64encode
from functools import lru_cache, partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, Router, get, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import File, Redirect
from prometheus_client import generate_latest

import rondel
from rondel.server import metrics
from rondel.server.errors import Unavailable
from rondel.server.http.metrics import TEXT, Answer, livez, readyz
from rondel.server.protocol.accounts import Health
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import DOCS, STATIC
from rondel.server.storage.engine import DATABASE, WRITE, Database
from rondel.server.storage.health import HealthCheck, room, size, task_ages, waiting_bots

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""Said by us: machines differ in what they make of a file's name."""
MAX_NAME = 200
"""Letters of a file's name; no system has files of much longer ones."""
PACKED = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
"""Suffixes of files that are compressed."""
UNBUILT = """Rondel is running, but its browser client is not built.

In a clone of the repository: make web
Or install a wheel, which brings it: make wheel, then pip install dist/rondel-*.whl
The HTTP API works without it: /api/docs/openapi.json
"""
UNWRITTEN = """The documentation site is not built.

In a clone of the repository: make docs
The HTTP API describes itself: /api/docs/openapi.json
"""
READ = (HttpMethod.GET, HttpMethod.HEAD)
"""How pages and files are asked for; the web server leaves the body of an answer to HEAD out."""
PAGES = (
    "/",
    "/index.html",
    "/t/:table",
    "/t/:table/:part",
    "/embed/:table",
    "/learn/:game",
    "/puzzles/:game",
    "/daily/:game",
    "/rules/:game",
    "/ranks/:game",
    "/people/:person",
    "/profile",
    "/notifications",
    "/account",
    "/sign-in",
    "/admin",
)
"""Paths of the client's pages, as in its routes.ts. All other paths are answered with 404."""
PAGE = re.compile("|".join(re.sub(r":\w+", "[A-Za-z0-9._-]+", page) + "/?" for page in PAGES))
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""Pattern of inline scripts in the documentation's pages; each is allowed by its hash."""


@get("/healthz", operation_id="health")
async def health(tables: TableRegistry, pulse: HealthCheck) -> Health:
    """Return whether the server answers and its database takes writes."""
    await pulse.feel()
    return Health("ok", rondel.__version__, len(tables))


@get("/livez", include_in_schema=False)
async def live() -> Response[bytes]:
    """Return 200 while the event loop runs."""
    status, kind, body = await livez()
    return Response(body, status_code=status, media_type=kind)


@get("/readyz", include_in_schema=False)
async def ready(state: State) -> Response[bytes]:
    """Return 200 while the database takes writes and the bots of this process are compiled."""
    status, kind, body = await readyz(state.readiness)
    return Response(body, status_code=status, media_type=kind)


async def metrics_page(tables: TableRegistry) -> Answer:
    """Return the metrics as Prometheus reads them."""
    await measure(tables.database)
    metrics.BUS_UP.set(tables.hub.is_bus_up)
    metrics.DATABASE_UP.set(not DATABASE.is_failing(WRITE))
    metrics.LISTENERS.set(tables.hub.listeners)
    metrics.TABLES.set(len(tables))
    return 200, TEXT, generate_latest(metrics.REGISTRY)


async def measure(database: Database) -> None:
    """Update metrics that need a query; they are absent while the database does not answer."""
    if database.file is not None:
        metrics.DISK_FREE.set(room(database.file))
    try:
        metrics.BOTS_WAITING.set(await database.read(waiting_bots))
        metrics.DATABASE_BYTES.set(await database.read(partial(size, database)))
        ages = await database.read(task_ages)
        metrics.TASK_AGE.clear()
        for kind, age in ages.items():
            metrics.TASK_AGE.labels(kind).set(age)
    except Unavailable:
        for unknown in (metrics.BOTS_WAITING, metrics.DATABASE_BYTES):
            unknown.set(float("nan"))


@route(
    ["/docs", "/docs/{path:path}"],
    http_method=READ,
    status_code=200,
    include_in_schema=False,
    sync_to_thread=False,
)
def documentation(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the documentation site, where it was built."""
    path = str(request.path_params.get("path", "")).strip("/")
    if not (DOCS / "index.html").is_file():
        return Response(UNWRITTEN, status_code=503, media_type="text/plain; charset=utf-8")
    if not path:
        return Redirect("/docs/index.html")
    wanted = inside(DOCS, path)
    if wanted is None:
        raise NotFoundException("nothing is here")
    answer = served(wanted, "no-cache", "gzip" in request.headers.get("accept-encoding", ""))
    if wanted.suffix == ".html":
        answer.headers["content-security-policy"] = policy(wanted, wanted.stat().st_mtime_ns)
    return answer


@lru_cache(maxsize=256)
def policy(page: Path, changed: int) -> str:
    """Return the content security policy of a documentation page."""
    scripts = {
        f"'sha256-{b64encode(sha256(script).digest()).decode()}'"
        for script in INLINE.findall(page.read_bytes())
    }
    return (
        f"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        f"script-src 'self' {' '.join(sorted(scripts))}; object-src 'none'; base-uri 'none'; "
        f"frame-ancestors 'none'"
    )


def inside(folder: Path, path: str) -> Path | None:
    """Return a file of a folder, if it is there and nowhere else."""
    if any(len(part) > MAX_NAME for part in path.split("/")):
        return None
    wanted = (folder / path).resolve()
    return wanted if wanted.is_file() and wanted.is_relative_to(folder.resolve()) else None


@route(
    ["/", "/{path:path}"],
    http_method=READ,
    status_code=200,
    include_in_schema=False,
    sync_to_thread=False,
)
def client(request: Request[Any, Any, Any], path: str = "/") -> Response[Any]:
    """Return the browser client: its files, and its one page for every other path."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    if any(len(part) > MAX_NAME for part in path.split("/")):
        raise NotFoundException("nothing is here")
    wanted = inside(STATIC, path.lstrip("/"))
    if wanted is not None:
        fresh = "public, max-age=31536000, immutable" if "/assets/" in path else "no-cache"
        return served(wanted, fresh, packs)
    if path.startswith(("/api", "/ws", "/assets")):
        raise NotFoundException("nothing is here")
    answer = page_of_client(request)
    if answer.status_code != 503 and PAGE.fullmatch(path) is None:
        answer.status_code = 404
    return answer


def page_of_client(request: Request[Any, Any, Any], tags: str = "") -> Response[Any]:
    """Return the client's one page, with more in its head for those who only preview it."""
    page = STATIC / "index.html"
    if not page.is_file():
        return Response(UNBUILT, status_code=503, media_type="text/plain; charset=utf-8")
    if not tags:
        return served(page, "no-cache", "gzip" in request.headers.get("accept-encoding", ""))
    text = page.read_text("utf-8").replace("</head>", f"{tags}</head>", 1)
    return Response(text, media_type="text/html", headers={"cache-control": "no-cache"})


def served(file: Path, fresh: str, packs: bool) -> Response[Any]:
    """Return a file with its media type, compressed if the client accepts that."""
    kind = TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    if packs and file.suffix in PACKED:
        body = packed(file, file.stat().st_mtime_ns)
        headers = {
            "cache-control": fresh,
            "content-encoding": "gzip",
            "vary": "accept-encoding",
        }
        return Response(body, media_type=kind, headers=headers)
    return File(
        file,
        filename=file.name,
        content_disposition_type="inline",
        headers={"cache-control": fresh},
        media_type=kind,
    )


@lru_cache(maxsize=256)
def packed(file: Path, changed: int) -> bytes:
    """Return a file compressed, once for all who ask for it."""
    return gzip.compress(file.read_bytes(), mtime=0)


router = Router("/", route_handlers=[health, live, ready, documentation, client], tags=["operate"])
