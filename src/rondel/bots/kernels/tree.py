"""Template: Monte Carlo tree search over one game. Loaded once per game with rules and hints bound.

The open names are three of a game's rules, two hints that its folder may offer in `hints.py`, and
`search_turns` of turns.py and `evaluate_network` of network.py beside this file:
    weigh(s, box, steps, found, weights)    write a weight from 1 for each option of a seat
    evaluate(s, box, points, spare)         write the expected final points of every seat
Without hints all options have equal weight, and points are the current ones.

`nodes` is the tree, its root first, `used[0]` of them in use. `states` holds the root's table, then
scratch tables. `pad` is scratch space for the points, tie-breaks and values of a simulation.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import NOWHERE, Workspace
from rondel.kernel.record import Array
from rondel.kernel.rng import draw, draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]
weigh: Callable[..., None]
evaluate: Callable[..., None]
search_turns: Callable[..., int]
evaluate_network: Callable[..., None]
exp_approx: Callable[..., float]

SURE = 0.999
"""Weight of winning at the end of a game: above any probability, whatever the lead."""
PROMISE = 1000
"""Weight of the most promising option by the network's priors."""


@rule
def create_child(nodes: Array, parent: int, child: int, step: int, weight: int) -> None:
    """Create a node for a possible step."""
    one = nodes[child]
    one.parent = parent
    one.first = NOWHERE
    one.children = one.visits = 0
    one.step = step
    one.weight = weight
    for seat in range(MAX_SEATS):
        one.values[seat] = one.points[seat] = 0


@rule
def link_children(
    nodes: Array, parent: int, first: int, children: int, total: int, seat: int
) -> None:
    """Link a node to its children and the seat that chooses among them."""
    here = nodes[parent]
    here.first = first
    here.children = children
    here.total = total
    here.seat = seat


@rule
def expand(
    s: Any, box: Any, nodes: Array, used: Array, node: int, steps: Array, weights: Array
) -> None:
    """Expand a node: create a child for each possible step, if there is space."""
    found = legal_steps(s, box, steps, weights)
    first = used[0]
    if first + found > nodes.shape[0]:
        return
    if s.seat != CHANCE:
        weigh(s, box, steps, found, weights)
    total = 0
    for index in range(found):
        create_child(nodes, node, first + index, int(steps[index]), int(weights[index]))
        total += weights[index]
    used[0] += found
    link_children(nodes, node, first, found, total, int(s.seat))


@rule
def has_network(workspace: Workspace) -> bool:
    """Return True if a network evaluates, False for the hints."""
    return bool(workspace.network.first.shape[0] > 0)


@rule
def expand_by_network(
    states: Array, boxes: Array, nodes: Array, used: Array, node: int, config: Any,
    steps: Array, weights: Array, pad: Array, workspace: Workspace,
) -> int:  # fmt: skip
    """Expand a seat's node with the network's priors; return the best child, or NOWHERE."""
    s, trial = states[1], states[2]
    seat = int(s.seat)
    found = legal_steps(s, boxes[0], steps, weights)
    first = int(used[0])
    if first + found > nodes.shape[0]:
        return NOWHERE
    best = first
    for index in range(found):
        states[2] = states[1]
        apply(trial, boxes[0], np.int64(steps[index]))
        evaluate_leaf(trial, boxes[0], config, pad[0], pad[1], pad[2], seat, workspace)
        child = first + index
        create_child(nodes, node, child, int(steps[index]), 1)
        for other in range(s.players):
            nodes[child].values[other] = pad[2, other]
            nodes[child].points[other] = pad[0, other]
        if nodes[child].values[seat] > nodes[best].values[seat]:
            best = child
    total = 0
    for child in range(first, first + found):
        behind = nodes[child].values[seat] - nodes[best].values[seat]
        nodes[child].weight = 1 + int(PROMISE * exp_approx(behind / config.prior_temperature))
        total += nodes[child].weight
    used[0] += found
    link_children(nodes, node, first, found, total, seat)
    return best


@rule
def expand_best_turn(nodes: Array, used: Array, node: int, workspace: Workspace, seat: int) -> None:
    """Expand a node by the predicted best turn of its seat only, up to the next chance step."""
    best = workspace.paths.shape[0] - 1
    for at in range(workspace.sure[best]):
        child = int(used[0])
        if child == nodes.shape[0]:
            return
        create_child(nodes, node, child, int(workspace.paths[best, at]), 1)
        link_children(nodes, node, child, 1, 1, seat)
        used[0] += 1
        node = child


