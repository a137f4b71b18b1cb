"""Reference pages of the HTTP API, generated from the OpenAPI document."""

import warnings
from functools import cache
from itertools import groupby
from typing import Any, cast

from rondel.server.app import make_app
from rondel.server.http.openapi import completed
from rondel.server.settings import Settings

Schema = dict[str, Any]
PAGE = "documents.md"
TITLES = {
    "people": "Authentication",
    "tables": "Tables",
    "play": "Play",
    "events": "Events",
    "records": "Records",
    "operate": "Operations",
    "admin": "Administration",
}
"""Titles of the endpoints' groups, in the order of the page."""


@cache
def document() -> Schema:
    """Return the OpenAPI document as a server serves it."""
    settings = Settings()
    with warnings.catch_warnings():
        # Deprecations of the framework do not concern readers.
        warnings.simplefilter("ignore", DeprecationWarning)
        app = make_app(settings)
    return completed(app.openapi_schema.to_schema(), settings.games)


def operations() -> str:
    """Return a section for each endpoint: parameters and responses."""
    endpoints = [
        (endpoint["tags"][0], f"{method.upper()} {path}", endpoint)
        for path, methods in document()["paths"].items()
        for method, endpoint in methods.items()
    ]
    order = {tag: number for number, tag in enumerate(TITLES)}
    endpoints.sort(key=lambda endpoint: order.get(endpoint[0], len(order)))
    lines: list[str] = []
    for tag, group in groupby(endpoints, key=lambda endpoint: endpoint[0]):
        lines.append(f"## {TITLES.get(tag, tag.title())}\n")
        for _, title, endpoint in group:
            lines += described(title, endpoint)
    return "\n".join(lines)


def described(title: str, endpoint: Schema) -> list[str]:
    """Return the section of an endpoint."""
    method, _, path = title.partition(" ")
    lines = [
        f"### {method} {path} {{: .endpoint .{method.lower()} }}\n",
        f"{endpoint.get('description', '')}\n",
    ]
    rows = [
        f"| `{given['name']}` | {given['in']} | {kind(given['schema'])} | "
        f"{'' if given.get('required') else 'optional'} |"
        for given in endpoint.get("parameters", ())
    ]
    if "requestBody" in endpoint:
        content = next(iter(endpoint["requestBody"]["content"].values()))
        rows.append(f"| | body | {kind(content['schema'])} | |")
    if rows:
        lines += ["| parameter | location | type | |", "|---|---|---|---|", *rows, ""]
    for status, answer in endpoint["responses"].items():
        if status < "4":
            kinds = [
                kind(one["schema"]) for one in answer.get("content", {}).values() if "schema" in one
            ]
            lines.append(f"**Response {status}** {', '.join(kinds)}\n")
    return lines


def documents() -> str:
    """Return a section for each JSON document, with its fields."""
    lines: list[str] = []
    for name, schema in sorted(document()["components"]["schemas"].items()):
        lines += [f"## {name}\n", f"{schema.get('description', '')}\n"]
        fields = schema.get("properties", {})
        if fields:
            needed = schema.get("required", ())
            lines += ["| field | type | description |", "|---|---|---|"]
            lines += [field(one, fields[one], one in needed) for one in fields]
            lines.append("")
        else:
            lines.append(f"{kind(schema)}\n")
    return "\n".join(lines)


def field(name: str, schema: Schema, needed: bool) -> str:
    """Return the row of a field."""
    notes = [schema.get("description", "").replace("\n", " ").replace("|", "\\|")]
    if "default" in schema:
        notes.append(f"Default: `{schema['default']}`.")
    elif not needed:
        notes.append("Optional.")
    return f"| `{name}` | {kind(schema)} | {' '.join(note for note in notes if note)} |"


def kind(schema: Schema) -> str:
    """Return the description of a type, with links to other documents."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({PAGE}#{name.lower()})"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(one) for one in schema[several]))
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if schema.get("type") == "array":
        first: list[Schema] = schema.get("prefixItems") or [{}]
        inner: Schema = schema.get("items") or first[0]
        return f"list of {kind(inner or {})}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object with values {kind(schema['additionalProperties'])}"
    return bounded(schema)


def bounded(schema: Schema) -> str:
    """Return the description of a primitive type and its bounds."""
    name = schema.get("type", "anything")
    names = cast("list[str]", name if isinstance(name, list) else [name])
    said = " or ".join(str(one) for one in names)
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    if "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - 1
    if low is not None and high is not None:
        return f"{said}, {low:g} to {high:g}"
    if high is not None:
        return f"{said}, at most {high:g}"
    return said
