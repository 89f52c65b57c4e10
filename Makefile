# The one list of commands: it knows what is out of date, and says in one line what it is doing.

MAKEFLAGS += --no-print-directory --no-builtin-rules
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

PYTHON ?= python3
VENV := .venv
TESTING := $(VENV)/.test node_modules/.test
BIN := $(VENV)/bin
MODULES := node_modules/.bin
# Each process of the tests would compile all of them again.
unexport PYTHONDONTWRITEBYTECODE
# The tests add a user for PostgreSQL, with a program that is only in the last two.
export PATH := $(CURDIR)/$(BIN):$(CURDIR)/$(MODULES):$(PATH):/usr/sbin:/sbin

FACES := node_modules/@expo-google-fonts
RESULTS := build/results
PYTEST := $(BIN)/python -m pytest -q --tb=short
# One process more than there are cores, because tests wait for timeouts and for Chromium. The tests
# of one file stay in one process and share fixtures, as do the groups of tests/schedule.py, which
# also sorts the files.
BESIDE := -n $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )) --dist loadfile --no-loadscope-reorder
VITEST = $(MODULES)/vitest run --silent=passed-only --reporter=dot --reporter=junit \
	--outputFile.junit=$(RESULTS)/typescript.xml
BROWSING := tests/browser
RENDERER := build/ssr/worker.js
PICTURES := build/client/images/card-en.jpg
BUILT := build/manifest.json $(PICTURES) $(RENDERER)

# Files and their folders: a folder is newer than what was made of it once a file has left it.
inputs = $(shell find $(1) -name __pycache__ -prune -o -name '*.md' -o -print 2>/dev/null)
CATALOGUE := $(call inputs,shared/catalogue shared/reference)
LOCALES := $(call inputs,shared/locales)
CLIENT := tsconfig.json $(call inputs,client)
SHARED := $(call inputs,shared)

.PHONY: help run test check build contracts bench image faults audit sbom lock clean static chromium

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: build ## Serve the site on http://localhost:8000 (PORT, DATA_DIR and .env change that)
	@exec ./chanoki serve

build: ## Build what the host serves, as far as it is out of date
	@$(MAKE) -s -j $$(getconf _NPROCESSORS_ONLN) $(BUILT)

# The checks and vitest run beside the Python tests, and are printed after them.
test: $(TESTING) build ## Check everything and run every test but those of faults and audit
	@rm -rf $(RESULTS) && mkdir -p $(RESULTS) && failed=0; \
	( failed=0; $(MAKE) static || failed=1; $(VITEST) || failed=1; exit $$failed ) \
		>$(RESULTS)/beside.log 2>&1 & beside=$$!; \
	trap "kill $$beside; exit 130" INT TERM; \
	echo "Testing: the host, the contracts, the journeys."; \
	$(PYTEST) $(BESIDE) --ignore=$(BROWSING) -m "not fault and not audit" \
		--junitxml=$(RESULTS)/python.xml || failed=1; \
	wait $$beside || failed=1; cat $(RESULTS)/beside.log; \
	echo "Testing: the site in Chromium."; \
	{ $(MAKE) chromium && $(PYTEST) $(BESIDE) $(BROWSING) -m "not fault and not audit" \
		--junitxml=$(RESULTS)/browser.xml; } || failed=1; \
	$(BIN)/python tests/total.py $(RESULTS) || failed=1; \
	exit $$failed

check: $(TESTING) build static ## Check format, lint, types, imports and contracts
	@echo "Checking: the architecture and the contracts."
	@$(PYTEST) tests/architecture tests/contracts tests/server/contracts
	@$(MODULES)/vitest run --silent=passed-only tests/contracts

static: $(TESTING) build
	@echo "Checking: format and lint of Python."
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/ruff check --quiet .
	@echo "Checking: types of Python."
	@$(BIN)/mypy --no-error-summary server tests client/fonts
	@echo "Checking: imports of Python."
	@$(call quietly,$(BIN)/lint-imports --no-logo)
	@echo "Checking: format and lint of TypeScript and CSS."
	@$(call quietly,$(MODULES)/biome check --error-on-warnings .)
	@echo "Checking: types of TypeScript."
	@$(MODULES)/tsc --noEmit
	@echo "Checking: dead exports and packages of TypeScript."
	@$(call quietly,$(MODULES)/knip --no-progress)

