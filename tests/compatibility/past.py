"""Fill a running server with every kind of stored data, and check that no kind is missing."""

import json
import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_args

from sqlalchemy import Connection, create_engine, select

from rondel.core import Edition
from rondel.games import find, names
from rondel.match import read_record
from rondel.server.protocol import messages
from rondel.server.protocol.documents import Pace, SeatInfo, Status, Visibility
from rondel.server.protocol.events import SeatChange
from rondel.server.protocol.reviews import Depth
from rondel.server.storage import schema
from rondel.server.storage.tasks import BOT as BOT_TASK
from tests.server.playing import BOT, MINE, OPEN, Server, Visitor
from tests.waiting import wait_until

STEPS = 60
"""Steps made at a table that continues."""
ABSENCE = 60
"""Shortest absence in seconds after which a table lets others act."""
OVER_TIMEOUT = 400
LIVE = {"kind": "live", "seconds": 1200, "increment": 10}
DAYS = {"kind": "days", "days": 3}
REASONS = {"conceded", "timed-out", "absent"}
"""Reasons for an end outside a game's own rules."""
REVIEWED = {"waiting", "done"}
"""Statuses of stored reviews. Reviews only fail because of bugs."""
UNFILLED = {
    "guests.merged_into",
    "guests.deleted",
    "tasks.expires",
    "tasks.run_at",
    "tasks.result",
    "tasks.last_error",
}
"""Columns that no row needs to fill."""
DEFAULTS = (None, "", "[]", 0, False)


class Missing(Exception):
    """Error for a missing kind of stored data."""

    def __init__(self, kinds: Iterable[object]):
        super().__init__("missing from the stored data: " + ", ".join(map(str, kinds)))


def tags(union: Any) -> set[str]:
    """Return the tags of a union of structs."""
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def check_complete(database: str) -> None:
    """Raise Missing unless a database has rows of every kind."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        missing = [*missing_columns(connection), *missing_kinds(connection)]
    engine.dispose()
    if missing:
        raise Missing(missing)


def missing_columns(connection: Connection) -> list[str]:
    """Return the tables without rows, and the columns in which no row has a value."""
    found: list[str] = []
    for table in schema.metadata.sorted_tables:
        rows = connection.execute(select(table)).mappings().all()
        if not rows:
            found.append(f"rows of {table.name}")
            continue
        for column in table.c:
            full = f"{table.name}.{column.name}"
            if full not in UNFILLED and all(row[column.name] in DEFAULTS for row in rows):
                found.append(f"a value of {full}")
    return found


def missing_kinds(connection: Connection) -> list[str]:
    """Return the kinds of events, tables and other things that no row has."""
    t, s, e, r = schema.tables, schema.seats, schema.events, schema.reviews

    def read(query: Any) -> list[Any]:
        return list(connection.execute(query).mappings())

    events, tables = read(select(e.c.kind, e.c.data)), read(select(t))
    seats, reviews = read(select(s)), read(select(r))
    tasks = read(select(schema.tasks))
    data = [(event["kind"], json.loads(event["data"])) for event in events]
    paces = [json.loads(table["pace"])["kind"] for table in tables]
    results = [(x["game"], json.loads(x["result"])["reason"]) for x in tables if x["result"]]
    by_rules = {game for game, reason in results if reason not in REASONS}
    answers = {d["yes"] for kind, d in data if kind == "undo-answered"}
    running = {
        pace
        for table, pace in zip(tables, paces, strict=True)
        if table["status"] == "playing" and table["deadline"]
    }
    changes = [d["change"] for kind, d in data if kind == "seat"]
    seals = {table["status"] for table in tables if table["daily"]}
    sizes = {(game, n) for game in names() for n in find(game).players}
    authors = {bool(d.get("step_authors")) for kind, d in data if kind == "started"}
    wanted: list[tuple[str, set[Any], Iterable[Any]]] = [
        ("event", tags(messages.TableEvent), (kind for kind, _ in data)),
        ("seat change", set(get_args(SeatChange)), changes),
        ("status", set(get_args(Status)), (table["status"] for table in tables)),
        ("visibility", set(get_args(Visibility)), (table["visibility"] for table in tables)),
        ("pace", tags(Pace), paces),
        ("running clock", {"live", "days"}, running),
        ("seat kind", set(get_args(SeatInfo.__annotations__["kind"])), (x["kind"] for x in seats)),
        ("review", REVIEWED, (task["status"] for task in tasks if "review" in task["kind"])),
        ("review done", set(get_args(Depth)), (x["depth"] for x in reviews if x["document"])),
        (
            "bot claimed",
            {True, False},
            (bool(task["claimed_by"]) for task in tasks if task["kind"] == BOT_TASK),
        ),
        ("result", REASONS, (reason for _, reason in results)),
        ("game by rules", set(names()), by_rules),
        ("size", sizes, ((table["game"], table["players"]) for table in tables)),
        ("answer to undo", {True, False}, answers),
        ("sandbox", {True, False}, (table["sandbox"] for table in tables)),
        ("chat for watchers", {True, False}, (x["chat_for_watchers"] for x in tables)),
        ("deal of the day", {"playing", "over"}, seals),
        ("start with step authors", {True, False}, authors),
        ("chat by a watcher", {True}, (d["seat"] is None for kind, d in data if kind == "chat")),
        ("watch link renewed", {True}, (d["seat"] is None for kind, d in data if kind == "links")),
        ("turn time", {True}, ("turn_time" in d for kind, d in data if kind == "steps")),
    ]
    return [f"{what} {kind!r}" for what, kinds, found in wanted for kind in kinds - set(found)]


def token_of(link: str) -> str:
    """Return the secret of a link."""
    return link.split("/")[-1]


def asked_seat(visitor: Visitor, table: str) -> int:
    """Return the seat to move."""
    seat: int = visitor.state(table)["moment"]["turn"]["seat"]
    return seat


def play_some(ana: Visitor, table: str, steps: int, luck: random.Random) -> None:
    """Play random steps for all seats, and take back one now and then."""
    for at in range(steps):
        state = ana.state(table)
        if state["table"]["status"] != "playing":
            return
        ana.step(table, luck)
        if at % 20 == 5:
            after = ana.state(table)
            body = {"after": after["sequence"], "seat": state["moment"]["turn"]["seat"]}
            ana.ask_command(table, "undo", **body)


def is_over(visitor: Visitor, table: str) -> bool:
    """Return True if a table's match has ended."""
    return bool(visitor.state(table)["table"]["status"] == "over")


