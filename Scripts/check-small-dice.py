#!/usr/bin/env python3
"""Measures how dice are read by how small they are in the picture.

    Scripts/check-small-dice.py ../shared/data/dice/phone-trays …

Each photo of a data set is read as it is, and again put into the middle of a larger grey picture, so
that its median die is 2.5 % and 5 % of the width. Prints the parts that are right, by the width of a die in the picture, and
the counts of all; judges nothing.
"""

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median

from dice_photos import in_pixels, judge, photos, read

WIDTHS = [0.025, 0.05]  # of the picture
BINS = [0, 0.02, 0.025, 0.03, 0.04, 0.06, 0.1, 1]
LARGEST = 4096  # px


def shrunk(photo, share, folder):
    """The photo in a picture so wide that its median die takes `share` of it; None where it does
    already, or the picture would be too large."""
    width, height = photo.size
    across = round(median(box[2] for _, box in photo.dice) / share)
    if across <= width or across > LARGEST:
        return None
    down = round(height * across / width)
    left, top = (across - width) // 2, (down - height) // 2
    path = folder / f"{photo.file.stem}-{share}.png"
    # In RGB, for where colours are shared by neighbours a picture is put at even places only.
    grey = f"format=rgb24,pad={across}:{down}:{left}:{top}:color=0x808080"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", photo.file, "-vf", grey, "-compression_level", "1", path],
                   check=True)
    moved = [(value, [x + left, y + top, w, h]) for value, (x, y, w, h) in photo.dice]
    return replace(photo, file=path, size=(across, down), dice=moved)


def main():
    counts = [[0, 0] for _ in BINS[1:]]
    misread = extra = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in map(Path, sys.argv[1:]):
            pictures = []
            for photo in photos(folder):
                made = (shrunk(photo, share, Path(scratch)) for share in WIDTHS)
                pictures += [photo, *(picture for picture in made if picture)]
            if not pictures:
                print(f"{folder.name}: without boxes, left out")
                continue
            all_answers = read(picture.file for picture in pictures)
            for picture, answers in zip(pictures, all_answers, strict=True):
                verdict = judge(in_pixels(answers, picture.size), picture)
                for (value, box), answered in zip(picture.dice, verdict.read):
                    here = next(i for i, most in enumerate(BINS[1:]) if box[2] / picture.size[0] <= most)
                    counts[here][0] += answered == value
                    counts[here][1] += 1
                    misread += answered not in (value, None)
                extra += verdict.extra
    for low, high, (right, total) in zip(BINS, BINS[1:], counts):
        if total:
            print(f"{low:6.1%} to {high:6.1%} of the width: {right / total:6.1%} of {total} dice right")
    right, total = map(sum, zip(*counts))
    print(f"{right} of {total} dice right, {misread} read as another value, {extra} invented")


if __name__ == "__main__":
    main()
