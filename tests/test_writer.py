"""Documents that rules write."""

import json
import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from rondel.core.message import Message, Player
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.writer import (
    MAX_DEPTH,
    TEXT_BYTES,
    Pieces,
    clear,
    count,
    end,
    flag,
    inner,
    item,
    items,
    listed,
    message,
    nested,
    nothing,
    number,
    optional,
    piece,
    player,
    text,
    word,
    written,
)

PIECES = Pieces("label-fill player village tiles count left open none seats", villages=3)
K = PIECES.numbers
OUT = PIECES.writer({"villages": ["artá", "palma"]})


@rule
def write_message(outs: Array, amount: int) -> None:
    """Write a message that has arguments of every kind."""
    out = outs[0]
    clear(out)
    message(out, K.label_fill)
    player(out, K.player, 2)
    text(out, K.village, K.villages + 0)
    listed(out, K.tiles)
    for left in range(2):
        message(out, K.left)
        count(out, K.count, amount - left)
        end(out)
    end(out)
    inner(out, K.left, K.none)
    end(out)
    end(out)


@rule
def write_object(outs: Array, amount: int) -> None:
    """Write an object that has fields of every kind."""
    out = outs[0]
    clear(out)
    item(out)
    flag(out, K.open, amount > 0)
    flag(out, K.left, 0)
    nothing(out, K.none)
    optional(out, K.count, amount)
    optional(out, K.player, -1)
    nested(out, K.village)
    end(out)
    listed(out, K.seats)
    number(out, amount)
    word(out, K.villages + 1)
    number(out, -amount)
    items(out)
    end(out)
    item(out)
    end(out)
    end(out)
    end(out)


@rule
def write_much(outs: Array, times: int) -> None:
    """Write a piece many times."""
    clear(outs[0])
    for _ in range(times):
        piece(outs[0], K.label_fill)


@rule
def write_parts(outs: Array, opened: int, closed: int) -> None:
    """Open and close parts."""
    clear(outs[0])
    for _ in range(opened):
        items(outs[0])
    for _ in range(closed):
        end(outs[0])


@pytest.mark.parametrize("amount", [1, 7, 10, 99, 100, 12345])
def test_a_phrase_is_written_as_msgspec_encodes_it(amount: int) -> None:
    write_message(OUT, amount)
    left = [Message("left", {"count": amount - less}) for less in range(2)]
    expected = Message(
        "label-fill",
        {"player": Player(2), "village": "artá", "tiles": [*left], "left": Message("none")},
    )
    assert written(OUT) == msgspec.json.encode(expected)


@pytest.mark.parametrize("amount", [0, 1, 42, 2**31])
def test_an_object_is_written_as_json(amount: int) -> None:
    write_object(OUT, amount)
    seats: list[Any] = [amount, "palma", -amount, [], {}]
    assert json.loads(written(OUT)) == {
        "open": amount > 0, "left": False, "none": None, "count": amount, "player": None,
        "village": {}, "seats": seats,
    }  # fmt: skip


def test_interpreted_rules_write_the_same_bytes() -> None:
    program = (
        "from tests.test_writer import *\n"
        "write_message(OUT, 120); print(written(OUT).decode())\n"
        "write_object(OUT, 120); print(written(OUT).decode())"
    )
    ran = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"NUMBA_DISABLE_JIT": jit},
            capture_output=True, encoding="utf-8", check=True, timeout=120,
        ).stdout
        for jit in "01"
    ]  # fmt: skip
    assert ran[0] == ran[1] != ""


def test_a_document_that_finds_no_room_is_an_error() -> None:
    most = TEXT_BYTES // len("label-fill")
    write_much(OUT, most)
    assert len(written(OUT)) == most * len("label-fill")
    write_much(OUT, most + 1)
    with pytest.raises(OverflowError, match="too long"):
        written(OUT)


def test_a_document_that_is_nested_too_deep_is_an_error() -> None:
    write_parts(OUT, MAX_DEPTH, MAX_DEPTH)
    assert written(OUT) == b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    write_parts(OUT, MAX_DEPTH + 1, MAX_DEPTH + 1)
    with pytest.raises(OverflowError, match="deep"):
        written(OUT)


@pytest.mark.parametrize(("opened", "closed"), [(2, 1), (1, 2)])
def test_a_document_with_parts_left_open_is_an_error(opened: int, closed: int) -> None:
    write_parts(OUT, opened, closed)
    with pytest.raises(ValueError, match="open parts"):
        written(OUT)


def test_too_many_texts_are_an_error() -> None:
    with pytest.raises(OverflowError, match="village"):
        PIECES.writer({"villages": ["a", "b", "c", "d"]})
    with pytest.raises(OverflowError, match="bytes"):
        PIECES.writer({"villages": ["a" * 2**18]})
