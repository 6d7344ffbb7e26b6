#!/usr/bin/env python3
"""Has the program read other people's handwriting, and compares its answers with the labels.

    Scripts/check-digits.py ../shared/data/digits

Prints how many digits and numbers of UNIPEN are read correctly, how often what confidence comes true,
and exits with 1 when a goal is missed.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
SETS = [("unipen_digits", 0.95), ("unipen_numbers", 0.87)]
SURE = 0.7  # below it the game asks again
BINS = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01]


def read(file):
    """The program's answers to a gzipped file of ink."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as plain:
        plain.write(gzip.decompress(file.read_bytes()))
        plain.flush()
        command = [PROGRAM, "digits", "read", plain.name, "--json"]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def share(answers):
    return sum(a["number"] == a["label"] for a in answers) / max(1, len(answers))


def main():
    folder = Path(sys.argv[1])
    missed = False
    for name, goal in SETS:
        answers = read(folder / f"{name}.jsonl.gz")
        right = share(answers)
        missed |= right < goal
        print(f"{name}: {right:.1%} of {len(answers)} right (goal {goal:.0%})")
        for length in sorted({len(a["label"]) for a in answers}):
            some = [a for a in answers if len(a["label"]) == length]
            print(f"  of {length} digits: {share(some):.1%} of {len(some)}")
        sure = [a for a in answers if a["confidence"] >= SURE]
        print(f"  asked again: {1 - len(sure) / len(answers):.1%}; of the others {share(sure):.1%} are right")
        print("  confidence      numbers  mean confidence    right")
        gap = 0
        for low, high in zip(BINS, BINS[1:]):
            some = [a for a in answers if low <= a["confidence"] < high]
            if some:
                mean = sum(a["confidence"] for a in some) / len(some)
                gap += abs(mean - share(some)) * len(some) / len(answers)
                print(f"  {low:4.2f} to {min(high, 1):4.2f}  {len(some):9}  {mean:15.1%}  {share(some):7.1%}")
        print(f"  expected calibration error {gap:.1%}", flush=True)
    sys.exit(missed)


if __name__ == "__main__":
    main()
