"""Examples of the README and the guides pass two strict type checkers."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.guide import write_carousel
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^(?:`(\w+)\.py`\n\n)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""Python block of a page, with its file name above it if it is a file."""
GUIDE = "add-a-game.md"
"""Page whose blocks are the files of a game."""


def shown(page: Path) -> dict[str, str]:
    """Return the modules of a page: its Python without session output, and the files it writes."""
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
    """Write every module that a page shows and return the files."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/start").glob("*.md")]
    for page in pages:
        if page.name != GUIDE:
            for name, source in shown(page).items():
                (folder / f"{name}.py").write_text(source, "utf-8")
    write_carousel(folder)
    for file in (folder / "carousel").rglob("*.py"):
        # Type checkers cannot know that a scanned folder becomes part of the package.
        source = file.read_text("utf-8").replace("rondel.games.carousel", "carousel")
        file.write_text(source, "utf-8")
    return sorted(folder.rglob("*.py"))


def checked(*command: object, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT, env=os.environ | {"MYPYPATH": str(folder)},
        capture_output=True, text=True, check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_pages_show_is_typed(tmp_path: Path) -> None:
    modules = written(tmp_path)
    assert {"readme", "mine", "train_an_agent", "arena", "hints"} <= {
        module.stem for module in modules
    }
    checked("mypy", *modules, folder=tmp_path)
    # Sessions contain bare expressions, blocks repeat imports, and learners' modules are imported
    # for their side effects.
    strict = {"typeCheckingMode": "strict", "reportUnusedExpression": False}
    strict |= {"reportDuplicateImport": False, "reportUnusedImport": False}
    strict |= {"extraPaths": [str(ROOT / "src")], "stubPath": str(ROOT / "typings")}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(strict), "utf-8")
    python = ("--pythonpath", sys.executable)
    checked("pyright", *python, "-p", tmp_path / "pyrightconfig.json", folder=tmp_path)
