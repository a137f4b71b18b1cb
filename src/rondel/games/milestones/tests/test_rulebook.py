"""Tests for every paragraph, ruling and example of RULES.md, in order."""

import pytest

from rondel.core import Chance, Choose, IllegalStep, Over, Position
from rondel.games.milestones.state import NONE
from rondel.games.milestones.tests.table import (
    EDITION,
    MIXED,
    STOPS,
    board,
    bush,
    can,
    gained,
    held,
    milestones,
    odds,
    pawn,
    play,
    score,
    short_of,
    shown,
    table,
    with_bush,
)

MAP = EDITION.facts["map"]
GRID = EDITION.facts["grid"]
TILES: list[str] = MAP.workers
BARE: dict[str, str] = {}
"""Map without bonus tiles."""


def dealt(players: int) -> list[str]:
    """Return the steps of a set-up with the tiles in printed order."""
    row = {2: 5, 3: 7, 4: 9}[players]
    return [f"bonus {kind}" for kind in MIXED] + [f"tile {tile}" for tile in TILES[: 5 + row]]


def at_works(goods: str, *built: str, boards: tuple[str, ...] = (), **told: object) -> Position:
    """Return a position with the starting player at the board of works."""
    told.setdefault("bushes", BARE)
    before = table(goods=[goods], built=built, boards=boards, **told)  # type: ignore[arg-type]
    return play(before, "go board-of-works")


def street(start: str, via: str, to: str) -> tuple[str, str, str]:
    """Return the three steps of a section."""
    return f"street {start}", f"via {via}", f"to {to}"


# §1 Parts


def test_1_the_map_has_59_crossings_90_triangles_and_15_bushes() -> None:
    assert len(GRID.vertices) == 59
    assert len(GRID.triangles) == 90
    assert len(set(MAP.bushes)) == 15


def test_1_every_number_but_the_start_is_from_1_to_5() -> None:
    numbers = {vertex.name: vertex.number for vertex in GRID.vertices}
    assert numbers.pop("a1") == 0
    assert set(numbers.values()) == {1, 2, 3, 4, 5}


def test_1_every_kind_and_every_number_occurs_equally_often_or_nearly() -> None:
    workers = [half for tile in TILES for half in (tile[:2], tile[2:])]
    assert [sum(worker[0] == kind for worker in workers) for kind in "QLSGC"] == [14] * 5
    assert {sum(worker[1] == number for worker in workers) for number in "12345678"} <= {8, 9}


def test_1_what_is_reconstructed_is_said_to_be() -> None:
    confidence = EDITION.facts["confidence"]
    assert confidence["loop"] == confidence["parts"] == confidence["targets"] == "certain"
    assert confidence["bonus_tiles_per_kind"] == "inferred"
    for what in ("numbers", "bushes", "workers"):
        assert confidence[what] == "reconstruction"


# §2 Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_bonus_tiles_display_and_starting_row_are_dealt(players: int) -> None:
    position = play(milestones.start(players), *dealt(players))
    assert [bush(position, name) for name in MAP.bushes] == MIXED
    assert shown(position) == TILES[:5]
    assert can(position) == {f"draft {tile}" for tile in TILES[5 : 10 + 2 * players - 4]}
    assert position.seat == players - 1


def test_2_everybody_begins_on_the_castle_with_one_coin_and_no_points() -> None:
    position = play(milestones.start(3), *dealt(3))
    for seat in range(3):
        assert (pawn(position, seat), held(position, seat)) == ("castle", {"coin": 1})
        assert score(position, seat) == 0


def test_2_bonus_tiles_are_drawn_by_what_is_left() -> None:
    position = play(milestones.start(2), "bonus coiner", "bonus coiner", "bonus quarryman")
    assert odds(position) == {
        "bonus quarryman": 2,
        "bonus lumberjack": 3,
        "bonus sand-worker": 3,
        "bonus grain-grower": 3,
        "bonus coiner": 1,
    }


# §3 The first workers


def test_3_the_draft_goes_counter_clockwise_and_the_starting_player_is_last() -> None:
    position = play(milestones.start(3), *dealt(3))
    asked: list[int | None] = []
    while position.table.left_over < 0:
        asked.append(position.seat)
        position = play(position, min(can(position)))
    assert asked == [2] * 4 + [1] * 4 + [0] * 4
    assert (position.seat, can(position, "go")) == (0, can(position))


