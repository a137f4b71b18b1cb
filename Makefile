# Everything goes through a virtual environment of its own; the first command makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: play test check bench golden coverage soak clean

play: $(VENV)/ready
	$(BIN)/rondel play finca

test: $(VENV)/ready-dev
	$(BIN)/pytest
	$(MAKE) coverage

check: $(VENV)/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: $(VENV)/ready-dev
	$(BIN)/python -m rondel.testkit.coverage

bench: $(VENV)/ready-bench
	$(BIN)/python benchmarks/rules.py

golden: $(VENV)/ready-dev
	$(BIN)/python -m rondel.testkit.golden

soak: $(VENV)/ready-dev
	RONDEL_SOAK=1000000 $(BIN)/pytest -k conservation

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rondel needs Python 3.11 or later; try make PYTHON=python3.12")'
	@echo "setting up $(VENV), once …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -e .
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/ready-bench: $(VENV)/ready
	@$(PIP) -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
