"""Health, metrics and alerts of servers and workers."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

import rondel
from rondel.server import metrics
from rondel.server.runtime.readiness import commit
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, Server, Visitor
from .processes import Postgres, lines_of, new_database

ROOT = Path(__file__).parents[2]
ALERTS = ROOT / "deploy" / "alerts.yml"
Start = Callable[..., Server]


def ask(url: str) -> tuple[int, Any]:
    """Return the status and the document of an answer."""
    answer = httpx.get(url, timeout=TIMEOUT)
    return answer.status_code, answer.json()


def test_a_server_says_that_it_lives_and_is_ready(database: str, start_server: Start) -> None:
    server = start_server(database=database)
    elsewhere = server.metrics_url.removesuffix("/metrics")
    wait_until(lambda: ask(server.url + "/readyz")[0] == 200)
    for url in (server.url, elsewhere):
        assert ask(url + "/livez") == (200, {"status": "ok"})
        status, found = ask(url + "/readyz")
        assert (status, found["status"], found["bots"]) == (200, "ok", "ready")
        assert found["version"] == rondel.__version__ and re.fullmatch("[0-9]{4}", found["schema"])
        assert found["commit"] == commit()
    text = Visitor(server, None).metrics()
    assert f'schema="{found["schema"]}"' in text and "process_resident_memory_bytes" in text
    assert 'rondel_requests_total{method="GET",route="/readyz",status="200"}' in text
    assert 'le="30.0",route="/readyz"' in text
    for name in ("rondel_bus_up", "rondel_database_up"):
        assert f"\n{name} 1.0\n" in text


def test_a_worker_says_that_it_is_ready(postgres_database: str, start_server: Start) -> None:
    worker = start_server(program="worker", database=postgres_database)
    there = worker.metrics_url.removesuffix("/metrics")

    def is_ready() -> bool:
        try:
            return ask(there + "/readyz")[0] == 200
        except httpx.TransportError:
            return False

    wait_until(is_ready)
    assert ask(there + "/livez")[0] == 200
    assert ask(there + "/readyz")[1]["bots"] == "ready"
    assert "rondel_bot_seconds" in httpx.get(worker.metrics_url, timeout=TIMEOUT).text
    assert any(line.startswith("the worker ") for line in lines_of(worker, "rondel.server"))


def test_a_server_without_its_database_lives_and_is_not_ready(start_server: Start) -> None:
    cluster = Postgres()
    cluster.start()
    try:
        server = start_server(database=new_database(cluster.url), bots=False)
        cluster.stop()
        wait_until(lambda: ask(server.url + "/readyz")[0] == 503)
        assert ask(server.url + "/readyz")[1]["code"] == "unavailable"
        assert ask(server.url + "/livez")[0] == 200
        wait_until(lambda: "\nrondel_database_up 0.0\n" in Visitor(server, None).metrics())
        assert len(lines_of(server, "rondel.database")) == 1
        cluster.start()
        wait_until(lambda: ask(server.url + "/readyz")[0] == 200)
        wait_until(lambda: len(lines_of(server, "rondel.database")) == 2)
        server.stop()
    finally:
        cluster.remove()


def test_a_server_whose_bots_nobody_moves_says_so(tmp_path: Path, start_server: Start) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False)
    assert ask(server.url + "/readyz")[1]["bots"] == "elsewhere"
    Visitor(server).table(BOT, BOT)
    wait_until(lambda: ask(server.url + "/readyz")[1]["bots"] == "missing")
    (line,) = lines_of(server, "rondel.bots")
    assert "1 tables wait for a bot and no process runs bots" in line


def test_alerts_fire_when_they_should(tmp_path: Path) -> None:
    shutil.copy(ALERTS, tmp_path)
    shutil.copy(Path(__file__).with_name("alerts.test.yml"), tmp_path)
    done = subprocess.run(
        ["promtool", "test", "rules", "alerts.test.yml"],
        cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_alerts_read_metrics_that_exist_and_each_has_a_test() -> None:
    known = {metric.name for metric in metrics.REGISTRY.collect()}
    rules = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
    for rule in rules:
        for name in re.findall(r"\brondel_\w+", rule["expr"]):
            assert re.sub("_(total|bucket)$", "", name) in known, name
    tested = Path(__file__).with_name("alerts.test.yml").read_text("utf-8")
    assert all(rule["alert"] in tested for rule in rules)


@pytest.mark.parametrize("given", ["abc123", ""])
def test_the_commit_is_given_or_that_of_the_clone(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    commit.cache_clear()
    monkeypatch.setenv("RONDEL_COMMIT", given)
    assert commit() == given or (not given and re.fullmatch("[0-9a-f]{12}|", commit()))
    commit.cache_clear()
