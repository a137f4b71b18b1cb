"""How long frames take while four players' pieces move: `python -m benchmarks.frames`.

Chromium's own tracing tells what the page's main thread does for each frame. The processor is
slowed four times by the browser, as a middling phone would be.
"""

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, Server, chromium
from tests.browser.playing import ask

SLOWED = 4
SECONDS = 12
CATEGORIES = [
    "-*",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
]
WORK = {
    "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit",
    "EvaluateScript", "FunctionCall", "HitTest",
}  # fmt: skip
"""What the main thread does to bring a frame about."""


def seated(page: Page, game: str) -> None:
    """A table of four bots that play by themselves, shown at a quick pace with motion."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    seats = [{"mine": True}] + [{"kind": "bot", "bot": "random"}] * 3
    table = ask(page, "POST", "/api/tables", {"game": game, "seats": seats})["id"]
    ask(page, "POST", f"/api/tables/{table}/stand-in", {"seat": 0, "bot": "random"})
    page.evaluate("localStorage.setItem('rondel', JSON.stringify({ pace: 'quick' }))")
    page.goto(f"/t/{table}")
    page.locator("main svg[role='group']").first.wait_for()


def frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the main thread's work from each frame's beginning to the next."""
    begun = [e for e in events if e["name"] == "BeginMainThreadFrame"]
    if not begun:
        return []
    thread = statistics.mode(e["tid"] for e in begun)
    starts = sorted(e["ts"] for e in begun if e["tid"] == thread)
    work = [e for e in events if e["tid"] == thread and e.get("ph") == "X" and e["name"] in WORK]
    spent = [0.0] * len(starts)
    at = 0
    last = 0.0
    for event in sorted(work, key=lambda e: e["ts"]):
        # What happens inside something else is counted with it.
        if event["ts"] < last:
            continue
        last = event["ts"] + event.get("dur", 0)
        while at + 1 < len(starts) and starts[at + 1] <= event["ts"]:
            at += 1
        if event["ts"] >= starts[at]:
            # Time of the thread itself: what else runs on the machine does not count.
            spent[at] += event.get("tdur", event.get("dur", 0)) / 1000
    return spent


def measure(browser: Browser, url: str, game: str) -> list[float]:
    """The frames of a lively table."""
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/healthz")
    seated(page, game)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    browser.start_tracing(page=page, categories=CATEGORIES)
    time.sleep(SECONDS)
    traced = json.loads(browser.stop_tracing())
    context.close()
    return frames(traced["traceEvents"])


def main() -> None:
    """Both games, one after the other."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            for game in ("finca", "milestones"):
                found = measure(browser, server.url, game)
                cut = statistics.quantiles(found, n=20)
                print(
                    f"{game}: {len(found)} frames, median {statistics.median(found):.1f} ms,"
                    f" 95 % below {cut[-1]:.1f} ms, longest {max(found):.1f} ms"
                )
            browser.close()
        finally:
            server.close()


if __name__ == "__main__":
    main()
