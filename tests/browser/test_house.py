"""Game night: friends come over plain http, by a name that is not this machine's own."""

import io
import re

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.playing import (
    END_TURN,
    FINCA,
    TARGETS,
    ask,
    bring,
    golden,
    grow_old,
    left_alone,
    name_yourself,
    sit_down,
    visit_table,
    with_friends,
)
from tests.browser.site import LAPTOP, PHONE, Server, Visit

LINK = "main li input"
COPIED = """() => {
  document.addEventListener("copy", (event) => (window.copied = event.target.value));
}"""
"""Remembers what is copied: over plain http nobody may read the clipboard."""
BRING = "([table, brought]) => localStorage.setItem(`deal ${table}`, JSON.stringify(brought))"
"""Remembers what the dealer was bound to when we added to the luck."""
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


def copied(page: Page, button: str) -> str:
    """Press a button that copies, and see it said; what was copied."""
    page.evaluate("window.copied = null")
    pressed = page.get_by_role("button", name=button, exact=True)
    pressed.click()
    expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    found: str = page.evaluate("window.copied")
    return found


def test_everything_to_pass_on_can_be_passed_on_over_plain_http(
    visit: Visit, server: Server
) -> None:
    house = f"http://rondel.house:{server.port}"
    page = visit("en", LAPTOP, base_url=house)
    page.add_init_script(f"({COPIED})()")
    table = sit_down(page, "finca", {"mine": True}, {})
    page.goto(f"/t/{table}")
    assert copied(page, "Copy the link") == page.locator(LINK).first.input_value()
    assert copied(page, "Copy the link for watchers").startswith(f"{house}/t/{table}")
    away = visit("fr", PHONE, path="/healthz", base_url=house)
    table = left_alone(page, away)
    grow_old(server, table)
    visit_table(page, table)
    page.locator("header summary").click()
    assert copied(page, "Copy the link for watchers").startswith(f"{house}/t/{table}")
    assert copied(page, "New link to the seat of Béla").startswith(f"{house}/t/{table}")
    table = bring(page, golden("finca", "two-players"))
    visit_table(page, table, "/replay?at=99")
    assert copied(page, "Copy the link to this step") == f"{house}/t/{table}/replay?at=99"
    page.goto(f"/t/{table}")
    for button in ("Share a picture", "Download the record"):
        with page.expect_download() as saved:
            page.locator(".podium").get_by_text(button).click()
        assert saved.value.path().stat().st_size > 1_000


def test_the_page_itself_proves_the_deal_over_plain_http_in_french(
    visit: Visit, server: Server
) -> None:
    page = visit("fr", PHONE, base_url=f"http://rondel.house:{server.port}")
    table = sit_down(page, "finca", {"mine": True}, {"mine": True})
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign", "seat": 0})
    page.goto(f"/t/{table}")
    # Asking the server would prove nothing.
    page.route(f"**/api/tables/{table}/deal", lambda route: route.abort())
    page.get_by_role("button", name="Vérifier les tirages").click()
    expect(page.locator(".verdict")).to_have_text("Les tirages étaient honnêtes")
    other = {"commitment": "0" * 64, "nonce": "ours"}
    page.evaluate(BRING, [table, other])
    page.get_by_role("button", name="Vérifier les tirages").click()
    expect(page.locator(".verdict")).to_have_text("Le secret ne donne pas ces tirages !")


def test_a_link_that_cannot_be_copied_is_shown_in_french(visit: Visit) -> None:
    page = visit("fr", PHONE)
    page.add_init_script("document.execCommand = () => false")
    page.add_init_script("delete Navigator.prototype.clipboard")
    visit_table(page, bring(page, golden("finca", "two-players")), "/replay?at=99")
    page.get_by_role("button", name="Copier le lien vers ce coup").click()
    shown = page.get_by_label("Lien à copier à la main")
    expect(shown).to_have_value(re.compile("/replay\\?at=99$"))
    assert page.evaluate("getSelection().toString()") == shown.input_value()
    expect(shown).to_be_in_viewport(ratio=1)


def test_the_code_of_an_invitation_is_read_as_its_address(visit: Visit) -> None:
    for theme in ("light", "dark"):
        page = visit("hu", PHONE, color_scheme=theme)
        page.goto(f"/t/{sit_down(page, 'finca', {'mine': True}, {})}")
        picture = page.locator("li svg.code").screenshot()
        codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
        assert [code.text for code in codes] == [page.locator(LINK).first.input_value()]


def test_an_invitation_that_nobody_could_follow_says_so_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    page.goto(f"/t/{sit_down(page, 'finca', {'mine': True}, {})}")
    expect(page.locator("[role=note]")).to_contain_text("rondel serve --friends")
