"""Databases that earlier versions of the rules filled: every match opens, and goes on."""

import json
import lzma
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kept.make import PACKED

from .playing import Server, Visitor

KEPT = Path(__file__).parent.parent / "kept"
FOLDERS = sorted(path for path in KEPT.glob("version*") if path.is_dir())


def unpacked(folder: Path, name: str) -> bytes:
    return lzma.decompress((folder / name).read_bytes())


@pytest.fixture(params=FOLDERS, ids=[path.name for path in FOLDERS])
def kept(
    request: pytest.FixtureRequest,
    kind: str,
    database: str,
    start_server: Callable[..., Server],
) -> tuple[Visitor, dict[str, Any]]:
    """Whoever sat at all the tables, at a server on the kept database; and what was seen then."""
    folder: Path = request.param
    if kind == "sqlite":
        Path(database.removeprefix("sqlite:///")).write_bytes(unpacked(folder, PACKED[1]))
    else:
        psql = ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", database]
        script = unpacked(folder, PACKED[2])
        subprocess.run(psql, input=script, check=True, capture_output=True, timeout=120)
    then = json.loads(unpacked(folder, PACKED[3]))[kind]
    ana = Visitor(start_server(database=database, offer=""), name=None)
    ana.http.cookies.update(then["cookies"])
    return ana, then["tables"]


def texts(turn: dict[str, Any]) -> set[str]:
    return {action["text"] for action in turn.get("actions", ())}


def test_every_kept_match_opens_as_it_was_and_goes_on(kept: tuple[Visitor, dict[str, Any]]) -> None:
    ana, tables = kept
    luck = random.Random(3)
    newer: set[Any] = set()
    for table, then in tables.items():
        state = ana.state(table)
        assert ana.ask("GET", f"/api/tables/{table}/record").text == then["record"]
        for field in ("status", "result", "steps", "edition"):
            assert state["table"].get(field) == then["table"].get(field), (table, field)
        turn = state["moment"]["turn"]
        assert texts(then["turn"]) <= texts(turn)
        if then["table"]["status"] == "over":
            assert state["table"]["result"]
            continue
        added = sorted(texts(turn) - texts(then["turn"]))
        newer.update(step.split()[0] for step in added)
        for step in added[:1]:
            ana.play(table, step, seat=turn["seat"])
        for _ in range(3):
            if ana.state(table)["table"]["status"] == "playing":
                ana.step(table, luck)
        record = ana.ask("GET", f"/api/tables/{table}/record").text
        assert not added or "rules: 2\n" in record
    assert newer == {"stop", "sack"}
