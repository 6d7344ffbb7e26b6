#!/usr/bin/env python3
"""Reads photographs that show no dice, and lists what is taken for one.

    Scripts/check-no-dice.py ../shared/data

The people and boards of those folders: nothing in these photographs was ever learnt from.
Exits with 1 where more than 2 in 100 photographs show a die.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
ALLOWED = 0.02


def main():
    data = Path(sys.argv[1])
    files = sorted([*data.glob("pose/*/*.jpg"), *data.glob("boards/*.jpg")])
    run = subprocess.run([PROGRAM, "dice", "read", "--json", *files], capture_output=True, text=True, check=True)
    pictures = [json.loads(line) for line in run.stdout.splitlines()]
    invented = [picture for picture in pictures if picture["dice"]]
    for picture in invented:
        dice = ", ".join(f"{die['value']} ({die['confidence']:.2f})" for die in picture["dice"])
        print(f"{Path(picture['file']).name}: {dice}")
    count = sum(len(picture["dice"]) for picture in invented)
    print(f"{count} dice invented in {len(invented)} of {len(pictures)} photographs")
    return len(invented) > ALLOWED * len(pictures)


if __name__ == "__main__":
    sys.exit(main())
