#!/usr/bin/env python3
"""Watches clips of real rolls and compares what is told with the truth.

    Scripts/check-rolls.py ../shared/data/rolls

The folder holds clips and `truth.json`. Every clip is watched at every frame and, as a slow machine
would, at every second one. Exits with 1 when a roll is wrong, missing, invented or late.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
SLACK = 3  # frames by which the truth may be off


def watch(clip, every):
    command = [PROGRAM, "dice", "watch", clip, "--json", "--every", str(every)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def main():
    folder = Path(sys.argv[1])
    right = total = faults = 0
    for clip in json.loads((folder / "truth.json").read_text())["clips"]:
        for every in (1, 2):
            told = watch(folder / clip["file"], every)
            wanted = clip["rolls"]
            total += len(wanted)
            matched = 0
            for roll in told:
                fits = [w for w in wanted if w["rest"][0] - SLACK <= roll["frame"] <= w["rest"][1] + SLACK]
                seconds = roll["time"] - roll["time"] / max(1, roll["frame"]) * (fits[0]["rest"][0] + SLACK) if fits else 0
                if fits and fits[0]["values"] == roll["values"] and seconds <= 0.35:
                    matched += 1
                else:
                    faults += 1
                    print(f"{clip['file']} every {every}: told {roll['values']} at frame {roll['frame']}, {seconds:.2f} s after rest")
            right += min(matched, len(wanted))
            faults += max(0, len(wanted) - matched) if len(told) < len(wanted) else 0
            print(f"{clip['file']:24} every {every}. frame: {matched} of {len(wanted)} rolls, {len(told)} told", flush=True)
    print(f"{right} of {total} rolls right, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
