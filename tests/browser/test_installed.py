"""Installed on a device: manifest, icons, and a shell that opens without a connection."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE

MANIFEST = "fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())"
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const shelf = await caches.open("shell");
  while ((await shelf.keys()).length <= 6) await new Promise((done) => setTimeout(done, 20));
}"""
"""Waits until the shell is kept."""


def test_it_can_be_installed(visit: Any) -> None:
    page = visit("en", PHONE)
    manifest = page.evaluate(MANIFEST)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])


def test_without_a_connection_it_still_opens_and_says_so(visit: Any) -> None:
    page = visit("hu", PHONE)
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("[role=alert]")).to_be_visible()
