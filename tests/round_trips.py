#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""round_trips.py PROGRAM [GAMES [RAILS]]: games of bots under the rules of other programs, there and back.

Bots play GAMES games of every title that 18xx.games has, with all import options on. Each game is
written in the form of 18xx.games, read again and written once more: the check of the end and every
move of the two files must be the same. Proposals that were declined have no form there, so our records
may differ by those. RAILS is the unit test that does the same with traces of Rails
(tests/foreign/test_rails_trips.c); it then plays so many games too. The last line is the count.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 3
RAILS = sys.argv[3] if len(sys.argv) > 3 else None
TITLES = {"18nl": (3, 6), "18norway": (3, 5)}


def run(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check_of(record):
    """The digest of the end, without the number of actions."""
    return next(line.split()[-1] for line in record.splitlines() if line.startswith("check:"))


def moves_of(export):
    return [{k: v for k, v in a.items() if k != "created_at"} for a in json.loads(export)["actions"]]


def there_and_back(record, folder):
    text = record.read_text(encoding="utf-8")
    export, again = folder / "export.json", folder / "again.18xx"
    code, first, error = run("export", record)
    if code:
        return error
    export.write_text(first, encoding="utf-8")
    code, second, error = run("import", export)
    if code:
        return error
    again.write_text(second, encoding="utf-8")
    if check_of(text) != check_of(second):
        return f"the end is {check_of(second)}, it was {check_of(text)}"
    code, third, error = run("export", again)
    if code:
        return error
    for n, (one, other) in enumerate(zip(moves_of(first), moves_of(third)), 1):
        if one != other:
            return f"move {n} was {one}, now {other}"
    return "" if len(moves_of(first)) == len(moves_of(third)) else "the second file has other moves"


def rails():
    """Passed and failed; the test says how many games and moves there were."""
    done = subprocess.run([RAILS], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "RH_GAMES": str(GAMES)})
    text = done.stdout.decode(errors="replace")
    good, bad = (len(re.findall(rf"^\[ +{word} \] \w+$", text, re.MULTILINE)) for word in ("OK", "FAILED"))
    print("\n".join(re.findall(r"^(?:\w+: \d+ games.*|ERROR: .*)$", text, re.MULTILINE)))
    return good, bad or int(done.returncode != 0)


def main():
    passed, failed = rails() if RAILS else (0, 0)
    for title, (least, most) in TITLES.items():
        moves = 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for n in range(GAMES):
                players = least + n % (most - least + 1)
                run("selfplay", title, "--games", 1, "--seed", n + 1, "--players", players, "--bots",
                    "varied", "--option", "import.18xxgames=on", "--record-dir", folder)
                record = folder / f"{title}-{n + 1}.18xx"
                wrong = there_and_back(record, folder) if record.exists() else "not played"
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f"FAILED  {title}, seed {n + 1}, {players} players: {wrong}")
                else:
                    moves += len(moves_of((folder / "export.json").read_text(encoding="utf-8")))
        print(f"{title}: {GAMES} games, {moves} moves")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
