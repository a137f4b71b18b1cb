"""The WebSocket of a table: events out, requests in, answers matched by their `id`."""

import asyncio
import contextlib
import logging
import re
from collections import deque
from collections.abc import Coroutine
from functools import partial
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from rondel.contract import RondelError, StaleStep
from rondel.server import metrics
from rondel.server.documents import TableState
from rondel.server.door.limits import Bucket, Limits
from rondel.server.door.people import People, Person
from rondel.server.errors import (
    Nobody,
    NoSuchTable,
    TooFast,
    Unavailable,
    Unreadable,
    WrongOrigin,
    refusal,
    shortened,
)
from rondel.server.live import acting
from rondel.server.live.connections import GOODBYE
from rondel.server.live.frames import MOST_UNREAD, OUTLET, Outlet, frame
from rondel.server.live.hub import Barred, Ending, TooSlow
from rondel.server.live.streams import follow
from rondel.server.live.tables import Tables
from rondel.server.messages import (
    Answer,
    Beat,
    ConsentRequest,
    Done,
    PingRequest,
    PlayRequest,
    Refused,
    Said,
    SayRequest,
    SocketRequest,
    Stands,
    StateRequest,
    TriedOut,
    TryRequest,
    read_request,
)
from rondel.server.table.table import LiveTable
from rondel.server.table.views import state_of

log = logging.getLogger("rondel.sockets")
LAST_NUMBER = 2**31 - 1
SLOW, REFUSED, BAD, RESTART = 4008, 4003, 4000, 1012


encode = msgspec.json.encode


