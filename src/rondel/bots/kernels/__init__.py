"""Kernels of bots: templates that are loaded once per game with its rules and hints bound."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from rondel.bots.kernels import hints as usual
from rondel.bots.kernels.nodes import Network, Node, SearchConfig, TurnSearch, Workspace
from rondel.core import Game
from rondel.kernel.features import MAX_NOTICED
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.rule import compiling
from rondel.kernel.state import MAX_SEATS

_HERE = Path(__file__).parent

LONGEST = 24
"""Limit of steps in a turn of the beam search."""

MAX_TURN_STEPS = 128
"""Limit of steps in a turn of the exhaustive search, chance steps included."""

SEARCH_CONFIG: dict[str, float] = {
    "exploration": 1.0,
    "unvisited_penalty": 0.1,
    "prior_weight": 0.5,
    "win": 0.5,
    "lead": 20.0,
    "discount": 0.999,
    "guided": 1,
    "rollout_turns": 10_000,
    "tree_turns": 0,
    "expansion_visits": 1,
    "opponent_beam_width": 0,
    "prediction_visits": 4,
    "prior_temperature": 0.03,
}
"""Default parameters of `search`; a game's hints may override them."""


NETWORK_CONFIG: dict[str, float] = {
    "exploration": 0.3,
    "prior_weight": 0.9,
    "win": 0.98,
    "discount": 1.0,
    "opponent_beam_width": 0,
}
"""Parameters that differ if a network evaluates, which gives priors and win probabilities."""


class Kernels(NamedTuple):
    """Compiled templates of one game, with its search parameters."""

    tree: ModuleType
    turns: ModuleType
    endgame: ModuleType
    network: ModuleType
    idle: ModuleType
    configs: dict[int, dict[str, float]]
    """Search parameters by number of players."""
    error_scale: float
    """Factor of the errors of low levels."""


def hints_of(game: Game) -> Any:
    """Return the module `hints` of a game's folder, or None."""
    return _part_of(game, "hints")


def features_of(game: Game) -> Any:
    """Return the module `features` of a game's folder, or None."""
    return _part_of(game, "features")


def _part_of(game: Game, part: str) -> Any:
    name = f"rondel.games.{game.name}.{part}"
    return import_module(name) if find_spec(name) else None


def write_search_config(settings: dict[str, float]) -> Array:
    """Return search parameters as the record that kernels read."""
    config = SearchConfig.new()
    for name, value in settings.items():
        config[name][0] = value
    return config


def workspace_for(
    game: Game, width: int, longest: int = LONGEST, network: Network | None = None
) -> Workspace:
    """Return the workspace for searching turns of a game, with the network if there is one."""
    steps, weights = game.buffers()
    return Workspace(
        states=game.state.new(2 * width + 2),
        paths=np.zeros((2 * width + 1, longest), np.int16),
        sure=np.zeros(2 * width + 1, np.int32),
        origins=np.zeros(2 * width, np.int32),
        merits=np.zeros((2, width)),
        gains=np.zeros(game.most_options),
        steps=np.stack((steps, steps)),
        weights=weights,
        pad=np.zeros((2, MAX_SEATS)),
        network=network or no_network(),
    )


def turn_search(game: Game, most_tables: int) -> TurnSearch:
    """Return arrays for an exhaustive search of a turn; `most_tables` is a power of two."""
    states = game.state.new(MAX_TURN_STEPS + 1)
    rows = len(states)
    tables = states.view(np.uint8).reshape(rows, -1)
    return TurnSearch(
        states=states,
        tables=tables,
        steps=np.zeros((rows, game.most_options), np.int16),
        weights=np.zeros((rows, game.most_options), np.int32),
        found=np.zeros(rows, np.int64),
        nexts=np.zeros(rows, np.int64),
        totals=np.zeros(rows, np.int64),
        worths=np.zeros(rows),
        slots=np.zeros(rows, np.int64),
        keys=np.zeros(2 * most_tables, np.uint64),
        kept=np.zeros(2 * most_tables),
        # Small enough that the sum over all bytes does not overflow.
        salts=seeds(0, tables.shape[1]) >> np.uint64(18),
        gains=np.zeros(game.most_options),
        pad=np.zeros((2, MAX_SEATS)),
    )


