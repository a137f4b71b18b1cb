"""Stories: events, labels and prompts, with messages in every language."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from fluent.syntax import FluentParser, ast

from rondel.core import Message, Position
from rondel.core.documents import read_label as label
from rondel.core.documents import read_prompt as prompt
from rondel.core.documents import read_story as story
from rondel.core.message import MessageArg
from rondel.games.milestones.map import PROBLEMS
from rondel.games.milestones.pieces import edition_note
from rondel.games.milestones.tests import busy
from rondel.games.milestones.tests.table import (
    EDITION,
    GOODS,
    KINDS,
    STOPS,
    milestones,
    play,
    short_of,
    table,
    with_bush,
)
from rondel.i18n import LANGUAGES, Translator
from rondel.testkit.stories import told

NAMES = ["Anna", "Béla", "Chloé", "Őze"]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
HIRED = ["go trading-house", "hire G4C4", "lay 1", "tile Q1C3"]
SELLING_OUT = ["go trading-house", "hire G4C4", "lay 1", "go mill", "go 3", "go 4"]
PARTS = ("sections", "houses", "markets", "sacks")

NOT_TOLD = re.compile(
    r"(game|good|stop|part|parts|score|problem|map|table|theme|why)-|error-unsound-map$"
)
"""Messages for boards, maps and errors, which no step uses."""


def sentences(language: str, position: Position, *steps: str) -> list[str]:
    return [
        Translator(language, milestones).format(event, NAMES) for event in told(position, *steps)
    ]


def in_all(position: Position, *steps: str) -> list[str]:
    """Return the narration of the last step in each language."""
    return [sentences(language, position, *steps)[-1] for language in LANGUAGES]


def labels(position: Position, step: str) -> list[str]:
    """Return the menu's label of a step in each language."""
    message = label(position, position.edition.steps.number(step))
    return [Translator(language, milestones).format(message, NAMES) for language in LANGUAGES]


def last_move(*boards: str, goods: tuple[str, ...] = ()) -> Position:
    """Return the last move of a game: seat 1 has triggered the end, seat 0 is to move."""
    return table(
        2,
        boards=boards,
        goods=goods,
        moves=1,
        workers_scored=[67, 67],
        trigger=1,
        pawns=["6", "castle"],
    )


def two_of_three_tied() -> Position:
    """Return the last move of a game in which two of three have equally many quarrymen."""
    boards = ["Q5 C5", "Q7 S7", "L5 G4"]
    return table(3, boards=boards, moves=1, workers_scored=[59, 59, 59], trigger=1, pawns=["6"])


def bonus_worker_hired_over() -> Position:
    return table(boards=["Q5* L5 #"], goods=["2 coin"], display="G4C4 S7S7")


def two_bonus_workers_hired_over() -> Position:
    return table(boards=["Q5* L5*"], goods=["2 coin"], display="G4C4 S7S7")


def two_tiles_to_take() -> Position:
    return table(
        boards=["Q5 L5"],
        goods=["1 stone 1 sand"],
        bushes={"a2-a3-b3": "lumberjack", "a1-a2-b2": "quarryman"},
        edition=with_bush("a4-b4-b5", "a1-a2-b2"),
    )


def almost_sold_out() -> Position:
    return table(goods=["2 coin"], display="G4C4", pile="")


def almost_won(players: int = 2) -> Position:
    target = {2: 67, 3: 59, 4: 51}[players]
    return table(players, boards=["L4 L4*"], workers_scored=[target - 2], moves=1)


def last_parts() -> list[tuple[Position, list[str]]]:
    """Return builds with the last part of each kind."""
    goods = ["1 stone 1 wood 1 sand 2 grain"]
    works = ["go board-of-works"]
    road = ["street a1 a2 a3"]
    return [
        (
            table(goods=goods, edition=short_of(sections=1), bushes={}),
            [*works, "street a1", "via a2", "to a3"],
        ),
        (
            table(goods=goods, built=road, edition=short_of(houses=1), bushes={}),
            [*works, "house a1-a2-b2"],
        ),
        (
            table(goods=goods, built=road, edition=short_of(markets=2), bushes={}),
            [*works, "market a3"],
        ),
        (table(goods=goods, edition=short_of(sacks=1), bushes={}), ["go mill", "sack a1"]),
    ]


