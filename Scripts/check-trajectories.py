#!/usr/bin/env python3
"""Finds what is thrown in clips and compares it with the truth.

    Scripts/check-trajectories.py ../shared/data/clips [.data/toss-controls/*] [--motion .data/motion]

A folder holds clips and `truth.json`; `make toss-controls` derives more of them. What counts as found stands in
`toss_scores.py`. Exits with 1 when a folder misses its goal.

With `--motion` what moves in each clip is recorded there once, and paths are found in the recording again in seconds
(`swift build -c release --product FlightCandidates` first). It replays what finds paths among moving objects, not what
finds these: remove the folder when that has changed. Where the camera was lost is not recorded.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from toss_scores import AMPLE, score_flights

BUILD = Path(__file__).resolve().parents[1] / ".build/release"


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


def lines_of(*command):
    """-> the lines of JSON that a command prints, and whether it succeeded"""
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        print(f"    {run.stderr.strip()}")
    return [json.loads(line) for line in run.stdout.splitlines()], run.returncode == 0


def watch(clip, *options):
    return lines_of(BUILD / "playfield", "vision", "trajectories", "--json", *options, clip)


def replay(clip, folder):
    """The paths in what moved in a clip, which is recorded in a folder, whole, if it is not there."""
    recording = folder / f"{clip.stem}.jsonl"
    if not recording.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as part:
            paths, is_whole = watch(clip, "--inspect", part)
            if not is_whole:
                return paths, False
            (Path(part) / recording.name).rename(recording)
    return lines_of(BUILD / "FlightCandidates", "--judged", recording)


def check(folder, motion):
    """Prints what is found in a folder's clips. -> whether it reaches its goal"""
    goal = GOALS.get(folder.name, Goal(0))
    found = amply = wanted = false = 0
    minutes = 0.0
    stays_quiet = True
    for clip in json.loads((folder / "truth.json").read_text()):
        film = folder / clip["file"]
        paths, _ = replay(film, motion / folder.name) if motion else watch(film)
        score = score_flights(paths, clip)
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
    parser.add_argument("--motion", type=Path, help="record what moves in this folder, or find paths in what was recorded")
    options = parser.parse_args()
    results = [check(folder.resolve(), options.motion) for folder in options.folders]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
