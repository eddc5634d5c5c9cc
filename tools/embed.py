#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py [--dense] ROOT EMBEDDED_C HOOKS_C FILE...: put every title folder into the program.

The files are the title.json, RULES.md, bots.json, lesson.json, rules.c and face.c of all titles, named from ROOT.

EMBEDDED_C holds each title's data, ledger and what its bots know (files/embedded.h), so that the program needs no
installed files. HOOKS_C is the table of all titles' hooks and faces (engine/hooks.h), so that no
title is named in the engine and adding a title is adding a folder. --dense, for what travels to a
browser: without the spaces and lines of the JSON files, which only places in them need.
"""
import json
import pathlib
import sys

# ISO C promises literals of only 4095 bytes; gcc and clang take any length.
LONG_LITERALS = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n'


def literal(data):
    """The bytes as a C string literal, one source line a line."""
    def escaped(byte):
        if byte in b'"\\?':  # ? so that ??= and its kin stay what they are
            return "\\" + chr(byte)
        return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
    lines = data.splitlines(keepends=True) or [b""]
    return "\n".join('    "' + "".join(map(escaped, line)) + '"' for line in lines)


def statements(ledger):
    """The ledger without what stands around its statements, which nobody asks the program for: those lines are empty,
    so that the others keep their numbers, and the page is smaller by them."""
    kept, lines = False, []
    for line in ledger.splitlines(keepends=True):
        kept = line.startswith(b"- **") or (kept and line.startswith(b"  "))
        lines.append(line if kept else b"\n")
    return b"".join(lines)


def packed(data):
    """JSON without the spaces between its values; it was checked where it stands."""
    return json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False).encode() if data else data


def table(declaration, count, rows):
    """A C array with its count; an empty one keeps one row of zeros, as C wants."""
    body = "".join(f"    {row},\n" for row in rows) or "    {0},\n"
    return f"const {declaration}[] = {{\n{body}}};\nconst size_t {count} = {len(rows)};\n"


def main(root, embedded_c, hooks_c, *files, dense=False):
    def text(path):
        data = (pathlib.Path(root) / path).read_bytes() if path in files else b""
        return packed(data) if dense and path.endswith(".json") else data
    ids = sorted({pathlib.PurePath(file).parent.name for file in files})

    rows, texts = [], []
    for i, id in enumerate(id for id in ids if f"titles/{id}/title.json" in files):
        title, rules = text(f"titles/{id}/title.json"), statements(text(f"titles/{id}/RULES.md"))
        texts.append(f"static const char json_{i}[] =\n{literal(title)};\n")
        texts.append(f"static const char rules_{i}[] =\n{literal(rules)};\n")
        bots, lesson = text(f"titles/{id}/bots.json"), text(f"titles/{id}/lesson.json")
        texts.append(f"static const char bots_{i}[] =\n{literal(bots)};\n")
        texts.append(f"static const char lesson_{i}[] =\n{literal(lesson)};\n")
        rows.append(f'{{"{id}", json_{i}, {len(title)}, rules_{i}, {len(rules)}, bots_{i}, {len(bots)}, '
                    f'lesson_{i}, {len(lesson)}}}')
    pathlib.Path(embedded_c).write_text(
        '/* Made by tools/embed.py from titles/. */\n#include "files/embedded.h"\n\n'
        + LONG_LITERALS + "\n" + "".join(texts) + "\n"
        + table("rh_embedded_title rh_embedded_titles", "rh_embedded_title_count", rows))

    hooked = [id for id in ids if f"titles/{id}/rules.c" in files]
    faced = [id for id in hooked if f"titles/{id}/face.c" in files]
    pathlib.Path(hooks_c).write_text(
        '/* Made by tools/embed.py from titles/. */\n'
        '#include "engine/face.h"\n#include "engine/hooks.h"\n\n'
        + "".join(f"extern const rh_hooks rh_hooks_{id};\n" for id in hooked)
        + "".join(f"extern const rh_face rh_face_{id};\n" for id in faced) + "\n"
        + table("rh_title_code rh_title_codes", "rh_title_code_count",
                [f'{{"{id}", &rh_hooks_{id}, &' + (f"rh_face_{id}" if id in faced else "rh_no_face")
                 + "}" for id in hooked]))


words = sys.argv[1:]
main(*(w for w in words if w != "--dense"), dense="--dense" in words)