def test_3_the_starting_player_chooses_from_three_and_the_last_tile_goes_to_the_box() -> None:
    position = play(milestones.start(2), *dealt(2))
    position = play(position, f"draft {TILES[5]}", "lay 1", f"draft {TILES[6]}", "lay 3")
    assert can(position) == {f"draft {tile}" for tile in TILES[7:10]}
    position = play(position, f"draft {TILES[9]}", "lay 7", f"draft {TILES[7]}", "lay 1")
    assert board(position, 0) == "L2 G2 . . . . C2 S3"
    assert board(position, 1) == "Q1 C3 G2 Q2"
    assert TILES[position.table.left_over] == TILES[8]


def test_3_ruling_the_two_first_tiles_may_not_overlap() -> None:
    position = play(milestones.start(2), *dealt(2), f"draft {TILES[5]}", "lay 3")
    position = play(position, f"draft {TILES[6]}")
    assert can(position) == {"lay 1", "lay 5", "lay 6", "lay 7"}


def test_3_the_tile_in_the_box_is_never_drawn() -> None:
    position = table(goods=["2 coin"], display="L1G1 L1Q1 C1Q2 C1S2 S1L2")
    boxed = TILES[int(position.table.left_over)]
    position = play(position, "go trading-house", "hire L1G1", "lay 4")
    assert f"tile {boxed}" not in odds(position)


# §4 A turn


def test_4_a_turn_is_two_moves_then_the_next_player_clockwise() -> None:
    position = table(3, seat=1)
    position = play(position, "go 7")
    assert position.seat == 1
    position = play(position, "go 8")
    assert position.seat == 2
    assert play(position, "go 7", "go 8").seat == 0


def test_4_a_pawn_goes_clockwise_to_any_space_but_not_past_the_castle() -> None:
    position = table(pawns=["6"])
    assert can(position) == {
        "go 7",
        "go 8",
        "go trading-house",
        "go board-of-works",
        "go mill",
        "go castle",
    }


def test_4_ruling_castle_to_castle_is_not_a_move() -> None:
    assert can(table()) == {f"go {stop}" for stop in STOPS[1:]}


def test_4_from_the_mill_only_the_castle_is_left() -> None:
    assert can(table(pawns=["mill"])) == {"go castle"}


def test_4_the_second_move_may_leave_the_castle_again() -> None:
    position = play(table(pawns=["mill"]), "go castle")
    assert position.seat == 0
    assert pawn(play(position, "go 3")) == "3"


# §5 Stops: workers


def test_5_example_two_quarrymen_then_the_second_coiner() -> None:
    """Pass one quarryman to the second: 2 stone. Then the second coiner only: 1 coin."""
    position = table(boards=["Q1 C1 Q2 C2"])
    position = play(position, "go 3")
    assert held(position) == {"stone": 2}
    assert held(play(position, "go 4")) == {"stone": 2, "coin": 1}


def test_5_example_three_lumberjacks_one_with_a_bonus_tile() -> None:
    """Go from quarryman 1 to lumberjack 5 over two other lumberjacks: 3 wood and 1 point."""
    before = table(boards=["Q1 L2 L4* L5"], pawns=["1"])
    after = play(before, "go 4")
    assert held(after) == {"wood": 3}
    assert gained(before, after) == {"workers": 1}


def test_5_the_space_left_does_not_count() -> None:
    position = table(boards=["Q1 Q2"], pawns=["1"])
    assert held(play(position, "go 2")) == {"stone": 1}


def test_5_every_bonus_tile_of_the_kind_scores_and_no_other() -> None:
    before = table(boards=["G1* S1* G2 G3*"])
    after = play(before, "go 4")
    assert held(after) == {"grain": 3}
    assert gained(before, after) == {"workers": 2}


@pytest.mark.parametrize("space", ["3", "4"])
def test_5_an_empty_or_covered_space_gives_nothing(space: str) -> None:
    before = table(boards=["Q1 Q2 . #"], goods=["1 sand"])
    after = play(before, f"go {space}")
    assert held(after) == {"sand": 1}
    assert gained(before, after) == {}


def test_5_a_covered_worker_that_is_passed_gives_nothing() -> None:
    assert held(play(table(boards=["Q1 # Q3"]), "go 3")) == {"stone": 2}


def test_5_every_kind_gives_its_own_good() -> None:
    for space, good in enumerate(("stone", "wood", "sand", "grain", "coin"), 1):
        position = play(table(boards=["Q1 L4 S3 G1 C2"]), f"go {space}")
        assert held(position) == {good: 1}


def test_5_a_stop_ends_by_itself_when_nothing_can_be_paid_for() -> None:
    for stop in ("trading-house", "board-of-works", "mill"):
        position = play(table(goods=["1 stone"], boards=["G8 Q1"]), f"go {stop}")
        assert can(position) == can(position, "go")


