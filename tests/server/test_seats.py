"""Seats belong to their players: what others may do to them, and what not."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import wait_until

from .absence import DAYS, LIVE, Gate, House, asked_first
from .playing import BOT, MINE, OPEN, Server, Visitor, carry, events_until, until_closed
from .processes import new_database


def try_substitute(visitor: Visitor, table: str, seat: int, bot: str | None = "random") -> Any:
    return visitor.ask_command(table, "substitute", seat=seat, bot=bot)


def code(answer: Any) -> str:
    return str(answer.json().get("code", "ok")) if answer.status_code >= 300 else "ok"


def test_nobody_else_puts_a_bot_into_the_seat_of_a_player_who_is_there(house: House) -> None:
    pair = house.pair(pace=LIVE)
    table = pair[2]
    absent, other, seat = asked_first(pair)
    house.age(table, 3600)
    with absent.socket(table) as socket:
        events_until(socket, "started")
        assert code(try_substitute(other, table, seat)) == "still-there"
        assert other.state(table)["absent_from"] is None
    assert absent.substitute(table, seat, "random", other)["table"]["seats"][seat]["substitute"]


def test_others_put_a_bot_into_a_seat_only_after_the_tables_patience(house: House) -> None:
    pair = house.pair(absence_timeout=120)
    table = pair[2]
    absent, other, seat = asked_first(pair)
    assert other.state(table)["table"]["absence_timeout"] == 120
    house.age(table, 60)
    early = try_substitute(other, table, seat)
    assert code(early) == "still-there" and early.json()["fields"]["at"] > time.time()
    assert code(try_substitute(Visitor(house.server, "Eve"), table, seat)) == "not-your-seat"
    house.age(table, 120)
    assert code(try_substitute(other, table, seat)) == "ok"
    assert code(try_substitute(other, table, seat, None)) == "not-your-seat"
    assert code(try_substitute(absent, table, seat, None)) == "ok"


def test_a_player_whose_turn_it_is_not_is_not_replaced(house: House) -> None:
    pair = house.pair()
    _, other, seat = asked_first(pair)
    house.age(pair[2], 3600)
    assert code(try_substitute(asked_first(pair)[0], pair[2], 1 - seat)) == "still-there"
    assert other.state(pair[2])["table"]["status"] == "playing"


def test_in_games_over_days_a_bot_comes_only_with_the_players_consent(house: House) -> None:
    pair = house.pair(pace=DAYS)
    table = pair[2]
    absent, other, seat = asked_first(pair)
    house.age(table, 2 * 86400)
    assert code(try_substitute(other, table, seat)) == "still-there"
    absent.act(table, "allow-substitute", yes=True)
    house.age(table, 60)
    assert other.state(table)["table"]["seats"][seat]["consents"]
    assert code(try_substitute(other, table, seat)) == "ok"


def test_a_seat_its_player_has_left_may_be_played_by_a_bot_at_once(house: House) -> None:
    pair = house.pair(pace=DAYS)
    absent, other, seat = asked_first(pair)
    absent.act(pair[2], "leave")
    assert code(try_substitute(other, pair[2], seat)) == "ok"


def test_presence_is_counted_across_processes(
    postgres: str, redis_url: str, start_server: Callable[..., Server]
) -> None:
    settings = {"database": new_database(postgres), "redis": redis_url, "tables_in_memory": 1}
    near, far = start_server(**settings), start_server(**settings)
    house = House(near, str(settings["database"]))
    ana, ben, table = house.pair(absence_timeout=60, pace=LIVE)
    absent, other, seat = asked_first((ana, ben, table))
    away = carry(absent, far)
    with away.socket(table) as elsewhere, other.socket(table) as socket:
        events_until(elsewhere, "started")
        heard = []
        while seat not in heard:
            heard = events_until(socket, "presence")[-1]["seats"]
        assert other.state(table)["table"]["seats"][seat]["present"]
        house.age_turn(table, 3600)
        assert code(try_substitute(other, table, seat)) == "still-there"

    def is_let_in() -> bool:
        # The other process may yet write that it saw them go.
        house.age(table, 3600)
        return code(try_substitute(other, table, seat)) == "ok"

    wait_until(is_let_in)


def play_past(mover: Visitor, other: Visitor, table: str) -> None:
    """Play until the mover's turn is over and the other has moved."""
    luck = random.Random(4)
    seat = mover.state(table)["your_seats"][0]
    while mover.state(table)["moment"]["turn"]["seat"] == seat:
        mover.step(table, luck)
    other.step(table, luck)


