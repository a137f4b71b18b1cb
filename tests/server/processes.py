"""Databases, Redis and servers, started for the tests."""

import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast
from urllib.request import urlopen

import msgspec

from tests.ports import free_port
from tests.waiting import wait_until

from .fork_server import fork_server
from .playing import Server


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
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
    """Cluster of our own on a free port."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="rondel-postgres-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self.url = f"postgresql://rondel@127.0.0.1:{self.port}"
        given = ("-D", self.data, "-U", "rondel", "-A", "trust", "-N")
        self._run("initdb", *given)

    @property
    def data(self) -> str:
        """Return the folder of the cluster's data."""
        return str(self.folder / "data")

    def _run(self, program: str, *args: str) -> None:
        as_nobody(self.folder, str(postgres_programs() / program), *args)

    def start(self) -> None:
        """Start the cluster."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += f" -c unix_socket_directories={self.folder}"
        # What is tested is our care with answers, not PostgreSQL's with disks.
        options += " -c fsync=off -c full_page_writes=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self.data, "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop the cluster as a crash does."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def remove(self) -> None:
        """Stop the cluster and delete its data."""
        self.stop()
        shutil.rmtree(self.folder)


def start_redis(port: int) -> "subprocess.Popen[bytes]":
    """Return a Redis of our own, once it answers."""
    import redis

    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client: Any
    with cast(Any, redis.Redis).from_url(f"redis://127.0.0.1:{port}") as client:
        wait_until(lambda: answers(client.ping))
    return running


def answers(ask: Callable[[], object]) -> bool:
    """Return whether Redis answers a request."""
    import redis

    try:
        return bool(ask())
    except redis.ConnectionError:
        return False


def new_database(postgres: str) -> str:
    """Create a database; return its URL."""
    import psycopg

    name = f"test_{time.monotonic_ns()}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{postgres}/{name}"


def start_process(log_file: Path, program: str = "serve", **settings: object) -> Server:
    """Start a server or a worker, without limits unless settings are given."""
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
        wait_until(lambda: is_up(server))
    return server


def is_up(server: Server) -> bool:
    """Return whether a server answers."""
    assert server.process.poll() is None, server.log.read_text()
    with contextlib.suppress(OSError), urlopen(server.url + "/healthz", timeout=30) as answer:
        return bool(answer.status == 200)
    return False


def lines_of(server: Server, name: str) -> list[str]:
    """Return the messages of a logger."""
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    found = [msgspec.json.decode(line) for line in lines]
    return [line["message"] for line in found if line["from"] == name]


def nginx(folder: Path, port: int, *upstreams: int) -> list[str]:
    """Return the command of an nginx with the supplied file."""
    write_certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = text.replace("games.example", "localhost")
    text = re.sub(r"/etc/letsencrypt/live/localhost/fullchain.pem", str(folder / "cert.pem"), text)
    text = re.sub(r"/etc/letsencrypt/live/localhost/privkey.pem", str(folder / "key.pem"), text)
    lines = [f"server 127.0.0.1:{upstream} max_fails=0;" for upstream in upstreams]
    text = text.replace("server 127.0.0.1:8000 max_fails=0;", " ".join(lines))
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ")
    (folder / "rondel.conf").write_text(text)
    paths = [f"{kind}_temp_path {folder / kind};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi")]
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid {folder / 'pid'}; error_log {folder / 'errors'};\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder / 'body'};\n"
        f"{' '.join(paths)}\ninclude {folder / 'rondel.conf'}; }}\n"
    )
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "e")]


def caddy(folder: Path, port: int, upstream: int, *others: int) -> list[str]:
    """Return the command of a Caddy with the supplied file and certificates of its own.

    The file finds servers by a name in the DNS; several on this machine are listed instead.
    """
    options = f"admin off\nskip_install_trust\nhttp_port {free_port()}\n"
    options += f"storage file_system {folder / 'storage'}\n"
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text = text.replace("{$RONDEL_SITE:localhost}", f"localhost:{port}")
    if others:
        servers = " ".join(f"127.0.0.1:{each}" for each in (upstream, *others))
        text, found = re.subn(
            r"dynamic a \{.*?\}\n(?=\t\t\tlb)", f"to {servers}\n", text, flags=re.DOTALL
        )
        assert found == 1
    text = text.replace("{$RONDEL_SERVER:server}", "127.0.0.1")
    text = text.replace("{$RONDEL_SERVER_PORT:8000}", str(upstream))
    (folder / "Caddyfile").write_text(f"{{\n{options}}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


DEPLOY = Path(__file__).parents[2] / "deploy"


def write_certificate(folder: Path) -> None:
    """Write a certificate for localhost, and its key."""
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    command += " -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*command.split(), *files], check=True, capture_output=True, timeout=60)
