"""Deal of the day in the browser: begun once, given up, in the table, and shared."""

import re
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.browser.site import LAPTOP, Server, Visit


def test_the_deal_of_the_day_is_played_once_and_its_result_shared_in_french(
    visit: Visit, server: Server
) -> None:
    # Over plain http, where browsers withhold the clipboard.
    page = visit("fr", LAPTOP, base_url=f"http://rondel.house:{server.port}")
    page.locator("[autocomplete=nickname]").fill("Chloé")
    page.locator("article").first.get_by_role("link", name="Défi du jour").click()
    expect(page.locator("h1")).to_contain_text("le défi du jour")
    page.locator("[data-play]").click()
    expect(page).to_have_url(re.compile("/t/"))
    table = page.url
    expect(page.locator(".prompt")).not_to_be_empty()
    expect(page.get_by_role("button", name="Reprendre")).to_have_count(0)
    page.goto("/daily/finca")
    expect(page.locator("[data-play]")).to_have_text("Continuer la partie")
    page.locator("[data-play]").click()
    expect(page).to_have_url(table)
    given_up = page.evaluate(
        "(path) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},"
        ' body: \'{"kind":"resign"}\'}).then((answer) => answer.status)',
        f"/api/tables/{table.rpartition('/')[2]}/commands",
    )
    assert given_up == 200
    page.goto(table)
    page.locator(".podium").get_by_role("link", name="Classement").click()
    expect(page).to_have_url(re.compile("/daily/finca"))
    expect(page.locator("[data-result]")).to_have_text("Vous avez abandonné.", timeout=60_000)
    today = datetime.now(UTC).date().isoformat()
    shared = page.locator("[data-share]")
    expect(shared).to_contain_text(f"défi du {today}")
    expect(shared).to_contain_text("/daily/finca")
    page.get_by_role("button", name="Partager").click()
    expect(page.get_by_text("Copié")).to_be_visible()
    row = page.locator("tr.you")
    expect(row).to_contain_text("Chloé")
    expect(row.get_by_role("link")).to_have_attribute(
        "href", f"{table[table.index('/t/') :]}/replay?at=0"
    )
    page.locator("summary").click()
    expect(page.locator("details code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