def test_5_what_a_space_offers_may_be_left() -> None:
    position = play(table(goods=["4 grain 1 coin"], boards=["G8 Q1"]), "go mill", "done")
    assert held(position) == {"grain": 4, "coin": 1}


# §6 Trading house


@pytest.mark.parametrize(
    ("workers", "coins"),
    [
        ("G3 L3 G6 Q6 L7", 1),
        ("Q3 . S3 # G6 L7", 1),
        ("G8 S8 G6 L7", 0),
        ("L1 G1", 1),
        ("Q7 Q8 Q1", 0),
    ],
)
def test_6_example_ascending_numbers_pay_a_coin(workers: str, coins: int) -> None:
    """Check that 3-3-6-7 pays and 8-8-6-7 does not; gaps are ignored."""
    position = play(table(boards=[workers]), "go trading-house")
    assert held(position).get("coin", 0) == coins


def test_6_ascending_workers_pay_even_if_the_stop_offers_more() -> None:
    position = play(table(boards=["L1 G1"], goods=["1 coin"]), "go trading-house")
    assert held(position) == {"coin": 2}
    assert can(position, "hire") != set()


def test_6_example_hiring_over_a_quarryman_and_an_empty_space() -> None:
    """Cover a quarryman 5 and an empty space."""
    position = table(boards=["L1 Q5 . C3"], goods=["3 coin"], display="S7S7 Q7Q8")
    position = play(position, "go trading-house", "hire S7S7", "lay 2")
    assert board(position) == "L1 S7 S7 C3"
    assert position.table.goods[0].tolist() == [0, 0, 0, 0, 1]


def test_6_a_hired_tile_may_cover_anything() -> None:
    position = table(boards=["L1 G1 # Q5* . C3 C4 C6"], goods=["2 coin"], display="S7S7")
    position = play(position, "go trading-house", "hire S7S7")
    assert can(position) == {f"lay {space}" for space in range(1, 8)}
    assert board(play(position, "lay 3")) == "L1 G1 S7 S7 . C3 C4 C6"


def test_6_a_bonus_tile_under_a_hired_tile_is_gone() -> None:
    position = table(boards=["Q1 Q5*"], goods=["2 coin"], display="S7S7")
    lost = position.table.lost.tolist()
    position = play(position, "go trading-house", "hire S7S7", "lay 2")
    assert board(position) == "Q1 S7 S7"
    assert (position.table.lost - lost).tolist() == [1, 0, 0, 0, 0]


def test_6_at_most_one_tile_is_hired_per_visit() -> None:
    position = table(goods=["5 coin"], boards=["G8 Q1"], display="S7S7 Q7Q8", pile="L1G1")
    position = play(position, "go trading-house", "hire S7S7", "lay 3", "tile L1G1")
    assert can(position, "hire") == set()
    assert can(position, "buy") != set()


def test_6_the_display_refills_while_the_pile_lasts() -> None:
    position = table(goods=["2 coin"], boards=["G8 Q1"], display="S7S7 Q7Q8", pile="L1G1 L4L4")
    position = play(position, "go trading-house", "hire S7S7", "lay 3")
    assert isinstance(position.turn, Chance)
    assert odds(position) == {"tile L1G1": 1, "tile L4L4": 1}
    position = play(position, "tile L4L4")
    assert sorted(shown(position)) == ["L4L4", "Q7Q8"]


def test_6_without_a_pile_the_display_shrinks() -> None:
    position = table(goods=["4 coin"], boards=["G8 Q1"], display="S7S7 Q7Q8", pile="")
    position = play(position, "go trading-house", "hire S7S7", "lay 3")
    assert shown(position) == ["Q7Q8"]
    assert position.seat == 0


def test_6_a_tile_costs_two_coins() -> None:
    position = table(goods=["1 coin 2 stone"], boards=["G8 Q1"])
    position = play(position, "go trading-house")
    assert can(position, "hire", "buy") == set()
    assert can(play(position, "sell stone stone"), "hire") != set()


def test_6_any_cube_is_bought_for_two_coins_any_number_of_times() -> None:
    position = play(table(goods=["5 coin"], boards=["G8 Q1"]), "go trading-house")
    assert can(position, "buy") == {"buy stone", "buy wood", "buy sand", "buy grain"}
    position = play(position, "buy sand", "buy sand")
    assert held(position) == {"sand": 2, "coin": 1}


def test_6_any_two_cubes_are_sold_for_a_coin() -> None:
    position = table(goods=["2 stone 1 wood 1 grain"], boards=["G8 Q1"])
    position = play(position, "go trading-house")
    assert can(position, "sell") == {
        "sell stone stone",
        "sell stone wood",
        "sell stone grain",
        "sell wood grain",
    }
    position = play(position, "sell stone grain")
    assert held(position) == {"stone": 1, "wood": 1, "coin": 1}
    assert held(play(position, "sell stone wood")) == {"coin": 2}