# What a tool has to say is only told when it found something.
quietly = said=$$($(1) 2>&1) || { echo "$$said"; exit 1; }

contracts: $(TESTING) ## Write shared/api.json and the client's types
	@echo "Writing shared/api.json."
	@$(BIN)/python -m server.describe
	@echo "Writing the generated TypeScript."
	@$(BIN)/node client/wire/generate.mjs
	@$(BIN)/node client/app/generate.mjs
	@echo "Writing the table of roles and operations."
	@$(BIN)/python -m tests.server.access_matrix

bench: $(TESTING) build ## Measure the site side by side with its peers
	@test -d tests/benchmarks || $(call stop,There is nothing to measure: no tests/benchmarks.)
	@$(BIN)/python -m tests.benchmarks

faults: $(TESTING) build ## Break everything that can break, for real, and see that readers get their pages
	@$(PYTEST) --ignore=$(BROWSING) -m fault tests

audit: $(TESTING) build chromium ## Run every test on every database and store, all sweeps, and a long fuzzing
	@failed=0; \
	echo "Auditing: every database, store and event loop, and the sweeps."; \
	$(PYTEST) $(BESIDE) --full --ignore=$(BROWSING) -m "not fault" || failed=1; \
	echo "Auditing: what the tests of rendering leave out of make test."; \
	CHANOKI_AUDIT=1 $(MODULES)/vitest run --silent=passed-only tests/ssr || failed=1; \
	echo "Auditing: what the browser tests leave out of make test."; \
	$(PYTEST) $(BESIDE) $(BROWSING) -m audit || failed=1; \
	for database in sqlite postgresql; do \
		echo "Auditing: generated requests and texts on $$database."; \
		$(BIN)/python -m tests.fuzzing --requests 20000 --texts 10000 --database $$database \
			--processes 2 || failed=1; \
	done; \
	exit $$failed

image: $(TESTING) ## Replay the Dockerfile's steps on this machine, and ask the result for a page
	@$(BIN)/python -m tests.deployment.replay

sbom: $(VENV)/.test ## List every locked package as CycloneDX, in build/sbom.cdx.json
	@echo "Writing build/sbom.cdx.json."
	@$(BIN)/python -m tests.deployment.materials build/sbom.cdx.json

lock: $(VENV)/.run ## Pin the packages anew
	@echo "Pinning the Python packages."
	@$(call pin,requirements.lock,--extra telemetry)
	@$(call pin,tests/requirements.lock,--group test -c requirements.lock)
	@echo "Pinning the npm packages."
	@$(BIN)/npm install --package-lock-only --loglevel=error >/dev/null

pin = $(BIN)/uv pip compile -q pyproject.toml --output-file $(1) $(2) --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-header

clean: ## Remove what was built and the tools' caches; data and packages stay
	@rm -rf build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find server client tests -name __pycache__ -prune -exec rm -rf {} +

# The environment. The lock of the tests holds all of the other, so the site runs from either: once
# the tests have been installed, nothing takes them away again.

NEEDS_PYTHON = Chanoki needs Python 3.11 or newer
NEEDS_VENV = Python cannot make an environment: install its venv module (Debian: python3-venv).
NEEDS_NET = The installer of the Python packages could not be fetched: is this machine online?
READ_ABOVE = could not be installed; the lines above say why.

stop = { echo "$(1)" >&2; exit 1; }

$(BIN)/uv:
	@command -v $(PYTHON) >/dev/null || $(call stop,$(NEEDS_PYTHON): there is no $(PYTHON) here.)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| $(call stop,$(NEEDS_PYTHON): $(PYTHON) is older. Name another by make PYTHON=...)
	@echo "Making the Python environment in $(VENV)."
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
		|| { rm -rf $(VENV); $(call stop,$(NEEDS_VENV)) }
	@awk '/^uv==/ { on = 1; print; next } /^[^ ]/ { on = 0 } on' requirements.lock >$(VENV)/uv.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes \
		-r $(VENV)/uv.lock || $(call stop,$(NEEDS_NET))

