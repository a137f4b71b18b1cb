"""How a network is trained: everything that a file of settings can say."""

import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Settings:
    """One network's training. Files of settings are TOML with these names."""

    game: str
    players: int
    width: int = 128
    """Units of the first layer."""
    depth: int = 32
    """Units of the second."""
    tables: int = 16_384
    """Games that are played at once."""
    steps: int = 48
    """Decisions at each table between two rounds of learning."""
    batch: int = 16_384
    """Situations a step of learning goes by."""
    rate: float = 2e-3
    """How far such a step goes in the beginning."""
    last_rate: float = 1e-4
    """And in the end."""
    trace: float = 0.95
    """How far what happened later is believed rather than what is thought now, per decision."""
    points: float = 0.5
    """How much telling points counts beside telling chances."""
    guided: int = 40
    """Rounds in the beginning in which the game's hints choose."""
    noise: tuple[float, ...] = (0.0, 0.0, 0.003, 0.005, 0.01, 0.02, 0.04, 0.1)
    """By how much chance each table misjudges options, so that much is tried."""
    calm: float = 0.3
    """What is left of that noise in the last quarter of the time."""
    minutes: float = 5.0
    rounds: int = 0
    """Rounds to train, whatever time they take; 0 to go by the minutes."""
    every: float = 0.1
    """The part of the time between two matches that decide which network is kept."""
    match_games: int = 2048
    seed: int = 0
    edition: str = ""
    """A printing by name; a map of one's own is given apart."""

    def changed(self, **wishes: Any) -> "Settings":
        """The same with some things otherwise; what is None stays."""
        return replace(self, **{name: wish for name, wish in wishes.items() if wish is not None})


ON_A_PROCESSOR = {"tables": 256, "batch": 1024, "guided": 10, "match_games": 128}
"""What suits a machine without a GPU, where a round of the above takes minutes."""


def read_settings(path: Path) -> Settings:
    """The settings in a TOML file. Raises ValueError naming what is wrong."""
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
    """Settings as `read_settings` reads them."""
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
