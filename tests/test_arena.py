"""The arena: fair schedules, shared deals, failing bots, ratings and the report."""

import random
import re
import sys
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from rondel.arena.dealing import SharedDeal
from rondel.arena.playing import Chair, Fault, Pairing, Played, play_game
from rondel.arena.report import Report
from rondel.arena.simulate import simulate_bots
from rondel.arena.standings import Interval, ratings, standings, wilson
from rondel.arena.tournament import TooFewBots, round_robin, run
from rondel.bots import UnknownBot
from rondel.contract import Position, WrongPlayers
from rondel.games import find, names
from rondel.match import Match, Seeded, read_record
from rondel.words import LANGUAGES

FINCA = find("finca")


def blind_match(name: str, deal: str, whims: int) -> Match:
    """A match of a shared deal whose players have whims of their own."""
    game = find(name)
    match = Match(game, 2, dealer=SharedDeal(deal, game.edition("")))
    luck = random.Random(whims)
    while not match.position.is_over:
        match.play(luck.choice(match.position.options)[0])
    return match


def turned_up(match: Match) -> list[str]:
    return [str(step) for _, step, _ in match if type(step).__name__ == "TurnUp"]


def won(entrants: tuple[int, ...], ranks: tuple[int, ...], deal: int = 0) -> Played:
    """A game as far as ratings care."""
    seats = tuple(f"bot {entrant}" for entrant in entrants)
    return Played(
        pairing=Pairing("finca", seats, entrants, deal),
        points=tuple(50 - 10 * rank for rank in ranks),
        ranks=ranks,
        sources=tuple({"fruit_tiles": 30, "bonus_tiles": 2 * rank} for rank in ranks),
        decisions=tuple(20 for _ in ranks),
        seconds=tuple(0.5 for _ in ranks),
        faults=(),
        ended=True,
        record="",
    )


@pytest.mark.parametrize("name", names())
def test_one_deal_turns_up_the_same_tiles_however_the_games_go(name: str) -> None:
    first, second = (turned_up(blind_match(name, "a deal", whims)) for whims in (1, 2))
    shared = min(len(first), len(second))
    assert shared > 10
    assert first[:shared] == second[:shared]
    assert turned_up(blind_match(name, "another deal", 1))[:shared] != first[:shared]


def test_a_shared_deal_keeps_to_the_odds() -> None:
    box = FINCA.edition("")
    first = FINCA.steps.actions
    outcomes = [(first, 1), (first + 1, 3), (first + 2, 4)]
    drawn = Counter(SharedDeal(str(deal), box).deal(0, outcomes) for deal in range(8000))
    for number, weight in outcomes:
        assert drawn[number] == pytest.approx(1000 * weight, rel=0.1)


def test_every_group_plays_every_deal_in_every_rotation() -> None:
    entrants = ["random", "greedy", "beginner", "casual"]
    pairings = round_robin(FINCA, entrants, 5, 3)
    assert len(pairings) == 2 * 4 * 3
    for group in combinations(range(4), 3):
        for deal in (0, 1):
            seatings = [
                p.entrants for p in pairings if p.deal == deal and set(p.entrants) == set(group)
            ]
            assert sorted(seats[0] for seats in seatings) == sorted(group)
            assert len(set(seatings)) == 3
    assert all(p.seats == tuple(entrants[e] for e in p.entrants) for p in pairings)


def test_a_schedule_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(TooFewBots):
        round_robin(FINCA, ["random", "greedy"], 1, 3)
    with pytest.raises(WrongPlayers):
        round_robin(FINCA, ["random"] * 5, 1, 5)
    with pytest.raises(UnknownBot):
        round_robin(FINCA, ["random", "deep blue"], 1, 2)


@pytest.mark.parametrize("name", names())
def test_a_game_between_bots_is_whole_and_its_record_replays(name: str) -> None:
    played = play_game(Pairing(name, ("greedy", "random", "beginner"), (0, 1, 2), deal=1))
    match = read_record(played.record)
    assert match.position.is_over and played.ended
    assert (match.position.scores, match.position.ranks) == (played.points, played.ranks)
    assert match.names == ["greedy", "random", "beginner"]
    made = [sum(source.values()) for source in played.sources]
    assert made == list(played.points)
    choices = [before.seat for before, _, _ in match if before.seat is not None]
    assert [choices.count(seat) for seat in range(3)] == list(played.decisions)
    assert all(seconds > 0 for seconds in played.seconds)
    assert sum(played.shares) == pytest.approx(1)


def test_several_processes_play_the_games_that_one_plays() -> None:
    pairings = round_robin(FINCA, ["random", "greedy"], 4, 2, seed=3)
    told: list[Played] = []
    alone, together = run(pairings, 1), run(pairings, 2, told.append)
    assert [one.record for one in alone] == [one.record for one in together]
    assert sorted(one.record for one in told) == sorted(one.record for one in alone)
    assert len({one.record for one in alone}) == 4


class Unreliable:
    """A bot that answers with an illegal step, then crashes, then does well."""

    name = "unreliable"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position) -> int:
        self.asked += 1
        if self.asked == 1:
            return 100_000
        if self.asked == 2:
            raise ZeroDivisionError("oh dear")
        return position.options[0][0]

    def close(self) -> None:
        self.asked = -1


