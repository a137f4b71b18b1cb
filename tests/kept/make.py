"""Keeps games of the present version: records, and a server's database of each kind.

`python -m tests.kept.make FOLDER`, run before a rule is changed. What it writes is read by
test_kept.py for ever; docs/decisions tells how.
"""

import io
import json
import lzma
import random
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rondel.contract import Edition, Game
from rondel.games import find, names
from rondel.games.milestones.tests.busy import liking
from rondel.match import Match, read_record, write_record
from rondel.testkit.blind import blind_match
from rondel.testkit.golden import folder, goldens
from tests.server.conftest import Postgres, new_database, start_process
from tests.server.playing import BOT, MINE, Server, Visitor, wait_until

TASTES = {"milestones": liking}
SEEDS = range(6)
"""Blind games that are looked through for every kind of duty."""
STEPS = 60
"""Steps that are made at a table."""
PACKED = "records.tar.xz", "sqlite.xz", "postgres.sql.xz", "tables.json.xz"


def own_map() -> Edition:
    """The usual map with other numbers, as somebody would bring it."""
    game = find("milestones")
    assert game.maps is not None and game.read_edition is not None
    text = game.maps.usual().replace("[2, 1, 3, 4, 1, 2, 3, 1, 2]", "[5, 4, 3, 2, 1, 5, 4, 3, 2]")
    lines = ['name = "kept"' if line.startswith("name") else line for line in text.splitlines()]
    return game.read_edition("\n".join(lines) + "\n")


def begun(game: Game, players: int, edition: str | Edition = "") -> Iterator[tuple[str, Match]]:
    """Matches that stop at the first moment of each kind, and one that does not."""
    seen: set[str] = set()
    for seed in SEEDS:
        whole = blind_match(game, players, seed, TASTES.get(game.name), edition)
        if seed == 0:
            yield "whole", whole
        for at in range(len(whole)):
            table = whole.position_at(at).table
            kind = f"duty-{table.duty}-{table.moves}"
            if kind not in seen:
                seen.add(kind)
                yield kind, cut(whole, at)


def cut(match: Match, steps: int) -> Match:
    """The beginning of a match."""
    again = Match(match.game, match.names, edition=match.edition, deal=False)
    for number in match.log[:steps]:
        again.push(number)
    return again


def records() -> Iterator[tuple[str, str]]:
    """The files of the folder: goldens and lessons as they are, begun matches and their tables."""
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
    """Files in one, the same bytes every time."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for path, text in files:
            entry = tarfile.TarInfo(path)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return lzma.compress(out.getvalue(), preset=9)


def unpack(folder: Path) -> dict[str, str]:
    """The files `pack` packed, by path."""
    data = lzma.decompress((folder / PACKED[0]).read_bytes())
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found: dict[str, str] = {}
        for entry in archive:
            file = archive.extractfile(entry)
            assert file is not None
            found[entry.name] = file.read().decode()
        return found


def play_some(ana: Visitor, table: str, steps: int, luck: random.Random) -> None:
    """Any steps, and now and then one taken back."""
    for at in range(steps):
        state = ana.state(table)
        if state["table"]["status"] != "playing":
            return
        ana.step(table, luck)
        if at % 20 == 5:
            after = ana.state(table)
            body = {"after": after["sequence"], "seat": state["moment"]["turn"]["seat"]}
            ana.ask("POST", f"/api/tables/{table}/undo", body)


def is_over(visitor: Visitor, table: str) -> bool:
    """Whether a table's match has ended."""
    return bool(visitor.state(table)["table"]["status"] == "over")


def fill(server: Server, files: dict[str, str]) -> dict[str, Any]:
    """Play at a server: matches that are over, that go on, and that began as records."""
    ana, luck = Visitor(server), random.Random(1)
    ids: list[Any] = []
    for name in names():
        over = ana.table(BOT, MINE, game=name)["id"]
        ana.ok("POST", f"/api/tables/{over}/stand-in", {"seat": 1, "bot": "random"})
        wait_until(partial(is_over, ana, over), 240)
        ids.append(over)
        for players in find(name).players:
            ids.append(ana.table(*[MINE] * players, game=name)["id"])
            play_some(ana, ids[-1], STEPS, luck)
    ids.append(ana.table(MINE, MINE, game="milestones", map=own_map().source)["id"])
    play_some(ana, ids[-1], STEPS, luck)
    for path in chosen(files):
        ids.append(ana.ok("POST", "/api/records", {"record": files[path]})["id"])
        if path.endswith("2-duty-4-0.rondel"):
            play_some(ana, ids[-1], STEPS, luck)
    told: dict[str, Any] = {"cookies": dict(ana.http.cookies), "tables": {}}
    for table in ids:
        state = ana.state(table)
        told["tables"][table] = {
            "record": ana.ask("GET", f"/api/tables/{table}/record").text,
            "table": state["table"],
            "turn": state["moment"]["turn"],
        }
    return told


def chosen(files: dict[str, str]) -> list[str]:
    """The records that are brought to the server: long enough for a snapshot, or of note."""
    begun = [path for path in files if "/begun/" in path and path.endswith(".rondel")]
    long = [p for p in begun if len(files[p].splitlines()) > 110]
    noted = [p for p in begun if p.startswith("finca/") and ("-duty-5" in p or "2-duty-4" in p)]
    mill = [p for p in begun if p.startswith("milestones/") and "duty-12" in p]
    return sorted({*noted, *mill, *[p for p in long if "2-" in p or "map-" in p]})


def keep(folder: Path) -> None:
    """Write everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PACKED[0]).write_bytes(pack(records()))
    files = unpack(folder)
    for text in (text for path, text in files.items() if path.endswith(".rondel")):
        read_record(text)
    told = {}
    with TemporaryDirectory() as place:
        file = Path(place) / "rondel.db"
        server = start_process(Path(place) / "log", database=f"sqlite:///{file}", offer="")
        told["sqlite"] = fill(server, files)
        server.stop()
        subprocess.run(
            ["sqlite3", str(file), "PRAGMA wal_checkpoint(TRUNCATE); VACUUM"],
            check=True,
            timeout=120,
        )
        (folder / PACKED[1]).write_bytes(lzma.compress(file.read_bytes(), preset=9))
        cluster = Postgres()
        cluster.start()
        try:
            database = new_database(cluster.url)
            server = start_process(Path(place) / "log", database=database, offer="")
            told["postgres"] = fill(server, files)
            server.stop()
            dump = ["pg_dump", "--inserts", "--no-owner", "--dbname", database]
            text = subprocess.run(
                dump, check=True, capture_output=True, text=True, timeout=120
            ).stdout
            # Commands to psql differ from release to release; the statements are enough.
            lines = [line for line in text.splitlines() if not line.startswith("\\")]
            (folder / PACKED[2]).write_bytes(lzma.compress("\n".join(lines).encode(), preset=9))
        finally:
            cluster.remove()
    (folder / PACKED[3]).write_bytes(lzma.compress(json.dumps(told).encode(), preset=9))


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
