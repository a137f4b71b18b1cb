"""Rules that write the view of the ferries and their messages."""

from rondel.core import Edition
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import OVER
from rondel.kernel.writer import (
    Pieces,
    Writer,
    count,
    end,
    item,
    listed,
    message,
    nested,
    nothing,
    optional,
    player,
    result,
    text,
    word,
)

from .actions import HARBOURS, LAUNCH, SAIL
from .rules import NOBODY, Box

PIECES = Pieces(
    "map name owner worth lines players harbour score total player flags points",
    "label-sail label-launch event-sail event-launch prompt-turn prompt-turn-you prompt-launch "
    "prompt-over end-evening result-tie-broken",
    harbours=HARBOURS,
)
K = PIECES.numbers
HERE, AFTER = range(2)


def texts(edition: Edition) -> dict[str, list[str]]:
    """Return the names of a map's harbours."""
    return {"harbours": list(edition.facts)}


@writing_rule
def view(out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array) -> None:
    """Write the map with flags, and every seat's ferry and points."""
    s = tables[HERE]
    item(out)
    listed(out, K.map)
    for harbour in range(HARBOURS):
        item(out)
        text(out, K.name, K.harbours + harbour)
        count(out, K.worth, box.worth[harbour])
        optional(out, K.owner, s.owners[harbour])
        listed(out, K.lines)
        for other in range(HARBOURS):
            if box.lines[harbour, other]:
                word(out, K.harbours + other)
        end(out)
        end(out)
    end(out)
    listed(out, K.players)
    for seat in range(s.players):
        item(out)
        if s.at[seat] == NOBODY:
            nothing(out, K.harbour)
        else:
            text(out, K.harbour, K.harbours + s.at[seat])
        nested(out, K.score)
        count(out, K.total, sums[0, seat])
        end(out)
        end(out)
    end(out)
    end(out)


@writing_rule
def label(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the effect of a step, for menus."""
    write_step(out, tables, box, step, K.label_launch if step >= LAUNCH else K.label_sail)


@writing_rule
def story(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the narration of a step, and the result at the end."""
    write_step(out, tables, box, step, K.event_launch if step >= LAUNCH else K.event_sail)
    if tables[AFTER].seat == OVER:
        result(out, tables[AFTER].players, sums, K.end_evening, K.result_tie_broken, K.flags)


@writing_rule
def write_step(out: Writer, tables: Array, box: Box, step: int, key: int) -> None:
    """Write a message about a step: who arrives where, and what that is worth."""
    harbour = step - LAUNCH if step >= LAUNCH else step - SAIL
    message(out, key)
    player(out, K.player, tables[HERE].mover)
    text(out, K.harbour, K.harbours + harbour)
    count(out, K.points, box.worth[harbour])
    end(out)


@writing_rule
def prompt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, named: int
) -> None:
    """Write the instruction to the player to move: by name, or as "you"."""
    s = tables[HERE]
    if s.seat < 0:
        message(out, K.prompt_over if s.seat == OVER else K.prompt_launch)
    else:
        message(out, K.prompt_turn if named else K.prompt_turn_you)
        player(out, K.player, s.seat)
    end(out)
