"""Notices: decided with the event, checked before they are sent, tried again, never private."""

import asyncio
import base64
import json
import random
import socket
from collections.abc import Callable, Iterator
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select, update

from rondel.server.people import outbound
from rondel.server.people.outbound import SendFailed, check_url, is_public, post, resolve
from rondel.server.people.quiet import digest_after, is_zone, local_date, quiet_seconds
from rondel.server.people.senders import signature
from rondel.server.protocol.documents import Days, LiveClock, Pace, Untimed
from rondel.server.protocol.events import StepsData
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.notices import NewNotice, Preferences
from rondel.server.storage.tasks import DEAD, DONE, NOTIFY, WAITING
from rondel.server.tables.evolve import Event, evolve, with_row, with_seat
from rondel.server.tables.notices import notices_of, verdict_on
from rondel.server.tables.state import LiveTable
from tests.waiting import wait_until

from .mail_server import Inbox, mail_server
from .playing import MINE, OPEN, Server, Visitor
from .receiver import Receiver, receiver
from .states import at_table

Start = Callable[..., Server]
DAY = 86400.0


def two_people(pace: Pace) -> LiveTable:
    """Match between Ana, whose turn it is, and Ben."""
    live = at_table(pace, "person", "person")
    return with_seat(with_seat(live, 0, guest="ana"), 1, guest="ben")


def told(before: LiveTable, after: LiveTable, event: Event) -> list[tuple[str, str]]:
    """Kinds of notices and whom they are for."""
    return [(it.kind, it.identity) for it in notices_of(before, after, [event])]


def moved_to(live: LiveTable, seat: int, at: float = 100.0) -> tuple[LiveTable, Event]:
    """Table after a step that makes it another seat's turn, and the event."""
    number = live.row.last_event + 1
    data = StepsData(seat=0, after=live.row.sequence, own=0, steps=[], length=0, to_move=seat)
    event = Event(number, at, data)
    return with_row(live, to_move=seat, turn=number, last_event=number, deadline=at + DAY), event


def test_a_turn_is_told_to_the_player_who_is_to_move() -> None:
    live = two_people(Untimed())
    after, event = moved_to(live, 1)
    assert told(live, after, event) == [("turn", "ben")]
    [notice] = notices_of(live, after, [event])
    assert notice.key == f"{live.row.id}.{event.number}.turn.1"


def test_a_turn_of_days_is_told_again_when_its_time_runs_short() -> None:
    live = two_people(Days(1))
    after, event = moved_to(live, 1)
    assert told(live, after, event) == [("turn", "ben"), ("time", "ben")]
    assert notices_of(live, after, [event])[1].run_at == pytest.approx(100.0 + 0.8 * DAY)


def test_a_live_clock_calls_nobody_to_each_turn() -> None:
    live = two_people(LiveClock(60, 0))
    assert told(live, *moved_to(live, 1)) == []


def test_bots_and_people_who_play_with_bots_alone_are_told_nothing() -> None:
    live = two_people(Untimed())
    helped = with_seat(live, 1, substitute="random")
    assert told(helped, *moved_to(helped, 1)) == []
    alone = with_seat(live, 1, kind="bot", bot="random", guest=None)
    assert told(alone, *moved_to(alone, 0)) == []


def test_a_step_within_a_turn_is_no_new_turn() -> None:
    live = two_people(Untimed())
    data = StepsData(
        seat=0, after=live.row.sequence, own=0, steps=[], length=len(live.log), to_move=0
    )
    event = Event(live.row.last_event + 1, 5.0, data)
    after = evolve(live, event)
    assert after.row.turn == live.row.turn and told(live, after, event) == []


def test_the_end_is_told_to_every_person() -> None:
    live = two_people(Untimed())
    after = with_row(live, status="over", to_move=None)
    event = Event(9, 1.0, StepsData(seat=0, after=0, own=0, steps=[], length=0, to_move=None))
    assert told(live, after, event) == [("over", "ana"), ("over", "ben")]


def verdict(live: LiveTable, notice: NewNotice, is_present: bool = False) -> str:
    return verdict_on(notice, live.row, live.seats, is_present)


