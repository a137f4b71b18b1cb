"""The OpenAPI document is sound, and no request it allows makes the server fail."""

import os

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import not_a_server_error

from .playing import MINE, Server, Visitor

STREAMS = ("/stream", "/sse")
EXAMPLES = int(os.environ.get("RONDEL_FUZZ_EXAMPLES", "8"))


def test_the_document_is_valid_and_every_door_says_what_it_does(server: Server) -> None:
    document = httpx.get(server.url + "/api/docs/openapi.json").json()
    OpenAPIV31SpecValidator(document).validate()
    names = []
    for path, doors in document["paths"].items():
        for method, door in doors.items():
            names.append(door["operationId"])
            assert door.get("description"), (method, path)
    assert len(names) == len(set(names)) > 30


def test_no_allowed_request_makes_the_server_fail(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, MINE, visibility="public")["id"]
    schema = schemathesis.openapi.from_url(server.url + "/api/docs/openapi.json")
    cookies = dict(ana.http.cookies)
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith(STREAMS):
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), real=st.booleans())
        def attempt(case: schemathesis.Case, real: bool) -> None:
            if real and "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table
            case.call_and_validate(cookies=cookies, checks=[not_a_server_error])

        attempt()
        tried += 1
    assert tried > 25
    assert ana.state(table)["table"]["id"] == table
