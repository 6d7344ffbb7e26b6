#!/usr/bin/env python3
"""Compares one call that reads several files at once with calls that run at once, and looks at its memory:

    Scripts/check-jobs.py [--pictures 40] [--turns 5] [--films 500]

Copies of Samples/dice.jpg are read by `--jobs 2 --threads 1`, and by two calls with one thread each that have half of them;
and one long film with many short ones after it by `--jobs 2`, whose own process must hold what the short ones say
until the long one has ended. Exits with 1 where the first has less than 0.95 of the rate, or where the call's own process
is more than 20 MB larger with all short films than with a tenth of them.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/release/playfield"
MINIMUM_RATE, MAXIMUM_GROWTH = 0.95, 20_000


def copies(folder, count):
    for index in range(count):
        (folder / f"{index:04}.jpg").symlink_to(ROOT / "Samples/dice.jpg")
    return [str(folder / f"{index:04}.jpg") for index in range(count)]


def seconds(*calls):
    began = time.monotonic()
    running = [
        subprocess.Popen([PROGRAM, "dice", "read", "--threads", "1", *call], stdout=subprocess.DEVNULL) for call in calls
    ]
    assert all(one.wait() == 0 for one in running)
    return time.monotonic() - began


def rate(folder, count, turns):
    files = copies(folder, count)
    seconds(files[:2])
    ratios = []
    for turn in range(turns):
        apart = lambda: seconds(files[::2], files[1::2])  # noqa: E731
        together = lambda: seconds(["--jobs", "2", *files])  # noqa: E731
        if turn % 2:
            second, first = together(), apart()
        else:
            first, second = apart(), together()
        ratios.append(first / second)
        print(f"  two calls {first:.2f} s, --jobs 2 {second:.2f} s", flush=True)
    return statistics.median(ratios)


def films(folder, count):
    sample = ROOT / "Samples/rolls.mp4"
    ffmpeg = ["ffmpeg", "-v", "error", "-y"]
    subprocess.run([*ffmpeg, "-stream_loop", "7", "-i", sample, "-c", "copy", folder / "0.mp4"], check=True)
    subprocess.run([*ffmpeg, "-i", sample, "-frames:v", "2", folder / "short.mp4"], check=True)
    for index in range(1, count + 1):
        (folder / f"{index:04}.mp4").symlink_to(folder / "short.mp4")
    return [str(folder / "0.mp4")] + [str(folder / f"{index:04}.mp4") for index in range(1, count + 1)]


def peak(files):
    """-> the largest resident memory of the call's own process, in kB"""
    words = [PROGRAM, "dice", "watch", "--jobs", "2", "--threads", "1", "--json", *files]
    call = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    status, largest = Path(f"/proc/{call.pid}/status"), 0
    while call.poll() is None:
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS"):
                largest = max(largest, int(line.split()[1]))
        time.sleep(0.05)
    assert call.returncode == 0
    return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=40)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--films", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as pictures, tempfile.TemporaryDirectory() as clips:
        ratio = rate(Path(pictures), options.pictures, options.turns)
        print(f"--jobs 2 has {ratio:.3f} of the rate of two calls at once, goal {MINIMUM_RATE}")
        all_films = films(Path(clips), options.films)
        few, many = peak(all_films[: options.films // 10]), peak(all_films)
        print(f"the call's own process: {few / 1000:.1f} MB with a tenth of the short films, {many / 1000:.1f} MB with all")
    sys.exit(ratio < MINIMUM_RATE or many - few > MAXIMUM_GROWTH)


if __name__ == "__main__":
    main()
