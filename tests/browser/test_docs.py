"""Documentation site: built without a warning, whole, searchable, and at home anywhere."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
import uvicorn
from handbook.documented import missing
from litestar import Litestar
from playwright.sync_api import Browser, Page, expect

from rondel.server.http import health as operate
from rondel.server.http.rate_limits import Limits
from rondel.server.http.security import SecurityMiddleware
from rondel.server.http.sites import Sites
from rondel.server.settings import Settings
from tests.browser.site import LAPTOP, PHONE
from tests.ports import free_port
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"<(?:script|img|iframe|source)[^>]+src=[\"']?(\w+:|//)", re.IGNORECASE)
STYLED = re.compile(r"<link[^>]+rel=[\"']?(?:stylesheet|preconnect|icon)[^>]+href=[\"']?(\w+:|//)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built once as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


@pytest.fixture
def served(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the site behind the server's own door and shield."""
    monkeypatch.setattr(operate, "DOCS", site)
    app = Litestar(
        [operate.documentation],
        middleware=[SecurityMiddleware(Limits(Settings()), Sites(Settings()))],
    )
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + TIMEOUT
    while not server.started:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(TIMEOUT)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that minds every error and every request to another place."""
    context = browser.new_context(**LAPTOP)
    opened = context.new_page()
    odd: list[str] = []
    opened.on("console", lambda told: odd.append(told.text) if told.type == "error" else None)
    opened.on("pageerror", lambda error: odd.append(str(error)))
    opened.on("request", lambda asked: odd.append(asked.url) if is_far(asked.url) else None)
    yield opened
    context.close()
    assert odd == []


def is_far(url: str) -> bool:
    """Return whether an address belongs to another machine."""
    return not url.startswith(("file:", "data:", "blob:", "about:", "http://127.0.0.1:"))


def search(page: Page, wanted: str) -> None:
    """Look for something, and go to the first thing found."""
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type(wanted)
    found = page.locator(".md-search-result__item a").first
    expect(found).to_be_visible()
    found.click()
    expect(page.locator("h1")).to_be_visible()


def test_the_site_is_searched_from_a_disk(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    search(page, "rematch")
    expect(page.locator("article")).to_contain_text("rematch")


def test_the_server_shows_the_site_at_docs(served: str, page: Page) -> None:
    assert page.request.head(served + "/docs").status == 200
    page.goto(served + "/docs")
    assert page.url == served + "/docs/index.html"
    expect(page.locator("h1")).to_contain_text("Rondel")
    search(page, "IllegalStep")
    assert page.url.startswith(served + "/docs/")
    page.goto(served + "/docs/architecture.html")
    assert page.locator("figure.drawn svg").count() == 3
    answer = page.request.get(served + "/docs/../app.py")
    assert answer.status == 404


@pytest.mark.parametrize("name", ["index", "architecture", "examples", "reference/http"])
def test_no_page_is_wider_than_a_phone(site: Path, browser: Browser, name: str) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto((site / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    context.close()


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        text = page.read_text("utf-8")
        assert not LOADED.search(text) and not STYLED.search(text), page
    for style in site.rglob("assets/*.css"):
        assert not re.search(r"url\([\"']?http|@import", style.read_text("utf-8")), style


def test_every_program_and_every_command_has_its_place(site: Path) -> None:
    page = (site / "examples.html").read_text("utf-8")
    shown = unescape(re.sub("<[^>]+>", "", page))
    for program in (ROOT / "examples").glob("*.py"):
        assert f"examples/{program.name}" in page
        assert program.read_text("utf-8").strip() in shown, program
    doors = (site / "reference" / "http.html").read_text("utf-8")
    assert "/api/tables/{table_id}/commands" in doors


def test_a_board_shows_itself_on_the_page_of_a_notebook(site: Path, page: Page) -> None:
    page.goto((site / "notebooks" / "first-match.html").as_uri())
    board = page.locator(".shown svg.rondel")
    expect(board).to_have_count(1)
    box, room = board.bounding_box(), page.locator("article").bounding_box()
    assert box and room and room["width"] * 0.8 < box["width"] <= room["width"]
    schemes = [
        board.evaluate("(drawn, name) => {"
            "document.body.dataset.mdColorScheme = name; return getComputedStyle(drawn).colorScheme"
        "}", name) for name in ("default", "slate")
    ]  # fmt: skip
    assert schemes == ["light", "dark"]


def test_a_public_name_that_no_page_shows_is_missed() -> None:
    def nowhere(name: str) -> str:
        raise KeyError(name)

    lacking = missing(nowhere)
    assert "rondel.match.match.Match is on no page" in lacking
    assert not [line for line in lacking if "docstring" in line]


def test_without_the_built_site_the_page_says_how_to_build_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, served: str, page: Page
) -> None:
    monkeypatch.setattr(operate, "DOCS", tmp_path)
    answer = page.request.get(served + "/docs/")
    assert answer.status == 503 and "make docs" in answer.text()
