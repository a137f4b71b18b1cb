"""Writer of JSON documents for rules. The output is the same compiled and interpreted.

Texts are pieces: numbered names that a game declares once (`Pieces`), followed by an edition's
names. The functions below write them into a `Writer`, with commas where JSON needs them.
"""

from collections.abc import Mapping, Sequence
from keyword import iskeyword
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from rondel.kernel.record import Array, Record, array, i32
from rondel.kernel.rule import rule
from rondel.kernel.state import MAX_SEATS

MAX_PIECES, PIECE_BYTES, TEXT_BYTES, MAX_DEPTH, MAX_FIELDS = 4096, 1 << 17, 1 << 18, 32, 64
QUOTE, COMMA, COLON, MINUS, ZERO, BRACE, BRACKET = (ord(sign) for sign in '",:-0{[')
OWN = ('{"type":"phrase","key":"', '","args":{', '{"type":"player","seat":', "}}", "}", "]",
       "true", "false", "null", "player", "players", "points", "result-shared",
       "result-winner")  # fmt: skip
"""Pieces that every writer has first."""
(
    MESSAGE,
    ARGS,
    PLAYER,
    END_MESSAGE,
    END_OBJECT,
    END_LIST,
    TRUE,
    FALSE,
    NULL,
    PLAYER_NAME,
    PLAYERS_NAME,
    POINTS_NAME,
    RESULT_SHARED,
    RESULT_WINNER,
) = range(len(OWN))
TEN, ROOM = 10, np.uint64(TEXT_BYTES)


class Writer(Record):
    """Document that is being written, and the pieces it is made of."""

    length: i32
    """Number of bytes written, including those beyond the end of `text`."""
    depth: i32
    """Number of open objects, lists and messages."""
    closers: Array = array(MAX_DEPTH, of=np.int32)
    """Piece that closes each of them."""
    fields: i32
    """Number of fields of the outermost object."""
    marks: Array = array(MAX_FIELDS, of=np.int32)
    """Place of each of these fields in the text."""
    starts: Array = array(MAX_PIECES + 1, of=np.int32)
    pieces: Array = array(PIECE_BYTES, of=np.uint8)
    text: Array = array(TEXT_BYTES, of=np.uint8)


class MessageKeys(tuple[str, ...]):
    """Group of message keys, as opposed to names and values."""


class Pieces:
    """Table of a game's pieces: names, then groups of texts that each edition provides.

    Examples:
        >>> pieces = Pieces("label-move moves", village=10)
        >>> pieces.numbers.moves - pieces.numbers.label_move
        1

    """

    def __init__(self, names: str, messages: str = "", /, **groups: int | Sequence[str]):
        self.names = tuple(dict.fromkeys([*names.split(), *messages.split()]))
        """Names of fields and arguments, values, and keys of messages."""
        keys = (group for group in groups.values() if isinstance(group, MessageKeys))
        self.messages = {*messages.split(), *(key for group in keys for key in group)}
        """Keys of messages, all of which need words in every language."""
        self.groups = groups
        """Texts of each group, or how many of them an edition provides at most."""
        first = len(OWN) + len(self.names)
        sizes = [0, *(size if isinstance(size, int) else len(size) for size in groups.values())]
        fields = [name.replace("-", "_") for name in (*self.names, *groups)]
        fields = [f"{name}_" if iskeyword(name) else name for name in fields]
        starts = [first + sum(sizes[: index + 1]) for index in range(len(groups))]
        numbers = np.array([*range(len(OWN), first), *starts], np.int64)
        # Numba reads a module's attributes as constants, but builds a whole named tuple to read one
        # of its fields. Wide integers, because interpreted rules add small ones to them.
        self.numbers: Any = ModuleType("numbers")
        for field, number in zip(fields, numbers, strict=True):
            setattr(self.numbers, field, number)
        """Number of each piece, and of the first piece of each group, as attributes."""

    def writer(self, texts: Mapping[str, Sequence[str]]) -> Array:
        """Return a new writer with an edition's texts.

        Raises:
            OverflowError: There are too many texts.

        """
        pieces = [*OWN, *self.names]
        for group, declared in self.groups.items():
            found = texts.get(group, ()) if isinstance(declared, int) else declared
            size = declared if isinstance(declared, int) else len(declared)
            if len(found) > size:
                raise OverflowError(f"{len(found)} texts in the group {group}, at most {size} fit")
            pieces += [*found, *[""] * (size - len(found))]
        letters = [piece.encode() for piece in pieces]
        starts = np.cumsum([0, *map(len, letters)])
        if len(pieces) > MAX_PIECES or starts[-1] > PIECE_BYTES:
            raise OverflowError(f"{len(pieces)} pieces of {starts[-1]} bytes do not fit")
        out = Writer.new()
        out["starts"][0, : len(starts)] = starts
        out["pieces"][0, : starts[-1]] = np.frombuffer(b"".join(letters), np.uint8)
        return out


