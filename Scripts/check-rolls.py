#!/usr/bin/env python3
"""Watches clips of real rolls and compares what is told with the truth.

    Scripts/check-rolls.py ../shared/data/rolls

The folder holds clips and `truth.json`. Every clip is watched at every frame and, as a slow machine
would, at every second one. Exits with 1 when a roll is wrong, missing, invented or late.
"""

import json
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
SLACK = 3  # frames by which the truth may be off
LATEST = 0.35  # seconds after rest


def watch(clip, every):
    command = [PROGRAM, "dice", "watch", clip, "--json", "--every", str(every)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def delay(roll, wanted):
    """Seconds from the last frame in which the rest may begin to the one that told it."""
    seconds = roll["time"] / max(1, roll["frame"])
    return seconds * (roll["frame"] - wanted["rest"][0] - SLACK)


def is_right(roll, wanted):
    begin, end = wanted["rest"]
    in_time = begin - SLACK <= roll["frame"] <= end + SLACK and delay(roll, wanted) <= LATEST
    return in_time and roll["values"] == wanted["values"]


def main():
    folder = Path(sys.argv[1])
    right = total = faults = 0
    for clip in json.loads((folder / "truth.json").read_text())["clips"]:
        for every in (1, 2):
            told = watch(folder / clip["file"], every)
            wanted = clip["rolls"]
            # The first told is the first wanted, and so on: a roll told twice is a fault, even where
            # the next one is then missing.
            pairs = list(zip_longest(told, wanted))
            fits = [roll is not None and want is not None and is_right(roll, want) for roll, want in pairs]
            for (roll, want), fit in zip(pairs, fits):
                if not fit:
                    heard = f"{roll['values']} at frame {roll['frame']}" if roll else "nothing"
                    truth = f"{want['values']} at rest in frames {want['rest']}" if want else "none"
                    print(f"{clip['file']} every {every}: told {heard}, wanted {truth}")
            total += len(wanted)
            right += sum(fits)
            faults += len(fits) - sum(fits)
            print(f"{clip['file']:24} every {every}. frame: {sum(fits)} of {len(wanted)} rolls, {len(told)} told", flush=True)
    print(f"{right} of {total} rolls right, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
