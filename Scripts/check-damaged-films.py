#!/usr/bin/env python3
"""Reads rolls in films of which some bytes were changed, and compares them with those of the whole film.

    Scripts/check-damaged-films.py [--films 200]

Half of the films are the sample as it is, with one key frame; half are encoded again with one a second. One byte is
changed in half of them, 2 to 400 in a row in the others. Exits with 1 where more than one film has a roll that the whole
one does not have, or where in less than half of the films with one byte changed every roll outside of the damage is
reported.
"""

import argparse
import concurrent.futures
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/playfield"
SAMPLE = ROOT / "Samples/rolls.mp4"
NEAR = 0.35  # seconds by which the end of the same roll may be seen at another time
SETTLED = 1.5  # seconds after damage until dice at rest are reported
ALLOWED, ENOUGH = 1, 0.5


def rolls(film):
    """-> the rolls, (time, values), the damaged parts, (from, to), and the exit status"""
    run = subprocess.run([PROGRAM, "dice", "watch", "--json", "--threads", "1", film], capture_output=True, text=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    found = [(line["time"], line["values"]) for line in lines if "roll" in line]
    parts = [(line["from"], line["to"]) for line in lines if line.get("error") == "damaged"]
    return found, parts, run.returncode


def picture_data(film):
    """Where the bytes of its pictures lie in an MP4."""
    start = 0
    while start + 8 <= len(film):
        size, name = int.from_bytes(film[start : start + 4], "big"), film[start + 4 : start + 8]
        if name == b"mdat":
            return start + 8, start + size
        start += size
    raise ValueError("no pictures")


def damaged(film, number):
    chance = random.Random(number)
    length = 1 if number % 4 < 2 else chance.randint(2, 400)
    start, end = picture_data(film)
    place = chance.randrange(start, end - length)
    part = bytes(byte ^ chance.randint(1, 255) for byte in film[place : place + length])
    return film[:place] + part + film[place + length :], length


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--films", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        often = Path(scratch) / "often.mp4"
        encode = ["-c:v", "libx264", "-g", "30", "-crf", "20", "-threads", "1"]
        subprocess.run(["ffmpeg", "-v", "error", "-i", SAMPLE, *encode, often], check=True)
        wholes = [(film.read_bytes(), rolls(film)[0]) for film in (SAMPLE, often)]

        def judge(number):
            content, truth = wholes[number % 2]
            changed, length = damaged(content, number)
            film = Path(scratch) / f"{number}.mp4"
            film.write_bytes(changed)
            found, parts, status = rolls(film)
            film.unlink()
            # Dice that still lie there when damage ends are reported then.
            nexts = [time for time, _ in truth[1:]] + [float("inf")]
            owners = [
                next((index for index, (at, of) in enumerate(truth)
                      if values == of and at - NEAR <= time < nexts[index]), None)
                for time, values in found
            ]
            twice = [owner for owner in owners if owner is not None]
            invented = owners.count(None) + len(twice) - len(set(twice))
            outside = [not any(start - NEAR < time < end + SETTLED for start, end in parts) for time, _ in truth]
            missed = sum(is_outside and index not in owners for index, is_outside in enumerate(outside))
            if invented:
                print(f"film {number}, {length} bytes: damage {parts}, rolls {found}, of the whole film {truth}")
            return length, invented, missed, bool(parts), status

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(judge, range(options.films)))
    invented = sum(one[1] > 0 for one in verdicts)
    single = [one for one in verdicts if one[0] == 1]
    whole = sum(one[2] == 0 and one[1] == 0 for one in single)
    print(f"{len(verdicts)} films, {sum(one[3] for one in verdicts)} with damage that was seen")
    print(f"{invented} with a roll that the whole film does not have (at most {ALLOWED})")
    print(f"{whole} of {len(single)} with one byte changed report every roll outside of the damage")
    strange = sum(one[4] not in (0, 65) or (one[4] == 0 and one[3]) for one in verdicts)
    print(f"{strange} with an exit status of another kind")
    return invented > ALLOWED or whole < ENOUGH * len(single) or strange > 0


if __name__ == "__main__":
    sys.exit(main())
