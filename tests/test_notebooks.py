"""Notebooks of the documentation run, and give their stored output."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.waiting import TIMEOUT

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
VARIES = "varies"
"""Tag of a cell whose output depends on a bot and may change."""


def shown(cell: Any) -> str:
    """Return a cell's output as text, from all of its parts."""
    texts = [out.get("text") or out.get("data", {}).get("text/plain") for out in cell["outputs"]]
    return "".join(str(text) for text in texts)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_and_shows_what_it_is_kept_with(notebook: Path) -> None:
    kept, ran = nbformat.read(notebook, 4), nbformat.read(notebook, 4)
    NotebookClient(ran, timeout=TIMEOUT, kernel_name="python3").execute()
    for before, after in zip(kept.cells, ran.cells, strict=True):
        if before.cell_type == "code":
            assert bool(shown(after)) == bool(shown(before)), before.source
            if VARIES not in before.metadata.get("tags", ()):
                assert shown(after) == shown(before), before.source
