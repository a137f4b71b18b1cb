"""Compare every position of the golden games as drawn by the browser and by the drawing.

`python -m tests.browser.pixels` takes hours; with a number as argument, such as 25, every 25th
position is compared. It exits with status 1 if two pictures differ by more than the tests allow.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Error, FloatRect, Page, sync_playwright

import rondel
from tests.browser.playing import GAMES, bring
from tests.browser.site import ARGUMENTS, Server, chromium


def differences(page: Page, record: Path, every: int, file: Path) -> Iterator[tuple[int, float]]:
    """By step, how much of what is allowed two pictures of a record differ; 1 is just allowed."""
    text = record.read_text("utf-8")
    match = rondel.read_record(text)
    table = bring(page, text)
    for step in range(0, len(match) + 1, every):
        page.goto(f"/embed/{table}?at={step}")
        page.locator("main > svg").wait_for()
        page.evaluate("document.fonts.ready")
        there = taken(page)
        file.write_text(match.svg(step), "utf-8")
        page.goto(file.as_uri())
        noticeable, on_average = compared(there, taken(page))
        yield step, max(noticeable / MAX_NOTICEABLE, on_average / MAX_ON_AVERAGE)


def main() -> None:
    """Compare, and tell the worst of each game."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    worst = 0.0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        server = Server(folder)
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            context = browser.new_context(
                base_url=server.url,
                locale="en",
                color_scheme="light",
                viewport={"width": 1600, "height": 900},
            )
            page = context.new_page()
            page.goto("/")
            for record in sorted(GAMES.glob("*/tests/golden/*.rondel")):
                found = list(differences(page, record, every, folder / "table.svg"))
                step, most = max(found, key=lambda one: one[1])
                worst = max(worst, most)
                title = f"{record.parts[-4]}, {record.stem}"
                print(
                    f"{title:44} {len(found):5} pictures, worst {most:5.0%} of the tolerance",
                    end="",
                )
                print(f" at step {step}", flush=True)
            browser.close()
        finally:
            server.close()
    sys.exit(worst > 1)


if __name__ == "__main__":
    main()


NOTICEABLE = 48
"""Difference of a colour, of 255, that everybody notices."""


MAX_NOTICEABLE = 0.004
"""Share of points that may differ noticeably: the edges of letters, drawn here as outlines."""


MAX_ON_AVERAGE = 0.7


def taken(page: Page) -> Image.Image:
    """Return a screenshot of a picture of 1600 by 800 points."""
    clip: FloatRect = {"x": 0, "y": 0, "width": 1600, "height": 800}
    try:
        shot = page.screenshot(clip=clip)
    except Error:
        # On a busy machine the browser now and then cannot look at itself.
        shot = page.screenshot(clip=clip)
    return Image.open(io.BytesIO(shot)).convert("RGB")


def compared(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the share of points that differ noticeably, and by how much all do on average."""
    counted = ImageChops.difference(one, other).convert("L").histogram()
    points = sum(counted)
    apart = sum(step * count for step, count in enumerate(counted)) / points
    return sum(counted[NOTICEABLE:]) / points, apart
