"""Wrong settings: one sentence each, exit status 2, and no traceback."""

import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from rondel.server import checks
from rondel.server.checks import UnusableDatabase, check_database
from rondel.server.settings import Settings, read_settings, unknown_variables
from tests.ports import free_port
from tests.waiting import TIMEOUT

from .fork_server import fork_server
from .playing import Server

KEY = "k" * 40
PURE: list[tuple[dict[str, str], str, str]] = [
    ({"PORT": "eighty"}, "invalid-setting", "RONDEL_PORT must be a port"),
    ({"PORT": "70000"}, "invalid-setting", "from 0 to 65535, not “70000”"),
    ({"BOTS": "maybe"}, "invalid-setting", "RONDEL_BOTS must be true or false"),
    ({"BOT_THREADS": "0"}, "invalid-setting", "a whole number, 1 or more"),
    ({"STREAMS": "-1"}, "invalid-setting", "a whole number, 0 or more"),
    ({"HEARTBEAT": "0"}, "invalid-setting", "a number of seconds above 0"),
    ({"BOT_SECONDS": "nan"}, "invalid-setting", "a number of seconds, 0 or more"),
    ({"LOG": "loud"}, "invalid-setting", "debug, info, warning or error"),
    ({"METRICS": "here"}, "invalid-address", "RONDEL_METRICS needs a port"),
    ({"SECRET": "hunter2"}, "short-secret", "at least 32 characters"),
    ({"OFFER": "chess"}, "unknown-game", "chess"),
    ({"DATABASE": ""}, "invalid-database", "must begin with sqlite:/// or postgresql://"),
    ({"DATABASE": "rondel.db"}, "invalid-database", "must begin with sqlite:///"),
    ({"DATABASE": "mysql://a:hunter2@h/x"}, "invalid-database", "must begin with sqlite:///"),
    ({"DATABASE": "sqlite://rondel.db"}, "invalid-database", "needs three slashes"),
    ({"DATABASE": "sqlite:///:memory:"}, "invalid-database", "must name a file"),
    ({"DATABASE": "postgresql://a:b@h:x/n"}, "invalid-database", "cannot be read"),
    ({"DATABASE": "sqlite:///nowhere/x.db"}, "unusable-database", "make its folder"),
    ({"DATABASE": "sqlite:////proc/x.db"}, "unusable-database", "/proc/x.db cannot be opened"),
    ({"REDIS": "localhost:6379"}, "invalid-redis", "must begin with redis://"),
    ({"SECRET_FILE": "/nowhere"}, "unreadable-setting", "RONDEL_SECRET_FILE names /nowhere"),
    ({"SECRET_FILE": "/x", "SECRET": KEY}, "conflicting-settings", "are both set"),
    ({"CONFIG": "/nowhere.toml"}, "unreadable-setting", "RONDEL_CONFIG names /nowhere.toml"),
]


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return an empty folder, in an environment without settings."""
    for name in ("SECRET", "DATABASE", "CONFIG", "PORT", "METRICS", "LOG", "HOST"):
        monkeypatch.delenv(f"RONDEL_{name}", raising=False)
    monkeypatch.setenv("RONDEL_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(command: str, **settings: str) -> str:
    """Return the sentence with which a command is refused, without its code."""
    environment = {f"RONDEL_{name}": value for name, value in settings.items()}
    done = fork_server().run(command, "--language", "en", seconds=TIMEOUT, **environment)
    told = done.stdout + done.stderr
    assert done.returncode == 2 and "Traceback" not in told and "hunter2" not in told
    return next(line for line in told.splitlines() if line.endswith("]"))


@pytest.mark.parametrize(("wrong", "code", "sentence"), PURE, ids=lambda case: str(case)[:50])
def test_a_wrong_setting_is_refused_in_one_sentence(
    clean: Path, wrong: dict[str, str], code: str, sentence: str
) -> None:
    usual = {"PORT": str(free_port()), "DATABASE": f"sqlite:///{clean}/x.db"}
    found = refused("serve", **{**usual, **wrong})
    assert found.startswith("rondel: ") and found.endswith(f"[{code}]")
    assert sentence in found
    assert list(clean.iterdir()) == []


def test_a_worker_needs_a_database_of_its_own(clean: Path) -> None:
    done = fork_server().run("worker", seconds=TIMEOUT)
    assert done.returncode == 2
    assert "RONDEL_DATABASE is not set" in done.stderr and "Traceback" not in done.stderr


@pytest.fixture
def secured(postgres: str) -> str:
    """Return the address of a database that wants a password of the user `careful`."""
    import psycopg

    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS careful")
        connection.execute("CREATE ROLE careful LOGIN PASSWORD 'right'")
        folder = connection.execute("SHOW data_directory").fetchone()
        assert folder is not None
        rules = Path(folder[0]) / "pg_hba.conf"
        if "careful" not in (before := rules.read_text()):
            rules.write_text("host all careful 127.0.0.1/32 scram-sha-256\n" + before)
        connection.execute("SELECT pg_reload_conf()")
    return postgres.replace("rondel@", "careful:{}@") + "/postgres"


@pytest.mark.parametrize(
    ("case", "problem", "sentence"),
    [
        ("wrong password", "password", "refuses the user or the password"),
        ("missing database", "missing", "does not exist: create it with createdb"),
        ("nobody listens", "other", "cannot be reached: check that it runs"),
        ("not the owner", "rights", "may not create tables"),
        ("newer", "newer", "was used by a newer Rondel (revision 9999)"),
        ("not a database", "format", "is not an SQLite database"),
        ("folder is a file", "folder", "make its folder"),
        ("locked", "locked", "is locked by another program"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_with_what_to_do(
    clean: Path, postgres: str, secured: str, case: str, problem: str, sentence: str
) -> None:
    file = clean / "x.db"
    holder = sqlite3.connect(file if case in ("newer", "locked") else ":memory:")
    if case == "newer":
        holder.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        holder.execute("INSERT INTO alembic_version VALUES ('9999')")
        holder.commit()
    if case == "locked":
        holder.execute("PRAGMA journal_mode=WAL")
        holder.execute("BEGIN EXCLUSIVE")
    if case == "not a database":
        file.write_text("no database, however long this text is made " * 40)
    if case == "folder is a file":
        (clean / "folder").touch()
        file = clean / "folder" / "x.db"
    url = {
        "wrong password": secured.format("hunter2"),
        "missing database": f"{postgres}/nonesuch",
        "nobody listens": f"postgresql://rondel:hunter2@127.0.0.1:{free_port()}/x",
        "not the owner": secured.format("right"),
    }.get(case, f"sqlite:///{file}")
    if case != "locked":
        # This process may not open the file again: closing it would end its own lock.
        with pytest.raises(UnusableDatabase) as found:
            check_database(url, 0.1)
        assert found.value.fields["problem"] == problem
    for command in ("serve", "check"):
        told = refused(command, DATABASE=url, PORT=str(free_port()), LOCK_SECONDS="0.1")
        assert sentence in told and told.endswith("[unusable-database]")
    holder.close()


def test_the_old_scheme_of_postgresql_is_accepted(
    clean: Path, postgres_database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=postgres_database.replace("postgresql", "postgres"), bots=False)
    assert server.process.poll() is None


def test_check_reports_everything_and_changes_nothing(
    clean: Path, redis_url: str, postgres_database: str
) -> None:
    environment = {"RONDEL_PORT": str(free_port()), "RONDEL_PROT": "1", "RONDEL_REDIS": redis_url}
    environment["RONDEL_DATABASE"] = f"sqlite:///{clean}/rondel.db"
    done = fork_server().run("check", seconds=TIMEOUT, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(clean / "rondel.db") in done.stdout
    assert "RONDEL_PROT is no setting; most similar: RONDEL_PORT" in done.stdout
    assert "✓ Redis" in done.stdout and "finca" in done.stdout
    assert list(clean.iterdir()) == []
    environment["RONDEL_DATABASE"] = postgres_database
    done = fork_server().run("check", seconds=TIMEOUT, **environment)
    assert done.returncode == 0 and "migrates it from revision –" in done.stdout
    assert check_database(postgres_database).revision == ""


def test_check_names_each_fault(clean: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        environment = {
            "RONDEL_PORT": str(other.getsockname()[1]),
            "RONDEL_REDIS": f"redis://127.0.0.1:{free_port()}",
            "RONDEL_OFFER": "chess",
        }
        done = fork_server().run("check", seconds=TIMEOUT, **environment)
    assert done.returncode == 2
    for code in ("port-taken", "unreachable-redis", "unknown-game"):
        assert f"[{code}]" in done.stdout


def test_secrets_come_from_files_and_settings_from_a_file(
    clean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clean / "key").write_text(KEY + "\n")
    (clean / "address").write_text("postgres://a:b@h/n\n")
    file = clean / "rondel.toml"
    file.write_text(f'port = 8080\nbots = false\nsecret_file = "{clean / "key"}"\nlog = "debug"\n')
    monkeypatch.setenv("RONDEL_CONFIG", str(file))
    monkeypatch.setenv("RONDEL_DATABASE_FILE", str(clean / "address"))
    monkeypatch.setenv("RONDEL_LOG", "WARNING")
    found = read_settings(port=9000)
    assert (found.secret, found.database) == (KEY, "postgresql://a:b@h/n")
    assert (found.port, found.bots, found.log) == (9000, False, "warning")
    assert read_settings(config=file).port == 8080


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "sets “prot”, which is no setting; is it port?"),
        ("xyzzy = 1", "sets “xyzzy”, which is no setting ["),
        ("port = ", "cannot be read"),
        ('port = "eighty"', "RONDEL_PORT must be a port"),
        ("database = 7", "RONDEL_DATABASE must be text"),
    ],
)
def test_a_wrong_settings_file_is_refused(clean: Path, text: str, sentence: str) -> None:
    (clean / "rondel.toml").write_text(text)
    assert sentence in refused("check", CONFIG=str(clean / "rondel.toml"))


def test_names_of_variables_that_mean_nothing_are_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    monkeypatch.setenv("RONDEL_GUEST_PER_HOUR", "1")
    monkeypatch.setenv("RONDEL_SECRET_FILE", "")
    assert ("RONDEL_GUEST_PER_HOUR", "RONDEL_GUESTS_PER_HOUR") in unknown_variables()
    assert "RONDEL_SECRET_FILE" not in dict(unknown_variables())
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False)
    assert "did you mean RONDEL_GUESTS_PER_HOUR?" in server.log.read_text()


def test_a_places_name_has_no_password() -> None:
    for url in ("postgresql://a:hunter2@h:5/n", "postgresql://a:hunter2@h", "postgresql:///n"):
        place = checks.place_of(url)
        assert "hunter2" not in place and urlsplit(f"//{place}").hostname
    assert read_settings(config=None).host == Settings().host
