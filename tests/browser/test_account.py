"""Accounts in the browser: another device, passkeys, recovery codes, one's own data."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.playing import ask, name_yourself, play, play_now
from tests.browser.site import LAPTOP, PHONE, Server, Visit, cdp_session

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
GET = """async (credential) => {
  const answer = await fetch("/api/sign-in/passkey", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ credential }),
  });
  return [answer.status, (await answer.json()).code];
}"""
SIGN = """async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}"""


def account(page: Page) -> None:
    """Open one's account by the bar's link."""
    page.locator("header a.account").click()
    expect(page.locator("main h1")).to_be_visible()


def link_shown(page: Page) -> str:
    """Return the link that the account's QR code stands for."""
    page.locator("section", has=page.locator("h2", has_text="another device")).locator(
        "button.primary"
    ).click()
    expect(page.locator("svg.code")).to_be_visible()
    code = page.locator("output").inner_text()
    assert len(code) == 14
    return f"/sign-in#{code}"


def authenticator(page: Page) -> Any:
    """Give a page an authenticator that knows its user."""
    session = cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session


def local(server: Server) -> dict[str, Any]:
    """Return the address at which browsers have passkeys."""
    return {"base_url": f"http://localhost:{server.port}"}


def test_a_game_goes_on_on_the_phone(visit: Visit) -> None:
    laptop = visit("en", LAPTOP)
    name_yourself(laptop, "Ana")
    play_now(laptop, 0)
    play(laptop, 3)
    table = laptop.url.split("/t/")[1]
    laptop.goto("/account")
    path = link_shown(laptop)
    phone = visit("en", PHONE, path)
    expect(phone.locator("main")).to_contain_text("as Ana")
    # The code stays neither in the address nor in the history.
    assert phone.url.endswith("/sign-in")
    phone.locator("main button.primary").tap()
    expect(phone.locator("[autocomplete=nickname]")).to_have_value("Ana")
    phone.goto(f"/t/{table}")
    expect(phone.locator(".bar .prompt")).to_be_visible()
    assert ask(phone, "GET", f"/api/tables/{table}")["your_seats"] == [0]
    before = ask(phone, "GET", f"/api/tables/{table}")["sequence"]
    play(phone, 3, touch=True)
    assert ask(laptop, "GET", f"/api/tables/{table}")["sequence"] > before
    again = visit("en", PHONE, path)
    expect(again.locator("[role=alert]")).to_contain_text("not valid any more")
    # The laptop signs the phone out.
    laptop.reload()
    laptop.locator("section", has_text="Devices").locator("button.quiet").first.click()
    expect(laptop.locator("section", has_text="Devices").locator("li")).to_have_count(1)
    assert ask(phone, "GET", "/api/me") is None


def test_a_guest_is_asked_before_becoming_somebody_else(visit: Visit) -> None:
    laptop, phone = visit("en", LAPTOP), visit("en", PHONE)
    for page, name in ((laptop, "Ana"), (phone, "Guest")):
        ask(page, "PUT", "/api/me", {"name": name})
    seats = [{"kind": "person", "mine": True}, {"kind": "person"}]
    table = ask(phone, "POST", "/api/tables", {"game": "finca", "seats": seats})["id"]
    laptop.goto("/account")
    phone.goto(link_shown(laptop))
    expect(phone.locator("main")).to_contain_text("On this device you are Guest")
    assert ask(phone, "GET", "/api/me")["name"] == "Guest"
    phone.locator("main button.primary").tap()
    expect(phone.locator("[autocomplete=nickname]")).to_have_value("Ana")
    assert ask(laptop, "GET", f"/api/tables/{table}")["your_seats"] == [0]


