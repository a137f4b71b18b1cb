"""Pictures of the main screens, made by one command: `make screenshots`."""

import io
import tempfile
from pathlib import Path
from typing import cast

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS, Server, chromium
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


def take(browser: Browser, server: Server, device: str) -> None:
    """Every screen that is wanted on one device, and each in its themes."""
    width, height = (DEVICES | SIZES)[device]
    for screen in dict(wanted(device)):
        context = browser.new_context(
            base_url=server.url,
            locale="en",
            viewport={"width": width, "height": height},
            has_touch=device == "across",
            is_mobile=device == "across",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto("/")
        SCREENS[screen](page)
        for theme in (theme for other, theme in wanted(device) if other == screen):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(300)
            save(page.screenshot(), f"{screen}-{device}-{theme}")
        context.close()


def main() -> None:
    """Take every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            server.start()
            for device in DEVICES | SIZES:
                take(browser, server, device)
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
    main()
