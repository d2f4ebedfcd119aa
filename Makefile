# `make run` shows clawback at work, `make test` runs its tests. Both need Python 3.11+, venv, make.
PYTHON ?= python3
BIN := .venv/bin

# uv is used where it is on the path, and nothing needs it.
UV := $(shell command -v uv 2>/dev/null)
ifdef UV
VENV := uv venv --quiet --allow-existing --python $(PYTHON) .venv
INSTALL := uv pip install --quiet --python $(BIN)/python
else
VENV := $(PYTHON) -m venv .venv
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

.PHONY: run test test-slow test-real test-browser test-frameworks test-ray check check-code check-docs docs site bench mutants clean

run: .venv/run.stamp
	$(BIN)/clawback attack

test: .venv/test.stamp
	$(BIN)/python -m pytest -n auto

# Tests of many seconds each, beside quicker ones of the same thing that `make test` runs.
test-slow: .venv/test.stamp
	$(BIN)/python -m pytest -n auto -m slow

# Audits rewards that people use, in throw-away environments, and writes docs/found.md; needs the
# package index and some minutes. REAL=FOLDER keeps the environments for the next time.
test-real: .venv/test.stamp
	place="$(REAL)"; place="$${place:-$$(mktemp -d)}"; rm -rf "$$place/results"; \
	CLAWBACK_REAL="$$place" $(BIN)/python -m pytest -m real -rs --durations=0 tests/real && \
	$(BIN)/python -m tests.real.found "$$place"; code=$$?; \
	test -n "$(REAL)" || rm -rf "$$place"; exit $$code

# Renders pages in headless Chromium (Debian: apt-get install chromium) and keeps screenshots of them
# in build/screenshots; without a Chromium the tests are skipped, and say so.
test-browser: .venv/test.stamp
	$(BIN)/python -m pytest -n auto -m browser -rs tests/audits/report

# Runs the desks inside Inspect and the like, offline once they are installed, each in an environment
# of its own: some cannot stand beside each other. `make test-frameworks FRAMEWORKS=inspect` runs one.
FRAMEWORKS ?= inspect verifiers openenv
test-frameworks: $(FRAMEWORKS:%=.venv-frameworks/%.stamp)
	for name in $(FRAMEWORKS); do \
		.venv-frameworks/$$name/bin/python -m pytest -n auto -m frameworks -rs \
			tests/audits/exports/test_$$name.py || exit 1; \
	done

# Starts Ray clusters of two workers on this machine; installs Ray, which is large.
test-ray: .venv/ray.stamp
	$(BIN)/python -m pytest -m ray -rs tests/audits

# `make -j2 check` makes its two halves side by side.
check: check-code check-docs

check-code: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-docs: .venv/dev.stamp
	$(BIN)/cog --check -P -I docs -I . README.md $(wildcard docs/*.md)
	CLAWBACK_STORE=off $(BIN)/clawback figures check docs/figures.md

docs: .venv/dev.stamp
	$(BIN)/cog -r -P -I docs -I . README.md $(wildcard docs/*.md)
	CLAWBACK_STORE=off $(BIN)/clawback figures write docs/figures.md

# The documents as a site, in site/; a link that leads nowhere is an error.
site: .venv/docs.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: .venv/dev.stamp
	$(BIN)/python -m benchmarks

# Nightly: mutmut on all four packages, then the gate that reads what it wrote. Hours of one core.
# `make mutants ONLY='scorer.owed.*'` tries some of them.
mutants: .venv/mutants.stamp
	rm -rf mutants
	$(BIN)/mutmut run $(foreach name,$(ONLY),'$(name)')
	$(BIN)/python tests/mutmut_lane/gate.py $(foreach name,$(ONLY),'$(name)')

clean:
	rm -rf .venv .venv-frameworks

.venv/run.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e .
	touch $@

.venv/test.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e '.[test]'
	touch $@

.venv/ray.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e '.[test,ray]'
	touch $@

.venv/dev.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e '.[dev]'
	touch $@

.venv/docs.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e '.[docs]'
	touch $@

.venv/mutants.stamp: pyproject.toml
	$(VENV)
	$(INSTALL) -e '.[mutants]'
	touch $@

.venv-frameworks/%.stamp: pyproject.toml
	$(PYTHON) -m venv .venv-frameworks/$*
	.venv-frameworks/$*/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test,$*]'
	touch $@
