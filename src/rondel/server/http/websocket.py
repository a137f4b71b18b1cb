"""WebSocket of a table: events out, requests in, answers matched by their `id`."""

import asyncio
import contextlib
import logging
import re
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from rondel.core import RondelError
from rondel.server import metrics
from rondel.server.errors import (
    BadRequest,
    NoSuchTable,
    RateLimited,
    Unauthenticated,
    error_response,
    shortened,
    status_of,
)
from rondel.server.http.auth import authenticate
from rondel.server.http.gate import GATE, GOODBYE_TIMEOUT
from rondel.server.http.rate_limits import Limits, TokenBucket, ip_group_of_request
from rondel.server.http.sites import Sites, host_of
from rondel.server.identities import Identity
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.commands import (
    GetState,
    Ping,
    PlaySteps,
    PreviewSteps,
    SocketRequest,
    read_request,
)
from rondel.server.protocol.documents import TableState
from rondel.server.protocol.messages import Answer, Beat, Done, PreviewReply, Refused, StateReply
from rondel.server.runtime.actor import TableActor
from rondel.server.runtime.broadcast import AccessRevoked, Ending, SlowConsumer
from rondel.server.runtime.commands import Author, execute, may_step
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import follow
from rondel.server.tables.preview import preview_steps
from rondel.server.tables.view import state_of

log = logging.getLogger("rondel.sockets")
LAST_NUMBER = 2**31 - 1
SLOW, REFUSED, SIGNED_OUT, BAD, RESTART = 4008, 4003, 4001, 4000, 1012


encode = msgspec.json.encode


