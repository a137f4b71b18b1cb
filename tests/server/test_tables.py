"""Tables and seats: making, joining, leaving, conceding, again."""

import random

import httpx

from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor


def test_a_table_without_missing_people_starts_at_once(server: Server) -> None:
    made = Visitor(server).table(MINE, BOT)
    assert made["state"]["table"]["status"] == "playing"
    assert made["state"]["moment"]["turn"]["kind"] in ("choose", "over")
    assert made["state"]["secret"] is None and len(made["state"]["commitment"]) == 64


def test_a_friend_joins_by_a_secret_link_and_the_match_starts(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN)
    assert made["state"]["table"]["status"] == "open"
    token = made["links"]["seats"]["1"].split("/")[-1]
    state = ben.act(made["id"], "join", token=token)
    assert state["table"]["status"] == "playing"
    assert state["your_seats"] == [1]
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ana", "Ben"]
    assert ben.state(made["id"])["commitment"] == made["state"]["commitment"]


def test_links_are_recovered_by_whoever_created_the_table_and_nobody_else(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN, visibility="public")
    assert ana.ok("GET", f"/api/tables/{made['id']}/links") == made["links"]
    assert ben.refused("GET", f"/api/tables/{made['id']}/links") == (403, "not-your-table")


def test_a_private_table_is_seen_by_a_watch_link_only(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, BOT)
    table = made["id"]
    assert ben.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")
    token = made["links"]["watch"].split("/")[-1]
    state = ben.act(table, "join", token=token)
    assert state["your_seats"] == []
    assert ben.state(table)["table"]["id"] == table
    assert ben.try_command(table, "join", token="x") == (403, "bad-link")


def test_an_open_seat_of_a_public_table_is_claimed_from_the_lobby(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    hidden = ana.table(MINE, OPEN)["id"]
    shown = [info["id"] for info in ben.ok("GET", "/api/tables?show=open")["tables"]]
    assert table in shown and hidden not in shown
    assert ben.try_command(hidden, "join", seat=1) == (404, "no-such-table")
    ben.act(table, "join", seat=1)
    carl = Visitor(server, "Carl")
    assert carl.try_command(table, "join", seat=1) == (409, "seat-taken")
    mine = ben.ok("GET", "/api/tables?show=mine")["tables"]
    assert [info["id"] for info in mine] == [table]


def test_several_seats_on_one_device_take_turns(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(MINE | {"name": "Ana"}, MINE | {"name": "Zoe"})
    luck = random.Random(3)
    seen: set[int] = set()
    for _ in range(12):
        seen.add(ana.state(made["id"])["moment"]["turn"]["seat"])
        ana.step(made["id"], luck)
    assert seen == {0, 1}


def test_a_name_can_change_at_one_table(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    state = ana.act(table, "rename", name="Queen  Ana")
    assert state["table"]["seats"][0]["name"] == "Queen Ana"
    assert ana.ok("GET", "/api/me")["name"] == "Ana"


def test_conceding_against_one_other_ends_the_match_and_loses_it(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    state = ana.act(table, "resign")
    assert state["table"]["status"] == "over"
    assert state["table"]["result"]["reason"] == "conceded"
    assert state["table"]["result"]["ranks"] == [2, 1]
    deal = ana.ok("GET", f"/api/tables/{table}/deal")
    assert deal["verified"] is True


def test_among_three_a_bot_plays_on_for_whoever_concedes(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN, BOT, visibility="public")
    ben.act(made["id"], "join")
    state = ana.act(made["id"], "resign")
    assert state["table"]["status"] == "playing"
    assert state["table"]["seats"][0]["resigned"] and state["table"]["seats"][0]["bot"]


def test_aborting_is_for_before_the_first_move(server: Server) -> None:
    ana = Visitor(server)
    early, late = ana.table(MINE, MINE)["id"], ana.table(MINE, MINE)["id"]
    ana.step(late, random.Random(1))
    assert ana.act(early, "abort")["table"]["status"] == "aborted"
    assert ana.try_command(late, "abort") == (409, "invalid-state")


def test_a_rematch_rotates_the_seats_and_is_made_once(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN, visibility="public")
    ben.act(made["id"], "join")
    ben.act(made["id"], "resign")
    again = ben.rematch(made["id"])
    assert [seat["name"] for seat in ben.state(again)["table"]["seats"]] == ["Ben", "Ana"]
    assert ana.state(made["id"])["table"]["rematch"] == again
    assert ana.rematch(made["id"]) == again
    assert ana.state(again)["table"]["status"] == "playing"


def test_a_bot_takes_over_an_abandoned_seat_and_gives_it_back(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(OPEN, MINE, visibility="public")
    table = made["id"]
    ben.act(table, "join")
    ben.act(table, "leave")
    state = ana.act(table, "substitute", seat=0, bot="random")
    assert state["table"]["seats"][0]["substitute"]
    state = ben.act(table, "join", seat=0)
    assert not state["table"]["seats"][0]["substitute"] and state["your_seats"] == [0]
    assert state["table"]["seats"][0]["name"] == "Ben"


def test_a_stand_in_moves_until_its_person_is_back(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN, visibility="public")
    table = made["id"]
    ben.act(table, "join")
    luck = random.Random(6)
    ben.substitute(table, 1, "random", ana)
    while ana.state(table)["moment"]["turn"]["seat"] == 0:
        ana.step(table, luck)
    wait_until(lambda: ana.state(table)["moment"]["turn"]["seat"] == 0)
    events = ana.ok("GET", f"/api/tables/{table}/events")["events"]
    assert any(e["kind"] == "steps" and e["data"]["seat"] == 1 for e in events)
    state = ben.act(table, "substitute", seat=1, bot=None)
    assert not state["table"]["seats"][1]["substitute"]
    while ana.state(table)["moment"]["turn"]["seat"] == 0:
        ana.step(table, luck)
    assert ben.state(table)["table"]["your_turn"]
    ben.step(table, luck)
    refusal = ben.try_command(table, "substitute", seat=1, bot="engine:x")
    assert refusal == (400, "unknown-bot")


def test_a_guest_is_known_by_a_cookie_that_pages_cannot_read(server: Server) -> None:
    header = (
        httpx.put(server.url + "/api/me", json={"name": "Eve"}, timeout=TIMEOUT)
        .headers["set-cookie"]
        .lower()
    )
    assert "httponly" in header and "samesite=lax" in header