class Filling:
    """Visitors and tables of one database that is being filled."""

    def __init__(self, start: Callable[..., Server], files: dict[str, str], own_map: Edition):
        self.start, self.files, self.own_map = start, files, own_map
        self.luck = random.Random(1)
        self.server = start()
        self.ids: dict[str, str] = {}
        self.more: dict[str, Any] = {}
        self.by_name = {name: Visitor(self.server, name) for name in ("Ana", "Ben", "Cas", "Dee")}
        self.tokens: dict[str, str] = {}
        found = Visitor(self.server, None).ok("POST", "/api/bots", {"name": "Robo"})
        self.tokens["Robo"] = found["token"]
        self.by_name["Robo"] = self.program(found["token"])

    def program(self, token: str) -> Visitor:
        """Return a program that authenticates with a token."""
        robo = Visitor(self.server, None)
        robo.http.headers["Authorization"] = f"Bearer {token}"
        return robo

    @property
    def people(self) -> tuple[Visitor, Visitor, Visitor, Visitor]:
        """Return all people with a cookie."""
        ana, ben, cas, dee = (self.by_name[name] for name in ("Ana", "Ben", "Cas", "Dee"))
        return ana, ben, cas, dee

    def restart(self, **settings: Any) -> None:
        """Kill the server as a crash would, and let everybody come back to a new one."""
        cookies = self.cookies()
        self.server.kill()
        self.server = self.start(**settings)
        for name in self.by_name:
            if name in self.tokens:
                self.by_name[name] = self.program(self.tokens[name])
            else:
                self.by_name[name] = Visitor(self.server, None)
                self.by_name[name].http.cookies.update(cookies[name])

    def cookies(self) -> dict[str, dict[str, str]]:
        """Return everybody's cookies."""
        people = {name: v for name, v in self.by_name.items() if name not in self.tokens}
        return {name: dict(visitor.http.cookies) for name, visitor in people.items()}

    def make(self, label: str, *seats: dict[str, Any], **options: Any) -> tuple[str, Any]:
        """Create a table of Ana's."""
        made = self.people[0].table(*seats, **options)
        self.ids[label] = made["id"]
        return made["id"], made["links"]

    def pair(self, label: str, **options: Any) -> str:
        """Create a public table for Ana and Ben."""
        table, _ = self.make(label, MINE, OPEN, **{"visibility": "public", **options})
        self.people[1].act(table, "join")
        return table

    def seated(self, table: str, seat: int) -> Visitor:
        """Return the visitor who holds a seat."""
        for visitor in self.by_name.values():
            if (facts := visitor.facts(table)) and seat in facts["your_seats"]:
                return visitor
        raise LookupError(seat)

    def step(self, table: str) -> int:
        """Make a random step of the seat to move and return the seat."""
        seat = asked_seat(self.people[0], table)
        self.seated(table, seat).step(table, self.luck)
        return seat

    def turns(self, table: str, count: int) -> int:
        """Play until the seat to move has changed this often; return who moved last."""
        before = -1
        for _ in range(count):
            before = self.step(table)
            while asked_seat(self.people[0], table) == before:
                self.step(table)
        return before

    def fill(self) -> dict[str, Any]:
        """Create a row of every kind; return the final answers."""
        began = time.monotonic()
        self.absences()
        self.whole_matches()
        self.goings_on()
        self.undos()
        self.before_the_start()
        self.seats_in_play()
        self.endings()
        self.records()
        self.daily()
        self.reviews()
        self.after_an_absence(began)
        self.crash()
        return self.seen()

    def absences(self) -> None:
        """Create the tables at which someone is absent."""
        for label in ("absent", "handing-over", "handed-over"):
            self.pair(label, absence_timeout=ABSENCE)
        self.pair("timed-out", pace={"kind": "live", "seconds": 1})

    def whole_matches(self) -> None:
        """Let bots play matches to their end by the rules."""
        for game in names():
            table, _ = self.make(f"whole-{game}", BOT, MINE, game=game, visibility="public")
            self.people[0].act(table, "substitute", seat=1, bot="random")

    def goings_on(self) -> None:
        """Leave matches of every size in the middle, and running clocks."""
        ana, _, cas, _ = self.people
        for game in names():
            for players in find(game).players:
                table, _ = self.make(f"{game}-{players}", *[MINE] * players, game=game)
                play_some(ana, table, STEPS, self.luck)
        table, _ = self.make("map", MINE, MINE, game="milestones", map=self.own_map.source)
        play_some(ana, table, STEPS, self.luck)
        live, days = self.pair("live", pace=LIVE), self.pair("days", pace=DAYS, game="milestones")
        for table in (live, days):
            self.turns(table, 5)
        with ana.socket(live) as socket:
            socket.send(json.dumps({"kind": "chat", "text": "Bon jeu! Jó játékot! 🎲"}))
            while json.loads(socket.recv(timeout=60)).get("kind") != "chat":
                pass
        table, links = self.make("watched", MINE, MINE, MINE, chat_for_watchers=True)
        cas.act(table, "join", token=token_of(links["watch"]))
        cas.chat(table, "I only look on.")
        play_some(ana, table, 5, self.luck)
        table = self.make("program", MINE, OPEN, visibility="public", chat_for_watchers=False)[0]
        self.by_name["Robo"].act(table, "join")
        self.turns(table, 4)
        seat = asked_seat(ana, table)
        mover, facts = self.seated(table, seat), ana.facts(table)
        assert facts is not None
        keyed: dict[str, Any] = {
            "after": facts["sequence"],
            "step": facts["legal"][0],
            "seat": seat,
        }
        keyed["key"] = "once-only"
        who = next(name for name, one in self.by_name.items() if one is mover)
        event = mover.step_with_key(table, **keyed)
        self.more["keyed"] = {"who": who, "step": keyed, "event": event}
        table = self.make("hinted", MINE, BOT)[0]
        wait_until(lambda: asked_seat(ana, table) == 0)
        ana.act(table, "hint")

    def undos(self) -> None:
        """Ask to take back: answered both ways, and waiting for an answer."""
        for label, answers in (("undo-pending", ()), ("undo-answered", (False, True))):
            table = self.pair(label)
            for yes in answers:
                self.seated(table, self.ask_undo(table)).answer_undo(table, yes)
            if not answers:
                self.ask_undo(table)

    def ask_undo(self, table: str) -> int:
        """Request an undo of more than a player's own steps; return who must answer."""
        last = self.turns(table, 2)
        self.seated(table, 1 - last).undo(table, 1 - last)
        return last

    def before_the_start(self) -> None:
        """Leave an open table with everything that can happen before a match, and aborted ones."""
        ana, ben, cas, dee = self.people
        table, links = self.make(
            "open", MINE, OPEN, OPEN, OPEN, visibility="public", wait=True, absence_timeout=600
        )
        ben.act(table, "join", seat=1, nonce="b" * 32)
        dee.act(table, "join", token=token_of(links["seats"]["2"]))
        ana.act(table, "remove", seat=2)
        cas.act(table, "join", seat=2)
        cas.act(table, "leave", seat=2)
        ana.act(table, "fill-seat", seat=3, bot="master")
        ana.act(table, "fill-seat", seat=3)
        ana.act(table, "fill-seat", seat=3, bot="skilled")
        ben.act(table, "rename", name="Benő")
        ana.renew_link(table, seat=2)
        links = ana.renew_link(table, seat=None)
        self.more["seat link"] = token_of(links["seats"]["2"])
        self.more["watch link"] = token_of(links["watch"])
        dee.chat(table, "May I come back?")
        table = self.make("nonces", MINE, OPEN, visibility="public", wait=True)[0]
        ben.act(table, "join", nonce="0" * 32)
        ana.act(table, "ready", nonce="1" * 32)
        self.turns(table, 2)
        table = self.make("aborted-open", MINE, OPEN)[0]
        ana.act(table, "abort")
        table = self.pair("aborted-started")
        ana.act(table, "abort")

    def seats_in_play(self) -> None:
        """Let bots substitute, players consent, leave and return."""
        ana, ben, _, _ = self.people
        table = self.pair("stand-in", pace=LIVE)
        self.turns(table, 2)
        for yes in (True, False, True):
            ben.act(table, "allow-substitute", yes=yes)
        ben.substitute(table, 1, "random", ana)
        table = self.pair("given-back", pace=DAYS)
        ben.substitute(table, 1, "random", ana)
        ben.act(table, "substitute", seat=1)
        table = self.pair("left")
        self.turns(table, 2)
        ben.act(table, "leave")

    def endings(self) -> None:
        """End matches by resignation, and request rematches."""
        ana, ben, cas, _ = self.people
        for label in ("conceded", "rematch"):
            table = self.pair(label)
            self.turns(table, 3)
            ben.act(table, "resign")
        self.ids["rematch-open"] = ana.rematch(self.ids["conceded"])
        self.ids["rematch-started"] = ana.rematch(self.ids["rematch"])
        ben.rematch(self.ids["rematch"])
        for game in names():
            label = f"conceded-{game}-3"
            table = self.make(label, MINE, OPEN, OPEN, visibility="public", game=game)[0]
            ben.act(table, "join")
            cas.act(table, "join")
            self.turns(table, 2)
            ben.act(table, "resign")

    def records(self) -> None:
        """Upload records, and branch from a table."""
        ana = self.people[0]
        for label, path in (
            ("import-over", "finca/begun/2-whole.rondel"),
            ("import-goes-on", "finca/begun/2-duty-4-0.rondel"),
            ("import-map", "milestones/begun/map-whole.rondel"),
        ):
            self.ids[label] = ana.ok("POST", "/api/records", {"record": self.files[path]})["id"]
        play_some(ana, self.ids["import-goes-on"], 20, self.luck)
        over = self.ids["conceded"]
        self.ids["branch"] = ana.branch(over, 8)
        self.ids["branch-bots"] = ana.ok(
            "POST", f"/api/tables/{over}/branch", {"bot": "random", "seat": 0}
        )["id"]

    def daily(self) -> None:
        """Play the daily challenge to its end, resign it, and leave it in the middle."""
        for game in names():
            day = self.people[0].ok("GET", f"/api/daily/{game}")["day"]
            self.more["day"] = day
            for at, visitor in enumerate(self.people):
                table = visitor.ok("POST", f"/api/daily/{game}")["table"]
                self.ids[f"daily-{game}-{at}"] = table
                turns = (10_000, 3, 3, 0)[at] if game == "finca" else (3, 3, 0, 0)[at]
                self.play_daily(visitor, table, turns)
                if at < 2 and not is_over(visitor, table):
                    visitor.act(table, "resign")

    def play_daily(self, visitor: Visitor, table: str, turns: int) -> None:
        """Answer some turns of a daily challenge."""

        def is_asked() -> bool:
            state = visitor.state(table)
            turn = state["moment"]["turn"]
            return turn["kind"] == "over" or turn["seat"] in state["your_seats"]

        for _ in range(turns):
            wait_until(is_asked)
            if is_over(visitor, table):
                return
            visitor.step(table, self.luck)
        wait_until(is_asked)

    def reviews(self) -> None:
        """Request reviews of a match in both depths."""
        for game in names():
            wait_until(partial(is_over, self.people[0], self.ids[f"whole-{game}"]), OVER_TIMEOUT)
        table = self.ids["conceded"]
        for depth in get_args(Depth):
            self.people[0].ok("POST", f"/api/tables/{table}/review", {"depth": depth})
            wait_until(partial(self.is_reviewed, table, depth), OVER_TIMEOUT)

    def is_reviewed(self, table: str, depth: str) -> bool:
        """Return True if a review of a table is finished."""
        return bool(self.people[0].review(table, depth)["status"] == "done")

    def after_an_absence(self, began: float) -> None:
        """Act for absent players after the timeout."""
        ana, _, _, dee = self.people
        wait_until(lambda: time.monotonic() > began + ABSENCE + 15)
        seat = asked_seat(ana, self.ids["absent"])
        self.seated(self.ids["absent"], 1 - seat).act(self.ids["absent"], "claim-win", seat=seat)
        for label in ("handing-over", "handed-over"):
            links = ana.transfer_seat(self.ids[label], seat=1)
            self.more[label] = token_of(links["seats"]["1"])
        token = self.more["handed-over"]
        dee.act(self.ids["handed-over"], "join", token=token)
        wait_until(partial(is_over, ana, self.ids["timed-out"]))

    def crash(self) -> None:
        """Kill the server while bots think and a review is running, and leave work waiting."""
        champion = {"kind": "bot", "bot": "champion"}
        table = self.make("thinking", champion, champion)[0]
        long = self.ids["whole-milestones"]
        self.people[0].ok("POST", f"/api/tables/{long}/review", {"depth": "full"})
        wait_until(lambda: self.people[0].review(long, "full")["done"] > 0, OVER_TIMEOUT)
        wait_until(lambda: self.people[0].state(table)["table"]["status"] == "playing")
        self.restart(bots=False)
        self.make("asked-bot", BOT, BOT)
        self.people[0].ok(
            "POST", f"/api/tables/{self.ids['whole-finca']}/review", {"depth": "quick"}
        )

    def seen(self) -> dict[str, Any]:
        """Return the server's answers about everything to everybody."""
        viewers = {"": Visitor(self.server, None), **self.by_name}
        tables: dict[str, Any] = {}
        for label, table in self.ids.items():
            facts = {name: visitor.facts(table) for name, visitor in viewers.items()}
            # A stranger, everyone with a seat or a table, and spectators by a link.
            kept = {
                name: fact
                for name, fact in facts.items()
                if not name or (fact and (fact["your_seats"] or fact["creator"] or not facts[""]))
            }
            who = next((name for name, fact in kept.items() if name and fact), "")
            visitor = viewers[who]
            record = visitor.record(table)
            canonical = None if record is None else read_record(record).position.write()
            tables[table] = {
                "label": label,
                "who": who,
                "facts": kept,
                "wire": visitor.state(table),
                "events": visitor.event_facts(table),
                "record": record,
                "position": canonical,
                "deal": visitor.deal(table),
                "reviews": {depth: visitor.review(table, depth) for depth in get_args(Depth)}
                if is_over(visitor, table)
                else {},
            }
        day = self.more["day"]
        return {
            "cookies": self.cookies(),
            "tokens": self.tokens,
            "tables": tables,
            "daily": {
                game: {name: visitor.daily(game, day) for name, visitor in viewers.items()}
                for game in names()
            },
            "told_at": time.time(),
            **self.more,
        }
