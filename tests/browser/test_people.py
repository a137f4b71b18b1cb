"""Pages about people: notifications, profile and leaderboard, and messages pushed by the server."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, violations
from tests.browser.site import LAPTOP, PHONE, Visit, cdp_session
from tests.browser.test_installed import wait_until_kept

PATHS = ("/notifications", "/profile", "/ranks/finca")
NAMED = """async (name) => {
  const headers = {"content-type": "application/json"};
  await fetch("/api/me", {method: "PUT", headers, body: JSON.stringify({name})});
}"""
ADDED = """async () => {
  const sent = {kind: "webhook", url: "https://hooks.example/services/T000/B000/XXXX"};
  const headers = {"content-type": "application/json"};
  await fetch("/api/notices/channels", {method: "POST", headers, body: JSON.stringify(sent)});
}"""
RECORDED = """() => {
  self.shown = [];
  self.opened = [];
  self.registration.showNotification = async (title, options) =>
    void self.shown.push({title, ...options});
  self.clients.openWindow = async (url) => void self.opened.push(url);
}"""
"""Script that records notices and windows: headless browsers show no notices."""
CLICKED = """async () => {
  const waits = [];
  const event = new ExtendableEvent("notificationclick");
  event.notification = {data: self.shown[0].data, close: () => self.opened.push("closed")};
  event.waitUntil = (work) => waits.push(work);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.opened;
}"""


def named(visit: Visit, language: str, screen: dict[str, Any] = PHONE) -> Page:
    """Return the lobby of someone with a name."""
    page = visit(language, screen)
    page.evaluate(NAMED, "Ana")
    return page


@pytest.mark.parametrize("language", ["en", "fr", "hu"])
def test_pages_about_people_are_accessible_in_every_language(visit: Visit, language: str) -> None:
    page = named(visit, language)
    page.evaluate(ADDED)
    for path in PATHS:
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert "⟦" not in page.locator("body").inner_text(), path
        assert violations(page) == [], path
        assert page.evaluate(SMALL) == [], path
        width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(width), f"{path} is wider than a phone"


def test_a_webhook_is_added_changed_and_removed_by_keyboard(visit: Visit) -> None:
    page = named(visit, "en", LAPTOP)
    page.goto("/notifications")
    page.get_by_label("Webhook, for example").focus()
    page.keyboard.type("https://hooks.example/x")
    page.keyboard.press("Enter")
    expect(page.locator("article")).to_contain_text("https://hooks.example/x")
    expect(page.locator("code")).to_contain_text("whsec_")
    page.get_by_label("end of a game").focus()
    with page.expect_response("**/api/notices"):
        page.keyboard.press("Space")
    page.reload()
    expect(page.get_by_label("end of a game")).not_to_be_checked()
    expect(page.get_by_label("your turn")).to_be_checked()
    page.get_by_label("from").fill("22:00")
    page.get_by_label("until").fill("07:00")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[aria-live]")).to_have_text("Saved.")
    page.reload()
    expect(page.get_by_label("from")).to_have_value("22:00")
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.locator("article")).to_have_count(0)


def test_a_pushed_message_is_shown_and_its_click_opens_the_table(visit: Visit) -> None:
    page = named(visit, "en", LAPTOP)
    wait_until_kept(page)
    (worker,) = page.context.service_workers
    worker.evaluate(RECORDED)
    known: list[str] = []
    session = cdp_session(page)

    def keep(event: dict[str, Any]) -> None:
        known.extend(it["registrationId"] for it in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", keep)
    session.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(50)
    notice = {
        "id": "t1.7.turn.0.c1",
        "title": "Finca on Rondel",
        "body": "Your turn",
        "url": "/t/t1",
    }
    origin = page.evaluate("location.origin")
    pushed = {"origin": origin, "registrationId": known[0], "data": json.dumps(notice)}
    session.send("ServiceWorker.deliverPushMessage", pushed)
    while not worker.evaluate("self.shown.length"):
        page.wait_for_timeout(50)
    [shown] = worker.evaluate("self.shown")
    assert (shown["title"], shown["body"]) == (notice["title"], notice["body"])
    assert shown["tag"] == notice["id"], "a repeat replaces the first"
    assert worker.evaluate(CLICKED) == ["closed", f"{origin}/t/t1"]
