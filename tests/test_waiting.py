"""Check that every test and every wait has a time limit, so that no test can hang."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import running

ROOT = Path(__file__).parents[1]
FILES = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("src/rondel/games/*/tests/*.py")]
ENDLESS = {"wait", "join", "recv", "result", "communicate", "acquire"}
"""Methods that wait for ever without an argument."""
TIMED = {"run", "check_call", "check_output", "communicate", "urlopen"}
"""Calls that need `timeout`."""
HASTY = {"get", "post", "put", "delete", "stream", "request", "Client"}
"""Calls of httpx that give up after five seconds by default, too soon for a busy machine."""


def called(call: ast.Call) -> tuple[str, str]:
    """Return the object and the name of a called method."""
    match call.func:
        case ast.Attribute(ast.Name(owner), name):
            return owner, name
        case ast.Attribute(_, name):
            return "", name
        case ast.Name(name):
            return "", name
        case _:
            return "", ""


def limited_lines(tree: ast.Module) -> set[int]:
    """Return the lines within `async with asyncio.timeout(...)`."""
    blocks = (node for node in ast.walk(tree) if isinstance(node, ast.AsyncWith))
    calls = ((block, item.context_expr) for block in blocks for item in block.items)
    return {
        line
        for block, call in calls
        if isinstance(call, ast.Call) and called(call) == ("asyncio", "timeout") and call.args
        for line in range(block.lineno, (block.end_lineno or block.lineno) + 1)
    }


def endless_waits(source: str) -> Iterator[int]:
    """Yield the lines of calls that may never return."""
    tree = ast.parse(source)
    limited = limited_lines(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or call.lineno in limited:
            continue
        owner, name = called(call)
        is_timed = any(keyword.arg == "timeout" for keyword in call.keywords)
        if name in ENDLESS and not call.args and not call.keywords:
            yield call.lineno
        elif (owner == "subprocess" or name in ("urlopen", "communicate")) and name in TIMED:
            if not is_timed:
                yield call.lineno
        elif owner == "httpx" and name in HASTY and not is_timed:
            yield call.lineno
        elif name == "Thread" and all(keyword.arg != "daemon" for keyword in call.keywords):
            # However a test ends, the test runner would wait for it.
            yield call.lineno


@pytest.mark.parametrize(
    "source",
    [
        "thread.join()",
        "process.wait()",
        "socket.recv()",
        "future.result()",
        "process.communicate(b'x')",
        "subprocess.run(['sleep', '9'])",
        "urllib.request.urlopen('http://127.0.0.1')",
        "httpx.get('http://127.0.0.1')",
        "threading.Thread(target=work)",
    ],
)
def test_a_wait_without_an_end_is_found(source: str) -> None:
    assert list(endless_waits(source)) == [1]


@pytest.mark.parametrize(
    "source",
    [
        "', '.join(names)",
        "thread.join(9)",
        "subprocess.run(['true'], timeout=9)",
        "async def f():\n    async with asyncio.timeout(9):\n        await event.wait()",
    ],
)
def test_a_wait_with_an_end_is_not(source: str) -> None:
    assert list(endless_waits(source)) == []


def test_every_wait_in_a_test_has_an_end() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in FILES
        for line in endless_waits(file.read_text("utf-8"))
    ]
    assert found == []


def test_every_test_has_a_limit(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert float(str(request.config.getini("timeout"))) > 0
    (tmp_path / "test_endless.py").write_text(
        "import threading\ndef test_endless():\n    threading.Event().wait()\n", "utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=1"]
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path), "-c", "/dev/null", str(tmp_path)],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "Timeout" in done.stdout


def test_a_program_that_outlives_its_test_is_killed() -> None:
    with (
        pytest.raises(ZeroDivisionError),
        running([sys.executable, "-c", "import time; time.sleep(600)"]) as process,
    ):
        assert 1 / 0
    assert process.returncode < 0
