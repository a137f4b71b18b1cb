"""Writes the OpenAPI document, every game's view included, for the client's generated types."""

import sys
from typing import Any, get_type_hints

import msgspec

from rondel.games import find, names
from rondel.server.app import make_app
from rondel.server.settings import Settings


def document() -> dict[str, Any]:
    """The server's own OpenAPI document, plus a schema for each game's view and steps."""
    api: dict[str, Any] = make_app(Settings()).openapi_schema.to_schema()
    schemas = api["components"]["schemas"]
    for name in names():
        game = find(name)
        view = get_type_hints(game.view)["return"]
        prefix = name.capitalize()
        reference = "#/components/schemas/" + prefix + "{name}"
        _, found = msgspec.json.schema_components([view], ref_template=reference)
        schemas |= {prefix + key: schema for key, schema in found.items()}
    return api


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document()), indent=1))
