"""Pictures of the main screens in `build/screenshots`, made by `make screenshots`.

`python -m tests.browser.screenshots daily hint` takes those screens alone.
"""

import io
import shutil
import sys
import tempfile
import time
from collections.abc import Collection
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, cast

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

import rondel
from tests.browser.playing import TIMEOUT, ask
from tests.browser.screens import SCREENS
from tests.browser.site import ARGUMENTS, Server, chromium

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
"""Pictures that the documentation shows: the only ones under version control."""
DEVICES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
SIZES = {"laptop": (1366, 768), "tablet": (820, 1180), "across": (844, 390)}
"""Other sizes, of which the light ones are enough."""
SPOKEN = ("finca-review", "finca-puzzle", "hint", "daily")
"""Screens that are mostly sentences: their light ones in the other languages, too."""
LANGUAGES = ("fr", "hu")
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
PLAYERS = {"Béla": "casual", "Chloé": "net:temperature=0.05", "Anna": "net"}
"""Players of the daily challenge, and their bots."""
COLOURS = 256
"""Palette of so many keeps the files small and the drawings as they are."""
Colour = tuple[int, int, int]


class Picture(NamedTuple):
    """One picture to take."""

    screen: str
    language: str
    device: str
    theme: str

    @property
    def name(self) -> str:
        """Return the name of its file, without a suffix for English."""
        language = () if self.language == "en" else (self.language,)
        return "-".join((self.screen, *language, self.device, self.theme))


def save(picture: bytes, name: str) -> None:
    """Write a picture with the colours it uses most, and others as far apart as they are."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    counted = sorted(drawn.getcolors(drawn.width * drawn.height) or [], reverse=True)
    common = [part for _, colour in counted[: COLOURS // 2] for part in cast("Colour", colour)]
    apart = drawn.quantize(COLOURS // 2, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((common + apart)[: 3 * COLOURS])
    small = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
    file = FOLDER / f"{name}.png"
    small.save(file, optimize=True)
    if (SHOWN / file.name).exists():
        shutil.copy(file, SHOWN)


def wanted(device: str) -> list[Picture]:
    """Return the pictures to take on a device."""
    if device in SIZES:
        return [Picture(screen, "en", device, "light") for screen in MAIN]
    usual = [Picture(screen, "en", device, theme) for screen in MAIN for theme in THEMES]
    return usual + [
        Picture(screen, language, device, "light") for screen in SPOKEN for language in LANGUAGES
    ]


def play_the_deal(page: Page, name: str, bot: str) -> None:
    """Play the deal of the day to its end, as a bot would."""
    ask(page, "PUT", "/api/me", {"name": name})
    table = ask(page, "POST", "/api/daily/finca")["table"]
    player, made = rondel.bot(bot, seed=name), rondel.Match("finca", deal=False)
    deadline = time.monotonic() + TIMEOUT
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
            ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "play", **body})
        page.wait_for_timeout(50)


def played_today(browser: Browser, server: Server) -> StorageState:
    """Let some play the deal of the day; who the best of them is to the server."""
    known: dict[str, StorageState] = {}
    best = ""
    for name, bot in PLAYERS.items():
        context = browser.new_context(base_url=server.url)
        page = context.new_page()
        play_the_deal(page, name, bot)
        known[name] = context.storage_state()
        best = ask(page, "GET", "/api/daily/finca")["results"][0]["name"]
        context.close()
    return known[best]


def results(page: Page) -> None:
    """Finish games of the daily challenge."""
    page.goto("/daily/finca")
    page.locator("tr.you").wait_for(timeout=60_000)


def take(
    browser: Browser, server: Server, device: str, only: Collection[str], winner: StorageState
) -> None:
    """Every screen that is wanted on one device, and each in its languages and themes."""
    width, height = (DEVICES | SIZES)[device]
    pictures = [each for each in wanted(device) if not only or each.screen in only]
    for (screen, language), same in groupby(pictures, lambda each: each[:2]):
        context = browser.new_context(
            base_url=server.url,
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=device == "across",
            is_mobile=device == "across",
            reduced_motion="reduce",
            storage_state=winner if screen == "daily" else None,
        )
        page = context.new_page()
        page.goto("/")
        (SCREENS | {"daily": results})[screen](page)
        for picture in same:
            page.emulate_media(color_scheme="dark" if picture.theme == "dark" else "light")
            page.wait_for_timeout(300)
            save(page.screenshot(), picture.name)
        context.close()


def main(only: Collection[str]) -> None:
    """Take all pictures, or those of some screens."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            server.start()
            winner: StorageState = {}
            if not only or "daily" in only:
                winner = played_today(browser, server)
            for device in DEVICES | SIZES:
                take(browser, server, device, only, winner)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main(sys.argv[1:])
