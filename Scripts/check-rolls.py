#!/usr/bin/env python3
"""Watches clips of real rolls and compares what is reported with the truth.

    Scripts/check-rolls.py ../shared/data/rolls [--view half|dim]

The folder holds clips and `truth.json`. Every clip is watched at every frame and, as a slow machine
would, at every second one; as it is, at half its size, or as a poor camera sees it in poor light.
Exits with 1 when a roll is wrong, missing, invented or late.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path

from clip_views import DIM, HALF, show

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
SLACK = 3  # frames by which the truth may be off
LATEST = 0.35  # seconds after rest
VIEWS = {"half": HALF, "dim": DIM}


def watch(clip, every):
    command = [PROGRAM, "dice", "watch", clip, "--json", "--every", str(every)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def delay(roll, wanted):
    """Seconds from the last frame in which the rest may begin to the one that reported it."""
    seconds = roll["time"] / max(1, roll["frame"])
    return seconds * (roll["frame"] - wanted["rest"][0] - SLACK)


def is_right(roll, wanted):
    begin, end = wanted["rest"]
    in_time = begin - SLACK <= roll["frame"] <= end + SLACK and delay(roll, wanted) <= LATEST
    return in_time and roll["values"] == wanted["values"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--view", choices=VIEWS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        sys.exit(check(options.folder, VIEWS.get(options.view), Path(made)) > 0)


def check(folder, view, made):
    """Prints what was reported for each clip, and returns the number of faults."""
    right = total = faults = 0
    for clip in json.loads((folder / "truth.json").read_text())["clips"]:
        shown = show(folder / clip["file"], view, None, made)
        for every in (1, 2):
            reported = watch(shown, every)
            wanted = clip["rolls"]
            # The first reported is the first wanted, and so on: a roll reported twice is a fault, even
            # where the next one is then missing.
            pairs = list(zip_longest(reported, wanted))
            fits = [roll is not None and want is not None and is_right(roll, want) for roll, want in pairs]
            for (roll, want), fit in zip(pairs, fits):
                if not fit:
                    heard = f"{roll['values']} at frame {roll['frame']}" if roll else "nothing"
                    truth = f"{want['values']} at rest in frames {want['rest']}" if want else "none"
                    print(f"{clip['file']} every {every}: reported {heard}, wanted {truth}")
            total += len(wanted)
            right += sum(fits)
            faults += len(fits) - sum(fits)
            print(f"{clip['file']:24} every {every}. frame: {sum(fits)} of {len(wanted)} rolls, "
                  f"{len(reported)} reported", flush=True)
    print(f"{right} of {total} rolls right, {faults} faults")
    return faults


if __name__ == "__main__":
    main()
