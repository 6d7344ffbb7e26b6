#!/usr/bin/env python3
"""Tells where the bags of clips come to rest, and compares it with the truth.

    Scripts/check-landings.py ../shared/data/clips

The folder holds clips and `truth.json`; clips without `landings` are left out. A landing is found by
one that is told with the same outcome and a frame of rest within 10 (at 30 frames a second). Each clip
is also scored without its corners being told, and shown in a mirror, at half its frames, at half its
size, darker and with every frame twice, for what holds for one clip alone is chance. Exits with 1 when a
landing is missing, wrong or invented.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from clip_views import show

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
NEAR = 10 / 30  # seconds

# A name, FFmpeg's filter, how many frames there are for one, and where a corner goes, if it is told.
VIEWS = [
    ("as it is", None, 1, lambda corners: corners),
    # In a mirror the left corners are the right ones.
    ("board not told", None, 1, None),
    ("mirrored", "hflip", 1, lambda corners: [(1 - corners[i][0], corners[i][1]) for i in (1, 0, 3, 2)]),
    ("half the frames", "select='not(mod(n,2))',setpts=N/({fps}/2)/TB", 0.5, lambda corners: corners),
    ("half the size", "scale=trunc(iw/4)*2:trunc(ih/4)*2", 1, lambda corners: corners),
    ("darker", "lutrgb=r=val*0.6:g=val*0.6:b=val*0.6", 1, lambda corners: corners),
    ("frames twice", "fps={fps}*2", 2, lambda corners: corners),
]


def score(clip, corners):
    board = corners and ["--board=" + ",".join(f"{value:.5f}" for corner in corners for value in corner)]
    run = subprocess.run([PROGRAM, "toss", "score", clip, "--json", *(board or [])],
                         check=True, capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    folder = Path(sys.argv[1])
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, view, factor, turned in VIEWS:
            for clip in json.loads((folder / "truth.json").read_text()):
                if not clip.get("landings"):
                    continue
                # A whole number is the middle of a pixel in the truth.
                corners = [((x + 0.5) / clip["width"], (y + 0.5) / clip["height"])
                           for x, y in clip["boards"][0]["corners"]]
                told = score(show(folder / clip["file"], view, clip["fps"], Path(scratch)),
                             turned and turned(corners))
                wanted = clip["landings"]
                apart = [landing["restFrame"] / factor - truth["restFrame"]
                         for landing, truth in zip(told, wanted)]
                right = [landing["outcome"] == truth["outcome"] and abs(frames) <= NEAR * clip["fps"]
                         for landing, truth, frames in zip(told, wanted, apart)]
                faults += len(wanted) - sum(right) + max(0, len(told) - len(wanted))
                first = [landing["firstFrame"] / factor - truth["firstFrame"]
                         for landing, truth in zip(told, wanted)]
                print(f"{name:16} {clip['file']:24} {sum(right)} of {len(wanted)} landings right, "
                      f"{max(0, len(told) - len(wanted))} invented; frames off: rest "
                      f"{', '.join(f'{frames:+.0f}' for frames in apart)}; first "
                      f"{', '.join(f'{frames:+.0f}' for frames in first)}", flush=True)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
