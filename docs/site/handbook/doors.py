"""The HTTP API as pages: the OpenAPI document, written out."""

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
    "people": "Who you are",
    "tables": "Tables",
    "play": "Playing",
    "events": "Listening",
    "records": "Records",
    "operate": "Operating",
}
"""The doors' groups, in the order in which one needs them."""


@cache
def document() -> Schema:
    """The whole document, as a server gives it."""
    settings = Settings()
    with warnings.catch_warnings():
        # What the framework will want of its next version is no reader's matter.
        warnings.simplefilter("ignore", DeprecationWarning)
        app = make_app(settings)
    return completed(app.openapi_schema.to_schema(), settings.games)


def operations() -> str:
    """Every door: what it takes, what it answers."""
    doors = [
        (door["tags"][0], f"{method.upper()} {path}", door)
        for path, methods in document()["paths"].items()
        for method, door in methods.items()
    ]
    order = {tag: number for number, tag in enumerate(TITLES)}
    doors.sort(key=lambda door: order.get(door[0], len(order)))
    lines: list[str] = []
    for tag, group in groupby(doors, key=lambda door: door[0]):
        lines.append(f"## {TITLES.get(tag, tag.title())}\n")
        for _, title, door in group:
            lines += described(title, door)
    return "\n".join(lines)


def described(title: str, door: Schema) -> list[str]:
    """One door."""
    method, _, path = title.partition(" ")
    lines = [
        f"### {method} {path} {{: .door .{method.lower()} }}\n",
        f"{door.get('description', '')}\n",
    ]
    rows = [
        f"| `{given['name']}` | in the {given['in']} | {kind(given['schema'])} | "
        f"{'' if given.get('required') else 'may be left out'} |"
        for given in door.get("parameters", ())
    ]
    if "requestBody" in door:
        content = next(iter(door["requestBody"]["content"].values()))
        rows.append(f"| | the body | {kind(content['schema'])} | |")
    if rows:
        lines += ["| takes | | | |", "|---|---|---|---|", *rows, ""]
    for status, answer in door["responses"].items():
        if status < "4":
            kinds = [
                kind(one["schema"]) for one in answer.get("content", {}).values() if "schema" in one
            ]
            lines.append(f"**Answers {status}** {', '.join(kinds)}\n")
    return lines


def documents() -> str:
    """Every document that travels, field by field."""
    lines: list[str] = []
    for name, schema in sorted(document()["components"]["schemas"].items()):
        lines += [f"## {name}\n", f"{schema.get('description', '')}\n"]
        fields = schema.get("properties", {})
        if fields:
            needed = schema.get("required", ())
            lines += ["| field | | |", "|---|---|---|"]
            lines += [field(one, fields[one], one in needed) for one in fields]
            lines.append("")
        else:
            lines.append(f"{kind(schema)}\n")
    return "\n".join(lines)


def field(name: str, schema: Schema, needed: bool) -> str:
    """A field's row."""
    notes = [schema.get("description", "").replace("\n", " ").replace("|", "\\|")]
    if "default" in schema:
        notes.append(f"Usually `{schema['default']}`.")
    elif not needed:
        notes.append("May be left out.")
    return f"| `{name}` | {kind(schema)} | {' '.join(note for note in notes if note)} |"


def kind(schema: Schema) -> str:
    """A type in a few words, with links to what it is made of."""
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
        return f"names with {kind(schema['additionalProperties'])}"
    return bounded(schema)


def bounded(schema: Schema) -> str:
    """A plain value, and how large it may be."""
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
