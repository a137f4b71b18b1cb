"""Repository files: forms, workflows and hooks that fit together."""

import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def text(name: str) -> str:
    """Return the text of a repository file."""
    return (ROOT / name).read_text("utf-8")


def document(name: str) -> Any:
    """Return a YAML file of the repository."""
    return yaml.safe_load(text(name))


def test_the_workflow_runs_what_every_change_must_pass() -> None:
    jobs = document(".github/workflows/ci.yml")["jobs"]
    assert ".ci/run" in [step.get("run") for step in jobs["all"]["steps"]]
    ran = text(".ci/run")
    assert "check" in ran and "make test" in ran


def test_the_lowest_and_the_newest_versions_are_tried_on_every_python_we_name() -> None:
    job = document(".github/workflows/ci.yml")["jobs"]["versions"]
    tried = {each["python"]: each["which"] for each in job["strategy"]["matrix"]["include"]}
    project = tomllib.loads(text("pyproject.toml"))["project"]
    named = re.findall(r":: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    assert list(tried) == named
    assert tried[project["requires-python"].removeprefix(">=")] == "lowest"
    assert set(tried.values()) == {"lowest", "newest"}
    script = runpy.run_path(str(ROOT / ".ci" / "versions"))
    assert [test for test in script["TESTS"] if not (ROOT / test).is_file()] == []
    assert set(script["EXTRAS"]) <= project["optional-dependencies"].keys()
    ran = [step.get("run", "") for step in job["steps"]]
    assert ran.index("make web") < next(at for at, run in enumerate(ran) if "versions" in run)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_asks_for_something_and_says_what_it_is_for(form: Path) -> None:
    asked = yaml.safe_load(form.read_text("utf-8"))
    if form.stem == "config":
        assert asked == {"blank_issues_enabled": True}
        return
    assert asked["name"] and asked["description"]
    fields = [field for field in asked["body"] if field["type"] != "markdown"]
    assert any(field.get("validations", {}).get("required") for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)


def test_hooks_are_the_quick_half_of_the_checks() -> None:
    [own] = document(".pre-commit-config.yaml")["repos"]
    entries = " ".join(hook["entry"] for hook in own["hooks"])
    for check in ("ruff check", "ruff format --check", "mypy", "lint-imports"):
        assert check in entries


@pytest.mark.parametrize(
    "page", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE"]
)
def test_what_strangers_look_for_first_is_there(page: str) -> None:
    assert len(text(page)) > 400


def test_no_program_beside_the_client_shadows_the_standard_library() -> None:
    names = {path.stem for path in (ROOT / "web").glob("*.py")}
    assert names and not names & sys.stdlib_module_names


def test_pictures_are_few_and_all_shown() -> None:
    folders = [ROOT / "docs" / name for name in ("newcomers-walk", "pictures", "screenshots")]
    pictures = [file for folder in folders for file in folder.iterdir()]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    written = "\n".join(page.read_text("utf-8") for page in pages)
    assert 0 < len(pictures) <= 20
    assert [file.name for file in pictures if file.name not in written] == []