def test_nobody_is_told_of_a_turn_that_has_ended() -> None:
    live, event = moved_to(two_people(Untimed()), 1)
    notice = notices_of(two_people(Untimed()), live, [event])[0]
    assert verdict(live, notice) == "send"
    assert verdict(live, notice, is_present=True) == "wait"
    back, _ = moved_to(live, 0)
    again, _ = moved_to(back, 1)
    for later in (
        back,
        again,
        with_row(live, status="over"),
        with_seat(live, 1, guest="cas"),
        with_seat(live, 1, substitute="random"),
    ):
        assert verdict(later, notice) == "drop"
    assert verdict_on(notice, None, [], is_present=False) == "drop"


def test_quiet_hours_go_over_midnight_by_the_persons_own_clock() -> None:
    wishes = Preferences(timezone="Europe/Budapest", quiet_from=22 * 60, quiet_until=7 * 60)
    noon = 1_800_000_000 // DAY * DAY + 11 * 3600
    assert quiet_seconds(wishes, noon) == 0
    assert quiet_seconds(wishes, noon + 10 * 3600) == 9 * 3600, "22:00 in Budapest"
    assert quiet_seconds(wishes, noon + 18 * 3600 + 60) == 3600 - 60
    assert quiet_seconds(Preferences(), noon) == 0
    assert is_zone("Europe/Paris") and is_zone("UTC") and not is_zone("../../etc/passwd")


def test_a_digest_comes_once_a_day_in_the_morning() -> None:
    wishes = Preferences(timezone="UTC")
    midnight = 1_800_000_000 // DAY * DAY
    assert digest_after(wishes, midnight) == midnight + 8 * 3600
    assert digest_after(wishes, midnight + 8 * 3600) == midnight + DAY + 8 * 3600
    assert local_date(wishes, midnight) != local_date(wishes, midnight + DAY)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe", "ff02::1", "fe80::1%eth0", "nonsense", "",
    ],
)  # fmt: skip
def test_a_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_a_public_address_is_public() -> None:
    assert is_public("93.184.215.14") and is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https://user:pw@example.org/",
        "https://example.org:0/", "https://example.org:99999/", "https://exa mple.org/",
        "https://example.org/\r\nX: y", "file:///etc/passwd", "https://example.org/" + "x" * 2000,
    ],
)  # fmt: skip
def test_only_plain_https_addresses_are_taken(url: str) -> None:
    with pytest.raises(SendFailed) as failed:
        check_url(url)
    assert failed.value.is_final


def problem_of(url: str, **options: Any) -> SendFailed:
    with pytest.raises(SendFailed) as failed:
        asyncio.run(post(url, b"{}", {}, **options))
    return failed.value


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "127.1", "[::ffff:7f00:1]"]
)
def test_no_spelling_of_loopback_is_reached(host: str) -> None:
    with receiver() as there:
        port = there.url.rpartition(":")[2]
        assert problem_of(f"https://{host}:{port}/").is_final
        assert there.requests == []


def test_a_name_with_one_private_address_among_public_ones_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Loop:
        async def getaddrinfo(self, *_: Any, **__: Any) -> list[Any]:
            addresses = ("93.184.215.14", "10.0.0.1")
            return [(socket.AF_INET, None, 0, "", (address, 443)) for address in addresses]

    monkeypatch.setattr(asyncio, "get_running_loop", Loop)
    looked_up = resolve("example.org", 443, allows_private=False)
    with pytest.raises(SendFailed, match="public"):
        looked_up.send(None)


def test_a_redirect_is_not_followed_and_a_receiver_that_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with receiver() as there:
        there.location, there.statuses = there.url + "/secret", [307]
        status = asyncio.run(post(there.url + "/a", b"{}", {}, allows_private=True))
        assert status == 307 and [request.path for request in there.requests] == ["/a"]
        monkeypatch.setattr(outbound, "TIMEOUT", 0.3)
        there.is_hanging.set()
        assert "in time" in str(problem_of(there.url, allows_private=True))


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with mail_server() as found:
        yield found


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    kept = Database(database)
    yield kept
    kept.close()


