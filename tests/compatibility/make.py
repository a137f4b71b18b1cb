"""Store games of the current version: records, and a server's database of each kind.

Run `python -m tests.compatibility.make FOLDER` before a rule is changed. Tests read the results
with every later version; docs/decisions describes the procedure.
"""

import gzip
import io
import json
import lzma
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from rondel.core import Edition, Game
from rondel.games import find, names
from rondel.games.milestones.tests.busy import liking
from rondel.match import Match, read_record, write_record
from rondel.testkit.golden import folder, goldens
from rondel.testkit.random_play import random_match
from tests.server.playing import Server
from tests.server.processes import Postgres, new_database, start_process

from .past import Filling, check_complete

PREFERENCES = {"milestones": liking}
SEEDS = range(6)
"""Seeds of random games that are searched for every kind of duty."""
PACKED = "records.tar.xz", "sqlite.xz", "postgres.sql.xz", "tables.json.xz", "backup.xz"
"""Files of a version; version 1 has no backup."""
STARTING = Lock()


def own_map() -> Edition:
    """Return the built-in map with other numbers, as a custom map."""
    game = find("milestones")
    assert game.maps is not None and game.read_edition is not None
    text = game.maps.usual().replace("[2, 1, 3, 4, 1, 2, 3, 1, 2]", "[5, 4, 3, 2, 1, 5, 4, 3, 2]")
    lines = ['name = "kept"' if line.startswith("name") else line for line in text.splitlines()]
    return game.read_edition("\n".join(lines) + "\n")


def begun(game: Game, players: int, edition: str | Edition = "") -> Iterator[tuple[str, Match]]:
    """Yield matches that stop at the first position of each kind, and one complete match."""
    seen: set[str] = set()
    for seed in SEEDS:
        whole = random_match(game, players, seed, PREFERENCES.get(game.name), edition)
        if seed == 0:
            yield "whole", whole
        for at in range(len(whole)):
            table = whole.position_at(at).table
            kind = f"duty-{table.duty}-{table.moves}"
            if kind not in seen:
                seen.add(kind)
                yield kind, cut(whole, at)


def cut(match: Match, steps: int) -> Match:
    """Return the beginning of a match."""
    again = Match(match.game, match.names, edition=match.edition, deal=False)
    for number in match.log[:steps]:
        again.push(number)
    return again


def records() -> Iterator[tuple[str, str]]:
    """Yield the files of the folder: golden games and lessons, begun matches and their tables."""
    for name in names():
        game = find(name)
        for golden in goldens(game):
            file = folder(game) / f"{golden.name}.rondel"
            yield f"{name}/golden/{file.name}", file.read_text("utf-8")
        for file in sorted((game.folder / "lessons").glob("*.rondel")):
            yield f"{name}/lessons/{file.name}", file.read_text("utf-8")
        tables: list[tuple[str, int, str | Edition]] = [(str(n), n, "") for n in game.players]
        if game.read_edition is not None:
            tables.append(("map", 2, own_map()))
        for label, players, edition in tables:
            for kind, match in begun(game, players, edition):
                path = f"{name}/begun/{label}-{kind}"
                yield f"{path}.rondel", write_record(match)
                yield f"{path}.json", match.position.write()


def pack(files: Iterator[tuple[str, str]]) -> bytes:
    """Return files packed as one, reproducibly."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for path, text in files:
            entry = tarfile.TarInfo(path)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return lzma.compress(out.getvalue(), preset=9)


def unpack(folder: Path) -> dict[str, str]:
    """Return the files that `pack` packed, by path."""
    data = lzma.decompress((folder / PACKED[0]).read_bytes())
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found: dict[str, str] = {}
        for entry in archive:
            file = archive.extractfile(entry)
            assert file is not None
            found[entry.name] = file.read().decode()
        return found


def fill(database: str, folder: Path, files: dict[str, str]) -> dict[str, Any]:
    """Fill a database through current servers and return their answers. Raise Missing."""
    number = count()

    def start(**settings: Any) -> Server:
        log = folder / f"log-{next(number)}"
        with STARTING:
            return start_process(log, database=database, offer="", **settings)

    filling = Filling(start, files, own_map())
    try:
        told = filling.fill()
    finally:
        filling.server.stop()
    check_complete(database)
    return told


def backed_up(database: str, folder: Path) -> bytes:
    """Return the unpacked output of `rondel backup`, because it compresses better unpacked."""
    file = folder / "backup"
    command = [sys.executable, "-m", "rondel", "backup", str(file), "--database", database]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return gzip.decompress(file.read_bytes())


def dumped(database: str) -> bytes:
    """Return a PostgreSQL database as SQL statements."""
    dump = ["pg_dump", "--inserts", "--no-owner", "--dbname", database]
    text = subprocess.run(dump, check=True, capture_output=True, text=True, timeout=120).stdout
    # psql commands differ from release to release; the statements are enough.
    return "\n".join(line for line in text.splitlines() if not line.startswith("\\")).encode()


def compress(data: bytes) -> bytes:
    """Return data compressed, as small as possible."""
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def keep(folder: Path) -> None:
    """Write everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PACKED[0]).write_bytes(pack(records()))
    files = unpack(folder)
    for text in (text for path, text in files.items() if path.endswith(".rondel")):
        read_record(text)
    cluster = Postgres()
    cluster.start()
    try:
        with TemporaryDirectory() as place, ThreadPoolExecutor(2) as threads:
            file = Path(place) / "rondel.db"
            databases = {"sqlite": f"sqlite:///{file}", "postgres": new_database(cluster.url)}
            work: dict[str, Future[dict[str, Any]]] = {}
            for kind, database in databases.items():
                logs = Path(place) / kind
                logs.mkdir()
                work[kind] = threads.submit(fill, database, logs, files)
            told = {kind: one.result(600) for kind, one in work.items()}
            backup = backed_up(databases["sqlite"], Path(place))
            vacuum = ["sqlite3", str(file), "PRAGMA wal_checkpoint(TRUNCATE); VACUUM"]
            subprocess.run(vacuum, check=True, timeout=120)
            written = (file.read_bytes(), dumped(databases["postgres"]), json.dumps(told).encode())
            for name, data in zip(PACKED[1:], (*written, backup), strict=True):
                (folder / name).write_bytes(compress(data))
    finally:
        cluster.remove()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
