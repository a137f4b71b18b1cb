"""Message files: equal messages in every language, and messages for every error."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Visitor

import rondel.i18n
from rondel.core import Message, Player, errors
from rondel.core.message import MessageArg
from rondel.games import find
from rondel.games.milestones.map import MAX_PROBLEMS, UnsoundMap
from rondel.i18n import LANGUAGES, MissingMessage, Translator
from rondel.i18n.hungarian import article

SHARED = Path(rondel.i18n.__file__).parent
GAME_FOLDER = SHARED.parent / "games"
GAMES = sorted(GAME_FOLDER.glob("*/words"))
LESSONS = sorted(GAME_FOLDER.glob("*/lessons"))
CLIENT = Path(__file__).parents[1] / "web" / "src"
BROWSER = [CLIENT / "words", *sorted(GAME_FOLDER.glob("*/web/words"))]
FOLDERS = pytest.mark.parametrize(
    "folder",
    [SHARED, *GAMES, *LESSONS, *BROWSER],
    ids=lambda folder: "-".join(folder.parts[-4:]),
)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

REFUSALS = [
    errors.RondelError("anything"),
    errors.UnknownGame("chess", ["finca", "milestones"]),
    errors.UnknownEdition("1999", ["mallorca-2009"]),
    errors.WrongPlayers(5, (2, 3, 4)),
    errors.UnreadableStep("jump"),
    errors.IllegalStep("move 7", ["move 3", "wind"]),
    errors.IllegalStep("move 7", []),
    errors.StaleStep(12, 15),
    errors.NotYourTurn(1, 0),
    errors.NotYourTurn(1, None),
    errors.NothingToUndo(-1),
    errors.UnsoundPosition(["fruits", "carts"]),
    errors.UnreadableRecord(4, "cut", Message("record-short-line")),
    errors.IncompatibleRecord("finca rules 0", "finca rules 1"),
    errors.FalseDeal(8, "other", Message("record-other-outcome", {"text": "tile 2-fig"})),
    errors.WrongArgument("Seats", 7, "there are 2"),
    errors.UnreadableFile("a.rondel", "no such file"),
    errors.UnwritableFile("a.rondel", "read-only"),
    errors.FileExists("a.rondel"),
    errors.MissingExtra("learn"),
    errors.NotDrawable(),
    errors.NoPicture("chess"),
    errors.GameOver(),
]


class Contents(Visitor):
    """Variables and texts of a message, including those of its references."""

    def __init__(self, known: dict[str, ast.Message]):
        self.known = known
        self.variables: set[str] = set()
        self.texts: list[str] = []

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.visit(self.known[node.id.name])

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.texts.append(node.value)


def entries(folder: Path, language: str) -> list[Any]:
    text = (folder / f"{language}.ftl").read_text("utf-8")
    return list(FluentParser().parse(text).body)


def messages(folder: Path, language: str) -> dict[str, Contents]:
    known = {e.id.name: e for e in entries(folder, language) if isinstance(e, ast.Message)}
    found: dict[str, Contents] = {}
    for key, message in known.items():
        found[key] = Contents(known)
        cast(Any, found[key]).visit(message)
    return found


def sources(folder: Path, language: str) -> dict[str, str]:
    """Return the source of each message by its key."""
    written = FluentSerializer()
    found = entries(folder, language)
    return {e.id.name: written.serialize_entry(e) for e in found if isinstance(e, ast.Message)}


def grammar_aids(folder: Path, language: str) -> set[str]:
    """Return messages that serve as parts of others, such as articles and endings."""
    written = " ".join(sources(folder, language).values())
    return set(re.findall(r"\{ ([a-z][\w-]*) \}", written))


@FOLDERS
@EVERY_LANGUAGE
def test_every_line_of_a_words_file_can_be_read(folder: Path, language: str) -> None:
    junk = [entry.content for entry in entries(folder, language) if isinstance(entry, ast.Junk)]
    assert junk == []


@FOLDERS
@EVERY_LANGUAGE
def test_no_message_is_written_twice(folder: Path, language: str) -> None:
    found = entries(folder, language)
    keys = Counter(entry.id.name for entry in found if isinstance(entry, ast.Message))
    assert [key for key, count in keys.items() if count > 1] == []


@FOLDERS
@EVERY_LANGUAGE
def test_every_language_has_the_same_messages_with_the_same_variables(
    folder: Path, language: str
) -> None:
    english = {key: message.variables for key, message in messages(folder, "en").items()}
    aids = grammar_aids(folder, language) - english.keys()
    found = messages(folder, language).items()
    assert {key: message.variables for key, message in found if key not in aids} == english


@pytest.mark.parametrize("folder", GAMES, ids=lambda f: f.parent.name)
def test_a_game_does_not_redefine_shared_messages(folder: Path) -> None:
    assert messages(folder, "en").keys() & messages(SHARED, "en").keys() == set()


@FOLDERS
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_sentence_was_left_in_english(folder: Path, language: str) -> None:
    english = {key: message.texts for key, message in messages(folder, "en").items()}
    for key, message in messages(folder, language).items():
        sentences = [text for text in message.texts if len(text.split()) > 2]
        assert not set(sentences) & set(english.get(key, ())), key


@FOLDERS
@EVERY_LANGUAGE
def test_no_ending_is_glued_to_a_name(folder: Path, language: str) -> None:
    name = r"\{ \$(player|name|village)s? \}"
    glued = re.compile(rf"{name}[\w’'-]|[\w’'-]{name}")
    for key, text in sources(folder, language).items():
        # English possessives work with any name: Anna’s, James’s.
        owned = re.sub(r"\}’s\b", "}", text) if language == "en" else text
        assert not glued.search(owned), key


@FOLDERS
def test_hungarian_chooses_its_article(folder: Path) -> None:
    written = sources(folder, "hu").items()
    assert [key for key, text in written if re.search(r"\ba\(z\)", text, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    "word", ["alma", "Élet", "ősz", "„Oliver”", 1, 5, 50, 512, 5000, 1000, 1234, 1_000_000]
)
def test_the_hungarian_article_is_az_before_a_vowel_as_it_is_spoken(word: str | int) -> None:
    assert article(word) == "az"


@pytest.mark.parametrize(
    "word", ["citrom", "Yvette", "„Zoé”", 0, 2, 10, 11, 100, 150, 10_000, 100_000, -5, "−1", ""]
)
def test_the_hungarian_article_is_a_before_anything_else(word: str | int) -> None:
    assert article(word) == "a"


def test_a_hungarian_sentence_has_the_article_of_what_it_names() -> None:
    translator = Translator("hu")
    assert (
        translator.text("cli-error-no-maps", name="Alma") == "az Alma nem játszható saját térképen"
    )
    assert (
        translator.text("cli-error-no-maps", name="Finca") == "a Finca nem játszható saját térképen"
    )


@FOLDERS
def test_french_never_elides_before_a_name(folder: Path) -> None:
    for key, text in sources(folder, "fr").items():
        assert not re.search(r"\b(de|que|le|la|du) \{ \$(player|village) \}", text), key


@FOLDERS
def test_french_keeps_its_punctuation_from_the_next_line(folder: Path) -> None:
    loose = re.compile(r"[^\S\u00a0\u202f][:;!»]|[^\s\u00a0\u202f\d][:;!»]|«[^\u00a0\u202f]")
    for key, message in messages(folder, "fr").items():
        for text in message.texts:
            assert not loose.search(text), key


@FOLDERS
@EVERY_LANGUAGE
def test_quotes_and_apostrophes_are_the_languages_own(folder: Path, language: str) -> None:
    foreign = {"en": "'«»„", "fr": "'“”„", "hu": "'«»“"}[language]
    for key, text in sources(folder, language).items():
        assert not set(text) & set(foreign), key


def test_every_refusal_is_told() -> None:
    classes = {
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.RondelError)
    }
    assert {type(refusal) for refusal in REFUSALS} == classes
    codes = {f"error-{kind.code}" for kind in classes}
    assert {key for key in messages(SHARED, "en") if key.startswith("error-")} == codes


@EVERY_LANGUAGE
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.code)
def test_a_refusal_is_a_whole_sentence(language: str, refusal: errors.RondelError) -> None:
    said = Translator(language).error(refusal)
    assert re.fullmatch(r"[A-ZÀÉ“„«].*[.”»]", said)
    assert "{" not in said


@EVERY_LANGUAGE
def test_a_refusal_names_what_was_typed(language: str) -> None:
    assert "move 7" in Translator(language).error(errors.IllegalStep("move 7", ["move 3"]))
    assert "jump" in Translator(language).error(errors.UnreadableStep("jump"))
    assert "finca, milestones" in Translator(language).error(
        errors.UnknownGame("chess", ["finca", "milestones"])
    )


@EVERY_LANGUAGE
def test_what_was_typed_is_told_in_short_however_long_it_was(language: str) -> None:
    translator = Translator(language, "milestones")
    said = translator.error(errors.UnknownGame("x" * 20_000, ["finca", "milestones"]))
    assert "xxx" in said and "milestones" in said and len(said) < 3000
    bush = "-".join(["z9"] * 13)
    problem = Message("map-bush-no-triangle", {"bush": bush})
    assert bush in translator.error(UnsoundMap([problem] * MAX_PROBLEMS))
    named = translator.format(Message("player", {"player": Player(0)}), ["é" * 20_000])
    assert "é…" in named


def test_seats_without_a_name_are_counted_from_one() -> None:
    assert [Translator(language).player(0, ["", "Anna"]) for language in LANGUAGES] == [
        "Player 1",
        "Joueur 1",
        "1. játékos",
    ]
    assert Translator("hu").player(1, ["", "Anna"]) == "Anna"


def test_lists_are_told_as_a_sentence_would() -> None:
    assert Translator("en").join(["a", "b", "c"]) == "a, b and c"
    assert Translator("fr").join(["a", "b"]) == "a et b"
    assert Translator("hu").join(["a", "b"]) == "a és b"
    assert [Translator(language).join([]) for language in LANGUAGES] == ["nothing", "rien", "semmi"]


def test_results_are_told() -> None:
    winner = Message("result-winner", {"player": Player(0), "points": 54})
    assert Translator("en").format(winner, ["Anna"]) == "Anna wins with 54 points."
    assert Translator("fr").format(winner, ["Anna"]) == "Anna gagne avec 54 points."
    assert Translator("hu").format(winner, ["Anna"]) == "Anna nyert 54 ponttal."
    both = [Message("player", {"player": Player(seat)}) for seat in (0, 1)]
    shared = Message("result-shared", {"players": both, "points": 40})
    assert (
        Translator("en").format(shared)
        == "Player 1 and Player 2 share the victory with 40 points each."
    )
    third: dict[str, MessageArg] = {
        "place": 3,
        "player": Player(2),
        "points": Message("points", {"count": 1}),
    }
    told = [Translator(language).format(Message("result-place", third)) for language in LANGUAGES]
    assert told == [
        "3rd place: Player 3, 1 point",
        "3e place\u00a0: Joueur 3, 1 point",
        "3. hely: 3. játékos, 1 pont",
    ]


@EVERY_LANGUAGE
def test_names_are_told_as_they_are(language: str) -> None:
    strange = "{ $x } <b>’s -en\u200b"
    assert strange in Translator(language).format(
        Message("result-winner", {"player": Player(0), "points": 1}), [strange]
    )


def test_missing_words_are_never_silent() -> None:
    with pytest.raises(MissingMessage, match="de"):
        Translator("de")
    with pytest.raises(MissingMessage, match="en: no-such-message"):
        Translator("en").text("no-such-message")
    with pytest.raises(MissingMessage, match="en: seat"):
        Translator("en").text("seat")


def test_a_games_words_know_the_shared_ones_too() -> None:
    translator = Translator("fr", find("finca"))
    assert translator.has("seat") and translator.has("game-title")
    assert not Translator("fr").has("game-title")


BANNED = {
    "en": ["pawn", "starting row", "crossings?", "discards?", "never falls?", "commitment",
           "end is coming", "is to (?:play|place|move|lay|take)", "fingerprints?", "hire a tile",
           "(?:start|free) markets?", "free ends?"],
    "fr": ["fermiers?", "rafale", "sablonniers?", "cultivateurs?", "bornes?", "étalage", "rondelle",
           "rangée de départ", "bureau des travaux", "postes?", "tuile de couverture", "bout libre",
           "défausse[rz]?", "métiers?", "étapes?", "engagement", "rues?", "inutilisées?",
           "franchi[rt]", r"omett?\w*", "ouvriers?(?! de sablière)", r"\d (?:sables|blés)",
           "couvrir", "empreintes?", "bots?"],
    "hu": [r"lapát\w*", r"bábu\w*", r"gabon\w*", r"érm[eé]\w*", r"áru\w*", r"szakm\w*", r"lefed\w*",
           r"holtvers\w*", r"földműv\w*", r"homokbány\w*", r"kezdősor\w*", r"húzóhalom\w*",
           r"alkatrész\w*", r"építési hivatal\w*", r"elhalad\w*", r"eldob\w*", "zálog", "közeleg",
           r"kötelezettség\w*", r"lefúj\w*", "felfordul", "fordulnak fel", r"pontos lapk\w*",
           r"forduló(?!pont)\w*", r"botok\w*", r"ujjlenyomat\w*", r"kimásol\w*"],
}  # fmt: skip
"""Words to avoid: docs/glossary.md has the rulebooks' word for each."""


@EVERY_LANGUAGE
def test_one_thing_has_one_word_everywhere(language: str) -> None:
    banned = re.compile(rf"\b(?:{'|'.join(BANNED[language])})\b", re.IGNORECASE)
    texts = {
        (folder, key): " ".join(message.texts)
        for folder in (SHARED, *GAMES, *LESSONS, *BROWSER)
        for key, message in messages(folder, language).items()
    }
    for name in (f"rules.{language}.md", *["RULES.md"] * (language == "en")):
        texts |= {(path, name): path.read_text("utf-8") for path in GAME_FOLDER.glob(f"*/{name}")}
    said = {place: found[0] for place, text in texts.items() if (found := banned.search(text))}
    assert said == {}