def notice_tasks(store: Database) -> list[tuple[str, str, int]]:
    """Key, status and attempts of all tasks of notices."""
    k = schema.tasks
    query = select(k.c.key, k.c.status, k.c.attempts).where(k.c.kind == NOTIFY)
    return store.read_now(lambda c: [tuple(row) for row in c.execute(query.order_by(k.c.key))])


def webhook(visitor: Visitor, url: str, **more: Any) -> Any:
    """Add a webhook."""
    return visitor.ok("POST", "/api/notices/channels", {"kind": "webhook", "url": url, **more})


def match(ana: Visitor, ben: Visitor, **options: Any) -> tuple[str, Visitor, Visitor]:
    """Match of two; its table, who is to move, and the other."""
    table = ana.table(MINE, OPEN, visibility="public", **options)["id"]
    ben.sit_down(table)
    seat = ana.state(table)["moment"]["turn"]["seat"]
    return table, *((ana, ben) if seat == 0 else (ben, ana))


def test_a_webhook_is_told_of_each_turn_once_signed_and_with_a_stable_id(
    database: str, start_server: Start, there: Receiver, store: Database
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    secrets: dict[str, str] = {}
    for visitor in (ana, ben):
        made = webhook(visitor, f"{there.url}/{visitor.id}")
        secrets[f"/{visitor.id}"] = made["secret"]
        assert made["address"].startswith(there.url) and made["working"]
    there.statuses = [500]
    table, first, other = match(ana, ben)
    wait_until(lambda: len(there.requests) == 2)
    failed, again = there.requests
    assert failed.path == again.path == f"/{first.id}"
    assert failed.headers["webhook-id"] == again.headers["webhook-id"]
    for request in there.requests:
        at = request.headers["webhook-timestamp"]
        signed = signature(secrets[request.path], request.headers["webhook-id"], at, request.body)
        assert request.headers["webhook-signature"] == f"v1,{signed}"
        document = request.document
        assert document["kind"] == "turn" and document["table"] == table
        assert other_name(first, ana) in document["content"] == document["text"]
        assert document["allowed_mentions"] == {"parse": []}
    end_turn(first, table)
    wait_until(lambda: len(there.requests) == 3)
    assert there.requests[2].path == f"/{other.id}"
    assert len(set(there.ids)) == 2
    wait_until(lambda: {status for _, status, _ in notice_tasks(store)} == {DONE})
    assert "secret" not in json.dumps(ana.ok("GET", "/api/notices")["channels"][0]["address"])


def other_name(first: Visitor, ana: Visitor) -> str:
    return "Ben" if first is ana else "Ana"


def end_turn(visitor: Visitor, table: str) -> None:
    """Make steps until it is another's turn."""
    seat = visitor.state(table)["moment"]["turn"]["seat"]
    while visitor.state(table)["moment"]["turn"]["seat"] == seat:
        visitor.step(table, random.Random(1))


def test_a_notice_waits_while_the_table_is_open_and_ends_with_its_turn(
    database: str, start_server: Start, there: Receiver, store: Database
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    webhook(ana, there.url)
    webhook(ben, there.url)
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    with ana.socket(table), ben.socket(table):
        wait_until(lambda: all(it["present"] for it in ana.state(table)["table"]["seats"][:1]))
        ben.sit_down(table)
        wait_until(lambda: bool(notice_tasks(store)))
        [(key, _, _)] = notice_tasks(store)
        k = schema.tasks
        run_at = select(k.c.run_at).where(k.c.key == key)
        wait_until(lambda: store.read_now(lambda c: c.execute(run_at).scalar_one()) > 1)
        assert notice_tasks(store) == [(key, WAITING, 0)], "waiting is no attempt"
        first = ana if ana.state(table)["table"]["your_turn"] else ben
        end_turn(first, table)
        now = update(k).where(k.c.key == key).values(run_at=0.0)
        store.write_now(lambda c: c.execute(now))
        wait_until(lambda: (key, DONE, 1) in notice_tasks(store))
    assert key not in there.ids


def test_a_dead_address_is_dropped_and_shown(
    database: str, start_server: Start, there: Receiver, store: Database
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    for visitor in (ana, ben):
        webhook(visitor, there.url)
    there.statuses = [410]
    table, first, other = match(ana, ben)
    wait_until(lambda: not first.ok("GET", "/api/notices")["channels"][0]["working"])
    [channel] = first.ok("GET", "/api/notices")["channels"]
    assert "410" in channel["problem"]
    end_turn(first, table)
    wait_until(lambda: len(there.requests) == 2)
    end_turn(other, table)
    keys = [key for key, _, _ in notice_tasks(store)]
    assert sum(key.endswith(channel["id"]) for key in keys) == 1, "nothing is written for it"
    first.ok("PUT", f"/api/notices/channels/{channel['id']}", {"kinds": ["turn"]})
    [channel] = first.ok("GET", "/api/notices")["channels"]
    assert channel["working"] and channel["kinds"] == ["turn"]


def test_people_choose_kinds_tables_and_quiet_hours(
    database: str, start_server: Start, there: Receiver, store: Database
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    channels = {it: webhook(it, f"{there.url}/{it.id}")["id"] for it in (ana, ben)}
    for visitor, channel in channels.items():
        visitor.ok("PUT", f"/api/notices/channels/{channel}", {"kinds": ["over"]})
    table, first, other = match(ana, ben)
    wait_until(lambda: [status for _, status, _ in notice_tasks(store)] == [DONE])
    for visitor, channel in channels.items():
        visitor.ok("PUT", f"/api/notices/channels/{channel}", {"kinds": []})
    other.ok("PUT", f"/api/tables/{table}/notices", {"channels": []})
    assert other.ok("GET", f"/api/tables/{table}/notices") == {"channels": []}
    end_turn(first, table)
    wait_until(lambda: [status for _, status, _ in notice_tasks(store)] == [DONE, DONE])
    assert there.requests == []
    wishes = {"timezone": "UTC", "quiet_from": 0, "quiet_until": 1439, "language": "hu"}
    first.ok("PUT", "/api/notices", wishes)
    assert first.refused("PUT", "/api/notices", wishes | {"timezone": "Moon/Sea"})[0] == 422
    first.ok("POST", f"/api/notices/channels/{channels[first]}/test")
    wait_until(lambda: len(there.requests) == 1)
    assert "értesítések" in there.requests[0].document["text"]


def test_nobody_touches_anothers_channels(server: Server) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    push = {"kind": "push", "endpoint": "https://push.example/x", "keys": keys_of(browser())}
    channel = ana.ok("POST", "/api/notices/channels", push)["id"]
    path = f"/api/notices/channels/{channel}"
    missing = (404, "no-such-channel")
    assert eve.refused("PUT", path, {"kinds": []}) == missing
    assert eve.refused("DELETE", path) == missing
    assert eve.refused("POST", path + "/test") == missing
    token = channel + ".AAAA"
    assert eve.refused("POST", "/api/notices/unsubscribe/" + token) == missing
    assert eve.refused("POST", "/api/notices/confirm", {"token": token}) == missing
    table = ana.table(MINE, OPEN)["id"]
    hook = {"kind": "webhook", "url": "https://hook.example/", "table": table}
    assert eve.refused("POST", "/api/notices/channels", hook)[0] == 404
    for url in ("http://127.0.0.1/", "https://127.0.0.1@x/", "gopher://x"):
        refused = ana.refused("POST", "/api/notices/channels", {"kind": "webhook", "url": url})
        assert refused == (422, "invalid-notice-address")
    mail = {"kind": "mail", "address": "ana@example.org"}
    assert ana.refused("POST", "/api/notices/channels", mail) == (422, "invalid-notice-address")
    assert len(ana.ok("GET", "/api/notices")["channels"]) == 1
    ana.ask("DELETE", path).raise_for_status()
    assert ana.ok("GET", "/api/notices")["channels"] == []


def browser() -> ec.EllipticCurvePrivateKey:
    """Key of a browser's subscription."""
    return ec.generate_private_key(ec.SECP256R1())


AUTH = base64.urlsafe_b64encode(b"0123456789abcdef").rstrip(b"=").decode()


def keys_of(private: ec.EllipticCurvePrivateKey) -> dict[str, str]:
    """Public part of a subscription's keys."""
    raw = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return {"p256dh": base64.urlsafe_b64encode(raw).rstrip(b"=").decode(), "auth": AUTH}


def test_a_push_message_is_encrypted_for_its_browser_and_signed_by_the_server(
    database: str, start_server: Start, there: Receiver
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    private = browser()
    for visitor in (ana, ben):
        push = {"kind": "push", "endpoint": there.url + "/push/1", "keys": keys_of(private)}
        for _ in range(2):
            visitor.ok("POST", "/api/notices/channels", push)
        assert len(visitor.ok("GET", "/api/notices")["channels"]) == 1
    table, _, _ = match(ana, ben)
    wait_until(lambda: len(there.requests) == 1)
    [request] = there.requests
    text: Any = http_ece.decrypt(
        request.body, private_key=private, auth_secret=b"0123456789abcdef", version="aes128gcm"
    )
    shown = json.loads(text)
    assert shown["url"] == f"/t/{table}" and shown["id"].startswith(table + ".")
    assert request.headers["content-encoding"] == "aes128gcm" and request.headers["ttl"]
    assert len(request.headers["topic"]) == 32
    scheme, _, rest = request.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    key = ana.ok("GET", "/api/notices")["push_key"]
    assert scheme == "vapid" and parts["k"].rstrip("=") == key
    claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert claims["aud"] == there.url


def test_a_mail_address_is_confirmed_first_and_leaves_by_one_click(
    database: str, start_server: Start, inbox: Inbox
) -> None:
    server = start_server(
        database=database, bots=False, smtp=inbox.url, mail_from="games@example.org",
        address="https://games.example",
    )  # fmt: skip
    ana, ben = Visitor(server), Visitor(server, "Ben")
    for visitor in (ana, ben):
        mail = {"kind": "mail", "address": f"{visitor.id}@example.org"}
        assert not visitor.ok("POST", "/api/notices/channels", mail)["confirmed"]
    wait_until(lambda: len(inbox.mails) == 2)
    table, first, _ = match(ana, ben)
    tokens = [text.get_content().split("confirm=")[1].split()[0] for text in inbox.mails]
    for token in tokens:
        ana.ask("POST", "/api/notices/confirm", {"token": token}).raise_for_status()
    end_turn(first, table)
    wait_until(lambda: len(inbox.mails) == 3)
    found = inbox.mails[2]
    assert found["Message-ID"].startswith(f"<{table}.") and "Finca" in found["Subject"]
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    leave = found["List-Unsubscribe"].strip("<>").removeprefix("https://games.example")
    assert ana.http.get(leave, follow_redirects=False).status_code == 307
    for _ in range(2):
        data = {"List-Unsubscribe": "One-Click"}
        assert ana.http.post(leave, data=data).status_code == 200
    left = [visitor.ok("GET", "/api/notices")["channels"] for visitor in (ana, ben)]
    assert sorted(map(len, left)) == [0, 1]


def test_an_address_that_never_answers_is_reported_in_the_end(
    database: str, start_server: Start, there: Receiver, store: Database
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    for visitor in (ana, ben):
        webhook(visitor, there.url)
    there.statuses = [503] * 50
    match(ana, ben)
    wait_until(lambda: bool(notice_tasks(store)))
    k = schema.tasks
    last = update(k).where(k.c.kind == NOTIFY).values(max_attempts=1)
    store.write_now(lambda c: c.execute(last))
    wait_until(lambda: [status for _, status, _ in notice_tasks(store)] == [DEAD])


def test_a_tables_webhook_is_told_of_every_turn(
    database: str, start_server: Start, there: Receiver
) -> None:
    server = start_server(database=database, bots=False, private_webhooks=True)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    webhook(ana, there.url, table=table)
    ben.sit_down(table)
    wait_until(lambda: len(there.requests) == 1)
    first = ana if ana.state(table)["table"]["your_turn"] else ben
    end_turn(first, table)
    wait_until(lambda: len(there.requests) == 2)
    texts = [request.document["content"] for request in there.requests]
    assert ["Ana" in text for text in texts] in ([True, False], [False, True])
