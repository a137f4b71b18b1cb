"""Reviews: exact balance, luck by the exact odds, and seeded mistakes."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import rondel
from rondel.core import Position
from rondel.i18n import LANGUAGES, Translator
from rondel.match import Match
from rondel.reviews import (
    BOUNDS,
    DEPTHS,
    WHOLE,
    Review,
    page,
    read_review,
    write_review,
)
from rondel.reviews.evaluator import Evaluator, expected, whole
from rondel.reviews.formatting import verdict
from rondel.reviews.hints import advise
from rondel.reviews.reviewer import CLOSER, FIRST_LOOK
from rondel.testkit import random_match
from tests.compatibility.make import unpack

GAMES = Path(rondel.__file__).parent / "games"
GOLDEN = sorted(GAMES.glob("*/tests/golden/*.rondel"))
MOST = 60
"""Steps in which chance follows again, or not at all."""
FEW = 4
"""Simulations where only the balance matters."""


def balances(review: Review) -> bool:
    """Return True if every seat's start, luck and losses sum to its result, to the digit."""
    steps = [*(turn.change for turn in review.turns), *(each.luck for each in review.luck)]
    return (
        all(s.start + s.luck - s.given + s.received == s.result for s in review.seats)
        and all(sum(step) == 0 for step in steps)
        and sum(review.start) == sum(review.result) == WHOLE
        and all(sum(mark.chances) == WHOLE for mark in review.curve)
        and tuple(s.start for s in review.seats) == review.start
        and tuple(s.result for s in review.seats) == review.result
    )


def played(game: str, seats: list[str], seed: int, steps: int = 5000) -> Match[Any]:
    """Return a match between bots, or its beginning."""
    match = rondel.Match(game, len(seats), seed=seed)
    bots = [rondel.bot(name, seed=f"{seed}/{seat}") for seat, name in enumerate(seats)]
    while not match.is_over and len(match) < steps:
        assert match.seat is not None
        match.play(bots[match.seat].choose(match.position))
    return match


