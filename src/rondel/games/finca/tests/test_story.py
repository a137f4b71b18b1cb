"""Stories: events, labels and prompts, with messages in every language."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from fluent.syntax import FluentParser, ast

from rondel.core import Message, Over, Position
from rondel.core.documents import read_label as label
from rondel.core.documents import read_prompt as prompt
from rondel.core.documents import read_story as story
from rondel.core.message import MessageArg
from rondel.games.finca.tests.table import facts, finca, play, table
from rondel.i18n import LANGUAGES, Translator
from rondel.match import Match, SeededRandom
from rondel.testkit.stories import told

NAMES = ["Anna", "Béla", "Chloé", "Őze"]
ALMOST_OVER = {"arta": 0, "villafranca": 0, "andratx": 0}
SET = "1-fig 2-fig 3-fig 4-any 5-any 6-any"
GAMES = [(2, 1), (3, 3), (4, 5)]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

NOT_TOLD = re.compile(r"game-|action-|score-|problem-|table-|theme-|why-|fruit-any$")
"""Messages for boards and errors, which no step uses."""


def sentences(language: str, position: Position, *steps: str) -> list[str]:
    return [Translator(language, finca).format(event, NAMES) for event in told(position, *steps)]


def labels(language: str, position: Position) -> dict[str, str]:
    """Return the menu's label of each step."""
    translator, text = Translator(language, finca), position.edition.steps.text
    return {
        text(number): translator.format(label(position, number), NAMES)
        for number, _ in position.legal_steps
    }


def level_ending(left: str, right: str) -> Position:
    """Return a table before the end of a game that ends 25 to 25, with these fruits in hand."""
    return table(
        hands=[f"1 grape, {left}".removesuffix(", "), right],
        carts=[1],
        showing={"palma": "1-grape"},
        piles=ALMOST_OVER | {"palma": 1},
        fincas={"palma": "any"},
        collected=[
            "1-fig 2-fig 3-fig 1-olive 2-olive 3-olive 4-any",
            "1-almond 2-almond 3-almond 1-lemon 2-lemon 3-lemon 4-any 1-orange",
        ],
    )


def two_villages_for_one_wooden_finca() -> Position:
    return table(
        hands=["1 fig, 1 olive"],
        carts=[1],
        showing={"palma": "1-fig", "inca": "1-olive"},
        piles=ALMOST_OVER | {"palma": 1, "inca": 1},
        fincas={"palma": "fig", "inca": "olive"},
        collected=["3-fig 3-olive"],
        rest_collected_by=1,
    )


def a_set_without_a_bonus_tile() -> Position:
    return table(
        4,
        hands=["1 grape"],
        carts=[1],
        showing={"palma": "1-grape"},
        collected=[
            f"{SET} 2-grape 3-grape 2-almond-2-fig 3-almond-2-grape one-of-each",
            "1-almond 2-almond 3-almond 4-any 5-any 6-any",
            "1-olive 2-olive 3-olive 4-any 5-any 6-any",
            "1-orange 2-orange 3-orange 2-orange-2-grape 3-orange-2-lemon one-of-each",
        ],
    )


def both_short() -> Position:
    return table(farmers={11: "0", 0: "1"}, hands=["9 fig", "8 fig"], carts=[1, 3])


@cache
def matches() -> list[Match]:
    """Return some complete random games."""
    played = [Match(finca, players, dealer=SeededRandom(seed)) for players, seed in GAMES]
    for match, (_, seed) in zip(played, GAMES, strict=True):
        whim = random.Random(seed)
        while not match.position.is_over:
            match.play(whim.choice(match.position.legal_steps)[0])
    return played


@cache
def rare_moments() -> list[tuple[Position, list[str]]]:
    """Return tables and steps that a few random games may not reach."""
    return [
        (level_ending("3 fig", ""), ["cart", "fill palma", "done"]),
        (level_ending("", ""), ["cart", "fill palma", "done"]),
        (two_villages_for_one_wooden_finca(), ["cart", "fill palma", "fill inca", "done"]),
        (a_set_without_a_bonus_tile(), ["cart", "fill palma", "done"]),
        (both_short(), ["move 11"]),
        (table(4, elsewhere=0, circles=40), ["end"]),
    ]


