"""Prices and rules at the table: seen where one pays, and told where one cannot."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.finding import first
from tests.browser.playing import TARGETS, bring, golden, visit_table
from tests.browser.site import ACROSS, PHONE, TABLET, Visit


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_trading_house_shows_what_it_asks_and_pays_in_hungarian(
    visit: Visit, device: Any
) -> None:
    page = visit("hu", device)
    at = first("milestones", lambda position: position.view.duty == "trade")
    visit_table(page, bring(page, golden("milestones", "two-players"), at))
    prices = page.locator("dl[aria-label='Árak a kereskedőházban'] div")
    for price, told in zip(
        prices.all(), ("lapka megvétele", "kocka vétele", "2 kocka eladása"), strict=True
    ):
        expect(price).to_contain_text(told)
        expect(price).to_contain_text("pénz")
        assert price.locator("svg").count() in (1, 2)


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_the_board_of_works_shows_what_every_part_costs_in_french(
    visit: Visit, device: Any
) -> None:
    page = visit("fr", device)
    at = first("milestones", lambda position: position.view.duty == "works")
    visit_table(page, bring(page, golden("milestones", "two-players"), at))
    costs = page.locator("dl[aria-label='Encore disponible'] div")
    expect(costs).to_have_count(4)
    for part, told in zip(
        costs.all(),
        (
            "tronçons : 1 cube de pierre et 1 cube de sable",
            "maisons : 1 cube de pierre et 1 cube de bois",
            "marchés : 1 cube de bois et 1 cube de sable",
            "sacs de farine : 2 cubes de blé",
        ),
        strict=True,
    ):
        expect(part).to_contain_text(told)


@pytest.mark.parametrize(
    ("language", "told", "rule"),
    [
        ("en", "are built at the board of works", "The rule"),
        ("fr", "à la guilde des bâtisseurs", "La règle"),
        ("hu", "az építési bizottságnál lehet építeni", "A szabály"),
    ],
)
def test_a_click_on_the_map_says_where_one_builds(
    visit: Visit, language: str, told: str, rule: str
) -> None:
    page = visit(language, TABLET)
    at = first("milestones", lambda position: position.view.duty == "move")
    visit_table(page, bring(page, golden("milestones", "two-players"), at))
    page.locator("[data-why^='house ']").first.click()
    said = page.locator(".bar [role=alert]")
    expect(said).to_contain_text(told)
    with page.expect_popup() as asked:
        said.get_by_role("link", name=rule).click()
    expect(asked.value.locator(".wanted")).to_be_in_viewport()
    # It is said no longer once something else is done.
    page.locator(TARGETS).first.click()
    expect(said).to_be_hidden()
