"""Text drawing of the table: complete and aligned."""

import math
import random
import re
import unicodedata

import pytest

from rondel.core import Position
from rondel.games import find
from rondel.games.finca.drawing import MILL, WIDTH
from rondel.games.finca.tests.table import play, table
from rondel.i18n import LANGUAGES, Translator
from rondel.i18n.canvas import width
from rondel.match import Match, SeededRandom

finca = find("finca")
NAMES = ["Anna", "Béla", "Chloé", "Dániel"]
CENTRE = MILL // 2, 9


def drawn(position: Position, language: str = "en", names: list[str] = NAMES) -> list[str]:
    return finca.draw(position, Translator(language, finca), names).splitlines()


def windmill(position: Position) -> list[str]:
    return [line[:MILL].ljust(MILL) for line in drawn(position)[:19]]


def blade_places(position: Position) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for y, line in enumerate(windmill(position)):
        for match in re.finditer(r"│[ 1]([0-9]) [a-z?]", line):
            found[int(line[match.start() + 1 : match.start() + 3])] = match.start() + 4, y
    return found


def village(position: Position, title: str) -> list[str]:
    lines = drawn(position)
    top = next(y for y, line in enumerate(lines) if f" {title} " in line)
    left = lines[top].index(f" {title} ")
    return [line[left : left + 14].strip() for line in lines[top + 1 : top + 5]]


def seat_lines(position: Position, name: str) -> list[str]:
    lines = [line[MILL + 2 :] for line in drawn(position)]
    first = next(y for y, line in enumerate(lines) if f" {name} " in line)
    return lines[first : first + 5]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", finca.players)
def test_every_moment_of_a_game_fits_in_eighty_columns_of_narrow_characters(
    players: int, language: str
) -> None:
    luck = random.Random(players)
    match = Match(finca, NAMES[:players], dealer=SeededRandom(players), deal=False)
    while not match.position.is_over:
        if luck.random() < 0.05:
            lines = drawn(match.position, language)
            assert max(map(len, lines)) <= WIDTH
            characters = set("".join(lines))
            assert not {unicodedata.east_asian_width(c) for c in characters} & {"W", "F"}
            assert not any(unicodedata.combining(c) for c in characters)
        match.push(luck.choice(match.position.legal_steps)[0])
    assert any("⌂ finca" in line for line in drawn(match.position))


def test_frames_are_closed_so_nothing_is_out_of_line() -> None:
    lines = drawn(table(4, hands=["9 fig, 8 lemon"], carts=[0, 4, 0, 0], farmers={3: "001"}))
    grid = [line.ljust(WIDTH) for line in lines]
    goes_down, goes_up = set("│╭╮├┤┬┼"), set("│╰╯├┤┴┼")
    for y, line in enumerate(grid[:-1]):
        for x, character in enumerate(line):
            below = grid[y + 1][x]
            is_open = character in goes_down and below not in goes_up and not below.isalpha()
            assert not is_open, f"line {y}, column {x}: {character} over {below}"


def test_twelve_blades_stand_in_a_ring_clockwise_from_the_top() -> None:
    places = blade_places(table())
    assert sorted(places) == list(range(12))
    angles = [
        math.atan2(places[blade][0] - CENTRE[0], CENTRE[1] - places[blade][1]) % (2 * math.pi)
        for blade in range(12)
    ]
    assert angles == sorted(angles)


