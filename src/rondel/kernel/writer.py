"""Writer of JSON documents for rules. The output is the same compiled and interpreted.

Texts are pieces: numbered names that a game declares once (`Pieces`), followed by an edition's
names. The functions below write them into a `Writer`, with commas where JSON needs them.
"""

from collections import namedtuple
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from rondel.kernel.record import Array, Record, array, i32
from rondel.kernel.rule import rule

MAX_PIECES, PIECE_BYTES, TEXT_BYTES, MAX_DEPTH, MAX_FIELDS = 4096, 1 << 17, 1 << 18, 32, 64
QUOTE, COMMA, COLON, MINUS, ZERO, BRACE, BRACKET = (ord(sign) for sign in '",:-0{[')
OWN = ('{"type":"phrase","key":"', '","args":{', '{"type":"player","seat":', "}}", "}", "]",
       "true", "false", "null")  # fmt: skip
"""Pieces that every writer has first."""
PHRASE, ARGS, PLAYER, END_PHRASE, END_OBJECT, END_LIST, TRUE, FALSE, NULL = range(len(OWN))
TEN, ROOM = 10, np.uint64(TEXT_BYTES)


class Writer(Record):
    """Document that is being written, and the pieces it is made of."""

    length: i32
    """Number of bytes written, including those beyond the end of `text`."""
    depth: i32
    """Number of open objects, lists and phrases."""
    closers: Array = array(MAX_DEPTH, of=np.int32)
    """Piece that closes each of them."""
    fields: i32
    """Number of fields of the outermost object."""
    marks: Array = array(MAX_FIELDS, of=np.int32)
    """Place of each of these fields in the text."""
    starts: Array = array(MAX_PIECES + 1, of=np.int32)
    pieces: Array = array(PIECE_BYTES, of=np.uint8)
    text: Array = array(TEXT_BYTES, of=np.uint8)


class Pieces:
    """Table of a game's pieces: names, then groups of texts that each edition provides.

    Examples:
        >>> pieces = Pieces("label-move moves", village=10)
        >>> pieces.numbers.moves - pieces.numbers.label_move
        1

    """

    def __init__(self, names: str, /, **groups: int | Sequence[str]):
        self.names = tuple(dict.fromkeys(names.split()))
        """Message keys, names of arguments and fields, and values."""
        self.groups = groups
        """Texts of each group, or how many of them an edition provides at most."""
        first = len(OWN) + len(self.names)
        sizes = [0, *(size if isinstance(size, int) else len(size) for size in groups.values())]
        fields = [name.replace("-", "_") for name in (*self.names, *groups)]
        starts = [first + sum(sizes[: index + 1]) for index in range(len(groups))]
        numbers = np.array([*range(len(OWN), first), *starts], np.int64)
        # Numba reads a named tuple's fields as constants. Wide integers, because interpreted rules
        # add small ones to them.
        self.numbers: Any = namedtuple("Numbers", fields)(*numbers)
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
    """Return the fields of the object that a rule has written, each with its name."""
    document = written(out)
    marks = out["marks"][0, : int(out["fields"][0])].tolist()
    ends = [*(mark - 1 for mark in marks[1:]), len(document) - 1]
    return tuple(document[mark:end] for mark, end in zip(marks, ends, strict=True))


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
    """Close the object, list or phrase that was opened last."""
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
def phrase(out: Writer, key: int) -> None:
    """Open a phrase; its arguments come next."""
    separate(out)
    piece(out, PHRASE)
    piece(out, key)
    piece(out, ARGS)
    open_part(out, END_PHRASE)


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
    """Open a phrase as an argument."""
    name(out, field)
    phrase(out, key)


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