def test_6_coins_are_neither_sold_nor_bought() -> None:
    position = play(table(goods=["3 coin"], boards=["G8 Q1"]), "go trading-house")
    assert can(position, "sell") == set()
    assert not any("coin" in text for text in can(position))


# §7 Board of works: streets


def test_7_example_continuing_a_street_with_the_milestone_on_a_2() -> None:
    """Build a section from the end of a street with its milestone on a 2: 2 points."""
    before = at_works("1 stone 1 sand", "street a1 b2 c1")
    after = play(before, *street("c1", "d1", "e1"))
    assert gained(before, after) == {"streets": 2}
    assert held(after) == {}


def test_7_a_section_starts_at_a_market_or_at_a_free_end() -> None:
    position = at_works("1 stone 1 sand", "street a1 b2 c1", "street c1 c2 c3", "market c1")
    assert can(position, "street") == {"street a1", "street c1", "street c3"}


def test_7_example_streets_branch_at_a_market() -> None:
    position = at_works("1 stone 1 sand", "street a1 b2 c1", "street c1 c2 c3", "market c1")
    assert gained(position, play(position, *street("c1", "d1", "e1"))) == {"streets": 2}


def test_7_example_no_branch_at_the_free_number_between_sections() -> None:
    position = at_works("1 stone 1 sand", "street a1 b2 c1", "street c1 c2 c3")
    assert can(position, "street") == {"street a1", "street c3"}


def test_7_example_no_branch_at_a_milestone() -> None:
    position = at_works("1 stone 1 sand", "street a1 b2 c1")
    with pytest.raises(IllegalStep):
        position.after("street b2")


def test_7_example_a_loop_is_refused() -> None:
    """Check that neither the milestone nor the end may be on the road already."""
    position = at_works("1 stone 1 sand", "street a1 b2 c1")
    position = play(position, "street c1")
    assert can(position) == {"via c2", "via d1", "via d2"}
    assert can(play(position, "via c2")) == {"to b3", "to c3", "to d2", "to d3"}


def test_7_a_section_costs_stone_and_sand() -> None:
    position = at_works("1 stone 1 wood 1 sand", "street a1 b2 c1")
    assert held(play(position, *street("c1", "d1", "e1"))) == {"wood": 1}


@pytest.mark.parametrize("goods", ["3 stone", "3 sand", "2 stone 2 grain", "2 wood 2 stone"])
def test_7_without_stone_and_sand_there_is_no_section(goods: str) -> None:
    assert can(at_works(goods, "street a1 b2 c1"), "street") == set()


def test_7_ruling_the_bend_may_be_sharp() -> None:
    position = at_works("1 stone 1 sand")
    position = play(position, "street a1", "via b2")
    assert can(position) == {"to a2", "to b1", "to b3", "to c1", "to c2"}


def test_7_a_start_without_room_for_a_section_is_not_offered() -> None:
    built = ("street a1 a2 b2", "street b2 c1 b1")
    position = at_works("1 stone 1 sand", *built)
    assert can(position, "street") == set()
    assert can(position) == {"done"}


def test_7_a_milestone_with_no_room_behind_it_is_not_offered() -> None:
    built = ("street a1 a2 a3", "market a3", "street a3 b3 c2", "street c2 c1 d1")
    position = at_works("1 stone 1 sand", *built)
    assert "street a1" in can(position)
    position = play(position, "street a1")
    assert can(position) == {"via b1", "via b2"}
    assert can(play(position, "via b1")) == {"to b2"}


def test_7_the_start_of_a_section_stays_uncovered_when_it_was_a_streets_end() -> None:
    position = at_works("1 wood 1 sand", "street a1 b2 c1", "street c1 c2 c3")
    assert can(position, "market") == {"market c1", "market c3"}


# §7 Houses


def test_7_example_a_house_at_an_uncovered_2_and_1_scores_3() -> None:
    """Build a house whose third corner has a milestone."""
    before = at_works("1 stone 1 wood", "street a1 b2 c2", "street c2 d3 c3")
    assert gained(before, play(before, "house c2-c3-d3")) == {"houses": 2 + 1}


def test_7_example_a_house_with_nothing_uncovered_scores_0() -> None:
    built = ("street a1 b2 c1", "market c1", "street c1 c2 c3")
    before = at_works("1 stone 1 wood", *built)
    after = play(before, "house b2-c1-c2")
    assert gained(before, after) == {}
    assert after.table.houses == 1