def test_stand_in_undo_and_give_back_pass_no_undo_that_was_refused(house: House) -> None:
    pair = house.pair()
    table = pair[2]
    mover, other, seat = asked_first(pair)
    play_past(mover, other, table)
    before = mover.state(table)
    ask = {"after": before["sequence"], "seat": seat}
    mover.command(table, "undo", **ask)
    other.act(table, "answer-undo", yes=False)
    # Even with a bot in the seat, its person is whose consent is needed.
    while other.state(table)["moment"]["turn"]["seat"] == seat:
        mover.step(table, random.Random(1))
    other.substitute(table, 1 - seat, "random", mover)
    wait_until(lambda: mover.state(table)["moment"]["turn"]["seat"] == seat)
    state = mover.state(table)
    asked = mover.command(table, "undo", after=state["sequence"], seat=seat)
    assert asked["state"]["undo_request"]["waits"] == [1 - seat]
    assert asked["state"]["table"]["steps"] == state["moment"]["steps"]


def test_a_bot_whose_seat_was_given_back_moves_no_more(
    tmp_path: Path, start_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path, monkeypatch)
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", own_bots=gate.own_bots)
    house = House(server, "")
    pair = house.pair()
    mover, other, seat = asked_first(pair)
    mover.substitute(pair[2], seat, "slow", other)
    wait_until(gate.thinks.exists)
    state = mover.play_myself(pair[2], seat)
    # What the bot was thinking of by then must not be played; others that think move after it.
    slow = {"kind": "bot", "bot": "slow"}
    later = mover.table(slow, slow)
    gate.enough.touch()
    begun = later["state"]["moment"]["steps"]
    wait_until(lambda: mover.state(later["id"])["moment"]["steps"] > begun + 8)
    now = mover.state(pair[2])["moment"]
    assert (now["steps"], now["turn"]["seat"]) == (state["moment"]["steps"], seat)


def test_a_person_does_not_play_while_a_bot_does(house: House) -> None:
    pair = house.pair()
    mover, other, seat = asked_first(pair)
    state = mover.state(pair[2])
    step = state["moment"]["turn"]["actions"][0]["text"]
    mover.substitute(pair[2], seat, "random", other)
    body = {"after": mover.state(pair[2])["sequence"], "steps": [step], "seat": seat}
    assert mover.try_command(pair[2], "play", **body)[1] in (
        "invalid-state",
        "stale-step",
    )


def test_a_rematch_waits_for_those_who_are_asked(house: House) -> None:
    ana, ben, table = house.pair()
    ben.act(table, "resign")
    again = ben.rematch(table)
    state = ben.state(again)
    assert state["table"]["status"] == "open"
    assert [seat["ready"] for seat in state["table"]["seats"]] == [True, False]
    assert ben.rematch(table) == again and ben.state(again)["table"]["status"] == "open"
    assert again in [found["id"] for found in ana.mine()]
    state = ana.act(again, "ready")
    assert state["table"]["status"] == "playing"


def test_who_does_not_want_a_rematch_leaves_it(house: House) -> None:
    ana, ben, table = house.pair()
    ben.act(table, "resign")
    again = ben.rematch(table)
    state = ana.act(again, "leave")
    assert state["table"]["status"] == "open" and state["table"]["seats"][1]["open"]


def test_who_joined_an_open_table_cannot_abort_it_for_others(house: House) -> None:
    ana, ben = Visitor(house.server), Visitor(house.server, "Ben")
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    ben.act(table, "join")
    assert ben.try_command(table, "abort") == (403, "not-your-table")
    assert ana.act(table, "abort")["table"]["status"] == "aborted"


