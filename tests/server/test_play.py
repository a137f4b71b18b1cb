"""Playing: steps, trying, taking back, keys, simultaneous writers, bots."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.waiting import wait_until

from .playing import BOT, MINE, Server, Visitor, hot_seat, pair


def actions(visitor: Visitor, table: str) -> list[str]:
    return [action["text"] for action in visitor.state(table)["moment"]["turn"]["actions"]]


def two_people(server: Server) -> tuple[Visitor, Visitor, str]:
    ana, ben, table = pair(server)
    return ana, ben, table


def asked(pair: tuple[Visitor, Visitor], table: str) -> tuple[Visitor, Visitor]:
    """Return the visitor to move, and the other."""
    ana, ben = pair
    return (ana, ben) if ana.state(table)["moment"]["turn"]["seat"] == 0 else (ben, ana)


def test_a_step_is_made_and_the_answer_carries_the_new_state(server: Server) -> None:
    ana, table = hot_seat(server)
    before = ana.state(table)
    played = ana.play(table, actions(ana, table)[0], seat=before["moment"]["turn"]["seat"])
    assert played["state"]["sequence"] > before["sequence"]
    assert played["state"]["moment"]["steps"] > before["moment"]["steps"]
    assert played["state"] == ana.state(table)


def test_a_step_may_be_sent_as_a_structure(server: Server) -> None:
    ana, table = hot_seat(server)
    turn = ana.state(table)["moment"]["turn"]
    played = ana.play(table, turn["actions"][0]["step"], seat=turn["seat"])
    told = ana.ok(
        "GET", f"/api/tables/{table}/story?since={played['state']['table']['steps'] - 1}"
    )["narration"]
    assert told[0]["text"] == turn["actions"][0]["text"]
    assert told[0]["story"]


def test_trying_changes_nothing_and_shows_the_outcome(server: Server) -> None:
    ana, table = hot_seat(server)
    before = ana.state(table)
    text = actions(ana, table)[0]
    tried = ana.ok("POST", f"/api/tables/{table}/preview", {"steps": [text]})
    assert tried["moment"]["steps"] == before["moment"]["steps"] + 1
    assert tried["narration"][0]["text"] == text
    assert ana.state(table) == before


def test_wrong_steps_are_refused_by_name_and_leave_the_table_alone(server: Server) -> None:
    ana, ben, table = two_people(server)
    mover, other = asked((ana, ben), table)
    before = mover.state(table)
    good, after = actions(mover, table)[0], before["sequence"]
    assert mover.try_command(table, "play", after=after, steps=["fly away"]) == (
        400,
        "unreadable-step",
    )
    wrong = mover.ask_command(table, "play", after=after, steps=["move 3"])
    assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal-step")
    assert wrong.json()["fields"]["reason"]["key"] == "why-not-now"
    assert other.try_command(table, "play", after=after, steps=[good]) == (403, "not-your-turn")
    stranger = Visitor(server, "Eve")
    assert stranger.try_command(table, "play", after=after, steps=[good]) == (
        403,
        "not-your-seat",
    )
    stale = mover.ask_command(table, "play", after=after - 1, steps=[good])
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-step")
    assert stale.json()["fields"]["state"]["sequence"] == after
    assert mover.state(table) == before


def test_a_key_sent_again_is_answered_but_not_played_again(server: Server) -> None:
    ana, table = hot_seat(server)
    state = ana.state(table)
    seat, texts = state["moment"]["turn"]["seat"], actions(ana, table)
    body = {"after": state["sequence"], "steps": [texts[0]], "seat": seat, "key": "k1"}
    first = ana.command(table, "play", **body)
    again = ana.command(table, "play", **body)
    assert again == first
    other = body | {"steps": [texts[1]]}
    assert ana.try_command(table, "play", **other) == (422, "idempotency-conflict")
    fresh = body | {"after": again["state"]["sequence"], "seat": None}
    fresh["steps"] = [actions(ana, table)[0]]
    assert ana.try_command(table, "play", **fresh) == (422, "idempotency-conflict")
    eve = Visitor(server, "Eve")
    assert eve.try_command(table, "play", **body)[0] == 404


def test_exactly_one_of_many_simultaneous_writers_wins(server: Server) -> None:
    ana, table = hot_seat(server)
    state = ana.state(table)
    seat, texts = state["moment"]["turn"]["seat"], actions(ana, table)

    def write(number: int) -> Any:
        body = {"after": state["sequence"], "steps": [texts[number % len(texts)]], "seat": seat}
        return ana.ask_command(table, "play", **body)

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(write, range(12)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["code"] == "stale-step"
            assert answer.json()["fields"]["state"]["sequence"] > state["sequence"]


def test_ones_own_last_step_is_taken_back_freely(server: Server) -> None:
    ana, ben, table = two_people(server)
    mover, other = asked((ana, ben), table)
    before = mover.state(table)
    played = mover.play(table, actions(mover, table)[0])
    undone = mover.command(table, "undo", after=played["state"]["sequence"])
    assert undone["state"]["table"]["steps"] == before["moment"]["steps"]
    assert undone["state"]["sequence"] > played["state"]["sequence"]
    assert undone["state"]["moment"] == before["moment"]
    refusal = other.try_command(table, "undo", after=undone["state"]["sequence"])
    assert refusal == (409, "nothing-to-undo")


def play_until_other_moved(pair: tuple[Visitor, Visitor], table: str) -> tuple[Visitor, Visitor]:
    """Return the first mover's step can now only be taken back past the other's."""
    mover, other = asked(pair, table)
    seat = mover.state(table)["your_seats"][0]
    luck = random.Random(4)
    while mover.state(table)["moment"]["turn"]["seat"] == seat:
        mover.step(table, luck)
    other.step(table, luck)
    return mover, other


def test_past_the_others_steps_one_takes_back_by_consent_only(server: Server) -> None:
    ana, ben, table = two_people(server)
    mover, other = play_until_other_moved((ana, ben), table)
    before = mover.state(table)
    body = {"after": before["sequence"], "seat": before["your_seats"][0]}
    waiting = mover.command(table, "undo", **body)["state"]
    assert waiting["moment"] == before["moment"]
    assert waiting["undo_request"]["waits"] == other.state(table)["your_seats"]
    assert mover.try_command(table, "answer-undo", yes=True)[0] == 403
    refused = other.act(table, "answer-undo", yes=False)
    assert refused["undo_request"] is None and refused["moment"] == before["moment"]
    mover.command(table, "undo", **body)
    agreed = other.act(table, "answer-undo", yes=True)
    assert agreed["moment"]["steps"] < before["moment"]["steps"]
    assert agreed["moment"]["turn"]["seat"] == before["your_seats"][0]
    mover.play(table, actions(mover, table)[0])


def test_once_chance_has_spoken_one_takes_back_by_consent_only(server: Server) -> None:
    ana, ben, table = two_people(server)
    luck = random.Random(12)
    while True:
        mover, other = asked((ana, ben), table)
        played = mover.step(table, luck)
        event = mover.ok("GET", f"/api/tables/{table}/events?since={played['event'] - 1}")
        data = event["events"][0]["data"]
        if len(data["steps"]) > data["own"] and played["state"]["table"]["status"] == "playing":
            break
    body = {"after": played["state"]["sequence"], "seat": data["seat"]}
    waiting = mover.command(table, "undo", **body)["state"]
    assert waiting["undo_request"]["seat"] == data["seat"]
    assert waiting["moment"]["steps"] == played["state"]["table"]["steps"]
    agreed = other.act(table, "answer-undo", yes=True)
    assert agreed["moment"]["steps"] == data["length"] - len(data["steps"])
    assert agreed["moment"]["turn"]["seat"] == data["seat"]
    again = mover.play(table, *data["steps"][: data["own"]])
    assert again["state"]["table"]["steps"] == played["state"]["table"]["steps"]


def test_a_turn_is_begun_anew_at_once(server: Server) -> None:
    ana, table = hot_seat(server)
    luck = random.Random(13)
    while True:
        before = ana.state(table)
        seat = before["moment"]["turn"]["seat"]
        made = 0
        while ana.state(table)["moment"]["turn"]["seat"] == seat:
            played = ana.step(table, luck)
            made += 1
            if made == 2 and played["state"]["table"]["steps"] == before["moment"]["steps"] + 2:
                body = {"after": played["state"]["sequence"], "what": "turn", "seat": seat}
                undone = ana.command(table, "undo", **body)
                assert undone["state"]["moment"] == before["moment"]
                return


def test_a_whole_match_against_a_bot_ends_and_its_deal_is_proved(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(MINE, BOT)
    table, luck = made["id"], random.Random(5)
    while True:
        state = ana.state(table)
        if state["table"]["status"] == "over":
            break
        if state["table"]["your_turn"]:
            ana.step(table, luck)
    assert state["table"]["result"]["ranks"]
    assert ana.ok("GET", f"/api/tables/{table}/deal")["verified"] is True
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    assert f"commitment: {made['state']['commitment']}" in record
    from rondel.match import verify

    match, proved = verify(record)
    assert proved and list(match.position.scores) == state["table"]["result"]["scores"]


def test_bots_play_a_match_among_themselves_with_nobody_looking(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(BOT, BOT, BOT)["id"]
    wait_until(lambda: ana.state(table)["table"]["status"] == "over")


def test_time_that_runs_out_gives_the_match_away(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(MINE, MINE, pace={"kind": "live", "seconds": 2, "increment": 1})
    clock = made["state"]["clock"]
    seat = made["state"]["moment"]["turn"]["seat"]
    assert clock["running"] == seat and clock["seconds"][1 - seat] == 2
    assert clock["seconds"][seat] <= 2 and clock["deadline"] is not None
    wait_until(lambda: ana.state(made["id"])["table"]["status"] == "over")
    result = ana.state(made["id"])["table"]["result"]
    assert result["reason"] == "timed-out" and result["ranks"][seat] == 2


def test_every_earlier_moment_can_be_seen_again(server: Server) -> None:
    ana, table = hot_seat(server)
    moments: list[Any] = []
    luck = random.Random(6)
    for _ in range(6):
        moments.append(ana.state(table)["moment"])
        ana.step(table, luck)
    for moment in moments:
        seen = ana.ok("GET", f"/api/tables/{table}/at/{moment['steps']}")
        assert seen["moment"] == moment
    assert ana.refused("GET", f"/api/tables/{table}/at/5000") == (409, "invalid-state")


def test_a_stronger_bot_plays_a_match_to_its_end(sqlite_server: Server) -> None:
    ana = Visitor(sqlite_server)
    table = ana.table(BOT, {"kind": "bot", "bot": "skilled"})["id"]
    wait_until(lambda: ana.state(table)["table"]["status"] == "over", 300)
    assert ana.state(table)["table"]["result"]["ranks"] in ([1, 2], [2, 1], [1, 1])
    thought = r'rondel_bot_seconds_count\{bot="skilled"\} (\d+)'
    found = re.search(thought, ana.metrics())
    assert found and int(found[1]) > 10
