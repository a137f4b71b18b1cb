"""Views: complete boards, and previews that come true."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest

from rondel.core import Position
from rondel.games.milestones.actions import Go, House, Market, Sack, SackFor, Street, To, Via
from rondel.games.milestones.map import workers_of
from rondel.games.milestones.tests import busy
from rondel.games.milestones.tests.table import (
    EDITION,
    GOODS,
    KINDS,
    STOPS,
    held,
    milestones,
    play,
    table,
    with_bush,
)
from rondel.games.milestones.view import DUTIES, Build, View, Visit

EVERY_COUNT = pytest.mark.parametrize("players", milestones.players)
EVERY = 5
"""Interval of the positions of a game that are examined."""


@cache
def moments(players: int) -> list[Position]:
    """Return positions of an eventful game: the whole set-up, then some, and the end."""
    every = busy.positions(players)
    return [*every[:40], *every[40:-1:EVERY], every[-1]]


@cache
def views(players: int) -> list[View]:
    return [position.view for position in moments(players)]


@cache
def documents(players: int) -> list[Any]:
    """Return the game as a client sees it: plain JSON, nothing else."""
    return [msgspec.json.decode(msgspec.json.encode(seen)) for seen in views(players)]


def seen_at(position: Position, duty: str) -> View:
    seen: View = position.view
    assert seen.duty == duty
    return seen


@EVERY_COUNT
def test_the_view_survives_writing_and_reading(players: int) -> None:
    for seen in views(players):
        assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


def test_the_view_has_a_schema_in_which_every_choice_of_words_is_listed() -> None:
    schema = msgspec.json.schema(View)["$defs"]
    assert schema["View"]["properties"]["duty"]["enum"] == sorted(DUTIES)
    assert schema["Worker"]["properties"]["kind"]["enum"] == sorted(KINDS)
    assert schema["Space"]["properties"]["stop"]["enum"] == sorted(STOPS)


@EVERY_COUNT
def test_parts_recount_from_the_view(players: int) -> None:
    for seen in documents(players):
        on_map = {
            "sections": sum(vertex["milestone"] for vertex in seen["vertices"]),
            "houses": sum(triangle["house"] for triangle in seen["triangles"]),
            "markets": sum(vertex["market"] for vertex in seen["vertices"]),
            "sacks": sum(vertex["sack"] for vertex in seen["vertices"]),
        }
        listed = {
            "sections": len(seen["sections"]),
            "houses": len(seen["houses"]),
            "markets": len(seen["markets"]),
            "sacks": sum(market["supplier"] is not None for market in seen["markets"]),
        }
        assert on_map == listed
        for part, count in seen["supply"].items():
            assert count + listed[part] == EDITION.facts[part]


@EVERY_COUNT
def test_the_road_network_recounts_from_its_sections(players: int) -> None:
    for seen in documents(players):
        vertices = {vertex["name"]: vertex for vertex in seen["vertices"]}
        road: set[Any] = {"a1"}
        ends: set[Any] = set()
        for section in seen["sections"]:
            ends.discard(section["start"])
            ends.add(section["end"])
            road |= {section["milestone"], section["end"]}
            assert vertices[section["milestone"]]["milestone"]
        ends -= {market["vertex"] for market in seen["markets"]}
        assert {name for name, vertex in vertices.items() if vertex["road"]} == road
        assert {name for name, vertex in vertices.items() if vertex["free_end"]} == ends
        for vertex in vertices.values():
            assert vertex["uncovered"] == (not vertex["milestone"] and not vertex["market"])


@EVERY_COUNT
def test_bonus_tiles_recount_by_kind(players: int) -> None:
    for seen in documents(players):
        if seen["duty"] == "bonus":
            continue
        tiles: Counter[str] = Counter(seen["lost_bonus_tiles"])
        tiles.update(t["bonus_tile"] for t in seen["triangles"] if t["bonus_tile"])
        for player in seen["players"]:
            tiles.update(s["worker"]["kind"] for s in player["spaces"] if s["bonus_tile"])
        assert tiles == dict.fromkeys(KINDS, 3)


@EVERY_COUNT
def test_unseen_tiles_are_those_that_lie_nowhere(players: int) -> None:
    box = Counter(workers_of(EDITION.facts["map"]))
    for seen in documents(players):
        unseen = Counter({entry["tile"]["name"]: entry["count"] for entry in seen["unseen"]})
        assert unseen.total() == seen["pile"]
        face_up = [*seen["display"], *seen["starting_row"], seen["left_over"], seen["tile"]]
        lying = Counter(tile["name"] for tile in face_up if tile)
        assert unseen + lying <= box
        if not any(space["worker"] for player in seen["players"] for space in player["spaces"]):
            assert unseen + lying == box


@EVERY_COUNT
def test_points_recount_from_what_was_built(players: int) -> None:
    for position, seen in zip(moments(players), documents(players), strict=True):
        numbers = {vertex["name"]: vertex["number"] for vertex in seen["vertices"]}
        for player in seen["players"]:
            seat, score = player["seat"], dict(player["score"])
            streets = [s["milestone"] for s in seen["sections"] if s["builder"] == seat]
            assert score["streets"] == sum(numbers[vertex] for vertex in streets)
            stalls = [m["vertex"] for m in seen["markets"] if m["builder"] == seat]
            assert score["markets"] == sum(numbers[vertex] for vertex in stalls)
            total = score.pop("total")
            assert total == sum(score.values()) == position.scores[seat]
            assert player["place"] == position.ranks[seat]
            late = 0 if seen["duty"] == "over" else score["majorities"]
            assert player["points"] == total - late == position.table.scores[seat]


@EVERY_COUNT
def test_majorities_add_up_to_what_each_seat_would_gain(players: int) -> None:
    for seen in documents(players):
        for player in seen["players"]:
            seat = player["seat"]
            gained = sum(compared["points"][seat] for compared in seen["majorities"])
            assert gained == player["score"]["majorities"]
            for compared in seen["majorities"]:
                own = [s for s in player["spaces"] if s["worker"]]
                counted = [s for s in own if s["worker"]["kind"] == compared["kind"]]
                strength = len(counted) + sum(space["bonus_tile"] for space in counted)
                assert compared["strengths"][seat] == strength


@EVERY_COUNT
def test_boards_goods_and_pawns_are_those_of_the_table(players: int) -> None:
    for position, seen in zip(moments(players), views(players), strict=True):
        for seat, player in enumerate(seen.players):
            assert tuple(space.stop for space in player.spaces) == STOPS
            assert player.pawn == STOPS[position.table.pawns[seat]]
            assert player.goods == dict(zip(GOODS, position.table.goods[seat], strict=True))
            covered = [space.covered for space in player.spaces[1:9]]
            assert covered == (position.table.workers[seat] == -2).tolist()


@EVERY_COUNT
def test_the_duty_says_which_steps_are_offered(players: int) -> None:
    offered: dict[str, set[str]] = {
        "bonus": {"lay-bonus"},
        "turn-up": {"turn-up"},
        "refill": {"turn-up"},
        "draft": {"draft"},
        "lay-first": {"lay"},
        "move": {"go"},
        "trade": {"hire", "buy", "sell", "done"},
        "works": {"street", "house", "market", "done"},
        "take": {"take", "leave"},
        "mill": {"sack", "sack-for", "done"},
        "over": set(),
    }
    duties: set[str] = set()
    for position in busy.positions(players):
        duty = "over" if position.is_over else DUTIES[int(position.table.duty)]
        steps = [position.edition.steps.step(number) for number, _ in position.legal_steps]
        tags = {str(step.__struct_config__.tag) for step in steps}
        assert tags <= offered.get(duty, {duty})
        duties.add(duty)
    assert duties == set(DUTIES)
    for position, seen in zip(moments(players), views(players), strict=True):
        assert (seen.seat, seen.mover) == (position.seat, position.table.mover)
        assert seen.duty == ("over" if position.is_over else DUTIES[int(position.table.duty)])


def check_visit(before: Position, number: int, visit: Visit) -> None:
    """Check that a preview predicted the effects of a visit."""
    mover, after = before.table.mover, before.after(number)
    gains = after.table.goods[mover] - before.table.goods[mover]
    assert {good: gain for good, gain in zip(GOODS, gains, strict=True) if gain} == visit.gains
    points = after.table.points[mover, :6] - before.table.points[mover, :6]
    assert points.sum() == visit.points
    discards = 0
    while DUTIES[after.table.duty] == "discard":
        after = after.after(after.legal_steps[0][0])
        discards += 1
    assert discards == visit.discards
    assert visit.covers == (DUTIES[after.table.duty] == "cover")
    awaits = DUTIES[int(before.after(number).table.duty)]
    assert visit.awaits == (None if awaits == "move" else awaits)


@EVERY_COUNT
def test_every_space_yields_what_its_preview_says(players: int) -> None:
    told = Counter[str]()
    for before, seen in zip(moments(players), views(players), strict=True):
        if seen.duty != "move":
            continue
        steps = {n: before.edition.steps.step(n) for n, _ in before.legal_steps}
        stops = {n: step.stop for n, step in steps.items() if isinstance(step, Go)}
        previews = {visit.stop: visit for visit in seen.players[seen.mover].visits}
        assert list(stops.values()) == list(previews)
        for number, stop in stops.items():
            check_visit(before, number, previews[stop])
            told.update(previews[stop].gains)
            told["point"] += previews[stop].points
            told["discard"] += previews[stop].discards
    assert all(told[what] for what in (*GOODS, "point", "discard"))


@EVERY_COUNT
def test_everybody_sees_what_they_would_get_were_it_their_move(players: int) -> None:
    for before, seen in zip(moments(players)[60::9], views(players)[60::9], strict=True):
        if seen.duty != "move":
            continue
        for seat, player in enumerate(seen.players):
            state = before.state.copy()
            state["seat"] = state["mover"] = seat
            turned = Position(milestones, EDITION, state)
            assert turned.view.players[seat].visits == player.visits
            assert {visit.stop for visit in player.visits} == {
                before.edition.steps.step(number).stop  # type: ignore[attr-defined]
                for number, _ in turned.legal_steps
            }


@EVERY_COUNT
def test_the_trading_house_pays_whoever_the_view_says_it_would(players: int) -> None:
    paid = Counter[bool]()
    for seen in views(players):
        for player in seen.players:
            for visit in player.visits:
                if visit.stop == "trading-house":
                    assert visit.gains == ({"coin": 1} if player.ascending else {})
                    paid[player.ascending] += 1
    assert paid[True] and paid[False]


def check_build(before: Position, number: int, build: Build) -> None:
    """Check that a preview predicted the price and the effects of a build."""
    mover, after = before.table.mover, before.after(number)
    changes = dict(zip(GOODS, after.table.goods[mover] - before.table.goods[mover], strict=True))
    assert {good: -n for good, n in changes.items() if n < 0} == build.pays
    assert {good: n for good, n in changes.items() if n > 0} == build.gains
    points = after.table.points[mover, :6] - before.table.points[mover, :6]
    assert points.sum() == build.points
    assert after.view.offered == build.bonus_tiles
    assert after.view.must_take == build.must_take


def built(position: Position) -> dict[tuple[str, ...], tuple[Position, int]]:
    """Return all builds by legal steps: what and where, with the last step before it."""
    found: dict[tuple[str, ...], tuple[Position, int]] = {}
    for number, _ in position.legal_steps:
        match position.edition.steps.step(number):
            case House(place):
                found["house", place] = position, number
            case Market(place):
                found["market", place] = position, number
            case Sack(place) | SackFor(place):
                points = position.after(number).table.sack_points[position.table.sacks]
                found["sack", place, str(points)] = position, number
            case Street() | Via():
                found.update(built(position.after(number)))
            case To(end):
                plan = position.view.plan
                assert plan is not None and plan.milestone is not None
                found["street", plan.milestone, plan.start, end] = position, number
            case _:
                pass
    return found


def test_parts_cost_what_the_prices_say() -> None:
    built: set[str] = set()
    for seen in (seen for players in milestones.players for seen in views(players)):
        for build in seen.builds:
            assert build.pays == seen.prices.parts[build.part]
            built.add(build.part)
    assert built == set(views(2)[0].prices.parts)


@EVERY_COUNT
def test_at_the_trading_house_coins_go_by_the_prices(players: int) -> None:
    every = busy.positions(players)
    seen: set[int] = set()
    for before, after in pairwise(every):
        if before.seat is None or before.view.duty != "trade":
            continue
        then, now = (one.view.players[before.seat].goods["coin"] for one in (before, after))
        seen.add(now - then)
    prices = every[0].view.prices
    assert seen == {0, 1, -prices.hire, -prices.buy}


@EVERY_COUNT
def test_every_build_costs_and_brings_what_its_preview_says(players: int) -> None:
    told = Counter[str]()
    duties = ("works", "via", "to", "mill")
    building = [p for p in busy.positions(players) if DUTIES[p.table.duty] in duties]
    for before in building[::3]:
        previews: dict[tuple[Any, ...], Any] = {}
        for build in before.view.builds:
            for end in build.ends or ("",):
                points = str(build.points) if build.part == "sack" else ""
                key = tuple(filter(None, (build.part, build.place, build.start, end, points)))
                assert key not in previews
                previews[key] = build
        steps = built(before)
        assert steps.keys() == previews.keys()
        for key, (position, number) in steps.items():
            check_build(position, number, previews[key])
            told[previews[key].part] += 1
            told["bonus tile"] += len(previews[key].bonus_tiles)
    assert all(told[what] for what in ("street", "house", "market", "sack", "bonus tile"))


@EVERY_COUNT
def test_nothing_is_foretold_of_builds_where_none_is_possible(players: int) -> None:
    for seen in views(players):
        if seen.duty not in ("works", "via", "to", "mill"):
            assert seen.builds == ()
        assert bool(seen.changes) == (seen.duty in ("lay", "lay-first", "cover"))


@EVERY_COUNT
def test_laying_and_covering_change_the_board_as_foretold(players: int) -> None:
    lost = 0
    changing = [p for p in busy.positions(players) if DUTIES[p.table.duty] in ("lay", "cover")]
    for before in changing:
        mover, seen = before.table.mover, before.view
        assert len(seen.changes) == len(before.legal_steps)
        for change, (number, _) in zip(seen.changes, before.legal_steps, strict=True):
            after = before.after(number).view
            old, new = seen.players[mover].spaces, after.players[mover].spaces
            width = 2 if seen.duty == "lay" else 1
            gone = [space for space in old[change.space : change.space + width] if space.worker]
            assert tuple(space.worker for space in gone) == change.workers
            tiles = tuple(s.worker.kind for s in gone if s.bonus_tile and s.worker)
            assert tiles == change.bonus_tiles
            assert after.players[mover].ascending == change.ascending
            touched = {n.stop for o, n in zip(old, new, strict=True) if o != n}
            assert touched <= {str(change.space), str(change.space + width - 1)}
            lost += len(tiles)
    assert lost


def test_the_map_lies_as_its_file_says() -> None:
    seen: View = milestones.start(2).view
    places = {vertex.name: vertex for vertex in seen.vertices}
    assert len(places) == 59
    assert (places["a1"].x, places["a1"].y, places["a1"].number) == (1, 0, None)
    assert (places["c4"].row, places["c4"].column) == ("c", 4)
    assert (places["c4"].x, places["c4"].y, places["c4"].number) == (7, 2, 2)
    assert not places["a1"].uncovered and places["a1"].market
    for triangle in seen.triangles:
        assert triangle.name == "-".join(triangle.corners)
        for one, other in combinations(triangle.corners, 2):
            across = abs(places[one].x - places[other].x)
            assert (across, abs(places[one].y - places[other].y)) in {(2, 0), (1, 1)}
    assert {t.name for t in seen.triangles if t.bush} == set(EDITION.facts["map"].bushes)


def test_the_view_says_what_of_the_edition_is_reconstructed() -> None:
    seen: View = milestones.start(2).view
    assert seen.confidence["loop"] == "certain"
    assert seen.confidence["numbers"] == seen.confidence["workers"] == "reconstruction"


def test_a_build_says_which_bonus_tiles_it_opens_for_these_workers() -> None:
    position = table(boards=["Q5 L5"], goods=["1 stone 1 sand"], bushes={"a2-a3-b3": "lumberjack"})
    seen = seen_at(play(position, "go board-of-works"), "works")
    opening = {build.place: build.bonus_tiles for build in seen.builds}
    assert opening == {"a2": ("a2-a3-b3",), "b1": (), "b2": ()}
    other = table(boards=["Q5 S5"], goods=["1 stone 1 sand"], bushes={"a2-a3-b3": "lumberjack"})
    seen = seen_at(play(other, "go board-of-works"), "works")
    assert {build.bonus_tiles for build in seen.builds} == {()}


def test_one_build_can_open_several_bonus_tiles() -> None:
    edition = with_bush("a4-b4-b5", "a1-a2-b2")
    tiles = {"a2-a3-b3": "lumberjack", "a1-a2-b2": "quarryman"}
    position = table(
        boards=["Q5 L5"], goods=["1 stone 1 sand"], bushes=tiles, edition=edition, sound=True
    )
    position = play(position, "go board-of-works", "street a1", "via a2")
    seen = seen_at(position, "to")
    assert set(seen.builds[0].bonus_tiles) == set(tiles)
    taking = seen_at(play(position, "to b3"), "take")
    assert set(taking.offered) == set(tiles) and not taking.must_take


def test_a_house_on_a_bonus_tile_must_take_it() -> None:
    position = table(
        boards=["Q5 L5"],
        goods=["1 stone 1 wood"],
        built=["street a1 a2 a3"],
        bushes={"a2-a3-b3": "lumberjack"},
    )
    position = play(position, "go board-of-works")
    house = next(b for b in position.view.builds if b.place == "a2-a3-b3")
    assert (house.part, house.must_take, house.bonus_tiles) == ("house", True, ("a2-a3-b3",))
    seen = seen_at(play(position, "house a2-a3-b3"), "take")
    assert seen.must_take and seen.offered == ("a2-a3-b3",)


def test_the_section_being_planned_is_shown_and_its_builds_narrow_down() -> None:
    position = play(table(goods=["1 stone 1 sand"]), "go board-of-works")
    assert position.view.plan is None
    via = seen_at(play(position, "street a1"), "via")
    assert via.plan is not None and (via.plan.start, via.plan.milestone) == ("a1", None)
    assert {build.place for build in via.builds} == {"a2", "b1", "b2"}
    to = seen_at(play(position, "street a1", "via b2"), "to")
    assert to.plan is not None and to.plan.milestone == "b2"
    assert [(b.start, b.place, b.points) for b in to.builds] == [("a1", "b2", 1)]
    assert set(to.builds[0].ends) == {"a2", "b1", "b3", "c1", "c2"}


def test_a_castle_visit_foretells_what_must_go() -> None:
    position = table(boards=["Q5 L5 G3"], goods=["5 stone 1 coin"], pawns=["mill"])
    home = position.view.players[0].visits[0]
    assert (home.stop, home.discards, home.covers, home.awaits) == ("castle", 3, True, "discard")
    poor = table(boards=["Q5 L5"], pawns=["mill"])
    home = poor.view.players[0].visits[0]
    assert (home.discards, home.covers, home.awaits) == (0, False, None)


def test_bonus_workers_promise_points() -> None:
    position = table(boards=["L4 L4 L5*"])
    visit = next(v for v in position.view.players[0].visits if v.stop == "3")
    assert (visit.gains, visit.points) == ({"wood": 3}, 1)


def test_a_tile_in_hand_is_shown_and_what_it_would_cover() -> None:
    position = table(boards=["Q5* L5 #"], goods=["2 coin"], display="G4C4 S7S7")
    seen = seen_at(play(position, "go trading-house", "hire G4C4"), "lay")
    assert seen.tile is not None and seen.tile.name == "G4C4" and seen.hired
    assert [tile.name if tile else None for tile in seen.display] == [None, "S7S7"] + [None] * 3
    over = seen.changes[0]
    assert [worker.kind for worker in over.workers] == ["quarryman", "lumberjack"]
    assert over.bonus_tiles == ("quarryman",) and over.ascending
    assert seen.changes[1].space == 2 and not seen.changes[1].ascending


def test_last_turns_count_down_to_the_end() -> None:
    almost = table(3, seat=1, boards=["", "L4 L4*"], workers_scored=[0, 57], moves=1)
    assert almost.view.target == 59 and almost.view.ending is None
    position = play(almost, "go 2")
    ending = position.view.ending
    assert ending is not None and (ending.seat, ending.reason) == (1, "target")
    assert ending.last_turns == (2, 0)
    position = play(position, "go 3", "go 4")
    assert position.view.ending.last_turns == (0,)
    position = play(position, "go 3", "go 4")
    assert position.view.ending.last_turns == () and position.view.duty == "over"


def test_a_trigger_in_the_first_move_leaves_everybody_else_a_last_turn() -> None:
    position = table(
        4, seat=2, goods=["", "", "2 coin"], display="G4C4", pile="", pawns=["castle"] * 4
    )
    seen: View = play(position, "go trading-house", "hire G4C4").view
    assert seen.ending is not None and seen.ending.reason == "last-tile"
    assert (seen.mover, seen.ending.last_turns) == (2, (3, 0, 1))


def test_a_finished_game_previews_nothing() -> None:
    seen = views(2)[-1]
    assert (seen.duty, seen.seat) == ("over", None)
    assert (seen.builds, seen.changes, seen.plan, seen.offered) == ((), (), None, ())
    assert all(player.visits == () for player in seen.players)


def test_looking_does_not_change_the_table() -> None:
    for position, seen in zip(moments(3)[::7], views(3)[::7], strict=True):
        written = position.write()
        assert position.view == seen
        assert position.write() == written


def test_what_a_seat_holds_is_what_the_rules_say() -> None:
    position = table(goods=["2 stone 1 coin", "3 grain"])
    for seat, player in enumerate(position.view.players):
        assert {good: n for good, n in player.goods.items() if n} == held(position, seat)
