"""Tests for every paragraph, ruling and example of RULES.md, in order."""

import pytest

from rondel.core import Chance, Choose, IllegalStep, Over
from rondel.games.finca.tests.table import (
    FINCA_NAMES,
    FRUITS,
    TILE_NAMES,
    VILLAGE_NAMES,
    box,
    can,
    collected,
    facts,
    farmers,
    finca,
    finca_owner,
    hand,
    odds,
    play,
    shown,
    supply,
    table,
)

ALMOST_OVER = {"arta": 0, "villafranca": 0, "andratx": 0}
"""Villages of a table on which three of two players' four wooden fincas stand."""


def dealt(blade_order: str = "") -> list[str]:
    """Return the steps of a set-up: blades as named or in pairs, the rest in printed order."""
    blades = blade_order.split() or [fruit for fruit in FRUITS for _ in range(2)]
    return (
        [f"blade {fruit}" for fruit in blades]
        + [f"finca {tile}" for tile in FINCA_NAMES]
        + [f"tile {tile}" for tile in TILE_NAMES[:10]]
    )


# §1 Parts


def test_1_the_box_holds_42_fruit_tiles_of_values_1_to_6() -> None:
    tiles = [
        sum(tile["fruits"].values()) for tile in facts["fruit_tiles"] for _ in range(tile["copies"])
    ]
    assert [tiles.count(value) for value in range(1, 7)] == [6, 6, 6, 9, 9, 6]


def test_1_nine_fruit_tiles_print_only_question_marks() -> None:
    wild = {
        tile["name"]: tile["copies"] for tile in facts["fruit_tiles"] if "any" in tile["fruits"]
    }
    assert wild == {"4-any": 3, "5-any": 3, "6-any": 3}
    assert all(
        set(tile["fruits"]) == {"any"} for tile in facts["fruit_tiles"] if tile["name"] in wild
    )


def test_1_every_fruit_is_printed_18_times() -> None:
    for fruit in FRUITS:
        printed = [t["fruits"].get(fruit, 0) * t["copies"] for t in facts["fruit_tiles"]]
        assert sum(printed) == 18


def test_1_finca_tiles_are_six_single_fruits_three_pairs_and_a_question_mark() -> None:
    pairs = ["fig-almond", "orange-grape", "olive-lemon"]
    assert [*FRUITS, *pairs, "any"] == FINCA_NAMES


def test_1_there_are_ten_villages_with_piles_of_four() -> None:
    assert len(set(VILLAGE_NAMES)) == 10
    assert facts["pile_height"] == 4


def test_1_bonus_tiles_are_7_6_5_4() -> None:
    assert facts["bonus_tiles"] == [7, 6, 5, 4]


@pytest.mark.parametrize(
    ("players", "farmers_each", "carts", "wooden_fincas"),
    [(2, 5, 4, 4), (3, 4, 6, 5), (4, 3, 8, 6)],
)
def test_1_the_number_of_players_decides_farmers_carts_and_wooden_fincas(
    players: int, farmers_each: int, carts: int, wooden_fincas: int
) -> None:
    s = finca.start(players).table
    assert s.waiting.tolist() == [farmers_each] * players + [0] * (4 - players)
    assert s.centre == carts
    assert s.wood == wooden_fincas


def test_1_there_are_18_fruits_of_each_kind() -> None:
    assert finca.start(2).table.supply.tolist() == [18] * 6


def test_1_cart_lines_lie_between_blades_5_and_6_and_between_11_and_0() -> None:
    one_step = [blade for blade in range(12) if box.crossings[blade, 1]]
    assert one_step == [5, 11]


@pytest.mark.parametrize("distance", range(13))
@pytest.mark.parametrize("blade", range(12))
def test_1_crossings_are_counted_blade_by_blade(blade: int, distance: int) -> None:
    crossed = sum((blade + step) % 12 in (5, 11) for step in range(distance))
    assert box.crossings[blade, distance] == crossed


def test_1_a_table_takes_at_most_320_bytes() -> None:
    assert finca.state.dtype.itemsize <= 320


# §2 Set-up


def test_2_chance_lays_two_blades_of_each_kind_in_random_order() -> None:
    position = finca.start(2)
    assert odds(position) == {f"blade {fruit}": 2 for fruit in FRUITS}
    position = play(position, "blade fig")
    assert odds(position)["blade fig"] == 1
    assert "blade fig" not in can(play(position, "blade fig"))


def test_2_blades_lie_clockwise_in_the_order_they_are_laid() -> None:
    order = "lemon fig fig grape olive orange almond lemon almond olive orange grape"
    s = play(finca.start(2), *dealt(order)).table
    assert [FRUITS[kind] for kind in s.blades] == order.split()


def test_2_every_village_gets_one_finca_tile() -> None:
    position = play(finca.start(2), *dealt()[:12])
    assert odds(position) == {f"finca {tile}": 1 for tile in FINCA_NAMES}
    position = play(position, "finca grape")
    assert can(position) == {f"finca {tile}" for tile in FINCA_NAMES if tile != "grape"}
    assert FINCA_NAMES[position.table.fincas[0]] == "grape"


