#!/usr/bin/env python3
"""Measures how a die is read that fills the picture, by how much of its width the top takes.

    Scripts/check-close-ups.py ../shared/data/dice/close-up

Of cut-outs only the die in the middle counts: what else is read on it is extra. Exits with 1 where less
is right than the goals say, or anything is extra.
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
GOAL, GOAL_OF_WHOLE = 0.95, 0.75  # right up to 0.8 of the width, and where the top takes all of it


def judge(image, dice):
    """-> whether it is right, and how many dice are extra"""
    if "middle" not in image:
        values = list(image["values"])
        found = [die["value"] for die in dice]
        right = all(found.count(value) >= values.count(value) for value in values)
        return right, max(0, len(found) - len(values))
    half = image["share"] / 2

    def is_on_it(box):
        return all(abs(start + length / 2 - 0.5) < half for start, length in zip(box[:2], box[2:]))

    found = [die["value"] for die in dice if is_on_it(die["box"])]
    return image["middle"] in found, max(0, len(found) - 1)


def main():
    folder = Path(sys.argv[1])
    images = json.loads((folder / "annotations.json").read_text())["images"]
    files = [folder / "images" / image["file_name"] for image in images]
    run = subprocess.run([PROGRAM, "dice", "read", "--json", *files], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.strip() or f"the program ended with {run.returncode}")
    counts = defaultdict(lambda: [0, 0, 0])
    for image, line in zip(images, run.stdout.splitlines(), strict=True):
        dice = json.loads(line)["dice"]
        right, extra = judge(image, dice)
        row = counts[image.get("share", "whole photographs")]
        row[0] += right
        row[1] += 1
        row[2] += extra
        if not right or extra:
            print(f"{image['file_name']}: {image['values']}, read as {[die['value'] for die in dice]}")
    for share, (right, total, extra) in sorted(counts.items(), key=str):
        print(f"{share}: {right} of {total} right, {extra} extra")
    parts = [row for share, row in counts.items() if share != "whole photographs" and share < 1]
    right, total, extra = map(sum, zip(*parts))
    print(f"up to 0.8 of the width: {right} of {total} right, {extra} extra")
    whole = counts[1.0]
    return right < GOAL * total or whole[0] < GOAL_OF_WHOLE * whole[1] or any(row[2] for row in counts.values())


if __name__ == "__main__":
    sys.exit(main())