@rule
def sample_chance(nodes: Array, node: int, rng: Array) -> int:
    """Return a child of a chance node, drawn by the exact odds."""
    left = draw(rng, 0, nodes[node].total)
    child = int(nodes[node].first)
    while left >= nodes[child].weight:
        left -= nodes[child].weight
        child += 1
    return child


@rule
def select_child(nodes: Array, node: int, config: Any, evaluated: bool) -> int:
    """Select the child with the highest sum of value, prior and exploration."""
    here = nodes[node]
    reach = config.exploration * np.sqrt(np.float32(here.visits + 1))
    even = (np.float32(1) - config.prior_weight) / np.float32(here.children)
    faith = config.prior_weight / np.float32(here.total)
    untried = here.values[here.seat] - config.unvisited_penalty
    best = int(here.first)
    highest = np.float32(-np.inf)
    for child in range(here.first, here.first + here.children):
        one = nodes[child]
        worth = one.values[here.seat] if one.visits > 0 or evaluated else untried
        worth += reach * (even + faith * np.float32(one.weight)) / np.float32(one.visits + 1)
        if worth > highest:
            highest = worth
            best = child
    return best


@rule
def rollout(s: Any, box: Any, config: Any, rng: Array, steps: Array, weights: Array) -> None:
    """Roll out: finish the turn and play `rollout_turns` more, randomly or by the hints.

    A number below 0 means no rollout: the table is evaluated at once.
    """
    turns = int(config.rollout_turns)
    mover = int(s.seat)
    while s.seat != OVER and config.rollout_turns >= 0:
        if s.seat != CHANCE and s.seat != mover:
            turns -= mover >= 0
            if turns < 0:
                return
            mover = int(s.seat)
        found = legal_steps(s, box, steps, weights)
        if s.seat != CHANCE and not config.guided:
            chosen = draw(rng, 0, found)
        else:
            if s.seat != CHANCE:
                weigh(s, box, steps, found, weights)
            chosen = draw_weighted(rng, 0, weights, found)
        apply(s, box, np.int64(steps[chosen]))


@rule
def evaluate_leaf(
    s: Any,
    box: Any,
    config: Any,
    points: Array,
    tiebreaks: Array,
    values: Array,
    asked: int,
    workspace: Workspace,
) -> None:
    """Evaluate a table for every seat: winning, and the lead over the best other seat.

    `asked` is the seat that chose last, the network's observer while chance is to move.
    """
    guessed = s.seat != OVER and has_network(workspace)
    if s.seat == OVER:
        score(s, box, points, tiebreaks)
    elif guessed:
        evaluate_network(
            s, box, asked if s.seat == CHANCE else int(s.seat), workspace.network, tiebreaks, points
        )
    else:
        evaluate(s, box, points, tiebreaks)
    for seat in range(s.players):
        lead = np.inf
        ahead = 1.0
        same = 1
        for other in range(s.players):
            if other == seat:
                continue
            gap = points[seat] - points[other]
            lead = min(lead, gap)
            if gap == 0.0:
                gap = tiebreaks[seat] - tiebreaks[other]
            same += gap == 0.0
            ahead = min(ahead, 1.0 if gap >= 0.0 else 0.0)
        lead = 0.5 + 0.5 * lead / (abs(lead) + config.lead)
        ahead /= same
        if guessed:
            ahead = tiebreaks[seat]
        elif s.seat != OVER:
            ahead = lead
        win = SURE if s.seat == OVER and has_network(workspace) else config.win
        values[seat] = win * ahead + (1.0 - win) * lead


@rule
def backpropagate(
    nodes: Array, node: int, players: int, decay: float, points: Array, values: Array
) -> None:
    """Backpropagate a simulation's result to the root."""
    while node != NOWHERE:
        here = nodes[node]
        here.visits += 1
        share = np.float32(1) / np.float32(here.visits)
        for seat in range(players):
            here.values[seat] += share * (np.float32(values[seat]) - here.values[seat])
            here.points[seat] += share * (np.float32(points[seat]) - here.points[seat])
            values[seat] *= decay
        node = int(here.parent)


