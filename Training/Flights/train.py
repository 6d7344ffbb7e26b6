"""Learns what distinguishes the paths of things thrown from those of limbs, leaves and what slides by.

    swift build -c release --product FlightCandidates
    for seed in 1 2; do python scenes.py --count 2000 --seed $seed; done
    python train.py [--films DIR]

Prints the weights of `Sources/Seeing/Flights/FlightJudge.swift`, and how a fifth of the scenes, left out, is judged. With a folder
of what moved in films (`playfield vision trajectories --inspect`), also what the weights say of the paths in these: they
judge, and are never learned from.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

import scenes

sys.path.append(str(scenes.TRAINING))
from common import logistic

PROGRAM = scenes.TRAINING.parent / ".build/release/FlightCandidates"
FLIGHT, OTHER = 0.6, 0.3  # shares of a path's points on one flight, from which it is that flight, and up to which it is not
# Which way each feature may count: none counts against its meaning because drawn scenes happen to have it so.
SIGNS = {"bend": 1, "roughness": -1, "sizes": -1, "fill": 1, "points": 1, "extent": 1, "sagitta": 1,
         "neighbours": -1}  # fmt: skip


def candidates(files):
    """The paths within the limits of flights, by file."""
    found = {file.name: [] for file in files}
    for start in range(0, len(files), 200):
        run = subprocess.run([PROGRAM, *files[start : start + 200]], check=True, capture_output=True, text=True)
        for line in map(json.loads, run.stdout.splitlines()):
            found[line["file"]].append(line)
    return found


def label(path, objects, truth, aspect):
    """1 for a flight, 0 for anything else, None if it is some of both."""
    of = []
    for frame, x, y in path["points"]:
        for place, flight in zip(objects.get(frame, []), truth.get(frame, [])):
            if abs(place[0] - x) < 1e-6 and abs(place[1] * aspect - y) < 1e-6:
                of.append(flight)
                break
    flights = [one for one in of if one >= 0]
    share = max((flights.count(one) for one in set(flights)), default=0) / len(of)
    return 1 if share >= FLIGHT else 0 if share <= OTHER else None


def examples(folder):
    """-> names of the features, their values [n, k], labels, and which scene each is of"""
    files = sorted(folder.glob("*.jsonl"))
    rows, labels, groups, names = [], [], [], None
    for group, (name, paths) in enumerate(candidates(files).items()):
        if not paths:
            continue
        head, *lines = map(json.loads, (folder / name).read_text().splitlines())
        objects = {line["frame"]: line["objects"] for line in lines}
        truth = dict(json.loads((folder / name).with_suffix(".truth.json").read_text()))
        for path in paths:
            answer = label(path, objects, truth, head["width"] / head["height"])
            if answer is not None:
                names = path["names"]
                rows.append(path["features"])
                labels.append(answer)
                groups.append(group)
    return names, np.array(rows), np.array(labels, float), np.array(groups)


def fit(names, x, y):
    """Regression on the features whose weights have the sign in `SIGNS`; the others get the weight 0."""
    used = np.arange(len(names))
    while True:
        weights = logistic.regression(x[:, used], y)
        agreement = weights[:-1] * [SIGNS[names[feature]] for feature in used]
        if agreement.min() >= 0:
            break
        used = np.delete(used, np.argmin(agreement * x[:, used].std(0)))
    whole = np.zeros(len(names) + 1)
    whole[used], whole[-1] = weights[:-1], weights[-1]
    return whole


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--films", type=Path, help="a folder of what moved in films, as JSON Lines")
    options = parser.parse_args()
    names, x, y, groups = examples(scenes.OUT)
    print(f"{int(y.sum())} flights and {int((1 - y).sum())} others")
    score = logistic.left_out(lambda x, y: fit(names, x, y), x, y, groups)
    print(f"left out: {np.mean(score[y == 1] > 0):.1%} of the flights accepted, {np.mean(score[y == 0] > 0):.1%} of the others")
    weights = fit(names, x, y)
    print("bias", round(weights[-1], 4))
    for name, weight in zip(names, weights):
        print(name, round(weight, 4))
    for name, paths in candidates(sorted(options.films.glob("*.jsonl")) if options.films else []).items():
        for path in paths:
            logit = np.array(path["features"]) @ weights[:-1] + weights[-1]
            print(f"{name}: frames {path['startFrame']} to {path['endFrame']}: {logit:+.1f}")


if __name__ == "__main__":
    main()