class Conversation:
    """One open WebSocket at one table."""

    def __init__(self, socket: Any, tables: Tables, limits: Limits, table: str, who: Person | None):
        self.socket = socket
        self.tables = tables
        self.limits = limits
        self.table = table
        self.who = who
        extensions: dict[str, Any] = cast("dict[str, Any]", socket.scope).get("extensions") or {}
        self.outlet: Outlet | None = extensions.get(OUTLET)
        self._bucket = Bucket(max(1, tables.settings.messages_per_second))
        self._unread: deque[str | bytes] = deque()
        self._is_busy = False
        """Whether a request is being answered; the next waits for it."""
        self._is_paused = False
        self._work: asyncio.Task[None] | None = None
        self.trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Ends with what went wrong while a request was being answered."""

    async def send(self, document: bytes) -> None:
        """Send one message."""
        if self.outlet is not None:
            if not self.outlet.is_free:
                await self.outlet.free()
            self.outlet.write(frame(document))
            return
        try:
            await self.socket.send_data(document.decode(), mode="text")
        except RuntimeError as error:
            # What a server says when the closing message went out first.
            raise WebSocketDisconnect(detail=str(error)) from error

    async def speak(self, since: int | None) -> None:
        """Send what happens, each event with its story and how the table stands since."""
        guest = self.who.id if self.who else None
        events = follow(self.tables, self.table, guest, since, self.outlet, self._give_up, True)
        async for _, message in events:
            await self.send(message)

    def _give_up(self) -> None:
        if not self.trouble.done():
            self.trouble.set_exception(TooSlow())

    def state(self) -> TableState:
        """The table as it stands for this visitor."""
        live = self.tables.peek(self.table)
        assert live is not None
        return state_of(live, self.who.id if self.who else None, self.tables.hub)

    async def listen(self) -> None:
        """Answer requests until the visitor goes."""
        if self.outlet is not None:
            self.outlet.inlet = self.hear
        while (event := await self.socket.receive())["type"] == "websocket.receive":
            self.hear(event.get("text") or event.get("bytes") or b"")
            if self.outlet is None and self._work is not None:
                await asyncio.wait((self._work,))

    def hear(self, text: str | bytes) -> None:
        """Answer a request now, or once those before it are answered."""
        if not self._is_busy:
            self._take(text)
            return
        self._unread.append(text)
        if len(self._unread) >= MOST_UNREAD and self.outlet is not None:
            self._is_paused = True
            self.outlet.pause()

    def _read_on(self) -> None:
        while self._unread and not self._is_busy:
            self._take(self._unread.popleft())
        if self._is_paused and self.outlet is not None and len(self._unread) < MOST_UNREAD:
            self._is_paused = False
            self.outlet.resume()

    def _take(self, text: str | bytes) -> None:
        """Begin to answer one request."""
        message: SocketRequest | None = None
        problem: RondelError | None = None
        try:
            message = read_request(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = Unreadable(shortened(str(error)))
        haste = self._haste()
        if haste is not None and isinstance(message, PlayRequest) and self._may_step():
            haste = None
        problem = haste or problem
        if message is None or problem is not None:
            assert problem is not None
            # Whoever asked waits for an answer, a refusal included.
            self._tell(self._refuse(message.id if message else None, problem))
        elif not isinstance(message, PlayRequest) or not self._play(message):
            self._begin(self._answer(message))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what takes its time in a task of its own."""
        self._is_busy = True
        self._work = asyncio.create_task(work)
        self._work.add_done_callback(self._end)

    def _end(self, work: "asyncio.Task[None]") -> None:
        self._is_busy = False
        problem = None if work.cancelled() else work.exception()
        if problem is None:
            self._read_on()
        elif not self.trouble.done():
            self.trouble.set_exception(problem)

    def _tell(self, document: Answer) -> None:
        """Send an answer, at once if the visitor keeps up."""
        if self.outlet is not None and self.outlet.is_free:
            self.outlet.write(frame(encode(document)))
        else:
            self._begin(self.send(encode(document)))

    def _play(self, message: PlayRequest) -> bool:
        """Make steps without a task, if the table is at hand and nothing speaks against them."""
        if self.who is None or self.outlet is None or not self.outlet.is_free:
            return False

        def played(live: LiveTable, number: int | None, problem: BaseException | None) -> None:
            self._is_busy = False
            if isinstance(problem, Unavailable):
                self._tell(self._refuse(message.id, problem))
            elif number is None or problem is not None:
                self._begin(self._answer(message))
            else:
                self._tell(done_of(message, live, number))
            if self._unread:
                self._read_on()

        plan = partial(acting.planned, self.who, message)
        try:
            self._is_busy = self.tables.change_at_once(self.table, plan, played)
        except RondelError:
            # Perhaps its key has served before: that takes time to find out.
            return False
        return self._is_busy

    def leave(self) -> None:
        """Answer nothing more."""
        self._unread.clear()
        if self._work is not None:
            self._work.cancel()
        if self._is_paused and self.outlet is not None:
            self.outlet.resume()

    async def _answer(self, message: SocketRequest) -> None:
        """Answer one request: `re` repeats its id."""
        try:
            answer = await self.act(message)
        except RondelError as error:
            answer = self._refuse(message.id, error)
        await self.send(encode(answer))

    def _refuse(self, number: int | None, error: RondelError) -> Refused:
        if isinstance(error, StaleStep) and self.tables.peek(self.table) is not None:
            error.fields["state"] = self.state()
        metrics.ERRORS.labels(error.code).inc()
        return Refused(number, refusal(error))

    def _haste(self) -> TooFast | None:
        """What speaks against one more request now, if they come too fast."""
        most = self.tables.settings.messages_per_second
        wait = self._bucket.take(most, 1) if most else 0.0
        if wait:
            return TooFast(wait)
        try:
            self.limits.message(self.socket)
        except TooFast as haste:
            return haste
        return None

    def _may_step(self) -> bool:
        return acting.may_step(self.limits, self.tables.peek(self.table), self.who)

    async def act(self, request: SocketRequest) -> Answer:
        """Do what a request asks."""
        if isinstance(request, PingRequest):
            return Beat(re=request.id)
        if isinstance(request, StateRequest):
            await self.tables.open(self.table, self.who.id if self.who else None)
            return Stands(request.id, self.state())
        if isinstance(request, TryRequest):
            live = await self.tables.open(self.table, self.who.id if self.who else None)
            return TriedOut(request.id, acting.attempt(live, request))
        if self.who is None:
            raise Nobody
        if isinstance(request, SayRequest):
            event = await acting.say(self.tables, self.limits, self.table, self.who, request)
            return Said(request.id, event.number)
        if isinstance(request, PlayRequest):
            live, event = await acting.play(self.tables, self.table, self.who, request)
        elif isinstance(request, ConsentRequest):
            live, event = await acting.consent(self.tables, self.table, self.who, request)
        else:
            live, event = await acting.undo(self.tables, self.limits, self.table, self.who, request)
        return done_of(request, live, event.number)


