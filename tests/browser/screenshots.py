"""Pictures of the main screens, made by one command: `make screenshots`.

`python -m tests.browser.screenshots daily hint` takes those screens alone.
"""

import io
import sys
import tempfile
import time
from collections.abc import Collection
from pathlib import Path
from typing import cast

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

import rondel
from tests.browser.conftest import ARGUMENTS, Server, chromium
from tests.browser.playing import PATIENCE, ask
from tests.browser.screens import SCREENS

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DEVICES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
SIZES = {"laptop": (1366, 768), "tablet": (820, 1180), "across": (844, 390)}
"""Other sizes, of which the light ones of a few screens are enough."""
FEW = ("lobby", "finca", "milestones", "finca-podium")
MAIN = (
    "lobby",
    "waiting",
    "invitation",
    "finca",
    "finca-preview",
    "finca-podium",
    "finca-rules",
    "finca-lesson",
    "finca-review",
    "finca-puzzle",
    "hint",
    "daily",
    "milestones",
    "milestones-plan",
    "milestones-replay",
    "milestones-lesson",
)
PLAYERS = {"Béla": "casual", "Chloé": "net:soft=0.05", "Anna": "net"}
"""Who has played the deal of the day, and how well."""
COLOURS = 256
"""A palette of so many keeps the files small and the drawings as they are."""
Colour = tuple[int, int, int]


def save(picture: bytes, name: str) -> None:
    """Write a picture with the colours it uses most, and others as far apart as they are."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    counted = sorted(drawn.getcolors(drawn.width * drawn.height) or [], reverse=True)
    common = [part for _, colour in counted[: COLOURS // 2] for part in cast("Colour", colour)]
    apart = drawn.quantize(COLOURS // 2, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((common + apart)[: 3 * COLOURS])
    small = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)


def wanted(device: str) -> list[tuple[str, str]]:
    """Screens and themes to take on a device."""
    if device in SIZES:
        return [(screen, "light") for screen in FEW]
    return [(screen, theme) for screen in MAIN for theme in THEMES]


def play_the_deal(page: Page, name: str, bot: str) -> None:
    """Play the deal of the day to its end, as a bot would."""
    ask(page, "PUT", "/api/me", {"name": name})
    table = ask(page, "POST", "/api/daily/finca")["table"]
    player, made = rondel.bot(bot, seed=name), rondel.Match("finca", deal=False)
    deadline = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < deadline, name
        state = ask(page, "GET", f"/api/tables/{table}")
        turn = state["moment"]["turn"]
        if turn["kind"] == "over":
            break
        if turn["seat"] in state["your_seats"]:
            events = ask(page, "GET", f"/api/tables/{table}/events")["events"]
            steps = [step for event in events for step in event["data"].get("steps", [])]
            for step in steps[len(made) :]:
                made.push(step)
            body = {"after": state["sequence"], "steps": [made.text(player.choose(made.position))]}
            ask(page, "POST", f"/api/tables/{table}/steps", body)
        page.wait_for_timeout(50)


def played_today(browser: Browser, server: Server) -> StorageState:
    """Let some play the deal of the day; who the last of them is to the server."""
    known: StorageState = {}
    for name, bot in PLAYERS.items():
        context = browser.new_context(base_url=server.url)
        play_the_deal(context.new_page(), name, bot)
        known = context.storage_state()
        context.close()
    return known


def results(page: Page) -> None:
    """The deal of the day when some have ended it."""
    page.goto("/daily/finca")
    page.locator("tr.you").wait_for(timeout=60_000)


def take(
    browser: Browser, server: Server, device: str, only: Collection[str], anna: StorageState
) -> None:
    """Every screen that is wanted on one device, and each in its themes."""
    width, height = (DEVICES | SIZES)[device]
    for screen in (each for each in dict(wanted(device)) if not only or each in only):
        context = browser.new_context(
            base_url=server.url,
            locale="en",
            viewport={"width": width, "height": height},
            has_touch=device == "across",
            is_mobile=device == "across",
            reduced_motion="reduce",
            storage_state=anna if screen == "daily" else None,
        )
        page = context.new_page()
        page.goto("/")
        (SCREENS | {"daily": results})[screen](page)
        for theme in (theme for other, theme in wanted(device) if other == screen):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(300)
            save(page.screenshot(), f"{screen}-{device}-{theme}")
        context.close()


def main(only: Collection[str]) -> None:
    """Take every picture anew, or those of some screens."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            server.start()
            anna: StorageState = {}
            if not only or "daily" in only:
                anna = played_today(browser, server)
            for device in DEVICES | SIZES:
                take(browser, server, device, only, anna)
        finally:
            browser.close()
            server.close()
    known = {
        f"{screen}-{device}-{theme}"
        for device in DEVICES | SIZES
        for screen, theme in wanted(device)
    }
    for old in FOLDER.glob("*.png"):
        if old.stem not in known:
            old.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
