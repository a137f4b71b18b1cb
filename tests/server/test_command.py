"""rondel serve, as a host starts it."""

import os
import subprocess
import sys
from pathlib import Path

from .conftest import free_port

COMMAND = [sys.executable, "-m", "rondel", "serve"]


def test_the_command_says_where_the_server_is_in_ones_language(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    port = free_port()
    args = ["--database", database, "--port", str(port), "--offer", "finca", "--language", "fr"]
    quiet = os.environ | {"RONDEL_LOG": "error", "RONDEL_WARM": "false"}
    with subprocess.Popen(
        [*COMMAND, *args], env=quiet, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = ""
        while "prêt" not in said and (line := process.stderr.readline()):
            said += line
        process.terminate()
        process.wait(30)
    assert f"Rondel est prêt\xa0: http://127.0.0.1:{port}/" in said


def test_a_game_that_does_not_exist_is_refused_in_one_line() -> None:
    answer = subprocess.run([*COMMAND, "--offer", "chess"], capture_output=True, text=True)
    assert answer.returncode != 0
    assert "chess" in answer.stderr and "Traceback" not in answer.stderr
