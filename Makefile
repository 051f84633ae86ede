# Two commands matter: `make run` (a table, set up from nothing) and `make test` (everything, checked).
# PYTHON=python3.12 chooses the Python that .venv is made with; otherwise the first that suits.

SHELL := /bin/sh
# The tests start the program hundreds of times. With this set, each start compiles it again and takes nearly twice as long.
unexport PYTHONDONTWRITEBYTECODE
START := $(shell command -v python3 || command -v python3.13 || command -v python3.12 || command -v python3.11)
NAMED := $(if $(PYTHON),--python $(PYTHON))
PREPARE = @$(if $(START),$(START) -I -S,echo "Sabot needs Python 3.11 to 3.13: sudo apt-get install python3"; false) tools/setup.py
BIN := .venv/bin
# The version that `sabot update` has brought to this folder, unless somebody went on in the folder since.
UPDATED = $(shell ! [ -d versions ] || { git diff --quiet HEAD && git merge-base --is-ancestor HEAD \
	"$$(git -C current rev-parse HEAD)" && readlink current | grep '^versions/'; } 2>/dev/null)
COVERAGE := --cov --cov-report=term --cov-config=pyproject.toml
# One more than two processors: tests wait for browsers and programs that they start. With two more, programs that
# they start wait for each other. Each takes half a gigabyte.
WORKERS ?= 3
ALL := $(filter-out 0 false,$(CI))# CI=true: nothing that can be installed is passed over

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types bench pit pi deb sbom fresh soak mutants pit-test firmware fuzz hardware screenshots docs model lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | while IFS='	' read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done

setup: ## prepare .venv with the command `sabot` in it (EXTRA=camera, panel, keyboard, mqtt, pit, pit-archive, pit-oidc or analysis: with that extra)
	$(PREPARE) base $(NAMED) $(if $(EXTRA),--extra $(EXTRA))
	$(if $(UPDATED),@$(START) -I -S $(UPDATED)/tools/setup.py base $(if $(EXTRA),--extra $(EXTRA)))

run: ## a live table, with the extras that it needs; instruments as found, or simulated (ARGS="--config table.toml")
	$(if $(UPDATED),@$(START) -I -S $(UPDATED)/tools/setup.py base,$(PREPARE) base $(NAMED))
	@$(START) -I -S $(or $(UPDATED),.)/tools/extras.py $(ARGS)
	@exec $(or $(UPDATED),.)/$(BIN)/sabot run $(ARGS)

test: ## set everything up and run every test, with lint, types and coverage of the pure part
	$(PREPARE) dev --browser --drawings --firmware --emulator --tests $(NAMED)
	@mkdir -p build; failed=; \
	{ $(BIN)/python tools/firmware.py --emulator >build/firmware.log 2>&1 || { is=$$?; cat build/firmware.log; \
		[ $$is = 1 ] && [ -z "$(ALL)" ] && echo "the tests of the emulated boards are passed over"; }; } & firmware=$$!; \
	{ nice -n 5 $(MAKE) -s -k lint types docs >build/style.log 2>&1 || { cat build/style.log; false; }; } & style=$$!; \
	echo "pytest -n $(WORKERS); meanwhile the firmware, lint, types and docs"; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(COVERAGE) $(ARGS) || failed=" tests"; \
	wait $$style || failed=" lint, types or docs$$failed"; wait $$firmware || failed=" firmware$$failed"; \
	cat build/firmware.log build/style.log; \
	[ -z "$$failed" ] || { echo "make test: failed:$$failed"; exit 1; }

