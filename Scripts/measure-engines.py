#!/usr/bin/env python3
"""Prints what the engines cost: milliseconds a frame, by the clock and of the processors, of the samples' films.

    Scripts/measure-engines.py [--runs 3]

Engines take turns, and the median counts. What it takes to start is in it, spread over the film's frames. Nothing
else should run.
"""

import argparse
import os
import subprocess
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/playfield"
FILMS = {("dice", "watch"): "rolls.mp4", ("toss", "analyze"): "toss.mp4", ("vision", "pose"): "toss.mp4"}
ENGINES = ("openvino", "portable")


def frames(film):
    counted = subprocess.run(
        ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets",
         "-of", "csv=p=0", film], capture_output=True, text=True, check=True)  # fmt: skip
    return int(counted.stdout.strip().rstrip(","))


def cost(command, engine, film):
    """-> seconds by the clock, and of all processors."""
    began, before = time.monotonic(), os.times()
    subprocess.run([PROGRAM, *command, "--engine", engine, film], check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - began, used


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    for command, name in FILMS.items():
        film = ROOT / "Samples" / name
        count = frames(film)
        costs = {engine: [] for engine in ENGINES}
        for _ in range(options.runs):
            for engine in ENGINES:
                costs[engine].append(cost(command, engine, film))
        for engine in ENGINES:
            clock, used = (1000 / count * median(run[kind] for run in costs[engine]) for kind in (0, 1))
            print(f"{' '.join(command)} {name}, {engine}: {clock:.1f} ms a frame by the clock, {used:.1f} of the processors")


if __name__ == "__main__":
    main()
