"""Check pages and docstrings for words that docs/contribute/terminology.md rules out.

`python -m handbook.prose` prints findings as FILE:LINE and exits with status 1 if there are any.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
OPENINGS = (
    "a|all|an|at|each|in|it|many|no|of|on|so|that|the|to"
    "|what|when|where|whether|while|who|whoever|whose"
)
"""Words that no docstring begins with: it opens with a verb in the imperative or a plain noun."""
HEADINGS = "of|so|that|what|whether|who|whoever|whose"
"""Words that no heading begins with."""
PHRASES = (
    r"anew",
    r"at a glance",
    r"blind (?:game|games|play|player|players)",
    r"by itself alone",
    r"goes? on where",
    r"gone by",
    r"hears? of",
    r"(?:is|are|be|been|was|were) told",
    r"likewise",
    r"of one's own",
    r"slow hundredth",
    r"spread thin",
    r"tells? of",
    r"what came of",
    r"who(?:m)?ever",
)
"""Regular expressions of phrases and metaphors; a standard term exists for each."""

PHRASE = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
HEADING = re.compile(rf"#+ (?:{HEADINGS})\b", re.IGNORECASE)
OPENING = re.compile(rf"(?:{OPENINGS})\b(?!-)", re.IGNORECASE)
CODE = re.compile(r"```.*?^\s*```|`[^`\n]*`|^>>> .*$|\]\([^)]*\)", re.MULTILINE | re.DOTALL)


def findings(name: str, text: str) -> Iterator[str]:
    """Yield the findings in one file, by its suffix a page or a Python module."""
    checked = page(text) if name.endswith(".md") else module(text)
    for line, problem in checked:
        yield f"{name}:{line}: {problem}"


def page(text: str) -> Iterator[tuple[int, str]]:
    """Yield line numbers and findings of a Markdown page, code left out."""
    prose = without_code(text)
    yield from phrases(prose, 1)
    for number, line in enumerate(prose.splitlines(), 1):
        if HEADING.match(line):
            yield number, f"heading opens with {line.split()[1]!r}"


def module(text: str) -> Iterator[tuple[int, str]]:
    """Yield line numbers and findings of the docstrings of a Python module."""
    for line, docstring in docstrings(ast.parse(text)):
        opening = OPENING.match(docstring)
        if opening:
            yield line, f"docstring opens with {opening[0]!r}"
        yield from phrases(without_code(docstring), line)


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line numbers and docstrings of a module, its classes, functions and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                yield node.lineno, node.value.value


def phrases(text: str, first: int) -> Iterator[tuple[int, str]]:
    """Yield line numbers and forbidden phrases of a text that begins at a line."""
    for found in PHRASE.finditer(text):
        yield first + text.count("\n", 0, found.start()), f"{found[0]!r}"


def without_code(text: str) -> str:
    """Return Markdown text with code and link targets blanked, its lines kept."""
    return CODE.sub(lambda found: "\n" * found[0].count("\n"), text)


def sources() -> Iterator[str]:
    """Yield the committed pages and Python files that are checked."""
    listed = ["git", "ls-files", "*.md", "*.py", "*.pyi"]
    done = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True)
    for name in done.stdout.splitlines():
        is_players_text = name.startswith("src/") and name.endswith(".md")
        if not is_players_text:
            yield name


def main() -> None:
    """Exit with all findings and status 1, or with status 0 if there are none."""
    found = [
        finding
        for name in sources()
        if (ROOT / name).is_file()
        for finding in findings(name, (ROOT / name).read_text("utf-8"))
    ]
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
