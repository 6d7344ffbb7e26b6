#!/usr/bin/env python3
"""Compares two nodes of one core with one call of the program that reads two files at once, on the same files:

    .deps/archive/bin/python Archive/tests/measure_rate.py [--films 24] [--photographs 1000] [--turns 1]

The files are copies of Samples/dice.jpg, and of Samples/rolls.mp4 four times over: half a minute, for a film has a process of
its own in an archive, which takes half a second to start. The program is .build/release/playfield or that which
PLAYFIELD_PROGRAM names. The nodes are up before anything is measured. Exits with 1 where the cluster has less than
0.9 of the call's rate for films, or 0.85 for photographs. Needs `Scripts/setup-archive.sh --cluster`; a turn takes
about fifteen minutes of two idle cores.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from nightly_cluster import PROGRAM, ROOT, Ray, driver  # noqa: E402

GOALS = {"films": 0.9, "photographs": 0.85}


def copies(folder, sample, count):
    folder.mkdir()
    source = ROOT / "Samples" / sample
    if source.suffix == ".mp4":
        source = folder.with_suffix(".mp4")
        words = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "3", "-i", ROOT / "Samples" / sample, "-c", "copy", source]
        subprocess.run(words, check=True)
    for index in range(count):
        shutil.copy(source, folder / f"{index:05}{source.suffix}")
    return folder


def seconds(process):
    """Waits for a process that was just started."""
    began = time.monotonic()
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    return time.monotonic() - began


def by_call(inputs, words):
    words = [PROGRAM, *words, "--json", "--quiet", "--jobs", "2", "--threads", "1", inputs]
    return seconds(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))


def by_cluster(ray, inputs, words):
    with tempfile.TemporaryDirectory() as output:
        return seconds(driver(ray.address, inputs, output, "--", *words, program=PROGRAM, timeout=600))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--films", type=int, default=24)
    parser.add_argument("--photographs", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=1)
    options = parser.parse_args()
    is_slow = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        ray = Ray(folder)
        try:
            ray.start("--head", f"--port={ray.port}", "--include-dashboard=false", f"--temp-dir=/tmp/r{os.getpid()}")
            ray.wait_for(1)
            ray.start(f"--address={ray.address}")
            ray.wait_for(2)
            for kind, sample, words in (
                ("films", "rolls.mp4", ["dice", "watch"]), ("photographs", "dice.jpg", ["dice", "read"]),
            ):  # fmt: skip
                count = getattr(options, kind)
                inputs = copies(folder / kind, sample, count)
                by_call(copies(folder / f"first-{kind}", sample, 2), words)
                ratios = []
                for _ in range(options.turns):
                    call, cluster = by_call(inputs, words), by_cluster(ray, inputs, words)
                    ratios.append(call / cluster)
                    print(f"  {count:,} {kind}: one call {call:.1f} s, two nodes {cluster:.1f} s", flush=True)
                ratio = statistics.median(ratios)
                is_slow |= ratio < GOALS[kind]
                print(f"two nodes have {ratio:.3f} of the rate of one call for {kind}, goal {GOALS[kind]}", flush=True)
        finally:
            for node in reversed(ray.nodes):
                ray.kill(node)
    sys.exit(is_slow)


if __name__ == "__main__":
    main()
