"""Where a simulation writes: opened before it plays, filled meanwhile, there when it is over."""

import csv
import os
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rondel.arena.simulate import Simulated
from rondel.cli import files
from rondel.contract import FileExists, MissingExtra
from rondel.kernel.record import Cells

ROWS = 100_000
"""Games in one group of a Parquet file."""


class Output(Protocol):
    """Whatever takes games."""

    def add(self, first: int, batch: Simulated) -> None:
        """Some games more, the first of them with that number."""
        ...

    def end(self) -> None:
        """There are no more."""
        ...


def columns(first: int, batch: Simulated) -> dict[str, Cells]:
    """Games as named columns, games and seats counted from 1."""
    games, players = batch.points.shape
    named: dict[str, Cells] = {
        "game": np.arange(first, first + games),
        "decisions": batch.decisions,
    }
    for seat in range(players):
        named[f"points_{seat + 1}"] = batch.points[:, seat]
    for seat in range(players):
        named[f"place_{seat + 1}"] = batch.ranks[:, seat]
    return named


class Lines:
    """A CSV file: a line for each game."""

    def __init__(self, file: Path):
        self._file = file.open("w", encoding="utf-8", newline="")
        self._lines = csv.writer(self._file)

    def add(self, first: int, batch: Simulated) -> None:
        """Some lines more."""
        named = columns(first, batch)
        if first == 1:
            self._lines.writerow(named)
        self._lines.writerows(zip(*(column.tolist() for column in named.values()), strict=True))

    def end(self) -> None:
        """Close the file."""
        self._file.close()


class Groups:
    """A Parquet file: a row for each game."""

    def __init__(self, file: Path):
        file.touch()
        self._file = file
        self._arrow: Any = import_module("pyarrow")
        self._parquet: Any = import_module("pyarrow.parquet")
        self._writer: Any = None
        self._waiting: list[dict[str, Cells]] = []

    def add(self, first: int, batch: Simulated) -> None:
        """Some rows more."""
        self._waiting.append(columns(first, batch))
        if sum(len(one["game"]) for one in self._waiting) >= ROWS:
            self._write()

    def _write(self) -> None:
        if not self._waiting:
            return
        named = {
            key: np.concatenate([one[key] for one in self._waiting]) for key in self._waiting[0]
        }
        self._waiting.clear()
        table = self._arrow.table(named)
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def end(self) -> None:
        """Write what waits, and close the file."""
        self._write()
        if self._writer is not None:
            self._writer.close()


class Nothing:
    """A file whose text comes at the end: only that it can be written is known now."""

    def __init__(self, file: Path):
        file.touch()

    def add(self, first: int, batch: Simulated) -> None:
        """Not needed."""

    def end(self) -> None:
        """Not needed."""


def check_parquet() -> None:
    """Raise MissingExtra without pyarrow."""
    try:
        import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("parquet") from None


@contextmanager
def opened(
    wanted: Sequence[tuple[Path | None, type[Lines] | type[Groups] | type[Nothing]]],
    overwrite: bool,
) -> Generator[list[Output]]:
    """Open all files before anything is played, and put them in their places when all is done.

    Raises FileExists, UnwritableFile and MissingExtra. No file is ever half written.
    """
    chosen = [(file, kind) for file, kind in wanted if file is not None]
    for file, kind in chosen:
        if kind is Groups:
            check_parquet()
        if file.exists() and not overwrite:
            raise FileExists(file)
    with ExitStack() as stack:
        beside: list[tuple[Path, Path, Output]] = []
        for file, kind in chosen:
            new = file.with_name(file.name + ".new")
            with files.writing(file):
                stack.callback(new.unlink, missing_ok=True)
                beside.append((file, new, kind(new)))
        with ExitStack() as closing:
            for _, _, output in beside:
                closing.callback(output.end)
            yield [output for _, _, output in beside]
        for file, new, output in beside:
            if not isinstance(output, Nothing):
                with files.writing(file):
                    os.replace(new, file)
