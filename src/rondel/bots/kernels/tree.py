"""Template: tree search over one game. Loaded once per game with rules and hints bound in.

The open names are three of a game's rules, two hints its folder may offer in `hints.py`, and
`look_through` of turns.py and `ponder` of mind.py beside this one:
    weigh(s, box, steps, found, weights)    how promising each of a seat's options looks, from 1
    evaluate(s, box, points, spare)         the points every seat may expect at the end
Without hints all options look alike, and points are those of the moment.

`nodes` is the tree, its root first, `used[0]` of them in use. `states` holds the root's table, then
tables to scribble on. `pad` is room for one simulation's points, tie-breaks and values.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import NOWHERE, Room
from rondel.kernel.record import Array
from rondel.kernel.rng import draw, draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MOST_SEATS, OVER

legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]
weigh: Callable[..., None]
evaluate: Callable[..., None]
look_through: Callable[..., int]
ponder: Callable[..., None]
raised: Callable[..., float]

SURE = 0.999
"""How much winning counts once it is won: more than any chance, however large the lead with it."""
PROMISE = 1000
"""What the most promising option weighs where a network says so."""


@rule
def bear(nodes: Array, parent: int, child: int, step: int, weight: int) -> None:
    """A new node for a step that can happen."""
    one = nodes[child]
    one.parent = parent
    one.first = NOWHERE
    one.children = one.visits = 0
    one.step = step
    one.weight = weight
    for seat in range(MOST_SEATS):
        one.values[seat] = one.points[seat] = 0


@rule
def adopt(nodes: Array, parent: int, first: int, children: int, total: int, seat: int) -> None:
    """A node's children, and who chooses among them."""
    here = nodes[parent]
    here.first = first
    here.children = children
    here.total = total
    here.seat = seat


@rule
def open_node(
    s: Any, box: Any, nodes: Array, used: Array, node: int, steps: Array, weights: Array
) -> None:
    """Give a node a child for each thing that can happen, if there is room for them."""
    found = legal_steps(s, box, steps, weights)
    first = used[0]
    if first + found > nodes.shape[0]:
        return
    if s.seat != CHANCE:
        weigh(s, box, steps, found, weights)
    total = 0
    for index in range(found):
        bear(nodes, node, first + index, int(steps[index]), int(weights[index]))
        total += weights[index]
    used[0] += found
    adopt(nodes, node, first, found, total, int(s.seat))


@rule
def has_mind(room: Room) -> bool:
    """Whether a network judges here, and not the hints."""
    return bool(room.mind.first.shape[0] > 0)


@rule
def open_by_mind(
    states: Array, boxes: Array, nodes: Array, used: Array, node: int, plan: Any,
    steps: Array, weights: Array, pad: Array, room: Room,
) -> int:  # fmt: skip
    """Give a seat's node its children, each judged by the network; the best of them, or NOWHERE."""
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
        judge(trial, boxes[0], plan, pad[0], pad[1], pad[2], seat, room)
        child = first + index
        bear(nodes, node, child, int(steps[index]), 1)
        for other in range(s.players):
            nodes[child].values[other] = pad[2, other]
            nodes[child].points[other] = pad[0, other]
        if nodes[child].values[seat] > nodes[best].values[seat]:
            best = child
    total = 0
    for child in range(first, first + found):
        behind = nodes[child].values[seat] - nodes[best].values[seat]
        nodes[child].weight = 1 + int(PROMISE * raised(behind / plan.doubt))
        total += nodes[child].weight
    used[0] += found
    adopt(nodes, node, first, found, total, seat)
    return best


@rule
def foretell(nodes: Array, used: Array, node: int, room: Room, seat: int) -> None:
    """Give a node the best turn of its seat as its only future, up to the next chance."""
    best = room.paths.shape[0] - 1
    for at in range(room.sure[best]):
        child = int(used[0])
        if child == nodes.shape[0]:
            return
        bear(nodes, node, child, int(room.paths[best, at]), 1)
        adopt(nodes, node, child, 1, 1, seat)
        used[0] += 1
        node = child


@rule
def what_luck_brings(nodes: Array, node: int, luck: Array) -> int:
    """A child of a chance node, each exactly as likely as its weight says."""
    left = draw(luck, 0, nodes[node].total)
    child = int(nodes[node].first)
    while left >= nodes[child].weight:
        left -= nodes[child].weight
        child += 1
    return child


@rule
def what_to_try(nodes: Array, node: int, plan: Any, judged: bool) -> int:
    """The child with the best mix of worth so far, promise, and having been tried little."""
    here = nodes[node]
    reach = plan.exploration * np.sqrt(np.float32(here.visits + 1))
    even = (np.float32(1) - plan.trust) / np.float32(here.children)
    faith = plan.trust / np.float32(here.total)
    untried = here.values[here.seat] - plan.caution
    best = int(here.first)
    highest = np.float32(-np.inf)
    for child in range(here.first, here.first + here.children):
        one = nodes[child]
        worth = one.values[here.seat] if one.visits > 0 or judged else untried
        worth += reach * (even + faith * np.float32(one.weight)) / np.float32(one.visits + 1)
        if worth > highest:
            highest = worth
            best = child
    return best


