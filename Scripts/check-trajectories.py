#!/usr/bin/env python3
"""Finds what is thrown in clips and compares it with the truth.

    Scripts/check-trajectories.py ../shared/data/clips [.data/toss-controls/*]

A folder holds clips and `truth.json`; `make toss-controls` derives more of them. What counts as found stands in
`toss_scores.py`. Exits with 1 when a folder misses its goal.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from toss_scores import AMPLE, score_flights

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"


@dataclass
class Goal:
    found: int
    of: int = 18  # where fewer are in view, the same part of these
    false: int = None  # in all; None allows one a minute
    apart: str = ""  # clips that are not counted


GOALS = {
    "clips": Goal(14),
    "mirrored": Goal(14),
    "half-size": Goal(14),
    "repeated": Goal(14),
    "slowed": Goal(14),
    "dropped": Goal(12),
    "dropped-randomly": Goal(12),
    "dim": Goal(13),
    "shaken": Goal(12, of=15, apart="senatopal"),
    "panned": Goal(12, of=15, apart="senatopal"),
    "upside-down": Goal(0, false=1),
}


def watch(clip):
    run = subprocess.run([PROGRAM, "vision", "trajectories", "--json", clip], capture_output=True, text=True)
    if run.returncode:
        print(f"    {run.stderr.strip()}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def check(folder):
    """Prints what is found in a folder's clips. -> whether it reaches its goal"""
    goal = GOALS.get(folder.name, Goal(0))
    found = amply = wanted = false = 0
    minutes = 0.0
    stays_quiet = True
    for clip in json.loads((folder / "truth.json").read_text()):
        score = score_flights(watch(folder / clip["file"]), clip)
        covers = ", ".join(f"{cover:.0%}" for cover in score.covers) or "none to find"
        print(f"{folder.name:16} {clip['file']:30} {covers}; {len(score.false)} false", flush=True)
        for why, path in score.false:
            print(f"    false, {why}: frames {path['startFrame']} to {path['endFrame']}")
        if goal.apart and goal.apart in clip["file"]:
            continue
        found, amply, wanted = found + score.found, amply + score.amply, wanted + len(score.covers)
        false += len(score.false)
        minutes += clip["frames"] / clip["fps"] / 60
        stays_quiet = stays_quiet and bool(clip.get("flights") or not score.false)
    maximum_false = max(1, minutes) if goal.false is None else goal.false
    reached = found * goal.of >= goal.found * wanted and false <= maximum_false
    if folder.name == "clips":
        reached = reached and stays_quiet
    print(
        f"{folder.name:16} {found} of {wanted} flights found{f' (goal {goal.found} of {goal.of})' if goal.found else ''}, {amply} by {AMPLE:.0%} of their "
        f"frames; {false} false in {minutes:.1f} minutes{'' if reached else '  MISSED'}",
        flush=True,
    )
    return reached


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    results = [check(folder.resolve()) for folder in parser.parse_args().folders]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
