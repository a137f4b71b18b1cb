"""Kill -9 at random moments: what was acknowledged is there, and every match still ends.

RONDEL_CRASH_GAMES and RONDEL_CRASH_KILLS set the size; benchmarks/server_kills.py goes on for a
night.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.waiting import TIMEOUT, wait_until

from .crashing import Witness, check_record, clone, doubled, is_over, lost
from .playing import BOT, MINE, Server, Visitor

GAMES = int(os.environ.get("RONDEL_CRASH_GAMES", "10"))
KILLS = int(os.environ.get("RONDEL_CRASH_KILLS", "4"))


@pytest.mark.timeout(1500)
def test_a_crash_loses_no_acknowledged_step_and_stops_no_match(
    database: str, start_server: Callable[..., Server]
) -> None:
    luck = random.Random(9)
    port = free_port()
    server = start_server(database=database, port=port)
    ana = Visitor(server)
    tables = [ana.table(BOT, BOT)["id"] for _ in range(GAMES)]
    played = [ana.table(MINE, BOT)["id"] for _ in range(2)]
    witnesses = [Witness([clone(ana, server)], table, n) for n, table in enumerate(played)]
    for witness in witnesses:
        witness.thread.start()
    for _ in range(KILLS):
        time.sleep(luck.uniform(0.05, 1.5))
        server.kill()
        server = start_server(database=database, port=port)
    ana = clone(ana, server)
    for table in tables + played:
        wait_until(lambda table=table: is_over(ana, table), 600)  # type: ignore[misc]
    for witness in witnesses:
        witness.thread.join(60)
        assert witness.acknowledged
        assert not lost(ana, witness) and not doubled(ana, witness)
    for table in tables + played:
        check_record(ana, table)


@pytest.mark.parametrize(("stuck", "status"), [(0, 0), (1, 1)])
def test_a_night_of_kills_goes_on_where_it_was_and_adds_up(
    tmp_path: Path, stuck: int, status: int
) -> None:
    fine = {"database": "sqlite", "seed": 0, "kills": 600, "tables": 9, "steps": 70, "seconds": 5}
    fine |= {"lost": 0, "doubled": 0, "stuck": 0, "broken": 0}
    state = tmp_path / "kills.jsonl"
    lines = [json.dumps(fine), json.dumps(fine | {"stuck": stuck})]
    state.write_text("\n".join([*lines, '{"database": "sqli']), "utf-8")
    command = [sys.executable, "-m", "benchmarks.server_kills", "--kills", "1000"]
    done = subprocess.run(
        [*command, "--state", str(state)], cwd=Path(__file__).parents[2],
        capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, "")
    assert "sqlite rounds 2 kills 1200 tables 18 steps 140 seconds 10 lost 0" in done.stdout
    assert f"stuck {stuck}" in done.stdout
