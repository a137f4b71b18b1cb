"""Puzzles on a server: without an account, without a search, and without telling too soon."""

from rondel.puzzles import shipped

from .playing import Server, Visitor


def test_a_stranger_solves_a_puzzle_and_is_told_why_only_then(server: Server) -> None:
    eve = Visitor(server, None)
    listed = eve.ok("GET", "/api/puzzles/finca")["puzzles"]
    assert len(listed) >= 200
    assert {puzzle["difficulty"] for puzzle in listed} == {"easy", "medium", "hard"}
    chosen = next(p for p in shipped("finca").values() if len(p.solution) > 1)
    path = f"/api/puzzles/finca/{chosen.id}"
    start = eve.ok("GET", path)
    assert start["id"] == chosen.id
    assert start["moment"]["turn"]["seat"] == start["seat"]
    assert "solution" not in start and "themes" not in start
    begun = eve.ok("POST", path, {"steps": chosen.solution[:1]})
    assert not begun["whole"] and not begun["solved"]
    assert not begun["solution"] and not begun["themes"]
    assert begun["moment"]["turn"]["seat"] == start["seat"]
    wrong = eve.ok("POST", path, {"steps": chosen.rivals[0].steps})
    assert wrong["whole"] and not wrong["solved"]
    assert wrong["loss"] == chosen.rivals[0].loss
    assert wrong["solution"] == chosen.solution
    right = eve.ok("POST", path, {"steps": chosen.solution})
    assert right["whole"] and right["solved"] and right["loss"] == 0
    assert right["themes"] == chosen.themes and right["margin"] == chosen.margin
    assert len(right["narration"]) == len(chosen.solution)
    given_up = eve.ok("POST", path, {"steps": [], "give_up": True})
    assert given_up["solution"] == chosen.solution and not given_up["solved"]


def test_what_is_no_puzzle_or_no_turn_of_it_is_refused(server: Server) -> None:
    eve = Visitor(server, None)
    chosen = next(iter(shipped("finca").values()))
    path = f"/api/puzzles/finca/{chosen.id}"
    assert eve.refused("GET", "/api/puzzles/chess") == (404, "unknown-game")
    for puzzle in ("nothing", chosen.id[:-1], "🦆"):
        assert eve.refused("GET", f"/api/puzzles/finca/{puzzle}") == (404, "no-such-puzzle")
    assert eve.refused("GET", "/api/puzzles/finca/..%2f..%2fetc")[0] == 404
    for steps, status, code in (
        (["place 3"], 422, "illegal-step"),
        (["walk away"], 400, "unreadable-step"),
        ([*chosen.solution, "place 1"], 403, "not-your-turn"),
        (["move 1"] * 65, 400, "bad-request"),
        ("move 1", 400, "bad-request"),
        ([None], 400, "bad-request"),
    ):
        assert eve.refused("POST", path, {"steps": steps}) == (status, code), steps
