# Needs make and Python 3.11 or newer; everything else comes from PyPI, as uv.lock names it, into .venv.
# Another interpreter:  make test PYTHON=/path/to/python3.12

PYTHON ?= python3
VENV   ?= .venv
UV_VERSION = 0.13.9
JOBS   ?= auto
GAMES  ?= 100000
MINUTES ?= 10
CORES  ?= $(shell nproc 2>/dev/null || echo 2)

BIN := $(VENV)/bin
PY  := $(BIN)/python
UV  := $(BIN)/uv

export UV_PYTHON_DOWNLOADS := never
export UV_COMPILE_BYTECODE := 1
export UV_PROJECT_ENVIRONMENT := $(VENV)
unexport VIRTUAL_ENV

.DEFAULT_GOAL := help
.PHONY: help demo samples test check format lint types imports tests fuzz fuzz-mail fuzz-smoke crash crash-smoke bench bench-smoke lock clean

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	  || grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST)

# --- the virtual environment ---------------------------------------------------------------------------------------

$(UV):
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "pbem needs Python 3.11 or newer, and there is no '$(PYTHON)' here. Install one, or: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "pbem needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Another one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu it is the package python3-venv that is missing." >&2; exit 1; }
	@$(PY) -m pip install --quiet --disable-pip-version-check "uv==$(UV_VERSION)"
	@touch $@

$(VENV)/.synced: pyproject.toml uv.lock | $(UV)
	@$(UV) sync --frozen --quiet --python $(PY)
	@touch $@

# --- to play ---------------------------------------------------------------------------------------------------------

demo: $(VENV)/.synced ## a whole game by real mail messages, between bots, in demo-site/
	@$(BIN)/pbem demo --site demo-site

# --- to develop ------------------------------------------------------------------------------------------------------

test: $(VENV)/.synced ## all tests; no root, no servers needed
	@$(PY) -m pytest -n $(JOBS) --dist worksteal

check: format lint types imports tests fuzz-smoke crash-smoke bench-smoke ## everything that must hold before a commit

format: $(VENV)/.synced
	@echo "== format" && $(BIN)/ruff format --check .

lint: $(VENV)/.synced
	@echo "== lint" && $(BIN)/ruff check .

types: $(VENV)/.synced
	@echo "== types" && $(BIN)/mypy

imports: $(VENV)/.synced
	@echo "== who imports whom" && $(BIN)/lint-imports

tests: $(VENV)/.synced
	@echo "== tests" && $(PY) -m pytest -n $(JOBS) --dist worksteal -rs

fuzz: $(VENV)/.synced ## 100,000 random games of all rules with every law checked; GAMES=n
	@echo "== fuzz" && $(PY) -m tests.fuzz --total $(GAMES) --jobs $(CORES)

fuzz-mail: $(VENV)/.synced ## messages and order lines by chance against the laws of reading, for ten minutes; MINUTES=n
	@echo "== fuzz, mail" && $(PY) -m tests.fuzzmail --minutes $(MINUTES) --seed $$(date +%s)

fuzz-smoke: $(VENV)/.synced
	@echo "== fuzz, new seeds besides those of the tests" && $(PY) -m tests.fuzz --games 8 --seed 700000 --jobs $(CORES)

crash: $(VENV)/.synced ## polls that die by chance with bad mail and a bad mail server, on SQLite and PostgreSQL; MINUTES=n
	@echo "== crash" && $(PY) -m tests.crash --minutes $(MINUTES) --seed $$(date +%s)

crash-smoke: $(VENV)/.synced
	@echo "== crash, at each moment of a poll" && $(PY) -m tests.crash --smoke

bench-smoke: $(VENV)/.synced
	@echo "== bench, once over lightly" && $(PY) -m bench --smoke

bench: $(VENV)/.synced ## the measured promises
	@$(PY) -m bench

samples: $(VENV)/.synced ## the sample games in games/, played anew; some minutes
	@$(PY) -m tests.samples --update

lock: $(VENV)/.synced ## resolve the dependencies afresh into uv.lock
	@$(UV) lock --upgrade --python $(PY)

clean: ## away with everything that can be made again
	@rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find pbem tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