@cache
def rare_moments() -> list[tuple[Position, list[str]]]:
    """Return tables and steps that a few games may not reach."""
    house = table(
        boards=["Q5 L5"],
        goods=["1 stone 1 wood"],
        built=["street a1 a2 a3"],
        bushes={"a2-a3-b3": "lumberjack"},
    )
    street = ["go board-of-works", "street a1", "via a2", "to b3"]
    return [
        *last_parts(),
        (bonus_worker_hired_over(), HIRED),
        (two_bonus_workers_hired_over(), HIRED),
        (table(boards=["Q5* L5 G3"], pawns=["mill"]), ["go castle", "cover 1"]),
        (two_tiles_to_take(), [*street, "take a1-a2-b2 on 1", "leave"]),
        (two_tiles_to_take(), [*street, "leave"]),
        (house, ["go board-of-works", "house a2-a3-b3", "take a2-a3-b3 on 2"]),
        (almost_sold_out(), SELLING_OUT),
        (table(goods=["2 coin"], display="G4C4", pile="Q1C3"), HIRED),
        (table(goods=["1 stone 1 sand"]), ["go board-of-works", "done"]),
        (almost_won(), ["go 2"]),
        (almost_won(4), ["go 2", "go 3", "go 4"]),
        (last_move("Q5 L5", "Q5 L6"), ["go 7"]),
        (last_move("Q5 L5", "Q5 L6", goods=("1 stone", "")), ["go 7"]),
        (two_of_three_tied(), ["go 7"]),
        (table(goods=["2 grain"]), ["go mill", "done"]),
    ]


@cache
def everything() -> list[Message]:
    """Return every message of some complete games and of the rare moments, each once."""
    messages: dict[str, Message] = {}

    def keep(found: list[Message]) -> None:
        messages.update((repr(message), message) for message in found)

    def ask(position: Position) -> None:
        keep([prompt(position), prompt(position, False)])
        keep([label(position, option) for option, _ in position.legal_steps])

    for players in milestones.players:
        played = busy.match(players)
        for at, (before, step, after) in enumerate(played):
            keep(story(before, before.edition.steps.number(step), after))
            if at < 60 or at % 7 == 0:
                ask(before)
        keep([prompt(played.position)])
    for position, steps in rare_moments():
        for text in steps:
            ask(position)
            keep(told(position, text))
            position = position.after(text)
    return list(messages.values())


def parts(message: Message) -> Iterator[Message]:
    """Yield a message and all messages inside it."""
    yield message
    for value in message.args.values():
        inside: list[MessageArg] = [*value] if isinstance(value, list) else [value]
        for part in inside:
            if isinstance(part, Message):
                yield from parts(part)


@cache
def written(language: str) -> dict[str, ast.Message]:
    """Return the messages of Milestones' own words."""
    text = (milestones.folder / "words" / f"{language}.ftl").read_text("utf-8")
    body = FluentParser().parse(text).body
    assert not [entry for entry in body if isinstance(entry, ast.Junk)]
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


def nodes(node: Any) -> Iterator[ast.SyntaxNode]:
    """Yield a part of a message and all parts inside it."""
    parts: Any = node
    if isinstance(node, list):
        for part in parts:
            yield from nodes(part)
    elif isinstance(node, ast.SyntaxNode):
        yield node
        for part in vars(node).values():
            yield from nodes(part)


def references(language: str, key: str) -> set[str]:
    """Return the messages that a message refers to."""
    found = (n for n in nodes(written(language)[key].value) if isinstance(n, ast.MessageReference))
    return {reference.id.name for reference in found}


def variables(language: str, key: str) -> set[str]:
    """Return the variables of a message, including those of its references."""
    message = written(language)[key].value
    own = {n.id.name for n in nodes(message) if isinstance(n, ast.VariableReference)}
    return own.union(*(variables(language, other) for other in references(language, key)))


def test_every_kind_of_step_is_told() -> None:
    keys = {message.key for message in everything()}
    tags = {str(kind.__struct_config__.tag) for kind in milestones.steps.kinds}
    cases: tuple[tuple[str, set[str]], ...] = (("label", set()), ("event", {"lay-bonus"}))
    for kind, untold in cases:
        said = {key for key in keys if key.startswith(kind)}
        assert {
            tag for tag in tags if not any(k.startswith(f"{kind}-{tag}") for k in said)
        } == untold


def test_every_duty_has_a_prompt_for_everybody() -> None:
    keys = {message.key for message in everything()}
    prompts = {key for key in written("en") if key.startswith("prompt-")}
    assert prompts <= keys
    for_you = {key for key in prompts if key.endswith("-you")}
    assert {f"{key}-you" for key in prompts - for_you} - for_you == {
        "prompt-bonus-you",
        "prompt-turn-up-you",
        "prompt-refill-you",
        "prompt-over-you",
    }