def test_a_failing_bot_loses_its_step_and_the_game_goes_on() -> None:
    position = Match(FINCA, 2, dealer=Seeded(1)).position
    bot = Unreliable()
    chair = Chair(bot, 1, 1)
    steps = [chair.choose(position, at) for at in range(3)]
    assert set(steps) <= position.numbers
    assert steps[2] == position.options[0][0]
    assert chair.faults == [
        Fault("unreliable", 1, 0, "illegal", "100000"),
        Fault("unreliable", 1, 1, "crashed", "ZeroDivisionError('oh dear')"),
    ]
    assert chair.decisions == 3
    chair.leave()
    assert bot.asked == -1


def test_an_engine_that_ends_at_once_is_reported_for_every_step_it_lost() -> None:
    engine = f"engine:0.1s:{sys.executable} -c 'raise SystemExit(1)'"
    played = play_game(Pairing("finca", (engine, "random"), (0, 1), deal=0))
    assert played.ended
    assert len(played.faults) == played.decisions[0]
    assert {fault.kind for fault in played.faults} == {"crashed"}
    assert {fault.seat for fault in played.faults} == {0}
    found = standings([engine, "random"], [played])
    assert {s.name: s.faults for s in found.entrants} == {engine: len(played.faults), "random": 0}
    page = Report(found).html()
    assert "it crashed" in page and "&#x27;raise SystemExit(1)&#x27;" in page


def test_wilsons_interval_is_the_known_one() -> None:
    found = wilson(8, 10)
    assert (found.value, round(found.low, 4), round(found.high, 4)) == (0.8, 0.4902, 0.9433)
    assert wilson(0, 20).low == 0 and wilson(0, 20).high == pytest.approx(0.1611, abs=1e-4)
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


def test_ratings_order_the_entrants_and_grow_surer_with_games() -> None:
    few = [won((0, 1, 2), (1, 2, 3)), won((2, 0, 1), (3, 1, 2))]
    many = few * 20
    for games in (few, many):
        first, second, third = ratings(["a", "b", "c"], games)
        assert first.value > second.value > third.value
    unsure, sure = ratings(["a", "b", "c"], few)[0], ratings(["a", "b", "c"], many)[0]
    assert sure.high - sure.low < unsure.high - unsure.low
    even = ratings(["a", "b"], [won((0, 1), (1, 2)), won((0, 1), (2, 1))] * 20)
    assert abs(even[0].value - even[1].value) < 2


def test_standings_count_shared_victories_as_parts() -> None:
    games = [won((0, 1), (1, 2)), won((1, 0), (2, 1), 1), won((0, 1), (1, 1), 2)]
    found = standings(["a", "b"], games)
    assert [entrant.name for entrant in found.entrants] == ["a", "b"]
    assert [entrant.victories.value for entrant in found.entrants] == pytest.approx(
        [2.5 / 3, 0.5 / 3]
    )
    assert found.ahead == [[None, pytest.approx(2.5 / 3)], [pytest.approx(0.5 / 3), None]]
    assert [seat.victories.value for seat in found.seats] == pytest.approx([0.5, 0.5])
    assert found.lengths == [40, 40, 40]
    assert found.entrants[0].seconds_per_decision == pytest.approx(0.025)
    assert found.entrants[1].sources == {"fruit_tiles": 30, "bonus_tiles": pytest.approx(10 / 3)}


@pytest.fixture(scope="module")
def tournament() -> list[Played]:
    return run(round_robin(find("milestones"), ["greedy", "random", "beginner"], 2, 2), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_page_that_needs_nothing_else(
    tournament: list[Played], language: str
) -> None:
    found = standings(["greedy", "random", "beginner"], tournament)
    page = Report(found, language).html()
    assert f'<html lang="{language}">' in page
    assert not re.search(r"https?://|src=|<link|<script|@import", page)
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawn) == 5
    for plot in drawn:
        root = ElementTree.fromstring(plot)
        assert root.get("aria-label")
        for shape in root.iter():
            for side in ("x", "x1", "x2", "cx", "width"):
                assert 0 <= float(shape.get(side, 0)) <= 760
    heading = {"en": "How points were made", "fr": "D’où viennent", "hu": "Miből lett a pont"}
    assert heading[language] in page
    assert "prefers-color-scheme: dark" in page


def test_a_report_tells_namesakes_apart_and_shows_names_as_they_are() -> None:
    games = [won((0, 1, 2), (1, 2, 3)), won((1, 2, 0), (2, 3, 1))]
    page = Report(standings(["<i>", "greedy", "greedy"], games)).html()
    assert "&lt;i&gt;" in page and "<i>" not in page
    assert "greedy 1" in page and "greedy 2" in page


def test_bots_can_be_simulated_at_fixed_seats() -> None:
    done = simulate_bots(FINCA, 6, ["greedy", "random"], seed=2, workers=1)
    assert done.points.shape == done.ranks.shape == (6, 2)
    assert (done.ranks[:, 0] == 1).sum() >= 5
    assert done.unended == 0 and (done.decisions > 50).all()
    again = simulate_bots(FINCA, 6, ["greedy", "random"], seed=2, workers=1)
    assert (again.points == done.points).all()
