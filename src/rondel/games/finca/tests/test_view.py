"""Views: complete boards, and previews that come true."""

import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from rondel.core import Position, Step
from rondel.games.finca.actions import Cart, Fill, FillAny, FillLess, Land, Large, Less, Move, Place
from rondel.games.finca.tests.table import VILLAGE_NAMES, facts, finca, play, table
from rondel.games.finca.view import FRUITS, Filling, Harvest, View
from rondel.match import Match, SeededRandom

SEEDS = {2: 10, 3: 10, 4: 11}
EVERY_COUNT = pytest.mark.parametrize("players", SEEDS)
ALMOST_OVER = {"arta": 0, "villafranca": 0, "andratx": 0}


@cache
def moments(players: int) -> list[tuple[Position, Step, Position]]:
    """Return a complete random game, set-up included."""
    match = Match(finca, players, dealer=SeededRandom(SEEDS[players]))
    whim = random.Random(SEEDS[players])
    while not match.position.is_over:
        match.play(whim.choice(match.position.legal_steps)[0])
    return list(match)


@cache
def positions(players: int) -> list[Position]:
    return [before for before, _, _ in moments(players)] + [moments(players)[-1][2]]


@cache
def views(players: int) -> list[View]:
    return [position.view for position in positions(players)]


@cache
def documents(players: int) -> list[Any]:
    """Return the game as a client sees it: plain JSON, nothing else."""
    return [msgspec.json.decode(msgspec.json.encode(seen)) for seen in views(players)]


@EVERY_COUNT
def test_a_finca_tile_stands_as_the_printed_fruits_say_until_it_is_won(players: int) -> None:
    stood: set[tuple[int, ...]] = set()
    for seen in views(players):
        for village in seen.villages:
            tile = None if village.finca_decided else village.finca_tile
            assert village.standing == tuple(
                sum(player.printed[kind] for kind in tile.kinds) for player in seen.players if tile
            )
            stood.add(village.standing)
    assert len(stood) > 5


@EVERY_COUNT
def test_a_kept_action_tile_is_worth_what_the_score_says(players: int) -> None:
    for seen in views(players):
        for player in seen.players:
            worth = seen.unused_action_points * len(player.action_tiles)
            assert player.score.action_tiles == worth


@EVERY_COUNT
def test_the_view_survives_writing_and_reading(players: int) -> None:
    for seen in views(players):
        assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


def test_the_view_has_a_schema_in_which_every_choice_of_words_is_listed() -> None:
    schema = msgspec.json.schema(View)["$defs"]
    assert "turn-up" in schema["View"]["properties"]["duty"]["enum"]
    assert schema["Blade"]["properties"]["fruit"]["anyOf"][0]["enum"] == sorted(FRUITS)


@EVERY_COUNT
def test_wooden_fruits_recount_from_the_view(players: int) -> None:
    for seen in documents(players):
        fruits: Counter[str] = Counter(seen["supply"])
        for player in seen["players"]:
            fruits.update(player["fruits"])
        assert fruits == dict.fromkeys(FRUITS, facts["fruits_per_kind"])


@EVERY_COUNT
def test_carts_farmers_and_wooden_fincas_recount_from_the_view(players: int) -> None:
    box = facts["players"][str(players)]
    for seen in documents(players):
        carts = sum(player["carts"] for player in seen["players"])
        assert carts + seen["centre_carts"] == box["carts"]
        standing = sum(village["wooden_finca"] for village in seen["villages"])
        assert standing + seen["wooden_fincas_left"] == box["wooden_fincas"]
        for seat, player in enumerate(seen["players"]):
            farmers = sum(blade["farmers"][seat] for blade in seen["blades"])
            assert farmers + player["farmers_waiting"] == box["farmers"]


@EVERY_COUNT
def test_fruit_tiles_recount_from_the_view_by_design(players: int) -> None:
    copies = {tile["name"]: tile["copies"] for tile in facts["fruit_tiles"]}
    for seen in documents(players):
        tiles = Counter({unseen["tile"]["name"]: unseen["count"] for unseen in seen["unseen"]})
        for player in seen["players"]:
            tiles.update(tile["name"] for tile in player["tiles"])
        shown = [village["face_up"] for village in seen["villages"] if village["face_up"]]
        tiles.update(tile["name"] for tile in shown)
        assert tiles == copies


