#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hardened.py [PROGRAM]: what the released program carries against bounds that somebody missed.

Lists each property with where it was seen (readelf), and ends with `N passed, M failed`. A property
that this kind of processor does not have is not asked for.
"""
import pathlib
import platform
import re
import subprocess
import sys

program = sys.argv[1] if len(sys.argv) > 1 else "build/roundhouse"


def readelf(*options):
    return subprocess.run(["readelf", "--wide", *options, program], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


header, segments, dynamic = readelf("--file-header"), readelf("--segments"), readelf("--dynamic")
symbols = readelf("--dyn-syms")


def line_of(pattern, text):
    found = re.search(rf"^.*(?:{pattern}).*$", text, re.MULTILINE)
    return " ".join(found.group().split()) if found else None


def calls(pattern):
    """The functions of the C library that are called and match."""
    return ", ".join(sorted(set(re.findall(rf"UND ({pattern})@", symbols)))) or None


stack = line_of(r"GNU_STACK", segments)
found = {
    "position independent": line_of(r"Type:\s+DYN", header) and line_of(r"FLAGS_1.*PIE", dynamic),
    "addresses of calls read-only (RELRO)": line_of("GNU_RELRO", segments),
    "and bound at the start (full RELRO)": line_of("BIND_NOW|FLAGS.*NOW", dynamic),
    "the stack holds no code": stack if stack and " RWE " not in stack else None,
    "no segment is both written and run": None if re.search(r" RWE ", segments) else "readelf -l",
    "the stack is watched": calls("__stack_chk_fail"),
    "copies know their room (_FORTIFY_SOURCE)": calls(r"__\w+_chk(?<!stack_chk)"),
    "asserts are on": calls("__assert_fail"),
}
if platform.machine() == "x86_64":
    # The linker drops the note that says so, because Debian's start-up code has no marks.
    marks = pathlib.Path(program).read_bytes().count(b"\xf3\x0f\x1e\xfa")
    found["jumps land on marks (-fcf-protection)"] = f"{marks} endbr64" if marks > 1000 else None

for what, seen in found.items():
    print(f"{'ok    ' if seen else 'FAILED'}  {what}: {seen or 'not there'}")
missing = sum(not seen for seen in found.values())
print(f"{len(found) - missing} passed, {missing} failed")
sys.exit(1 if missing else 0)
