#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi.py PROGRAM: a league played by mpirun is the league of one process, byte for byte.

Skipped where OpenMPI is not installed (`./setup mpi` does it): players need none."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

os.chdir(pathlib.Path(__file__).resolve().parent.parent)
if not shutil.which("mpicc") or not shutil.which("mpirun"):
    print("note: tests/mpi.py: OpenMPI is not installed\n0 passed, 0 failed, 1 skipped")
    sys.exit(0)

# mpirun wants no root and as many cores as processes, unless it is told; and it counts nothing here.
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                  OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl="self,vader",
                  OMPI_MCA_mpi_yield_when_idle="1")
LEAGUE = ["league", "18nl", "--table", "steady,random", "--table", "random,varied", "--players", "3",
          "--seeds", "2", "--seed", "7"]
passed = failed = 0


def holds(fine, what):
    global passed, failed
    passed, failed = passed + bool(fine), failed + (not fine)
    if not fine:
        print(f"mpi.py: it does not hold that {what}")


def league(folder, *command):
    """Exit code, report, file of results and page of a league."""
    results, page = folder / "results", folder / "page.html"
    done = subprocess.run([*command, "--results", results, "--page", page], capture_output=True,
                          timeout=600, stdin=subprocess.DEVNULL)
    files = [f.read_bytes() if f.exists() else b"" for f in (results, page)]
    return done.returncode, done.stdout, *files, done.stderr.decode(errors="replace")


build = subprocess.run(["make", "--no-print-directory", "build-mpi"], capture_output=True, text=True)
holds(build.returncode == 0, f"roundhouse-mpi can be built: {build.stdout}{build.stderr}")
if build.returncode == 0:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        alone = league(folder, sys.argv[1], *LEAGUE, "--jobs", "1")
        holds(alone[0] == 0 and b"12 games" in alone[1], f"one process plays: {alone[4]}")
        rows = alone[2].splitlines(keepends=True)
        for processes in ("1", "2", "3"):
            (folder / "results").unlink()
            by_mpi = league(folder, "mpirun", "-n", processes, "build-mpi/roundhouse-mpi", *LEAGUE)
            holds(by_mpi[:4] == alone[:4], f"{processes} processes of mpirun play alike: {by_mpi[4]}")
        (folder / "results").write_bytes(b"".join(rows[:-3]) + rows[-3][:20])
        again = league(folder, "mpirun", "-n", "2", "build-mpi/roundhouse-mpi", *LEAGUE)
        holds(again[:4] == alone[:4], f"a league that was stopped goes on under mpirun: {again[4]}")
        wrong = league(folder, "mpirun", "-n", "2", "build-mpi/roundhouse-mpi", "league", "18xx")
        holds(wrong[0] != 0 and "18xx" in wrong[4], f"a mistake ends all processes: {wrong[4]}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
