"""Looks: digits that cannot be misread, nothing in the browser's own colours, nothing unnamed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import in_play, lobby_with_friends, options
from tests.browser.site import TABLET, Visit

DESKTOP = {"viewport": {"width": 1920, "height": 1080}}
THEMES = ("light", "dark", "dusk", "plain")
FACES = """() => {
  const told = [...document.querySelectorAll("body *")].filter((piece) =>
    [...piece.childNodes].some((part) => part.nodeType === 3 && /[0-9]/.test(part.data)));
  return [...new Set(told.map((piece) => {
    const { fontFamily, fontFeatureSettings } = getComputedStyle(piece);
    return `${fontFamily.split(",")[0].replaceAll('"', "")} ${fontFeatureSettings}`;
  }))].sort();
}"""
"""Faces in which digits are written, and with which kind of digits."""
OWN_COLOUR = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--accent)";
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const all = [...document.querySelectorAll("input:is([type=checkbox], [type=range])")];
  return [all.length, all.filter((one) => getComputedStyle(one).accentColor !== accent).length];
}"""
"""How many boxes to tick there are, and how many of them are not in our colour."""
PILLS = """() => {
  const named = (sign) => [sign, ...sign.querySelectorAll("*")].map((part) => part.ariaLabel ?? "");
  const told = (sign) => sign.textContent + named(sign).join("");
  const signs = [...document.querySelectorAll(".beside :is(ul, dl) > :is(li, div)")];
  return signs.filter((sign) => !sign.matches(".gap"))
    .filter((sign) => !sign.closest("[aria-label], details") || !/\\p{L}/u.test(told(sign)))
    .map((sign) => sign.outerHTML);
}"""
"""Script that returns icons without a label, and rows of icons without a name."""


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_digits_are_of_the_text_face_and_stand_on_the_line(visit: Visit, game: str) -> None:
    page = visit("fr", DESKTOP)
    in_play(page, game)
    faces = page.evaluate(FACES)
    assert set(faces) <= {'Alegreya Sans "lnum"', 'Digits "lnum"'}
    assert 'Digits "lnum"' in faces


def in_theme(page: Page, theme: str) -> None:
    """Choose a look where everyone can."""
    page.locator(".choices select").first.select_option(theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_boxes_to_tick_are_in_the_colour_of_the_page_in_every_look(visit: Visit) -> None:
    page = visit("hu", TABLET)
    for screen in (lobby_with_friends, options):
        screen(page)
        for theme in THEMES:
            in_theme(page, theme)
            boxes, strange = page.evaluate(OWN_COLOUR)
            assert boxes >= 2 and strange == 0, theme


def test_every_row_of_signs_has_a_name_in_hungarian(visit: Visit) -> None:
    page = visit("hu", DESKTOP)
    in_play(page, "milestones")
    page.locator(".beside dl").first.wait_for()
    assert page.evaluate(PILLS) == []
    majorities = page.get_by_role("list", name="többségek")
    expect(majorities.locator("li")).to_have_count(6)
    # Where nobody has a majority, that is said.
    expect(majorities).to_contain_text("senki")
