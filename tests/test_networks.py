"""Networks: integer arithmetic, equal on every machine, and stronger than the hints."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any, cast

import numpy as np
import pytest
import torch

from rondel.bots import UnknownBot, networks
from rondel.bots import find as bot
from rondel.bots.endgame import Endgame
from rondel.bots.kernels import features_of, kernels
from rondel.bots.kernels.network import UNIT, WEIGHT
from rondel.bots.net import sample_option
from rondel.bots.networks import (
    HOLDS,
    chances,
    evaluator_kind,
    file_of,
    fits,
    knows,
    network_for,
    read_network,
    write_network,
)
from rondel.bots.search import Search
from rondel.bots.tree import Tree
from rondel.core import Game, Position, WrongArgument
from rondel.games import find
from rondel.games.milestones.rules import PRICE
from rondel.games.milestones.state import COIN, DUTY_MILL, DUTY_MOVE, DUTY_TRADE, DUTY_WORKS, NONE
from rondel.kernel.features import MAX_NOTICED
from rondel.kernel.record import Array
from rondel.kernel.state import MAX_SEATS
from rondel.learn.training.export import from_whole, to_whole
from rondel.learn.training.model import by_seat
from rondel.learn.training.tables import active_features
from rondel.match import Match, SeededRandom

SHIPPED = [(game, players) for game in ("finca", "milestones") for players in (2, 3, 4)]


def positions(game: Game, players: int, seed: int = 5, most: int = 120) -> list[Position]:
    """Return positions of a random game in which a seat is to move."""
    names = [f"seat {seat}" for seat in range(players)]
    match, luck = Match(game, names, dealer=SeededRandom(seed)), Random(seed)
    found: list[Position] = []
    while not match.position.is_over and len(found) < most:
        found.append(match.position)
        match.play(luck.choice(match.position.legal_steps)[0])
    return found


def choice(game: Game, players: int) -> Position:
    """Return a position with many options."""
    return max(positions(game, players, most=60), key=lambda one: len(one.legal_steps))


def feature_count(position: Position) -> Array:
    """Return the active features of the seat to move."""
    seen, pad = np.zeros(MAX_NOTICED, np.int16), np.zeros((2, MAX_SEATS))
    count = features_of(position.game).extract_features(
        position.state[0], position.edition.box[0], position.seat, seen, pad[0], pad[1]
    )
    return seen[:count]


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_a_shipped_network_is_the_same_in_the_search_as_by_hand(name: str, players: int) -> None:
    game = find(name)
    weights = read_network(file_of(game, players))
    told, points = np.zeros((2, MAX_SEATS))
    for position in positions(game, players)[::7]:
        network = network_for(game, players, position.edition)
        assert network is not None and position.seat is not None
        kernels(game).network.evaluate_network(
            position.state[0], position.edition.box[0], position.seat, network, told, points
        )
        first = (
            weights.first[feature_count(position)].astype(np.int64).sum(axis=0) + weights.first_bias
        )
        heard = np.clip(first * UNIT >> weights.shift, 0, 4 * UNIT)
        second = heard @ weights.second.astype(np.int64) + weights.second_bias
        heard = np.clip(second // WEIGHT, 0, 4 * UNIT)
        last = heard @ weights.last.astype(np.int64) + weights.last_bias
        odds = np.exp(last[:players] / (UNIT * WEIGHT))
        seats = (position.seat + np.arange(players)) % players
        np.testing.assert_allclose(told[seats], odds / odds.sum(), atol=1e-4)
        assert points[seats].tolist() == (50.0 * last[players:] / (UNIT * WEIGHT)).tolist()
        assert told[:players].sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_no_sum_of_rows_is_larger_than_a_cell_can_hold(name: str, players: int) -> None:
    game = find(name)
    weights = read_network(file_of(game, players))
    starts = np.array(features_of(game).STARTS)
    worst = np.maximum.reduceat(np.abs(weights.first.astype(np.int64)), starts, axis=0)
    tables = np.searchsorted(starts, active_features(game, players), side="right") - 1
    most = np.abs(weights.first_bias.astype(np.int64)) + worst[tables].sum(axis=0)
    assert most.max() <= HOLDS


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_what_is_noticed_stands_in_the_same_tables_all_game_long(name: str, players: int) -> None:
    game = find(name)
    starts = np.array(features_of(game).STARTS)
    usual = np.searchsorted(starts, active_features(game, players), side="right")
    for position in positions(game, players, most=300):
        rows = feature_count(position)
        assert rows.max() < features_of(game).ROWS
        assert (np.searchsorted(starts, rows, side="right") == usual).all()


def test_a_network_survives_being_written_and_read(tmp_path: Path) -> None:
    game = find("finca")
    weights = read_network(file_of(game, 2))
    write_network(weights, tmp_path / "a" / "network.npz")
    again = read_network(tmp_path / "a" / "network.npz")
    assert all(
        np.array_equal(np.asarray(one), np.asarray(other))
        for one, other in zip(weights, again, strict=True)
    )
    (tmp_path / "none.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(ValueError, match="is no network"):
        read_network(tmp_path / "none.npz")


def test_fractions_and_whole_numbers_agree() -> None:
    game = find("milestones")
    network = from_whole(read_network(file_of(game, 3)))
    again = to_whole(network, game)
    assert again.shift == read_network(file_of(game, 3)).shift
    for position in positions(game, 3)[::20]:
        assert position.seat is not None
        rows = cast(Any, torch).from_numpy(feature_count(position).astype(np.int64)).unsqueeze(0)
        told = by_seat(network.predict(rows)[0], torch.tensor([position.seat]))
        assert chances(position) == pytest.approx(cast(Any, told[0]).tolist(), abs=0.02)


def test_chances_at_the_end_are_the_result() -> None:
    match = Match(find("finca"), ["Anna", "Béla"], dealer=SeededRandom(3))
    player = bot("net")
    while not match.position.is_over:
        told = chances(match.position)
        assert told is not None and sum(told) == pytest.approx(1.0)
        match.play(player.choose(match.position))
    result = match.position.result
    assert result is not None
    assert chances(match.position) == tuple(
        (seat in result.winners) / len(result.winners) for seat in range(2)
    )


def won(game: str, ours: str, theirs: str, deals: range) -> float:
    """Return the share of games that our bot won, every deal played from both seats."""
    total = 0.0
    for deal in deals:
        for seat in range(2):
            match = Match(find(game), ["Anna", "Béla"], dealer=SeededRandom(deal))
            bots = [bot(ours if at == seat else theirs, f"{deal} {at}") for at in range(2)]
            while not match.position.is_over:
                assert match.position.seat is not None
                match.play(bots[match.position.seat].choose(match.position))
            result = match.position.result
            assert result is not None
            total += (seat in result.winners) / len(result.winners)
    return total / (2 * len(deals))


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_network_searches_better_than_hints_that_search_ten_times_as_long(game: str) -> None:
    assert won(game, "search:100", "search:1000,evaluator=hints", range(5)) >= 0.7


def test_the_same_seed_gives_the_same_game() -> None:
    played: list[list[object]] = []
    for _ in range(2):
        match = Match(find("milestones"), ["Anna", "Béla"], dealer=SeededRandom(8))
        player = bot("search:30,seed=4")
        while not match.position.is_over and len(match) < 120:
            match.play(player.choose(match.position))
        played.append([match.position.write(), len(match)])
    assert played[0] == played[1]


def test_without_a_network_the_hints_evaluate() -> None:
    game = find("finca")
    edition = game.edition("")
    assert knows(game, 2, edition)
    assert network_for(game, 2, edition) is not None
    position = positions(game, 2, most=30)[-1]
    by_hints = bot("search:200,evaluator=hints,seed=1")
    assert by_hints.choose(position) in position.legal_ids
    with pytest.raises(UnknownBot, match="evaluator"):
        bot("search:200,evaluator=nobody")


def test_options_of_stored_tables_are_read_by_their_earlier_names() -> None:
    position = positions(find("finca"), 2, most=30)[-1]
    earlier, current = (bot(f"net:seed=1,{name}=0.8") for name in ("soft", "temperature"))
    assert [earlier.choose(position) for _ in range(8)] == [
        current.choose(position) for _ in range(8)
    ]


def test_a_higher_temperature_is_weaker() -> None:
    assert won("finca", "net", "net:temperature=0.8", range(5)) >= 0.7


def test_a_random_choice_is_drawn_among_options_within_reach() -> None:
    worths, luck = [0.30, 0.50, 0.40, 0.39, 0.45], Random(3)
    counts = np.bincount([sample_option(worths, 0.1, luck) for _ in range(20_000)], minlength=5)
    assert counts[0] == counts[3] == 0
    shares = np.exp([0.0, -0.5, -1.0])
    np.testing.assert_allclose(counts[[1, 4, 2]] / 20_000, shares / shares.sum(), atol=0.01)
    assert sample_option(worths, 0.0, luck) == 1


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_beginner_draws_softly_and_never_the_worst(game: str) -> None:
    tree, spared = Tree(find(game), 4096, 0, {}), 0
    for position in positions(find(game), 2, most=90)[::15]:
        assert position.seat is not None
        tree.move_to(position, anew=True)
        tree.grow(1)
        worths = [branch.values[position.seat] for branch in tree.branches()]
        if len(worths) < 3 or max(worths) - min(worths) < 0.01:
            continue
        one, same = bot("beginner", 7), bot("beginner", 7)
        chosen = [one.choose(position) for _ in range(300)]
        assert chosen == [same.choose(position) for _ in range(300)]
        counts = np.array([chosen.count(step) for step, _ in position.legal_steps])
        assert counts[worths.index(min(worths))] == 0
        assert np.dot(counts, worths) / 300 > np.mean(worths)
        spared += 1
    assert spared >= 2


def gains(position: Position, step: int) -> bool:
    """Return True if a walk of Milestones gives something, or something to do."""
    after, seat = position.after_unchecked(step), position.seat
    now, then = position.state[0], after.state[0]
    goods, points = (then[name][seat].sum() > now[name][seat].sum() for name in ("goods", "points"))
    if goods or points or after.seat != seat:
        return bool(goods or points)
    shops = then["duty"] == DUTY_TRADE and then["goods"][seat, COIN] >= PRICE
    return bool(shops or then["duty"] in (DUTY_WORKS, DUTY_MILL))


def test_low_levels_never_make_a_visit_that_brings_nothing_beside_one_that_does() -> None:
    lengths: dict[str, list[int]] = {}
    for level in ("beginner", "casual", "regular"):
        for deal in range(4):
            match, turns, last = Match("milestones", 2, dealer=SeededRandom(deal)), 0, -1
            bots = [bot(level, f"{deal} {seat}") for seat in range(2)]
            while not match.position.is_over:
                position = match.position
                seat = position.seat
                assert seat is not None
                step = bots[seat].choose(position)
                turns, last = turns + (seat != last), seat
                s = position.state[0]
                walks = s["duty"] == DUTY_MOVE and s["trigger"] == NONE
                if walks and not gains(position, step):
                    assert not any(gains(position, one) for one in position.legal_ids)
                match.play(step, seat)
            lengths.setdefault(level, []).append(turns)
    means = [float(np.mean(turns)) for turns in lengths.values()]
    assert all(40 <= mean <= 80 for mean in means), means


@pytest.mark.parametrize(
    ("game", "level"), [("finca", "beginner"), ("finca", "skilled"), ("milestones", "beginner")]
)
def test_nobody_throws_away_a_certain_win(game: str, level: str) -> None:
    certain = 0
    for deal in range(6):
        match = Match(find(game), 2, dealer=SeededRandom(deal))
        bots = [bot(level, f"{deal} {seat}") for seat in range(2)]
        endgame, promised = Endgame(), None
        while not match.position.is_over:
            seat = match.position.seat
            assert seat is not None
            if promised is None and endgame.winning_turn(match.position) is not None:
                promised, certain = seat, certain + 1
            assert promised in (None, seat)
            match.play(bots[seat].choose(match.position))
        assert promised is None or match.position.ranks[promised] == 1
    assert certain >= 1


def test_a_temperature_is_a_share() -> None:
    with pytest.raises(UnknownBot, match="temperature=1 is not from 0 to less than 1"):
        bot("net:temperature=1")


def test_whoever_has_won_by_far_ends_the_game() -> None:
    match = Match("milestones", 2, dealer=SeededRandom(23))
    bots = [bot("net", f"23 {seat}") for seat in range(2)]
    while not match.position.is_over:
        assert len(match) < 1000, "they wander about"
        assert match.position.seat is not None
        match.play(bots[match.position.seat].choose(match.position))


def test_a_network_of_ones_own_plays_by_its_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.npz"
    shutil.copy(file_of(find("finca"), 2), mine)
    position = choice(find("finca"), 2)
    for kind in ("net:", "search:50,"):
        ours, same = bot(f"{kind}evaluator={mine}", 4), bot(kind.rstrip(":,"), 4)
        assert ours.choose(position) == same.choose(position)
    three = choice(find("finca"), 3)
    with pytest.raises(WrongArgument, match="for 3 players"):
        bot(f"net:evaluator={mine}").choose(three)
    with pytest.raises(WrongArgument, match="a network of milestones"):
        bot(f"net:evaluator={mine}").choose(choice(find("milestones"), 2))
    for missing in (tmp_path / "none.npz", Path("nobody")):
        with pytest.raises(UnknownBot, match=r"no network|neither network nor hints"):
            bot(f"search:50,evaluator={missing}")


@pytest.mark.parametrize("wrong", ["rows", "kind", "width", "bits"])
def test_a_network_that_does_not_fit_together_is_refused(tmp_path: Path, wrong: str) -> None:
    good = read_network(file_of(find("finca"), 2))
    bad = {
        "rows": good._replace(first=good.first[0]),
        "kind": good._replace(second=good.second.astype(np.float32)),
        "width": good._replace(second=good.second[:-1]),
        "bits": good._replace(shift=40),
    }[wrong]
    write_network(bad, tmp_path / "bad.npz")
    with pytest.raises(ValueError, match="is no network: its"):
        read_network(tmp_path / "bad.npz")
    fewer = good._replace(first=good.first[:-1].copy())
    assert not fits(fewer, find("finca"), 2) and fits(good, find("finca"), 2)


@pytest.mark.parametrize("shape", ["ribbon", "tower", "hexagon"])
def test_a_network_reads_maps_it_never_saw(shape: str) -> None:
    unseen = run_path(str(Path(__file__).parent.parent / "benchmarks" / "maps.py"))["unseen"]
    game = find("milestones")
    match, luck = Match(game, 3, edition=unseen(shape), dealer=SeededRandom(4)), Random(4)
    starts = np.array(features_of(game).STARTS)
    usual = np.searchsorted(starts, active_features(game, 3), side="right")
    for _ in range(250):
        rows = feature_count(match.position)
        assert rows.min() >= 0 and rows.max() < features_of(game).ROWS
        assert (np.searchsorted(starts, rows, side="right") == usual).all()
        told = chances(match.position)
        assert told is not None and sum(told) == pytest.approx(1.0)
        match.play(luck.choice(match.position.legal_steps)[0])


def test_bots_say_what_they_go_by() -> None:
    finca, milestones = find("finca"), find("milestones")
    assert milestones.maps is not None
    drawn_anew = milestones.maps.usual().replace("2012", "mine").replace("[0, 2, 1", "[0, 3, 1")
    for players in (2, 3, 4):
        assert evaluator_kind(finca, players, finca.edition("")) == "learnt"
        assert evaluator_kind(milestones, players, milestones.edition("")) == "learnt"
        assert evaluator_kind(milestones, players, milestones.read(drawn_anew)) == "alike"
    box = finca.edition("").box.copy()
    box.view(np.uint8)[0] += 1
    printing = replace(finca.edition(""), box=box)
    assert evaluator_kind(finca, 2, printing) == "hints" and not knows(finca, 2, printing)
    assert network_for(finca, 2, printing) is None


def test_weights_are_read_once_and_shared_by_all_threads() -> None:
    game = find("finca")
    networks._read_once.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        editions = [game.edition("") for _ in range(8)]
        shared = list(pool.map(partial(network_for, game, 2), editions))
    first = shared[0]
    assert first is not None
    for network in shared[1:]:
        assert network is not None
        assert (
            network.first is first.first
            and network.second is first.second
            and network.last is first.last
        )
        assert network.hidden1 is not first.hidden1 and network.hidden2 is not first.hidden2


@pytest.mark.parametrize(
    ("name", "megabytes"), [("search:100", 1), ("search:1000", 3), ("search:2s", 145)]
)
def test_a_bots_memory_is_bounded_as_the_guide_says(name: str, megabytes: int) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "write-a-bot.md").read_text("utf-8")
    assert f"{megabytes} MB for {name}" in " ".join(guide.replace("`", "").split())
    for game in ("finca", "milestones"):
        player = bot(name)
        assert isinstance(player, Search)
        tree, _ = player._tree_at(find(game).start(2))
        assert tree.most_bytes <= megabytes * 1_000_000
        assert tree.most_bytes > megabytes * 250_000
