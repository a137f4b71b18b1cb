"""Rules that write the messages of the sledges. The view is generated from the state."""

from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import OVER
from rondel.kernel.writer import Pieces, Writer, count, end, message, player, result

from .actions import RIDE, ROLL
from .rules import Box, apply

PIECES = Pieces(
    "player pips place wax",
    "label-ride label-wax label-roll event-ride event-wax event-roll "
    "prompt-turn prompt-turn-you prompt-roll prompt-over end-arrived result-tie-broken",
)
K = PIECES.numbers
HERE, AFTER = range(2)


@writing_rule
def label(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the effect of a step, for menus."""
    tables[AFTER] = tables[HERE]
    apply(tables[AFTER], box, step)
    write_step(out, tables, step, K.label_ride, K.label_wax, K.label_roll)


@writing_rule
def story(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the narration of a step, and the result at the end."""
    write_step(out, tables, step, K.event_ride, K.event_wax, K.event_roll)
    if tables[AFTER].seat == OVER:
        result(out, tables[AFTER].players, sums, K.end_arrived, K.result_tie_broken, K.wax)


@writing_rule
def write_step(out: Writer, tables: Array, step: int, ride: int, wax: int, roll: int) -> None:
    """Write a message about a step from one table to the next, with the key that fits."""
    after, mover = tables[AFTER], int(tables[HERE].mover)
    if step >= ROLL:
        message(out, roll)
        count(out, K.pips, after.roll)
    elif step == RIDE:
        message(out, ride)
        count(out, K.place, after.places[mover])
    else:
        message(out, wax)
        count(out, K.wax, after.wax[mover])
    player(out, K.player, mover)
    end(out)


@writing_rule
def prompt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, named: int
) -> None:
    """Write the instruction to the player to move: by name, or as "you"."""
    s = tables[HERE]
    if s.seat < 0:
        message(out, K.prompt_over if s.seat == OVER else K.prompt_roll)
    else:
        message(out, K.prompt_turn if named else K.prompt_turn_you)
        player(out, K.player, s.seat)
        count(out, K.pips, s.roll)
    end(out)
