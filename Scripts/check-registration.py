#!/usr/bin/env python3
"""Follows the plane of real clips and compares it with the truth.

    Scripts/check-registration.py ../shared/data

The folder holds `planes` (clips and `truth.json`) and `rolls`. Where the truth names the part of the
plane on which a board may lie, its bounding box in the reference frame is the region; other clips are followed without one.
Pixels are those of a picture 640 pixels wide. Exits with 1 where, of a clip with a moving camera, fewer
than 95 % of the labelled frames (visp_grabber: 80 %) are within 5 pixels in the mean or more than 5 % of
those answered are more than 15 off, or where, of a clip with a fixed camera, a corner of the picture moves
by more than 2 pixels (95 % of the frames answered).
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from math import ceil, dist
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
NEAR, FAR, STILL = 5, 15, 2  # pixels at a width of 640
GOOD = {"visp_grabber.mp4": 0.8}  # of the labelled frames; 0.95 of other clips'


def follow(clip, region=None, reference=0):
    """The homography of each frame by its number; None where the plane is lost."""
    command = [PROGRAM, "vision", "registration", clip, "--json", "--reference", str(reference)]
    if region:
        command += ["--region", ",".join(f"{number:.5f}" for number in region)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line["frame"]: line["homography"] for line in map(json.loads, lines)}


def seen(homography, point):
    rows = [sum(a * b for a, b in zip(homography[row:row + 3], (*point, 1))) for row in (0, 3, 6)]
    return rows[0] / rows[2], rows[1] / rows[2]


def percentile(values, share):
    return sorted(values)[max(0, ceil(share * len(values)) - 1)] if values else 0


def region(clip):
    """The bounding box of the plane's part, normalized; None where the truth has none."""
    if not clip.get("board"):
        return None
    x, y = zip(*clip["board"])
    width, height = clip["width"], clip["height"]
    return (min(x) / width, min(y) / height, (max(x) - min(x)) / width, (max(y) - min(y)) / height)


def judge_moving(clip, found):
    """Prints how well the labelled points are met; returns whether the goal is, and counts of frames."""
    scale = 640 / clip["width"]
    errors = []
    labels = {int(frame): points for frame, points in clip["labels"].items()}
    labels.pop(clip["reference"], None)
    for frame, points in labels.items():
        homography = found.get(frame)
        if homography is None:
            continue
        apart = [dist(seen(homography, clip["points"][name]), point) for name, point in points.items()]
        errors.append(scale * sum(apart) / len(apart))
    frames = Counter(labelled=len(labels), near=sum(error < NEAR for error in errors), far=sum(error > FAR for error in errors))
    good, far = frames["near"] / len(labels), frames["far"] / max(1, len(errors))
    print(f"{clip['file']:24} {len(labels):6} {len(errors):9} {good:6.0%} {far:9.0%} "
          f"{sum(errors) / max(1, len(errors)):7.2f} {percentile(errors, 0.95):6.2f} {max(errors, default=0):6.2f}",
          flush=True)
    return good >= GOOD.get(clip["file"], 0.95) and far <= 0.05, frames


def judge_fixed(name, width, height, found):
    """Prints how far the picture's corners move; returns whether the goal is met, and counts of frames."""
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    moves = [640 / width * max(dist(seen(homography, corner), corner) for corner in corners)
             for homography in found.values() if homography]
    most = percentile(moves, 0.95)
    print(f"{name:24} {len(found):6} {len(moves) / len(found):9.0%} {most:6.2f} {max(moves, default=0):6.2f}",
          flush=True)
    return most <= STILL, Counter(shown=len(found), followed=len(moves), clips=1, unsteady=most > STILL)


def size(clip):
    """The width and height of an upright clip."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height",
               "-of", "csv=p=0", clip]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [int(number) for number in text.strip().split(",")[:2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    clips = json.loads((folder / "planes/truth.json").read_text())["clips"]
    missed, total = [], Counter()

    def note(name, judged):
        is_met, counts = judged
        total.update(counts)
        if not is_met:
            missed.append(name)

    print(f"{'moving camera':24} {'frames':>6} {'answered':>9} {'good':>6} {'far off':>9} {'mean':>7} {'95 %':>6} {'max':>6}")
    for clip in clips:
        if not clip["fixed"]:
            found = follow(folder / "planes" / clip["file"], region(clip), clip["reference"])
            note(clip["file"], judge_moving(clip, found))
    print(f"{'fixed camera':24} {'frames':>6} {'answered':>9} {'95 %':>6} {'max':>6}")
    for clip in clips:
        if clip["fixed"]:
            found = follow(folder / "planes" / clip["file"], region(clip), clip["reference"])
            note(clip["file"], judge_fixed(clip["file"], clip["width"], clip["height"], found))
    for clip in sorted((folder / "rolls").glob("*.mp4")):
        note(clip.name, judge_fixed(clip.name, *size(clip), follow(clip)))
    print(f"moving camera: {total['near']} of {total['labelled']} labelled frames within {NEAR} pixels, {total['far']} over {FAR} off")
    print(f"fixed camera: {total['followed']} of {total['shown']} frames answered, corners move in {total['unsteady']} of {total['clips']} clips")
    if missed:
        sys.exit("goals were missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