class TableConnection:
    """One open WebSocket at one table."""

    def __init__(
        self,
        socket: Any,
        tables: TableRegistry,
        limits: Limits,
        actor: TableActor,
        who: Identity | None,
    ):
        self.socket = socket
        self.tables = tables
        self.limits = limits
        self.actor = actor
        self.table = actor.state.row.id
        self.who = who
        self._bucket = TokenBucket(max(1, tables.settings.messages_per_second))
        self.trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Fails once the visitor lags too far behind, even while a message waits to be sent."""

    async def send(self, document: bytes) -> None:
        """Send one message."""
        try:
            await self.socket.send({"type": "websocket.send", "text": document.decode()})
        except RuntimeError as error:
            # What a server says when the closing message went out first.
            raise WebSocketDisconnect(detail=str(error)) from error

    async def speak(self, since: int | None) -> None:
        """Send what happens, each event with its story and how the table stands since."""
        guest = self.who.id if self.who else None
        events = follow(self.tables, self.table, guest, since, self._give_up, True)
        async for _, message in events:
            await self.send(message)

    def _give_up(self) -> None:
        self._fail(SlowConsumer())

    def sign_out(self) -> None:
        """End the conversation, since its session was revoked."""
        self._fail(Unauthenticated())

    def _fail(self, trouble: Exception) -> None:
        if not self.trouble.done():
            self.trouble.set_exception(trouble)

    def state(self) -> TableState:
        """Return the table as it stands for this visitor."""
        return state_of(self.actor.state, self.who.id if self.who else None, self.tables.hub)

    async def listen(self) -> None:
        """Answer one request after the other until the visitor goes."""
        while (event := await self.socket.receive())["type"] == "websocket.receive":
            text = event.get("text") or event.get("bytes") or b""
            answer = await self._answer(text)
            if answer is not None:
                await self.send(encode(answer))

    async def _answer(self, text: str | bytes) -> Answer | None:
        """Return the answer to one request, unless an event is: `re` repeats its id."""
        message: SocketRequest | None = None
        problem: RondelError | None = None
        try:
            message = read_request(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = BadRequest(shortened(str(error)))
        try:
            self._check_haste(message)
            if problem is not None:
                raise problem
            assert message is not None
            return await self.act(message)
        except RondelError as error:
            # Whoever asked waits for an answer, a refusal included.
            return self._refuse(message.id if message else None, error)

    def _refuse(self, number: int | None, error: RondelError) -> Refused:
        metrics.ERRORS.labels(error.code).inc()
        return Refused(number, error_response(error))

    def _check_haste(self, message: SocketRequest | None) -> None:
        """Count one more request. Raises RateLimited."""
        most = self.tables.settings.messages_per_second
        try:
            wait = self._bucket.take(most, 1) if most else 0.0
            if wait:
                raise RateLimited(wait)
            self.limits.message(self.socket)
        except RateLimited:
            if not isinstance(message, PlaySteps) or not self._may_step():
                raise

    def _may_step(self) -> bool:
        return may_step(self.limits, self.actor.state, self.who)

    async def act(self, request: SocketRequest) -> Answer | None:
        """Carry out a command or answer a query.

        The answer to a command with an idempotency key is the event that carries the key, unless
        that has been sent before.
        """
        if isinstance(request, Ping):
            return Beat(re=request.id)
        if isinstance(request, PreviewSteps):
            live = await self.tables.open(self.table, self.who.id if self.who else None)
            return PreviewReply(request.id, preview_steps(live, request))
        if isinstance(request, GetState):
            await self.tables.open(self.table, self.who.id if self.who else None)
            return StateReply(request.id, self.state())
        if self.who is None:
            raise Unauthenticated
        author = Author(self.who, ip_group_of_request(self.socket))
        sent = self.actor.published
        _, event = await execute(self.tables, self.limits, self.actor, request, author)
        if event is not None and event.key is not None and event.number > sent:
            return None
        number = None if event is None else event.number
        return Done(request.id, number)


@websocket("/ws/tables/{table_id:str}")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table_id: str,
    tables: TableRegistry,
    sessions: Sessions,
    limits: Limits,
    sites: Sites,
) -> None:
    """Stream a snapshot, or the events after `?since=`, then new events; receive commands."""
    try:
        host = host_of(socket.scope)
        sites.check_host(host)
        sites.check_origin(socket.headers.get("origin"), host, socket.scope["scheme"])
        limits.request(socket.client.host if socket.client else "unknown")
        check_table(table_id)
        session = await authenticate(socket, socket.app.state)
        who = session.identity if session is not None else None
        await tables.open(table_id, who.id if who else None)
        since = read_since(socket.query_params.get("since"))
        actor = await tables.actor(table_id)
        talk = TableConnection(socket, tables, limits, actor, who)
        with (
            actor.held(),
            limits.open_stream(socket, who),
            sessions.connected(session, talk.sign_out),
        ):
            await socket.accept()
            await converse(talk, since)
    except RondelError as error:
        await refuse(socket, error)


async def refuse(socket: Any, error: RondelError) -> None:
    """Answer the handshake with an HTTP error, so that no WebSocket comes to be."""
    metrics.ERRORS.labels(error.code).inc()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    start = {"type": "websocket.http.response.start", "status": status_of(error)}
    await socket.send({**start, "headers": headers})
    body = encode(error_response(error))
    await socket.send({"type": "websocket.http.response.body", "body": body})


def check_table(table: str) -> None:
    """Raise NoSuchTable for what no table is called: not every database can even be asked."""
    if re.fullmatch("[a-z0-9]{1,20}", table) is None:
        raise NoSuchTable(table[:20])


def read_since(text: str | None) -> int | None:
    """Return the number of the last event a visitor knows, if any. Raises BadRequest."""
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,10}", text) is None or int(text) > LAST_NUMBER:
        raise BadRequest(f"no event has the number {text[:20]!r}")
    return int(text)


async def converse(talk: TableConnection, since: int | None) -> None:
    """Speak and listen until one of the two ends."""
    speaking = asyncio.create_task(talk.speak(since))
    listening = asyncio.create_task(talk.listen())
    try:
        ends = (speaking, listening, talk.trouble)
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        problem = next(iter(done)).exception()
        if isinstance(problem, Ending):
            await talk.socket.close(RESTART, "the server goes: resume with since=")
        elif isinstance(problem, AccessRevoked):
            await talk.socket.close(REFUSED, "no-such-table")
        elif isinstance(problem, Unauthenticated):
            await talk.socket.close(SIGNED_OUT, "unauthenticated")
        elif isinstance(problem, SlowConsumer):
            await drop(talk)
        elif problem is not None and not isinstance(problem, WebSocketDisconnect | OSError):
            log.error("a socket failed", exc_info=problem, extra={"table": talk.table})
            with contextlib.suppress(Exception):
                await talk.socket.close(BAD, "failed")
    finally:
        for end in (speaking, listening, talk.trouble):
            end.cancel()
        await asyncio.gather(speaking, listening, talk.trouble, return_exceptions=True)


async def drop(talk: TableConnection) -> None:
    """Say goodbye to a reader who lags; who does not even read that is cut off."""
    try:
        async with asyncio.timeout(GOODBYE_TIMEOUT):
            await talk.socket.close(SLOW, "too slow: resume with since=")
    except TimeoutError:
        talk.socket.scope["state"][GATE].transport.abort()
