#!/usr/bin/env python3
"""Times `toss analyze` beside another build of the program, or with --annotate beside its parts.

    Scripts/compare-toss-speed.py --other ../old/.build/release/playfield Samples/toss.mp4 …
    Scripts/compare-toss-speed.py --annotate Samples/toss.mp4 …

Both run by turns, whole processes, so that a machine that becomes slower in between slows both. A ratio is that of a
pair; printed are the median, minimum and maximum of the pairs. The parts of `--annotate` are the analysis
without it, and the encoding of as many frames by ffmpeg with the same settings, less what decoding takes.
"""

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"


def run(*command):
    """-> processor time and time on the clock, in seconds"""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            messages.seek(0)
            raise SystemExit(f"{' '.join(map(str, command))}: status {os.waitstatus_to_exitcode(status)}\n{messages.read()}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


def analyze(program, clip, *options):
    return run(program, "toss", "analyze", "--json", "--no-history", clip, *options)


def encode(clip, folder):
    decoding = run("ffmpeg", "-i", clip, "-an", "-f", "null", "-")
    both = run("ffmpeg", "-y", "-i", clip, "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20",
               f"{folder}/encoded.mp4")
    return [b - d for b, d in zip(both, decoding)]


def compare(clip, other, runs, folder):
    pairs = []
    for _ in range(runs):
        if other:
            pairs.append((analyze(PROGRAM, clip), analyze(other, clip)))
        else:
            whole = analyze(PROGRAM, clip, "--annotate", f"{folder}/annotated.mp4")
            pairs.append((whole, [a + e for a, e in zip(analyze(PROGRAM, clip), encode(clip, folder))]))
    for index, name in enumerate(("processor", "clock")):
        ours, theirs = ([pair[side][index] for pair in pairs] for side in (0, 1))
        ratios = sorted(a / b for a, b in zip(ours, theirs))
        print(f"{Path(clip).name:28} {name:10} {median(ours):6.2f} s beside {median(theirs):6.2f} s, "
              f"ratio {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", nargs="+")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--other", help="the other build's program")
    what.add_argument("--annotate", action="store_true", help="compare --annotate with its parts")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for clip in options.clips:
            compare(clip, options.other, options.runs, folder)


if __name__ == "__main__":
    main()
