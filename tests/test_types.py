"""What README and guides show passes two type checkers at their strictest."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.guide import write_carousel
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^(?:`(\w+)\.py`\n\n)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""Python on a page; a file's name above it says that it is that file."""
GUIDE = "add-a-game.md"
"""Whose blocks are the files of a game."""


def shown(page: Path) -> dict[str, str]:
    """The modules of a page: all its Python without what sessions answer, and files it writes."""
    parser = doctest.DocTestParser()
    modules: dict[str, str] = {}
    for file, block in BLOCK.findall(page.read_text("utf-8")):
        name = file or page.stem.replace("-", "_").lower()
        if block.startswith(">>> "):
            block = "".join(example.source for example in parser.get_examples(block))
        if "examples/" not in block:
            modules[name] = modules.get(name, "") + block
    return modules


def written(folder: Path) -> list[Path]:
    """Every module that any page shows."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/start").glob("*.md")]
    for page in pages:
        if page.name != GUIDE:
            for name, source in shown(page).items():
                (folder / f"{name}.py").write_text(source, "utf-8")
    write_carousel(folder)
    for file in (folder / "carousel").rglob("*.py"):
        # That a folder found by scanning becomes a part of the package, checkers cannot know.
        source = file.read_text("utf-8").replace("rondel.games.carousel", "carousel")
        file.write_text(source, "utf-8")
    return sorted(folder.rglob("*.py"))


def checked(*command: object, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT, env=os.environ | {"MYPYPATH": str(folder)},
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_pages_show_is_typed(tmp_path: Path) -> None:
    modules = written(tmp_path)
    assert {"readme", "mine", "train_an_agent", "arena", "hints"} <= {
        module.stem for module in modules
    }
    checked("mypy", *modules, folder=tmp_path)
    # Sessions write down what they ask for, an expression nobody uses; blocks begin anew, and
    # learners' modules are imported for what they register.
    strict = {"typeCheckingMode": "strict", "reportUnusedExpression": False}
    strict |= {"reportDuplicateImport": False, "reportUnusedImport": False}
    strict |= {"extraPaths": [str(ROOT / "src")], "stubPath": str(ROOT / "typings")}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(strict), "utf-8")
    python = ("--pythonpath", sys.executable)
    checked("pyright", *python, "-p", tmp_path / "pyrightconfig.json", folder=tmp_path)
