"""Server, browser and devices of the browser tests."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Page,
)

from tests.ports import free_port

STATIC = Path(__file__).parents[2] / "src" / "rondel" / "server" / "static" / "index.html"


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


ACROSS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}


TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}


ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Letters as on a screen with many points, whichever Chromium draws them.
    "--font-render-hinting=none",
    # A name as in a house's network, without leaving this machine.
    "--host-resolver-rules=MAP rondel.house 127.0.0.1",
]


SHORT_LIVED = ["--js-flags=--single-threaded"]
"""Pages of tests live for seconds: threads that compile for them are not worth their start."""


LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}


Visit = Callable[..., Page]
"""Opens the site as a new visitor: language, device, path, and whatever Playwright takes."""


TIMEOUT = 90_000
"""Milliseconds after which what should be seen is given up; a busy machine is slow."""


class Server:
    """`rondel serve` as a host runs it, restartable under its visitors."""

    def __init__(self, folder: Path):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {
            "RONDEL_DATABASE": f"sqlite:///{folder / 'rondel.db'}",
            "RONDEL_PORT": str(self.port),
            "RONDEL_HOST": "127.0.0.1",
            "RONDEL_HOSTS": "rondel.house",
            "RONDEL_REQUESTS_PER_MINUTE": "0",
            "RONDEL_GUESTS_PER_HOUR": "0",
            "RONDEL_TABLES_PER_HOUR": "0",
            "RONDEL_STRONG_SEATS": "0",
            "RONDEL_DAILY_PER_ADDRESS": "0",
            "RONDEL_IMPORTS_PER_HOUR": "0",
            "RONDEL_REVIEWS_PER_HOUR": "0",
            "RONDEL_REVIEWS_WAITING": "0",
            "RONDEL_SIGN_INS_PER_HOUR": "0",
            "RONDEL_WARM": "false",
        }
        self.log = (folder / "server.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rondel.server"],
            env=self.environment, stdout=self.log, stderr=self.log,
        )  # fmt: skip
        deadline = time.monotonic() + 300
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).read()
                return
            except OSError:
                assert self.process.poll() is None, "the server stopped"
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.2)

    def stop(self, hard: bool = False) -> None:
        """Stop it, politely or not."""
        assert self.process is not None
        if hard:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(30)

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.log.close()


def cdp_session(page: Page) -> Any:
    """Return a session of Chromium's DevTools protocol, which Playwright leaves untyped."""
    return page.context.new_cdp_session(page)


def chromium(light: bool = True) -> str:
    """Return the path of a browser; one without windows is preferred if `light`."""
    names = ("chromium-headless-shell",) * light + ("chromium", "google-chrome")
    return next(filter(None, map(shutil.which, names)), "chromium")
