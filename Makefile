# SPDX-License-Identifier: Apache-2.0
#
# The front door. Meson does the building (meson.build); this file says which builds there are
# and gives people short words for what they want.

SHELL = /bin/sh
TITLE ?=
FUZZ_SECONDS ?= 20
GAMES ?= 300
GATE_SEEDS ?= 25
JOBS ?= 2

# One line a build directory; meson.build says what each is for. Asserts stay in the program that
# people run; in the browser they would only add to what is sent (a wasm module cannot leave its
# memory).
CCACHE := $(shell command -v ccache)
# What a sanitizer's report needs, files and lines, and no more: whole debug information and -O2 are a
# third of these builds' time. For a debugger: tools/configure build-debug --buildtype=debug.
LINES = -Ddebug=false -Doptimization=1 -Dc_args=-g1
OPTIONS_build       = --buildtype=release -Db_lto=false -Db_ndebug=false -Db_pie=true
OPTIONS_build-release = $(subst lto=false,lto=true,$(OPTIONS_build))
OPTIONS_build-mpi   = $(OPTIONS_build) -Dmpi=true
OPTIONS_build-test  = $(LINES) -Db_sanitize=address,undefined -Dchecks=true
OPTIONS_build-clang = --native-file=meson/clang.ini $(CCACHE:%=--native-file=meson/ccache.ini) \
                      $(LINES) -Db_sanitize=address,undefined -Dfuzzers=true
OPTIONS_build-wasm  = --cross-file=meson/wasm32-wasi.ini $(CCACHE:%=--cross-file=meson/ccache-wasm.ini) \
                      -Ddebug=false -Doptimization=s -Db_ndebug=true
BUILDS = build build-release build-test build-clang build-wasm build-mpi

.PHONY: all play train site page screens pictures pages crossings test test-long bench bench-routes bench-logs bench-server bench-page fuzz format clean help $(BUILDS)
all:
	@./setup play
	@$(MAKE) --no-print-directory build page

$(BUILDS):
	@tools/configure $@ $(OPTIONS_$@)
	@ninja -C $@ --quiet

play: all
	@build/roundhouse play $(TITLE)

# The page: files that any web server can serve. `roundhouse play` finds them beside itself.
PAGE_FILES = $(shell find web/ -name node_modules -prune -o -name dist -prune -o -type f -print 2>/dev/null)
page: build-wasm
	@[ ! -f web/package.json ] || $(MAKE) -s --no-print-directory build/site/index.html
build/site/index.html: build-wasm/roundhouse.wasm $(PAGE_FILES)
	@cd web && node_modules/.bin/vite build --logLevel warn --outDir ../build/site --emptyOutDir && node pack.mjs ../build/site
	@touch $@

# Photographs of all that the page can show, into build/screens, to be looked at: a quarter of an hour.
# TITLE=18nl takes those of one title.
screens: build page
	@RH_PROGRAM=build/roundhouse node --no-warnings web/tests/screens.mjs build/screens $(TITLE)

# The photographs of docs/pictures; takes a minute.
pictures: build page
	@RH_PROGRAM=build/roundhouse node --no-warnings web/tests/pictures.mjs

# What is generated in docs/TITLE.md, the pages for players; a test compares it with what the program says.
pages: build
	@tools/pages build/roundhouse

# The pages docs/crossings-TITLE.md, likewise.
crossings: build
	@for t in $$(tools/sources 'titles/*/crossings.txt' | cut -d / -f 2); do \
	    build/roundhouse rules $$t --crossings >docs/crossings-$$t.md || exit 1; done

# Weights for the bots of a title, fitted to games and tried in a league; by hand, an hour or more.
train: build
	@tools/train $(TITLE) --games $(GAMES) --seeds $(GATE_SEEDS) --jobs $(JOBS)

site:
	@./setup play
	@$(MAKE) --no-print-directory page
	@echo 'build/site: put these files on any web server; games are then kept in the browser'

test:
	@./setup
	@tests/run

# The programs of tests/long, one after the other: hours. `tests/run --long NAME` runs one.
test-long:
	@./setup
	@tests/run --long

