"""Pictures of the main screens, made by one command: `make screenshots`."""

import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, Server, chromium
from tests.browser.playing import name_yourself, play_now, take_turn

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
CLICKS = 70
"""How far a game is played before its picture is taken."""


def open_page(browser: Browser, server: Server, size: dict[str, int], dark: bool) -> Page:
    """A new visitor's page."""
    context = browser.new_context(
        base_url=server.url,
        locale="en",
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto("/")
    name_yourself(page, "Anna")
    return page


def play_a_while(page: Page, game: int) -> None:
    """Play against three bots until the table is well set."""
    play_now(page, game, players=3)
    luck = random.Random(5)
    done = 0
    while done < CLICKS and page.locator(".podium").count() == 0:
        if take_turn(page, luck):
            done += 1
        page.wait_for_timeout(60)
    while not page.locator(".stage [data-action]").count() and not page.locator(".podium").count():
        page.wait_for_timeout(100)
    page.mouse.move(2, 2)
    page.wait_for_timeout(600)


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, size, dark in (
            ("desktop-light", DESKTOP, False),
            ("desktop-dark", DESKTOP, True),
            ("phone-light", PHONE, False),
            ("phone-dark", PHONE, True),
        ):
            page = open_page(browser, server, size, dark)
            page.locator("article svg").nth(1).wait_for()
            page.screenshot(path=FOLDER / f"lobby-{name}.png")
            for number, game in enumerate(("finca", "milestones")):
                page = open_page(browser, server, size, dark)
                play_a_while(page, number)
                page.screenshot(path=FOLDER / f"{game}-{name}.png")
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