@cache
def everything() -> list[Message]:
    """Return every message of some complete games and of the rare moments, each once."""
    messages: dict[str, Message] = {}

    def keep(found: list[Message]) -> None:
        messages.update((repr(message), message) for message in found)

    for match in matches():
        for before, step, after in match:
            number = before.edition.steps.number(step)
            keep(story(before, number, after))
            keep([label(before, option) for option, _ in before.legal_steps])
            keep([prompt(before), prompt(before, named=False)])
        keep([prompt(match.position)])
    for position, steps in rare_moments():
        keep(told(position, *steps))
        keep([label(position, option) for option, _ in position.legal_steps])
        keep([prompt(position), prompt(position, named=False)])
    return list(messages.values())


def parts(message: Message) -> Iterator[Message]:
    """Yield a message and all messages inside it."""
    yield message
    for value in message.args.values():
        inside: list[MessageArg] = [*value] if isinstance(value, list) else [value]
        for part in inside:
            if isinstance(part, Message):
                yield from parts(part)


def test_every_kind_of_step_is_told() -> None:
    keys = {message.key for message in everything()}
    tags = {str(kind.__struct_config__.tag) for kind in finca.steps.kinds}
    assert {f"label-{tag}" for tag in tags} <= keys
    assert {f"event-{tag}" for tag in tags - {"lay-blade", "lay-finca"}} <= keys


@EVERY_LANGUAGE
def test_everything_that_can_be_told_has_words(language: str) -> None:
    translator = Translator(language, finca)
    for message in everything():
        said = translator.format(message, NAMES)
        assert said == said.strip() and "{" not in said and "  " not in said
        if message.key.startswith(("event-", "prompt-", "end-", "result-")):
            assert re.fullmatch(r"[A-ZÀÁÉŐÚ].*\.", said), said
        else:
            assert not said.endswith("."), said


def test_no_message_is_unused() -> None:
    text = (finca.folder / "words" / "en.ftl").read_text("utf-8")
    body = FluentParser().parse(text).body
    written = {entry.id.name for entry in body if isinstance(entry, ast.Message)}
    used = {part.key for message in everything() for part in parts(message)}
    assert {key for key in written - used if not NOT_TOLD.match(key)} == set()


@EVERY_LANGUAGE
def test_every_part_problem_and_ending_has_words(language: str) -> None:
    translator = Translator(language, finca)
    for village in facts["villages"]:
        assert translator.text(f"village-{village['name']}") == village["title"]
    for kind in (*facts["fruits"], "any"):
        for count in (0, 1, 2, 5):
            assert str(count) in translator.text(f"amount-{kind}", count=count)
        assert translator.text(f"fruit-{kind}") and translator.text(f"fruits-{kind}")
    for tile in ("wind", "gust", "large", "less"):
        assert translator.text(f"action-{tile}") and translator.text(
            f"action-{tile}-about"
        ).endswith(".")
    for part in ("fruit-tiles", "finca-tiles", "action-tiles", "bonus-tiles", "total"):
        assert translator.text(f"score-{part}")
    for problem in finca.problems:
        assert translator.text(f"problem-{problem}")
    for reason in finca.reasons:
        assert translator.text(f"end-{reason}").endswith(".")


def test_a_move_is_told_with_its_fruits_and_carts() -> None:
    position = table(farmers={5: "0", 6: "1"})
    assert [sentences(language, position, "move 5") for language in LANGUAGES] == [
        ["Anna moves a farmer from blade 5 to blade 6 and takes 2 figs and a cart."],
        ["Anna déplace un paysan de l’aile 5 à l’aile 6 et prend 2 figues et une charrette."],
        ["Anna az 5. vitorláról a 6. vitorlára viszi egy gazdáját: kap 2 fügét és egy kordét."],
    ]


def test_a_label_says_what_a_move_would_bring() -> None:
    position = table(farmers={5: "0", 6: "1"})
    assert [labels(language, position)["move 5"] for language in LANGUAGES] == [
        "Move a farmer from blade 5 to blade 6: take 2 figs and a cart",
        "Déplacer un paysan de l’aile 5 à l’aile 6 : prendre 2 figues et une charrette",
        "Gazda mozgatása az 5. vitorláról a 6. vitorlára: 2 füge és egy kordé",
    ]