# The engine within two minutes; the searches for routes take longer and are apart.
bench:
	@tools/configure build-release $(OPTIONS_build-release)
	@ninja -C build-release --quiet bench-engine bench-engine-no-asserts && \
	    build-release/bench-engine build-release/bench-engine-no-asserts
bench-routes:
	@tools/configure build-release $(OPTIONS_build-release)
	@for b in $$(tools/sources 'bench/*.c' '!bench/engine.c' '!bench/logs.c' '!bench/search.c' '!bench/server.c' | tr / - | sed 's/\.c$$//'); do \
	    ninja -C build-release --quiet $$b && build-release/$$b || exit 1; done

# Both stores of logs, and the disk below them.
bench-logs:
	@tools/configure build-release $(OPTIONS_build-release)
	@ninja -C build-release --quiet bench-logs && tools/with-postgres build-release/bench-logs

# What a server of tables bears; BENCH='--tables 2000 --rate 1000' and the like (bench/server.c).
bench-server: build
	@tools/configure build-release $(OPTIONS_build-release)
	@ninja -C build-release --quiet bench-server && build-release/bench-server build/roundhouse $(BENCH)

# How fast the table answers in the browser; a minute.
bench-page: build page
	@RH_PROGRAM=build/roundhouse node --no-warnings bench/page.mjs

# What a fuzzer finds is written to build-clang/found and named in its last lines. FUZZER=apply runs
# one. Entropic scheduling would cost half of the time of those that do little in a run.
FUZZER ?= *
fuzz: build-clang
	@mkdir -p build-clang/found
	@for f in $$(tools/sources 'fuzz/fuzz_$(FUZZER).c' | sed 's/\.c$$//'); do \
	    name=$${f#fuzz/fuzz_}; new=build-clang/corpus/$$name; old=fuzz/corpus/$$name; \
	    mkdir -p $$new; [ -d $$old ] || old=; \
	    build-clang/fuzz-fuzz_$$name -max_total_time=$(FUZZ_SECONDS) -timeout=30 -entropic=0 \
	        -artifact_prefix=build-clang/found/$$name- -print_final_stats=1 \
	        $$new $$old >$$new.log 2>&1 || { tail -n 60 $$new.log; exit 1; }; \
	    echo "$$f for $(FUZZ_SECONDS) s: $$(sed -n 's/^stat::number_of_executed_units: *//p' $$new.log) runs," \
	        "$$(grep -ao 'cov: [0-9]*' $$new.log | tail -n 1 | cut -c 6-) edges" \
	        "of $$(grep -ao '([0-9]* PCs' $$new.log | head -n 1 | tr -dc 0-9), nothing found"; \
	done

format:
	@clang-format -i $$(tools/sources '*/**/*.[ch]' '!build*/*')

clean:
	rm -rf $(BUILDS)

help:
	@echo 'make           the program, optimised, and its page: build/roundhouse, build/site'
	@echo 'make play      the table in the browser (TITLE=18nl begins there)'
	@echo 'make site      the same page as files for any web server: build/site'
	@echo 'make train     TITLE=18nl: weights for its bots, fitted to games and tried in a league (docs/bots.md)'
	@echo 'make build-mpi roundhouse-mpi: the league on many machines (./setup mpi installs OpenMPI)'
	@echo 'make screens   photograph every moment of every title into build/screens, to be looked at'
	@echo 'make pictures  take the pictures of docs/pictures again'
	@echo 'make pages     write what is generated in docs/TITLE.md anew: own actions, statements, house rules'
	@echo 'make crossings write docs/crossings-TITLE.md anew: where rules meet'
	@echo 'make test      every check; the last line is the count'
	@echo 'make test-long what takes hours (tests/long): kills, races, evenings, fuzzing, referees'
	@echo 'make bench     the speeds DESIGN promises; make bench-routes those of the best routes'
	@echo '               make bench-logs how many actions a second are kept; make bench-server what a server bears'
	@echo '               make bench-page how fast the table answers in the browser'
	@echo 'make fuzz      each fuzzer for FUZZ_SECONDS (20)'
	@echo 'make format    bring the C code into its form'
	@echo 'make clean     remove what the builds made'