def done_of(request: SocketRequest, live: LiveTable, number: int) -> Done:
    """What is answered when a change is made."""
    return Done(request.id, number, live.row.sequence, len(live.log))


@websocket("/ws/tables/{table_id:str}")
async def table_socket(
    socket: WebSocket[Any, Any, Any], table_id: str, tables: Tables, people: People, limits: Limits
) -> None:
    """The table as it stands, or what happened since `?since=`; then what happens."""
    try:
        check_origin(socket)
        limits.request(socket.client.host if socket.client else "unknown")
        check_table(table_id)
        who = await people.asking(socket)
        await tables.open(table_id, who.id if who else None)
        since = read_since(socket.query_params.get("since"))
        with limits.open_stream(socket, who):
            await socket.accept()
            await converse(Conversation(socket, tables, limits, table_id, who), since)
    except RondelError as error:
        await socket.accept()
        await socket.close(REFUSED, error.code)


def check_table(table: str) -> None:
    """Raise NoSuchTable for what no table is called: not every database can even be asked."""
    if re.fullmatch("[a-z0-9]{1,20}", table) is None:
        raise NoSuchTable(table[:20])


def read_since(text: str | None) -> int | None:
    """The number of the last event a visitor knows, if any. Raises Unreadable."""
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,10}", text) is None or int(text) > LAST_NUMBER:
        raise Unreadable(f"no event has the number {text[:20]!r}")
    return int(text)


async def converse(talk: Conversation, since: int | None) -> None:
    """Speak and listen until one of the two ends."""
    speaking = asyncio.create_task(talk.speak(since))
    listening = asyncio.create_task(talk.listen())
    try:
        ends = (speaking, listening, talk.trouble)
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        problem = next(iter(done)).exception()
        if talk.outlet is not None:
            talk.outlet.flush()
        if isinstance(problem, Ending):
            await talk.socket.close(RESTART, "the server goes: resume with since=")
        elif isinstance(problem, Barred):
            await talk.socket.close(REFUSED, "no-such-table")
        elif isinstance(problem, TooSlow):
            await drop(talk)
        elif problem is not None and not isinstance(problem, WebSocketDisconnect | OSError):
            log.error("a socket failed", exc_info=problem, extra={"table": talk.table})
            with contextlib.suppress(Exception):
                await talk.socket.close(BAD, "failed")
    finally:
        talk.leave()
        for end in (speaking, listening, talk.trouble):
            end.cancel()
        await asyncio.gather(speaking, listening, talk.trouble, return_exceptions=True)


async def drop(talk: Conversation) -> None:
    """Say goodbye to a reader who lags; who does not even read that is cut off."""
    try:
        async with asyncio.timeout(GOODBYE):
            await talk.socket.close(SLOW, "too slow: resume with since=")
    except TimeoutError:
        if talk.outlet is not None:
            talk.outlet.cut_off()


def check_origin(connection: Any) -> None:
    """Raise WrongOrigin if another site's page is asking."""
    origin = connection.headers.get("origin")
    if origin and origin.partition("://")[2] != connection.headers.get("host"):
        raise WrongOrigin(origin[:200])
