"""Views of a table, and the messages to its subscribers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct, structs

from rondel.server.protocol import documents
from rondel.server.protocol.documents import (
    Days,
    NarratedStep,
    Patch,
    PositionView,
    SeatInfo,
    TableInfo,
    TableState,
    Untimed,
)
from rondel.server.protocol.events import Data
from rondel.server.protocol.messages import Chatted, Snapshot, Yours
from rondel.server.storage.days import is_sealed
from rondel.server.storage.rows import Row, SeatRow, now
from rondel.server.tables.clocks import shown
from rondel.server.tables.evolve import Event
from rondel.server.tables.seats import absent_from
from rondel.server.tables.state import (
    MAX_NARRATED,
    LiveTable,
    is_between_people,
    narrate,
    read_pace,
    read_result,
    read_seats,
    read_undo,
)

encode = msgspec.json.encode


class Presence(Protocol):
    """Source of the presence at tables."""

    def present(self, topic: str) -> Counter[str | None]:
        """Return the number of subscriptions of each present guest."""
        ...

    def seen(self, topic: str, guest: str) -> float | None:
        """Return when a guest was last present; None if present or unknown."""
        ...


def seat_info(place: SeatRow, row: Row, guest: str | None, present: Any = ()) -> SeatInfo:
    """Return a seat as a guest may see it."""
    return SeatInfo(
        seat=place.seat,
        kind="bot" if place.kind == "bot" else "person",
        name=place.name,
        bot=place.controlling_bot,
        open=place.is_open and row.status in ("open", "playing"),
        substitute=place.kind == "person" and bool(place.substitute),
        resigned=place.resigned,
        present=place.guest is not None and place.guest in present,
        you=guest is not None and place.guest == guest,
        ready=place.seat not in read_seats(row.waits),
        consents=place.consents,
        program=place.program,
    )


def table_info(
    row: Row, seats: Sequence[SeatRow], guest: str | None, present: Any = ()
) -> TableInfo:
    """Return a table of the lobby as a guest may see it."""
    to_move = row.to_move if row.status == "playing" else None
    yours = to_move is not None and guest is not None and seats[to_move].guest == guest
    return TableInfo(
        id=row.id,
        game=row.game,
        edition=row.edition,
        status=row.status,  # type: ignore[arg-type]
        visibility=row.visibility,  # type: ignore[arg-type]
        pace=read_pace(row.pace),
        players=row.players,
        seats=[seat_info(place, row, guest, present) for place in seats],
        to_move=to_move,
        your_turn=yours and not seats[to_move or 0].controlling_bot,
        sequence=row.sequence,
        steps=row.steps,
        made=row.made,
        started=row.started,
        ended=row.ended,
        result=read_result(row.result) if row.result else None,
        sandbox=row.sandbox,
        rematch=row.rematch,
        rematch_of=row.rematch_of,
        absence_timeout=row.absence_timeout,
        taken_back=row.taken_back,
        daily=row.daily,
        helped=row.helped,
        aborted_before=row.aborted_before,
        rated=row.rated,
    )


def state_of(
    live: LiveTable, guest: str | None, hub: Presence, is_whole: bool = True
) -> TableState:
    """Everything about a table that a guest may know; the moment only if it should be whole."""
    row = live.row
    present = hub.present(row.id)
    return TableState(
        table=table_info(row, live.seats, guest, present),
        sequence=row.sequence,
        last_event=row.last_event,
        rules=row.rules,
        moment=live.moment if is_whole else None,
        clock=shown(live),
        undo_request=read_undo(row.undo_request) if row.undo_request else None,
        chat_for_watchers=row.chat_for_watchers,
        commitment=row.commitment,
        secret=row.secret.hex() if is_revealed(row) else None,
        nonces=[] if row.started is None else list(live.dealer.nonces),
        absent_from=absence(live, hub),
        your_seats=live.seats_of(guest),
        creator=guest == row.creator,
        watchers=watching(live, present),
    )


MISSING = object()


class Public(NamedTuple):
    """Public state of a table without presence, and its position view."""

    state: TableState
    moment: PositionView | None


class Nobody:
    """Presence at a table where nobody is."""

    def present(self, topic: str) -> Counter[str | None]:
        """Return that nobody listens."""
        return Counter()

    def seen(self, topic: str, guest: str) -> float | None:
        """Return that nobody knows."""
        return None


NOBODY = Nobody()


def public_of(live: LiveTable) -> Public:
    """Return a table's public state without presence, and its moment apart."""
    return Public(state_of(live, None, NOBODY, is_whole=False), live.moment)


