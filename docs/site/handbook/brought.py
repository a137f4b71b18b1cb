"""Pages and files that the site takes from outside docs/: their paths here and there."""

GAMES = ("finca", "milestones")
FOLDER = "src/rondel/games"
BROUGHT = {
    "README.md": "readme.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "LICENSE": "license.txt",
    "benchmarks/README.md": "benchmarks.md",
    "deploy/Caddyfile": "deploy/Caddyfile.txt",
    "deploy/nginx.conf": "deploy/nginx.conf.txt",
    "deploy/alerts.yml": "deploy/alerts.yml.txt",
    "deploy/systemd/rondel.service": "deploy/rondel.service.txt",
    "deploy/systemd/rondel-worker.service": "deploy/rondel-worker.service.txt",
    "deploy/systemd/rondel-backup.service": "deploy/rondel-backup.service.txt",
    "deploy/systemd/rondel-backup.timer": "deploy/rondel-backup.timer.txt",
    # A folder: one page describes its contents.
    "examples": "examples.md/",
    **{f"{FOLDER}/{game}/RULES.md": f"games/{game}-rulings.md" for game in GAMES},
    **{f"{FOLDER}/{game}/rules.en.md": f"games/{game}.md" for game in GAMES},
}
"""Path in the repository, and page of the site. Pages that end in / are written separately."""
FACES = (
    "alegreya/files/alegreya-latin-500-normal",
    "alegreya/files/alegreya-latin-ext-500-normal",
    "alegreya/files/alegreya-latin-800-normal",
    "alegreya/files/alegreya-latin-ext-800-normal",
    "alegreya-sans/files/alegreya-sans-latin-400-normal",
    "alegreya-sans/files/alegreya-sans-latin-ext-400-normal",
    "alegreya-sans/files/alegreya-sans-latin-700-normal",
    "alegreya-sans/files/alegreya-sans-latin-ext-700-normal",
)
FONTS = [f"node_modules/@fontsource/{face}.woff2" for face in FACES]
"""Typefaces of the browser client; without them the site uses system fonts."""