def test_7_a_house_needs_a_street_piece_on_an_edge() -> None:
    position = at_works("1 stone 1 wood", "street a1 b2 c2")
    assert can(position, "house") == {
        "house a1-a2-b2",
        "house a1-b1-b2",
        "house b2-c1-c2",
        "house b2-b3-c2",
    }


def test_7_there_is_one_house_to_a_triangle() -> None:
    position = at_works("1 stone 1 wood", "street a1 b2 c2", "house a1-a2-b2")
    assert "house a1-a2-b2" not in can(position)


def test_7_a_later_street_beside_a_house_makes_no_second_plot() -> None:
    built = ("street a1 b2 c2", "house b2-c1-c2", "market c2", "street c2 c1 d1")
    position = at_works("1 stone 1 wood", *built)
    assert "house b2-c1-c2" not in can(position)
    assert "house c1-c2-d2" in can(position)


def test_7_a_house_costs_stone_and_wood() -> None:
    position = at_works("2 stone 1 wood 1 sand", "street a1 b2 c2")
    assert held(play(position, "house a1-a2-b2")) == {"stone": 1, "sand": 1}


# §7 Markets


def test_7_example_a_market_between_two_sections_on_a_2_and_at_an_end_on_a_1() -> None:
    """Score 2 points between two sections, 1 point at the end of the street."""
    before = at_works("2 wood 2 sand", "street a1 b2 c2", "street c2 d3 c3")
    between = play(before, "market c2")
    assert gained(before, between) == {"markets": 2}
    assert gained(between, play(between, "market c3")) == {"markets": 1}


def test_7_example_house_first_then_market_both_score_the_number() -> None:
    before = at_works("1 stone 2 wood 1 sand", "street a1 b2 c2")
    house = play(before, "house b2-b3-c2")
    assert gained(before, house) == {"houses": 3 + 2}
    assert gained(house, play(house, "market c2")) == {"markets": 2}
    market = play(before, "market c2")
    assert gained(market, play(market, "house b2-b3-c2")) == {"houses": 3}


def test_7_a_market_stands_only_on_an_uncovered_number_of_the_road() -> None:
    position = at_works("1 wood 1 sand", "street a1 b2 c2")
    assert can(position, "market") == {"market c2"}


def test_7_a_market_costs_wood_and_sand() -> None:
    position = at_works("1 stone 1 wood 2 sand", "street a1 b2 c2")
    assert held(play(position, "market c2")) == {"stone": 1, "sand": 1}


def test_7_any_number_of_builds_in_any_order() -> None:
    before = at_works("3 stone 2 wood 3 sand")
    after = play(before, *street("a1", "b2", "c2"), "market c2", *street("c2", "c3", "c4"))
    after = play(after, "house b2-b3-c2")
    assert gained(before, after) == {"streets": 1 + 1, "markets": 2, "houses": 3}
    assert held(after) == {}


def test_7_what_is_used_up_can_no_longer_be_built() -> None:
    goods, built = "2 stone 2 wood 2 sand", ("street a1 b2 c2", "house a1-a2-b2", "market c2")
    for part, left in (("sections", 1), ("houses", 1), ("markets", 2)):
        verb = part.rstrip("s").replace("section", "street")
        assert can(at_works(goods, *built, "street c2 c3 c4"), verb) != set()
        position = at_works(goods, *built, edition=short_of(**{part: left}))
        assert can(position, verb) == set()
        assert can(position, "street", "house", "market") != set()


# §8 Bonus tiles


TWO_BUSHES = {"a2-a3-b3": "quarryman", "c3-d3-d4": "coiner"}


def test_8_a_milestone_at_a_bush_lets_the_builder_take_its_tile() -> None:
    before = at_works("1 stone 1 sand", boards=("Q1 L1 Q2",), bushes=TWO_BUSHES)
    offered = play(before, *street("a1", "a2", "b2"))
    assert can(offered) == {"take a2-a3-b3 on 1", "take a2-a3-b3 on 3", "leave"}
    after = play(offered, "take a2-a3-b3 on 3")
    assert gained(before, after) == {"streets": 2, "tiles": 1}
    assert board(after) == "Q1 L1 Q2*"
    assert bush(after, "a2-a3-b3") is None


def test_8_taking_may_be_declined_and_then_waits_for_a_later_build() -> None:
    before = at_works("2 stone 2 sand", boards=("Q1 L1",), bushes=TWO_BUSHES)
    left = play(before, *street("a1", "a2", "a3"), "leave")
    assert gained(before, left) == {"streets": 2}
    assert bush(left, "a2-a3-b3") == "quarryman"
    again = play(left, *street("a3", "b3", "c2"))
    assert can(again) == {"take a2-a3-b3 on 1", "leave"}


