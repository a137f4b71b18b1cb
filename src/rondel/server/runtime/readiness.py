"""Readiness of a server or a worker, for load balancers and orchestrators."""

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

import rondel
from rondel.server import metrics
from rondel.server.runtime.bot_runner import WARM
from rondel.server.storage.engine import Database
from rondel.server.storage.health import HealthCheck
from rondel.server.storage.migrate import read_revision

ROOT = Path(__file__).parents[4]
"""Folder of a clone of the repository."""


class Ready(msgspec.Struct, frozen=True):
    """Version and state of a process."""

    status: str
    """ok or starting"""
    version: str
    commit: str
    """Commit it was built from, or '' if unknown."""
    schema: str
    """Revision of the database's tables."""
    bots: str
    """ready or compiling; elsewhere or missing if this process runs none"""


@cache
def commit() -> str:
    """Return the commit of RONDEL_COMMIT, or that of a clone of the repository, or ''."""
    git = shutil.which("git")
    if (given := os.environ.get("RONDEL_COMMIT")) or not git or not (ROOT / ".git").exists():
        return given or ""
    command = [git, "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


class Readiness:
    """Checks the database and the bots of a process."""

    def __init__(
        self, database: Database, pulse: HealthCheck, bots: bool, is_missing: Callable[[], bool]
    ):
        self._pulse = pulse
        self._bots = bots
        self._is_missing = is_missing
        """True if tables wait for bots and no process runs any."""
        self._schema = database.read_now(read_revision)
        facts = {"version": rondel.__version__, "commit": commit(), "schema": self._schema}
        metrics.BUILD.info(facts)

    async def check(self) -> Ready:
        """Return what this process says about itself. Raises Unavailable."""
        await self._pulse.feel()
        if self._bots:
            bots = "ready" if WARM.is_set() else "compiling"
        else:
            bots = "missing" if self._is_missing() else "elsewhere"
        status = "starting" if bots == "compiling" else "ok"
        return Ready(status, rondel.__version__, commit(), self._schema, bots)
