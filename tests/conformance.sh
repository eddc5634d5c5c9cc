#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# conformance.sh [PROGRAM]: games of other programs, compared after every action, and actions they
# refuse. One line a check; the last line is the count. The games are not ours to keep in this
# project: they are looked for in ../shared, or where RH_SHARED says, and are skipped (as one) where
# they are not. What needs only games of our own bots is always checked.
set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:-build-test/roundhouse}
games=${RH_SHARED:-../shared}/conformance
passed=0
failed=0

if [ ! -x "$program" ]; then
  echo "$program is missing: build it first"
  echo '0 passed, 1 failed'
  exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# check WHAT COMMAND...: passes if the command ends with 0; its last line is shown, all if it fails.
check() {
  what=$1
  shift
  if "$@" >"$work/out" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $what: $(tail -n 1 "$work/out" | sed 's/; options:.*//')"
  else
    failed=$((failed + 1))
    echo "FAILED  $what"
    cat "$work/out"
  fi
}

# A game that is imported, exported and imported again is the same game.
round_trip() {
  "$program" import "$1" >"$work/once" && "$program" export "$work/once" >"$work/export.json" &&
    "$program" import "$work/export.json" >"$work/twice" || return 1
  # The headers name the players differently; exports keep neither talk nor times.
  sed '1,/^$/d; /^#/d; s/  #.*//' "$work/once" >"$work/a"
  sed '1,/^$/d' "$work/twice" >"$work/b"
  cmp "$work/a" "$work/b" && echo "$(wc -l <"$work/a") actions, the same again"
}

# A game of our bots, written as 18xx.games would and read again, ends with the same last places.
ours() {
  "$program" export "$1" >"$work/ours.json" && round_trip "$work/ours.json" &&
    "$program" replay "$1" | tail -n 2 >"$work/a" &&
    "$program" replay "$work/once" | tail -n 2 >"$work/b" && cmp "$work/a" "$work/b"
}

# A comparison that cannot be fooled: a trace distorted in one place is noticed.
rails=$games/18nl/rails-random/18NL_3p_5016.trace.jsonl.gz
[ -f "$rails" ] || rails=
check "distorted traces" tests/distortions.py "$program" tests/wasm/18nl-7.18xx $rails

check "games of bots under the rules of 18xx.games, there and back" tests/round_trips.py "$program" 8

for record in tests/wasm/18nl-7.18xx tests/perft/18norway-14.18xx; do
  check "$record as a game of 18xx.games" ours "$record"
done

if [ ! -d "$games" ]; then
  echo "note: no games to compare with: $games is missing (RH_SHARED names another place)"
  echo "$passed passed, $failed failed, 1 skipped"
  exit "$failed"
fi

# Titles of this house only: a folder of games may be there before its title is.
for title in titles/*/title.json; do
  title=$(basename "$(dirname "$title")")
  for trace in "$games/$title"/*.trace.jsonl "$games/$title"/*random/*.trace.jsonl.gz; do
    [ -f "$trace" ] || continue
    game=${trace%.trace.jsonl*}.json
    name=$(basename "$game" .json)
    if [ -f "$game" ]; then
      check "$title $name" "$program" conform "$game" "$trace"
      check "$title $name there and back" round_trip "$game"
    else # a trace of Rails carries its moves
      check "$title $name of Rails" "$program" conform --rails "$trace"
    fi
  done
  for report in "$games/$title"/*.report; do
    [ -f "$report" ] || continue
    name=$(basename "$report")
    check "$title $name line by line" "$program" conform --rails "$report"
  done
  if [ -f "$games/$title/refusals.jsonl" ]; then
    check "$title refusals" "$program" refuse "$games/$title/refusals.jsonl" --games "$games/$title"
  fi
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
