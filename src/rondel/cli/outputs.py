"""Output files of a simulation: opened first, written during it, moved into place at the end."""

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
from rondel.core import FileExists, MissingExtra
from rondel.kernel.record import Array

ROWS = 100_000
"""Games per row group of a Parquet file."""


class Output(Protocol):
    """Interface of outputs that receive games."""

    def add(self, first: int, batch: Simulated) -> None:
        """Write a batch of games, the first of which has the number `first`."""
        ...

    def end(self) -> None:
        """Finish after the last game."""
        ...


def columns(first: int, batch: Simulated) -> dict[str, Array]:
    """Return games as named columns, with games and seats counted from 1."""
    games, players = batch.points.shape
    named: dict[str, Array] = {
        "game": np.arange(first, first + games),
        "decisions": batch.decisions,
    }
    for seat in range(players):
        named[f"points_{seat + 1}"] = batch.points[:, seat]
    for seat in range(players):
        named[f"place_{seat + 1}"] = batch.ranks[:, seat]
    return named


class CsvOutput:
    """CSV file with a line per game."""

    def __init__(self, file: Path):
        self._file = file.open("w", encoding="utf-8", newline="")
        self._lines = csv.writer(self._file)

    def add(self, first: int, batch: Simulated) -> None:
        """Write a batch of games as lines."""
        named = columns(first, batch)
        if first == 1:
            self._lines.writerow(named)
        self._lines.writerows(zip(*(column.tolist() for column in named.values()), strict=True))

    def end(self) -> None:
        """Close the file."""
        self._file.close()


class ParquetOutput:
    """Parquet file with a row per game."""

    def __init__(self, file: Path):
        file.touch()
        self._file = file
        self._arrow: Any = import_module("pyarrow")
        self._parquet: Any = import_module("pyarrow.parquet")
        self._writer: Any = None
        self._waiting: list[dict[str, Array]] = []

    def add(self, first: int, batch: Simulated) -> None:
        """Write a batch of games as rows."""
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
        """Write the buffered rows and close the file."""
        self._write()
        if self._writer is not None:
            self._writer.close()


class TextOutput:
    """File whose text is written at the end; opened before to check that it is writable."""

    def __init__(self, file: Path):
        file.touch()

    def add(self, first: int, batch: Simulated) -> None:
        """Ignore the games."""

    def end(self) -> None:
        """Do nothing."""


def check_parquet() -> None:
    """Raise MissingExtra if pyarrow is not installed."""
    try:
        import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("parquet") from None


@contextmanager
def open_outputs(
    wanted: Sequence[tuple[Path | None, type[CsvOutput] | type[ParquetOutput] | type[TextOutput]]],
    overwrite: bool,
) -> Generator[list[Output]]:
    """Open all files before the simulation and move them into place after it.

    Files are written atomically.

    Raises:
        FileExists: A file exists, and `overwrite` is off.
        UnwritableFile: A file cannot be written.
        MissingExtra: The extra `parquet` is not installed.

    """
    chosen = [(file, kind) for file, kind in wanted if file is not None]
    for file, kind in chosen:
        if kind is ParquetOutput:
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
            if not isinstance(output, TextOutput):
                with files.writing(file):
                    os.replace(new, file)
