"""Installation with pip: small base, more by extras, and errors that name a missing extra."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from rondel.core.extras import EXTRAS
from tests.programs import without
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMMAND = "from rondel.cli import main; sys.argv = ['rondel', *{arguments!r}]; main()"
PROGRAMS = {
    "serve": "import rondel.server",
    "arena": "import rondel.arena.standings",
    "ray": "from rondel.arena.tournament import run_on_ray; run_on_ray([])",
    "learn": "import rondel.learn.gymnasium",
    "mcp": "from rondel.cli.mcp import server; server()",
    "test": "import rondel.testkit",
    "draw": "from rondel.rendering.pictures import raster; raster('')",
}


def test_rules_library_terminal_and_bots_need_no_extra() -> None:
    every = tuple(package for packages in EXTRAS.values() for package in packages)
    program = (
        "import rondel, rondel.cli\n"
        "match = rondel.Match('finca', 2, seed=7)\n"
        "rondel.bot('random').choose(match.position)\n"
        + COMMAND.format(arguments=["games", "--language", "en"])
    )
    done = without(every, program)
    assert done.returncode == 0, done.stderr
    assert "Finca" in done.stdout


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("serve", ["serve"]),
        ("serve", ["worker"]),
        ("serve", ["backup", "x.backup"]),
        ("host", ["serve", "--database", "postgresql://nobody@127.0.0.1:1/x"]),
        ("arena", ["arena", "finca", "random", "greedy"]),
        ("mcp", ["mcp"]),
        ("train", ["train", "finca"]),
        ("parquet", ["simulate", "finca", "--games", "5", "--parquet", "x.parquet"]),
    ],
)
def test_a_command_names_the_extra_it_needs(extra: str, arguments: list[str]) -> None:
    done = without(EXTRAS[extra], COMMAND.format(arguments=arguments))
    assert done.returncode == 2, done.stderr
    assert f"rondel[{extra}]" in done.stderr and "[missing-extra]" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_picture_names_the_extra_it_needs_and_a_notebook_shows_none() -> None:
    program = "import rondel; match = rondel.Match('finca', 2, seed=7)\n"
    done = without(EXTRAS["draw"], program + "assert match._repr_svg_() is None; match.svg()")
    assert done.returncode == 1
    assert 'MissingExtra: needs an extra: pip install "rondel[draw]"' in done.stderr


@pytest.mark.parametrize("extra", PROGRAMS)
def test_a_room_names_the_extra_it_needs(extra: str) -> None:
    done = without(EXTRAS[extra], PROGRAMS[extra])
    assert done.returncode == 1
    assert f'MissingExtra: needs an extra: pip install "rondel[{extra}]"' in done.stderr


def test_the_extras_are_those_of_the_package() -> None:
    brought = PROJECT["optional-dependencies"]
    names = {"open_spiel": "pyspiel", "pillow": "PIL", "quickjs_ng": "quickjs"}
    for extra, packages in EXTRAS.items():
        listed = {re.split(r"[\[><=]", line)[0].replace("-", "_") for line in brought[extra]}
        assert {names.get(name, name) for name in listed} - {"rondel"} == set(packages), extra
    needed = "\n".join(PROJECT["dependencies"]).replace("-", "_")
    assert not any(package in needed for packages in EXTRAS.values() for package in packages)


def test_the_wheel_has_the_words_and_the_rules_but_no_tests(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "/tests/" in name or "golden/" in name]
    assert not [name for name in names if re.match("rondel/games/[^/]+/web/", name)]
    for wanted in ("rondel/py.typed", "rondel/i18n/hu.ftl", "rondel/games/finca/rules.en.md"):
        assert wanted in names
    for made in (
        "rondel/server/static/index.html",
        "rondel/server/docs/index.html",
        "rondel/rendering/built/drawing.js",
        "rondel/rendering/built/film.js",
    ):
        assert (made in names) == (ROOT / "src" / made).exists()


def test_a_wheel_with_the_page_has_the_licences_of_what_the_page_is_made_of(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("dist-info/METADATA")]
    for folder, packages in {
        "server/static": ("@fluent/bundle", "qrcode-generator", "svelte", "vite"),
        "rendering/built": ("@fluent/bundle", "devalue", "svelte"),
    }.items():
        name = f"src/rondel/{folder}/third-party.txt"
        text = archive.read(metadata.replace("METADATA", f"licenses/{name}")).decode()
        assert f"License-File: {name}" in archive.read(metadata).decode()
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert "Apache License" in text and "Permission is hereby granted" in text
        for package in (*packages, "@fontsource/alegreya", "@fontsource/alegreya-sans"):
            assert re.search(rf"^{package} \d+\.\d+\.\d+$", text, re.MULTILINE), package
