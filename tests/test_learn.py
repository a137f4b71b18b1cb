"""Learning environments: all interfaces show one game by one set of rules."""

import copy
import json
import os
import pickle
import random
import re
import subprocess
import sys
import warnings
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts

from rondel.core import GameOver, IllegalStep, Position, RondelError, WrongArgument
from rondel.games import find, names
from rondel.games.milestones.map import usual_text
from rondel.learn import pettingzoo as zoo
from rondel.learn.batch import Batch
from rondel.learn.choices import margins
from rondel.learn.features import as_words, describe, features, returns
from rondel.learn.gymnasium import SeatEnv
from rondel.learn.vector import TablesEnv
from rondel.match import Match, SeededRandom
from tests.waiting import TIMEOUT

# Registers our games with OpenSpiel.
import_module("rondel.learn.open_spiel")
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    zoo_tests: Any = import_module("pettingzoo.test")
    api_test, seed_test = zoo_tests.api_test, zoo_tests.seed_test

DOCS = Path(__file__).parent.parent / "docs"
TABLES = list(product(names(), (2, 3, 4)))


def played(name: str, players: int, seed: int = 0) -> Match:
    """Return a complete random match."""
    match = Match(find(name), players, dealer=SeededRandom(seed))
    luck = random.Random(seed)
    while not match.position.is_over:
        match.play(luck.choice(match.position.legal_steps)[0])
    return match


def spiel_state(match: Match, steps: int, **chosen: Any) -> pyspiel.State:
    """Return the state after this many steps, as OpenSpiel sees it."""
    chosen |= {"players": match.position.players}
    game = pyspiel.load_game(f"python_rondel_{match.game.name}", chosen)
    state: pyspiel.State = game.new_initial_state()
    for number in match.log[:steps]:
        state.apply_action(number)
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_field_is_described_and_stays_within_its_bounds(name: str, players: int) -> None:
    seen = features(find(name), players)
    assert all(feature.says for feature in seen.features)
    match = played(name, players)
    observations = np.array(
        [
            seen.observe(match.position_at(at).state, observer)
            for at in range(0, len(match) + 1, 7)
            for observer in range(players)
        ]
    )
    low, high = seen.bounds
    assert (observations >= low).all() and (observations <= high).all()
    expanded = seen.expand(observations)
    assert expanded.shape == (len(observations), seen.expanded)
    assert np.abs(expanded).max() <= 4
    kinds = sum(
        f.places.stop - f.places.start for f in seen.features if f.holds in ("kind", "seat")
    )
    assert (expanded.sum(axis=1) >= kinds).all(), "each kind and seat is one of those foreseen"


def test_an_observer_sees_the_table_from_its_own_chair() -> None:
    match = played("finca", 3)
    position = match.position
    seen = features(position.game, 3)
    for observer in range(3):
        shown = seen.observe(position.state, observer)
        by_field = {f.field: shown[f.places].reshape(f.shape) for f in seen.features}
        chairs = [(observer + chair) % 3 for chair in range(3)]
        assert (by_field["hands"] == position.table.hands[chairs]).all()
        assert (by_field["farmers"] == position.table.farmers[:, chairs]).all()
        for owner, there in zip(by_field["owners"], position.table.owners, strict=True):
            assert there == (chairs[owner] if owner >= 0 else owner)


def test_an_expanded_observation_tells_one_hot_kinds_and_single_bits() -> None:
    position = played("finca", 2).position
    seen = features(position.game, 2)
    shown = seen.observe(position.state, 0)
    expanded = seen.expand(shown).tolist()
    actions = next(f for f in seen.features if f.field == "actions")
    bits = [cell >> bit & 1 for cell in shown[actions.places].tolist() for bit in range(4)]
    text = str(bits)[1:-1].replace("0", "0.0").replace("1", "1.0")
    assert text in str(expanded)


