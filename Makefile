# SPDX-License-Identifier: Apache-2.0
#
# The front door. Meson does the building (meson.build); this file says which builds there are
# and gives people short words for what they want.

SHELL = /bin/sh
TITLE ?=
FUZZ_SECONDS ?= 20

# One line a build directory; meson.build says what each is for.
OPTIONS_build       = --buildtype=release -Db_lto=false -Db_ndebug=true
OPTIONS_build-test  = -Ddebug=true -Doptimization=1 -Db_sanitize=address,undefined -Dchecks=true
OPTIONS_build-clang = --native-file=meson/clang.ini --buildtype=debugoptimized \
                      -Db_sanitize=address,undefined -Dfuzzers=true
OPTIONS_build-wasm  = --cross-file=meson/wasm32-wasi.ini --buildtype=release -Db_ndebug=true
BUILDS = build build-test build-clang build-wasm

.PHONY: all play test bench fuzz format clean help $(BUILDS)
all: build

$(BUILDS):
	@tools/configure $@ $(OPTIONS_$@)
	@ninja -C $@ --quiet

play:
	@./setup play
	@$(MAKE) --no-print-directory build
	@build/roundhouse play $(TITLE)

test:
	@./setup
	@tests/run

bench: build
	@for b in $$(tools/sources 'bench/*.c' | tr / - | sed 's/\.c$$//'); do \
	    ninja -C build --quiet $$b && build/$$b || exit 1; done

# What a fuzzer finds is written to the current directory and named in its last lines.
fuzz: build-clang
	@for f in $$(tools/sources 'fuzz/fuzz_*.c' | sed 's/\.c$$//'); do \
	    name=$${f#fuzz/fuzz_}; new=build-clang/corpus/$$name; old=fuzz/corpus/$$name; \
	    mkdir -p $$new; [ -d $$old ] || old=; \
	    echo "$$f for $(FUZZ_SECONDS) s"; \
	    build-clang/fuzz-fuzz_$$name -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	        $$new $$old >$$new.log 2>&1 || { tail -n 60 $$new.log; exit 1; }; \
	    grep -E '^stat::(number_of_executed_units|average_exec_per_sec)' $$new.log; \
	done

format:
	@clang-format -i $$(tools/sources '*/**/*.[ch]' '!build*/*')

clean:
	rm -rf $(BUILDS)

help:
	@echo 'make          the program, optimised: build/roundhouse'
	@echo 'make play     a game at this machine (a menu, or TITLE=18nl)'
	@echo 'make test     every check; the last line is the count'
	@echo 'make bench    the speeds DESIGN promises'
	@echo 'make fuzz     each fuzzer for FUZZ_SECONDS (20)'
	@echo 'make format   bring the C code into its form'
	@echo 'make clean    remove what the builds made'