def escaped(text: str) -> str:
    """Return a text as it is written between the quotes of JSON."""
    return msgspec.json.encode(text).decode()[1:-1]


def written(out: Array) -> bytes:
    """Return the document that a rule has written.

    Raises:
        OverflowError: The document is too long or nested too deep.
        ValueError: The document has parts that are opened or closed too often.

    """
    length, depth = int(out["length"][0]), int(out["depth"][0])
    if depth:
        raise ValueError(f"a document has {depth} open parts at its end")
    if length > TEXT_BYTES:
        raise OverflowError(f"a document of {length} bytes is too long or nested too deep")
    return bytes(out["text"][0, :length])


def written_fields(out: Array) -> tuple[bytes, ...]:
    """Return the values of the object that a rule has written."""
    document = written(out)
    marks = out["marks"][0, : int(out["fields"][0])].tolist()
    ends = [*(mark - 1 for mark in marks[1:]), len(document) - 1]
    return tuple(
        document[document.index(b":", mark) + 1 : end]
        for mark, end in zip(marks, ends, strict=True)
    )


@rule
def clear(out: Writer) -> None:
    """Begin a new document."""
    out.length = out.depth = out.fields = 0


@rule
def put(out: Writer, sign: int) -> None:
    """Write one byte."""
    if out.length < TEXT_BYTES:
        out.text[out.length] = sign
    out.length += 1


@rule
def piece(out: Writer, number: int) -> None:
    """Write a piece as it is."""
    # Unsigned places: signed ones could count from the end, which costs half the speed.
    start, length = np.uint64(out.starts[number]), np.uint64(out.length)
    size = np.uint64(out.starts[number + 1]) - start
    if length + size <= ROOM:
        for at in range(size):
            out.text[length + at] = out.pieces[start + at]
    out.length += int(size)


@rule
def separate(out: Writer) -> None:
    """Write a comma, unless a value comes first in its object or list, or follows its name."""
    if 0 < out.length <= TEXT_BYTES:
        last = out.text[out.length - 1]
        if last != BRACE and last != BRACKET and last != COLON and last != COMMA:
            put(out, COMMA)


@rule
def open_part(out: Writer, closer: int) -> None:
    """Note the piece that closes an opened part. Parts without room make the document too long."""
    if 0 <= out.depth < MAX_DEPTH:
        out.closers[out.depth] = closer
    else:
        out.length = TEXT_BYTES + 1
    out.depth += 1


@rule
def end(out: Writer) -> None:
    """Close the object, list or message that was opened last."""
    out.depth -= 1
    if 0 <= out.depth < MAX_DEPTH:
        piece(out, out.closers[out.depth])
    else:
        out.length = TEXT_BYTES + 1


@rule
def name(out: Writer, field: int) -> None:
    """Write the name of a field or argument; its value comes next."""
    separate(out)
    if out.depth == 1 and out.fields < MAX_FIELDS:
        out.marks[out.fields] = out.length
        out.fields += 1
    word(out, field)
    put(out, COLON)