def test_a_label_warns_of_everything_that_runs_short() -> None:
    short = both_short()
    assert [labels(language, short)["move 11"] for language in LANGUAGES] == [
        "Move a farmer from blade 11 to blade 0: take 2 figs and a cart, "
        "after everybody returns this fruit and their carts",
        "Déplacer un paysan de l’aile 11 à l’aile 0 : prendre 2 figues et une charrette, "
        "une fois que tous ont rendu leurs fruits de ce type et leurs charrettes",
        "Gazda mozgatása a 11. vitorláról a 0. vitorlára: 2 füge és egy kordé, miután "
        "mindenki visszaadta ezt a gyümölcsöt és a kordéit",
    ]
    fruit = table(farmers={11: "0", 0: "1"}, hands=["17 fig"])
    assert labels("en", fruit)["move 11"].endswith(", after everybody returns this fruit")
    carts = table(farmers={11: "0", 0: "1"}, carts=[4])
    assert labels("en", carts)["move 11"].endswith(", after everybody returns their carts")
    landing = play(table(farmers={2: "0"}, hands=["", "18 orange"]), "gust 2")
    assert labels("en", landing)["land 3"] == (
        "Set the farmer down on blade 3: take 1 orange, after everybody returns this fruit"
    )


def test_shortages_are_told_with_what_everybody_returned() -> None:
    assert sentences("en", both_short(), "move 11") == [
        "Short supply: 2 figs owed, 1 left. "
        "Everybody returns theirs: 9 figs (Anna) and 8 figs (Béla).",
        "Too few carts: a cart owed, none left. "
        "Everybody returns theirs: a cart (Anna) and 3 carts (Béla).",
        "Anna moves a farmer from blade 11 to blade 0 and takes 2 figs and a cart.",
    ]
    assert sentences("hu", both_short(), "move 11")[0] == (
        "Hiány: 2 füge járna, de csak 1 maradt. "
        "Mindenki visszaadja az övéit: 9 füge (Anna) és 8 füge (Béla)."
    )
    assert sentences("fr", both_short(), "move 11")[1] == (
        "Pas assez de charrettes\u00a0: il faudrait une charrette, il n’en reste plus. "
        "Tous rendent les leurs\u00a0: une charrette (Anna) et 3 charrettes (Béla)."
    )


def test_a_delivery_is_told_from_cart_to_new_tile() -> None:
    position = table(
        hands=["1 fig, 2 orange"], carts=[1], showing={"palma": "2-fig-2-orange", "inca": "3-fig"}
    )
    steps = ["less", "fill palma less fig", "done", "tile one-of-each"]
    assert sentences("en", position, *steps) == [
        "Anna plays one fruit less and returns a cart to deliver up to 6 fruits.",
        "Anna delivers 1 fig and 2 oranges to Palma, leaving out 1 fig, "
        "and takes the tile of value 4.",
        "Anna ends the delivery.",
        "Palma turns up a new tile: one of each fruit.",
    ]
    assert sentences("hu", position, *steps)[1] == (
        "Anna szállít 1 fügét és 2 narancsot, kihagy 1 fügét, és megkapja Palma 4 értékű lapkáját."
    )
    assert sentences("fr", position, *steps)[1] == (
        "Anna livre 1 figue et 2 oranges à Palma, sans 1 figue, et prend la tuile de valeur 4."
    )


def test_a_question_mark_tile_is_told_with_the_fruits_that_filled_it() -> None:
    position = table(hands=["4 olive"], carts=[1], showing={"inca": "4-any"})
    assert sentences("en", position, "cart", "fill inca with olive")[1] == (
        "Anna delivers 4 olives for the question marks at Inca and takes the tile of value 4."
    )
    assert labels("hu", play(position, "cart"))["fill inca with olive"] == (
        "Inca kérdőjeles lapkájának teljesítése: 4 olajbogyó 4 pontért"
    )


def test_a_finca_tile_is_told_with_its_winner_and_count() -> None:
    position = table(
        3,
        hands=["3 orange"],
        carts=[1],
        showing={"palma": "3-orange"},
        piles={"palma": 1},
        fincas={"palma": "orange"},
        collected=["1-orange", "3-orange-2-lemon 2-orange one-of-each", "one-of-each"],
    )
    steps = ["cart", "fill palma", "done"]
    assert sentences("en", position, *steps)[3:] == [
        "Béla has the majority at Palma (oranges: 6) and wins the finca tile: 5 points.",
        "A wooden finca is placed at Palma; 4 left.",
    ]
    assert sentences("hu", position, *steps)[3] == (
        "Béla kapja Palma fincalapkáját, mert övé a többség (narancs: 6): 5 pont."
    )


def test_a_tied_finca_tile_goes_to_the_box() -> None:
    position = table(
        hands=["1 fig"],
        carts=[1],
        showing={"palma": "1-fig"},
        piles={"palma": 1},
        fincas={"palma": "olive-lemon"},
        collected=["3-grape", "3-orange 2-grape"],
    )
    assert sentences("fr", position, "cart", "fill palma", "done")[3] == (
        "Égalité pour la majorité à Palma (olives et citrons)\u00a0: "
        "la tuile finca va dans la boîte."
    )