def no_network() -> Network:
    """Return the empty network, for searches without one."""
    return build_network(
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int16),
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int32),
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int32),
        0,
    )


def build_network(
    first: Array,
    first_bias: Array,
    second: Array,
    second_bias: Array,
    last: Array,
    last_bias: Array,
    shift: int,
) -> Network:
    """Return a network with its own scratch space; the weights may be shared between threads."""
    return Network(
        first,
        first_bias,
        second,
        second_bias,
        last,
        last_bias,
        shift=np.array([shift], np.int64),
        seen=np.zeros(MAX_NOTICED, np.int16),
        hidden1=np.zeros(len(first_bias), np.int16),
        hidden2=np.zeros(len(second_bias), np.int32),
    )


@cache
def kernels(game: Game) -> Kernels:
    """Return all compiled kernels of a game."""
    hints = hints_of(game)
    bound = {
        "weigh": getattr(hints, "weigh", usual.weigh),
        "evaluate": getattr(hints, "evaluate", game.rules.score),
    }
    extract_features = getattr(features_of(game), "extract_features", usual.extract_features)
    network = game.specialise(_HERE / "network.py", extract_features=extract_features)
    turns = game.specialise(_HERE / "turns.py", **bound)
    endgame = game.specialise(_HERE / "endgame.py")
    idle = game.specialise(_HERE / "idle.py", is_idle=getattr(hints, "is_idle", usual.is_idle))
    tree = game.specialise(
        _HERE / "tree.py",
        search_turns=turns.search_turns,
        evaluate_network=network.evaluate_network,
        exp_approx=network.exp_approx,
        **bound,
    )
    usual_plan, configs = getattr(hints, "SEARCH_CONFIG", {}), getattr(hints, "SEARCH_CONFIGS", {})
    with compiling(f"{game.name} for bots", _HERE, game.folder):
        _compile(game, tree, turns, endgame, idle)
    return Kernels(
        tree,
        turns,
        endgame,
        network,
        idle,
        {n: {**SEARCH_CONFIG, **usual_plan, **configs.get(n, {})} for n in game.players},
        float(getattr(hints, "ERROR_SCALE", 1.0)),
    )


def _compile(
    game: Game, tree: ModuleType, turns: ModuleType, endgame: ModuleType, idle: ModuleType
) -> None:
    """Call all kernels once with the argument types of later calls, to compile them."""
    start = game.start(game.players[0])
    nodes, used, moved = Node.new(1000), np.ones(1, np.int64), np.empty(1000, np.int32)
    nodes["parent"][0] = -1
    states, rng = game.state.new(8), seeds(0, 1)
    states[0] = start.state[0]
    steps, weights = game.buffers()
    box, pad, workspace = start.edition.box, np.zeros((3, MAX_SEATS)), workspace_for(game, 3, 1)
    workspace.states[0] = start.state[0]
    # Before the tree, which also needs it.
    turns.search_turns(workspace, box, rng)
    search = turn_search(game, 1)
    search.states[0] = start.state[0]
    endgame.solve_turn(search, box, endgame.CERTAIN)
    idle.mark_idle(start.state, box, steps, weights, np.zeros(game.most_options, np.bool_))
    tree.grow(
        nodes,
        used,
        states,
        box,
        write_search_config(SEARCH_CONFIG),
        rng,
        steps,
        weights,
        pad,
        workspace,
        1,
    )
    tree.locate(nodes, states, box, states.view(np.uint8).reshape(8, -1))
    tree.keep(nodes, used, moved, 0)
