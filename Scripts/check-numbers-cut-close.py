#!/usr/bin/env python3
"""Measures whether a number is recognized that a file begins with.

    .deps/browser/bin/python Scripts/check-numbers-cut-close.py

Recordings of single digits that are cut where speech begins and ends, by the speaker who was left out of the training, are
streamed by `numbers listen` as they are, and with half a second of silence before. Exits with 1 if as they are more than one
in a hundred fewer are right.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Scripts"))

from web_listening import decoded, heard_natively, labels, silence  # noqa: E402

SPEAKER = "george"
BEFORE = 0.5  # seconds
LOSS = 0.01
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def main():
    lines = [line for line in labels("digits-adults") if line["speaker"] == SPEAKER]
    said = [DIGITS.index(line["words"]) for line in lines]
    sounds = [decoded(line) for line in lines]
    shares = []
    for name, some in (("as they are", sounds), ("with silence before", [silence(BEFORE) + sound for sound in sounds])):
        heard = heard_natively(some)
        right = sum(numbers[0][0] == digit and len(numbers) == 1 for numbers, digit in zip(heard, said))
        shares.append(right / len(said))
        print(f"{name}: {right} of {len(said)} right, {shares[-1]:.1%}")
    if shares[0] < shares[1] - LOSS:
        sys.exit(f"MISSED: more than {LOSS:.0%} fewer are right where the file begins with speech")


if __name__ == "__main__":
    main()