def test_the_creator_removes_a_person_before_the_start(house: House) -> None:
    ana, ben = Visitor(house.server), Visitor(house.server, "Ben")
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    ben.act(table, "join", seat=1)
    assert ben.try_command(table, "remove", seat=0) == (403, "not-your-table")
    assert ana.try_command(table, "remove", seat=2) == (409, "invalid-state")
    state = ana.act(table, "remove", seat=1)
    assert state["table"]["seats"][1]["open"] and state["table"]["seats"][1]["name"] == ""
    assert ben.try_command(table, "join", seat=1) == (403, "removed")
    token = ana.ok("GET", f"/api/tables/{table}/links")["seats"]["1"].split("/")[-1]
    assert ben.act(table, "join", token=token)["your_seats"] == [1]
    Visitor(house.server, "Zoe").act(table, "join", seat=2)
    assert ana.try_command(table, "remove", seat=1) == (409, "invalid-state")


def test_a_removed_person_hears_no_more_and_their_link_is_void(house: House) -> None:
    ana, ben = Visitor(house.server), Visitor(house.server, "Ben")
    made = ana.table(MINE, OPEN, OPEN)
    table, token = made["id"], made["links"]["seats"]["1"].split("/")[-1]
    ben.act(table, "join", token=token)
    with ben.socket(table) as socket:
        events_until(socket, "seat")
        ana.act(table, "remove", seat=1)
        until_closed(socket)
        assert socket.close_code == 4003
    assert ben.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")
    assert ben.try_command(table, "join", token=token)[1] == "no-such-table"


def test_the_creator_renews_links(house: House) -> None:
    ana, ben, eve = (Visitor(house.server, name) for name in ("Ana", "Ben", "Eve"))
    made = ana.table(MINE, OPEN)
    table = made["id"]
    seat, watch = (
        path.split("/")[-1] for path in (made["links"]["seats"]["1"], made["links"]["watch"])
    )
    eve.act(table, "join", token=watch)
    assert eve.try_command(table, "renew-link")[1] == "not-your-table"
    ana.renew_link(table, seat=1)
    links = ana.renew_link(table)
    assert links == ana.ok("GET", f"/api/tables/{table}/links")
    for old in (seat, watch):
        assert ben.try_command(table, "join", token=old) == (404, "no-such-table")
    assert eve.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")
    eve.act(table, "join", token=links["watch"].split("/")[-1])
    token = links["seats"]["1"].split("/")[-1]
    assert ben.act(table, "join", token=token)["your_seats"] == [1]


def test_the_creator_gives_a_seat_back_to_a_player_who_lost_the_cookie(house: House) -> None:
    ana, ben, table = house.pair(absence_timeout=120)
    assert ben.try_command(table, "transfer-seat", seat=0) == (403, "not-your-table")
    assert ana.try_command(table, "transfer-seat", seat=1) == (409, "still-there")
    house.age(table, 300)
    links = ana.transfer_seat(table, seat=1)
    token = links["seats"]["1"].split("/")[-1]
    # Until someone comes by the link, the seat is its player's.
    assert ben.state(table)["your_seats"] == [1]
    eve = Visitor(house.server, "Eve")
    assert eve.try_command(table, "join", seat=1) == (409, "seat-taken")
    again = Visitor(house.server, "Ben")
    house.age(table, 300)
    state = again.act(table, "join", token=token)
    assert state["your_seats"] == [1] and ben.state(table)["your_seats"] == []
    assert eve.try_command(table, "join", token=token) == (409, "seat-taken")


def test_the_win_is_claimed_over_a_player_who_stays_away_and_not_before(house: House) -> None:
    pair = house.pair(absence_timeout=120)
    table = pair[2]
    _, other, seat = asked_first(pair)
    assert other.try_command(table, "claim-win", seat=seat) == (409, "still-there")
    assert other.try_command(table, "claim-win", seat=1 - seat) == (403, "not-your-seat")
    assert Visitor(house.server, "Eve").try_command(table, "claim-win", seat=seat)[0] == 403
    house.age(table, 300)
    state = other.state(table)
    result = other.act(table, "claim-win", seat=seat)["table"]["result"]
    assert result["reason"] == "absent" and result["ranks"][seat] == 2
    assert state["table"]["status"] == "playing"