@rule
def word(out: Writer, number: int) -> None:
    """Write a piece as a string."""
    separate(out)
    put(out, QUOTE)
    piece(out, number)
    put(out, QUOTE)


@rule
def number(out: Writer, value: int) -> None:
    """Write an integer."""
    separate(out)
    left = int(value)
    if left < 0:
        put(out, MINUS)
        left = -left
    unit = 1
    while unit * TEN <= left:
        unit *= TEN
    while unit > 1:
        put(out, ZERO + left // unit)
        left %= unit
        unit //= TEN
    put(out, ZERO + left)


@rule
def item(out: Writer) -> None:
    """Open an object."""
    separate(out)
    put(out, BRACE)
    open_part(out, END_OBJECT)


@rule
def items(out: Writer) -> None:
    """Open a list."""
    separate(out)
    put(out, BRACKET)
    open_part(out, END_LIST)


@rule
def message(out: Writer, key: int) -> None:
    """Open a message; its arguments come next."""
    separate(out)
    piece(out, MESSAGE)
    piece(out, key)
    piece(out, ARGS)
    open_part(out, END_MESSAGE)


@rule
def count(out: Writer, field: int, value: int) -> None:
    """Write a field with a number."""
    name(out, field)
    number(out, value)


@rule
def optional(out: Writer, field: int, value: int) -> None:
    """Write a field with a number, or null if it is negative."""
    name(out, field)
    if value < 0:
        piece(out, NULL)
    else:
        number(out, value)


@rule
def flag(out: Writer, field: int, value: int) -> None:
    """Write a field with true or false."""
    name(out, field)
    piece(out, TRUE if value else FALSE)


@rule
def nothing(out: Writer, field: int) -> None:
    """Write a field with null."""
    name(out, field)
    piece(out, NULL)


@rule
def text(out: Writer, field: int, value: int) -> None:
    """Write a field with a piece as a string."""
    name(out, field)
    word(out, value)


@rule
def player(out: Writer, field: int, seat: int) -> None:
    """Write an argument with the player at a seat."""
    name(out, field)
    piece(out, PLAYER)
    number(out, seat)
    piece(out, END_OBJECT)


@rule
def inner(out: Writer, field: int, key: int) -> None:
    """Open a message as an argument."""
    name(out, field)
    message(out, key)


@rule
def players(out: Writer, field: int, seats: int) -> None:
    """Write an argument with several players: a bit for each seat."""
    listed(out, field)
    for seat in range(MAX_SEATS):
        if seats >> seat & 1:
            message(out, PLAYER_NAME)
            player(out, PLAYER_NAME, seat)
            end(out)
    end(out)


@rule
def result(
    out: Writer, seats: int, sums: Array, reason: int, tie_broken: int, tiebreak: int
) -> None:
    """Write the reason for the end, and the winners.

    `sums` has each seat's points, tie-break and place; the message `tie_broken` names what decided
    among equals, in the argument `tiebreak`.
    """
    message(out, reason)
    end(out)
    winners = first = equal = 0
    for seat in range(seats - 1, -1, -1):
        if sums[2, seat] == 1:
            winners |= 1 << seat
            first = seat
    for seat in range(seats):
        equal += sums[0, seat] == sums[0, first]
    if winners != 1 << first:
        message(out, RESULT_SHARED)
        players(out, PLAYERS_NAME, winners)
    else:
        message(out, RESULT_WINNER if equal == 1 else tie_broken)
        player(out, PLAYER_NAME, first)
    count(out, POINTS_NAME, sums[0, first])
    if winners == 1 << first and equal > 1:
        count(out, tiebreak, sums[1, first])
    end(out)


@rule
def nested(out: Writer, field: int) -> None:
    """Open an object as a field."""
    name(out, field)
    item(out)


@rule
def listed(out: Writer, field: int) -> None:
    """Open a list as a field or argument."""
    name(out, field)
    items(out)
