"""Data structures of the search: tree nodes, parameters and workspaces."""

from typing import Annotated, NamedTuple

import numpy as np

from rondel.kernel.record import Array, Record, array, i8, i16, i32
from rondel.kernel.state import MAX_SEATS

f32 = Annotated[float, np.float32]

NOWHERE = -1


class Node(Record):
    """Node of the search tree: the step that led here, and its statistics."""

    parent: i32
    first: i32
    """Index of the first child; children are adjacent."""
    children: i16
    """Number of children; 0 until the node is expanded."""
    step: i16
    weight: i32
    """Prior: the odds of a chance step, or the promise of a seat's step."""
    total: i32
    """Sum of the children's weights."""
    visits: i32
    seat: i8
    """Seat to move, known once the node is expanded."""
    values: Array = array(MAX_SEATS, of=np.float32)
    """Mean value of each seat, from 0 (lost) to 1 (won)."""
    points: Array = array(MAX_SEATS, of=np.float32)
    """Mean final points of each seat."""


class SearchConfig(Record):
    """Parameters of a search, as data, so that changing them needs no compilation."""

    exploration: f32
    """Exploration constant of the selection formula."""
    unvisited_penalty: f32
    """Value by which an unvisited step is assumed worse than its parent."""
    prior_weight: f32
    """Weight of the priors in the selection, from 0 to 1."""
    win: f32
    """Weight of winning; the rest is the lead in points."""
    lead: f32
    """Lead in points that is worth half of the largest lead."""
    discount: f32
    """Discount per step: a win now is better than a win later."""
    guided: i8
    """True if rollouts follow the game's hints; otherwise they are uniformly random."""
    rollout_turns: i16
    """Turns of a rollout, after the current one, before the table is evaluated."""
    tree_turns: i16
    """Turns that the tree covers, the current one included, before evaluation; 0 for no limit."""
    expansion_visits: i16
    """Visits after which a node is expanded."""
    opponent_beam_width: i16
    """Beam width for predicting other seats' turns; 0 to search them fully."""
    prediction_visits: i16
    """Visits after which another seat's turn is predicted."""
    prior_temperature: f32
    """Temperature of the priors: a difference in value that the network is unsure about."""


class Network(NamedTuple):
    """Network in integer arithmetic with its scratch space. Without rows there is no network."""

    first: Array
    """Rows of the first layer, one per feature."""
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    """Last layer: all seats' logits, then all seats' points, from the observer's point of view."""
    last_bias: Array
    shift: Array
    """Fixed-point bits of the first layer."""
    seen: Array
    """Scratch space: numbers of the active features."""
    hidden1: Array
    """Scratch space: sums of the first hidden layer."""
    hidden2: Array
    """Scratch space: the second hidden layer."""


class Workspace(NamedTuple):
    """Workspace of the beam search through turns."""

    states: Array
    """States: two generations of unfinished turns, the first of them the current table, and two
    scratch ones.
    """
    paths: Array
    """Steps to each of these tables; the row after the generations is the best turn's."""
    sure: Array
    """Number of these steps before the first chance step."""
    origins: Array
    """Option that each unfinished turn began with."""
    merits: Array
    gains: Array
    """Best result of any turn that begins with each option."""
    steps: Array
    weights: Array
    pad: Array
    network: Network


class TurnSearch(NamedTuple):
    """Arrays of an exhaustive search of one turn: a row per step, and a hash table."""

    states: Array
    """Current table, and the one after each step of the current way."""
    tables: Array
    """Bytes of these tables."""
    steps: Array
    weights: Array
    found: Array
    """Number of options of each of these tables."""
    nexts: Array
    """Next option of each table to be searched."""
    totals: Array
    """Sum of the weights of the chance outcomes searched so far."""
    worths: Array
    slots: Array
    """Slot of each of these tables in the hash table."""
    keys: Array
    """Keys of the hash table, a power of two in size and at most half full; 0 is a free slot."""
    kept: Array
    """Value of the table in each slot."""
    salts: Array
    """Random factor for each byte of a table."""
    gains: Array
    """Current value of each option."""
    pad: Array