def won(match: Match[Any]) -> tuple[int, ...]:
    assert match.over is not None
    winners = match.over.winners
    return tuple(WHOLE // len(winners) * (seat in winners) for seat in range(len(match.names)))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_the_books_of_every_golden_game_balance_to_the_last_digit(file: Path) -> None:
    match = rondel.read(file)
    review = rondel.review(match, simulations=FEW)
    assert balances(review)
    assert review.is_over and review.result == won(match)
    assert review.steps == len(match)
    assert review.turns[-1].end <= len(match)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_the_books_of_bots_balance_and_every_step_is_accounted_for(game: str, players: int) -> None:
    match = played(game, ["net"] * players, players)
    review = rondel.review(match, simulations=FEW)
    assert balances(review)
    assert review.result == won(match)
    first = review.curve[0].at
    chances = [at for at in range(first, len(match)) if match.position_at(at).is_chance]
    assert [each.at for each in review.luck] == chances
    choices = {at for turn in review.turns for at in range(turn.first, turn.end)}
    assert choices | set(chances) == set(range(first, len(match)))
    for turn, following in pairwise(review.turns):
        assert turn.end <= following.first and turn.seat != following.seat


def test_games_of_the_first_version_of_the_rules_are_reviewed() -> None:
    kept = unpack(Path(__file__).parent / "compatibility" / "version1")
    records = sorted(path for path in kept if "/golden/" in path and path.endswith(".rondel"))
    assert len(records) > 10
    for path in records[::7]:
        review = rondel.review(kept[path], simulations=1)
        assert balances(review) and review.rules == 1, path


def test_a_win_that_is_shared_is_split_to_the_last_digit() -> None:
    review = rondel.review(GAMES / "finca/tests/golden/shared-victory.rondel", simulations=FEW)
    assert sorted(review.result)[-2:] == [WHOLE // 2] * 2
    assert [WHOLE % winners for winners in (1, 2, 3, 4)] == [0] * 4


def test_luck_is_the_value_after_a_step_less_the_exact_mean_over_its_odds() -> None:
    match = played("finca", ["net", "net"], 3, steps=90)
    review = rondel.review(match, simulations=FEW)
    evaluator = Evaluator(FEW, FEW, 0)
    assert review.luck
    for each in review.luck:
        before = match.position_at(each.at)
        told = [
            (evaluator.quick_value(before.after(number)), weight)
            for number, weight in before.legal_steps
        ]
        total = sum(weight for _, weight in told)
        after = evaluator.quick_value(match.position_at(each.at + 1))
        assert each.total == total
        assert dict(before.legal_steps)[match.log[each.at]] == each.weight
        for seat in range(2):
            mean = sum(chances[seat] * weight for chances, weight in told) / total
            assert abs(each.luck[seat] - (after[seat] - mean)) < 1


def test_the_mean_of_luck_over_all_that_could_come_is_nothing() -> None:
    match = played("finca", ["net"] * 3, 4, steps=120)
    evaluator = Evaluator(FEW, FEW, 0)
    chances = [match.position_at(at) for at in range(60, len(match))]
    tried = [position for position in chances if position.is_chance]
    assert tried
    for position in tried:
        told = [
            (evaluator.quick_value(position.after(n)), weight) for n, weight in position.legal_steps
        ]
        mean = expected(told)
        assert sum(mean) == WHOLE
        for seat in range(3):
            luck = sum(weight * (chances[seat] - mean[seat]) for chances, weight in told)
            assert abs(luck) < sum(weight for _, weight in told)


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_luck_is_fair_to_every_seat_over_all_that_two_chance_steps_can_bring(game: str) -> None:
    """Compute the exact mean over every outcome and every outcome of the next chance step."""
    match = played(game, ["net"] * 3, 4)
    dealt = [at for at in range(len(match)) if match.position_at(at).is_chance]
    first, evaluator, means = match.position_at(dealt[-3]), Evaluator(1, 1, 0), [0.0, 0.0, 0.0]
    bot, again = rondel.bot("net", seed=1), False
    for number, weight in first.legal_steps:
        later, lucks = first.after(number), [luck_of(evaluator, first, number)]
        for _ in range(MOST):
            later = later if later.seat is None else later.after(bot.choose(later))
        if later.is_chance:
            again = True
            odds = [weight for _, weight in later.legal_steps]
            both = [luck_of(evaluator, later, number) for number, _ in later.legal_steps]
            following = [
                sum(share * luck[seat] for share, luck in zip(odds, both, strict=True)) / sum(odds)
                for seat in range(3)
            ]
            lucks.append(following)
        share = weight / sum(each for _, each in first.legal_steps)
        means = [mean + share * sum(column) for mean, *column in zip(means, *lucks, strict=True)]
    assert again
    assert all(abs(mean) < 2 for mean in means), means


def luck_of(evaluator: Evaluator, before: Position, number: int) -> list[float]:
    """Return the luck of an outcome for everybody."""
    told = [
        (evaluator.quick_value(before.after(each)), weight) for each, weight in before.legal_steps
    ]
    after = evaluator.quick_value(before.after(number))
    return [value - mean for value, mean in zip(after, expected(told), strict=True)]


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_two_depths_agree_on_whom_luck_helped_and_on_the_biggest_losses(game: str) -> None:
    match = played(game, ["casual", "random"], 3, steps=100)
    shallow, deep = (rondel.review(match, simulations=many) for many in (100, 500))
    assert shallow.seats[0].luck * deep.seats[0].luck > 0
    biggest = [
        {turn.first for turn in sorted(found.turns, key=lambda turn: -turn.loss)[:3]}
        for found in (shallow, deep)
    ]
    assert len(biggest[0] & biggest[1]) >= 2, biggest


def test_a_quick_look_judges_the_biggest_loss_as_deeply_as_the_full_review() -> None:
    match = played("finca", ["random", "random"], 2, steps=60)
    review = rondel.review(match, "quick")
    assert balances(review)
    worst = max(review.turns, key=lambda turn: turn.loss)
    evaluator = Evaluator(*DEPTHS["full"], 0)
    best = evaluator.value(evaluator.best_turn(match.position_at(worst.first))[-1][1])[worst.seat]
    assert worst.loss == best - evaluator.value(match.position_at(worst.end))[worst.seat] > 0
    shallow = rondel.review(match, simulations=DEPTHS["quick"][0] - 1)
    assert shallow.luck != () and [t.loss for t in shallow.turns] != [t.loss for t in review.turns]


def test_the_same_review_again_gives_the_same_numbers() -> None:
    match = played("milestones", ["net", "net"], 6, steps=120)
    first, second = (rondel.review(match, simulations=50, seed=3) for _ in range(2))
    assert first == second
    assert (first.depth, first.simulations, first.seed) == ("quick", 50, 3)
    assert first.version == rondel.__version__ and first.judge == "network"
    assert rondel.review(match, simulations=50, seed=4) != first


def test_a_turn_is_judged_whole_and_not_step_by_step() -> None:
    match = played("milestones", ["net", "net"], 6, steps=200)
    review = rondel.review(match, simulations=FEW)
    longest = max(review.turns, key=lambda turn: turn.end - turn.first)
    assert longest.end - longest.first >= 6
    for turn in review.turns:
        asked = {match.position_at(at).seat for at in range(turn.first, turn.end)}
        assert asked - {None} == {turn.seat}


def test_a_better_turn_is_legal_and_leads_where_the_review_says() -> None:
    match = played("finca", ["random", "random"], 2, steps=110)
    review = rondel.review(match, simulations=40)
    better = [turn for turn in review.turns if turn.best is not None]
    assert better
    for turn in better:
        assert turn.best is not None
        position = match.position_at(turn.best.first)
        assert position.seat == turn.seat
        for step in turn.best.steps:
            position = position.after(step, turn.seat)
        assert position.seat != turn.seat
        assert turn.best.chances[turn.seat] - turn.played.chances[turn.seat] <= turn.loss
        assert turn.best.told and turn.played.told


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_turn_thrown_away_is_among_the_seats_biggest_losses(game: str) -> None:
    match = played(game, ["expert", "expert"], 1, steps=110)
    middle = len(match) - 30
    while match.position_at(middle).seat is None or (
        match.position_at(middle).seat == match.position_at(middle - 1).seat
    ):
        middle += 1
    spoiled = rondel.Match(game, 2, deal=False)
    for number in match.log[:middle]:
        spoiled.push(number)
    spoiled.dealer = rondel.SeededRandom(5)
    seat = spoiled.seat
    assert seat is not None
    worst, lowest = None, 2.0
    for step in Random(1).sample(spoiled.actions, min(8, len(spoiled.actions))):
        tried = rondel.analyse(spoiled.position.after(step), 200).chances[seat]
        worst, lowest = (step, tried) if tried < lowest else (worst, lowest)
    assert worst is not None
    bots = [rondel.bot("expert", seed=9) for _ in range(2)]
    spoiled.play(worst)
    while not spoiled.is_over and len(spoiled) < middle + 40:
        assert spoiled.seat is not None
        spoiled.play(bots[spoiled.seat].choose(spoiled.position))
    review = rondel.review(spoiled, simulations=200)
    own = sorted((t for t in review.turns if t.seat == seat), key=lambda turn: -turn.loss)
    assert any(turn.first <= middle < turn.end for turn in own[:3])


def test_an_unfinished_match_is_reviewed_as_it_stands() -> None:
    match = rondel.Match("finca", 3, seed=1)
    review = rondel.review(match, simulations=FEW)
    assert balances(review) and not review.is_over and review.reason == ""
    assert review.turns == () and review.luck == () and len(review.curve) == 1
    match.play("place 3")
    review = rondel.review(match, simulations=FEW)
    assert balances(review) and len(review.turns) == 1
    assert rondel.review(rondel.Match("finca", deal=False), simulations=FEW).turns == ()


def test_whoever_concedes_gives_away_what_was_left() -> None:
    match = rondel.Match("milestones", ["Anna", "Béla", "Chloé"], seed=2)
    match.play(match.actions[0])
    match.give_up("conceded", (3, 1, 1))
    review = rondel.review(rondel.write_record(match), simulations=FEW)
    assert balances(review)
    assert review.reason == "conceded" and review.result == (0, WHOLE // 2, WHOLE // 2)
    last = review.turns[-1]
    assert (last.seat, last.reason, last.first) == (0, "conceded", len(match))
    assert last.given == last.loss == last.before[0] > 0


def test_a_loss_is_called_by_bounds_that_the_page_about_reviews_names() -> None:
    text = (Path(__file__).parents[1] / "docs" / "review.md").read_text("utf-8")
    for name, least in BOUNDS:
        assert f"| `{name}` | {least * 100 // WHOLE} % |" in text
    for depth, (simulations, glance) in DEPTHS.items():
        assert f"| `{depth}` | {simulations} | {glance} |" in text


def test_a_review_survives_writing_and_reading() -> None:
    match = random_match(rondel.game("finca"), 2, 1)
    review = rondel.review(match, simulations=FEW)
    assert read_review(write_review(review)) == review
    msgspec.json.decode(write_review(review))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_is_told_in_every_language_and_the_page_needs_no_server(language: str) -> None:
    match = random_match(rondel.game("milestones"), 2, 1)
    match.names = ["<Anna>", "Béla"]
    review = rondel.review(match, simulations=FEW)
    translator = Translator(language, match.game)
    assert review.moments
    shown = page(review, match, translator, match.names)
    assert "<Anna>" not in shown and "&lt;Anna&gt;" in shown
    assert f'lang="{language}"' in shown
    assert "http" not in shown and "src=" not in shown
    assert shown.count('<img alt="" data-packed="') >= len(review.moments)
    for moment in review.moments:
        assert translator.format(moment.told, match.names)


def test_a_judgement_in_doubt_is_told_as_no_more_than_perhaps() -> None:
    match = random_match(rondel.game("finca"), 2, 1)
    review, translator = rondel.review(match, simulations=FEW), Translator("en", match.game)
    moment = next(each for each in review.moments if each.kind == "turn")
    named = verdict(translator, review, moment)
    assert f"<strong>{named}</strong>" in page(review, match, translator, match.names)
    turns = list(review.turns)
    turns[moment.index] = msgspec.structs.replace(turns[moment.index], is_sure=False)
    doubt = msgspec.structs.replace(review, turns=tuple(turns))
    assert verdict(translator, doubt, moment) == f"perhaps a {named}"
    assert f"<strong>perhaps a {named}</strong>" in page(doubt, match, translator, match.names)


def test_what_cannot_be_reviewed_is_refused() -> None:
    match = rondel.Match("finca", seed=1)
    with pytest.raises(rondel.WrongArgument, match="quick, full"):
        rondel.review(match, "deep")
    with pytest.raises(rondel.WrongArgument):
        rondel.review(match, simulations=0)
    with pytest.raises(rondel.WrongArgument):
        rondel.review(7)  # type: ignore[arg-type]
    with pytest.raises(rondel.UnreadableFile):
        rondel.review("nowhere.rondel")


def test_a_review_can_be_watched_and_stopped() -> None:
    match = played("finca", ["net", "net"], 1, steps=60)
    heard: list[int] = []

    def watch(done: int, steps: int) -> None:
        assert steps == len(match)
        heard.append(done)
        if len(heard) == 5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        rondel.review(match, simulations=FEW, watch=watch)
    assert heard == sorted(heard)


def test_a_quick_look_is_done_when_it_has_looked_again_and_not_before() -> None:
    match = played("finca", ["random", "random"], 2, steps=40)
    heard: list[tuple[int, int]] = []
    rondel.review(match, "quick", watch=lambda done, steps: heard.append((done, steps)))
    done = [each for each, _ in heard]
    assert done == sorted(done) and {steps for _, steps in heard} == {len(match)}
    assert done.count(len(match)) == 1 and done[-1] == len(match)
    assert sum(each > len(match) * FIRST_LOOK for each in done) >= CLOSER


def test_chances_become_whole_numbers_without_losing_any() -> None:
    assert sum(whole([1 / 3, 1 / 3, 1 / 3])) == WHOLE
    assert whole([0.25, 0.75]) == (WHOLE // 4, WHOLE * 3 // 4)
    assert expected([((WHOLE, 0), 1), ((0, WHOLE), 2)]) == (WHOLE // 3, WHOLE * 2 // 3)


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_advice_is_the_turn_worth_most_and_names_every_option_in_order(game: str) -> None:
    position = played(game, ["net", "net"], 5, steps=90).position
    told = advise(position, 60)
    text = position.edition.steps.text
    assert {option for option, _ in told.options} == {text(n) for n, _ in position.legal_steps}
    chances = [chance for _, chance in told.options]
    assert chances == sorted(chances, reverse=True)
    assert (told.options[0][0], chances[0]) == (told.steps[0], told.chance)
    after = position
    for step in told.steps:
        after = after.after(step, position.seat)
    assert after.seat != position.seat
    assert len(told.told) == len(told.steps)
    assert advise(position, 60) == told


def test_the_parts_of_a_turn_add_up_to_what_the_turn_gave_away() -> None:
    match = random_match("milestones", 2, 3)
    account = rondel.review(match, simulations=4)
    several = [turn for turn in account.turns if len(turn.pieces) > 1]
    assert several, "no turn of this match loses something in two parts"
    for turn in account.turns:
        if turn.reason:
            continue
        assert turn.loss == sum(piece.loss for piece in turn.pieces)
        assert turn.points_lost == pytest.approx(sum(p.points_lost for p in turn.pieces))
        for piece in turn.pieces:
            seat = turn.seat
            assert piece.loss == piece.best.chances[seat] - piece.played.chances[seat]
    for seat, line in enumerate(account.seats):
        own = [turn.points_lost for turn in account.turns if turn.seat == seat]
        assert line.points_lost == pytest.approx(sum(own), abs=0.11)


def test_a_hopeless_player_still_loses_points_by_bad_turns() -> None:
    account = rondel.review(random_match("finca", 2, 3), simulations=4)
    assert all(line.points_lost > 10 for line in account.seats)