@rule
def play_on(s: Any, box: Any, plan: Any, luck: Array, steps: Array, weights: Array) -> None:
    """Finish the turn and play as many more as the horizon says, blindly or by the hints.

    Below 0 nothing is played: the table is judged as it lies.
    """
    turns = int(plan.horizon)
    mover = int(s.seat)
    while s.seat != OVER and plan.horizon >= 0:
        if s.seat != CHANCE and s.seat != mover:
            turns -= mover >= 0
            if turns < 0:
                return
            mover = int(s.seat)
        found = legal_steps(s, box, steps, weights)
        if s.seat != CHANCE and not plan.guided:
            chosen = draw(luck, 0, found)
        else:
            if s.seat != CHANCE:
                weigh(s, box, steps, found, weights)
            chosen = draw_weighted(luck, 0, weights, found)
        apply(s, box, np.int64(steps[chosen]))


@rule
def judge(
    s: Any,
    box: Any,
    plan: Any,
    points: Array,
    tiebreaks: Array,
    values: Array,
    asked: int,
    room: Room,
) -> None:
    """What the table is worth to every seat: winning, and the lead over the best of the others.

    `asked` is the seat that chose last; a network looks from its chair while chance is asked.
    """
    guessed = s.seat != OVER and has_mind(room)
    if s.seat == OVER:
        score(s, box, points, tiebreaks)
    elif guessed:
        ponder(s, box, asked if s.seat == CHANCE else int(s.seat), room.mind, tiebreaks, points)
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
        lead = 0.5 + 0.5 * lead / (abs(lead) + plan.lead)
        ahead /= same
        if guessed:
            ahead = tiebreaks[seat]
        elif s.seat != OVER:
            ahead = lead
        win = SURE if s.seat == OVER and has_mind(room) else plan.win
        values[seat] = win * ahead + (1.0 - win) * lead


@rule
def remember(
    nodes: Array, node: int, players: int, decay: float, points: Array, values: Array
) -> None:
    """Carry a simulation's result back to the root."""
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
    plans: Array,
    luck: Array,
    steps: Array,
    weights: Array,
    pad: Array,
    room: Room,
    simulations: int,
) -> None:
    """Run so many simulations: walk down the tree, open a node, play on, judge, remember."""
    box = boxes[0]
    plan = plans[0]
    s = states[1]
    me = int(states[0].seat)
    judged = has_mind(room)
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
                if turns == plan.reach:
                    break
            if nodes[node].children == 0:
                if judged and s.seat != CHANCE:
                    best = open_by_mind(
                        states, boxes, nodes, used, node, plan, steps, weights, pad, room
                    )
                    if best != NOWHERE:
                        node = best
                        break
                elif plan.others > 0 and me >= 0 and s.seat != me and s.seat != CHANCE:
                    if nodes[node].visits >= plan.notice and used[0] < nodes.shape[0]:
                        room.states[0] = states[1]
                        look_through(room, boxes, luck)
                        foretell(nodes, used, node, room, int(s.seat))
                elif node == 0 or judged or nodes[node].visits >= plan.patience:
                    open_node(s, box, nodes, used, node, steps, weights)
                if nodes[node].children == 0:
                    break
            if s.seat == CHANCE:
                node = what_luck_brings(nodes, node, luck)
            else:
                asked = int(s.seat)
                node = what_to_try(nodes, node, plan, judged)
            apply(s, box, np.int64(nodes[node].step))
        if best != NOWHERE:
            for seat in range(s.players):
                pad[0, seat] = nodes[best].points[seat]
                pad[2, seat] = nodes[best].values[seat]
        else:
            if not judged:
                play_on(s, box, plan, luck, steps, weights)
            judge(s, box, plan, pad[0], pad[1], pad[2], asked, room)
        remember(nodes, node, int(s.players), plan.decay, pad[0], pad[2])


@rule
def known_from(nodes: Array, parent: int, child: int) -> int:
    """The first child worth looking at from `child` on: a visited one, or any after chance."""
    while child < nodes[parent].first + nodes[parent].children:
        if nodes[child].visits > 0 or nodes[parent].seat == CHANCE:
            return child
        child += 1
    return NOWHERE


@rule
def is_same(one: Array, other: Array) -> bool:
    """Whether two tables are alike, byte for byte."""
    for at in range(one.shape[0]):
        if one[at] != other[at]:
            return False
    return True


@rule
def locate(nodes: Array, states: Any, boxes: Array, tables: Array) -> int:
    """The node whose table is that of the last state, or NOWHERE; `tables` are states as bytes.

    Goes through the tree depth first, no further than where the seat in question is asked again.
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
    """Make a node the root and forget everything that is not below it."""
    # Children lie behind their parents, so one pass forward can slide all that stays to the front.
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