@EVERY_LANGUAGE
def test_everything_that_can_be_told_has_words(language: str) -> None:
    translator = Translator(language, milestones)
    for message in everything():
        said = translator.format(message, NAMES)
        assert said == said.strip() and "{" not in said and "  " not in said, said
        if message.key.startswith(("event-", "prompt-", "end-", "result-", "edition-note")):
            assert re.fullmatch(r"[A-ZÀÁÉŐÚL’].*[.?]", said), said
        else:
            assert not said.endswith("."), said
        assert not re.search(r"\.\.|,\.|: \.|[a-z]-[a-z]+-[a-z]", said), said


def test_no_message_is_unused() -> None:
    used = {part.key for message in everything() for part in parts(message)}
    for language in LANGUAGES:
        keys = written(language)
        known = used | {other for key in keys for other in references(language, key)}
        assert {key for key in keys.keys() - known if not NOT_TOLD.match(key)} == set()


@EVERY_LANGUAGE
def test_every_language_says_the_same_things_about_the_same_things(language: str) -> None:
    helpers = {other for key in written(language) for other in references(language, key)}
    assert written("en").keys() <= written(language).keys()
    assert written(language).keys() - helpers <= written("en").keys()
    for key in written("en"):
        if key not in helpers:
            assert variables(language, key) == variables("en", key), key


@EVERY_LANGUAGE
def test_every_part_problem_and_ending_has_words(language: str) -> None:
    translator = Translator(language, milestones)
    for kind in KINDS:
        assert translator.text(f"kind-{kind}") and translator.text(f"kinds-{kind}")
    for good in GOODS:
        assert translator.text(f"good-{good}")
        for count in (0, 1, 2, 5):
            assert str(count) in translator.text(f"subject-{good}", count=count)
    for stop in STOPS:
        assert (
            translator.text("stop-space", space=int(stop))
            if stop.isdecimal()
            else translator.text(f"stop-{stop}")
        )
    for part in PARTS:
        assert translator.text(f"parts-{part}")
    for part in ("street", "house", "market", "sack"):
        assert translator.text(f"part-{part}")
    seen = milestones.start(2).view
    for source in seen.players[0].score.__struct_fields__:
        assert translator.text(f"score-{source.replace('_', '-')}")
    for problem in milestones.problems:
        assert translator.text(f"problem-{problem}")
    for reason in milestones.reasons:
        assert translator.text(f"end-{reason}").endswith(".")


@EVERY_LANGUAGE
def test_every_problem_of_a_map_has_words(language: str) -> None:
    translator = Translator(language, milestones)
    for key, fields in PROBLEMS.items():
        args = {field: 7 if field not in ("vertex", "start", "bush") else "c4" for field in fields}
        said = translator.text(key, **args)
        assert said and all(str(value) in said for value in args.values())
        assert variables(language, key) == set(fields)


def test_the_rules_texts_and_the_words_use_the_same_names() -> None:
    for language in LANGUAGES:
        translator = Translator(language, milestones)
        rules = (milestones.folder / f"rules.{language}.md").read_text("utf-8").casefold()
        names = [translator.text(f"kind-{kind}") for kind in KINDS]
        names += [translator.text(f"stop-{stop}") for stop in STOPS if not stop.isdecimal()]
        names += [translator.text(f"part-{part}") for part in ("street", "house", "market", "sack")]
        assert [name for name in names if name not in rules] == []


def test_players_are_told_what_is_a_reconstruction() -> None:
    note = edition_note(EDITION)
    assert note is not None
    assert [Translator(language, milestones).format(note) for language in LANGUAGES] == [
        "Reconstructed, not printed: the numbers on the map, the places of the bushes "
        "and the worker tiles. Owners of the game can enter what is printed in a map "
        "file of their own.",
        "Sont reconstitués : les nombres de la carte, la place des buissons et les "
        "tuiles travailleurs. Qui possède le jeu peut saisir les vraies données dans un "
        "fichier de carte.",
        "Rekonstruált részek: a térkép számai, a bokrok helye és a munkáslapkák. Akinek "
        "megvan a játék, saját térképfájlban megadhatja az eredetit.",
    ]
    assert busy.match(2).story()[0] == note


