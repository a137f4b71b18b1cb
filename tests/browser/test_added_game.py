"""Game added as one folder is played in the browser, with no edit anywhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.playing import sit_down
from tests.browser.site import LAPTOP, PHONE, Server
from tests.guide import write_carousel


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server that has found the guide's carousel."""
    folder = tmp_path_factory.mktemp("games")
    write_carousel(folder)
    running = Server(tmp_path_factory.mktemp("server"))
    # Small enough to be played uncompiled.
    running.environment |= {
        "RONDEL_GAMES": str(folder),
        "RONDEL_OFFER": "carousel",
        "NUMBA_DISABLE_JIT": "1",
    }
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture
def sit(browser: Browser, fair: Server) -> Iterator[Any]:
    """Yield a visitor in the lobby; no raw key and no error is ever to be seen."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def visitor(language: str, device: dict[str, Any]) -> Page:
        context = browser.new_context(
            base_url=fair.url, locale=language, reduced_motion="reduce", **device
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto("/")
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert problems == []


def is_worded(page: Page) -> bool:
    """Return whether the page shows no key without words."""
    return "⟦" not in page.locator("body").inner_text()


@pytest.mark.parametrize(
    ("language", "device", "title", "spaces"),
    [("en", LAPTOP, "Carousel", "Spaces"), ("hu", PHONE, "Körhinta", "Mezők")],
)
def test_an_added_game_is_played_to_its_end_on_a_plain_board(
    sit: Any, language: str, device: dict[str, Any], title: str, spaces: str
) -> None:
    page: Page = sit(language, device)
    card = page.locator("article.card")
    expect(card.get_by_role("heading", name=title)).to_be_visible()
    assert is_worded(page)
    card.locator("select").first.select_option("random")
    card.locator(".buttons .primary").click()
    choices = page.locator("[data-action]")
    for ride in range(4):
        expect(choices).to_have_count(3)
        expect(page.locator("[data-area=values]")).to_contain_text(spaces)
        assert is_worded(page)
        choices.nth(ride % 3).click()
        # The seat's own points would change, and are marked.
        expect(page.locator("[data-seat='0'] .changed").first).to_be_visible()
        page.locator(".bar .primary").click()
    expect(page.locator(".podium, [class*=podium]").first).to_be_visible()
    # Short as it was, how the points grew is drawn.
    expect(page.locator("svg.curve")).to_be_visible()
    assert is_worded(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_added_games_rules_are_read_in_the_browser(sit: Any, fair: Server) -> None:
    page: Page = sit("fr", LAPTOP)
    page.goto("/rules/carousel")
    expect(page.get_by_role("heading", name="Manège")).to_be_visible()
    answer = page.request.get(f"{fair.url}/api/games/chess/texts")
    assert (answer.status, answer.json()["code"]) == (404, "unknown-game")
    answer = page.request.get(f"{fair.url}/api/games/carousel/texts?language=../en")
    assert (answer.status, answer.json()["code"]) == (400, "bad-request")


def test_an_added_game_lives_on_other_pages_too(sit: Any, fair: Server) -> None:
    page: Page = sit("hu", LAPTOP)
    mine, bot = {"kind": "person", "mine": True}, {"kind": "bot", "bot": "random"}
    table = sit_down(page, "carousel", mine, bot, visibility="public")
    page.goto(f"/embed/{table}")
    expect(page.locator("[data-area=values]")).to_contain_text("Mezők")
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("[data-action]")).to_have_count(0)
    assert is_worded(page)


def test_arrow_keys_walk_between_the_choices(sit: Any) -> None:
    page: Page = sit("en", LAPTOP)
    page.locator("article.card .buttons .primary").click()
    first = page.locator("[data-action]").first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-action]").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bar .primary")).to_be_enabled()
