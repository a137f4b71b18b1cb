"""Bots: legal steps, within their budget, and repeatable from a seed."""

import doctest
import re
import sys
import threading
import time
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import numpy as np
import pytest

from rondel.bots import LEVELS, Bot, Level, UnknownBot, find, names, options
from rondel.bots.budget import Allowance, Budget, read_budget
from rondel.bots.custom import CustomBot
from rondel.bots.greedy import Greedy
from rondel.bots.kernels import SEARCH_CONFIG, kernels
from rondel.bots.mistakes import Mistakes
from rondel.bots.naming import KINDS
from rondel.bots.search import Search
from rondel.bots.tree import Tree
from rondel.core import GameOver, Position
from rondel.games import find as find_game
from rondel.games import names as games
from rondel.games.milestones import hints as milestones_hints
from rondel.games.milestones import rules as milestones_rules
from rondel.i18n import LANGUAGES, Translator
from rondel.kernel.state import CHANCE
from rondel.match import Match, SeededRandom
from rondel.testkit import random_match

GUIDE = Path(__file__).parent.parent / "docs" / "write-a-bot.md"
CLOSE = 6
"""Points of a lead that a turn can reverse."""
LIMIT = 3000
QUICK = "search:40,rollout_turns=0"


def middle_of(game: str, players: int = 2, steps: int = 60, seed: int = 1) -> Match:
    """Return a match that random players have begun."""
    match = Match(find_game(game), players, dealer=SeededRandom(seed))
    bot = find("random", seed)
    while len(match) < steps:
        match.play(bot.choose(match.position))
    return match


def play(match: Match, *bots: Bot, steps: int = LIMIT) -> Match:
    """Continue to the end, or for this many steps."""
    while not match.position.is_over and len(match) < steps:
        seat = match.position.seat
        assert seat is not None
        match.play(bots[seat % len(bots)].choose(match.position), seat)
    return match


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_and_search_play_whole_games_by_the_rules(game: str, players: int) -> None:
    match = Match(find_game(game), players, dealer=SeededRandom(players))
    play(match, find("greedy", 1), find(QUICK, 2))
    assert match.position.is_over


@pytest.mark.parametrize("name", ["random", "greedy", "search:60", "casual"])
@pytest.mark.parametrize("game", games())
def test_the_same_seed_gives_the_same_game(game: str, name: str) -> None:
    logs = {
        play(middle_of(game), find(name, "a"), find(name, "b"), steps=100).log for _ in range(2)
    }
    assert len(logs) == 1


def test_another_seed_gives_another_game() -> None:
    logs = {play(middle_of("finca"), find("random", seed), steps=100).log for seed in range(3)}
    assert len(logs) == 3


def test_a_bot_knows_its_name_and_levels_go_by_theirs() -> None:
    assert find("search:0.25s").name == "search:0.25s"
    assert [find(level.name).name for level in LEVELS] == list(names()[1:])
    assert names()[0] == "random"


@pytest.mark.parametrize(
    "name",
    [
        "deep-blue",
        "search:0s",
        "search:soon",
        "search:2000,depth=3",
        "search:2000,win=much",
        "search:1,2",
        "greedy:5",
        "random:seed=1,x=2",
        "engine:1s",
        "engine:./program",
    ],
)
def test_a_bot_that_is_not_understood_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        find(name)
    assert refused.value.code == "unknown-bot"
    assert refused.value.fields["name"] == name
    assert "search" in refused.value.fields["known"]


@pytest.mark.parametrize("written", ["0.25s", "2000", "0.1s/step", "500/step"])
def test_a_budget_reads_as_it_is_written(written: str) -> None:
    assert str(read_budget(written)) == written


def test_a_turns_simulations_are_never_exceeded_and_its_first_step_gets_most() -> None:
    allowance = Allowance(Budget(simulations=1000))
    used: list[int] = []
    for _ in range(12):
        step = allowance.for_step().simulations
        assert step is not None
        used.append(step)
        allowance.spend(0.0, step)
    assert sum(used) == 1000
    assert used[0] == 750
    assert used[-1] == 0
    allowance.renew()
    assert allowance.for_step() == Budget(simulations=750)