@EVERY_COUNT
def test_piles_hold_what_was_not_collected_and_two_tiles_stay_in_the_box(players: int) -> None:
    for seen in documents(players):
        lying = sum(village["tiles_left"] for village in seen["villages"])
        collected = sum(len(player["tiles"]) for player in seen["players"])
        assert lying + collected == 40
        shown = sum(village["face_up"] is not None for village in seen["villages"])
        assert sum(unseen["count"] for unseen in seen["unseen"]) == lying - shown + 2


@EVERY_COUNT
def test_points_recount_from_what_lies_before_each_player(players: int) -> None:
    for position, seen in zip(positions(players), documents(players), strict=True):
        for player in seen["players"]:
            score = player["score"]
            assert score["fruit_tiles"] == sum(tile["value"] for tile in player["tiles"])
            assert score["finca_tiles"] == sum(tile["points"] for tile in player["finca_tiles"])
            assert score["action_tiles"] == 2 * len(player["action_tiles"])
            assert score["bonus_tiles"] == sum(player["bonus_tiles"])
            parts = [points for name, points in score.items() if name != "total"]
            assert sum(parts) == score["total"] == position.scores[player["seat"]]
            assert player["place"] == position.ranks[player["seat"]]


@EVERY_COUNT
def test_values_and_printed_fruits_recount_from_collected_tiles(players: int) -> None:
    for seen in documents(players):
        for player in seen["players"]:
            values = Counter(tile["value"] for tile in player["tiles"])
            assert player["values"] == [values[value] for value in range(1, 7)]
            printed = Counter[str]()
            for tile in player["tiles"]:
                assert sum(tile["prints"].values()) == tile["value"]
                printed.update(tile["prints"])
            assert player["printed"] == {kind: printed[kind] for kind in (*FRUITS, "any")}


@EVERY_COUNT
def test_finca_and_bonus_tiles_lie_where_the_view_says(players: int) -> None:
    for seen in documents(players):
        for player in seen["players"]:
            seat = player["seat"]
            won = [v["finca_tile"] for v in seen["villages"] if v["finca_winner"] == seat]
            assert player["finca_tiles"] == won
            taken = [b["value"] for b in seen["bonus_tiles"] if b["owner"] == seat]
            assert player["bonus_tiles"] == taken
        for village in seen["villages"]:
            assert village["finca_decided"] == (
                village["tiles_left"] == 0 and not village["filled"]
            )


@EVERY_COUNT
def test_the_duty_says_which_steps_are_offered(players: int) -> None:
    others = {"wind", "gust", "cart", "large", "less"}
    offered = {
        "turn": {"move"} | others,
        "move": {"move", "stop"},
        "fill": {"fill", "fill-any", "fill-less", "done"},
    }
    duties: set[str] = set()
    for position, seen in zip(positions(players), views(players), strict=True):
        steps = [position.edition.steps.step(number) for number, _ in position.legal_steps]
        tags = {str(step.__struct_config__.tag) for step in steps}
        assert tags <= offered.get(seen.duty, {seen.duty})
        assert (seen.duty == "over") == (tags == set()) == (seen.reason is not None)
        assert seen.seat == position.seat
        duties.add(seen.duty)
    assert duties == {*offered, "lay-blade", "lay-finca", "turn-up", "place", "land", "over"}


def check_harvest(harvest: Harvest, before: Position, after: Position) -> None:
    """Check that a preview predicted the changes of fruits and carts."""
    kind = FRUITS.index(harvest.fruit)
    fruits = after.table.hands - before.table.hands
    assert fruits[: before.players, kind].tolist() == list(harvest.fruit_changes)
    fruits[:, kind] = 0
    assert not fruits.any()
    carts = after.table.carts - before.table.carts
    assert carts[: before.players].tolist() == list(harvest.cart_changes)
    mover = int(before.table.mover)
    if harvest.fruit_short:
        assert after.table.hands[mover, kind] == harvest.amount
        assert after.table.hands[:, kind].sum() == harvest.amount
    else:
        assert harvest.fruit_changes[mover] == harvest.amount
    if harvest.carts_short:
        assert after.table.carts[mover] == after.table.carts.sum() == harvest.carts
    else:
        assert harvest.cart_changes[mover] == harvest.carts


