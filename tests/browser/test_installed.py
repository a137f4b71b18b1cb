"""Installed on a device: manifest, icons, and a shell that opens without a connection."""

import time

from playwright.sync_api import Page, expect

from tests.browser.site import PHONE, STATIC, Visit

MANIFEST = "fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())"
KEPT = """async () => {
  const kept = [];
  for (const shelf of await caches.keys())
    for (const { url } of await (await caches.open(shelf)).keys()) kept.push(new URL(url).pathname);
  return kept;
}"""
"""Script that returns the contents of the service worker's caches."""


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker has cached the whole shell."""
    until = time.monotonic() + 120
    while not page.evaluate("navigator.serviceWorker.controller !== null"):
        assert time.monotonic() < until, "the shell is not kept"
        page.wait_for_timeout(50)


def test_it_can_be_installed(visit: Visit) -> None:
    page = visit("en", PHONE)
    manifest = page.evaluate(MANIFEST)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])


def test_the_whole_shell_is_kept_whatever_was_looked_at(visit: Visit) -> None:
    page = visit("hu", PHONE)
    wait_until_kept(page)
    parts = (STATIC.parent / "assets").iterdir()
    wanted = {f"/assets/{part.name}" for part in parts if part.suffix != ".woff"}
    assert len(wanted) > 20
    assert wanted | {"/", "/icon.svg", "/manifest.webmanifest"} <= set(page.evaluate(KEPT))


def test_without_a_connection_it_still_opens_and_says_so(visit: Visit) -> None:
    page = visit("hu", PHONE)
    wait_until_kept(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("[role=alert]")).to_be_visible()