def test_returns_rank_all_places_and_sum_to_nothing() -> None:
    assert returns(np.array([1, 2])).tolist() == [1, -1]
    assert returns(np.array([1, 1])).tolist() == [0, 0]
    assert returns(np.array([2, 1, 3])).tolist() == [0, 1, -1]
    assert returns(np.array([[1, 1, 3, 4], [4, 1, 2, 3]])).sum(axis=1).tolist() == [0, 0]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_open_spiel_plays_our_games_through(name: str, players: int) -> None:
    match = played(name, players)
    late = spiel_state(match, max(0, len(match) - 150))
    pyspiel.random_sim_test(
        late.get_game(), num_sims=1, serialize=False, verbose=False, specific_initial_state=late
    )


@pytest.mark.parametrize("name", names())
def test_open_spiel_sees_the_very_steps_odds_and_returns(name: str) -> None:
    match = played(name, 3, seed=1)
    state = spiel_state(match, 0)
    for at, number in enumerate(match.log):
        position = match.position_at(at)
        assert state.is_chance_node() == position.is_chance
        if position.is_chance:
            total = sum(weight for _, weight in position.legal_steps)
            odds = sorted((n, weight / total) for n, weight in position.legal_steps)
            assert np.allclose(state.chance_outcomes(), odds)
        else:
            assert state.current_player() == position.seat
            assert state.legal_actions() == sorted(position.legal_ids)
        assert state.action_to_string(number) == match.text(number)
        state.apply_action(number)
    assert state.is_terminal()
    assert state.returns() == returns(np.array(match.position.ranks)).tolist()


def test_open_spiels_clones_and_saved_states_go_their_own_way() -> None:
    match = played("finca", 2)
    state = spiel_state(match, 60)
    before = str(state)
    clone, read = state.clone(), state.get_game().deserialize_state(state.serialize())
    assert str(clone) == str(read) == before
    assert clone.history() == read.history() == state.history()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != before and str(state) == before == str(read)


def test_open_spiels_tree_searches_play_our_game() -> None:
    state = spiel_state(match := played("finca", 2), len(match) - 30)
    game, luck = state.get_game(), np.random.RandomState(1)
    slow = mcts.MCTSBot(game, 2.0, 10, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    fast = pyspiel.MCTSBot(game, rollouts, 2.0, 10, 100, False, 1, False)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        elif state.current_player():
            state.apply_action(slow.step(state))
        else:
            state.apply_action(fast.mcts_search(state).best_child().action)
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
def test_pettingzoo_accepts_our_environment(name: str, players: int) -> None:
    api_test(zoo.env(name, players), num_cycles=300)
    seed_test(lambda: zoo.env(name, players), num_cycles=100)


def test_an_agent_is_rewarded_for_its_place_and_only_at_the_end() -> None:
    env = zoo.RawEnv("finca", 3)
    env.reset(seed=7)
    luck = random.Random(7)
    last: dict[Any, Any] = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            last[agent] = reward
            env.step(None)
        else:
            assert reward == 0
            env.step(luck.choice(np.flatnonzero(cast(Any, seen)["action_mask"]).tolist()))
    assert list(last.values()) == pytest.approx(returns(np.array(env.position.ranks)).tolist())


def test_an_agent_that_is_not_asked_sees_the_table_and_has_no_actions() -> None:
    env = zoo.RawEnv("finca", 2, render_mode="ansi")
    env.reset(seed=1)
    asked = env.agent_selection
    other = next(agent for agent in env.agents if agent != asked)
    assert env.observe(asked)["action_mask"].sum() == 12
    assert env.observe(other)["action_mask"].sum() == 0
    seat = env.possible_agents.index(other)
    seen = features(find("finca"), 2).observe(env.position.state, seat)
    assert (env.observe(other)["observation"] == seen).all()
    assert "player_1" in str(env.render())


def test_an_impossible_action_is_refused_and_changes_nothing() -> None:
    env = zoo.RawEnv("finca", 2)
    env.reset(seed=1)
    before = env.position.write()
    with pytest.raises(IllegalStep, match="place 0"):
        env.step(find("finca").edition("").steps.number("done"))
    assert env.position.write() == before


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasium_accepts_our_environment(name: str, players: int) -> None:
    env = gymnasium.make(
        "Rondel-v0", game=name, opponents=["random"], players=players, render_mode="ansi"
    )
    check_env(env.unwrapped)
    env.close()


def test_a_learner_plays_whole_games_against_bots() -> None:
    env = SeatEnv("finca", ["random"], players=3)
    seats: set[Any] = set()
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            action = np.int64(np.flatnonzero(cast(Any, seen)["action_mask"])[0])
            seen, reward, over, _, _ = env.step(action)
        assert reward == pytest.approx(returns(np.array(env.position.ranks))[info["seat"]])
    env.close()
    assert seats == {0, 1, 2}


def test_a_learner_that_tries_the_impossible_has_lost() -> None:
    env = SeatEnv("finca", ["random"], seat=0)
    env.reset(seed=0)
    *_, reward, over, _, info = env.step(np.int64(find("finca").steps.actions - 1))
    assert (reward, over, info["illegal"]) == (-1, True, True)


OWN_MAP = usual_text().replace('"reconstruction-2012"', '"my-own"')
CHOICES: list[dict[str, Any]] = [
    {"game": "finca", "expanded": True, "reward": "margin"},
    {"game": "finca", "players": 3, "step_limit": 25},
    {"game": "milestones", "edition": OWN_MAP, "expanded": True, "step_limit": 40},
]


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: " ".join(chosen))
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
def test_both_faces_pass_their_checks_with_every_choice(chosen: dict[str, Any]) -> None:
    api_test(zoo.env(**chosen), num_cycles=120)
    seed_test(lambda: zoo.env(**chosen), num_cycles=60)
    env = gymnasium.make("Rondel-v0", opponents=["random"], render_mode="ansi", **chosen)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: " ".join(chosen))
