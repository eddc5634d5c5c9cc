#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py ROOT EMBEDDED_C HOOKS_C: put every title folder into the program.

EMBEDDED_C holds each title's data and ledger (formats/embedded.h), so that the program needs no
installed files. HOOKS_C is the table of all titles' hooks (engine/hooks.h), so that no title is
named in the engine and adding a title is adding a folder.
"""
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


def table(declaration, count, rows):
    """A C array with its count; an empty one keeps one row of zeros, as C wants."""
    body = "".join(f"    {row},\n" for row in rows) or "    {0},\n"
    return f"const {declaration}[] = {{\n{body}}};\nconst size_t {count} = {len(rows)};\n"


def main(root, embedded_c, hooks_c):
    titles = sorted(p for p in (pathlib.Path(root) / "titles").glob("*") if p.is_dir())

    rows, texts = [], []
    for title in titles:
        if not (title / "title.json").is_file():
            continue
        ledger = title / "RULES.md"
        json = (title / "title.json").read_bytes()
        rules = ledger.read_bytes() if ledger.is_file() else b""
        i = len(rows)
        texts.append(f"static const char json_{i}[] =\n{literal(json)};\n")
        texts.append(f"static const char rules_{i}[] =\n{literal(rules)};\n")
        rows.append(f'{{"{title.name}", json_{i}, {len(json)}, rules_{i}, {len(rules)}}}')
    pathlib.Path(embedded_c).write_text(
        '/* Made by tools/embed.py from titles/. */\n#include "formats/embedded.h"\n\n'
        + LONG_LITERALS + "\n" + "".join(texts) + "\n"
        + table("rh_embedded_title rh_embedded_titles", "rh_embedded_title_count", rows))

    ids = [title.name for title in titles if (title / "rules.c").is_file()]
    pathlib.Path(hooks_c).write_text(
        '/* Made by tools/embed.py from titles/. */\n#include "engine/hooks.h"\n\n'
        + "".join(f"extern const rh_hooks rh_hooks_{i};\n" for i in ids) + "\n"
        + table("rh_title_hooks rh_title_hooks_table", "rh_title_hooks_count",
                [f'{{"{i}", &rh_hooks_{i}}}' for i in ids]))


main(*sys.argv[1:])