def test_who_has_given_up_acts_for_nobody(house: House) -> None:
    ana, ben, eve = (Visitor(house.server, name) for name in ("Ana", "Ben", "Eve"))
    table = ana.table(MINE, OPEN, OPEN, visibility="public", absence_timeout=120)["id"]
    for visitor in (ben, eve):
        visitor.act(table, "join")
    people = [ana, ben, eve]
    seat = int(ana.state(table)["moment"]["turn"]["seat"])
    gone, other = people[(seat + 1) % 3], people[(seat + 2) % 3]
    gone.act(table, "resign")
    house.age(table, 300)
    assert gone.try_command(table, "claim-win", seat=seat) == (403, "not-your-seat")
    assert code(try_substitute(gone, table, seat)) == "not-your-seat"
    assert other.act(table, "claim-win", seat=seat)["table"]["result"]["reason"] == "absent"


def test_in_games_over_days_nobody_is_handed_a_seat_before_a_turns_days_are_over(
    house: House,
) -> None:
    ana, _, table = house.pair(pace=DAYS, absence_timeout=60)
    assert ana.state(table)["table"]["absence_timeout"] == 3 * 86400
    house.age(table, 2 * 86400)
    assert ana.try_command(table, "transfer-seat", seat=1) == (409, "still-there")


def test_where_a_clock_runs_no_win_is_claimed(house: House) -> None:
    for pace in (LIVE, DAYS):
        pair = house.pair(pace=pace)
        _, other, seat = asked_first(pair)
        house.age(pair[2], 3600)
        assert other.try_command(pair[2], "claim-win", seat=seat) == (
            409,
            "invalid-state",
        )


def test_an_empty_seat_is_filled_by_a_bot_while_waiting(house: House) -> None:
    ana, ben = Visitor(house.server), Visitor(house.server, "Ben")
    table = ana.table(MINE, OPEN, OPEN, BOT, visibility="public")["id"]
    ben.act(table, "join", seat=1)
    assert ben.try_command(table, "fill-seat", seat=2, bot="random") == (403, "not-your-table")
    assert ana.try_command(table, "fill-seat", seat=1, bot="random") == (409, "seat-taken")
    assert ana.try_command(table, "fill-seat", seat=2, bot="engine:x") == (400, "unknown-bot")
    state = ana.act(table, "fill-seat", seat=3, bot=None)
    assert state["table"]["seats"][3]["open"]
    state = ana.act(table, "fill-seat", seat=2, bot="beginner")
    assert state["table"]["status"] == "open" and state["table"]["seats"][2]["bot"] == "beginner"
    state = ana.act(table, "fill-seat", seat=3, bot="random")
    assert state["table"]["status"] == "playing"
    assert [seat["bot"] for seat in state["table"]["seats"]] == ["", "", "beginner", "random"]
    wait_until(lambda: ana.state(table)["moment"]["turn"]["seat"] in (0, 1))


def test_an_invitation_tells_what_it_is_before_one_sits_down(house: House) -> None:
    ana = Visitor(house.server)
    made = ana.table(MINE, OPEN, pace=DAYS)
    nobody = Visitor(house.server, None)
    door = f"/api/tables/{made['id']}/invitation"
    token = made["links"]["seats"]["1"].split("/")[-1]
    told = nobody.ok("GET", f"{door}?token={token}")
    assert (told["host"], told["seat"], told["table"]["pace"]) == ("Ana", 1, DAYS)
    assert told["commitment"] == made["state"]["commitment"]
    watch = made["links"]["watch"].split("/")[-1]
    assert nobody.ok("GET", f"{door}?token={watch}")["seat"] is None
    assert nobody.refused("GET", f"{door}?token=x") == (404, "no-such-table")