def test_a_search_runs_exactly_as_many_simulations_as_it_may() -> None:
    bot = find("search:1000", 1)
    assert isinstance(bot, Search)
    match = middle_of("finca")
    seat = match.position.seat
    ran = 0
    before = None
    while match.position.seat == seat:
        match.play(bot.choose(match.position))
        if bot.thought is not None and bot.thought is not before:
            ran += bot.thought.simulations
        before = bot.thought
    assert 750 <= ran <= 1000


def test_a_budget_for_each_step_is_spent_on_each_step() -> None:
    bot = find("search:300/step", 1)
    assert isinstance(bot, Search)
    position = middle_of("finca").position
    for _ in range(2):
        bot.choose(position)
        assert bot.thought is not None
        assert bot.thought.simulations == 300


def test_a_turns_budget_is_renewed_when_others_have_moved() -> None:
    bot = find("search:400", 1)
    assert isinstance(bot, Search)
    other = find("greedy", 1)
    match = middle_of("finca")
    for _ in range(8):
        seat = match.position.seat
        match.play(bot.choose(match.position))
        while match.position.seat == seat:
            match.play(bot.choose(match.position))
        while match.position.seat != seat:
            match.play(other.choose(match.position))
        bot.choose(match.position)
        assert bot.thought is not None
        assert bot.thought.simulations == 300
        while match.position.seat == seat:
            match.play(other.choose(match.position))
        while match.position.seat != seat:
            match.play(other.choose(match.position))


