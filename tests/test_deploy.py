"""Files that hosts start from: systemd units and the compose file."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from rondel.cli.backup import delete_old
from rondel.server.settings import SETTABLE, variable
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parents[1]
UNITS = ROOT / "deploy" / "systemd"
MAX_EXPOSURE = 2.0
"""Highest exposure that `systemd-analyze security` may find, of ten."""


def analyze(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze."""
    return subprocess.run(
        ["systemd-analyze", *map(str, arguments)],
        capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """Return copies of the units that run a program of this machine."""
    found = list[Path]()
    for unit in sorted(UNITS.iterdir()):
        text = unit.read_text("utf-8").replace("/opt/rondel/bin/rondel", "/bin/true")
        found.append(tmp_path / unit.name)
        found[-1].write_text(text)
    return found


def test_systemd_understands_the_units(units: list[Path]) -> None:
    done = analyze("verify", *units)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_services_are_hardened(units: list[Path]) -> None:
    services = [unit for unit in units if unit.suffix == ".service"]
    assert len(services) == 3
    for unit in services:
        done = analyze("security", "--offline=true", unit)
        (found,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
        assert float(found) <= MAX_EXPOSURE, done.stdout


def test_the_files_use_settings_and_commands_that_exist() -> None:
    known = {variable(name) for name in SETTABLE} | {"RONDEL_CONFIG", "RONDEL_CACHE"}
    for unit in UNITS.glob("*.service"):
        text = unit.read_text("utf-8")
        assert set(re.findall(r"(RONDEL_\w+)=", text)) <= known
        (command,) = re.findall(r"^ExecStart=/opt/rondel/bin/rondel (\w+)", text, re.MULTILINE)
        assert command in ("serve", "worker", "backup")
    compose: Any = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(services) == {"server", "worker", "proxy", "postgres", "redis"}
    for name in ("server", "worker"):
        assert set(services[name]["environment"]) <= known
        assert set(services[name]["depends_on"]) <= set(services)
    assert services["proxy"]["volumes"][0].startswith("./deploy/Caddyfile:")


def test_old_backups_of_a_folder_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    names = [f"rondel-2026010{day}T033000Z.backup" for day in range(1, 6)]
    for name in [*names, "mine.backup", "rondel-old.backup"]:
        (tmp_path / name).touch()
    delete_old(tmp_path, 2)
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left == ["mine.backup", *names[-2:], "rondel-old.backup"]
