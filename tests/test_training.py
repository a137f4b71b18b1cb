"""Training of a tiny network on the CPU."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import torch
from typer.testing import CliRunner

from rondel.bots.networks import file_of, read_network
from rondel.cli import app
from rondel.cli.train import _shown
from rondel.core import WrongArgument
from rondel.games import find, names
from rondel.i18n import LANGUAGES, Translator
from rondel.learn.training import trainer
from rondel.learn.training.export import from_whole
from rondel.learn.training.model import Network, by_observer, by_seat
from rondel.learn.training.playing import match
from rondel.learn.training.settings import Settings, read_settings, write_settings
from rondel.learn.training.tables import open_tables
from rondel.learn.training.trainer import Progress, Trainer

TINY = Settings(
    "finca", 2, width=32, depth=16, tables=128, steps=24, batch=512, rounds=40, guided=12,
    match_games=64, every=1.0, noise=(0.0, 0.01, 0.03), rate=4e-3,
)  # fmt: skip


@pytest.mark.timeout(600)
def test_a_network_gets_better_by_playing_against_itself() -> None:
    torch.set_num_threads(1)
    trainer = Trainer(TINY)
    before = Network(len(trainer.network.first), 2, 32, 16)
    trainer.run()
    share, games = match(trainer.network, before, open_tables(trainer.game, 2, 96, 7), 7)
    assert games == 96
    assert share >= 0.65
    assert trainer.progress.games > 100


def test_training_goes_on_after_a_kill(tmp_path: Path) -> None:
    short = TINY.changed(tables=16, batch=64, rounds=2, guided=1, match_games=16)
    one = Trainer(short)
    one.run()
    one.save(tmp_path / "network.checkpoint")
    other = Trainer(short.changed(rounds=3, seed=5))
    other.load(tmp_path / "network.checkpoint")
    assert other.progress == one.progress
    for part, same in zip(one.kept.parameters(), other.kept.parameters(), strict=True):
        assert torch.equal(part, same)
    other.progress.part = 0.0
    other.run()
    assert other.progress.rounds == 3


def test_a_worse_network_is_not_kept() -> None:
    short = TINY.changed(tables=16, batch=64, rounds=1, guided=0, match_games=32)
    trainer = Trainer(short, start=_shipped())
    with torch.no_grad():
        trainer.network.last.weight.neg_()
        trainer.network.last.bias.neg_()
    before = [part.clone() for part in trainer.kept.parameters()]
    trainer.compare()
    assert trainer.progress.kept == 0 and trainer.progress.against_kept < 0.2
    assert all(map(torch.equal, before, trainer.kept.parameters()))


def test_what_was_begun_from_a_network_goes_on_from_its_checkpoint_alone(tmp_path: Path) -> None:
    short = TINY.changed(tables=16, batch=64, rounds=1, guided=5, match_games=16)
    one = Trainer(short, start=_shipped())
    one.save(tmp_path / "network.checkpoint")
    other = Trainer(short)
    other.load(tmp_path / "network.checkpoint")
    assert other.warm and other.network.first.shape == one.network.first.shape
    assert all(map(torch.equal, one.network.parameters(), other.network.parameters()))
    three = Trainer(short.changed(players=3))
    with pytest.raises(ValueError, match="it is finca for 2 players"):
        three.load(tmp_path / "network.checkpoint")
    (tmp_path / "torn.checkpoint").write_bytes(b"PK torn")
    with pytest.raises(ValueError, match="no checkpoint to go on from"):
        other.load(tmp_path / "torn.checkpoint")


def test_a_network_of_another_game_or_of_fewer_rows_is_no_start() -> None:
    short = TINY.changed(tables=16, batch=64, rounds=1, guided=0, match_games=16)
    with pytest.raises(WrongArgument, match="rows now, for 3"):
        Trainer(short.changed(players=3), start=_shipped())
    with pytest.raises(WrongArgument, match="finca has"):
        Trainer(short, start=Network(100, 2))


def test_an_edition_of_ones_own_can_be_learnt() -> None:
    mine = replace(find("finca").edition(""), name="mine")
    short = TINY.changed(tables=16, steps=8, batch=64, rounds=1, guided=1, match_games=8)
    trainer = Trainer(short, edition=mine)
    assert trainer.tables.edition is mine and trainer.judges.edition is mine
    trainer._learn(trainer._play())
    assert trainer.progress.decisions == 16 * 8


@pytest.mark.parametrize("game", ["finca", "milestones"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_shipped_network_can_be_trained_again(game: str, players: int) -> None:
    file = file_of(find(game), players)
    settings, weights = read_settings(file.with_suffix(".toml")), read_network(file)
    assert (settings.game, settings.players) == (game, players)
    assert (settings.width, settings.depth) == (len(weights.first_bias), len(weights.second_bias))
    assert f"\n| {players} | {settings.width} |" in (file.parent / "README.md").read_text("utf-8")


def test_the_networks_weigh_no_more_than_24_megabytes() -> None:
    files = [path for game in names() for path in find(game).folder.glob("networks/*.npz")]
    assert len(files) == 6 and sum(path.stat().st_size for path in files) <= 24_000_000


def test_the_bar_tells_games_pace_strength_and_loss() -> None:
    learnt = Progress(games=1234, pace=56789.0, loss=0.456, against_hints=0.78, kept=9)
    for language in LANGUAGES:
        shown = "".join(
            letter for letter in _shown(Translator(language), learnt) if letter.isalnum()
        )
        assert all(told in shown for told in ("1234", "56789", "0456", "78", "9")), shown


def _shipped() -> Network:
    return from_whole(read_network(file_of(find("finca"), 2)))


def test_seats_are_told_from_the_observers_chair() -> None:
    known = torch.tensor([[0.1, 0.2, 0.7]])
    seen = by_observer(known, torch.tensor([2]))
    assert cast(Any, seen).tolist() == [pytest.approx([0.7, 0.1, 0.2])]
    assert torch.equal(by_seat(seen, torch.tensor([2])), known)


def test_settings_survive_being_written_and_read(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(write_settings(TINY), "utf-8")
    assert read_settings(file) == TINY
    file.write_text("game = 'finca'\nplayers = 2\nspeed = 3\n", "utf-8")
    with pytest.raises(ValueError, match="no setting 'speed'"):
        read_settings(file)


def test_the_command_trains_and_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    file, output = tmp_path / "settings.toml", tmp_path / "mine.npz"
    tiny = TINY.changed(tables=16, batch=64, rounds=1, guided=0, match_games=16)
    file.write_text(write_settings(tiny), "utf-8")
    told = CliRunner().invoke(app, ["train", "finca", "--settings", str(file), "-o", str(output)])
    assert told.exit_code == 0, told.output
    assert output.exists() and output.with_suffix(".checkpoint").exists()
    again = CliRunner().invoke(app, ["train", "finca", "--settings", str(file), "-o", str(output)])
    assert again.exit_code != 0 and "exists" in again.output
    other = CliRunner().invoke(
        app, ["train", "finca", "--start", str(output), "--players", "3", "-o", f"{output}x"]
    )
    assert other.exit_code != 0 and "start cannot be" in other.output
    assert "finca has" in " ".join(other.output.split()), "why not"
    for option in ("--start", "--settings"):
        wrong = CliRunner().invoke(app, ["train", "finca", option, __file__, "-o", f"{output}x"])
        assert wrong.exit_code != 0 and "[unreadable-file]" in wrong.output


def test_training_without_a_terminal_writes_lines_and_says_when_nothing_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "KEEP_AT", 2.0)
    file, output = tmp_path / "settings.toml", tmp_path / "mine.npz"
    tiny = TINY.changed(tables=16, batch=64, rounds=1, guided=0, match_games=16)
    file.write_text(write_settings(tiny), "utf-8")
    told = CliRunner().invoke(app, ["train", "finca", "--settings", str(file), "-o", str(output)])
    assert told.exit_code == 0, told.output
    assert "\x1b" not in told.output and "\r" not in told.output
    progress = [line for line in told.output.splitlines() if "decisions a second" in line]
    assert len(progress) >= 2, "a line while it trains, and one at the end"
    assert re.match(r"\d+\s%: ", progress[0])
    assert "nothing was saved" in told.output
