"""Page of administration: by a link of the command line alone, and for everyone."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from rondel.server.people.roles import make_link
from rondel.server.storage.engine import Database
from tests.browser.accessibility import COLOURS, SMALL, violations
from tests.browser.playing import sit_down, visit_table
from tests.browser.pseudo import plain_words, speak_pseudo
from tests.browser.site import LAPTOP, PHONE, Server, Visit


def sign_in(page: Page, server: Server) -> None:
    """Open a sign-in link, and become an administrator."""
    database = Database(server.environment["RONDEL_DATABASE"])
    token = database.write_now(make_link)
    database.close()
    page.goto(f"/admin#{token}")
    page.locator("main button.primary").click()
    page.locator("main dl").first.wait_for()


def test_the_page_of_administration_is_for_everyone(visit: Visit, server: Server) -> None:
    page = visit("en", LAPTOP, path="/healthz", service_workers="block")
    speak_pseudo(page)
    page.goto("/admin")
    expect(page.locator("main code")).to_have_text("rondel admin link")
    assert violations(page) == []
    sign_in(page, server)
    page.locator("main h3").first.wait_for()
    assert [word for word in plain_words(page) if not re.search("[0-9]", word)] == []
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert violations(page, options=COLOURS) == []
    page.locator("header select").last.select_option("hu")
    expect(page.locator("h1")).to_have_text("Felügyelet")
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []


def test_an_administrator_sets_a_quota_and_counts_what_is_old(visit: Visit, server: Server) -> None:
    page = visit("en", LAPTOP)
    sign_in(page, server)
    quota = page.get_by_label("Unfinished tables per person")
    quota.fill("100000")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.reload()
    expect(quota).to_have_value("100000")
    page.get_by_role("button", name="Count only").click()
    expect(page.get_by_role("status")).to_have_text("Tables that would be deleted: 0; guests: 0")


def test_a_table_says_that_no_bot_player_is_running(visit: Visit, tmp_path: Path) -> None:
    alone = Server(tmp_path)
    alone.environment |= {"RONDEL_BOTS": "false"}
    alone.start()
    try:
        page = visit("fr", PHONE, base_url=alone.url)
        visit_table(page, sit_down(page, "finca", {"kind": "bot", "bot": "random"}, {"mine": True}))
        expect(page.locator("main")).to_contain_text("Aucun robot ne tourne sur ce serveur")
    finally:
        alone.close()
