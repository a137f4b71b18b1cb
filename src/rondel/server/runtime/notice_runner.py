"""Sending notices: a task for each channel, checked against the table right before it is sent."""

from functools import partial

import msgspec

from rondel.i18n import LANGUAGES, Translator
from rondel.server.people.outbound import SendFailed
from rondel.server.people.quiet import digest_after, local_date, quiet_seconds
from rondel.server.people.senders import Message, Senders
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, Handler, HeldTask, Postponed
from rondel.server.storage.notices import (
    NewNotice,
    Preferences,
    Sending,
    note_failure,
    note_success,
    read_sending,
    read_strings,
    read_turns,
)
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import NOTIFY
from rondel.server.tables.notices import verdict_on

HOLD_SECONDS = 20.0
"""Seconds after which a notice is looked at again whose table is open in front of its player."""
AT_ONCE = 8


class NoticeSender:
    """Carries out the tasks of notices."""

    def __init__(self, tables: TableRegistry, senders: Senders):
        self._tables = tables
        self._senders = senders

    @property
    def handlers(self) -> dict[str, Handler]:
        """Handler of notices."""
        return {NOTIFY: Handler(self.carry_out, AT_ONCE)}

    async def carry_out(self, held: HeldTask) -> Done:
        """Send a notice unless it is too late, or wait. Raises Postponed and SendFailed."""
        notice = msgspec.convert(held.task.payload, NewNotice)
        channel = held.task.key.rpartition(".")[2]
        read = partial(read_sending, channel=channel, notice=notice)
        found = await self._tables.database.read(read)
        if found is None or not is_wanted(notice, found):
            return Done()
        is_present = notice.identity in self._tables.hub.present(notice.table)
        verdict = verdict_on(notice, found.row, found.seats, is_present)
        if verdict == "drop":
            return Done()
        if verdict == "wait":
            raise Postponed(HOLD_SECONDS)
        at = now()
        is_own = notice.kind in ("test", "confirm")
        if not is_own and (quiet := quiet_seconds(found.preferences, at)):
            raise Postponed(quiet)
        if found.channel.digest and not is_own and notice.kind != "time":
            return await self._send_digest(found, notice.at, at)
        message = message_of(held.task.key, notice, found, self._senders)
        return await self._send(found, message)

    async def _send_digest(self, found: Sending, since: float, at: float) -> Done:
        """Send one message a day with all tables where it is the person's turn."""
        due = digest_after(found.preferences, since)
        if at < due:
            raise Postponed(due - at)
        date = local_date(found.preferences, at)
        if found.channel.digested >= date:
            return Done()
        read = partial(read_turns, identity=found.channel.identity)
        turns = await self._tables.database.read(read)
        if not turns:
            return Done()
        words = translator(found.preferences)
        lines = [
            f"{Translator(words.language, game).text('game-title')}: "
            f"{self._senders.address}/t/{table}"
            for table, game, _ in turns
        ]
        message = Message(
            id=f"digest.{date}.{found.channel.id}",
            kind="digest",
            title=words.text("notice-digest", tables=len(turns)),
            text="\n".join(lines),
            url=f"{self._senders.address}/",
            path="/",
        )
        return await self._send(found, message, date)

    async def _send(self, found: Sending, message: Message, digested: str = "") -> Done:
        channel = found.channel
        try:
            await self._senders.send(channel, message)
        except SendFailed as error:
            note = partial(
                note_failure, channel=channel.id, error=str(error), is_final=error.is_final
            )
            if error.is_final:
                return Done(write=note)
            await self._tables.database.write(note)
            raise
        if channel.failures or digested:
            return Done(write=partial(note_success, channel=channel.id, digested=digested))
        return Done()


def is_wanted(notice: NewNotice, found: Sending) -> bool:
    """Return whether a person wants a kind of notice, of a table, by a channel."""
    kinds = read_strings(found.channel.kinds)
    is_own = notice.kind in ("test", "confirm")
    return is_own or (not found.is_muted and (not kinds or notice.kind in kinds))


def translator(wishes: Preferences, game: str | None = None) -> Translator:
    """Return the translator of a person's language."""
    language = wishes.language if wishes.language in LANGUAGES else "en"
    return Translator(language, game)


def message_of(key: str, notice: NewNotice, found: Sending, senders: Senders) -> Message:
    """Return a notice as its receiver sees it."""
    row, path = found.row, f"/t/{notice.table}" if found.row is not None else "/"
    if notice.kind == "confirm":
        token = senders.signer.channel_token("confirm", found.channel.id)
        path = f"/notifications?confirm={token}"
    words = translator(found.preferences, None if row is None else row.game)
    game = words.text("game-title") if row is not None else "Rondel"
    others = [place.name for place in found.seats if place.guest != notice.identity and place.name]
    own = [place.name for place in found.seats if place.guest == notice.identity]
    is_for_all = found.channel.table_id is not None
    key_of_text = f"notice-{notice.kind}" + ("-of" if is_for_all and notice.kind == "turn" else "")
    text = words.text(
        key_of_text, game=game, players=words.join(others), player=own[0] if own else ""
    )
    return Message(
        id=key,
        kind=notice.kind,
        title=words.text("notice-title", game=game),
        text=text,
        url=f"{senders.address}{path}",
        path=path,
        table=None if row is None else row.id,
    )
