"""OpenAPI document: it is valid, and no request that it allows makes the server fail."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import checks

from rondel.core import RondelError
from rondel.server.errors import STATUS
from rondel.server.protocol import documents
from tests.waiting import TIMEOUT

from .playing import MINE, Server, Visitor

STREAMS = ("/stream", "/sse")
EXAMPLES = int(os.environ.get("RONDEL_FUZZ_EXAMPLES", "8"))


def document_of(server: Server) -> Any:
    """Return the server's OpenAPI document."""
    return httpx.get(server.url + "/api/docs/openapi.json", timeout=TIMEOUT).json()


def test_the_document_is_valid_and_every_door_says_what_it_does(server: Server) -> None:
    document = document_of(server)
    OpenAPIV31SpecValidator(document).validate()
    names: list[str] = []
    for path, doors in document["paths"].items():
        for method, door in doors.items():
            names.append(door["operationId"])
            assert door.get("description"), (method, path)
    assert len(names) == len(set(names)) > 30


def test_views_steps_and_refusals_are_typed(server: Server) -> None:
    document = document_of(server)
    schemas = document["components"]["schemas"]
    assert schemas["PositionView"]["properties"]["view"]["oneOf"] == [
        {"$ref": "#/components/schemas/FincaView"}
    ]
    assert schemas["Action"]["properties"]["step"]["oneOf"] == [
        {"$ref": "#/components/schemas/FincaStep"}
    ]
    assert "event-finca-won" in schemas["FincaEvent"]["enum"]
    ana = Visitor(server)
    made = ana.table(MINE, MINE)
    state = made["state"]
    refusal = ana.ask("GET", "/api/tables/nothing").json()
    for name, found in (("TableState", state), ("ErrorResponse", refusal)):
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        cast(Any, Draft202012Validator(schema)).validate(found)
    for doors in document["paths"].values():
        for door in doors.values():
            for status in ("4XX", "5XX"):
                content = door["responses"][status]["content"]["application/json"]
                assert content["schema"] == {"$ref": "#/components/schemas/ErrorResponse"}


def test_the_messages_of_a_socket_are_typed(server: Server) -> None:
    schemas = document_of(server)["components"]["schemas"]
    for name, tag in (("SocketMessage", "kind"), ("TableEvent", "kind"), ("SocketRequest", "kind")):
        assert schemas[name]["discriminator"]["propertyName"] == tag
        mapping = schemas[name]["discriminator"]["mapping"]
        assert {found.rpartition("/")[2] for found in mapping.values()} <= set(schemas)
    assert schemas["Stepped"]["properties"]["data"]["$ref"].endswith("/StepsData")
    assert schemas["EventPage"]["properties"]["events"]["items"]["$ref"].endswith("/TableEvent")


def patterns(document: Any) -> Iterator[str]:
    """Every pattern within a document."""
    parts: list[Any] = []
    if isinstance(document, dict):
        named = cast("dict[str, Any]", document)
        if isinstance(pattern := named.get("pattern"), str):
            yield pattern
        parts = list(named.values())
    elif isinstance(document, list):
        parts = [*cast("Iterable[Any]", document)]
    for part in parts:
        yield from patterns(part)


def test_no_pattern_accepts_a_line_break_at_its_end(server: Server) -> None:
    document = document_of(server)
    found = set(patterns(document))
    # What Python writes for the very end is unknown to other readers of the document.
    assert len(found) > 3 and all(r"\Z" not in pattern for pattern in found)
    for text in ("Ana", "0123456789abcdef" * 2):
        fitting = [pattern for pattern in found if re.search(pattern, text)]
        assert len(fitting) > 1
        ends = [pattern for pattern in fitting if "$" in pattern]
        assert ends and not any(re.search(pattern, text + "\n") for pattern in ends)
    sources = Path(documents.__file__).parent.rglob("*.py")
    code = "\n".join(source.read_text("utf-8") for source in sources)
    assert not re.findall(r"""[^)]\$["']""", code)


def test_the_clients_generated_types_are_those_of_the_document(tmp_path: Path) -> None:
    web = Path(__file__).parents[2] / "web"
    document, types = tmp_path / "openapi.json", tmp_path / "openapi.d.ts"
    with document.open("wb") as file:
        subprocess.run([sys.executable, web / "openapi.py"], stdout=file, check=True, timeout=120)
    options = ["--default-non-nullable", "false", "--alphabetize", "-o", str(types)]
    generator = web.parent / "node_modules/.bin/openapi-typescript"
    subprocess.run([generator, document, *options], check=True, timeout=120, capture_output=True)
    is_same = types.read_text() == (web / "src/lib/openapi.d.ts").read_text()
    assert is_same, "write them anew: cd web && npm run types"


def documented() -> dict[str, int]:
    """Return the codes of docs/api.md with their statuses."""
    text = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", text, re.MULTILINE)
    return {code: int(status) for status, codes in rows for code in re.findall(r"`(.+?)`", codes)}


def test_every_code_is_documented_with_its_status() -> None:
    assert documented() == STATUS


def test_every_error_a_visitor_can_meet_has_a_status() -> None:
    packages = ("rondel.server", "rondel.core", "rondel.match", "rondel.games", "rondel.bots")
    # Errors of the library and of a server's start: no request can lead to them.
    start = tuple(f"rondel.server.{module}" for module in ("addresses", "checks", "settings"))
    never = {
        "database-missing",
        "database-not-empty",
        "file-exists",
        "game-over",
        "missing-extra",
        "protocol-error",
        "redis-required",
        "unreadable-backup",
        "unreadable-file",
        "unsound-position",
        "unwritable-file",
        "wrong-argument",
    }
    found = {
        kind.code
        for kind in RondelError.__subclasses__()
        if kind.__module__.startswith(packages)
        and not kind.__module__.startswith(start)
        and kind.code not in never
    }
    assert found <= set(STATUS)


def test_no_allowed_request_makes_the_server_fail(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, MINE, visibility="public")["id"]
    schema = schemathesis.openapi.from_url(server.url + "/api/docs/openapi.json")
    cookies = dict(ana.http.cookies)
    tried = 0
    for found in cast(Any, schema).get_all_operations():
        operation: Any = found.ok()
        if operation.path.endswith(STREAMS):
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(cast(Any, HealthCheck)),
        )
        @given(case=operation.as_strategy(), real=st.booleans())
        def attempt(case: Any, real: bool) -> None:
            if real and "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table
            case.call_and_validate(
                cookies=cookies, timeout=TIMEOUT, checks=[cast(Any, checks).not_a_server_error]
            )

        attempt()
        tried += 1
    assert tried > 25
    assert ana.state(table)["table"]["id"] == table