def test_8_a_market_at_a_bush_counts_too() -> None:
    position = at_works("1 wood 1 sand", "street a1 a2 a3", boards=("Q1 L1",), bushes=TWO_BUSHES)
    assert can(play(position, "market a3")) == {"take a2-a3-b3 on 1", "leave"}


def test_8_the_far_end_of_a_section_does_not_count() -> None:
    position = at_works("1 stone 1 sand", boards=("Q1 L1",), bushes=TWO_BUSHES)
    position = play(position, *street("a1", "b2", "b3"))
    assert can(position, "take") == set()


def test_8_only_a_worker_of_the_kind_without_a_tile_can_have_it() -> None:
    for workers in ("L1 G1", "Q1* L1", "# L1 G1"):
        position = at_works("1 stone 1 sand", boards=(workers,), bushes=TWO_BUSHES)
        position = play(position, *street("a1", "a2", "b2"))
        assert can(position) == can(position, "go")


def test_8_ruling_one_build_may_take_several_tiles_each_on_its_own_worker() -> None:
    """Use a map with a crossing that touches two bushes."""
    edition = with_bush("a4-b4-b5", "a2-b2-b3")
    tiles = {"a2-b2-b3": "coiner", "a2-a3-b3": "coiner"}
    before = table(boards=["C1 C2 L1"], goods=["1 stone 1 sand"], bushes=tiles, edition=edition)
    offered = play(before, "go board-of-works", *street("a1", "a2", "a3"))
    assert can(offered) == {
        "take a2-b2-b3 on 1",
        "take a2-b2-b3 on 2",
        "take a2-a3-b3 on 1",
        "take a2-a3-b3 on 2",
        "leave",
    }
    one = play(offered, "take a2-a3-b3 on 2")
    assert can(one) == {"take a2-b2-b3 on 1", "leave"}
    two = play(one, "take a2-b2-b3 on 1")
    assert gained(before, two) == {"streets": 2, "tiles": 2}
    assert board(two) == "C1* C2* L1"


def test_8_ruling_two_tiles_do_not_lie_on_one_worker() -> None:
    edition = with_bush("a4-b4-b5", "a2-b2-b3")
    tiles = {"a2-b2-b3": "coiner", "a2-a3-b3": "coiner"}
    position = table(boards=["C1 L1"], goods=["1 stone 1 sand"], bushes=tiles, edition=edition)
    position = play(position, "go board-of-works", *street("a1", "a2", "a3"))
    position = play(position, "take a2-b2-b3 on 1")
    assert bush(position, "a2-a3-b3") == "coiner"
    assert can(position) == can(position, "go")


def test_8_a_house_on_a_bonus_tile_takes_it() -> None:
    before = at_works("1 stone 1 wood", "street a1 a2 a3", boards=("Q1 L1 Q2",), bushes=TWO_BUSHES)
    offered = play(before, "house a2-a3-b3")
    assert can(offered) == {"take a2-a3-b3 on 1", "take a2-a3-b3 on 3"}
    after = play(offered, "take a2-a3-b3 on 1")
    assert gained(before, after) == {"houses": 1 + 3, "tiles": 1}


@pytest.mark.parametrize("workers", ["L1 G1", "Q1* L1", "# L1 G1"])
def test_8_no_house_on_a_bonus_tile_the_builder_cannot_take(workers: str) -> None:
    built = ("street a1 a2 a3",)
    position = at_works("1 stone 1 wood", *built, boards=(workers,), bushes=TWO_BUSHES)
    assert "house a2-a3-b3" not in can(position)
    assert "house a1-a2-b2" in can(position)


def test_8_a_bush_without_a_tile_is_a_triangle_like_any_other() -> None:
    position = at_works("1 stone 1 wood", "street a1 a2 a3", boards=("L1 G1",))
    assert "house a2-a3-b3" in can(position)


# §9 Mill


def test_9_example_four_uncovered_neighbours_best_two_3_and_4() -> None:
    """Check neighbours b3, b4, c2 and c4 with 3, 4, 2 and 2: 7 points and 1 coin."""
    built = ["street a1 b2 c2", "street c2 d3 c3", "street c3 d4 e4", "market c3"]
    before = table(goods=["2 grain"], built=built, bushes=BARE)
    after = play(before, "go mill", "sack c3")
    assert gained(before, after) == {"sacks": 3 + 4}
    assert held(after) == {"coin": 1}


def test_9_the_start_market_counts() -> None:
    before = table(goods=["2 grain"])
    after = play(before, "go mill", "sack a1")
    assert gained(before, after) == {"sacks": 2 + 2}


