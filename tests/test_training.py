"""Training a network on the processor, as small as it gets."""

from pathlib import Path
from typing import Any, cast

import pytest
import torch
from typer.testing import CliRunner

from rondel.cli import app
from rondel.learn.training.model import Network, turned, turned_back
from rondel.learn.training.playing import match
from rondel.learn.training.settings import Settings, read_settings, write_settings
from rondel.learn.training.tables import open_tables
from rondel.learn.training.trainer import Trainer

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


def _shipped() -> Network:
    from rondel.bots.networks import file_of, read_network
    from rondel.games import find
    from rondel.learn.training.export import from_whole

    return from_whole(read_network(file_of(find("finca"), 2)))


def test_seats_are_told_from_the_observers_chair() -> None:
    known = torch.tensor([[0.1, 0.2, 0.7]])
    seen = turned_back(known, torch.tensor([2]))
    assert cast(Any, seen).tolist() == [pytest.approx([0.7, 0.1, 0.2])]
    assert torch.equal(turned(seen, torch.tensor([2])), known)


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
    assert other.exit_code != 0 and "start" in other.output