lint: ## the style of the code (ruff), and the types of the pages' JavaScript (tsc)
	$(PREPARE) dev $(NAMED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/javascript.py

types: ## the types of the code (mypy, strict)
	$(PREPARE) dev $(NAMED)
	$(BIN)/mypy

bench: ## measure speed, memory and the way of one card; prints JSON
	$(PREPARE) analysis $(NAMED)
	@$(BIN)/sabot bench $(ARGS)

soak: ## a table at full speed for minutes, watching memory and open files; then every real coup through every shoe
	$(PREPARE) dev $(NAMED)
	$(BIN)/python -m tools.soak $(ARGS)
	$(BIN)/python -m tools.endings --times 100
	$(BIN)/python -m tools.endings --times 10 --streams 50
	$(BIN)/python -m tools.stalls --times 100
	$(BIN)/python -m tools.films --times 100
	$(BIN)/python -m tools.wheel_films --spins 10000
	$(BIN)/python -m tools.crowd
	$(BIN)/python -m tools.harm --cases 10000
	$(BIN)/python -m tools.kills --times 1000
	$(BIN)/python -m tools.fuzz --inputs 1000000
	$(BIN)/sabot simulate --evenings 10000
	SABOT_SOAK=1 $(BIN)/python -m pytest -q tests/controller/app/test_killed_games.py tests/controller/app/test_live.py tests/controller/app/test_live_games.py tests/controller/bench/test_bench_pit.py tests/controller/games/roulette/test_roulette_shifts.py tests/firmware/test_swipes.py tests/firmware/test_followed.py tests/firmware/test_worn.py tests/controller/games/drills tests/controller/games/test_rehearsal.py tests/controller/instruments/test_eye.py tests/controller/record/test_journal.py tests/vision/test_films.py
	$(BIN)/python tools/firmware.py --emulator --quiet
	SABOT_SOAK=1 $(BIN)/python -m pytest -q tests/firmware/test_shipped.py
	$(BIN)/python -m tools.soak_boards
	$(BIN)/python -m tools.soak_coups
	$(BIN)/python -m tools.soak_poker
	$(BIN)/python -m tools.soak_evenings
	$(BIN)/python -m pytest -q --hypothesis-profile=wide tests/controller/games tests/controller/core/test_table.py tests/controller/core/test_script.py tests/dashboard/test_languages.py

mutants: ## change the code in small ways and see which changes no test notices (ARGS="--sample 500 --seed 2 --minutes 60")
	$(PREPARE) dev $(NAMED)
	@$(BIN)/python -m tools.mutants $(ARGS)

pit: ## broker, PostgreSQL, collector and four simulated tables on this machine; Ctrl-C ends all of it
	$(PREPARE) base --pit --extra pit $(NAMED)
	@exec $(BIN)/python -m tools.pit $(ARGS)

pit-test: ## kill broker, collector, PostgreSQL and carriers of a pit a hundred times, and compare; then its chain alarms, and a bad version
	$(PREPARE) dev --tests $(NAMED)
	$(BIN)/python -m tools.pit_kills $(ARGS)
	SABOT_SOAK=1 $(BIN)/python -m pytest -q -n0 tests/controller/pit/test_chain_alarms.py tests/controller/pit/test_rollout.py

firmware: ## the images for our boards (build/firmware/*.uf2), and what they take of flash and memory
	$(PREPARE) base $(NAMED)
	@$(BIN)/python tools/firmware.py $(ARGS)

fuzz: ## anything at all into the firmware's portable code, with sanitizers (RUNS=2000000 SEED=1)
	@$(MAKE) -s -f firmware/host.mk fuzz

hardware: ## draw parts, wiring and circuits of the hardware (build/hardware)
	$(PREPARE) dev $(NAMED)
	@$(BIN)/python tools/hardware.py $(ARGS)

pi: ## the service in an emulated arm64 Debian, and started under systemd in a container (needs root; minutes)
	$(PREPARE) dev $(NAMED)
	@$(BIN)/python tools/pi.py $(ARGS)

deb: ## the program as a Debian package for arm64 and amd64 (build/deb); ARGS=--try installs them (needs root)
	$(PREPARE) dev $(NAMED)
	@$(BIN)/python tools/deb.py $(ARGS)

sbom: ## the software bill of materials (build/sbom.json, CycloneDX); ARGS=--check compares it with the schema
	$(PREPARE) dev $(NAMED)
	@$(BIN)/python tools/sbom.py $(ARGS)

fresh: ## both commands in new minimal Debian 12 and 13, as root and as a user (needs root; ARGS="--only 13/run/user")
	@$(START) tools/fresh.py $(ARGS)

screenshots: ## make the pictures of the README again (docs/pictures)
	$(PREPARE) dev --browser $(NAMED)
	$(BIN)/python -m tools.screenshots $(ARGS)

docs: ## a site of docs/ and the docstrings (build/docs/index.html); a warning is an error
	$(PREPARE) dev $(NAMED)
	@$(BIN)/mkdocs build
	@echo "build/docs/index.html"

model: ## make the card reader's networks again (vision/sabot_vision/model) (hours)
	@[ -x build/model/venv/bin/python ] || { python3 -m venv build/model/venv && \
		build/model/venv/bin/python -m pip install -q -e '.[camera,training]'; }
	build/model/venv/bin/python -m sabot_vision.training.rebuild $(ARGS)

lock: ## resolve and pin the dependencies again (requirements/*.txt)
	@python3 -m venv build/lock && build/lock/bin/python -m pip install -q uv && build/lock/bin/python tools/lock.py $(ARGS)

clean: ## remove .venv and everything else that can be made again
	rm -rf .venv build node_modules firmware/emulator/node_modules tools/typescript/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
