#!/usr/bin/env python3
"""Measures what the archive itself costs for each entry of a long list, with a program that answers at once:

    .deps/archive/bin/python Archive/tests/measure_lists.py [--photographs 100000] [--films 5000] [--cores 2]

Prints milliseconds an entry, Ray's start included, and how much larger the driver's process is with all
photographs than with a tenth of them. Exits with 1 where a figure is beyond its goal. Needs a C compiler and
`Scripts/setup-archive.sh --cluster`; takes about four minutes of two idle cores.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
MILLISECONDS, FILM_MILLISECONDS, GROWTH_MB = 2, 10, 25

# In C, for Python takes longer to start than all else that is measured.
PROGRAM = r"""
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
  if (count == 2) return puts("playfield 0 answers at once") < 0;
  int is_film = strcmp(words[2], "watch") == 0;
  FILE *list = fopen(words[count - 1], "r");
  char name[4096];
  for (int length = 0, byte; (byte = fgetc(list)) != EOF;) {
    name[length++] = byte;
    if (byte) continue;
    if (is_film) printf("{\"file\": \"%s\", \"roll\": 1, \"frame\": 3, \"values\": [2], \"sum\": 2}\n", name);
    const char *rest = is_film ? "\"done\": true" : "\"dice\": [], \"sum\": 0";
    printf("{\"file\": \"%s\", %s, \"settings\": \"x\"}\n", name, rest);
    length = 0;
  }
}
"""


def program(folder):
    (folder / "program.c").write_text(PROGRAM)
    subprocess.run(["cc", "-O", "-o", folder / "program", folder / "program.c"], check=True)
    return folder / "program"


def links(folder, count, source, suffix):
    """Makes a folder of names for one file: a list is long, not large."""
    folder.mkdir()
    shutil.copy(source, first := folder / f"{0:06}{suffix}")
    # A file has at most 65,000 names on ext4.
    for index in range(1, count):
        if index % 50_000 == 0:
            shutil.copy(source, first := folder / f"{index:06}{suffix}")
        else:
            os.link(first, folder / f"{index:06}{suffix}")
    return folder


def call(program, inputs, cores, *command):
    """-> the seconds of a call, those of a core that its driver took, and the driver's largest memory in MB"""
    with tempfile.TemporaryDirectory() as output:
        began = time.monotonic()
        words = [sys.executable, "-m", "playfield_archive", "run", "--inputs", inputs, "--output", output, "--program",
                 program, "--cores", str(cores), "--", *command]  # fmt: skip
        # No networks: it is the list that is measured.
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "PLAYFIELD_MODELS": "/nowhere"}
        driver = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
        place, largest, ticks = Path(f"/proc/{driver.pid}"), 0, 0
        while driver.poll() is None:
            for line in (place / "status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    largest = max(largest, int(line.split()[1]))
                    ticks = sum(map(int, (place / "stat").read_text().rpartition(")")[2].split()[11:13]))
            time.sleep(0.2)
        said = driver.stdout.read()
        seconds = time.monotonic() - began
    expected = f"{len(os.listdir(inputs)):,}"
    assert driver.returncode == 0 and said.split()[:2] == ["files", expected], said
    return seconds, ticks / os.sysconf("SC_CLK_TCK"), largest / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photographs", type=int, default=100_000)
    parser.add_argument("--films", type=int, default=5_000)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    samples = HERE.parents[1] / "Samples"
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        fast = program(folder)
        (folder / "picture").write_text("x")
        cases = [
            ("few", "photographs", options.photographs // 10, folder / "picture", ".jpg", ("dice", "read")),
            ("many", "photographs", options.photographs, folder / "picture", ".jpg", ("dice", "read")),
            ("films", "films", options.films, samples / "rolls.mp4", ".mp4", ("dice", "watch")),
        ]
        costs, memory = {}, {}
        for name, kind, count, source, suffix, command in cases:
            inputs = links(folder / name, count, source, suffix)
            seconds, own, memory[name] = call(fast, inputs, options.cores, *command)
            costs[name] = 1000 * seconds / count
            print(
                f"{count:>8,} {kind}: {costs[name]:.2f} ms an entry, of a core the driver took "
                f"{1000 * own / count:.2f} ms an entry; it had {memory[name]:.0f} MB",
                flush=True,
            )
            shutil.rmtree(inputs)
    growth = memory["many"] - memory["few"]
    print(f"the driver is {growth:.1f} MB larger with all photographs than with a tenth")
    sys.exit(costs["many"] > MILLISECONDS or costs["films"] > FILM_MILLISECONDS or growth > GROWTH_MB)


if __name__ == "__main__":
    main()
