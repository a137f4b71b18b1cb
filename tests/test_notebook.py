"""Notebook output of boards."""

import nbformat
from nbclient import NotebookClient

from tests.waiting import TIMEOUT

CELLS = (
    "import rondel\nmatch = rondel.Match('finca', ['Anna', 'Béla'], seed=7)\nmatch",
    "match.play(match.actions[0])\nmatch",
    "rondel.Match('milestones', 3, seed=7)",
)


def test_a_match_is_a_board_in_a_notebook() -> None:
    cells = [nbformat.v4.new_code_cell(text) for text in CELLS]
    book = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(book, timeout=TIMEOUT, kernel_name="python3").execute()
    for cell in book.cells:
        (output,) = (one for one in cell.outputs if one.output_type == "execute_result")
        assert output.data["image/svg+xml"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert "light-dark(" in output.data["text/html"] and "<svg " in output.data["text/html"]
        assert output.data["text/plain"].startswith("<")
