"""Errors as HTTP responses of one form."""

import logging
from math import ceil
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from rondel.core import RondelError
from rondel.server import metrics
from rondel.server.errors import ErrorResponse, error_response, shortened, status_of

log = logging.getLogger("rondel.server")
AnyRequest = Request[Any, Any, Any]
Answer = Response[ErrorResponse]
GONE = "client disconnected prematurely"
"""Framework's error for a client that disconnects during a request."""


def refuse(request: AnyRequest, error: RondelError) -> Answer:
    """Return an error of this package as a response."""
    metrics.ERRORS.labels(error.code).inc()
    wait = error.fields.get("wait")
    headers = None if wait is None else {"retry-after": str(max(1, ceil(wait)))}
    return Response(error_response(error), status_code=status_of(error), headers=headers)


def refuse_http(request: AnyRequest, error: HTTPException) -> Answer:
    """Return an error of the framework as a response."""
    fields: dict[str, Any] = {}
    if isinstance(error.extra, list):
        fields["problems"] = shortened(error.extra)
    code = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code)
    if code is None:
        code = "bad-request" if error.status_code < 500 else "failed"
    if error.detail == GONE:
        return Response(ErrorResponse("bad-request", GONE), status_code=400)
    if error.status_code >= 500:
        log.exception("a request failed", exc_info=error)
    headers = error.headers
    body = ErrorResponse(code, shortened(str(error.detail)), fields)
    return Response(body, status_code=error.status_code, headers=headers)


def refuse_deep(request: AnyRequest, error: RecursionError) -> Answer:
    """Return the response to a document that is nested too deeply."""
    return Response(ErrorResponse("bad-request", "nested too deeply"), status_code=400)


def refuse_text(request: AnyRequest, error: UnicodeDecodeError) -> Answer:
    """Return the response to bytes that are not UTF-8."""
    return Response(ErrorResponse("bad-request", "this is not UTF-8"), status_code=400)


def refuse_any(request: AnyRequest, error: Exception) -> Answer:
    """Log an unexpected error; return a response without its details."""
    log.error("a request failed", exc_info=error)
    return Response(
        ErrorResponse("failed", "something failed; it was written down"), status_code=500
    )


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    RondelError: refuse,
    HTTPException: refuse_http,
    RecursionError: refuse_deep,
    UnicodeDecodeError: refuse_text,
    Exception: refuse_any,
}