@EVERY_COUNT
def test_every_move_brings_what_its_preview_says(players: int) -> None:
    short = Counter[tuple[bool, bool]]()
    for before, seen in zip(positions(players), views(players), strict=True):
        if seen.duty not in ("turn", "move"):
            continue
        mine = {walk.blade: walk for walk in seen.walks if walk.seat == seen.seat}
        steps = {n: before.edition.steps.step(n) for n, _ in before.legal_steps}
        moves = {n: step.blade for n, step in steps.items() if isinstance(step, Move)}
        assert set(moves.values()) == set(mine)
        for number, blade in moves.items():
            after, walk = before.after(number), mine[blade]
            check_harvest(walk.harvest, before, after)
            short[walk.harvest.fruit_short, walk.harvest.carts_short] += 1
            assert walk.arrival == (blade + walk.distance) % 12
            assert seen.blades[walk.arrival].fruit == walk.harvest.fruit
            assert sum(seen.blades[blade].farmers) == walk.distance
            arrived = after.table.farmers[walk.arrival, seen.seat]
            was_there = seen.blades[walk.arrival].farmers[seen.seat or 0]
            assert arrived == was_there + (walk.arrival != blade)
    assert short[True, False] and short[False, True] and short[False, False]


@EVERY_COUNT
def test_placing_and_landing_bring_what_their_preview_says(players: int) -> None:
    seen_kinds: set[type[Step]] = set()
    for (before, step, after), seen in zip(moments(players), views(players), strict=False):
        landings = {landing.blade: landing for landing in seen.landings}
        if isinstance(step, Place | Land):
            assert set(landings) == set(range(12))
            check_harvest(landings[step.blade].harvest, before, after)
            seen_kinds.add(type(step))
        else:
            assert landings == {}
    assert seen_kinds == {Place, Land}


def follows(position: Position, filling: Filling) -> Position:
    """Play a filling that a view offers, by the notation its fields spell."""
    if filling.delivery:
        position = position.after(filling.delivery)
    step = f"fill {filling.village}"
    if filling.saved:
        step += f" less {filling.fruit}"
    elif filling.fruit:
        step += f" with {filling.fruit}"
    return position.after(step)


@EVERY_COUNT
def test_every_filling_is_possible_and_costs_what_its_preview_says(players: int) -> None:
    deliveries: set[str | None] = set()
    for before, seen in zip(positions(players), views(players), strict=True):
        for filling in seen.fillings:
            after = follows(before, filling)
            paid = before.table.hands[seen.seat] - after.table.hands[seen.seat]
            assert [filling.pays.get(fruit, 0) for fruit in FRUITS] == paid.tolist()
            assert after.table.room == filling.room_after
            deliveries.add(filling.delivery)
    assert deliveries == {None, "cart", "large", "less"}


@EVERY_COUNT
def test_no_filling_is_missing_from_the_view(players: int) -> None:
    for (before, step, _), seen in zip(moments(players), views(players), strict=False):
        if isinstance(step, Fill | FillAny | FillLess):
            assert any(
                filling.village == step.village
                and filling.fruit == getattr(step, "fruit", None)
                and filling.delivery is None
                for filling in seen.fillings
            )
        if seen.duty == "turn":
            offered = {before.edition.steps.text(number) for number, _ in before.legal_steps}
            starts = offered & {Cart.notation, Large.notation, Less.notation}
            assert {filling.delivery for filling in seen.fillings} == starts


def test_moves_of_waiting_players_are_foretold_as_if_it_were_their_turn() -> None:
    farmers = {0: "01", 4: "1", 5: "001"}
    first = table(farmers=farmers, hands=["3 fig", "15 orange"]).view
    second = table(farmers=farmers, hands=["3 fig", "15 orange"], seat=1).view
    assert first.walks == second.walks
    assert {walk.seat for walk in first.walks} == {0, 1}


def walk_from(position: Position, blade: int) -> Any:
    return next(w for w in position.view.walks if w.seat == position.seat and w.blade == blade)


