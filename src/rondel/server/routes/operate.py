"""Doors for whoever runs the server, and for the browser client's files."""

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.response import File
from prometheus_client import generate_latest
from sqlalchemy import text

import rondel
from rondel.server import metrics
from rondel.server.documents import Health
from rondel.server.settings import STATIC
from rondel.server.tables import Tables


@get("/healthz", operation_id="health")
async def health(tables: Tables) -> Health:
    """Whether the server and its database answer."""
    await tables.store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    return Health("ok", rondel.__version__, len(tables))


@get("/metrics", operation_id="metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics_page(tables: Tables) -> Response[bytes]:
    """What Prometheus may count."""
    metrics.LISTENERS.set(tables.hub.listeners)
    metrics.TABLES.set(len(tables))
    return Response(generate_latest(metrics.REGISTRY), media_type="text/plain; version=0.0.4")


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def client(request: Request[Any, Any, Any], path: str = "/") -> File:
    """The browser client: its files, and its one page for every other path."""
    wanted = (STATIC / path.lstrip("/")).resolve()
    if wanted.is_file() and wanted.is_relative_to(STATIC.resolve()):
        fresh = "public, max-age=31536000, immutable" if "/assets/" in path else "no-cache"
        return served(wanted, fresh)
    page = STATIC / "index.html"
    if path.startswith(("/api", "/ws", "/assets")) or not page.is_file():
        raise NotFoundException("nothing is here")
    return served(page, "no-cache")


def served(file: Path, fresh: str) -> File:
    """A file under its name, from which its media type follows."""
    headers = {"cache-control": fresh}
    return File(file, filename=file.name, content_disposition_type="inline", headers=headers)


router = Router("/", route_handlers=[health, metrics_page, client], tags=["operate"])
