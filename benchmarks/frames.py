"""Frame times of the page while other players' turns are animated: `python -m benchmarks.frames`.

Four players on a phone's screen, with the processor slowed four times by the browser, like an
average phone. One seat answers at once, three bots reply, and their turns are animated at the usual
pace. Chromium's tracing reports every frame and its work in thread time. A frame with work of the
page (a new step, or a moving element) needs the main thread; a frame that only moves pieces needs
the compositor alone. Results are given for both kinds and for all frames. The browser slows by the
clock: on a busy machine it slows more than four times.
"""

import json
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.playing import ask
from tests.browser.site import ARGUMENTS, Server, chromium

SLOWED = 4
SECONDS = 25
CATEGORIES = [
    "-*",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
    "blink.user_timing",
]
WORK = {
    "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit",
    "EvaluateScript", "FunctionCall", "HitTest", "TimerFire", "EventDispatch", "RunMicrotasks",
    "MinorGC", "MajorGC",
}  # fmt: skip
"""Trace events of the main thread that produce a frame."""
WATCH = """() => {
  const stage = document.querySelector(".stage");
  const look = () => performance.mark(stage.ariaBusy === "true" ? "playing" : "waiting");
  new MutationObserver(look).observe(stage, { attributeFilter: ["aria-busy"] });
}"""
"""Script that marks the beginning and end of animated turns in the trace."""
Event = dict[str, Any]


class Frames(NamedTuple):
    """Milliseconds of work per frame, by thread."""

    page: list[float]
    compositor: list[float]


def seated(page: Page, game: str) -> str:
    """Return the address of a table with three bots, animated at the usual pace."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    seats = [{"mine": True}] + [{"kind": "bot", "bot": "random"}] * 3
    table = str(ask(page, "POST", "/api/tables", {"game": game, "seats": seats})["id"])
    page.goto(f"/t/{table}")
    page.locator("main svg[role='group']").first.wait_for()
    return table


def answer(page: Page, table: str) -> None:
    """Play our own steps until other seats are to move."""
    for _ in range(20):
        state = ask(page, "GET", f"/api/tables/{table}")
        turn = state["moment"]["turn"]
        if turn["kind"] != "choose" or turn["seat"] != 0:
            return
        steps = {"after": state["sequence"], "steps": [turn["actions"][-1]["text"]], "seat": 0}
        ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "play", **steps})


def played(events: list[Event]) -> list[tuple[int, int]]:
    """Return the intervals in which other players' turns were animated."""
    marks = sorted(
        (e["ts"], e["name"])
        for e in events
        if e["name"] in ("playing", "waiting") and e["ph"] != "e"
    )
    return [(at, then) for (at, name), (then, _) in pairwise(marks) if name == "playing"]


def spent(events: list[Event], names: set[str]) -> list[tuple[int, float]]:
    """Return start and duration in milliseconds of the outermost events with these names, by thread
    time.
    """
    found: list[tuple[int, float]] = []
    last = 0
    for event in sorted(events, key=lambda e: (e["ts"], -e.get("dur", 0))):
        if event.get("ph") != "X" or event["name"] not in names or event["ts"] < last:
            continue
        took: float = event.get("dur", 0)
        last = event["ts"] + took
        found.append((event["ts"], event.get("tdur", took) / 1000))
    return found


def between(work: list[tuple[int, float]], begins: list[int]) -> list[float]:
    """Return the work between each beginning and the next."""
    sums = [0.0] * len(begins)
    at = -1
    for when, milliseconds in work:
        while at + 1 < len(begins) and begins[at + 1] <= when:
            at += 1
        if at >= 0:
            sums[at] += milliseconds
    return sums


def frames(events: list[Event]) -> Frames:
    """Return the frames drawn while other players' turns were animated."""
    begun = [e for e in events if e["name"] == "BeginMainThreadFrame"]
    process, thread = statistics.mode((e["pid"], e["tid"]) for e in begun)
    ours = [e for e in events if e["pid"] == process]
    main = [e for e in ours if e["tid"] == thread]
    times = played(main)

    def during(when: int) -> bool:
        return any(first <= when < last for first, last in times)

    starts = sorted(e["ts"] for e in main if e["name"] == "BeginMainThreadFrame")
    page = between(spent(main, WORK), starts)
    drawn = sorted(
        (e["ts"], e["tid"], e["name"])
        for e in ours
        if e["name"] in ("DrawFrame", "ActivateLayerTree")
    )
    composing = [e for e in ours if drawn and e["tid"] == drawn[0][1]]
    draws = [at for at, _, name in drawn if name == "DrawFrame"]
    work = between(spent(composing, {"RunTask"}), draws)
    alone = {
        at for (_, _, before), (at, _, name) in pairwise(drawn) if before == name == "DrawFrame"
    }
    return Frames(
        [cost for at, cost in zip(starts, page, strict=True) if during(at)],
        [cost for at, cost in zip(draws, work, strict=True) if at in alone and during(at)],
    )


def measure(browser: Browser, url: str, game: str) -> Frames:
    """Return the frames of a busy table."""
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/healthz")
    table = seated(page, game)
    page.evaluate(WATCH)
    session: Any = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    browser.start_tracing(page=page, categories=CATEGORIES)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        answer(page, table)
        time.sleep(0.5)
    traced = json.loads(browser.stop_tracing())
    context.close()
    return frames(traced["traceEvents"])


def told(name: str, found: list[float]) -> None:
    """Print a line with the count, the median and the 99th percentile."""
    if len(found) < 2:
        print(f"{name}: {len(found)} frames")
        return
    cut = statistics.quantiles(found, n=20)
    print(
        f"{name}: {len(found)} frames, median {statistics.median(found):.1f} ms,"
        f" 95 % below {cut[-1]:.1f} ms, longest {max(found):.1f} ms"
    )


def main() -> None:
    """Measure both games in turn."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            # Frames as in a person's browser.
            program = chromium(light=False)
            browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
            for game in ("finca", "milestones"):
                found = measure(browser, server.url, game)
                told(f"{game}, all", found.page + found.compositor)
                told(f"{game}, by the page", found.page)
                told(f"{game}, by the compositor alone", found.compositor)
            browser.close()
        finally:
            server.close()


if __name__ == "__main__":
    main()
