#!/usr/bin/env python3
"""Compares figures of accuracy with those recorded in Benchmarks/accuracy.json:

    Scripts/compare-accuracy.py [--record] [WORD …]     with words, only commands that contain one

A figure that is worse by more than its noise, or that its command no longer prints, fails the run. A
command that ends with an error has missed a goal of its own, which is reported and fails nothing.
`--record` writes the figures of this run into the file: for a change that is meant to move them.

In the file each command lists what it prints: `line` finds a figure in it, `noise` is by how much the
figure differs from run to run or from machine to machine, and `better` is "higher" or "lower". The program
answers the same on every run, so that the noise of a count is 0 where no machine has counted otherwise: as some have
where FFmpeg encodes copies of the pictures first.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
file = root / "Benchmarks/accuracy.json"
shared = pathlib.Path(os.environ.get("PLAYFIELD_SHARED", root / "../shared"))


def run(command):
    """-> what the command printed, and whether it ended without an error."""
    words = shlex.split(command.replace("DATA", shlex.quote(str(shared / "data"))))
    ran = subprocess.run(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.stdout, ran.returncode == 0


def read(figure, text):
    """-> the figure, as the command printed it; `None` where it did not."""
    found = re.search(figure["line"], text, re.MULTILINE)
    return float(found[1].replace(",", "")) if found else None


def is_worse(figure, value):
    loss = figure["recorded"] - value
    return (loss if figure["better"] == "higher" else -loss) > figure["noise"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--record", action="store_true", help="write the figures into the file")
    options = parser.parse_args()
    if not (shared / "data").is_dir():
        sys.exit(f"the photographs, clips and recordings of {shared}/data are not here")

    checks = json.loads(file.read_text())
    worse, missed = [], []
    for check in checks:
        command = check["command"]
        if options.words and not any(word in command for word in options.words):
            continue
        began = time.monotonic()
        text, is_met = run(command)
        print(f"{command}: {time.monotonic() - began:.0f} s", flush=True)
        if not is_met:
            missed.append(command)
        for figure in check["figures"]:
            value = read(figure, text)
            name = f"{figure['name']}: {value}, recorded {figure['recorded']}"
            is_bad = value is None or is_worse(figure, value)
            print(f"  {name}{', WORSE' if is_bad else ''}", flush=True)
            if value is None:
                print(text[-2000:])
            if is_bad:
                worse.append(name)
            if options.record and value is not None:
                figure["recorded"] = int(value) if value == int(value) else value
    if options.record:
        file.write_text(json.dumps(checks, indent=2, ensure_ascii=False) + "\n")
    for title, lines in (("goals that were missed", missed), ("worse than recorded", worse)):
        if lines:
            print(f"{title}:", *lines, sep="\n  ")
    sys.exit(bool(worse) and not options.record)


if __name__ == "__main__":
    main()