def test_9_ruling_fewer_than_two_uncovered_count_as_they_are() -> None:
    before = table(goods=["2 grain"], built=["street a1 a2 b2", "market b2"])
    assert gained(before, play(before, "go mill", "sack a1")) == {"sacks": 2}
    built = ["street a1 a2 b2", "market b2", "street b2 b1 c1"]
    before = table(goods=["2 grain"], built=built)
    after = play(before, "go mill", "sack a1")
    assert gained(before, after) == {}
    assert held(after) == {"coin": 1}


def test_9_the_supplier_chooses_which_two_numbers_count_each_sum_once() -> None:
    """Check neighbours of c3 with 3, 4, 2 and 2: sums 4, 5, 6 and 7, the highest without a name."""
    built = ["street a1 b2 c2", "street c2 d3 c3", "street c3 d4 e4", "market c3"]
    before = play(table(goods=["2 grain"], built=built, bushes=BARE), "go mill")
    here = {step for step in can(before) if step.startswith("sack c3")}
    assert here == {"sack c3", *(f"sack c3 for {points}" for points in (4, 5, 6))}
    for points in (4, 5, 6):
        after = play(before, f"sack c3 for {points}")
        assert gained(before, after) == {"sacks": points}
        assert held(after) == {"coin": 1} and after.problems == ()
    for other in (2, 3, 7, 8, 9):
        with pytest.raises(IllegalStep):
            play(before, f"sack c3 for {other}")


def test_9_lower_numbers_do_not_trigger_the_end() -> None:
    built = ["street a1 b2 c2", "street c2 d3 c3", "street c3 d4 e4", "market c3"]
    made = score(table(built=built))
    before = table(goods=["2 grain"], built=built, bushes=BARE, workers_scored=[60 - made])
    before = play(before, "go mill")
    assert play(before, "sack c3").table.trigger == 0
    assert play(before, "sack c3 for 6").table.trigger == NONE


def test_9_a_market_gets_one_sack() -> None:
    position = table(goods=["4 grain"], built=["street a1 b2 c2", "market c2"])
    position = play(position, "go mill")
    others = {"sack c2 for 2", "sack c2 for 4", "sack c2 for 5", "sack c2 for 6"}
    assert can(position) == {"sack a1", "sack c2", "done"} | others
    position = play(position, "sack a1")
    assert can(position) == {"sack c2", "done"} | others
    assert held(play(position, "sack c2")) == {"coin": 2}


def test_9_a_sack_costs_two_grain() -> None:
    position = table(goods=["1 grain 5 stone"])
    assert can(play(position, "go mill")) == {"go castle"}
    assert held(play(table(goods=["3 grain"]), "go mill", "sack a1")) == {"grain": 1, "coin": 1}


# §10 Castle


def test_10_example_five_goods_go_down_to_three() -> None:
    position = table(pawns=["mill"], goods=["2 stone 1 wood 2 coin"], boards=["Q1 Q2"])
    position = play(position, "go castle")
    assert can(position) == {"discard stone", "discard wood", "discard coin"}
    position = play(position, "discard stone", "discard coin")
    assert held(position) == {"stone": 1, "wood": 1, "coin": 1}
    assert can(position) == can(position, "go")


def test_10_example_with_exactly_two_visible_workers_none_is_covered() -> None:
    position = play(table(pawns=["mill"], boards=["Q1 # # Q2"]), "go castle")
    assert board(position) == "Q1 # # Q2"
    assert can(position) == can(position, "go")


def test_10_with_three_visible_workers_one_of_choice_is_covered() -> None:
    position = play(table(pawns=["mill"], boards=["Q1 . Q2 L1"]), "go castle")
    assert can(position) == {"cover 1", "cover 3", "cover 4"}
    assert board(play(position, "cover 3")) == "Q1 . # L1"


def test_10_goods_go_first_then_the_worker() -> None:
    position = table(pawns=["mill"], goods=["4 coin"], boards=["Q1 Q2 L1"])
    position = play(position, "go castle")
    assert can(position) == {"discard coin"}
    assert can(play(position, "discard coin")) == {"cover 1", "cover 2", "cover 3"}


def test_10_the_bonus_tile_of_a_covered_worker_leaves_the_game() -> None:
    position = table(pawns=["mill"], boards=["Q1 Q2* L1"])
    lost = position.table.lost.tolist()
    position = play(position, "go castle", "cover 2")
    assert (position.table.lost - lost).tolist() == [1, 0, 0, 0, 0]
    assert board(position) == "Q1 # L1"


# §11 The end


