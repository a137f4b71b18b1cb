"""Playing as a person does: only by what can be seen, clicked, tapped or pressed."""

import random
import sqlite3
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.site import Server

END_TURN = ".bar button.primary:not(:disabled)"
TARGETS = ".stage [data-action], .stage [data-target]:not(:disabled, [aria-expanded=true])"
"""Selector of elements that a click acts on; a village that can be filled in several ways opens
them."""
OPEN = ".stage [data-kind=way], .stage .target.option"
"""Ways to go on that a click has opened."""
EAGER = ".stage [data-kind=village][data-action], .stage .target:is(.spot, .plot)"
"""Selector of steps that end the game sooner: deliveries and buildings."""
GAMES = Path(__file__).parents[2] / "src" / "rondel" / "games"
TIMEOUT = 400
"""Seconds after which nobody waits any longer for a game to be over."""


def name_yourself(page: Page, name: str) -> None:
    """Type a name in the lobby."""
    page.locator("[autocomplete=nickname]").fill(name)


def play_now(page: Page, game: int, players: int = 2, bot: str = "random") -> None:
    """How many, against whom, and play now."""
    card = page.locator("article").nth(game)
    card.locator("fieldset label", has_text=str(players)).click()
    for seat in range(players - 1):
        card.locator("select").nth(seat).select_option(bot)
    card.locator("button.primary").click()
    expect(page.locator(".prompt")).not_to_be_empty()


def is_over(page: Page) -> bool:
    """Return whether the podium is shown."""
    return page.locator(".podium").count() > 0


POINT = """async ([wanted, chance, most]) => {
  const reachable = (piece) => {
    piece.scrollIntoView({ block: "nearest" });
    const box = piece.getBoundingClientRect();
    for (const place of ["55", "53", "35", "57", "75", "22", "82", "28", "88"]) {
      const [across, down] = [...place].map(Number);
      const [x, y] = [box.x + (box.width * across) / 10, box.y + (box.height * down) / 10];
      if (piece.contains(document.elementFromPoint(x, y))) return { x, y };
    }
    return null;
  };
  for (let looks = 1; ; looks++) {
    if (document.querySelector(".podium")) return null;
    if (!document.querySelector(".stage[aria-busy=true]")) {
      const kind = wanted.find((selector) => document.querySelector(selector));
      const found = kind ? [...document.querySelectorAll(kind)] : [];
      const place = found.length > 0 && reachable(found[Math.floor(chance * found.length)]);
      if (place) return place;
      chance = (chance + 0.37) % 1;
    }
    if (looks >= most) return null;
    await new Promise((done) => setTimeout(done, 10));
  }
}"""
"""Waits a while for a target, and tells where one chosen by chance can be hit."""


def take_turn(page: Page, luck: random.Random, touch: bool = False, looks: int = 100) -> bool:
    """One click: End turn once the plan is whole, or a legal target. Whether anything was done."""
    eager = [EAGER] if luck.random() < 0.9 else []
    place = page.evaluate(POINT, [[END_TURN, OPEN, *eager, TARGETS], luck.random(), looks])
    if place is None:
        return False
    if touch:
        page.touchscreen.tap(place["x"], place["y"])
    else:
        page.mouse.click(place["x"], place["y"])
    return True


def play(page: Page, clicks: int, touch: bool = False) -> int:
    """Click on until the game is over or so many clicks are made; how many were."""
    luck = random.Random(1)
    deadline = time.monotonic() + TIMEOUT
    made = 0
    while made < clicks:
        if take_turn(page, luck, touch):
            made += 1
        elif is_over(page):
            break
        assert time.monotonic() < deadline, standstill(page)
    return made


ABOVE = """(wanted) => [...document.querySelectorAll(wanted)].map((piece) => {
  const box = piece.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return `${piece.dataset.kind} ${piece.dataset.place} below ${found?.outerHTML.slice(0, 80)}`;
})"""
"""Script that returns the elements that cover the middle of each piece."""


def standstill(page: Page) -> str:
    """Return a description of a page on which nothing can be clicked."""
    told = page.locator(".prompt").inner_text()
    busy = page.locator(".stage").get_attribute("aria-busy")
    counts = {kind: page.locator(kind).count() for kind in (END_TURN, OPEN, TARGETS)}
    return f"{told} busy: {busy}, {counts}, {page.evaluate(ABOVE, TARGETS)}"


BY_ITSELF = """([path, method, body]) =>
  fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  }).then((answer) => answer.json())"""


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Send a request to the server as the visitor of this browser."""
    if "//rondel.house" in page.url:
        # A made-up name is known to the page alone.
        return page.evaluate(BY_ITSELF, [path, method, body])
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def sit_down(page: Page, game: str, *seats: dict[str, Any], **more: Any) -> str:
    """Return a new table of ours, without the lobby; its id."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    usual = [{"mine": True}, {"kind": "bot", "bot": "random"}]
    wanted = {"game": game, "seats": seats or usual, **more}
    table: str = ask(page, "POST", "/api/tables", wanted)["id"]
    return table


def golden(game: str, record: str) -> str:
    """Return the text of a golden game."""
    return (GAMES / game / "tests" / "golden" / f"{record}.rondel").read_text("utf-8")


def bring(page: Page, record: str, steps: int | None = None) -> str:
    """Return a record as a table of ours, whole or up to a step; its id."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    table: str = ask(page, "POST", "/api/records", {"record": record, "steps": steps})["id"]
    return table


def visit_table(page: Page, table: str, where: str = "") -> None:
    """Go there and wait for the board."""
    page.goto(f"/t/{table}{where}")
    page.locator("main svg[role='group']").first.wait_for()


FINCA, MILESTONES = 0, 1


def with_friends(page: Page, game: int, one_device: bool = False) -> None:
    """Make a table in the lobby that waits for friends, or for nobody on one device."""
    card = page.locator("article").nth(game)
    card.locator(".buttons button").last.click()
    if one_device:
        card.locator("input[type=checkbox]").first.check()
    card.locator("button.primary").click()


def grow_old(server: Server, *tables: str) -> None:
    """Let an hour pass at these tables while the server is down."""
    server.stop()
    with sqlite3.connect(server.environment["RONDEL_DATABASE"].removeprefix("sqlite:///")) as kept:
        for table in tables:
            aged = "started = started - 3600, turn_began = turn_began - 3600"
            kept.execute(f"update tables set {aged} where id = ?", [table])
            kept.execute("update seats set seen = seen - 3600 where table_id = ?", [table])
    kept.close()
    server.start()


def left_alone(anna: Page, bela: Page) -> str:
    """Return a table of two at which the second is asked and not there; its id."""
    table = sit_down(anna, "finca", {"mine": True}, {}, absence_timeout=60)
    link = ask(anna, "GET", f"/api/tables/{table}/links")["seats"]["1"]
    ask(bela, "PUT", "/api/me", {"name": "Béla"})
    ask(
        bela,
        "POST",
        f"/api/tables/{table}/commands",
        {"kind": "join", "token": link.rsplit("/", 1)[-1]},
    )
    after = ask(anna, "GET", f"/api/tables/{table}")["sequence"]
    ask(
        anna,
        "POST",
        f"/api/tables/{table}/commands",
        {"kind": "play", "after": after, "steps": ["place 0"]},
    )
    return table
