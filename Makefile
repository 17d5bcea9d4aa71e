# Everything a developer runs. `make check` is what CI runs; each target makes the environment that it needs.

PYTHON ?= python3
VENV   ?= .venv
VENVS  ?= .venvs
BIN    := $(VENV)/bin

# One process for each processor; one that is done takes tests from the others.
PARALLEL ?= -n auto --dist worksteal

# The newest other Python on this machine (a path, or nothing), looked for only by the target that uses it.
OTHER  = $(shell current="$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')"; \
	for version in 3.13 3.12 3.11; do \
		[ "$$version" = "$$current" ] && continue; \
		for python in "python$$version" "$$HOME/.pyenv/versions/$$version"*/bin/python; do \
			"$$python" -c 'import venv' >/dev/null 2>&1 && command -v "$$python" && exit; \
		done; \
	done)

.DEFAULT_GOAL := help
.PHONY: help install check lint types imports validate docs test coverage bench bench-check clean

help: ## print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -e '.[dev]'
	@touch $@

install: $(VENV)/installed ## make the environment (VENV=.venv) with the package, editable, and its tools

check: lint types imports validate docs bench-check coverage ## what CI runs, but for the tests on this Python (make test)

lint: $(VENV)/installed ## formatting and lint (ruff)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/installed ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/installed ## imports point down only (import-linter)
	$(BIN)/lint-imports --no-logo

validate: $(VENV)/installed ## check every game and example
	$(BIN)/rulesdsl validate games/*.yaml examples/*.yaml

$(VENV)/docs-installed: $(VENV)/installed
	$(BIN)/pip install -q -e '.[docs]'
	@touch $@

docs: $(VENV)/docs-installed ## the book as a site (site/index.html); a broken link or a page that no index links fails
	$(BIN)/sphinx-build -q -E -W --keep-going -c docs/_book -d build/doctrees . site

test: $(VENV)/installed ## the tests and the games' cases, without coverage
	$(BIN)/pytest -q $(PARALLEL)

# The report goes to a file and is shown when coverage is too low, so that pytest's summary stays the last line.
# On the newest other Python, so that this pass and `make test` together are one on each of the two.
coverage: $(VENV)/installed ## the tests with branch coverage, on the newest other Python found here; fails below the floor
	@python="$(OTHER)"; bin="$(BIN)"; \
	if [ -n "$$python" ]; then \
		venv="$(VENVS)/$$("$$python" -c 'import sys; print("py%d%d" % sys.version_info[:2])')"; bin="$$venv/bin"; \
		if [ ! "$$venv/installed" -nt pyproject.toml ]; then \
			"$$python" -m venv "$$venv" && "$$bin/pip" install -q -e '.[dev]' && touch "$$venv/installed" || exit 1; \
		fi; \
	fi; \
	"$$bin/python" --version; \
	"$$bin/coverage" erase && "$$bin/coverage" run -m pytest -q $(PARALLEL) && "$$bin/coverage" combine -q || exit 1; \
	"$$bin/coverage" report > "$$bin/../coverage.txt" || { cat "$$bin/../coverage.txt"; exit 1; }

bench: $(VENV)/installed ## random play against all peers, a table (BENCH="--write docs/performance.md" puts it there)
	$(BIN)/python benchmarks/table.py $(BENCH)

bench-check: $(VENV)/installed ## fails if a game has become slower against its twin by hand (RENEW=--renew: new baseline)
	$(BIN)/python benchmarks/gate.py $(RENEW)

clean: ## remove environments and what tools left behind
	rm -rf $(VENV) $(VENVS) build dist site .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
