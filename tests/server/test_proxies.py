"""Supplied files of nginx and Caddy, run by the real programs on a port of their own."""

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rondel.server.http.sites import Sites
from rondel.server.settings import Settings
from tests.ports import free_port
from tests.waiting import TIMEOUT, running, wait_until

from .playing import MINE, Server, Visitor, events_until
from .processes import caddy, nginx, start_process

HSTS = "max-age=31536000"


class Site:
    """Server behind a proxy."""

    def __init__(self, folder: Path, port: int, upstream: int):
        self.url = f"https://localhost:{port}"
        self.folder = folder
        self.visitors: list[Visitor] = []
        self.settings: dict[str, Any] = {
            "port": upstream,
            "database": f"sqlite:///{folder / 'rondel.db'}",
            "address": self.url,
            "secure": True,
            "proxies": "127.0.0.1",
            "bots": False,
        }
        self.server = self.start()

    def start(self) -> Server:
        """Start the server behind the proxy."""
        self.server = start_process(self.folder / "log", **self.settings)
        return self.server

    def visitor(self, name: str) -> Visitor:
        """Return a visitor who comes through the proxy, as a browser does."""
        there = Visitor(Server(self.url, self.server.process, self.server.log), None)
        there.http.headers["Origin"] = self.url
        self.visitors.append(there)
        there.id = there.ok("PUT", "/api/me", {"name": name})["id"]
        return there


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Yield a site behind each of the proxies, on a port that is not 443."""
    folder = tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    port, upstream = free_port(), free_port()
    command: Callable[[Path, int, int], list[str]] = request.param
    found = Site(folder, port, upstream)
    with (
        (folder / "proxy.log").open("wb") as log,
        running(command(folder, port, upstream), stdout=log, stderr=log) as proxy,
    ):

        def is_up() -> bool:
            assert proxy.poll() is None, (folder / "proxy.log").read_text()
            try:
                return (
                    httpx.get(found.url + "/healthz", verify=False, timeout=TIMEOUT).status_code
                    == 200
                )
            except httpx.TransportError:
                return False

        wait_until(is_up)
        yield found
        for visitor in found.visitors:
            visitor.http.close()
        found.server.stop()
        proxy.terminate()


def test_behind_a_proxy_on_an_odd_port_people_play_and_are_told_of_restarts(site: Site) -> None:
    ana = site.visitor("Ana")
    cookie = next(iter(ana.http.cookies.jar))
    assert cookie.secure
    table = ana.table(MINE, MINE)["id"]
    state = ana.state(table)
    accept = ssl.create_default_context()
    accept.check_hostname, accept.verify_mode = False, ssl.CERT_NONE
    with ana.socket(table, ssl=accept, origin=site.url) as socket:
        step = state["moment"]["turn"]["actions"][0]["text"]
        ana.step_with_key(table, state["sequence"], step, state["moment"]["turn"]["seat"], "k")
        assert events_until(socket, "steps")
    page = ana.ask("GET", "/")
    assert page.headers["strict-transport-security"] == HSTS
    foreign = ana.ask("PUT", "/api/me", {"name": "Eve"}, headers={"origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "wrong-origin")
    site.server.stop()
    away = httpx.get(site.url + "/t/abc", verify=False, timeout=TIMEOUT)
    assert (away.status_code, int(away.headers["retry-after"])) == (503, 2)
    assert away.headers["content-type"].startswith("text/html") and "Back in a moment" in away.text
    assert away.headers["strict-transport-security"] == HSTS
    for path in ("/api/me", f"/ws/tables/{table}"):
        told = httpx.get(site.url + path, verify=False, timeout=TIMEOUT)
        assert (told.status_code, told.json()["code"]) == (503, "unavailable")
    log = site.server.log.read_text()
    assert '"from":"rondel.proxy"' not in log and "127.0.0.1" not in log
    site.start()
    wait_until(lambda: ana.http.get("/api/me").status_code == 200)
    again = ana.state(table)
    assert again["last_event"] == state["last_event"] + 1


@pytest.mark.parametrize(
    ("settings", "headers", "warning"),
    [
        ({}, {"x-forwarded-for": "203.0.113.7"}, "RONDEL_PROXIES does not name"),
        ({"proxies": "127.0.0.9"}, {"x-forwarded-for": "203.0.113.7"}, "RONDEL_PROXIES does"),
        (
            {"proxies": "127.0.0.1"},
            {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"},
            "set RONDEL_SECURE=true",
        ),
        (
            {"address": "https://games.example:8443"},
            {"host": "games.example"},
            "Host is games.example, but RONDEL_ADDRESS is games.example:8443",
        ),
        (
            {"hosts": "games.example"},
            {"host": "games.example", "origin": "https://games.example:8443"},
            "a page of https://games.example:8443 was refused, because Host is games.example",
        ),
        ({"hosts": "games.example"}, {"origin": "https://evil.example"}, ""),
        ({"proxies": "127.0.0.1", "secure": True}, {"x-forwarded-for": "203.0.113.7"}, ""),
    ],
)
def test_a_proxy_that_does_not_fit_the_settings_is_reported_once(
    tmp_path: Path,
    start_server: Callable[..., Server],
    settings: dict[str, Any],
    headers: dict[str, str],
    warning: str,
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, **settings)
    for _ in range(3):
        httpx.put(server.url + "/api/me", json={"name": "Ana"}, headers=headers, timeout=TIMEOUT)
    told = [line for line in server.log.read_text().splitlines() if '"rondel.proxy"' in line]
    assert len(told) == bool(warning)
    assert warning in "".join(told) and "203.0.113.7" not in "".join(told)


@pytest.mark.parametrize("host", [None, "", "[", "a:b:c", "games.example:x"])
def test_an_odd_host_is_no_trouble_for_the_warnings(host: str | None) -> None:
    Sites(Settings(address="https://games.example")).warnings.check_request({}, "", "http", host)