def test_only_what_is_not_certain_is_called_a_reconstruction() -> None:
    facts = EDITION.facts | {"confidence": EDITION.facts["confidence"] | {"numbers": "certain"}}
    note = edition_note(type(EDITION)("mine", EDITION.box, EDITION.steps, facts))
    assert note is not None
    said = Translator("en", milestones).format(note)
    assert said.startswith(
        "Reconstructed, not printed: the places of the bushes and the worker tiles."
    )
    certain = dict.fromkeys(EDITION.facts["confidence"], "certain")
    sure = type(EDITION)("mine", EDITION.box, EDITION.steps, facts | {"confidence": certain})
    assert edition_note(sure) is None


def test_the_set_up_is_told_in_a_few_sentences() -> None:
    assert [event.key for event in busy.match(3).story()[:8]] == [
        "edition-note",
        "event-bonus-tiles",
        "event-display",
        "event-starting-row",
        "event-first-draft",
        "event-draft",
        "event-lay",
        "event-draft",
    ]
    keys = [event.key for event in busy.match(3).story()]
    assert keys[keys.index("event-left-over") + 1] == "event-begins"


def test_a_move_is_told_with_the_goods_it_brings() -> None:
    position = table(boards=["L4 L4 L5*"])
    assert [sentences(language, position, "go 3") for language in LANGUAGES] == [
        [
            "Anna goes to space 3 (lumberjack 5) and takes 3 wood.",
            "A worker with a bonus tile brings Anna 1 point.",
        ],
        [
            "Anna va à la case 3 (bûcheron 5) et prend 3 cubes de bois.",
            "Un travailleur à tuile bonus rapporte 1 point à Anna.",
        ],
        [
            "Anna a 3. munkahelyre megy (5-ös favágó), és 3 fát kap.",
            "Anna bónuszlapkás munkásaiért 1 pontot kap.",
        ],
    ]
    assert labels(position, "go 3") == [
        "Go to space 3 (lumberjack 5): 3 wood and 1 point",
        "Aller à la case 3 (bûcheron 5) : 3 cubes de bois et 1 point",
        "Mozgatás a 3. munkahelyre (5-ös favágó): 3 fa és 1 pont",
    ]


def test_the_trading_house_is_told_with_its_coin() -> None:
    position = table(boards=["Q5 L5"], goods=["1 coin"])
    assert sentences("en", position, "go trading-house") == [
        "Anna goes to the trading house.",
        "The numbers of Anna’s workers are ascending: 1 coin.",
    ]
    assert in_all(position, "go trading-house")[1:] == [
        "Chez Anna, les nombres des travailleurs sont en ordre croissant : 1 pièce.",
        "Anna munkásainak számai növekvő sorban állnak: 1 pénzt kap.",
    ]
    poor = table(boards=["Q5 L4"], goods=["1 coin"])
    assert sentences("en", poor, "go trading-house") == [
        "Anna goes to the trading house and has nothing to trade."
    ]
    assert labels(poor, "go trading-house")[0] == "Go to the trading house; nothing to trade"


def test_a_hired_tile_is_told_with_what_it_covers_and_loses() -> None:
    position = bonus_worker_hired_over()
    assert sentences("en", position, *HIRED)[-4:] == [
        "Anna hires grain grower 4 and coiner 4 for 2 coins.",
        "Anna lays the tile on spaces 1 and 2 and covers quarryman 5 and lumberjack 5.",
        "A bonus tile is removed from the game: quarryman.",
        "New in the display: quarryman 1 + coiner 3.",
    ]
    assert sentences("fr", position, *HIRED)[-4:-1] == [
        "Anna embauche le paysan 4 et le monnayeur 4 pour 2 pièces.",
        "Anna pose la tuile sur les cases 1 et 2 et recouvre le carrier 5 et le bûcheron 5.",
        "Une tuile bonus est retirée du jeu : carrier.",
    ]
    assert sentences("hu", position, *HIRED)[-4:-1] == [
        "Anna felveszi a 4-es aratót és a 4-es pénzverőt, és 2 pénzt fizet.",
        "Anna az 1. és a 2. munkahelyre teszi a lapkát, "
        "és letakarja az 5-ös kőfejtőt és az 5-ös favágót.",
        "Kikerül a játékból egy bónuszlapka: kőfejtő.",
    ]
    assert labels(play(position, *HIRED[:2]), "lay 1") == [
        "Lay the tile on spaces 1 and 2, over quarryman 5 and lumberjack 5; a bonus tile "
        "is removed from the game: quarryman",
        "Poser la tuile sur les cases 1 et 2 ; recouverts : carrier 5 et bûcheron 5 ; "
        "une tuile bonus est retirée du jeu : carrier",
        "A lapka letétele az 1. és a 2. munkahelyre; letakarja: 5-ös kőfejtő és 5-ös "
        "favágó; kikerül a játékból egy bónuszlapka: kőfejtő",
    ]


