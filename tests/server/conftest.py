"""Real servers on real databases: SQLite, and a PostgreSQL and a Redis started for the tests."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast
from urllib.request import urlopen

import pytest

from tests.ports import free_port
from tests.waiting import TIMEOUT

from .absence import House
from .fork_server import fork_server
from .playing import Server


def postgres_programs() -> Path:
    """Where Debian keeps PostgreSQL's programs, or wherever they are found."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    assert named, "these tests need PostgreSQL's server programs"
    return Path(named).parent


def as_nobody(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run as ourselves, or as the user `postgres` if we are root, whom PostgreSQL refuses."""
    full = list(command)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
        full = ["runuser", "-u", "postgres", "--", *command]
    return subprocess.run(full, check=True, capture_output=True, text=True, cwd=folder, timeout=120)


class Postgres:
    """A cluster of our own on a free port."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="rondel-postgres-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self.url = f"postgresql://rondel@127.0.0.1:{self.port}"
        given = ("-D", self.data, "-U", "rondel", "-A", "trust", "-N")
        self._run("initdb", *given)

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *args: str) -> None:
        as_nobody(self.folder, str(postgres_programs() / program), *args)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += f" -c unix_socket_directories={self.folder}"
        # What is tested is our care with answers, not PostgreSQL's with disks.
        options += " -c fsync=off -c full_page_writes=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self.data, "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A running cluster; the answer is the start of its URLs."""
    cluster = Postgres()
    cluster.start()
    yield cluster.url
    cluster.remove()


def start_redis(port: int) -> "subprocess.Popen[bytes]":
    """A Redis of our own, once it answers."""
    import redis

    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client: Any
    with cast(Any, redis.Redis).from_url(f"redis://127.0.0.1:{port}") as client:
        wait_for(lambda: answers(client.ping))
    return running


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of our own on a free port."""
    port = free_port()
    running = start_redis(port)
    yield f"redis://127.0.0.1:{port}"
    running.terminate()
    running.wait(30)


def answers(ask: Callable[[], object]) -> bool:
    import redis

    try:
        return bool(ask())
    except redis.ConnectionError:
        return False


def wait_for(happened: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.05)


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def kind(request: pytest.FixtureRequest) -> str:
    """The kinds of databases everything is tested on."""
    return str(request.param)


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'rondel.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that many tests share."""
    folder = tmp_path_factory.mktemp("server")
    server = start_process(folder / "log", database=f"sqlite:///{folder / 'rondel.db'}")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_server(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on PostgreSQL that many tests share."""
    folder = tmp_path_factory.mktemp("server")
    server = start_process(folder / "log", database=new_database(postgres))
    yield server
    server.stop()


@pytest.fixture
def server(kind: str, request: pytest.FixtureRequest) -> Server:
    """A server on each kind of database; it has seen others, and others will come."""
    shared: Server = request.getfixturevalue(f"{kind}_server")
    assert shared.process.poll() is None, shared.log.read_text()
    return shared


def new_database(postgres: str) -> str:
    import psycopg

    name = f"test_{time.monotonic_ns()}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{postgres}/{name}"


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """A new database on PostgreSQL."""
    return new_database(postgres)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers as processes of their own and stops those that still run."""
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        server = start_process(tmp_path / f"server-{len(started)}.log", **settings)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


def start_process(log_file: Path, program: str = "serve", **settings: object) -> Server:
    port = int(str(settings.pop("port", 0))) or free_port()
    chosen = {
        "port": port,
        "offer": "finca",
        "requests_per_minute": 0,
        "guests_per_hour": 0,
        "sign_ins_per_hour": 0,
        "tables_per_hour": 0,
        "strong_seats": 0,
        "daily_per_address": 0,
        "changes_per_minute": 0,
        "imports_per_hour": 0,
        "reviews_per_hour": 0,
        "exports_per_hour": 0,
        "warm": False,
        "metrics": f"127.0.0.1:{free_port()}",
        **settings,
    }
    environment = {f"RONDEL_{name.upper()}": str(value) for name, value in chosen.items()}
    process = fork_server().start(program, log_file, os.environ | environment)
    metrics_url = f"http://{chosen['metrics']}/metrics"
    server = Server(f"http://127.0.0.1:{port}", process, log_file, metrics_url)
    if program == "serve":
        wait_for(lambda: is_up(server))
    return server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that keeps one table in memory."""
    folder = tmp_path_factory.mktemp("house")
    database = f"sqlite:///{folder / 'rondel.db'}"
    server = start_process(folder / "log", database=database, tables_in_memory=1)
    yield House(server, database)
    server.stop()


def is_up(server: Server) -> bool:
    assert server.process.poll() is None, server.log.read_text()
    with contextlib.suppress(OSError), urlopen(server.url + "/healthz", timeout=30) as answer:
        return bool(answer.status == 200)
    return False
