"""A game night: friends come over plain http, by a name that is not this machine's own."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Server, Visit
from tests.browser.playing import END_TURN, TARGETS, name_yourself, sit_down
from tests.browser.test_tables import FINCA, with_friends

LINK = "main li input"
STATE = "(table) => fetch(`/api/tables/${table}`).then((answer) => answer.json())"


def test_friends_play_over_plain_http_by_the_name_of_a_house(visit: Visit, server: Server) -> None:
    house = f"http://rondel.house:{server.port}"
    anna = visit("en", LAPTOP, base_url=house)
    bela = visit("fr", PHONE, base_url=house)
    assert not anna.evaluate("isSecureContext")
    name_yourself(anna, "Anna")
    with_friends(anna, FINCA)
    link = anna.locator(LINK).first.input_value()
    assert link.startswith(f"{house}/t/")
    copy = anna.locator("main li button").first
    copy.click()
    expect(copy).to_have_text("Copied")
    bela.goto(link)
    bela.locator("form input").fill("Béla")
    bela.locator("form button").click()
    anna.locator(".stage").wait_for()
    nonces = anna.evaluate(STATE, anna.url.rsplit("/", 1)[-1])["nonces"]
    assert len(set(nonces)) == 2 and all(nonces), "both have added to the luck"
    for page in (anna, bela, anna):
        page.locator(TARGETS).first.press("Enter")
        page.locator(END_TURN).click()
        expect(page.locator(END_TURN)).to_be_hidden()
    expect(bela.locator(TARGETS).first).to_be_visible()


def test_an_invitation_that_nobody_could_follow_says_so_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    page.goto(f"/t/{sit_down(page, 'finca', {'mine': True}, {})}")
    expect(page.locator("[role=note]")).to_contain_text("rondel serve --friends")


def test_the_host_invites_to_an_address_that_friends_can_reach(
    visit: Visit, tmp_path: Path
) -> None:
    open_house = Server(tmp_path)
    open_house.environment["RONDEL_ADDRESS"] = f"http://rondel.house:{open_house.port}"
    try:
        open_house.start()
        page = visit("en", LAPTOP, base_url=open_house.url)
        page.goto(f"/t/{sit_down(page, 'finca', {'mine': True}, {})}")
        link = page.locator(LINK).first
        expect(link).to_have_value(re.compile(rf"^http://rondel.house:{open_house.port}/t/"))
        expect(page.locator("[role=note]")).to_be_hidden()
        guest = visit("fr", PHONE, path=link.input_value())
        expect(guest.locator("h1")).to_be_visible()
    finally:
        open_house.close()
