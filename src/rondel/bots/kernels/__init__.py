"""What bots compile: templates that are loaded once per game, with its rules and hints bound in."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from rondel.bots.kernels import hints as usual
from rondel.bots.kernels.nodes import Mind, Node, Plan, Room, TurnSearch
from rondel.contract import Game
from rondel.kernel.features import MOST_NOTICED
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.rule import compiling
from rondel.kernel.state import MOST_SEATS

_HERE = Path(__file__).parent

LONGEST = 24
"""Steps of a turn that are looked through."""

MAX_TURN_STEPS = 128
"""Steps of a turn, outcomes of chance included, that an exhaustive search follows."""

PLAN: dict[str, float] = {
    "exploration": 1.0,
    "caution": 0.1,
    "trust": 0.5,
    "win": 0.5,
    "lead": 20.0,
    "decay": 0.999,
    "guided": 1,
    "horizon": 10_000,
    "reach": 0,
    "patience": 1,
    "others": 0,
    "notice": 4,
    "doubt": 0.03,
}
"""How `search` weighs things up unless a game's hints know better."""


MINDFUL: dict[str, float] = {
    "exploration": 0.3,
    "trust": 0.9,
    "win": 0.98,
    "decay": 1.0,
    "others": 0,
}
"""What is otherwise where a network judges: it tells chances, and knows what promises well."""


class Kernels(NamedTuple):
    """One game's compiled templates, and the plan that suits it."""

    tree: ModuleType
    turns: ModuleType
    endgame: ModuleType
    mind: ModuleType
    plans: dict[int, dict[str, float]]
    """By number of players."""


def hints_of(game: Game) -> Any:
    """The module `hints` of a game's folder, or None."""
    return _part_of(game, "hints")


def insight_of(game: Game) -> Any:
    """The module `insight` of a game's folder, or None."""
    return _part_of(game, "insight")


def _part_of(game: Game, part: str) -> Any:
    name = f"rondel.games.{game.name}.{part}"
    return import_module(name) if find_spec(name) else None


def write_plan(settings: dict[str, float]) -> Array:
    """A plan as the record that kernels read."""
    plan = Plan.new()
    for name, value in settings.items():
        plan[name][0] = value
    return plan


def room_for(game: Game, width: int, longest: int = LONGEST, mind: Mind | None = None) -> Room:
    """Room to look through turns of a game, and the network that judges, if any."""
    steps, weights = game.buffers()
    return Room(
        states=game.state.new(2 * width + 2),
        paths=np.zeros((2 * width + 1, longest), np.int16),
        sure=np.zeros(2 * width + 1, np.int32),
        origins=np.zeros(2 * width, np.int32),
        merits=np.zeros((2, width)),
        gains=np.zeros(game.most_options),
        steps=np.stack((steps, steps)),
        weights=weights,
        pad=np.zeros((2, MOST_SEATS)),
        mind=mind or no_mind(),
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
        # Short enough that the sum over all bytes does not overflow.
        salts=seeds(0, tables.shape[1]) >> np.uint64(18),
        gains=np.zeros(game.most_options),
        pad=np.zeros((2, MOST_SEATS)),
    )


def no_mind() -> Mind:
    """What stands where no network judges."""
    return mind_of(
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int16),
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int32),
        np.zeros((0, 0), np.int16),
        np.zeros(0, np.int32),
        0,
    )


def mind_of(
    first: Array,
    first_bias: Array,
    second: Array,
    second_bias: Array,
    last: Array,
    last_bias: Array,
    shift: int,
) -> Mind:
    """A network that others may use at the same time, with something of its own to scribble on."""
    return Mind(
        first,
        first_bias,
        second,
        second_bias,
        last,
        last_bias,
        shift=np.array([shift], np.int64),
        seen=np.zeros(MOST_NOTICED, np.int16),
        summed=np.zeros(len(first_bias), np.int16),
        found=np.zeros(len(second_bias), np.int32),
    )


@cache
def kernels(game: Game) -> Kernels:
    """Everything bots need of a game, compiled."""
    hints = hints_of(game)
    bound = {
        "weigh": getattr(hints, "weigh", usual.weigh),
        "evaluate": getattr(hints, "evaluate", game.rules.score),
    }
    perceive = getattr(insight_of(game), "perceive", usual.perceive)
    mind = game.specialise(_HERE / "mind.py", perceive=perceive)
    turns = game.specialise(_HERE / "turns.py", **bound)
    endgame = game.specialise(_HERE / "endgame.py")
    tree = game.specialise(
        _HERE / "tree.py",
        look_through=turns.look_through,
        ponder=mind.ponder,
        raised=mind.raised,
        **bound,
    )
    usual_plan, plans = getattr(hints, "PLAN", {}), getattr(hints, "PLANS", {})
    with compiling(f"{game.name} for bots", _HERE, game.folder):
        _compile(game, tree, turns, endgame)
    return Kernels(
        tree,
        turns,
        endgame,
        mind,
        {n: {**PLAN, **usual_plan, **plans.get(n, {})} for n in game.players},
    )


def _compile(game: Game, tree: ModuleType, turns: ModuleType, endgame: ModuleType) -> None:
    """Call everything once, with what it will be called with later."""
    start = game.start(game.players[0])
    nodes, used, moved = Node.new(1000), np.ones(1, np.int64), np.empty(1000, np.int32)
    nodes["parent"][0] = -1
    states, luck = game.state.new(8), seeds(0, 1)
    states[0] = start.state[0]
    steps, weights = game.buffers()
    box, pad, room = start.edition.box, np.zeros((3, MOST_SEATS)), room_for(game, 3, 1)
    room.states[0] = start.state[0]
    # Before the tree, which needs it too.
    turns.look_through(room, box, luck)
    search = turn_search(game, 1)
    search.states[0] = start.state[0]
    endgame.solve_turn(search, box, endgame.CERTAIN)
    tree.grow(nodes, used, states, box, write_plan(PLAN), luck, steps, weights, pad, room, 1)
    tree.locate(nodes, states, box, states.view(np.uint8).reshape(8, -1))
    tree.keep(nodes, used, moved, 0)
