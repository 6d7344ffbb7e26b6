#!/usr/bin/env python3
"""Reads photographs that show no dice, and lists what is taken for one.

    Scripts/check-no-dice.py ../shared/data

The people and boards of those folders: no network was trained on them, but how dice are weighed beside each
other (`ContextRescoring.swift`) was chosen with them in sight. Exits with 1 where more than 2 in 100
photographs show a die, or where some could not be read.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
ALLOWED = 0.02


def main():
    data = Path(sys.argv[1])
    folders = [sorted(data.glob("pose/*/*.jpg")), sorted(data.glob("boards/*.jpg"))]
    if not all(folders):
        sys.exit(f"'{data}' lacks photographs in pose/*/ or in boards/")
    files = [file for folder in folders for file in folder]
    run = subprocess.run([PROGRAM, "dice", "read", "--json", *files], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.strip() or f"the program ended with {run.returncode}")
    pictures = [json.loads(line) for line in run.stdout.splitlines()]
    invented = [picture for picture in pictures if picture["dice"]]
    for picture in invented:
        dice = ", ".join(f"{die['value']} ({die['confidence']:.2f})" for die in picture["dice"])
        print(f"{Path(picture['file']).name}: {dice}")
    count = sum(len(picture["dice"]) for picture in invented)
    print(f"{count} dice invented in {len(invented)} of {len(pictures)} photographs")
    return len(invented) > ALLOWED * len(files) or len(pictures) < len(files)


if __name__ == "__main__":
    sys.exit(main())
