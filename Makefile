# Ajeeb. `make help` lists the targets. Plain `make` builds and shows both games' first move.

CARGO  ?= cargo
PYTHON ?= python3

TARGET := $(or $(CARGO_TARGET_DIR),target)
VENVS  := $(abspath $(TARGET)/venvs)
CLIENTS := chess pydraughts py_draughts

# Benchmarks take long to build and test nothing.
TESTED := --workspace --exclude ajeeb-benches

# The Python clients' tests play against the binary that `cargo test` has built.
AJEEB  ?= $(abspath $(TARGET)/debug/ajeeb)

.PHONY: all build native openbench check fmt clippy doc workspace \
        test test-rust test-clients test-deep bench clean help

# The net for chess to build in, instead of the project's own; seen from here.
ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif

ifdef EXE
.DEFAULT_GOAL := openbench
else
.DEFAULT_GOAL := all
endif

all: build ## Build, then show Ajeeb's move in both games' start positions
	$(TARGET)/release/ajeeb show

build: ## Build target/release/ajeeb: one binary for any machine of this kind
	$(CARGO) build --release --locked

native: ## Build target/native/release/ajeeb, for this very processor only
	RUSTFLAGS="-C target-cpu=native" $(CARGO) build --release --locked --target-dir $(TARGET)/native

openbench: ## As OpenBench calls it: `make EXE=name [EVALFILE=path]` leaves `name` here
	$(if $(EXE),,$(error say which file to write: make EXE=name))
	RUSTFLAGS="-C target-cpu=native" $(CARGO) build --release --locked --target-dir $(TARGET)/native
	cp $(TARGET)/native/release/ajeeb $(EXE)

check: fmt clippy doc workspace ## Lint: format, clippy, documentation, dependencies, licences

fmt:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --locked

workspace:
	$(CARGO) test --locked --package ajeeb-engine-tests --test workspace

test: ## Run every test: Rust first, then the Python clients
	@$(MAKE) --no-print-directory -j 2 test-build venvs
	@AJEEB=$(AJEEB) $(MAKE) --no-print-directory test-rust
	@$(MAKE) --no-print-directory -j 3 --output-sync=target BUILT=yes test-clients

# A match of the lab's tests is against an engine from one of the Python environments.
test-rust: export DAME ?= $(VENVS)/pydraughts/bin/dame
ifneq ($(shell command -v $(PYTHON) 2>/dev/null),)
test-rust: $(VENVS)/pydraughts/.ready
endif
test-rust:
	$(CARGO) test $(TESTED) --locked --no-fail-fast

.PHONY: test-build venvs
test-build:
	$(CARGO) test $(TESTED) --locked --no-run

test-deep: ## Also run the long tests, with clocks kept to within 100 ms (an hour or so)
	AJEEB_SLACK_MS=100 $(CARGO) test $(TESTED) --locked --no-fail-fast --release -- --include-ignored

# Each client has a virtual environment of its own: two of them share a module name.
test-clients: $(CLIENTS:%=test-client-%)

.PHONY: $(CLIENTS:%=test-client-%)
ifeq ($(shell command -v $(PYTHON) 2>/dev/null),)
$(CLIENTS:%=test-client-%):
	@echo "SKIPPED engine-tests/clients: there is no $(PYTHON)"
else
$(CLIENTS:%=test-client-%): test-client-%: $(VENVS)/%/.ready
	$(if $(BUILT),,$(CARGO) build --locked)
	AJEEB=$(AJEEB) PATH="$(VENVS)/$*/bin:$$PATH" PYTHONDONTWRITEBYTECODE=1 \
		python -m pytest -c engine-tests/clients/pytest.ini -p no:cacheprovider engine-tests/clients/$*
endif

ifneq ($(shell command -v $(PYTHON) 2>/dev/null),)
venvs: $(CLIENTS:%=$(VENVS)/%/.ready)
endif

$(VENVS)/%/.ready: engine-tests/clients/%/requirements.txt
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

bench: build ## Search a fixed set of positions: prints the node count that marks this search
	$(TARGET)/release/ajeeb bench

clean: ## Remove everything that was built
	$(CARGO) clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
