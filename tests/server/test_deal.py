"""Deal: players add to the luck after the dealer is bound, and the record proves it."""

from rondel.match import VerifiableRandom, verify

from .playing import BOT, MINE, OPEN, Server, Visitor, pair

FIRST, SECOND = "ab" * 16, "cd" * 32


def dealt(visitor: Visitor, table: str) -> list[str]:
    events = visitor.ok("GET", f"/api/tables/{table}/events")["events"]
    started = next(event["data"] for event in events if event["kind"] == "started")
    return list(started["steps"])


def test_each_person_adds_to_the_luck_once_the_commitment_is_shown(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN)
    table, commitment = made["id"], made["state"]["commitment"]
    ana.act(table, "ready", nonce=FIRST)
    again = ana.try_command(table, "ready", nonce=SECOND)
    assert again == (409, "invalid-state")
    token = made["links"]["seats"]["1"].split("/")[-1]
    shown = ben.ok("GET", f"/api/tables/{table}/invitation?token={token}")
    assert shown["commitment"] == commitment
    state = ben.act(table, "join", token=token, nonce=SECOND)
    assert state["table"]["status"] == "playing" and state["nonces"] == [FIRST, SECOND]
    ben.act(table, "resign")
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    match, proven = verify(record)
    assert proven and isinstance(match.dealer, VerifiableRandom)
    assert match.dealer.nonces == (FIRST, SECOND) and match.dealer.commitment == commitment
    assert ana.ok("GET", f"/api/tables/{table}/deal")["verified"] is True


def test_a_table_that_is_full_at_once_waits_for_its_makers_nonce_if_asked(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(BOT, MINE, wait=True)
    table = made["id"]
    assert made["state"]["table"]["status"] == "open"
    assert [seat["ready"] for seat in made["state"]["table"]["seats"]] == [True, False]
    state = ana.act(table, "ready", nonce=FIRST)
    assert state["table"]["status"] == "playing" and state["nonces"] == ["", FIRST]
    late = ana.try_command(table, "ready", nonce=SECOND)
    assert late == (409, "invalid-state")
    ana.act(table, "resign")
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    assert f"nonces: - {FIRST}\n" in record and verify(record)[1]
    first = record.partition("\n\n")[2].splitlines()[:10]
    assert first == dealt(ana, table)[:10]


def test_a_nonce_leaves_with_its_person_and_none_is_told_before_the_start(server: Server) -> None:
    ana, ben, eve = (Visitor(server, name) for name in ("Ana", "Ben", "Eve"))
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    state = ben.act(table, "join", seat=1, nonce=FIRST)
    assert state["nonces"] == []
    events = ana.ask("GET", f"/api/tables/{table}/events").text
    assert FIRST not in events
    ben.act(table, "leave")
    eve.act(table, "join", seat=1)
    state = ben.act(table, "join", seat=2, nonce=SECOND)
    assert state["nonces"] == ["", "", SECOND]


def test_what_is_no_nonce_is_refused(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(BOT, MINE, wait=True)["id"]
    for nonce in ("", "xyz", "A" * 32, "a" * 31, "a" * 65, 7, "ab" * 16 + "\n"):
        body = {"nonce": nonce}
        assert ana.try_command(table, "ready", **body)[0] == 400, nonce
    eve = Visitor(server, "Eve")
    assert eve.try_command(table, "ready", nonce=FIRST)[0] == 404


def test_who_agrees_to_a_rematch_can_add_to_its_luck(server: Server) -> None:
    ana, ben, table = pair(server)
    ben.act(table, "resign")
    again = ben.rematch(table, wait=True)
    ben.act(again, "ready", nonce=FIRST)
    state = ana.act(again, "ready", nonce=SECOND)
    assert state["table"]["status"] == "playing" and state["nonces"] == [FIRST, SECOND]
