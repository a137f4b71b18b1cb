"""Training settings, as a settings file contains them."""

import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of one training. Settings files are TOML with these names."""

    game: str
    players: int
    width: int = 128
    """Units of the first layer."""
    depth: int = 32
    """Units of the second layer."""
    tables: int = 16_384
    """Number of simultaneous games."""
    steps: int = 48
    """Decisions per table between two rounds of learning."""
    batch: int = 16_384
    """Positions per gradient step."""
    rate: float = 2e-3
    """Learning rate at the beginning."""
    last_rate: float = 1e-4
    """Learning rate at the end."""
    trace: float = 0.95
    """Lambda of the TD(λ) targets, per decision."""
    points: float = 0.5
    """Weight of the points loss beside the loss of the win probabilities."""
    guided: int = 40
    """Rounds at the beginning in which the game's hints choose."""
    noise: tuple[float, ...] = (0.0, 0.0, 0.003, 0.005, 0.01, 0.02, 0.04, 0.1)
    """Standard deviations of the exploration noise on win probabilities, cycled over the tables."""
    calm: float = 0.3
    """Factor of the noise in the last quarter of the training."""
    minutes: float = 5.0
    rounds: int = 0
    """Rounds to train; 0 to train for a time instead."""
    every: float = 0.1
    """Fraction of the training between two matches that decide which network is kept."""
    match_games: int = 2048
    seed: int = 0
    edition: str = ""
    """Name of an edition; a custom map is passed separately."""

    def changed(self, **wishes: Any) -> "Settings":
        """Return a copy with some settings changed; None keeps a setting."""
        return replace(self, **{name: wish for name, wish in wishes.items() if wish is not None})


ON_A_PROCESSOR = {"tables": 256, "batch": 1024, "guided": 10, "match_games": 128}
"""Settings for machines without a GPU, where a round of the defaults takes minutes."""


def read_settings(path: Path) -> Settings:
    """Return the settings of a TOML file. Raise ValueError for an invalid setting."""
    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    known = {field.name: field for field in fields(Settings)}
    if unknown := sorted(written.keys() - known.keys()):
        raise ValueError(f"{path}: no setting {unknown[0]!r}")
    if "noise" in written:
        written["noise"] = tuple(written["noise"])
    try:
        return Settings(**written)
    except TypeError as error:
        raise ValueError(f"{path}: {error}") from None


def write_settings(settings: Settings) -> str:
    """Return settings as text for `read_settings`."""
    lines: list[str] = []
    value: Any
    for name, value in asdict(settings).items():
        parts: Any = value
        if isinstance(value, str):
            text = f'"{value}"'
        elif isinstance(value, tuple):
            text = "[" + ", ".join(map(str, parts)) + "]"
        else:
            text = str(value)
        lines.append(f"{name} = {text}")
    return "\n".join(lines) + "\n"