def test_open_spiel_passes_its_checks_with_every_choice(chosen: dict[str, Any]) -> None:
    others = {name: value for name, value in chosen.items() if name != "game"}
    match = played(chosen["game"], others.get("players", 2))
    cut_off = "step_limit" in others
    first = 0 if cut_off else len(match) - 60
    state = spiel_state(match, first, **others)
    game = state.get_game()
    pyspiel.random_sim_test(
        game, num_sims=1, serialize=cut_off, verbose=False, specific_initial_state=state
    )
    assert pyspiel.load_game(str(game)) == game
    decisions = 0
    for number in match.log[first:]:
        assert not state.is_terminal() and state.returns() == [0] * game.num_players()
        decisions += not state.is_chance_node()
        state.apply_action(number)
        if decisions == others.get("step_limit") and not state.is_chance_node():
            break
    assert state.is_terminal() and state.legal_actions() == []
    expected = [0.0] * game.num_players()
    if not cut_off:
        points = np.array(match.position.scores)
        expected = margins(points).tolist()
    assert state.returns() == expected
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert read.is_terminal() and str(read) == str(state) and read.returns() == expected


def test_open_spiel_shows_the_tables_own_numbers_if_asked() -> None:
    match = played("finca", 2)
    for expanded in (True, False):
        state = spiel_state(match, 50, expanded=expanded)
        observer = state.get_game().make_py_observer()
        observer.set_from(state, 1)
        seen = features(find("finca"), 2).observe(match.position_at(50).state, 1)
        shown = features(find("finca"), 2).expand(seen) if expanded else seen
        assert (observer.tensor == shown).all()


