#!/usr/bin/env python3
"""Finds what is thrown in clips and compares it with the truth.

    Scripts/check-trajectories.py ../shared/data/clips

The folder holds clips and `truth.json`. A flight is found by a path that lies where the flight's
points lie and has a point in at least 80 % of its frames. A path is false where it is none of the
flights, neither of those that must be found nor of those that may be (bounces, drops). A flight that has
its path already is told again by another one. Every clip is also shown in a mirror, at half its frames, at half its size and with every frame twice, for what holds
for one clip alone is chance. Exits with 1 when a flight is missing or told again, or a minute has more
than one false path, or a clip without a flight has any.
"""

import json
import subprocess
import sys
import tempfile
from math import dist
from pathlib import Path
from statistics import median

from clip_views import show

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
ENOUGH = 0.8  # of a flight's frames
NEAR = 0.03  # widths of the picture
SLACK = 3  # frames by which optional flights may be off

# A name, FFmpeg's filter, and where a frame and a point (in widths and heights) go.
VIEWS = [
    ("as it is", None, lambda k: k, lambda x: x),
    ("mirrored", "hflip", lambda k: k, lambda x: 1 - x),
    ("half the frames", "select='not(mod(n,2))',setpts=N/({fps}/2)/TB", lambda k: k // 2, lambda x: x),
    ("half the size", "scale=trunc(iw/4)*2:trunc(ih/4)*2", lambda k: k, lambda x: x),
    ("frames twice", "fps={fps}*2", lambda k: 2 * k, lambda x: x),
]


def watch(clip):
    run = subprocess.run([PROGRAM, "vision", "trajectories", "--json", clip],
                         check=True, capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def coverage(path, flight, clip, frame_of, x_of):
    """The part of a flight's frames that a path has a point in; 0 where it lies elsewhere."""
    points = {frame: (x * clip["width"], y * clip["height"]) for frame, x, y in path["points"]}
    apart = [dist(points[frame_of(frame)], (x_of(x / clip["width"]) * clip["width"], y))
             for frame, x, y in flight.get("points", []) if frame_of(frame) in points]
    if not apart or median(apart) > NEAR * clip["width"]:
        return 0
    frames = range(frame_of(flight["startFrame"]), frame_of(flight["endFrame"]) + 1)
    return sum(frame in points for frame in frames) / len(frames)


def may_be(path, flight, frame_of):
    begin, end = frame_of(flight["startFrame"]) - SLACK, frame_of(flight["endFrame"]) + SLACK
    inside = sum(begin <= frame <= end for frame, _, _ in path["points"])
    return not flight["required"] and 2 * inside > len(path["points"])


def told_again(paths, flights, clip, frame_of, x_of):
    """The paths of flights that must be found, but for the best one of each."""
    found = {}
    for path in paths:
        covers = [coverage(path, flight, clip, frame_of, x_of) for flight in flights]
        best = max(covers, default=0)
        if best > 0 and not any(may_be(path, flight, frame_of) for flight in flights):
            found.setdefault(covers.index(best), []).append((best, path))
    return [path for number, some in found.items() if flights[number]["required"]
            for _, path in sorted(some, key=lambda one: one[0])[:-1]]


def main():
    folder = Path(sys.argv[1])
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, view, frame_of, x_of in VIEWS:
            found = wanted = false = 0
            minutes = 0.0
            for clip in json.loads((folder / "truth.json").read_text()):
                paths = watch(show(folder / clip["file"], view, clip["fps"], Path(scratch)))
                flights = clip.get("flights", [])
                required = [flight for flight in flights if flight["required"]]
                covers = [max((coverage(path, flight, clip, frame_of, x_of) for path in paths), default=0)
                          for flight in required]
                wrong = [path for path in paths
                         if not any(coverage(path, flight, clip, frame_of, x_of) > 0 or may_be(path, flight, frame_of)
                                    for flight in flights)]
                shares = ", ".join(f"{cover:.0%}" for cover in covers) or "none to find"
                print(f"{name:16} {clip['file']:28} frames of the flights found: {shares}; {len(wrong)} false", flush=True)
                again = told_again(paths, flights, clip, frame_of, x_of)
                for what, some in (("false", wrong), ("told again", again)):
                    for path in some:
                        print(f"    {what}: frames {path['startFrame']} to {path['endFrame']}")
                found += sum(cover >= ENOUGH for cover in covers)
                wanted += len(required)
                false += len(wrong)
                minutes += clip["frames"] / clip["fps"] / 60
                faults += sum(cover < ENOUGH for cover in covers) + len(again) + (not flights and bool(wrong))
            print(f"{name:16} {found} of {wanted} flights found, {false / minutes:.1f} false paths a minute", flush=True)
            faults += false > max(1, minutes)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
