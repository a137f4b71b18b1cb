"""rondel serve, as a host starts it."""

import os
import pty
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.kernel.rule import cache_root
from rondel.server.addresses import for_friends, here
from rondel.server.settings import Settings
from tests.ports import free_port
from tests.waiting import TIMEOUT, running

COMMAND = [sys.executable, "-m", "rondel", "serve"]


def test_the_command_says_where_the_server_is_in_ones_language(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    port = free_port()
    args = ["--database", database, "--port", str(port), "--offer", "finca", "--language", "fr"]
    quiet = os.environ | {"RONDEL_LOG": "error", "RONDEL_WARM": "false"}
    with running([*COMMAND, *args], env=quiet, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        while "prêt" not in said and (line := process.stderr.readline()):
            said += line
        process.terminate()
        process.wait(30)
    assert f"Rondel est prêt\xa0: http://127.0.0.1:{port}/" in said


def test_a_game_that_does_not_exist_is_refused_in_one_line() -> None:
    command = [*COMMAND, "--offer", "chess"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    assert answer.returncode != 0
    assert "chess" in answer.stderr and "Traceback" not in answer.stderr


def hear(process: subprocess.Popen[str], end: str) -> str:
    """Return the output up to a line that contains a text, and stop the program."""
    assert process.stderr is not None
    said = ""
    while end not in said and (line := process.stderr.readline()):
        said += line
    process.terminate()
    process.wait(30)
    return said


def test_whoever_opens_a_browser_is_asked_once_whether_friends_may_come(tmp_path: Path) -> None:
    port = free_port()
    where = ["--database", f"sqlite:///{tmp_path / 'x.db'}", "--port", str(port)]
    command = [*COMMAND, "--open", "--offer", "finca", "--language", "en", *where]
    settings = {"RONDEL_WARM": "false", "BROWSER": "true"}
    env = os.environ | settings | {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    env |= {"RONDEL_CACHE": str(cache_root())}
    for name in ("RONDEL_HOST", "RONDEL_LOG"):
        env.pop(name, None)
    ours, theirs = pty.openpty()
    os.write(ours, b"y\n")
    for stdin, more in ((theirs, []), (subprocess.DEVNULL, ["--log", "info"])):
        with running(
            [*command, *more], env=env, stdin=stdin, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            said = hear(process, "riends in")
        assert f"ready: http://127.0.0.1:{port}/" in said
        assert "0.0.0.0" not in said
        assert ("startup complete" in said) == bool(more)
    os.close(ours)
    os.close(theirs)
    assert (tmp_path / "rondel" / "friends").read_text() == "yes"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "taken"), ("fr", "occup"), ("hu", "foglalt")]
)
def test_where_another_listens_already_one_is_told_so_and_nothing_is_ready(
    tmp_path: Path, language: str, word: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        where = ["--database", f"sqlite:///{tmp_path / 'x.db'}", "--port", port]
        command = [*COMMAND, "--offer", "finca", "--language", language, *where]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    assert answer.returncode == 2
    (line,) = answer.stderr.splitlines()
    assert line.endswith("[port-taken]") and word in line.casefold() and port in line


def test_no_address_is_told_that_nobody_could_go_to() -> None:
    everywhere = Settings(host="0.0.0.0", port=8123)
    assert here(everywhere) == "http://127.0.0.1:8123/"
    assert "0.0.0.0" not in for_friends(everywhere)
    assert for_friends(Settings()) == for_friends(Settings(host="localhost")) == ""
    assert for_friends(Settings(host="192.168.1.7")) == "http://192.168.1.7:8000/"
    assert for_friends(Settings(host="fd00::7")) == "http://[fd00::7]:8000/"
    assert for_friends(Settings(address="https://games.example")) == "https://games.example/"