def test_buying_and_selling_are_told_with_their_prices() -> None:
    position = play(table(boards=["Q5 L4"], goods=["2 stone 2 coin"]), "go trading-house")
    assert in_all(position, "buy sand") == [
        "Anna buys 1 sand for 2 coins.",
        "Anna achète 1 cube de sable pour 2 pièces.",
        "Anna vásárol 1 homokot, és 2 pénzt fizet.",
    ]
    assert in_all(position, "sell stone stone") == [
        "Anna sells 2 stone for 1 coin.",
        "Anna vend 2 cubes de pierre pour 1 pièce.",
        "Anna elad 2 követ, és 1 pénzt kap.",
    ]
    assert labels(position, "done")[0] == "Finish trading"


def test_a_street_is_told_when_it_is_planned_and_when_it_is_built() -> None:
    position = play(
        table(boards=["Q5 L5"], goods=["1 stone 1 sand"], bushes={"a2-a3-b3": "lumberjack"}),
        "go board-of-works",
    )
    assert sentences("en", position, "street a1", "via a2", "to a3") == [
        "Anna plans a street section from a1.",
        "Anna plans its milestone on a2.",
        "Anna builds the street section a1 – a2 – a3: 2 points.",
    ]
    assert in_all(position, "street a1", "via a2", "to a3")[1:] == [
        "Anna construit le tronçon a1 – a2 – a3\u00a0: 2 points.",
        "Anna útszakaszt épít, a1 – a2 – a3: 2 pont.",
    ]
    assert labels(play(position, "street a1"), "via a2") == [
        "Milestone on a2: 2 points, and a bonus tile to pick up: lumberjack",
        "Jalon en a2 : 2 points, et une tuile bonus à prendre : bûcheron",
        "Mérföldkő itt: a2, 2 pont, és elvehető egy bónuszlapka: favágó",
    ]
    assert labels(play(position, "street a1"), "via b2")[0] == "Milestone on b2: 1 point"


def test_taking_and_leaving_bonus_tiles_is_told() -> None:
    position = play(two_tiles_to_take(), "go board-of-works", "street a1", "via a2", "to b3")
    assert in_all(position, "take a1-a2-b2 on 1") == [
        "Anna picks up the bonus tile at a1-a2-b2 for quarryman 5 on space 1: 1 point.",
        "Anna prend la tuile bonus en a1-a2-b2 pour la case 1 (carrier 5) : 1 point.",
        "Anna elvesz egy bónuszlapkát (a1-a2-b2) az 1. munkahelyre (5-ös kőfejtő): 1 pont.",
    ]
    assert sentences("en", position, "leave")[0] in {
        "Anna leaves the bonus tiles lying: quarryman and lumberjack.",
        "Anna leaves the bonus tiles lying: lumberjack and quarryman.",
    }


def test_a_flour_sack_is_told_with_its_points_and_coin() -> None:
    position = play(table(goods=["2 grain"]), "go mill")
    assert in_all(position, "sack a1") == [
        "Anna supplies the marketplace on a1 with flour for 2 grain: 4 points and 1 coin.",
        "Anna alimente le marché en a1 pour 2 cubes de blé : 4 points et 1 pièce.",
        "Anna lisztet szállít egy piacra (a1), és 2 búzát fizet: 4 pontot és 1 pénzt kap.",
    ]


def test_the_castle_is_told_with_what_it_takes() -> None:
    position = table(boards=["Q5* L5 G3"], goods=["4 stone"], pawns=["mill"])
    assert labels(position, "go castle") == [
        "Go home to the castle: return 1, cover a worker",
        "Rentrer au château : remettre 1 en réserve, recouvrir un travailleur",
        "Hazatérés a várba: 1 erőforrás beadása, egy munkás letakarása",
    ]
    assert sentences("en", position, "go castle", "discard stone", "cover 1") == [
        "Anna comes home to the castle.",
        "Anna returns 1 stone.",
        "Anna covers quarryman 5 on space 1.",
        "A bonus tile is removed from the game: quarryman.",
    ]
    few = table(boards=["Q5 L5"], goods=["4 stone"], pawns=["mill"])
    assert sentences("en", few, "go castle", "discard stone")[-1] == (
        "Anna has only 2 visible workers and covers none."
    )
    assert [event.key for event in told(few, "go castle")] == ["event-go-castle"]


