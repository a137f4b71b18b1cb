"""Real servers on real databases: SQLite, and a PostgreSQL and a Redis started for the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from tests.ports import free_port

from .absence import House
from .playing import Server
from .processes import Postgres, new_database, start_process, start_redis


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yield a running cluster; the answer is the start of its URLs."""
    cluster = Postgres()
    cluster.start()
    yield cluster.url
    cluster.remove()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Yield a Redis of our own on a free port."""
    port = free_port()
    running = start_redis(port)
    yield f"redis://127.0.0.1:{port}"
    running.terminate()
    running.wait(30)


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kinds of databases everything is tested on."""
    return str(request.param)


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a new database of each kind."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'rondel.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    """Yield a new database with its tables."""
    store = Database(database)
    migrate(store)
    yield store
    store.close()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server on SQLite that many tests share."""
    folder = tmp_path_factory.mktemp("server")
    server = start_process(folder / "log", database=f"sqlite:///{folder / 'rondel.db'}")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_server(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server on PostgreSQL that many tests share."""
    folder = tmp_path_factory.mktemp("server")
    server = start_process(folder / "log", database=new_database(postgres))
    yield server
    server.stop()


@pytest.fixture
def server(kind: str, request: pytest.FixtureRequest) -> Server:
    """Return a server on each kind of database; it has seen others, and others will come."""
    shared: Server = request.getfixturevalue(f"{kind}_server")
    assert shared.process.poll() is None, shared.log.read_text()
    return shared


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """Return a new database on PostgreSQL."""
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


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a server that keeps one table in memory."""
    folder = tmp_path_factory.mktemp("house")
    database = f"sqlite:///{folder / 'rondel.db'}"
    server = start_process(folder / "log", database=database, tables_in_memory=1)
    yield House(server, database)
    server.stop()