SIMULATION = 0.001
"""Seconds of a simulation on a slow machine."""


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("level", [each for each in LEVELS if "search" in each.bot])
def test_a_level_keeps_within_its_time_for_a_whole_turn(
    game: str, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, grow = 0, Tree.grow

    def grown_slowly(tree: Tree, simulations: int) -> None:
        nonlocal ran
        ran += simulations
        grow(tree, simulations)

    monkeypatch.setattr(Tree, "grow", grown_slowly)
    monkeypatch.setattr(Search, "clock", staticmethod(lambda: ran * SIMULATION))
    budget = read_budget(level.bot.partition(":")[2])
    most = budget.simulations or (budget.seconds or 0.0) / SIMULATION
    bot, match = find(level.name, 1), middle_of(game)
    for _ in range(5):
        seat, ran, asked = match.seat, 0, 0
        while match.seat == seat and not match.is_over:
            match.play(bot.choose(match.position))
            asked += 1
        assert 0 < ran <= most + asked  # Without time a step is still searched once.
        while match.seat != seat and not match.is_over:
            match.play(min(match.position.legal_ids))


def test_thinking_by_time_comes_to_an_end() -> None:
    position = middle_of("finca").position
    bot = find("search:0.05s", 1)
    assert bot.choose(position) in position.legal_ids
    assert isinstance(bot, Search)
    assert bot.thought is not None
    assert bot.thought.simulations > 0


def grown(
    position: Position,
    simulations: int,
    nodes: int = 100_000,
    evaluator: str = "network",
    **plan: float,
) -> Tree:
    tree = Tree(position.game, nodes, 1, plan, evaluator)
    tree.move_to(position)
    tree.grow(simulations)
    return tree


def test_a_tree_is_kept_from_step_to_step_and_across_the_others_steps() -> None:
    position = middle_of("finca").position
    tree = grown(position, 4000)
    best = max(tree.branches(), key=lambda branch: branch.visits)
    for step in tree.line(best.step)[:4]:
        before, known = position, tree.visits
        position = position.after(step)
        goes_on = tree.move_to(position)
        assert goes_on == (before.seat in (None, position.seat))
        assert 0 < tree.visits < known
        assert tree.visits - sum(branch.visits for branch in tree.branches()) in (0, 1)


def test_a_position_the_tree_does_not_know_is_begun_anew() -> None:
    tree = grown(middle_of("finca").position, 100)
    assert not tree.move_to(middle_of("finca", seed=2).position)
    assert (tree.visits, tree.size) == (0, 1)
    tree.grow(5)
    assert tree.visits == 5


def test_a_full_tree_is_searched_on_without_growing() -> None:
    tree = grown(middle_of("finca").position, 3000, nodes=500)
    assert tree.visits == 3000
    assert 300 < tree.size <= 500


def test_a_tree_looks_no_further_than_its_reach() -> None:
    position = middle_of("finca").position
    asked = {}
    for reach in (0, 1):
        tree = grown(position, 2000, tree_turns=reach)
        opened = tree._nodes[: tree.size][tree._nodes["children"][: tree.size] > 0]
        asked[reach] = set(opened["seat"].tolist()) - {CHANCE}
    assert asked == {0: {0, 1}, 1: {position.seat}}


def foreseen(game: str, seed: int) -> tuple[Tree, Position, int]:
    """Return one of three trees that predicts others' turns, a position at the start of one, and
    its step.
    """
    position = middle_of(game, 3, seed=seed).position
    tree = grown(position, 1500, evaluator="hints", opponent_beam_width=64, prediction_visits=0)
    me = position.seat
    line = tree.line(max(tree.branches(), key=lambda branch: branch.visits).step, 60)
    for step in line:
        if position.seat not in (me, None):
            return tree, position, step
        position = position.after(step)
    raise AssertionError("the tree never looked beyond its own turn")


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("game", games())
def test_others_are_foreseen_to_make_their_best_turn(game: str, seed: int) -> None:
    _, position, step = foreseen(game, seed)
    merits = Greedy(1).merits(position)
    assert position.legal_steps[int(merits.argmax())][0] == step


@pytest.mark.parametrize("game", games())
def test_only_what_others_do_is_foreseen_and_chance_is_not(game: str) -> None:
    tree, _, _ = foreseen(game, 1)
    opened = tree._nodes[: tree.size][tree._nodes["children"][: tree.size] > 0]
    root = int(tree._nodes["seat"][0])
    others = opened[(opened["seat"] != root) & (opened["seat"] != CHANCE)]
    assert set(others["seat"].tolist()) == {0, 1, 2} - {root}
    assert (others["children"] == 1).all()
    for seat in (root, CHANCE):
        assert (opened["children"][opened["seat"] == seat] > 1).any()


@pytest.mark.parametrize("game", games())
def test_a_seat_that_was_foreseen_has_all_its_options_when_it_is_asked(game: str) -> None:
    tree, position, _ = foreseen(game, 1)
    assert not tree.move_to(position)
    tree.grow(10)
    assert [branch.step for branch in tree.branches()] == [step for step, _ in position.legal_steps]
    assert tree.visits == 10


@pytest.mark.parametrize("game", games())
def test_a_game_plans_for_every_number_of_players(game: str) -> None:
    plans = kernels(find_game(game)).configs
    assert list(plans) == list(find_game(game).players)
    assert all(set(plan) == set(SEARCH_CONFIG) for plan in plans.values())
    assert all(plans[players]["opponent_beam_width"] > 0 for players in (3, 4))


def test_chance_comes_as_often_as_its_odds_say() -> None:
    match = Match(find_game("finca"), 2, deal=False)
    tree = grown(match.position, 12_000, rollout_turns=0)
    visits = [branch.visits for branch in tree.branches()]
    assert len(visits) == 6
    assert min(visits) > 1850
    assert max(visits) < 2150


def test_every_seat_has_its_own_value_and_they_share_the_win() -> None:
    for players in (2, 3, 4):
        tree = grown(
            middle_of("finca", players).position, 500, win=1.0, discount=1.0, rollout_turns=10_000
        )
        assert len(tree.values) == len(tree.points) == players
        assert 0.9 < sum(tree.values) < 1.1
        assert all(0 < points < 150 for points in tree.points)


def winning_deliveries(tables: int) -> list[Position]:
    """Return close games where one delivery wins at once, found by playing on."""
    found: list[Position] = []
    for seed in range(200):
        match = Match(find_game("finca"), 2, dealer=SeededRandom(seed))
        bot = Greedy(seed)
        while not match.position.is_over:
            match.play(bot.choose(match.position))
        log = [match.text(number) for number in match.log]
        start = max(at for at, text in enumerate(log) if text in ("cart", "large", "less"))
        position = match.position_at(start)
        assert position.seat is not None
        lead = 2 * position.scores[position.seat] - sum(position.scores)
        if match.position.ranks[position.seat] < max(match.position.ranks) and lead < CLOSE:
            found.append(position)
            if len(found) == tables:
                return found
    raise AssertionError("no such games")


@pytest.mark.parametrize("name", ["greedy", "beginner", "net", "search:500", "expert"])
def test_a_delivery_that_wins_the_game_is_made(name: str) -> None:
    for start, seed in product(winning_deliveries(4), range(5)):
        position, seat = start, start.seat
        bot = find(name, seed)
        while position.seat == seat:
            position = position.after(bot.choose(position))
        assert position.is_over
        assert seat is not None
        assert position.ranks[seat] == 1


def test_a_search_knows_that_a_won_game_is_won() -> None:
    for position in winning_deliveries(2):
        budget = Budget(simulations=2000)
        thought = Search(budget, 1).think(position, budget)
        assert position.seat is not None
        assert thought.values[position.seat] > 0.7


def test_a_beginner_overlooks_things_but_always_sees_something() -> None:
    mistakes = Mistakes(overlook=0.9)
    bot = Greedy(1)
    seen = [mistakes.seen(6, bot._random) for _ in range(300)]
    assert all(some.any() for some in seen)
    assert 0.1 < np.mean(seen) < 0.3
    assert not Mistakes().evaluated(np.array([1.0, 2.0]), bot._random).argmin()


def test_a_search_lets_other_threads_run() -> None:
    tree = grown(middle_of("finca").position, 10)
    counted = 0
    done = threading.Event()

    def think() -> None:
        try:
            tree.grow(30_000)
        finally:
            done.set()

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0)
    thread.join(60)
    # If shut out, this one would have had a turn or two.
    assert counted > 20
    assert tree.visits == 30_010