def test_open_spiel_plays_on_a_map_of_ones_own() -> None:
    state = spiel_state(played("milestones", 2), 0, edition=OWN_MAP)
    game = pyspiel.load_game(str(state.get_game()))
    assert game.start.edition.name == "my-own" and game.start.edition.source == OWN_MAP


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"reward": "points"}, "margin"),
        ({"step_limit": -1}, "at least 1"),
        ({"edition": "elsewhere"}, "mallorca"),
        ({"edition": "packed:eJx"}, "mallorca"),
        ({"edition": "packed:é"}, "mallorca"),
        ({"players": 7}, "2 to 4"),
    ],
)
def test_what_open_spiel_cannot_load_is_refused_in_words(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(RondelError, match=told):
        pyspiel.load_game("python_rondel_finca", wrong)


def played_randomly(env: SeatEnv, luck: random.Random) -> tuple[float, bool, bool, Any]:
    """Play one game of a learner at random; return its reward, the kind of end and the last
    observation.
    """
    seen, _ = env.reset(seed=luck.randrange(1000))
    while True:
        action = luck.choice(np.flatnonzero(cast(Any, seen)["action_mask"]).tolist())
        seen, reward, over, cut_off, _ = env.step(np.int64(action))
        assert env.observation_space.contains(seen)
        if over or cut_off:
            return reward, over, cut_off, seen


def test_a_learner_is_paid_by_margin_if_it_likes() -> None:
    env = SeatEnv("finca", ["random"], players=3, reward="margin")
    reward, over, _, _ = played_randomly(env, random.Random(1))
    points = np.array(env.position.scores)
    others = np.delete(points, env.learner)
    assert over and reward == pytest.approx((points[env.learner] - others.mean()) / 100)
    assert np.allclose(margins(np.array([[10, 20, 60], [5, 5, 5]])).sum(axis=-1), 0)


def test_a_game_is_cut_off_at_its_limit_and_pays_nothing() -> None:
    env = SeatEnv("milestones", ["random"], step_limit=7)
    reward, over, cut_off, seen = played_randomly(env, random.Random(1))
    assert (reward, over, cut_off) == (0, False, True)
    assert 0 < seen["action_mask"].sum() < len(seen["action_mask"])
    raw = zoo.RawEnv("finca", 2, step_limit=7)
    raw.reset(seed=1)
    made = 0
    for _ in raw.agent_iter():
        seen, _, terminated, truncated, _ = raw.last()
        assert not terminated
        raw.step(None if truncated else int(np.flatnonzero(cast(Any, seen)["action_mask"])[0]))
        made += not truncated
    assert made == 7


def test_a_last_mask_has_something_to_draw_for_whoever_does_not_look() -> None:
    *_, seen = played_randomly(SeatEnv("finca", ["random"]), random.Random(3))
    assert seen["action_mask"].all()
    raw = zoo.RawEnv("finca", 2)
    raw.reset(seed=3)
    luck = random.Random(3)
    while not raw.terminations["player_0"]:
        mask = raw.observe(raw.agent_selection)["action_mask"]
        raw.step(luck.choice(np.flatnonzero(mask).tolist()))
    assert all(raw.observe(agent)["action_mask"].all() for agent in raw.agents)


def test_the_whole_state_is_what_the_first_seat_sees() -> None:
    for expanded in (False, True):
        raw = zoo.RawEnv("finca", 3, expanded=expanded)
        raw.reset(seed=1)
        assert (raw.state() == raw.observe("player_0")["observation"]).all()
        assert raw.state_space.contains(raw.state())


def test_no_cell_may_show_more_than_its_kind_allows() -> None:
    low, high = features(find("finca"), 2).bounds
    assert high.max() < 1024 and low.min() >= -2
    hands = next(f for f in features(find("finca"), 2).features if f.field == "hands")
    assert (high[hands.places] == 18).all() and (low[hands.places] == 0).all()
    seen = features(find("finca"), 2)
    least, most = seen.expanded_bounds
    assert (least <= 0).all() and (most >= 1).all() and len(most) == seen.expanded


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seat": 7}, "0 to 1"),
        ({"seat": -1}, "0 to 1"),
        ({"opponents": []}, "1 to 1"),
        ({"opponents": "greedy"}, "a list"),
        ({"opponents": ["greedy", "greedy"]}, "1 to 1"),
        ({"opponents": None}, "a list"),
        ({"players": 7}, "2 to 4"),
        ({"opponents": ["deep blue"]}, "deep blue"),
        ({"reward": "points"}, "margin"),
        ({"step_limit": 0}, "at least 1"),
        ({"step_limit": 1.5}, "whole"),
        ({"step_limit": "x"}, "whole"),
        ({"players": 2.0}, "2 to 4"),
        ({"edition": "1999"}, "mallorca"),
        ({"game": "chess"}, "finca"),
    ],
)
def test_an_environment_that_cannot_be_is_refused_in_words(
    wrong: dict[str, Any], told: str
) -> None:
    arguments: dict[str, Any] = {"game": "finca", **wrong}
    with pytest.raises(RondelError, match=told):
        SeatEnv(**arguments)