def test_2_every_village_turns_up_its_first_tile() -> None:
    position = play(finca.start(2), *dealt()[:22])
    copies = {f"tile {tile['name']}": tile["copies"] for tile in facts["fruit_tiles"]}
    assert odds(position) == copies
    position = play(position, "tile 6-any", "tile 1-fig")
    assert (shown(position, "arta"), shown(position, "villafranca")) == ("6-any", "1-fig")
    assert odds(position)["tile 6-any"] == 2
    assert "tile 1-fig" not in can(position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_after_the_set_up_the_first_player_places_and_nobody_has_fruits_or_carts(
    players: int,
) -> None:
    position = play(finca.start(players), *dealt())
    assert isinstance(position.turn, Choose)
    assert position.seat == 0
    s = position.table
    assert s.piles.tolist() == [4] * 10
    assert s.unseen.sum() == 32
    assert s.hands.sum() == s.carts.sum() == 0
    assert s.actions.tolist() == [15] * players + [0] * (4 - players)


# §3 Placement


@pytest.mark.parametrize(("players", "farmers_each"), [(2, 5), (3, 4), (4, 3)])
def test_3_players_place_their_farmers_in_turn_until_all_stand(
    players: int, farmers_each: int
) -> None:
    position = play(finca.start(players), *dealt())
    for _ in range(farmers_each):
        for seat in range(players):
            assert position.seat == seat
            assert can(position) == {f"place {blade}" for blade in range(12)}
            position = play(position, f"place {seat}")
    assert position.seat == 0
    assert farmers(position) == {seat: str(seat) * farmers_each for seat in range(players)}
    assert "move 0" in can(position)


def test_3_a_placed_farmer_takes_one_fruit_of_its_blade_however_crowded() -> None:
    position = play(finca.start(2), *dealt(), "place 0", "place 0", "place 1", "place 11")
    assert hand(position, 0) == {"fig": 2}
    assert hand(position, 1) == {"fig": 1, "lemon": 1}
    assert supply(position, "fig") == 15


def test_3_a_blade_holds_every_farmer_there_is() -> None:
    position = play(finca.start(3), *dealt(), *["place 6"] * 12)
    assert farmers(position) == {6: "000011112222"}


# §4 A turn


def test_4_a_player_does_one_thing_and_the_next_is_asked() -> None:
    position = table(3, farmers={0: "0", 1: "1", 2: "2"}, seat=2)
    position = play(position, "move 2")
    assert position.seat == 0
    assert play(position, "move 0").seat == 1


def test_4_a_move_is_always_possible_so_nobody_passes() -> None:
    position = table(farmers={3: "00000"}, action_tiles=["", ""])
    assert can(position) == {"move 3"}


def test_4_all_three_kinds_of_turn_are_offered_together() -> None:
    position = table(farmers={3: "00000"}, hands=["2 fig"], carts=[1], showing={"palma": "2-fig"})
    assert can(position) == {"move 3", "wind", "gust 3", "cart", "large", "less"}


# §4.1 Move a farmer


def test_example_1_a_farmer_leaving_three_moves_three_makes_three_and_takes_three() -> None:
    position = play(table(farmers={1: "001", 4: "11"}), "move 1")
    assert farmers(position)[1] == "01"
    assert farmers(position)[4] == "011"
    assert hand(position, 0) == {"grape": 3}
    assert supply(position, "grape") == 15


def test_example_2_short_of_almonds_everybody_returns_them_and_the_mover_takes_three() -> None:
    position = table(
        3,
        farmers={0: "0", 1: "12"},
        hands=["4 almond, 1 fig", "7 almond, 2 lemon", "5 almond"],
    )
    assert supply(position, "almond") == 2
    position = play(position, "move 0")
    assert supply(position, "almond") == 15
    assert hand(position, 0) == {"almond": 3, "fig": 1}
    assert hand(position, 1) == {"lemon": 2}
    assert hand(position, 2) == {}


def test_example_3_a_lone_farmer_crossing_the_line_takes_a_cart_and_two_figs() -> None:
    position = play(table(farmers={5: "0", 6: "1"}), "move 5")
    assert farmers(position)[6] == "01"
    assert hand(position, 0) == {"fig": 2}
    assert position.table.carts.tolist() == [1, 0, 0, 0]
    assert position.table.centre == 3


def test_example_4_short_of_carts_all_come_back_the_movers_too_and_one_is_taken() -> None:
    position = table(farmers={11: "0"}, carts=[1, 3])
    assert position.table.centre == 0
    position = play(position, "move 11")
    assert position.table.carts.tolist() == [1, 0, 0, 0]
    assert position.table.centre == 3


def test_4_1_only_ones_own_farmers_can_be_moved() -> None:
    position = table(farmers={1: "01", 2: "1111", 3: "0000"})
    assert {step for step in can(position) if step.startswith("move")} == {"move 1", "move 3"}
    with pytest.raises(IllegalStep):
        position.after("move 2")


def test_4_1_the_farmers_of_others_push_as_far_as_ones_own() -> None:
    assert farmers(play(table(farmers={0: "01111"}), "move 0"))[5] == "0"
    assert farmers(play(table(farmers={0: "00000"}), "move 0"))[5] == "0"


def test_4_1_a_lone_farmer_takes_one_fruit_on_an_empty_blade() -> None:
    assert hand(play(table(farmers={1: "0"}), "move 1"), 0) == {"olive": 1}


def test_4_1_a_farmer_that_crosses_no_line_takes_no_cart() -> None:
    assert play(table(farmers={4: "0"}), "move 4").table.carts[0] == 0
    assert play(table(farmers={6: "0"}), "move 6").table.carts[0] == 0


def test_4_1_both_lines_give_carts() -> None:
    assert play(table(farmers={5: "0"}), "move 5").table.carts[0] == 1
    assert play(table(farmers={11: "0"}), "move 11").table.carts[0] == 1


def test_4_1_a_move_of_six_crosses_one_line() -> None:
    position = play(table(farmers={5: "011111"}, elsewhere=2), "move 5")
    assert farmers(position)[11] == "0"
    assert position.table.carts[0] == 1


def test_4_1_a_move_of_seven_can_cross_both_lines_for_two_carts() -> None:
    position = play(table(farmers={5: "0011111"}, elsewhere=2), "move 5")
    assert farmers(position)[0] == "0"
    assert position.table.carts[0] == 2
    assert position.table.centre == 2


def test_4_1_twelve_farmers_carry_one_around_to_its_own_blade() -> None:
    position = play(table(3, elsewhere=8), "move 8")
    assert farmers(position) == {8: "000011112222"}
    assert hand(position, 0) == {"olive": 12}
    assert position.table.carts[0] == 2


def test_4_1_a_supply_of_exactly_what_is_owed_is_not_short() -> None:
    position = table(farmers={0: "0", 1: "11"}, hands=["8 almond", "7 almond"])
    assert supply(position, "almond") == 3
    position = play(position, "move 0")
    assert hand(position, 0) == {"almond": 11}
    assert hand(position, 1) == {"almond": 7}
    assert supply(position, "almond") == 0


def test_4_1_an_empty_supply_is_short() -> None:
    position = play(table(farmers={0: "0"}, hands=["", "18 almond"]), "move 0")
    assert (hand(position, 0), hand(position, 1)) == ({"almond": 1}, {})


def test_4_1_the_mover_alone_can_run_a_supply_short() -> None:
    position = play(table(farmers={0: "0", 1: "0"}, hands=["17 almond"]), "move 0")
    assert hand(position, 0) == {"almond": 2}
    assert supply(position, "almond") == 16


def test_4_1_exactly_as_many_carts_as_owed_is_not_short() -> None:
    position = play(table(farmers={11: "0"}, carts=[0, 3]), "move 11")
    assert position.table.carts.tolist() == [1, 3, 0, 0]
    assert position.table.centre == 0


def test_4_1_two_carts_owed_and_one_left_brings_all_carts_back_and_pays_two() -> None:
    position = play(table(farmers={5: "0011111"}, elsewhere=2, carts=[1, 2]), "move 5")
    assert position.table.carts.tolist() == [2, 0, 0, 0]
    assert position.table.centre == 2


# §4.2 Deliver


def test_example_5_one_cart_brings_six_fruits_to_three_villages() -> None:
    position = table(
        hands=["1 fig, 1 olive, 5 lemon"],
        carts=[2],
        showing={"arta": "1-fig", "palma": "1-olive", "inca": "4-any"},
    )
    position = play(position, "cart", "fill arta", "fill palma", "fill inca with lemon", "done")
    assert collected(position, 0) == ["1-fig", "1-olive", "4-any"]
    assert hand(position, 0) == {"lemon": 1}
    assert position.table.carts[0] == 1
    assert [supply(position, fruit) for fruit in ("fig", "olive", "lemon")] == [18, 18, 17]


def test_4_2_a_delivery_returns_a_cart_to_the_centre() -> None:
    position = table(hands=["1 fig"], carts=[2, 1], showing={"arta": "1-fig"})
    position = play(position, "cart")
    assert position.table.carts.tolist() == [1, 1, 0, 0]
    assert position.table.centre == 2


def test_4_2_without_a_cart_there_is_no_delivery() -> None:
    position = table(
        hands=["1 fig"], carts=[0, 4], showing={"arta": "1-fig"}, action_tiles=["", ""]
    )
    assert can(position) == {"move 9"}


def test_4_2_ruling_a_delivery_that_can_fill_nothing_cannot_be_started() -> None:
    position = table(hands=["1 fig"], carts=[1], showing={"arta": "2-fig", "palma": "1-olive"})
    assert not can(position) & {"cart", "large"}


def test_4_2_ruling_every_delivery_fills_at_least_one_tile() -> None:
    position = play(table(hands=["1 fig"], carts=[1], showing={"arta": "1-fig"}), "cart")
    assert can(position) == {"fill arta"}
    assert can(play(position, "fill arta")) == {"done"}


def test_4_2_a_player_may_stop_before_the_cart_is_full() -> None:
    position = table(
        hands=["1 fig, 1 olive"], carts=[1], showing={"arta": "1-fig", "inca": "1-olive"}
    )
    position = play(position, "cart", "fill arta")
    assert can(position) == {"fill inca", "done"}
    position = play(position, "done")
    assert hand(position, 0) == {"olive": 1}


def test_4_2_a_cart_brings_at_most_six_fruits() -> None:
    position = table(
        hands=["3 fig, 4 olive"],
        carts=[1],
        showing={"arta": "3-fig", "palma": "4-any", "inca": "3-olive"},
    )
    position = play(position, "cart", "fill arta")
    assert can(position) == {"fill inca", "done"}
    assert can(play(position, "fill inca")) == {"done"}


def test_4_2_a_tile_is_filled_exactly() -> None:
    position = table(
        hands=["4 fig, 1 lemon"],
        carts=[1],
        showing={"arta": "3-fig", "palma": "2-lemon", "inca": "3-fig-2-olive"},
    )
    position = play(position, "cart")
    assert can(position) == {"fill arta"}
    assert hand(play(position, "fill arta"), 0) == {"fig": 1, "lemon": 1}


def test_4_2_a_mixed_tile_takes_every_kind_it_prints() -> None:
    position = table(
        hands=["1 fig, 1 almond, 1 olive, 1 orange, 1 grape, 1 lemon"],
        carts=[1],
        showing={"palma": "one-of-each"},
    )
    position = play(position, "cart", "fill palma")
    assert hand(position, 0) == {}
    assert collected(position, 0) == ["one-of-each"]


def test_4_2_a_question_mark_tile_takes_any_one_kind_of_which_there_is_enough() -> None:
    position = table(hands=["4 fig, 3 orange, 5 almond"], carts=[1], showing={"palma": "4-any"})
    position = play(position, "cart")
    assert can(position) == {"fill palma with fig", "fill palma with almond"}
    after = play(position, "fill palma with almond")
    assert hand(after, 0) == {"fig": 4, "orange": 3, "almond": 1}


def test_4_2_a_question_mark_tile_never_mixes_kinds() -> None:
    position = table(hands=["3 fig, 3 olive"], carts=[1], showing={"palma": "4-any"})
    assert "cart" not in can(position)


def test_4_2_two_question_mark_tiles_may_take_different_kinds() -> None:
    position = table(hands=["4 fig, 4 olive"], showing={"palma": "4-any", "inca": "4-any"})
    position = play(position, "large", "fill palma with fig")
    assert can(position) == {"fill inca with olive", "done"}
    assert hand(play(position, "fill inca with olive"), 0) == {}


def test_4_2_the_next_tile_is_turned_up_only_when_the_delivery_is_over() -> None:
    position = table(
        hands=["1 fig, 1 olive"], carts=[1], showing={"arta": "1-fig", "inca": "1-olive"}
    )
    position = play(position, "cart", "fill inca", "fill arta")
    assert shown(position, "arta") is None
    assert position.seat == 0
    position = play(position, "done")
    assert isinstance(position.turn, Chance)
    position = play(position, "tile 6-any")
    assert (shown(position, "arta"), shown(position, "inca")) == ("6-any", None)
    position = play(position, "tile 1-lemon")
    assert shown(position, "inca") == "1-lemon"
    assert position.seat == 1


def test_4_2_ruling_one_delivery_takes_one_tile_from_a_village() -> None:
    position = table(hands=["2 fig"], carts=[1], showing={"arta": "1-fig"})
    assert can(play(position, "cart", "fill arta")) == {"done"}


def test_4_2_a_delivery_lowers_the_piles_of_its_villages_by_one() -> None:
    position = table(hands=["1 fig"], carts=[1], showing={"arta": "1-fig"}, piles={"inca": 4})
    position = play(position, "cart", "fill arta", "done")
    assert position.table.piles.tolist() == [3] + [4] * 9


# §4.3 Action tiles


def test_4_3_the_strong_wind_makes_two_moves_that_both_pay() -> None:
    position = table(farmers={5: "0", 11: "0", 6: "1"})
    position = play(position, "wind", "move 5")
    assert position.seat == 0
    position = play(position, "move 11")
    assert position.seat == 1
    assert hand(position, 0) == {"fig": 3}
    assert position.table.carts[0] == 2


def test_4_3_the_strong_wind_may_move_the_same_farmer_twice() -> None:
    position = play(table(farmers={4: "0"}), "wind", "move 4", "move 5")
    assert hand(position, 0) == {"lemon": 1, "fig": 1}
    assert farmers(position)[6] == "0"
    assert position.table.carts[0] == 1


def test_4_3_the_second_move_of_a_strong_wind_is_the_players_choice() -> None:
    position = table(farmers={4: "0"}, hands=["1 fig"], carts=[1], showing={"arta": "1-fig"})
    position = play(position, "wind")
    assert can(position) == {"move 4", "move 9"}
    moved = play(position, "move 4")
    assert can(moved) == {"move 5", "move 9", "stop"}
    stopped = play(moved, "stop")
    assert stopped.seat == 1 and stopped.table.moves == 0
    assert farmers(stopped) == farmers(moved) and hand(stopped, 0) == hand(moved, 0)
    assert "wind" not in can(play(stopped, "move 9"))


def test_4_3_the_second_move_starts_from_the_crowds_the_first_one_left() -> None:
    position = play(table(farmers={0: "00"}), "wind", "move 0", "move 0")
    assert farmers(position)[1] == "0"
    assert farmers(position)[2] == "0"


def test_4_3_a_strong_wind_can_run_short_twice() -> None:
    position = table(farmers={0: "0", 6: "0"}, hands=["9 almond", "9 almond"])
    position = play(position, "wind", "move 0", "move 6")
    assert hand(position, 0) == {"almond": 2}
    assert hand(position, 1) == {}


def test_4_3_the_gust_sets_a_farmer_on_any_blade() -> None:
    position = play(table(farmers={4: "0", 7: "11"}), "gust 4")
    assert can(position) == {f"land {blade}" for blade in range(12)}
    assert 4 not in farmers(position)
    position = play(position, "land 7")
    assert farmers(position)[7] == "011"
    assert hand(position, 0) == {"almond": 3}
    assert position.seat == 1


def test_4_3_the_gust_lifts_only_ones_own_farmers() -> None:
    position = table(farmers={4: "0", 7: "11"})
    assert {step for step in can(position) if step.startswith("gust")} == {"gust 4", "gust 9"}


def test_4_3_the_gust_may_set_a_farmer_on_its_own_blade_to_take_what_its_crowd_earns() -> None:
    position = play(table(farmers={4: "011"}), "gust 4", "land 4")
    assert farmers(position)[4] == "011"
    assert hand(position, 0) == {"grape": 3}


@pytest.mark.parametrize("blade", range(12))
def test_4_3_the_gust_never_takes_a_cart(blade: int) -> None:
    position = play(table(farmers={5: "0"}), "gust 5", f"land {blade}")
    assert position.table.carts.sum() == 0
    assert position.table.centre == 4


def test_4_3_the_gust_can_run_a_supply_short() -> None:
    position = play(table(farmers={4: "0"}, hands=["3 fig", "15 fig"]), "gust 4", "land 0")
    assert (hand(position, 0), hand(position, 1)) == ({"fig": 1}, {})


def test_4_3_the_large_cart_brings_ten_fruits_and_needs_no_cart() -> None:
    position = table(
        hands=["4 fig, 6 olive"],
        showing={"palma": "4-any", "inca": "6-any"},
        carts=[0, 4],
    )
    assert "cart" not in can(position)
    position = play(position, "large", "fill palma with fig", "fill inca with olive", "done")
    assert hand(position, 0) == {}
    assert position.table.carts.tolist() == [0, 4, 0, 0]


def test_4_3_the_large_cart_costs_no_cart_even_if_there_is_one() -> None:
    position = table(hands=["1 fig"], carts=[2], showing={"palma": "1-fig"})
    assert play(position, "large", "fill palma", "done").table.carts[0] == 2


def test_4_3_the_large_cart_brings_at_most_ten_fruits() -> None:
    position = table(
        hands=["6 fig, 6 olive"],
        showing={"palma": "6-any", "inca": "5-any", "arta": "4-any"},
    )
    position = play(position, "large", "fill palma with fig")
    assert can(position) == {"fill arta with olive", "done"}


def test_4_3_one_fruit_less_fills_a_tile_with_one_fruit_fewer_for_its_full_value() -> None:
    position = table(hands=["2 fig"], carts=[1], showing={"palma": "3-fig"}, action_tiles=["less"])
    assert can(position) == {"move 9", "less"}
    position = play(position, "less")
    assert can(position) == {"fill palma less fig"}
    position = play(position, "fill palma less fig", "done")
    assert hand(position, 0) == {}
    assert collected(position, 0) == ["3-fig"]
    assert position.scores[0] == 3
    assert position.table.carts.sum() == 0


def test_4_3_one_fruit_less_needs_a_cart() -> None:
    position = table(hands=["2 fig"], carts=[0, 4], showing={"palma": "3-fig"})
    assert "less" not in can(position)


def test_4_3_one_fruit_less_delivers_seven_printed_fruits_for_six() -> None:
    position = table(
        hands=["3 fig, 3 olive"], carts=[1], showing={"palma": "3-fig", "inca": "4-any"}
    )
    position = play(position, "less", "fill palma", "fill inca less olive")
    assert can(position) == {"done"}
    assert collected(position, 0) == ["3-fig", "4-any"]
    assert hand(position, 0) == {}


def test_4_3_one_fruit_less_still_carries_at_most_six_fruits() -> None:
    position = table(
        hands=["6 fig, 6 olive"], carts=[1], showing={"palma": "3-fig", "inca": "5-any"}
    )
    position = play(position, "less")
    assert can(position) == {"fill palma less fig", "fill inca less fig", "fill inca less olive"}
    assert can(play(position, "fill palma less fig")) == {"done"}
    assert can(play(position, "fill inca less olive")) == {"done"}


def test_4_3_ruling_the_discount_must_be_used() -> None:
    position = table(
        hands=["1 lemon, 2 fig"], carts=[1], showing={"palma": "3-fig", "inca": "1-lemon"}
    )
    position = play(position, "less", "fill inca")
    assert can(position) == {"fill palma less fig"}
    assert can(play(position, "fill palma less fig")) == {"done"}


def test_4_3_the_discount_is_used_once() -> None:
    position = table(
        hands=["4 fig, 1 olive"], carts=[1], showing={"palma": "3-fig", "inca": "2-olive"}
    )
    position = play(position, "less")
    assert can(position) == {"fill palma", "fill palma less fig", "fill inca less olive"}
    assert can(play(position, "fill palma less fig")) == {"done"}
    assert can(play(position, "fill inca less olive")) == {"fill palma", "done"}


def test_4_3_a_tile_of_value_1_cannot_be_discounted() -> None:
    position = table(hands=["3 fig"], carts=[1], showing={"palma": "1-fig"})
    assert "cart" in can(position)
    assert "less" not in can(position)


def test_4_3_ruling_a_tile_of_value_1_goes_alongside_at_full_price() -> None:
    showing = {"palma": "1-fig", "inca": "2-lemon"}
    position = table(hands=["1 fig, 1 lemon"], carts=[1], showing=showing)
    position = play(position, "less")
    assert can(position) == {"fill palma", "fill inca less lemon"}
    before = play(position, "fill palma", "fill inca less lemon", "done")
    after = play(position, "fill inca less lemon", "fill palma", "done")
    assert before == after
    assert hand(before, 0) == {}
    assert collected(before, 0) == ["1-fig", "2-lemon"]


def test_4_3_ruling_on_a_mixed_tile_the_player_chooses_which_fruit_to_leave_out() -> None:
    position = table(hands=["3 fig, 2 olive"], carts=[1], showing={"palma": "3-fig-2-olive"})
    position = play(position, "less")
    assert can(position) == {"fill palma less fig", "fill palma less olive"}
    assert hand(play(position, "fill palma less fig"), 0) == {"fig": 1}
    assert hand(play(position, "fill palma less olive"), 0) == {"olive": 1}


def test_4_3_a_missing_fruit_is_the_one_that_must_be_left_out() -> None:
    position = table(hands=["3 fig, 1 olive"], carts=[1], showing={"palma": "3-fig-2-olive"})
    assert can(play(position, "less")) == {"fill palma less olive"}


def test_4_3_one_fruit_less_makes_up_for_one_missing_fruit_only() -> None:
    two_of_a_kind = table(hands=["1 fig"], carts=[1], showing={"palma": "3-fig"})
    one_of_two_kinds = table(
        hands=["2 fig, 1 olive"], carts=[1], showing={"palma": "3-fig-2-olive"}
    )
    assert "less" not in can(two_of_a_kind) | can(one_of_two_kinds)


def test_4_3_a_question_mark_tile_takes_one_fruit_fewer_of_any_one_kind() -> None:
    position = table(hands=["3 fig, 4 olive, 2 grape"], carts=[1], showing={"palma": "4-any"})
    position = play(position, "less")
    assert can(position) == {"fill palma less fig", "fill palma less olive"}
    assert hand(play(position, "fill palma less olive"), 0) == {"fig": 3, "olive": 1, "grape": 2}


def test_4_3_ruling_paying_in_full_must_leave_fruits_for_the_discount() -> None:
    showing = {"palma": "3-fig", "inca": "2-fig"}
    three = play(table(hands=["3 fig"], carts=[1], showing=showing), "less")
    assert can(three) == {"fill palma less fig", "fill inca less fig"}
    four = play(table(hands=["4 fig"], carts=[1], showing=showing), "less")
    assert can(four) == can(three) | {"fill palma", "fill inca"}


def test_4_3_ruling_a_question_mark_tile_paid_in_full_must_leave_fruits_for_the_discount() -> None:
    position = table(
        hands=["4 fig, 4 olive"], carts=[1], showing={"palma": "4-any", "inca": "2-fig"}
    )
    position = play(position, "less")
    assert "fill palma with olive" in can(position)
    assert "fill palma with fig" not in can(position)


def test_4_3_ruling_paying_in_full_must_leave_room_for_the_discount() -> None:
    position = table(
        hands=["6 fig, 1 olive"], carts=[1], showing={"palma": "6-any", "inca": "2-olive"}
    )
    position = play(position, "less")
    assert can(position) == {"fill palma less fig", "fill inca less olive"}
    assert can(play(position, "fill palma less fig")) == {"done"}


def test_4_3_a_discounted_six_leaves_room_for_one_more_fruit() -> None:
    position = table(
        hands=["5 fig, 1 olive"], carts=[1], showing={"palma": "6-any", "inca": "1-olive"}
    )
    position = play(position, "less")
    assert can(position) == {"fill palma less fig", "fill inca"}
    assert can(play(position, "fill palma less fig")) == {"fill inca", "done"}
    assert can(play(position, "fill inca")) == {"fill palma less fig"}


def test_4_3_ruling_a_discounted_tile_counts_all_its_fruits_for_majorities() -> None:
    position = table(
        hands=["1 orange"],
        carts=[1],
        showing={"palma": "2-orange"},
        piles={"palma": 1},
        fincas={"palma": "orange"},
        collected=["", "1-orange 1-fig 1-lemon"],
    )
    position = play(position, "less", "fill palma less orange", "done")
    assert finca_owner(position, "palma") == 0


@pytest.mark.parametrize(
    ("tile", "steps", "points"),
    [
        ("wind", ["wind", "move 4", "move 5"], 6),
        ("gust", ["gust 4", "land 0"], 6),
        ("large", ["large", "fill palma", "done", "tile 1-olive"], 6 + 2),
        ("less", ["less", "fill palma less fig", "done", "tile 1-olive"], 6 + 2),
    ],
)
def test_4_3_a_played_action_tile_is_out_of_the_game_and_pays_nothing(
    tile: str, steps: list[str], points: int
) -> None:
    showing = {"palma": "2-fig", "inca": "3-fig"}
    position = table(farmers={4: "0", 7: "1"}, hands=["6 fig"], carts=[2], showing=showing)
    position = play(position, *steps, "move 7")
    played = {step.split()[0] for step in can(position)}
    assert played == {"move", "cart", "wind", "gust", "large", "less"} - {tile}
    assert position.scores == (points, 8)


def test_4_3_only_one_action_tile_is_played_in_a_turn() -> None:
    position = table(farmers={4: "0"}, hands=["1 fig"], carts=[1], showing={"palma": "1-fig"})
    for step in ("wind", "gust 4", "large"):
        assert not can(play(position, step)) & {"wind", "gust 9", "large", "less"}


# §5 Villages, fincas, bonuses


def test_example_6_most_printed_oranges_win_the_orange_finca() -> None:
    position = table(
        3,
        hands=["3 orange"],
        carts=[1],
        showing={"palma": "3-orange"},
        piles={"palma": 1},
        fincas={"palma": "orange"},
        collected=["1-orange", "3-orange-2-lemon 2-orange one-of-each", "one-of-each"],
    )
    position = play(position, "cart", "fill palma", "done")
    assert position.table.printed[:3, FRUITS.index("orange")].tolist() == [4, 6, 1]
    assert finca_owner(position, "palma") == 1
    assert position.table.wooden[VILLAGE_NAMES.index("palma")] == 1
    assert position.table.wood == 4


def test_example_7_the_first_complete_set_takes_bonus_7_and_the_next_takes_6() -> None:
    position = table(
        hands=["1 fig", "3 lemon"],
        carts=[1, 1],
        showing={"palma": "1-fig", "inca": "3-lemon"},
        collected=[
            "2-fig 3-fig 2-olive-2-almond 5-any 6-any",
            "1-olive 2-olive 4-any 3-olive-2-orange one-of-each",
        ],
    )
    scores = position.scores
    position = play(position, "cart", "fill palma", "done", "tile 1-almond")
    position = play(position, "cart", "fill inca", "done")
    assert position.table.bonuses.tolist() == [0, 1, -1, -1]
    assert position.scores == (scores[0] + 1 + 7, scores[1] + 3 + 6)


def test_5_a_village_is_decided_only_with_its_last_tile() -> None:
    position = table(
        hands=["1 fig"],
        carts=[1],
        showing={"palma": "1-fig"},
        piles={"palma": 2},
        fincas={"palma": "fig"},
        collected=["2-fig 1-olive"],
    )
    position = play(position, "cart", "fill palma", "done")
    assert finca_owner(position, "palma") == "undecided"
    assert position.table.wood == 4


def test_5_an_emptied_village_turns_up_no_tile() -> None:
    position = table(
        hands=["1 fig"],
        carts=[1],
        showing={"palma": "1-fig"},
        piles={"palma": 1},
        collected=["2-fig 1-olive 1-lemon"],
    )
    position = play(position, "cart", "fill palma", "done")
    assert position.seat == 1
    assert shown(position, "palma") is None


@pytest.mark.parametrize(
    ("kinds", "collections", "owner"),
    [
        ("fig", ["", "1-fig", ""], 1),
        ("fig", ["3-fig", "2-fig", "one-of-each"], 0),
        ("fig", ["one-of-each", "1-fig", ""], "box"),
        ("fig", ["3-fig", "one-of-each", "1-fig"], 0),
        ("fig", ["", "", ""], "box"),
        ("fig", ["6-any", "1-fig", ""], 1),
        ("any", ["", "", ""], "box"),
        ("any", ["3-fig", "4-any", ""], 1),
        ("any", ["5-any", "4-any", "6-any"], 2),
        ("any", ["4-any", "4-any", "1-fig"], "box"),
        ("fig-almond", ["3-fig", "2-almond-2-fig", ""], 1),
        ("fig-almond", ["3-fig", "", "1-fig 2-almond"], "box"),
        ("fig-almond", ["1-fig", "3-olive", "3-lemon"], 0),
        ("orange-grape", ["2-orange", "2-orange-2-grape", "3-grape"], 1),
        ("olive-lemon", ["3-olive", "2-lemon", "2-lemon-2-olive"], 2),
        ("olive-lemon", ["6-any", "5-any", "1-lemon"], 2),
    ],
)
def test_5_most_printed_fruits_of_its_kinds_win_a_finca_and_a_tie_even_at_zero_loses_it(
    kinds: str, collections: list[str], owner: int | str
) -> None:
    other, further = ("grape", "3-orange") if "fig" in kinds else ("almond", "2-fig")
    position = table(
        3,
        hands=[f"1 {other}"],
        carts=[1],
        showing={"palma": f"1-{other}"},
        piles={"palma": 1},
        fincas={"palma": kinds},
        collected=[
            collections[0],
            f"{collections[1]} 2-{other} 3-{other}",
            f"{collections[2]} {further}",
        ],
    )
    position = play(position, "cart", "fill palma", "done")
    assert finca_owner(position, "palma") == owner
    assert position.table.wood == 4


def test_5_fruits_that_fill_question_marks_count_only_as_question_marks() -> None:
    position = table(
        hands=["6 orange"],
        carts=[1],
        showing={"palma": "6-any"},
        piles={"palma": 1},
        fincas={"palma": "orange"},
        collected=["2-fig", "1-orange 1-lemon"],
    )
    position = play(position, "cart", "fill palma with orange", "done")
    assert finca_owner(position, "palma") == 1


def test_5_ruling_all_tiles_of_the_delivery_count_before_any_village_is_decided() -> None:
    position = table(
        hands=["1 fig, 2 orange"],
        carts=[1],
        showing={"palma": "1-fig", "inca": "2-orange"},
        piles={"palma": 1},
        fincas={"palma": "orange"},
        collected=["", "1-orange 1-lemon 1-olive"],
    )
    position = play(position, "cart", "fill palma", "fill inca", "done")
    assert finca_owner(position, "palma") == 0


def test_5_every_village_emptied_by_a_delivery_is_decided() -> None:
    position = table(
        hands=["1 fig, 1 olive"],
        carts=[1],
        showing={"palma": "1-fig", "inca": "1-olive"},
        piles={"palma": 1, "inca": 1},
        fincas={"palma": "fig", "inca": "olive"},
        collected=["3-lemon 1-lemon", "3-olive 1-orange 2-orange 2-lemon"],
    )
    position = play(position, "cart", "fill inca", "fill palma", "done")
    assert (finca_owner(position, "palma"), finca_owner(position, "inca")) == (0, 1)
    assert position.table.wood == 2
    assert position.table.wooden.sum() == 2


def test_5_a_wooden_finca_marks_the_village_even_if_nobody_won() -> None:
    position = table(
        hands=["1 fig"],
        carts=[1],
        showing={"palma": "1-fig"},
        piles={"palma": 1},
        fincas={"palma": "lemon"},
        collected=["3-olive", "3-grape 3-orange"],
    )
    position = play(position, "cart", "fill palma", "done")
    assert finca_owner(position, "palma") == "box"
    assert position.table.wooden.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


def test_5_finca_tiles_are_awarded_even_when_wooden_fincas_run_out() -> None:
    position = table(
        hands=["1 fig, 1 olive"],
        carts=[1],
        showing={"palma": "1-fig", "inca": "1-olive"},
        piles=ALMOST_OVER | {"palma": 1, "inca": 1},
        fincas={"palma": "fig", "inca": "olive"},
        collected=["3-fig 3-olive"],
        rest_collected_by=1,
    )
    assert position.table.wood == 1
    position = play(position, "cart", "fill palma", "fill inca", "done")
    assert isinstance(position.turn, Over)
    assert (finca_owner(position, "palma"), finca_owner(position, "inca")) == (0, 0)
    assert position.table.wooden.sum() == 4


SET = "1-fig 2-fig 3-fig 4-any 5-any 6-any"


def test_5_a_bonus_needs_a_tile_of_every_value() -> None:
    position = table(
        hands=["1 olive"],
        carts=[1],
        showing={"palma": "1-olive"},
        collected=["2-fig 3-fig 4-any 5-any"],
    )
    position = play(position, "cart", "fill palma", "done")
    assert position.table.bonuses.tolist() == [-1] * 4


def test_5_a_further_bonus_needs_a_whole_further_set() -> None:
    position = table(
        farmers={2: "1"},
        hands=["1 olive, 2 grape"],
        carts=[2],
        showing={"palma": "1-olive", "inca": "2-grape"},
        collected=[f"{SET} 3-olive 4-any 5-any 6-any"],
    )
    assert position.table.bonuses.tolist() == [0, -1, -1, -1]
    position = play(position, "cart", "fill palma", "done", "tile 2-olive", "move 2")
    assert position.table.bonuses.tolist() == [0, -1, -1, -1]
    position = play(position, "cart", "fill inca", "done")
    assert position.table.bonuses.tolist() == [0, 0, -1, -1]


def test_5_two_sets_completed_at_once_pay_at_once() -> None:
    position = table(
        hands=["1 olive, 1 grape"],
        carts=[1],
        showing={"palma": "1-olive", "inca": "1-grape"},
        collected=["2-fig 3-fig 4-any 5-any 6-any 2-olive 3-olive 4-any 5-any 6-any"],
    )
    before = position.scores[0]
    position = play(position, "cart", "fill palma", "fill inca", "done")
    assert position.table.bonuses.tolist() == [0, 0, -1, -1]
    assert position.scores[0] == before + 1 + 1 + 7 + 6


def test_5_an_empty_stack_of_bonus_tiles_pays_nothing() -> None:
    position = table(
        4,
        hands=["1 grape"],
        carts=[1],
        showing={"palma": "1-grape"},
        collected=[
            f"{SET} 2-grape 3-grape 2-almond-2-fig 3-almond-2-grape one-of-each",
            "1-almond 2-almond 3-almond 4-any 5-any 6-any",
            "1-olive 2-olive 3-olive 4-any 5-any 6-any",
            "1-orange 2-orange 3-orange 2-orange-2-grape 3-orange-2-lemon one-of-each",
        ],
    )
    before = position.scores[0]
    assert position.table.bonuses.tolist() == [0, 1, 2, 3]
    position = play(position, "cart", "fill palma", "done")
    assert position.table.sets.tolist() == [2, 1, 1, 1]
    assert position.table.bonuses.tolist() == [0, 1, 2, 3]
    assert position.scores[0] == before + 1 + (5 if finca_owner(position, "palma") == 0 else 0)


# §6 End


def test_6_the_game_ends_with_the_turn_that_places_the_last_wooden_finca() -> None:
    position = table(
        hands=["1 grape"],
        carts=[1],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        rest_collected_by=1,
    )
    position = play(position, "cart", "fill palma")
    assert isinstance(position.turn, Choose)
    position = play(position, "done")
    assert isinstance(position.turn, Over)
    assert position.turn.reason == "last-finca"
    assert position.legal_steps == ()
    assert position.seat is None


def test_6_an_emptied_village_before_the_last_wooden_finca_does_not_end_the_game() -> None:
    position = table(
        3,
        hands=["1 grape"],
        carts=[1],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        rest_collected_by=1,
    )
    position = play(position, "cart", "fill palma", "done")
    assert isinstance(position.turn, Choose)
    assert position.table.wood == 1


def test_6_no_further_tiles_are_turned_up_at_the_end() -> None:
    position = table(
        hands=["1 grape, 1 fig"],
        carts=[1],
        showing={"palma": "1-grape", "inca": "1-fig"},
        piles=ALMOST_OVER | {"palma": 1, "inca": 3},
        rest_collected_by=1,
    )
    position = play(position, "cart", "fill inca", "fill palma", "done")
    assert position.is_over
    assert shown(position, "inca") is None


def test_6_bonuses_of_the_last_delivery_count() -> None:
    position = table(
        hands=["1 grape"],
        carts=[1],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        collected=["2-grape 3-grape 4-any 5-any 6-any"],
        rest_collected_by=1,
        fincas={"palma": "any"},
        action_tiles=["", ""],
    )
    position = play(position, "cart", "fill palma", "done")
    assert position.scores[0] == 1 + (2 + 3 + 4 + 5 + 6) + 7 + 5


def test_6_points_are_tiles_fincas_unused_action_tiles_and_bonuses() -> None:
    position = table(
        piles={"arta": 0, "inca": 0},
        won={"arta": 0, "inca": 0},
        collected=[SET, "4-any 6-any"],
        action_tiles=["wind gust less", ""],
    )
    assert position.scores == (21 + 2 * 5 + 3 * 2 + 7, 10)


@pytest.mark.parametrize("tile", ["wind", "gust", "large", "less"])
def test_6_each_unused_action_tile_is_worth_two_points(tile: str) -> None:
    assert table(action_tiles=[tile, ""]).scores == (2, 0)


def level_ending(left: str, right: str) -> Over:
    """Return a game that ends 25 to 25, with these fruits in hand."""
    position = table(
        hands=[f"1 grape, {left}".removesuffix(", "), right],
        carts=[1],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        fincas={"palma": "any"},
        collected=[
            "1-fig 2-fig 3-fig 1-olive 2-olive 3-olive 4-any",
            "1-almond 2-almond 3-almond 1-lemon 2-lemon 3-lemon 4-any 1-orange",
        ],
    )
    turn = play(position, "cart", "fill palma", "done").turn
    assert isinstance(turn, Over)
    assert turn.scores == (25, 25)
    return turn


def test_6_a_tie_on_points_goes_to_the_player_with_more_fruits() -> None:
    assert level_ending("2 fig, 1 lemon", "2 olive").ranks == (1, 2)
    assert level_ending("", "1 olive").ranks == (2, 1)
    assert level_ending("", "1 olive").winners == (1,)


def test_6_still_tied_players_share_the_victory() -> None:
    turn = level_ending("2 fig, 1 lemon", "3 olive")
    assert turn.ranks == (1, 1)
    assert turn.winners == (0, 1)


def test_6_points_come_before_fruits() -> None:
    position = table(action_tiles=["wind", ""], hands=["", "18 fig"])
    assert position.ranks == (1, 2)


def test_6_tied_players_share_a_place_and_the_next_place_stays_empty() -> None:
    assert table(4, hands=["2 fig", "1 fig", "1 lemon", ""]).ranks == (1, 2, 2, 4)


# §7 What is open


def test_7_any_unseen_tile_may_be_turned_up_those_in_the_box_included() -> None:
    position = table(
        hands=["1 fig"],
        carts=[1],
        showing={"palma": "1-fig"},
        collected=["4-any 6-any 6-any 6-any"],
    )
    position = play(position, "cart", "fill palma", "done")
    weights = odds(position)
    assert sum(weights.values()) == 42 - 10 - 4
    assert weights["tile 4-any"] == 2
    assert "tile 6-any" not in weights
    assert "tile 1-fig" not in weights
    assert weights["tile 1-olive"] == 1


def test_7_the_table_does_not_know_the_order_of_unseen_tiles() -> None:
    steps = ["cart", "fill palma", "fill inca", "done"]
    position = table(
        hands=["1 fig, 1 olive"], carts=[1], showing={"palma": "1-fig", "inca": "1-olive"}
    )
    position = play(position, *steps)
    for tile in can(position):
        after = play(position, tile)
        assert sum(odds(after).values()) == sum(odds(position).values()) - 1


def test_6_ruling_a_game_that_only_goes_round_may_be_ended_after_ten_rounds() -> None:
    position = table(4, elsewhere=0, action_tiles=["", "", "", ""])
    for _ in range(4 * 10):
        assert can(position) == {"move 0"}
        position = play(position, "move 0")
    assert can(position) == {"move 0", "end"}
    later = play(position, "move 0")
    assert later.seat == 1 and can(later) == {"move 0", "end"}
    over = play(later, "end").turn
    assert isinstance(over, Over)
    assert over.reason == "going-round" and over.scores == later.scores


def test_6_ruling_whatever_happens_but_circles_counts_the_ten_rounds_anew() -> None:
    holding = {"arta": "1-fig"}
    position = table(4, elsewhere=0, circles=40, carts=[1], hands=["1 fig"], showing=holding)
    assert {"end", "wind", "gust 0", "cart"} <= can(position)
    for steps in (
        ["wind", "move 0", "move 0"],
        ["wind", "move 0", "stop"],
        ["gust 0", "land 0"],
        ["cart", "fill arta", "done", "tile 1-almond"],
        ["large", "fill arta", "done", "tile 1-almond"],
    ):
        after = play(position, *steps)
        assert after.seat == 1 and after.table.circles == 0 and "end" not in can(after)
    apart = table(4, elsewhere=0, farmers={3: "0"})
    assert play(apart, "move 0").table.circles == 0


def test_6_ruling_eleven_farmers_on_one_blade_do_not_go_round() -> None:
    position = table(3, elsewhere=0, farmers={4: "2"})
    for _ in range(12):
        position = play(position, max(can(position) & {f"move {blade}" for blade in range(12)}))
        assert position.table.circles == 0
