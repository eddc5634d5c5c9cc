#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""proofs.py ROOT PROOFS_C FILE...: which ledger ids are proved, and which are cited (files/proofs.h).

Proved: named after "proves:" in a scenario, or in a comment of a C test. The list goes on in the
next line after a comma.
    proves: 18NL-BANK-1, 18NL-VARS-2            in titles/<id>/scenarios/
    /* proves: 18NL-BANK-1 18NL-VARS-2 */       in tests/ and titles/<id>/test_*.c
Cited: a value in the "rules" object of a title.json (engine rule name -> id), or any id in a
title's own C files.

Crossings, where rules meet (docs/scenarios.md), come from titles/<id>/crossings.txt and scenarios:
    rule: emergency: a corporation must have a train and cannot pay for it
    never: bankrupt, auction: nobody owes anything then
    crosses: emergency, president               in titles/<id>/scenarios/, a line of a scenario
"""
import json
import pathlib
import re
import sys

ID = re.compile(r"\b1[0-9][0-9A-Z]+-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*")


def proofs_in_scenario(text):
    going_on = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if line.startswith("proves:") or (going_on and line):
            yield from ((id, number) for id in ID.findall(line))
            going_on = line.endswith(",")
        elif line:
            going_on = False


def proofs_in_c(text):
    for comment in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.DOTALL):
        start = comment.group().find("proves:")
        if start >= 0:
            for id in ID.finditer(text, comment.start() + start, comment.end()):
                yield id.group(), text.count("\n", 0, id.start()) + 1


def citations_in_c(text):
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((id, number) for id in ID.findall(line))


def strings_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings_in(inner)


def citations_in_title(text):
    try:
        rules = json.loads(text).get("rules", {})
    except (json.JSONDecodeError, AttributeError):
        return  # `roundhouse title check` says what is wrong with it, and says it better
    start = text.find('"rules"')
    for string in strings_in(rules):
        for id in ID.findall(string):
            place = re.compile(re.escape(id) + r"(?![0-9A-Za-z.-]*[0-9A-Za-z])").search(text, start)
            yield id, text.count("\n", 0, place.start()) + 1


def crossings_in_scenario(text):
    """Name, words and line of each scenario that says what it crosses; a long name goes on in indented
    lines."""
    name, naming = "", False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].rstrip()
        if line.startswith("scenario:"):
            name, naming = line[len("scenario:"):].strip(), True
        elif naming and line[:1].isspace():
            name += " " + line.strip()
        elif line.strip():
            naming = False
            if line.startswith("crosses:"):
                yield "PROVED", line[len("crosses:"):].strip(), name, number


def crossings_in_table(file, text):
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        said = re.fullmatch(r"(rule|never):\s*([^:]+?)\s*:\s*(.+)", line)
        if said:
            yield said[1].upper(), said[2], said[3], number
        elif line:
            sys.exit(f"{file}:{number}: write \"rule: WORD: what it is\" or "
                     "\"never: WORD, WORD: why\"")


def crossing_table(rows):
    def quoted(text):
        return json.dumps(text, ensure_ascii=False)
    body = "".join(f"    {{RH_CROSSING_{kind}, {quoted(pathlib.PurePath(file).parts[1])}, {quoted(words)}, "
                   f"{quoted(text)}, {quoted(f'{file}:{line}')}}},\n"
                   for file, kind, words, text, line in rows)
    return f"const rh_crossing rh_crossings[] = {{\n{body or '    {0},' + chr(10)}}};\n" \
           f"const size_t rh_crossing_count = {len(rows)};\n"


def table(name, count, entries):
    """A C array with its count; an empty one keeps one row of zeros, as C wants."""
    rows = sorted(set(entries))
    body = "".join(f'    {{"{id}", "{path}:{line}"}},\n' for id, path, line in rows)
    return f"const rh_proof {name}[] = {{\n{body or '    {0},' + chr(10)}}};\n" \
           f"const size_t {count} = {len(rows)};\n"


def main(root, proofs_c, *files):
    proofs, citations, crossings = [], [], []
    for file in files:
        text = (pathlib.Path(root) / file).read_text(encoding="utf-8", errors="replace")
        name = pathlib.PurePath(file).name
        if name == "title.json":
            citations += ((id, file, line) for id, line in citations_in_title(text))
        elif name == "crossings.txt":
            crossings += ((file, *row) for row in crossings_in_table(file, text))
        elif name.endswith(".txt"):
            crossings += ((file, *row) for row in crossings_in_scenario(text))
            proofs += ((id, file, line) for id, line in proofs_in_scenario(text))
        elif file.startswith("tests/") or name.startswith("test_"):
            proofs += ((id, file, line) for id, line in proofs_in_c(text))
        else:
            citations += ((id, file, line) for id, line in citations_in_c(text))
    pathlib.Path(proofs_c).write_text(
        '/* Made by tools/proofs.py. */\n#include "files/proofs.h"\n\n'
        + table("rh_proofs", "rh_proof_count", proofs) + "\n"
        + table("rh_citations", "rh_citation_count", citations) + "\n"
        + crossing_table(crossings))


main(*sys.argv[1:])