def test_the_last_part_of_a_supply_is_told() -> None:
    keys = [told(position, *steps)[-1].key for position, steps in last_parts()]
    assert keys == [f"event-last-{part}" for part in PARTS]


def test_the_coming_end_and_the_last_turns_are_told() -> None:
    assert sentences("en", almost_won(4), "go 2")[-2:] == [
        "Anna has 51 points and triggers the end of the game.",
        "One last turn each for Béla, Chloé and Őze.",
    ]
    assert sentences("hu", almost_won(), "go 2")[-2:] == [
        "Anna pontszáma 67, és ezzel elindítja a játék végét.",
        "Béla még egy utolsó kört játszik.",
    ]
    events = told(almost_won(4), "go 2", "go 3", "go 4")
    assert events[-1].key == "event-last-turn"
    assert sentences("fr", almost_sold_out(), "go trading-house", "hire G4C4")[-2:] == [
        "Anna a acheté la dernière tuile de l’offre et déclenche la fin de la partie.",
        "Encore un dernier tour pour Béla.",
    ]


def test_the_end_tells_majorities_the_reason_and_the_winner() -> None:
    assert sentences("en", last_move("Q5 L5 G3", "Q5 Q7 L6"), "go 7")[1:] == [
        "Béla has the majority of quarrymen (2): 5 points.",
        "All are equal in lumberjacks: no points.",
        "All are equal in sand workers: no points.",
        "Anna has the majority of grain growers (1): 5 points.",
        "All are equal in coiners: no points.",
        "A player has reached the target and everyone else has had a last turn: the game is over.",
        "Anna and Béla share the victory with 72 points each.",
    ]


def test_a_tie_for_most_of_three_is_told() -> None:
    assert sentences("hu", two_of_three_tied(), "go 7")[1] == (
        "Többség, kőfejtő, döntetlennel: Anna és Béla (1), fejenként 2 pont."
    )


def test_a_broken_tie_and_a_shared_victory_are_told() -> None:
    tied = last_move("Q5 L5", "Q5 L6", goods=("1 stone", ""))
    assert in_all(tied, "go 7") == [
        "Anna wins with 67 points: tied on points, but with the most cubes and coins (1).",
        "Anna gagne avec 67 points\u00a0: égalité aux points, "
        "mais le plus de cubes et de pièces (1).",
        "Anna nyert 67 ponttal: pontban döntetlen volt, de nála van a legtöbb kocka és pénz (1).",
    ]
    assert told(last_move("Q5 L5", "Q5 L6"), "go 7")[-1].key == "result-shared"


def test_prompts_speak_of_a_player_or_to_you() -> None:
    translator = Translator("en", milestones)
    position = table(boards=["Q5 L5"], goods=["4 coin 1 stone"], display="G4C4 S7S7", pile="")
    assert translator.format(prompt(position), NAMES) == "Anna must make the first move."
    assert translator.format(prompt(position, False)) == ("Your turn: make your first move.")
    trading = play(position, "go trading-house")
    assert prompt(trading).key == "prompt-trade"
    hired = play(trading, "hire G4C4", "lay 3")
    assert prompt(hired, False).key == "prompt-trade-hired-you"
    home = table(boards=["Q5 L5 G3"], goods=["5 coin"], pawns=["mill"])
    assert translator.format(prompt(play(home, "go castle"), False)) == (
        "You are at the castle: return 2 cubes or coins."
    )


def test_hungarian_puts_the_right_article_before_each_space() -> None:
    position = table(boards=["Q5 L5"])
    articles = {1: "az", 5: "az"}
    for space in range(1, 9):
        said = sentences("hu", position, f"go {space}")[0]
        assert f" {articles.get(space, 'a')} {space}. munkahelyre" in said


def test_hungarian_puts_the_right_ending_after_each_number() -> None:
    translator = Translator("hu", milestones)
    endings = ["az 1-es", "a 2-es", "a 3-as", "a 4-es", "az 5-ös", "a 6-os", "a 7-es", "a 8-as"]
    for number, ending in enumerate(endings, 1):
        assert translator.text("object-coiner", number=number) == f"{ending} pénzverőt"
        assert translator.text("subject-coiner", number=number) == f"{ending.split()[1]} pénzverő"