def test_the_cart_lines_stand_between_11_and_0_and_between_5_and_6() -> None:
    mill = windmill(table())
    crossed = [y for y, line in enumerate(mill) if line[MILL // 2] == "║"]
    places = blade_places(table())
    assert crossed == [0, 1, 2, 3, 15, 16, 17, 18]
    assert places[11][0] < MILL // 2 < places[0][0] and places[11][1] == places[0][1] in crossed
    assert places[6][0] < MILL // 2 < places[5][0] and places[6][1] == places[5][1] in crossed


def test_farmers_stand_on_their_blades_as_their_seats_marks() -> None:
    position = table(farmers={4: "001", 7: "1"}, elsewhere=2)
    mill = windmill(position)
    for blade, marks in {4: "●●■", 7: "■", 2: "●●●■■■", 0: ""}.items():
        x, y = blade_places(position)[blade]
        assert mill[y + 1][x : x + 7].rstrip() == marks


def test_a_crowd_too_big_for_its_blade_is_counted() -> None:
    position = table(4, farmers={4: "000111222333"})
    x, y = blade_places(position)[4]
    assert windmill(position)[y + 1][x - 3 : x + 7].strip("│ ") == "●3■3▲3◆3"


def test_carts_queue_in_the_hub_and_in_front_of_players() -> None:
    position = table(carts=[1, 0])
    assert any(line[CENTRE[0] - 6 : CENTRE[0] + 7].strip() == "∞∞∞" for line in windmill(position))
    assert seat_lines(position, "Anna")[0].endswith(" ∞ 8 points")
    assert seat_lines(position, "Béla")[0].endswith("─ 8 points")


def test_a_village_shows_its_tile_its_pile_its_finca_tile_and_the_race_for_it() -> None:
    position = table(
        showing={"palma": "3-orange-2-lemon", "inca": "one-of-each", "arta": "4-any"},
        piles={"palma": 2, "inca": 4, "arta": 4},
        fincas={"palma": "orange-grape"},
        collected=["3-orange", "2-grape-2-lemon"],
    )
    assert village(position, "Palma") == ["orange ×3", "lemon ×2    ≡2", "orange+grape", "●3 ■2"]
    assert village(position, "Inca")[:2] == ["one of each", "≡4"]
    assert village(position, "Artá")[:2] == ["? ×4", "≡4"]


def test_an_emptied_village_has_a_finca_and_its_winner() -> None:
    position = table(
        piles={"campos": 0, "inca": 0},
        fincas={"campos": "fig", "inca": "olive"},
        won={"campos": 1},
        rest_collected_by=1,
    )
    assert village(position, "Campos") == ["⌂ finca", "", "fig", "■ +5"]
    assert village(position, "Inca") == ["⌂ finca", "", "olive", "tied"]


def test_a_village_whose_tile_is_being_delivered_waits_for_the_next() -> None:
    position = table(hands=["1 fig"], carts=[1, 0], showing={"palma": "1-fig"})
    position = play(position, "cart", "fill palma")
    assert village(position, "Palma")[:2] == ["·", "≡3"]
    assert any("room for 5 fruits" in line for line in windmill(position))


def test_a_player_has_fruits_values_and_action_tiles() -> None:
    position = table(
        hands=["3 fig, 12 lemon"],
        collected=["1-fig 1-olive 4-any", ""],
        action_tiles=["gust less", "wind gust large less"],
    )
    assert [line.rstrip() for line in seat_lines(position, "Anna")] == [
        "▸● Anna ───────────── 10 points",
        "fig     3 almond  · olive  ·",
        "orange  · grape   · lemon 12",
        "1×2 ·   ·   4   ·   ·",
        "gust, less",
    ]


def test_the_drawing_speaks_every_language() -> None:
    position = table(hands=["3 fig, 2 almond"], farmers={0: "01"})
    for language, (fig, almond) in {
        "en": ("fig ", "almond"),
        "fr": ("figue", "amande"),
        "hu": ("füge", "mandula"),
    }.items():
        text = "\n".join(drawn(position, language))
        assert fig in text and almond in text


@pytest.mark.parametrize("name", ["Maximiliane von und zu Hohenstein", "王小明王小明王小明王小明"])
def test_a_long_or_wide_name_is_cut_and_moves_nothing(name: str) -> None:
    lines = drawn(table(), names=[name, "Béla"])
    assert width(lines[0]) == WIDTH
    assert lines[0].endswith(" 8 points") and "…" in lines[0]


def test_a_table_before_the_deal_can_be_drawn() -> None:
    lines = drawn(finca.start(3))
    assert "11 ?" in lines[1] and " 0 ?" in lines[1]


def test_printing_a_match_draws_its_table() -> None:
    match = Match(finca, ["Anna", "Béla"], dealer=SeededRandom(1))
    assert str(match).splitlines() == drawn(match.position, names=["Anna", "Béla"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_small_drawing_leaves_room_for_the_choices_in_a_terminal_of_eighty_by_24(
    language: str,
) -> None:
    draw_small = finca.draw_small
    assert draw_small is not None
    luck = random.Random(4)
    match = Match(finca, NAMES, dealer=SeededRandom(4), deal=False)
    while not match.position.is_over:
        if luck.random() < 0.03:
            lines = draw_small(match.position, Translator(language, finca), NAMES).splitlines()
            assert len(lines) <= 16 and max(map(len, lines)) <= WIDTH
            told = "\n".join(lines)
            assert all(name in told for name in (*NAMES, "Palma", "Llucmajor", "11 "))
        match.push(luck.choice(match.position.legal_steps)[0])


def test_the_small_drawing_shows_what_lies_where() -> None:
    position = table(2, hands=["3 fig, 1 lemon"], carts=[1], showing={"palma": "2-fig"})
    draw_small = finca.draw_small
    assert draw_small is not None
    lines = draw_small(position, Translator("en", finca), NAMES).splitlines()
    heading = next(line for line in lines if " fig alm" in line)
    anna = next(line for line in lines if "Anna" in line)
    counted = dict(zip(heading.split(), anna.split("Anna")[1].split(), strict=False))
    assert counted == {"★": "8", "∞": "1", "fig": "3", "lem": "1"} | dict.fromkeys(
        ["alm", "oli", "ora", "gra", "1", "2", "3", "4", "5", "6", "⌂"], "·"
    )
    assert anna.endswith("  win gus lar les")
    palma = next(at for at, line in enumerate(lines) if "Palma" in line)
    assert lines[palma + 1][lines[palma].index("Palma") :].startswith("2fig ≡")