@pytest.mark.parametrize("game", games())
def test_hints_weigh_every_option_and_expect_points_for_every_seat(game: str) -> None:
    found = kernels(find_game(game))
    for players in find_game(game).players:
        position = middle_of(game, players, 80, players).position
        steps, weights = position.game.buffers()
        steps[: len(position.legal_steps)] = [number for number, _ in position.legal_steps]
        points = np.full((2, 4), np.nan)
        state, box = position.state[0], position.edition.box[0]
        found.tree.weigh(state, box, steps, len(position.legal_steps), weights)
        found.tree.evaluate(state, box, points[0], points[1])
        assert (weights[: len(position.legal_steps)] >= 1).all()
        assert np.isfinite(points[0, :players]).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hints_count_the_majorities_of_milestones_as_the_rules_do(players: int) -> None:
    counted: set[int] = set()
    for steps in (60, 150, 300):
        position = middle_of("milestones", players, steps, players).position
        state, box = position.state[0], position.edition.box[0]
        points = np.zeros((2, 4))
        milestones_hints.majorities(state, box, points[0], points[1])
        ruled = [milestones_rules.majorities(state, box, seat) for seat in range(players)]
        assert points[0, :players].tolist() == ruled
        counted.update(ruled)
    assert len(counted) > 1


def test_the_bot_of_the_guide_plays_as_the_guide_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = GUIDE.read_text("utf-8")
    (tmp_path / "mine.py").write_text(
        guide.partition("`mine.py`\n\n```python\n")[2].partition("```")[0], "utf-8"
    )
    cast(Any, monkeypatch).syspath_prepend(tmp_path)
    session = "\n".join(re.findall(r"^```python\n(>>> .*?)^```$", guide, re.M | re.S))
    examples = doctest.DocTestParser().get_doctest(session, {}, "guide", None, 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_guide_names_bots_that_exist() -> None:
    names_ = re.findall(r"`((?:random|greedy|search)(?::[^`]*)?)`", GUIDE.read_text("utf-8"))
    assert len(names_) > 5
    for name in names_:
        assert find(name).name == name


@pytest.mark.parametrize("name", ["random", "greedy", QUICK, "beginner"])
def test_a_bot_refuses_to_think_about_an_ended_game(name: str) -> None:
    over = random_match(find_game("finca"), 2, 1).position
    with pytest.raises(GameOver, match="no step left"):
        find(name, 1).choose(over)
    with pytest.raises(GameOver):
        Search(Budget(simulations=5), 1).think(over, Budget(simulations=5))


class Choosy:
    """Bot with options of every kind."""

    def __init__(
        self,
        depth: Annotated[int, "how far it looks"] = 2,
        greed: float = 0.5,
        bold: bool = False,
        style: Literal["calm", "wild"] = "calm",
        seed: str | None = None,
    ):
        self.given = (depth, greed, bold, style, seed)

    def choose(self, position: Position) -> str:
        return position.edition.steps.text(position.legal_steps[0][0])


OWN = "tests.test_bots:Choosy"


def test_a_bot_of_ones_own_has_a_name_and_typed_options() -> None:
    bot = find(f"{OWN}:depth=3,greed=1.5,bold=yes,style=wild", seed="x")
    assert isinstance(bot, CustomBot) and bot.bot.given == (3, 1.5, True, "wild", "x")
    plain = find(OWN)
    assert isinstance(plain, CustomBot) and plain.bot.given == (2, 0.5, False, "calm", None)
    assert plain.name == OWN
    position = Match(find_game("finca"), 2, dealer=SeededRandom(1)).position
    assert plain.choose(position) == position.legal_steps[0][0]
    plain.close()
    told = {option.name: (option.kind, option.default) for option in options(OWN)}
    assert told == {
        "depth": ("whole", 2),
        "greed": ("number", 0.5),
        "bold": ("yes-or-no", False),
        "style": ("calm|wild", "calm"),
        "seed": ("text", None),
    }
    assert options(OWN)[0].about == "how far it looks"


@pytest.mark.parametrize(
    "name",
    [
        f"{OWN}:depth=two", f"{OWN}:style=loud", f"{OWN}:speed=9", f"{OWN}:3",
        f"{OWN}:depth=1,depth=2", "tests.test_bots:Nobody", "no.such.module:Bot", "os:getcwd",
        "tests.test_bots:OWN", "search:noise=much", "greedy:2s", "a b:c",
    ],
)  # fmt: skip
def test_a_bot_of_ones_own_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        find(name)


def test_a_bot_is_looked_for_in_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (
        "class Here:\n    def choose(self, position):\n        return position.legal_steps[0][0]\n"
    )
    (tmp_path / "bots_of_this_folder.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert find("bots_of_this_folder:Here").name == "bots_of_this_folder:Here"


def test_a_class_and_an_object_are_bots_and_every_seat_has_its_own() -> None:
    given = Choosy(depth=9)
    one, other = find(given), find(given)
    assert isinstance(one, CustomBot) and isinstance(other, CustomBot)
    assert one.bot is not other.bot is not given and one.bot.given[0] == 9
    made = find(Choosy, seed="y")
    assert isinstance(made, CustomBot) and made.bot.given[-1] == "y"
    with pytest.raises(UnknownBot):
        find(object())  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_ours_is_explained(language: str) -> None:
    translator = Translator(language)
    for kind, known in KINDS.items():
        assert translator.text(f"bots-kind-{kind}")
        for option in known:
            assert translator.text(f"bot-option-{option.name}")


@pytest.mark.parametrize("name", ["greedy", QUICK, "beginner"])
def test_a_bot_ends_a_game_that_only_goes_round_even_if_it_loses(name: str) -> None:
    match = Match(find_game("finca"), 4, dealer=SeededRandom(1))
    for step in ["place 0"] * 12 + ["gust 0", "land 0"] * 4 + ["wind", "move 0", "stop"] * 3:
        match.play(step)
    for _ in range(4 * 10 + 1):
        match.play("move 0")
    seat = match.position.seat
    assert seat is not None and match.position.scores[seat] < max(match.position.scores)
    assert match.text(find(name, 1).choose(match.position)) == "end"


def test_whoever_asks_the_search_for_a_move_hears_of_the_end() -> None:
    match = Match(find_game("finca"), 3, dealer=SeededRandom(1))
    for step in ["place 0"] * 12 + ["gust 0", "land 0"] * 3 + ["move 0"] * 30:
        match.play(step)
    budget = Budget(simulations=30)
    assert match.text(Search(budget, 1).think(match.position, budget).step) == "end"
    play(match, *[find("greedy", seed) for seed in range(3)])
    assert match.position.is_over