def test_an_action_that_is_no_whole_number_is_refused_and_changes_nothing() -> None:
    seat, raw = SeatEnv("finca", ["random"], seat=0), zoo.RawEnv("finca", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        seat.step(np.int64(0))
    seat.reset(seed=0)
    raw.reset(seed=0)
    before = seat.position, raw.position
    for wrong in (0.5, "place 0", None):
        for step in (seat.step, raw.step):
            with pytest.raises(WrongArgument, match="whole"):
                step(cast(Any, wrong))
    assert (seat.position, raw.position) == before


def test_an_action_beyond_all_numbers_is_as_impossible_as_any() -> None:
    env = SeatEnv("finca", ["random"], seat=0)
    for action in (-1, 100_000):
        env.reset(seed=0)
        assert env.step(np.int64(action))[1:3] == (-1, True)


@pytest.mark.parametrize("opponent", ["random", "beginner", "search:20"])
def test_environments_copied_any_way_go_their_own_way(opponent: str) -> None:
    env = SeatEnv("finca", [opponent])
    env.reset(seed=5)
    for _ in range(8):
        env.step(np.int64(np.flatnonzero(env.action_masks())[0]))
    before = env.position
    for other in (copy.copy(env), copy.deepcopy(env), _travelled(env)):
        action = np.int64(np.flatnonzero(other.action_masks())[0])
        assert other.position == before
        other.step(action)
        assert env.position == before != other.position
    if opponent != "search:20":  # A copy starts with an empty tree.
        others = [copy.copy(env), env]
        for one in others:
            for _ in range(10):
                one.step(np.int64(np.flatnonzero(one.action_masks())[0]))
        assert others[0].position == others[1].position


def test_a_table_for_all_seats_copies_too() -> None:
    raw = zoo.RawEnv("finca", 2)
    raw.reset(seed=5)
    for other in (copy.copy(raw), copy.deepcopy(raw), _travelled(raw)):
        other.step(3)
        assert raw.position != other.position
        assert raw.agent_selection != other.agent_selection
        for env in (raw, other):
            asked = int(env.position.seat or 0)
            seen = env.observe(env.agent_selection)
            shown = features(find("finca"), 2).observe(env.position.state, asked)
            assert (seen["observation"] == shown).all()
            assert set(np.flatnonzero(seen["action_mask"]).tolist()) == env.position.legal_ids


@pytest.mark.parametrize("chosen", [{"game": "finca"}, *CHOICES], ids=" ".join)
def test_a_vector_of_tables_plays_the_games_that_positions_play(chosen: dict[str, Any]) -> None:
    env: Any = gymnasium.make_vec("RondelTables-v0", num_envs=5, **chosen).unwrapped
    batch, choices = env.batch, env.choices
    seen, infos = env.reset(seed=3)
    over, made = 0, np.zeros(5, int)
    for _ in range(500):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"] == batch.masks).all()
        assert (infos["seat"] == batch.seats).all()
        before, actions = [batch.position(table) for table in range(5)], batch.random_actions()
        seen, rewards, ended, cut_off, infos = env.step(actions)
        made += 1
        for table, position in enumerate(before):
            after = position.after(int(actions[table]))
            assert ended[table] == after.is_over
            if after.is_over:
                paid = choices.paid(after)
                assert infos["returns"][table] == pytest.approx(paid)
                assert rewards[table] == pytest.approx(paid[position.seat or 0])
                assert infos["final_obs"][table]["action_mask"].all()
                last = batch.features.observe(after.state, position.seat or 0)
                shown = choices.shown(batch.features, last)
                assert (infos["final_obs"][table]["observation"] == shown).all()
            else:
                assert rewards[table] == 0
            limit = choices.step_limit
            assert cut_off[table] == (
                not ended[table] and limit is not None and made[table] >= limit
            )
        over += int((ended | cut_off).sum())
        made[ended | cut_off] = 0
    assert over
    env.close()


def test_a_vector_of_tables_copies_and_refuses_like_a_batch() -> None:
    env = TablesEnv(4, "finca")
    env.reset(seed=1)
    for other in (copy.copy(env), _travelled(env)):
        seen = other.step(other.batch.random_actions())[0]
        assert (seen["observation"] != env.batch.observations).any()
    with pytest.raises(IllegalStep, match="table 0"):
        env.step(np.full(4, 181))
    with pytest.raises(WrongArgument, match="whole"):
        env.step(np.zeros(4))


@pytest.mark.parametrize(
    ("module", "hidden", "extra"),
    [
        ("gymnasium", "gymnasium", "learn"),
        ("pettingzoo", "pettingzoo", "learn"),
        ("vector", "gymnasium", "learn"),
        ("open_spiel", "pyspiel", "learn"),
        ("cuda", "numba.cuda", "gpu"),
    ],
)
def test_a_missing_extra_is_named(module: str, hidden: str, extra: str) -> None:
    program = f"import sys; sys.modules[{hidden!r}] = None; import rondel.learn.{module}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 1
    assert f'MissingExtra: needs an extra: pip install "rondel[{extra}]"' in done.stderr


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_tables_play_the_games_that_one_table_plays(name: str, players: int) -> None:
    batch = Batch(find(name), players, 6, seed=3)
    game, ended = batch.game, 0
    for _ in range(400):
        states = batch.tables.states.copy()
        actions = batch.random_actions()
        batch.step(actions)
        for table in range(6):
            before = Position(game, batch.edition, states[table : table + 1])
            after = before.after(int(actions[table]), int(before.seat or 0))
            assert batch.ended[table] == after.is_over
            if after.is_over:
                ended += 1
                assert batch.returns[table] == pytest.approx(returns(np.array(after.ranks)))
            else:
                assert not batch.returns[table].any()
        for table in range(6):
            now = Position(game, batch.edition, batch.tables.states[table : table + 1])
            assert not now.problems
            assert batch.seats[table] == now.seat
            assert set(np.flatnonzero(batch.masks[table]).tolist()) == now.legal_ids
            seen = batch.features.observe(now.state, int(now.seat or 0))
            assert (batch.observations[table] == seen).all()
    assert ended or name == "milestones"


def test_the_same_seed_deals_the_same_tables() -> None:
    first, second = (Batch(find("finca"), 2, 50, seed=5) for _ in range(2))
    for _ in range(300):
        actions = first.random_actions()
        assert (actions == second.random_actions()).all()
        first.step(actions)
        second.step(actions)
    assert (first.observations == second.observations).all()
    first.reset(6)
    assert (first.observations != second.observations).any()
    second.reset(cast(int, np.int64(6)))
    assert (first.observations == second.observations).all()


def test_a_batch_refuses_an_impossible_action_and_names_the_table() -> None:
    batch = Batch(find("finca"), 2, 5)
    actions = batch.random_actions()
    before = batch.tables.states.tobytes()
    for wrong in (-1, 182, 10_000):
        actions[3] = wrong
        with pytest.raises(IllegalStep, match="at table 3"):
            batch.step(actions)
    with pytest.raises(ValueError, match="5 tables"):
        batch.step(np.zeros(6, np.int64))
    assert batch.tables.states.tobytes() == before


def test_a_batch_takes_whole_numbers_only() -> None:
    batch = Batch("finca", 2, 5)
    before = batch.tables.states.tobytes()
    for wrong in (batch.random_actions() + 0.5, batch.masks[:, 0], np.array(["1"] * 5)):
        with pytest.raises(WrongArgument, match="whole"):
            batch.step(wrong)
    for tables in (0, -1, 2.5, True):
        with pytest.raises(WrongArgument, match="at least 1"):
            Batch("finca", 2, cast(int, tables))
    assert batch.tables.states.tobytes() == before
    batch.step(batch.random_actions().astype(np.int32))
    batch.step(cast(np.ndarray[Any, Any], batch.random_actions().tolist()))


def shown(batch: Batch) -> bytes:
    """Return everything that a learner can see of a batch."""
    arrays = (batch.observations, batch.masks, batch.seats, batch.ended, batch.returns)
    return b"".join(array.tobytes() for array in arrays)


def stepped(batch: Batch, steps: int) -> Batch:
    """Return a batch that random players have advanced."""
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


@pytest.mark.parametrize("name", names())
def test_a_batch_goes_back_to_its_snapshots(name: str) -> None:
    batch = stepped(Batch(name, 3, 40, seed=2), 150)
    seen, kept = shown(batch), batch.snapshot()
    later = shown(stepped(batch, 200))
    for _ in range(2):
        batch.restore(kept)
        assert shown(batch) == seen != later
        assert shown(stepped(batch, 200)) == later
    with pytest.raises(WrongArgument, match="like this one"):
        Batch(name, 3, 41).restore(kept)


def test_a_batch_copied_any_way_goes_its_own_way() -> None:
    batch = stepped(Batch("finca", 2, 20, seed=2, again=False), 60)
    others = [batch.copy(), copy.copy(batch), copy.deepcopy(batch), _travelled(batch)]
    seen = shown(batch)
    assert [shown(other) for other in others] == [seen] * 4
    later = {shown(stepped(other, 20)) for other in others}
    assert shown(batch) == seen
    assert later == {shown(stepped(batch, 20))}
    assert not any(other.again for other in others)


def _travelled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("name", names())
def test_a_batch_begins_where_it_is_told(name: str) -> None:
    match = played(name, 2)
    batch = Batch(name, 2, 3)
    middle = [match.position_at(at) for at in (40, 60, 80)]
    batch.place(middle)
    fresh = Batch(name, 2, 3)
    for table, position in enumerate(middle):
        while position.is_chance:
            position = next(  # for every chance outcome
                after
                for after in (position.after(number) for number in position.legal_ids)
                if after == batch.position(table) or after.is_chance
            )
        assert batch.position(table) == position
        assert batch.seats[table] == position.seat
        assert set(np.flatnonzero(batch.masks[table]).tolist()) == position.legal_ids
        seen = batch.features.observe(position.state, int(position.seat or 0))
        assert (batch.observations[table] == seen).all()
    last = next(
        position
        for position in (match.position_at(at) for at in range(len(match) - 1, 0, -1))
        if position.seat is not None
    )
    fresh.place(last, rows=[0, 2])
    assert fresh.position(0) == last == fresh.position(2) != fresh.position(1)
    fresh.place(last, rows=np.array([False, True, False]))
    assert fresh.position(1) == last
    action = match.log[max(at for at in range(len(match)) if match.position_at(at) == last)]
    fresh.step(np.full(3, action))
    assert fresh.ended.all(), "the last action ends the game, and a new one begins"
    assert (fresh.returns == returns(np.array(match.position.ranks))).all()


def test_what_cannot_be_placed_is_refused_and_changes_nothing() -> None:
    batch = Batch("finca", 2, 3)
    seen = shown(batch)
    match, wider = played("finca", 2), played("finca", 3)
    with pytest.raises(GameOver):
        batch.place(match.position)
    with pytest.raises(WrongArgument, match="2 players"):
        batch.place(wider.position_at(40))
    with pytest.raises(WrongArgument, match="finca"):
        batch.place(find("milestones").start(2))
    with pytest.raises(WrongArgument, match="3 of them"):
        batch.place([match.position_at(40)] * 2)
    for nothing in (7, [7, 7, 7]):
        with pytest.raises(WrongArgument, match="3 of them"):
            batch.place(cast(Any, nothing))
    with pytest.raises(WrongArgument, match="snapshot"):
        batch.restore(cast(Any, 7))
    for seed in ("x", 0.5, None):
        with pytest.raises(WrongArgument, match="whole"):
            batch.reset(cast(Any, seed))
    for rows in ([3], [-1], [0.5], [[0]]):
        with pytest.raises(WrongArgument, match="rows"):
            batch.place(match.position_at(40), cast(Any, rows))
    with pytest.raises(WrongArgument, match="0 to 2"):
        batch.position(3)
    assert shown(batch) == seen


SIMULATED = """
import json, sys
import numpy as np
from rondel.games import find
from rondel.learn.cuda import CudaBatch
batch = CudaBatch(find(sys.argv[1]), 3, 2, seed=5)
for _ in range(60):
    batch.step(batch.random_actions())
batch.actions.copy_to_device(np.array([100_000, -1]))
batch.step(batch.actions)
shown = (batch.observations, batch.masks, batch.seats, batch.refused)
print(json.dumps([array.copy_to_host().tolist() for array in shown]))
"""

PLACED = """
import json, pickle, sys
import numpy as np
from rondel.learn.cuda import CudaBatch
def seen(batch):
    arrays = batch.observations, batch.masks, batch.seats, batch.ended, batch.returns
    return [array.copy_to_host().tolist() for array in arrays]
def stepped(batch, steps=15):
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch
batch = stepped(CudaBatch(sys.argv[1], 2, 3, seed=4), 40)
kept, before, copied = batch.snapshot(), seen(batch), batch.copy()
travelled = pickle.loads(pickle.dumps(batch))
later = seen(stepped(batch))
batch.restore(kept)
assert seen(batch) == before != later
assert seen(stepped(batch)) == later == seen(stepped(copied)) == seen(stepped(travelled))
first = batch.position(0)
batch.place(first, rows=[2])
assert batch.position(2) == first != batch.position(1)
lent = {name: np.from_dlpack(array) for name, array in batch.shared().items()}
batch.step(batch.random_actions())
for name, array in lent.items():
    there = getattr(batch, name).copy_to_host()
    assert array.dtype == there.dtype and (array == there).all(), name
print(json.dumps([before, later, first.write()]))
"""


@pytest.mark.parametrize("name", names())
def test_a_batch_on_the_gpu_is_kept_placed_and_lent_as_on_the_cpu(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLACED, name],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    batch = stepped(Batch(name, 2, 3, seed=4), 40)
    arrays = (batch.observations, batch.masks, batch.seats, batch.ended, batch.returns)
    before = [array.tolist() for array in arrays]
    stepped(batch, 15)
    later = [array.tolist() for array in arrays]
    assert json.loads(done.stdout) == [before, later, batch.position(0).write()]


@pytest.mark.parametrize("name", names())
def test_the_gpu_shows_the_very_tables_the_cpu_shows(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, name],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=True,
        timeout=TIMEOUT,
    )  # fmt: skip
    observations, masks, seats, refused = json.loads(done.stdout)
    batch = Batch(find(name), 3, 2, seed=5)
    for _ in range(60):
        batch.step(batch.random_actions())
    assert refused == [True, True]
    assert observations == batch.observations.tolist()
    assert masks == batch.masks.tolist()
    assert seats == batch.seats.tolist()


