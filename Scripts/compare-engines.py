#!/usr/bin/env python3
"""Compares people's joints as networks on plain Swift find them with those of OpenVINO.

    Scripts/compare-engines.py ../shared/data/pose/coco ../shared/data/pose/lsp

People are matched by their boxes. A joint counts where OpenVINO has seen it; distances are in widths and heights of the
picture. They hold what each engine makes of the whole picture: a square that the detector places a little elsewhere moves all joints
in it. `TossNetworksTests` compares joints in the same squares.
"""

import argparse
import json
import subprocess
from pathlib import Path
from statistics import median

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
SEEN = 0.5  # a joint's confidence
NEAR = 0.001
SAME = 0.5  # overlap of two boxes of the same person


def people_in(folders, engine):
    run = subprocess.run([PROGRAM, "vision", "pose", "--json", "--quiet", "--engine", engine, *folders],
                         capture_output=True, text=True)  # fmt: skip
    if run.returncode:
        raise SystemExit(run.stderr)
    lines = map(json.loads, run.stdout.splitlines())
    return {line["file"]: line["people"] for line in lines if "people" in line}


def overlap(a, b):
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    common = max(0, across) * max(0, down)
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="pictures or folders of them")
    parser.add_argument("--list", action="store_true", help="print the joints that are farther off than 0.001")
    options = parser.parse_args()
    theirs, ours = (people_in(options.folders, engine) for engine in ("openvino", "portable"))
    apart, missing, extra = [], 0, 0
    for file, people in theirs.items():
        left = list(ours[file])
        for person in people:
            match = max(left, key=lambda other: overlap(person["box"], other["box"]), default=None)
            if not match or overlap(person["box"], match["box"]) < SAME:
                missing += 1
                print(f"{file}: a person with confidence {person['confidence']} is missing")
                continue
            left.remove(match)
            for name, (x, y, confidence) in person["joints"].items():
                if confidence >= SEEN:
                    other = match["joints"][name]
                    distance = max(abs(x - other[0]), abs(y - other[1]))
                    apart.append(distance)
                    if options.list and distance > NEAR:
                        print(f"{file}: {name} {distance:.4f}")
        extra += len(left)
    if not apart:
        raise SystemExit("OpenVINO has seen nobody.")
    apart.sort()
    near = sum(distance <= NEAR for distance in apart) / len(apart)
    print(f"{len(theirs)} pictures, {sum(map(len, theirs.values()))} people, missing {missing}, extra {extra}; "
          f"{len(apart)} joints: {median(apart):.5f} in the median, {apart[int(0.95 * len(apart))]:.5f} at 95 %, "
          f"{apart[int(0.99 * len(apart))]:.5f} at 99 %, {apart[-1]:.5f} at most; {near:.1%} within {NEAR}")  # fmt: skip


if __name__ == "__main__":
    main()
