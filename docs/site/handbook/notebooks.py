"""Notebooks as pages: their text, their code, and what it showed."""

import html
import json
from pathlib import Path
from typing import Any


def as_markdown(notebook: Path) -> str:
    """A notebook as a page."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in told(cell)) + "\n"


def told(cell: dict[str, Any]) -> list[str]:
    """One cell: text as it is, code with what it showed."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *[shown(output) for output in cell["outputs"]]]


def shown(output: dict[str, Any]) -> str:
    """What a cell showed: a picture if there is one, else text."""
    data = output.get("data", {})
    for rich in ("text/html", "image/svg+xml"):
        if rich in data:
            inner = "".join(data[rich])
            return f'<div class="shown" markdown="0">\n{inner}\n</div>'
    text = "".join(output.get("text") or data.get("text/plain", ""))
    return f'<pre class="shown" markdown="0">{html.escape(text.rstrip())}</pre>'