@pytest.mark.parametrize(("players", "target"), [(2, 67), (3, 59), (4, 51)])
def test_11_reaching_the_target_triggers_the_end(players: int, target: int) -> None:
    for short in (1, 0):
        position = table(
            players, seat=1, boards=["", "Q1* Q2"], workers_scored=[0, target - 2 - short]
        )
        position = play(position, "go 1", "go 8")
        assert (position.table.trigger == 1) == (short == 0)
        for _ in range(players - 1):
            assert not position.is_over
            position = play(position, "go 7", "go 8")
        assert position.is_over == (short == 0)


def test_11_the_one_who_triggers_finishes_the_turn() -> None:
    position = play(table(boards=["Q1* Q2"], workers_scored=[65]), "go 1")
    assert position.table.trigger == 0
    assert position.seat == 0


def test_11_buying_the_last_tile_of_the_display_triggers_the_end() -> None:
    position = table(goods=["2 coin"], boards=["G8 Q1"], display="S7S7", pile="")
    position = play(position, "go trading-house", "hire S7S7", "lay 3", "go mill")
    assert position.seat == 1
    over = play(position, "go 7", "go 8").turn
    assert isinstance(over, Over)
    assert over.reason == "last-tile"


def test_11_a_later_trigger_changes_nothing() -> None:
    position = table(3, boards=["Q1* Q2", "L1* L2"], workers_scored=[57, 57], pawns=["castle"] * 3)
    position = play(position, "go 1", "go 8", "go 1")
    assert score(position, 1) == 59
    assert position.table.trigger == 0
    position = play(position, "go 8", "go 7", "go 8")
    assert isinstance(position.turn, Over)
    assert position.turn.reason == "target"


def ended(*boards: str, goods: tuple[str, ...] = (), points: tuple[int, ...] = ()) -> Position:
    """Return an end triggered by seat 0. The last seat took, and lost, all bonus tiles."""
    players = len(boards)
    position = table(
        players,
        boards=boards,
        goods=goods,
        bushes=BARE,
        workers_scored=points,
        seat=players - 1,
        trigger=0,
        sound=False,
        pawns=["7"] * players,
        moves=1,
    )
    over = position.after("go 8")
    assert over.is_over
    return over


def majority_points(position: Position) -> list[int]:
    return [int(points) for points in position.table.points[: position.players, 6]]


def test_11_example_majority_of_quarrymen() -> None:
    """Compare one with a bonus tile (2), two without (2) and one (1): 2, 2 and 0 points."""
    assert majority_points(ended("Q1*", "Q2 Q3", "Q4")) == [2, 2, 0]


def test_11_the_most_alone_gets_five() -> None:
    assert majority_points(ended("Q1* Q2", "Q3 Q4", "Q5")) == [5, 0, 0]


def test_11_if_all_players_are_equal_nobody_gets_anything() -> None:
    assert majority_points(ended("Q1*", "Q2 Q3")) == [0, 0]
    assert majority_points(ended("Q1*", "Q2 Q3", "Q4 Q5")) == [0, 0, 0]


def test_11_every_kind_is_compared_and_covered_workers_do_not_count() -> None:
    assert majority_points(ended("Q1 L4 S3 # #", "C2 G2 Q2 L5")) == [5, 10]


def test_11_scores_count_majorities_as_if_the_game_ended_now() -> None:
    position = table(boards=["Q1 L4 Q2", "C1 G3"], workers_scored=[3, 4])
    assert [score(position, seat) for seat in (0, 1)] == [3, 4]
    assert position.scores == (3 + 10, 4 + 10)


def test_11_most_points_win() -> None:
    over = ended("Q1 Q2", "L1 L2", points=(40, 10)).turn
    assert isinstance(over, Over)
    assert over.ranks == (1, 2)


def test_11_goods_break_a_tie() -> None:
    over = ended("Q1 Q2", "L1 L2", goods=("1 stone", "1 sand 1 coin"), points=(25, 10)).turn
    assert isinstance(over, Over)
    assert over.scores == (30, 30)
    assert over.ranks == (2, 1)


def test_11_a_tie_in_goods_too_is_a_shared_victory() -> None:
    over = ended("Q1 Q2", "L1 L2", goods=("2 stone", "1 sand 1 coin"), points=(25, 10)).turn
    assert isinstance(over, Over)
    assert over.winners == (0, 1)


# §12 What is hidden


def test_12_any_unseen_tile_can_be_next_and_identical_ones_count_together() -> None:
    position = table(goods=["2 coin"], boards=["G8 Q1"], display="S7S7", pile="L1G1 L4L4 C2C3")
    position = play(position, "go trading-house", "hire S7S7", "lay 3")
    assert odds(position) == {"tile L1G1": 1, "tile L4L4": 1, "tile C2C3": 1}
    assert isinstance(table().turn, Choose)