def patch_of(live: LiveTable, before: Public, after: Public, hub: Presence) -> Patch:
    """Return the fields that differ between two public states; `after` is the present one."""
    state = changed_fields(before.state, after.state)
    table = changed_fields(before.state.table, after.state.table) if state.pop("table", 0) else {}
    moment = changed_fields(before.moment, after.moment)
    view: dict[str, Any] = moment.pop("view", {})
    old_view: dict[str, Any] = {} if before.moment is None else before.moment.view
    state["clock"], state["absent_from"] = shown(live), absence(live, hub)
    return Patch(
        before.state.last_event,
        state,
        table,
        moment,
        {name: value for name, value in view.items() if old_view.get(name) != value},
    )


def changed_fields(before: Any, after: Any) -> dict[str, Any]:
    """Return the fields of a structure that differ from those before; all if there were none."""
    if after is None:
        return {}
    return {
        name: value
        for name in after.__struct_fields__
        if (value := getattr(after, name)) is not (old := getattr(before, name, MISSING))
        and value != old
    }


def absence(live: LiveTable, hub: Presence) -> float | None:
    """Return when the others may act for the seat to move, None if unknown."""
    if live.to_move is None or isinstance(live.pace, Days):
        return None
    place = live.seats[live.to_move]
    if place.controlling_bot or place.kind == "bot" or not is_between_people(live.seats):
        return None
    if isinstance(live.pace, Untimed):
        return absent_from(live, live.to_move, None, now())
    seen = live.row.started
    if place.guest is not None:
        if place.guest in hub.present(live.row.id):
            return None
        seen = hub.seen(live.row.id, place.guest) or seen
    return absent_from(live, live.to_move, seen, now())


def watching(live: LiveTable, present: Mapping[str | None, int]) -> int:
    """Return the number of subscribers without a seat, anonymous ones included."""
    seated = {place.guest for place in live.seats if place.guest is not None}
    return sum(count for who, count in present.items() if who not in seated)


def is_revealed(row: Row) -> bool:
    """Return whether the dealer's secret is public: never before the end of match and day."""
    return row.status == "over" and not is_sealed(row)


class Bare(Struct):
    """Event as stored in the log."""

    number: int
    kind: str
    at: float
    data: Data
    key: str | None


class Full(Bare):
    """Event with its narration and a patch of the public state."""

    narration: list[NarratedStep]
    patch: Patch


def bare(event: Event) -> bytes:
    """Return the message of an event alone."""
    return encode(Bare(event.number, event.kind, event.at, event.data, event.key))


def message_of(event: Event, narration: list[NarratedStep], patch: Patch) -> bytes:
    """Return the message of an event with its narration and its patch."""
    return encode(Full(event.number, event.kind, event.at, event.data, event.key, narration, patch))


def document_of(event: Event) -> documents.Event:
    """Return an event as the API returns it."""
    return documents.Event(
        event.number, event.kind, event.at, structs.asdict(event.data), event.key
    )


def narration_of(before: LiveTable, after: LiveTable) -> list[NarratedStep]:
    """Return the narration of the steps between two successive states."""
    first = len(before.log)
    numbers = after.log[first:] if after.history is not before.history else []
    return narrate(before.position, numbers, first, after.position) if numbers else []


def narrate_latest(state: LiveTable) -> list[NarratedStep]:
    """Return the narration of a table's latest steps."""
    first = max(0, len(state.log) - MAX_NARRATED)
    return narrate(state.position_at(first), state.log[first:], first)


def yours_of(live: LiveTable, guest: str | None) -> Yours:
    """Return what is a guest's own at a table."""
    return Yours(live.seats_of(guest), guest == live.row.creator)


def snapshot_of(
    live: LiveTable,
    guest: str | None,
    hub: Presence,
    narration: list[NarratedStep],
    chat: Iterable[documents.Event],
) -> bytes:
    """Return all that a page needs to begin with."""
    remarks = [msgspec.convert(structs.asdict(line), Chatted) for line in chat]
    return encode(Snapshot(state_of(live, guest, hub), narration, remarks))
