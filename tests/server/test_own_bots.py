"""Bots of the host's own: seated by their names on offer, never by what is behind them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rondel.bots import UnknownBot
from rondel.server.tables.bots import offer_own
from tests.waiting import wait_until

from .absence import Gate
from .playing import BOT, MINE, OPEN, Server, Visitor

FREE = """
class Last:
    def choose(self, position):
        return position.edition.steps.text(position.legal_steps[-1][0])
"""


def test_a_host_offers_bots_of_its_own_and_visitors_cannot_name_what_is_behind_them(
    tmp_path: Path, start_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hosts_bots.py").write_text(FREE, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    server = start_server(
        database=f"sqlite:///{tmp_path / 'x.db'}", own_bots="last = hosts_bots:Last"
    )
    ana = Visitor(server)
    offered = [level["name"] for level in ana.ok("GET", "/api/offer")["bots"]]
    assert offered[-1] == "last" and "beginner" in offered
    table = ana.table(MINE, {"kind": "bot", "bot": "last"})["id"]
    while ana.state(table)["moment"]["turn"]["seat"] == 0:
        ana.play(table, ana.state(table)["moment"]["turn"]["actions"][0]["text"], seat=0)
    wait_until(lambda: ana.state(table)["moment"]["turn"]["seat"] == 0)
    events = ana.ok("GET", f"/api/tables/{table}/events")["events"]
    assert any(e["kind"] == "steps" and e["data"]["seat"] == 1 for e in events)
    other = ana.table(MINE, OPEN)["id"]
    for name in ("hosts_bots:Last", "os:system", "engine:1s:id", "search:9999999"):
        refusal = ana.try_command(other, "substitute", seat=0, bot=name)
        assert refusal == (400, "unknown-bot")


def test_a_hosts_own_bot_that_thinks_for_ever_leaves_the_quick_ones_awake(
    tmp_path: Path, start_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path, monkeypatch)
    database = f"sqlite:///{tmp_path / 'x.db'}"
    server = start_server(database=database, own_bots=gate.own_bots, bot_threads=1, strong_seats=4)
    ana, slow = Visitor(server), {"kind": "bot", "bot": "slow"}
    thinking = ana.table(slow, slow)["id"]
    began = ana.state(thinking)["moment"]["steps"]
    wait_until(gate.thinks.exists)
    quick = ana.table(BOT, BOT)["id"]
    wait_until(lambda: bool(ana.state(quick)["table"]["status"] == "over"))
    assert ana.state(thinking)["moment"]["steps"] == began
    # Like any bot that thinks, it has so many seats.
    wanted = {"game": "finca", "seats": [slow] * 3}
    assert ana.refused("POST", "/api/tables", wanted) == (429, "too-many")
    gate.enough.touch()
    wait_until(lambda: ana.state(thinking)["moment"]["steps"] > began)


@pytest.mark.parametrize(
    "written", ["nonsense", "beginner = random", "A b = random", "x = deep blue", "x = os:nothing"]
)
def test_a_host_that_offers_what_is_not_there_is_told(written: str) -> None:
    with pytest.raises(UnknownBot):
        offer_own(written)
