"""MkDocs hooks that add generated pages, links and assets to the site."""

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import normpath, relpath
from shutil import rmtree
from typing import Any, cast

from handbook.brought import BROUGHT, FONTS
from handbook.commands import commands
from handbook.documented import missing, newcomers
from handbook.endpoints import documents, operations
from handbook.notebooks import as_markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
GENERATED: dict[str, Callable[[], str]] = {
    "<!-- commands -->": commands,
    "<!-- operations -->": operations,
    "<!-- documents -->": documents,
    "<!-- newcomers -->": newcomers,
}
"""Placeholders in pages, and the functions that generate their content."""
FENCED = re.compile(r"(^```.*?^```$|^~~~.*?^~~~$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]*)(#[^)\s]*)?(?=\))")
PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)]+\.svg)\)$", re.MULTILINE)
BLOCK = r"^:root%s \{\n(.*?)^\}"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add pages missing from the navigation to the section of their folder."""
    nav: list[Any] = cast(Any, config).nav or []
    listed = str(nav)
    for folder, section in ((".", "Guides"), ("decisions", "Decisions")):
        pages = sorted(Path(config.docs_dir, folder).glob("*.md"))
        new = [page.relative_to(config.docs_dir).as_posix() for page in pages]
        part(nav, section).extend(page for page in new if repr(page) not in listed)
    return config


def part(nav: list[Any], title: str) -> list[Any]:
    """Return the navigation section with a title, at any depth."""
    for entry in nav:
        inner: Any
        for name, inner in getattr(entry, "items", tuple[Any])():
            below: list[Any] = [] if isinstance(inner, str) else inner
            deeper = part(below, title)
            if name == title or deeper:
                return below if name == title else deeper
    return []


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add files from outside docs/, and generated files."""
    for source, uri in BROUGHT.items():
        if not uri.endswith("/"):
            text = (ROOT / source).read_text("utf-8")
            files.append(File.generated(config, uri, content=text))
    files.append(File.generated(config, "assets/tokens.css", content=tokens()))
    files.append(
        File.generated(config, "assets/icon.svg", abs_src_path=str(ROOT / "web/public/icon.svg"))
    )
    for font in FONTS:
        if (ROOT / font).is_file():
            uri = f"assets/fonts/{Path(font).name}"
            files.append(File.generated(config, uri, abs_src_path=str(ROOT / font)))
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(notebook)
        text = as_markdown(Path(str(notebook.abs_src_path)))
        files.append(File.generated(config, source_of(notebook.src_uri, ".md"), content=text))
    return files


def source_of(uri: str, suffix: str) -> str:
    """Return a path with another suffix."""
    return str(Path(uri).with_suffix(suffix).as_posix())


def tokens() -> str:
    """Return the client's colours as custom properties for the light and the dark theme."""
    theme = (ROOT / "web/src/theme.css").read_text("utf-8")
    found = [
        re.search(BLOCK % re.escape(which), theme, re.MULTILINE | re.DOTALL)
        for which in ("", '[data-theme="dark"]')
    ]
    if None in found:
        raise PluginError("web/src/theme.css has no tokens")
    light, dark = (match[1] for match in found if match)
    return f':root {{\n{light}}}\n[data-md-color-scheme="slate"] {{\n{dark}}}\n'


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links for the site, and replace placeholders with generated text."""
    uri = page.file.src_uri
    home = {there: here for here, there in BROUGHT.items()}.get(uri, f"docs/{uri}")
    for mark, write in GENERATED.items():
        if mark in markdown:
            markdown = markdown.replace(mark, write())
    markdown = PICTURE.sub(lambda found: drawn(found[1], home, found[2]), markdown)
    parts = FENCED.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = LINK.sub(lambda found: led(found, home, uri), parts[number])
    return "".join(parts)


def led(found: re.Match[str], home: str, uri: str) -> str:
    """Return a link's target on the site."""
    target, anchor = found[1], found[2] or ""
    there = normpath(f"{home}/../{target}")
    if there.startswith("docs/"):
        there = there.removeprefix("docs/")
        there = source_of(there, ".md") if there.endswith(".ipynb") else there
    elif there in BROUGHT:
        there = BROUGHT[there].rstrip("/")
    else:
        raise PluginError(f"{home} links to {target}, which the site does not have")
    return relpath(there, f"{uri}/..") + anchor


def drawn(alt: str, home: str, target: str) -> str:
    """Inline an SVG diagram, so that it uses the page's colours."""
    file = ROOT / normpath(f"{home}/../{target}")
    if "pictures" not in file.parts:
        return f"![{alt}]({target})"
    svg = file.read_text("utf-8").strip()
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{alt}" ', 1)
    return f'<figure class="drawn" markdown="0">\n{svg}\n</figure>\n'


def on_env(env: Any, *, config: MkDocsConfig, files: Files) -> Any:
    """Fail unless the reference documents every public name."""
    references: Any = cast(Any, config).plugins["autorefs"]
    lacking = missing(references.get_item_url)
    if lacking:
        raise PluginError("the reference lacks:\n" + "\n".join(lacking))
    return env


def on_post_build(*, config: MkDocsConfig) -> None:
    """Write the search index as a script, for use from disk; delete unused files of the theme."""
    site = Path(config.site_dir)
    index = site / "search" / "search_index.json"
    index.with_suffix(".js").write_text(f"var __index = {index.read_text('utf-8')}", "utf-8")
    rmtree(site / "assets" / "javascripts" / "lunr")
    for unread in (*site.rglob("*.map"), *site.glob("sitemap.xml*")):
        unread.unlink()
