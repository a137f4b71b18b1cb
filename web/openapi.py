"""Writes the OpenAPI document, every game's view included, for the client's generated types."""

import sys
from typing import Any

import msgspec

from rondel.games import names
from rondel.server.app import make_app
from rondel.server.http.openapi import completed
from rondel.server.settings import Settings


def document() -> dict[str, Any]:
    """Return the OpenAPI document of a server that offers every game."""
    return completed(make_app(Settings()).openapi_schema.to_schema(), names())


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document()), indent=1))