def test_a_passkey_signs_in_and_nothing_else_does(visit: Visit, server: Server) -> None:
    page = visit("en", LAPTOP, **local(server))
    ask(page, "PUT", "/api/me", {"name": "Ana"})
    own = ask(page, "GET", "/api/me")["id"]
    session = authenticator(page)
    page.goto("/account")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("main")).to_contain_text("even if you lose all devices")
    assert len(ask(page, "GET", "/api/me/sign-in")["passkeys"]) == 1

    def signed() -> Any:
        options = ask(page, "POST", "/api/sign-in/passkey/options")["options"]
        assert not options.get("allowCredentials")
        return page.evaluate(SIGN, options)

    bad = [403, "bad-passkey"]
    good = signed()
    for field in ("signature", "authenticatorData", "clientDataJSON"):
        answer = signed()
        wrong = answer["response"][field]
        answer["response"][field] = wrong[:-6] + ("A" if wrong[-6] != "A" else "B") + wrong[-5:]
        assert page.evaluate(GET, answer) == bad, field
    swapped, other = signed(), signed()
    swapped["response"]["clientDataJSON"] = other["response"]["clientDataJSON"]
    assert page.evaluate(GET, swapped) == bad
    shapeless: list[Any] = [
        {},
        {"response": {}},
        {"response": {"clientDataJSON": "e30"}},
        {"id": 1},
    ]
    for junk in shapeless:
        assert page.evaluate(GET, junk) == bad
    unknown = json.loads(json.dumps(signed()))
    unknown["id"] = unknown["rawId"] = "AAAA"
    assert page.evaluate(GET, unknown) == bad
    latest = signed()
    assert page.evaluate(GET, latest)[0] == 200
    # What was heard once is no answer to anything else, and a copied authenticator lags behind.
    assert page.evaluate(GET, latest) == bad
    assert page.evaluate(GET, good) == bad
    page.context.clear_cookies()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("[autocomplete=nickname]")).to_have_value("Ana")
    assert ask(page, "GET", "/api/me")["id"] == own
    session.detach()


def test_a_passkey_is_added_to_nobody_else(visit: Visit, server: Server) -> None:
    ana, eve = visit("en", LAPTOP, **local(server)), visit("en", LAPTOP, **local(server))
    make = """async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      return (await navigator.credentials.create({ publicKey })).toJSON();
    }"""
    post = """async (credential) => (await fetch("/api/me/passkeys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ credential }),
    })).status"""
    for page, name in ((ana, "Ana"), (eve, "Eve")):
        ask(page, "PUT", "/api/me", {"name": name})
        authenticator(page)
    options = ask(ana, "POST", "/api/me/passkeys/options")["options"]
    made = ana.evaluate(make, options)
    assert eve.evaluate(post, made) == 403
    # The challenge has served: Ana cannot use it either.
    assert ana.evaluate(post, made) == 403
    made = ana.evaluate(make, ask(ana, "POST", "/api/me/passkeys/options")["options"])
    assert ana.evaluate(post, made) == 204
    key = ask(ana, "GET", "/api/me/sign-in")["passkeys"][0]["id"]
    remove = (
        """async (key) => (await fetch(`/api/me/passkeys/${key}`, {method: "DELETE"})).status"""
    )
    assert eve.evaluate(remove, key) == 404
    assert ana.evaluate(remove, key) == 204


def test_recovery_codes_sign_in_once_each(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    ask(page, "PUT", "/api/me", {"name": "Ana"})
    page.goto("/account")
    page.get_by_role("button", name="Make recovery codes").click()
    expect(page.locator(".recovery li")).to_have_count(8)
    code = page.locator(".recovery li").first.inner_text()
    other = visit("en", PHONE, "/sign-in")
    other.locator("main input").fill(code)
    other.locator("main button.primary").tap()
    other.locator("main button.primary").tap()
    expect(other.locator("[autocomplete=nickname]")).to_have_value("Ana")
    assert ask(other, "GET", "/api/me/sign-in")["recovery_codes"] == 7
    third = visit("en", PHONE, "/sign-in")
    third.locator("main input").fill(code)
    third.locator("main button.primary").tap()
    expect(third.locator("[role=alert]")).to_be_visible()


def test_an_account_is_deleted_on_purpose(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    ask(page, "PUT", "/api/me", {"name": "Ana"})
    page.goto("/account")
    page.get_by_role("button", name="Delete the account").press("Enter")
    page.get_by_role("button", name="Keep it").press("Enter")
    assert ask(page, "GET", "/api/me")["name"] == "Ana"
    page.get_by_role("button", name="Delete the account").press("Enter")
    page.get_by_role("button", name="Delete for good").press("Enter")
    expect(page.locator("[autocomplete=nickname]")).to_have_value("")
    assert ask(page, "GET", "/api/me") is None


@pytest.mark.parametrize("language", ["en", "fr", "hu"])
def test_the_pages_are_whole_and_accessible_on_a_phone(visit: Visit, language: str) -> None:
    page = visit(language, PHONE)
    ask(page, "PUT", "/api/me", {"name": "Ana"})
    page.goto("/account")
    page.locator("section").nth(1).locator("button").click()
    expect(page.locator("svg.code")).to_be_visible()
    for path in ("", "/sign-in"):
        if path:
            page.goto(path)
            expect(page.locator("main input")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert violations(page) == []
        assert "⟦" not in page.locator("body").inner_text()
