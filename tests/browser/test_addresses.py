"""Addresses of pages: links, tabs, the browser's own buttons, and paths without a page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.site import LAPTOP, Visit


def test_a_link_opens_its_page_without_loading_and_back_returns(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    page.evaluate("window.kept = true")
    page.locator("a[href='/learn/finca']").first.click()
    expect(page).to_have_url(re.compile(r"/learn/finca\?at=\d+$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.locator("a[href='/learn/finca']").first).to_be_attached()
    assert page.evaluate("window.kept")


@pytest.mark.parametrize("modifier", ["Control", "Shift"])
def test_a_link_clicked_with_a_key_held_opens_beside_the_page(visit: Visit, modifier: str) -> None:
    page = visit("en", LAPTOP, path="/daily/finca")
    with page.context.expect_page() as opened:
        page.locator("a.home").click(modifiers=[modifier])  # type: ignore[list-item]
    opened.value.wait_for_url("**/")
    assert page.url.endswith("/daily/finca")


@pytest.mark.parametrize("path", ["/rules", "/rules/%zz"])
def test_a_path_without_a_page_shows_that_there_is_none(visit: Visit, path: str) -> None:
    page = visit("en", LAPTOP, path=path)
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()


def test_the_same_page_opens_anew_for_another_game(visit: Visit) -> None:
    page = visit("en", LAPTOP, path="/daily/finca")
    expect(page.get_by_role("heading", name=re.compile("Finca"))).to_be_visible()
    page.evaluate("""() => {
      const link = document.body.appendChild(document.createElement("a"));
      link.href = "/daily/milestones";
      link.click();
    }""")
    expect(page.get_by_role("heading", name=re.compile("Milestones"))).to_be_visible()
