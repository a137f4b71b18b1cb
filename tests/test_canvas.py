"""Text drawing: frames join, and texts keep to their cells."""

import pytest

from rondel.i18n.canvas import Canvas, columns, fit, width


def test_frames_that_touch_join() -> None:
    canvas = Canvas(9, 5)
    canvas.box(0, 0, 5, 3)
    canvas.box(4, 0, 5, 3)
    canvas.box(2, 2, 5, 3)
    assert canvas.lines() == [
        "╭───┬───╮",
        "│   │   │",
        "╰─┬─┴─┬─╯",
        "  │   │",
        "  ╰───╯",
    ]


def test_what_is_written_covers_lines() -> None:
    canvas = Canvas(8, 3)
    canvas.box(0, 0, 8, 3)
    canvas.write(1, 0, " Inca ")
    canvas.centre(4, 1, "abc")
    assert canvas.lines() == ["╭ Inca ╮", "│  abc │", "╰──────╯"]


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("Artá", 4), ("Arta\u0301", 4), ("王小明", 6), ("a\tb", 3)]
)
def test_width_counts_cells_not_characters(text: str, cells: int) -> None:
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "room", "fitted"),
    [
        ("Palma", 7, "Palma  "),
        ("Palma", 5, "Palma"),
        ("Palma", 4, "Pal…"),
        ("王小明", 5, "王小…"),
        ("王小明", 4, "王… "),
        ("a王小", 4, "a王…"),
    ],
)
def test_a_text_is_cut_or_filled_to_its_room(text: str, room: int, fitted: str) -> None:
    assert fit(text, room) == fitted
    assert width(fitted) == room


def test_blocks_of_different_height_stand_side_by_side() -> None:
    assert list(columns(["a", "b"], ["c"], 3, gap=1)) == ["a   c", "b   "]
    assert list(columns(["a"], ["c", "d"], 3, gap=1)) == ["a   c", "    d"]
