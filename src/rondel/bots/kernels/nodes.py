"""What a search tree is made of: nodes, and the plan it grows by."""

from typing import Annotated, NamedTuple

import numpy as np

from rondel.kernel.record import Array, Record, array, i8, i16, i32
from rondel.kernel.state import MOST_SEATS

f32 = Annotated[float, np.float32]

NOWHERE = -1


class Node(Record):
    """One way a game can have gone: the step that led here, and what came of it so far."""

    parent: i32
    first: i32
    """The first of this node's children, which lie side by side."""
    children: i16
    """How many; 0 while the node has not been opened."""
    step: i16
    weight: i32
    """Chance: how likely the step is among its siblings. A seat: how promising it looks."""
    total: i32
    """The children's weights together."""
    visits: i32
    seat: i8
    """Who is asked here, known once the node is opened."""
    values: Array = array(MOST_SEATS, of=np.float32)
    """Each seat's mean value, from 0 (lost) to 1 (won)."""
    points: Array = array(MOST_SEATS, of=np.float32)
    """Each seat's mean points at the end."""


class Plan(Record):
    """How a search weighs things up. Data, so that a bot's manners need no compiling."""

    exploration: f32
    """How strongly little-tried steps are tried again."""
    caution: f32
    """How much worse than its parent an untried step is taken to be."""
    trust: f32
    """How far the game's hints decide which steps are tried first, from 0 to 1."""
    win: f32
    """How much winning counts; the rest is the lead in points."""
    lead: f32
    """A lead of so many points is worth half of what any lead can be worth."""
    decay: f32
    """What a value keeps with each step it lies ahead: a win now is better than a win later."""
    guided: i8
    """Whether play-outs follow the game's hints; otherwise they are blind."""
    horizon: i16
    """Turns a play-out lasts, after the present one, before the table is judged as it lies."""
    reach: i16
    """Turns the tree looks through, the present one included, before it judges; 0 for no limit."""
    patience: i16
    """Visits after which a node is opened."""
    others: i16
    """Unfinished turns of another seat followed at once to foresee it; 0 to search them all."""
    notice: i16
    """Visits after which another seat's turn is foreseen."""
    doubt: f32
    """A difference in worth that a network is unsure about: it sets what looks promising."""


class Mind(NamedTuple):
    """A network in whole numbers, and what it scribbles on. Without rows there is none."""

    first: Array
    """A row for each thing that can be noticed."""
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    """Everybody's odds, then everybody's points, from the observer's chair."""
    last_bias: Array
    shift: Array
    """How many bits what 1 is in the first layer has."""
    seen: Array
    summed: Array
    found: Array


class Room(NamedTuple):
    """What a beam writes on while it looks through turns."""

    states: Array
    """Two generations of unfinished turns, the first of them the table now, and two to try on."""
    paths: Array
    """The steps to each of these tables; the row after the generations is the best turn's."""
    sure: Array
    """How many of these steps come before any chance."""
    origins: Array
    """The option each unfinished turn began with."""
    merits: Array
    gains: Array
    """The best that any turn brings which begins with each option."""
    steps: Array
    weights: Array
    pad: Array
    mind: Mind


class TurnSearch(NamedTuple):
    """The arrays of an exhaustive search of one turn: a row for each step, and a hash table."""

    states: Array
    """The table now, and the one after each step of the way that is being looked at."""
    tables: Array
    """The same as bytes."""
    steps: Array
    weights: Array
    found: Array
    """How many options each of these tables has."""
    nexts: Array
    """The option that is looked at next."""
    totals: Array
    """The weights of the outcomes of chance that have been looked at."""
    worths: Array
    slots: Array
    """Where each of these tables is in the hash table."""
    keys: Array
    """The hash table, a power of two in size and half full at most; 0 is a free slot."""
    kept: Array
    """The worth of the table in each slot."""
    salts: Array
    """A random factor for each byte of a table."""
    gains: Array
    """The worth of each option now."""
    pad: Array
