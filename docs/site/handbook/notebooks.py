"""Notebooks as pages: text, code and output."""

import ast
import html
import json
from pathlib import Path
from typing import Any

MATCH = "<Match "
"""Beginning of the text output of a match: notebooks are stored without pictures."""


def as_markdown(notebook: Path) -> str:
    """Return a notebook as Markdown."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    draw_boards(cells)
    return "\n\n".join(part for cell in cells for part in told(cell)) + "\n"


def draw_boards(cells: list[dict[str, Any]]) -> None:
    """Run the cells up to each board that a notebook shows, and insert the board."""
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    boards = [at for at, cell in enumerate(code) if any(map(is_board, cell["outputs"]))]
    known: dict[str, Any] = {}
    for at, cell in enumerate(code[: max(boards, default=-1) + 1]):
        *before, last = ast.parse("".join(cell["source"])).body
        if at not in boards:
            before.append(last)
        exec(compile(ast.Module(before, []), "notebook", "exec"), known)
        if at in boards and isinstance(last, ast.Expr):
            match: Any = eval(compile(ast.Expression(last.value), "notebook", "eval"), known)
            drawn: str | None = match._repr_html_()
            for output in filter(is_board, cell["outputs"] if drawn else ()):
                output["data"]["text/html"] = drawn


def is_board(output: dict[str, Any]) -> bool:
    """Return whether a cell's output is a match."""
    return "".join(output.get("data", {}).get("text/plain", "")).startswith(MATCH)


def told(cell: dict[str, Any]) -> list[str]:
    """Return a cell as Markdown: text unchanged, code with its output."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *[shown(output) for output in cell["outputs"]]]


def shown(output: dict[str, Any]) -> str:
    """Return a cell's output: a picture if there is one, else text."""
    data = output.get("data", {})
    for rich in ("text/html", "image/svg+xml"):
        if rich in data:
            inner = "".join(data[rich])
            return f'<div class="shown" markdown="0">\n{inner}\n</div>'
    text = "".join(output.get("text") or data.get("text/plain", ""))
    return f'<pre class="shown" markdown="0">{html.escape(text.rstrip())}</pre>'
