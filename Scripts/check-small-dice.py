#!/usr/bin/env python3
"""Measures how dice are read by how small they are in the picture.

    Scripts/check-small-dice.py ../shared/data/dice/phone-trays …

Each photo of a data set is read as it is, and again put into the middle of a larger grey picture, so
that its median die is 2.5 % and 5 % of the width. A die is right where an answer of its value has its
centre in the die's box. Prints the parts that are right, by the width of a die in the picture, and
judges nothing.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
WIDTHS = [0.025, 0.05]  # of the picture
BINS = [0, 0.02, 0.025, 0.03, 0.04, 0.06, 0.1, 1]
LARGEST = 4096  # px


def photos(folder):
    """The test photos of a set with their sizes and dice: (file, (width, height), [(value, box)])."""
    truth = json.loads((folder / "annotations.json").read_text())
    boxes = {}
    for a in truth["annotations"]:
        boxes.setdefault(a["image_id"], []).append((a["category_id"], a["bbox"]))
    images = [image for image in truth["images"] if image.get("split") == "test"] or truth["images"]
    for image in images:
        dice = [(value, box) for value, box in boxes.get(image["id"], []) if value <= 6]
        if dice:
            yield folder / "images" / image["file_name"], (image["width"], image["height"]), dice


def shrunk(photo, size, dice, share, folder):
    """The photo in a picture so wide that its median die takes `share` of it; None where it does
    already, or the picture would be too large. -> path, dice"""
    width, height = size
    across = round(median(box[2] for _, box in dice) / share)
    if across <= width or across > LARGEST:
        return None
    down = round(height * across / width)
    left, top = (across - width) // 2, (down - height) // 2
    path = folder / f"{photo.stem}-{share}.png"
    # In RGB, for where colours are shared by neighbours a picture is put at even places only.
    grey = f"format=rgb24,pad={across}:{down}:{left}:{top}:color=0x808080"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", photo, "-vf", grey, "-compression_level", "1", path],
                   check=True)
    return path, [(value, [x + left, y + top, w, h]) for value, (x, y, w, h) in dice]


def main():
    counts = [[0, 0] for _ in BINS[1:]]
    with tempfile.TemporaryDirectory() as scratch:
        for folder in map(Path, sys.argv[1:]):
            pictures = []
            for photo, size, dice in photos(folder):
                pictures.append((photo, dice))
                made = (shrunk(photo, size, dice, share, Path(scratch)) for share in WIDTHS)
                pictures += [picture for picture in made if picture]
            if not pictures:
                print(f"{folder.name}: without boxes, left out")
                continue
            run = subprocess.run([PROGRAM, "dice", "read", "--json", *(path for path, _ in pictures)],
                                 check=True, capture_output=True, text=True)
            for (_, dice), line in zip(pictures, run.stdout.splitlines(), strict=True):
                answer = json.loads(line)
                size = (answer["width"], answer["height"])
                told = [(die["value"], [(die["box"][i] + die["box"][i + 2] / 2) * size[i] for i in (0, 1)])
                        for die in answer["dice"]]
                for value, (x, y, w, h) in dice:
                    here = next(i for i, most in enumerate(BINS[1:]) if w / size[0] <= most)
                    right = any(v == value and x <= at[0] <= x + w and y <= at[1] <= y + h for v, at in told)
                    counts[here][0] += right
                    counts[here][1] += 1
    for low, high, (right, total) in zip(BINS, BINS[1:], counts):
        if total:
            print(f"{low:6.1%} to {high:6.1%} of the width: {right / total:6.1%} of {total} dice right")


if __name__ == "__main__":
    main()