def test_a_village_emptied_after_the_last_wooden_finca_is_told() -> None:
    position = two_villages_for_one_wooden_finca()
    events = sentences("en", position, "cart", "fill palma", "fill inca", "done")
    assert "The last wooden finca is placed at Palma." in events
    assert "Inca is empty too, but no wooden finca is left for it." in events
    assert events.index("The last wooden finca stands: the game is over.") == len(events) - 2


def test_sets_are_told_with_their_bonus_tiles_and_without() -> None:
    position = table(
        hands=["1 olive, 1 grape"],
        carts=[1],
        showing={"palma": "1-olive", "inca": "1-grape"},
        collected=["2-fig 3-fig 4-any 5-any 6-any 2-olive 3-olive 4-any 5-any 6-any"],
    )
    events = sentences("en", position, "cart", "fill palma", "fill inca", "done")
    assert events[-2:] == [
        "Anna completes a set of the values 1 to 6 and takes the bonus tile: 7 points.",
        "Anna completes a set of the values 1 to 6 and takes the bonus tile: 6 points.",
    ]
    unpaid = told(a_set_without_a_bonus_tile(), "cart", "fill palma", "done")
    assert [event.key for event in unpaid].count("event-set-unpaid") == 1
    assert "event-bonus" not in {event.key for event in unpaid}


def ending(position: Position) -> list[str]:
    return [event.key for event in told(position, "cart", "fill palma", "done")][-2:]


def test_the_end_tells_the_reason_and_how_it_was_decided() -> None:
    assert ending(level_ending("", "2 olive")) == ["end-last-finca", "result-tie-broken"]
    assert ending(level_ending("2 fig", "2 olive")) == ["end-last-finca", "result-shared"]
    tie = sentences("en", level_ending("", "2 olive"), "cart", "fill palma", "done")[-1]
    assert tie == ("Béla wins with 25 points: tied on points, but with the most fruits left (2).")
    both = sentences("hu", level_ending("2 fig", "2 olive"), "cart", "fill palma", "done")[-1]
    assert both == "Közös győzelem 25 ponttal: Anna és Béla."


def test_the_set_up_is_told_in_four_sentences() -> None:
    match = Match(finca, NAMES[:3], dealer=SeededRandom(1))
    assert [event.key for event in match.story()] == [
        "event-windmill-laid",
        "event-fincas-laid",
        "event-tiles-dealt",
        "event-begins",
    ]
    laid = Translator("en", finca).format(match.story()[1])
    assert all(village["title"] in laid for village in facts["villages"])


def test_every_whole_game_ends_with_its_winners() -> None:
    for match in matches():
        assert isinstance(match.turn, Over)
        last = Translator("en", finca).format(match.story()[-1], NAMES)
        assert all(NAMES[seat] in last for seat in match.turn.winners)


def test_prompts_speak_of_a_player_or_to_you() -> None:
    translator = Translator("en", finca)
    position = table()
    assert translator.format(prompt(position), NAMES) == (
        "Anna must move a farmer, deliver, or play an action tile."
    )
    assert translator.format(prompt(position, named=False)) == (
        "Your turn: move a farmer, deliver, or play an action tile."
    )
    assert prompt(play(position, "wind")).key == "prompt-move"
    assert prompt(play(position, "gust 9"), named=False).key == "prompt-land-you"


def test_a_prompt_says_whether_a_tile_must_be_filled_and_a_fruit_left_out() -> None:
    showing = {"palma": "2-fig", "inca": "1-olive"}
    position = table(hands=["3 fig, 1 olive"], carts=[1], showing=showing)
    assert prompt(play(position, "cart")).key == "prompt-fill-first"
    assert prompt(play(position, "cart", "fill palma")).key == "prompt-fill"
    assert prompt(play(position, "less")).key == "prompt-fill-less"
    assert prompt(play(position, "less", "fill inca")).key == "prompt-fill-less"
    assert prompt(play(position, "less", "fill palma less fig")).key == "prompt-fill"


def test_hungarian_puts_the_right_article_before_each_blade() -> None:
    articles = {1: "az", 5: "az"}
    for blade in range(12):
        position = table(farmers={blade: "0"}, elsewhere=(blade + 6) % 12)
        said = sentences("hu", position, f"gust {blade}")[0]
        assert f" {articles.get(blade, 'a')} {blade}. vitorláról." in said