TOY = """
import random
import numpy as np
from rondel.games import find
from rondel.learn.features import features
from rondel.learn.pettingzoo import RawEnv
env, luck = RawEnv("orchard", 2), random.Random(1)
env.reset(seed=1)
for agent in env.agent_iter():
    seen, reward, terminated, _, _ = env.last()
    if terminated:
        print(reward)
    mask = np.flatnonzero(seen["action_mask"]).tolist()
    env.step(None if terminated else luck.choice(mask))
assert features(find("orchard"), 2).expand(seen["observation"]).max() > 0
"""


def test_a_game_that_describes_no_features_can_be_learnt_too() -> None:
    toys = {"RONDEL_GAMES": str(Path(__file__).parent / "toy"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", TOY],
        env=os.environ | toys,
        capture_output=True, text=True, check=False,
        timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert sum(map(float, done.stdout.split())) == 0
    assert len(done.stdout.split()) == 2


def test_records_of_an_odd_size_have_no_words() -> None:
    assert as_words(np.zeros((2, 7), np.int8)).shape == (2, 0)
    assert as_words(np.ones((2, 4), np.int8)).tolist() == [[257, 257]] * 2


def blocks(page: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_guide_trains_an_agent_that_beats_blind_players() -> None:
    # On one core: threads that wait for each other are slow on a busy machine.
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(blocks("train-an-agent.md"))],
        env=os.environ | alone, capture_output=True, text=True, check=False,
        timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    share, step = done.stdout.split("\n")[:2]
    assert int(share.removeprefix("won ").removesuffix("%")) > 70
    assert step == "place 0"


def test_the_page_on_observations_shows_what_is_observed() -> None:
    for block in blocks("observations.md"):
        exec(compile(block, "observations.md", "exec"), {})
    page = (DOCS / "observations.md").read_text("utf-8")
    for name in names():
        assert describe(features(find(name), 2)) in page
        for players in (2, 3, 4):
            assert f"{features(find(name), players).size} for {players} players" in page
            assert str(features(find(name), players).expanded) in page