$(VENV)/.run: requirements.lock | $(BIN)/uv
	@echo "Installing the Python packages."
	@$(call install,$(if $(wildcard $(VENV)/.test),tests/)requirements.lock)
	@touch $@

$(VENV)/.test: tests/requirements.lock | $(BIN)/uv
	@echo "Installing the Python packages, those of the tests too."
	@$(call install,tests/requirements.lock)
	@touch $(VENV)/.run $@

install = $(BIN)/uv pip sync -q --python $(BIN)/python --require-hashes $(1) \
	|| $(call stop,The packages of $(1) $(READ_ABOVE))

node_modules/.run: package.json package-lock.json .npmrc | $(VENV)/.run
	@echo "Installing the npm packages."
	@$(call install_npm,$(if $(wildcard node_modules/.test),,--omit=dev))
	@touch $@

node_modules/.test: package.json package-lock.json .npmrc | $(VENV)/.run
	@echo "Installing the npm packages, those of the tests too."
	@$(call install_npm,)
	@touch node_modules/.run $@

install_npm = $(BIN)/npm ci $(1) --loglevel=error --no-progress >/dev/null \
	|| $(call stop,The packages of package-lock.json $(READ_ABOVE))

NEEDS_CHROMIUM = The browser tests need Chromium and a Japanese font (Debian: $(PACKAGES)).
PACKAGES := chromium chromium-headless-shell fontconfig fonts-noto-cjk
HAS_CHROMIUM = { [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null; } \
	&& fc-list :lang=ja 2>/dev/null | grep -q .
# Without the shell the same tests run in Chromium itself, more slowly.
HAS_SHELL = { [ -n "$$CHROMIUM" ] || command -v chromium-headless-shell >/dev/null; }
CAN_INSTALL = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

chromium:
	@$(HAS_CHROMIUM) && { $(HAS_SHELL) || ! $(CAN_INSTALL); } && exit 0; \
	$(CAN_INSTALL) || $(call stop,$(NEEDS_CHROMIUM)); \
	echo "Installing Chromium and the Japanese fonts."; \
	export DEBIAN_FRONTEND=noninteractive; \
	{ apt-get update -qq && apt-get install -qq -y --no-install-recommends $(PACKAGES); } \
		>/dev/null || $(HAS_CHROMIUM) || $(call stop,$(PACKAGES) $(READ_ABOVE))

# The build: each file depends on what it is really made of.

build/catalogue/diagrams.json: $(call inputs,client/cultivars/pedigree) $(CATALOGUE) node_modules/.run
	@echo "Building: the lineage diagrams."
	@$(BIN)/node client/cultivars/pedigree/layout.mjs

build/catalogue/en.json: build/catalogue/diagrams.json $(LOCALES) \
		$(call inputs,client/cultivars/catalogue client/cultivars/kinship client/cultivars/search \
		client/cultivars/similarity) \
		$(call inputs,client/contracts client/language)
	@echo "Building: the catalogue's views."
	@$(BIN)/node client/cultivars/catalogue/write.mjs build/catalogue

build/fonts/mincho.css: $(call inputs,client/fonts) $(CATALOGUE) $(LOCALES) node_modules/.run
	@echo "Building: the display face."
	@$(BIN)/python -m client.fonts.subset build/fonts && touch $@

build/manifest.json: build/catalogue/en.json build/fonts/mincho.css $(CLIENT) $(SHARED)
	@echo "Building: the browser's code."
	@$(BIN)/node client/build.mjs

# The browser's build empties its folder, so the pictures are drawn after it.
$(PICTURES): build/manifest.json $(call inputs,server/media/imaging)
	@echo "Building: the pictures."
	@$(BIN)/python -m server.media.imaging.diagrams build $(FACES)

$(RENDERER): build/catalogue/en.json $(CLIENT) $(call inputs,ssr) $(SHARED)
	@echo "Building: the render worker."
	@$(BIN)/node ssr/build.mjs
