#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""options.py PROGRAM: every import option does what it says, and a scenario shows it.

For each value of each option import.* in titles/*/title.json there is a scenario with
`option: NAME=VALUE`; it passes, and it fails where the option is off (that it passes without the option
would mean that it shows nothing). One line an option: the scenario, and what breaks. The last line is
the count.
"""
import glob
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]


def scenarios_of(title):
    """Every scenario of the title with an import option: (file, name, options, its text as a file)."""
    for path in sorted(glob.glob(f"titles/{title}/scenarios/**/*.txt", recursive=True)):
        head, *parts = re.split(r"(?m)^(?=scenario:)", pathlib.Path(path).read_text(encoding="utf-8"))
        for part in parts:
            options = re.findall(r"(?m)^option: *(import\.\S+)=(\S+)", part)
            if options:
                name = re.match(r"scenario: *(.*)", part).group(1)
                yield path, name, options, head + part


def run(text, folder, *more):
    file = folder / "scenario.txt"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([PROGRAM, "scenario", *more, file], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    found = done.stdout.decode().splitlines()
    return done.returncode == 0, re.sub(r"^\S*?:\d+: ", "", found[0]) if found else ""


def shown(folder, known, name, value, default):
    """What shows the option: (is there a scenario that does?, words about it)."""
    said = "no scenario"
    for path, scenario, options, text in known:
        if (name, value) not in options:
            continue
        passes, wrong = run(text, folder)
        if not passes:
            return False, f"{path}: {scenario}: {wrong}"
        still, breaks = run(text, folder, "--option", f"{name}={default}")
        if not still:
            return True, f"{pathlib.Path(path).name}: {scenario} | off: {breaks}"
        said = f"{path}: {scenario}: passes without the option too"
    return False, said


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(glob.glob("titles/*/title.json")):
            title = pathlib.Path(file).parent.name
            known = list(scenarios_of(title))
            for option in json.loads(pathlib.Path(file).read_text(encoding="utf-8"))["options"]:
                if not option["name"].startswith("import."):
                    continue
                default, *others = option["values"]
                for value in others:
                    if "like" in value:  # the same patch under another program's name
                        continue
                    good, said = shown(pathlib.Path(folder), known, option["name"], value["value"],
                                       default["value"])
                    passed += good
                    failed += not good
                    print(f"{'ok' if good else 'FAILED':<7}{title} {option['name']}={value['value']}: "
                          f"{said}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