def test_a_short_supply_is_foretold_with_what_everybody_loses() -> None:
    position = table(
        3, farmers={0: "0", 1: "12"}, hands=["4 almond, 1 fig", "7 almond", "5 almond"]
    )
    harvest = walk_from(position, 0).harvest
    assert (harvest.fruit, harvest.amount, harvest.fruit_short) == ("almond", 3, True)
    assert harvest.fruit_changes == (-1, -7, -5)
    assert not harvest.carts_short


def test_a_supply_of_exactly_what_is_owed_is_not_foretold_as_short() -> None:
    position = table(farmers={0: "0", 1: "11"}, hands=["8 almond", "7 almond"])
    harvest = walk_from(position, 0).harvest
    assert (harvest.amount, harvest.fruit_short, harvest.fruit_changes) == (3, False, (3, 0))


def test_a_short_supply_is_foretold_even_where_the_movers_heap_grows_by_it() -> None:
    position = table(3, elsewhere=8, hands=["11 olive"])
    harvest = walk_from(position, 8).harvest
    assert (harvest.amount, harvest.fruit_short, harvest.fruit_changes) == (12, True, (1, 0, 0))


def test_a_shortage_of_carts_is_foretold() -> None:
    harvest = walk_from(table(farmers={11: "0"}, carts=[1, 3]), 11).harvest
    assert (harvest.carts, harvest.carts_short, harvest.cart_changes) == (1, True, (0, -3))


def test_a_move_across_both_lines_is_foretold_with_two_carts() -> None:
    walk = walk_from(table(farmers={5: "0011111"}, elsewhere=2), 5)
    assert (walk.distance, walk.arrival, walk.harvest.carts) == (7, 0, 2)


def test_a_farmer_carried_once_around_arrives_where_it_stood() -> None:
    walk = walk_from(table(3, elsewhere=8), 8)
    assert (walk.distance, walk.arrival, walk.harvest.amount) == (12, 8, 12)


def test_a_delivery_going_on_shows_its_room_and_the_piles_it_has_taken_from() -> None:
    position = table(
        hands=["2 fig, 1 olive"], carts=[1], showing={"palma": "1-olive", "inca": "2-fig"}
    )
    assert position.view.delivery is None
    seen: View = play(position, "less", "fill palma").view
    assert seen.delivery is not None
    assert (seen.delivery.room, seen.delivery.discount, seen.delivery.filled) == (
        5,
        True,
        ("palma",),
    )
    palma = seen.villages[VILLAGE_NAMES.index("palma")]
    assert (palma.tiles_left, palma.face_up, palma.filled) == (3, None, True)
    assert [f.village for f in seen.fillings] == ["inca"]
    assert (seen.fillings[0].saved, seen.fillings[0].pays) == (1, {"fig": 1})


def test_a_village_that_waits_for_its_next_tile_says_so() -> None:
    position = table(hands=["1 olive"], carts=[1], showing={"palma": "1-olive"})
    seen: View = play(position, "cart", "fill palma", "done").view
    assert seen.duty == "turn-up"
    assert seen.mover == 1 and seen.seat is None
    assert [v.name for v in seen.villages if v.waits_for_tile] == ["palma"]


def test_a_finished_game_previews_nothing_and_says_why_it_ended() -> None:
    position = table(
        hands=["1 grape, 6 fig"],
        carts=[2],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        rest_collected_by=1,
    )
    seen: View = play(position, "cart", "fill palma", "done").view
    assert (seen.duty, seen.reason, seen.seat) == ("over", "last-finca", None)
    assert (seen.walks, seen.landings, seen.fillings, seen.delivery) == ((), (), (), None)


def test_the_strong_wind_shows_the_moves_it_still_owes() -> None:
    seen: View = play(table(farmers={0: "00"}), "wind").view
    assert (seen.duty, seen.moves_left) == ("move", 2)
    assert "wind" not in seen.players[0].action_tiles


def test_a_farmer_lifted_by_the_gust_waits_beside_the_windmill() -> None:
    seen: View = play(table(farmers={0: "0", 3: "1"}), "gust 0").view
    assert seen.duty == "land"
    assert seen.players[0].farmers_waiting == 1
    assert seen.blades[0].farmers == (0, 0)
    assert seen.landings[3].harvest.amount == 2


def test_looking_does_not_change_the_table() -> None:
    for position, seen in zip(positions(3)[::5], views(3)[::5], strict=True):
        written = position.write()
        assert position.view == seen
        assert position.write() == written