@rule
def grow(
    nodes: Array,
    used: Array,
    states: Array,
    boxes: Array,
    configs: Array,
    rng: Array,
    steps: Array,
    weights: Array,
    pad: Array,
    workspace: Workspace,
    simulations: int,
) -> None:
    """Run simulations: select, expand, roll out, evaluate and backpropagate."""
    box = boxes[0]
    config = configs[0]
    s = states[1]
    me = int(states[0].seat)
    evaluated = has_network(workspace)
    for _ in range(simulations):
        states[1] = states[0]
        node = turns = 0
        best = NOWHERE
        mover = int(s.seat)
        asked = max(mover, 0)
        while s.seat != OVER:
            if s.seat != CHANCE and s.seat != mover:
                mover = int(s.seat)
                turns += 1
                if turns == config.tree_turns:
                    break
            if nodes[node].children == 0:
                if evaluated and s.seat != CHANCE:
                    best = expand_by_network(
                        states, boxes, nodes, used, node, config, steps, weights, pad, workspace
                    )
                    if best != NOWHERE:
                        node = best
                        break
                elif (
                    config.opponent_beam_width > 0 and me >= 0 and s.seat != me and s.seat != CHANCE
                ):
                    if nodes[node].visits >= config.prediction_visits and used[0] < nodes.shape[0]:
                        workspace.states[0] = states[1]
                        search_turns(workspace, boxes, rng)
                        expand_best_turn(nodes, used, node, workspace, int(s.seat))
                elif node == 0 or evaluated or nodes[node].visits >= config.expansion_visits:
                    expand(s, box, nodes, used, node, steps, weights)
                if nodes[node].children == 0:
                    break
            if s.seat == CHANCE:
                node = sample_chance(nodes, node, rng)
            else:
                asked = int(s.seat)
                node = select_child(nodes, node, config, evaluated)
            apply(s, box, np.int64(nodes[node].step))
        if best != NOWHERE:
            for seat in range(s.players):
                pad[0, seat] = nodes[best].points[seat]
                pad[2, seat] = nodes[best].values[seat]
        else:
            if not evaluated:
                rollout(s, box, config, rng, steps, weights)
            evaluate_leaf(s, box, config, pad[0], pad[1], pad[2], asked, workspace)
        backpropagate(nodes, node, int(s.players), config.discount, pad[0], pad[2])


@rule
def known_from(nodes: Array, parent: int, child: int) -> int:
    """Return the first child to search from `child` on: a visited one, or any after chance."""
    while child < nodes[parent].first + nodes[parent].children:
        if nodes[child].visits > 0 or nodes[parent].seat == CHANCE:
            return child
        child += 1
    return NOWHERE


@rule
def is_same(one: Array, other: Array) -> bool:
    """Return True if two tables are equal, byte for byte."""
    for at in range(one.shape[0]):
        if one[at] != other[at]:
            return False
    return True


@rule
def locate(nodes: Array, states: Any, boxes: Array, tables: Array) -> int:
    """Return the node whose table equals the last state, or NOWHERE; `tables` are states as bytes.

    Search the tree depth first, up to the next turn of the seat in question.
    """
    sought = states.shape[0] - 1
    node = 0
    depth = 1
    states[1] = states[0]
    while not is_same(tables[depth], tables[sought]):
        child = NOWHERE
        if depth + 1 < sought and (node == 0 or states[depth].seat != states[sought].seat):
            child = known_from(nodes, node, int(nodes[node].first))
        while child == NOWHERE:
            if node == 0:
                return NOWHERE
            depth -= 1
            parent = int(nodes[node].parent)
            child = known_from(nodes, parent, node + 1)
            node = parent
        depth += 1
        states[depth] = states[depth - 1]
        apply(states[depth], boxes[0], np.int64(nodes[child].step))
        node = child
    return node


@rule
def keep(nodes: Array, used: Array, moved: Array, root: int) -> None:
    """Make a node the root and drop everything that is not below it."""
    # Children come after their parents, so one forward pass can move all that stays to the front.
    kept = 0
    for node in range(root, used[0]):
        moved[node] = NOWHERE
        parent = int(nodes[node].parent)
        if node == root:
            parent = NOWHERE
        elif parent < root or moved[parent] == NOWHERE:
            continue
        else:
            parent = int(moved[parent])
            if nodes[parent].first == node:
                nodes[parent].first = kept
        nodes[kept] = nodes[node]
        nodes[kept].parent = parent
        moved[node] = kept
        kept += 1
    used[0] = kept
