"""Learns to tell boards from what only looks like one, from what the program says of its own candidates.

    python generate.py --count 1600 --seed 901 --out ../../.data/gameboard-verifier
    python verifier.py

Boards are drawn ones, anything else comes from drawn decoys and from photographs of dice whose licences allow
training. Prints the weights of `Sources/Seeing/Boards/BoardVerifier.swift`, and what five folds by picture say.
What the program answered is kept beside the pictures (`inspected`); remove it when the networks change.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

import photographs
import pictures

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import logistic

PROGRAM = pictures.ROOT / ".build/release/playfield"
PHOTOS = photographs.WITHOUT + ["grey-lens"]
# Mean distances from a board's corners, in its sizes, below which a candidate is that board, and above which it is something else.
NEAR, FAR = 0.1, 0.35


def inspect(files, folder):
    """What the program says of pictures. -> the candidates of each file"""
    folder.mkdir(parents=True, exist_ok=True)
    listing = folder / "all.json"
    if not listing.exists():
        found = {}
        for start in range(0, len(files), 100):
            part = [str(file) for file in files[start : start + 100]]
            subprocess.run([PROGRAM, "vision", "gameboard", "--json", "--threads", "1", "--inspect", folder, *part],
                           check=True, stdout=subprocess.DEVNULL)
            for path in folder.glob("*.json"):
                line = json.loads(path.read_text())
                found[line["file"]] = line["candidates"]
            for path in folder.iterdir():
                path.unlink()
            print(f"{start + len(part)} of {len(files)} pictures", flush=True)
        listing.write_text(json.dumps(found))
    return json.loads(listing.read_text())


def label(candidate, boards, width, height):
    """1 for a board, 0 for none, None where that is a matter of opinion."""
    corners = np.float32(candidate["board"]["corners"]) * [width, height] - 0.5
    for board in boards:
        truth = np.float32(board["corners"])
        apart = np.abs(truth - corners).mean() / np.sqrt(max(1.0, cv2.contourArea(truth)))
        if apart < FAR:
            return 1 if apart < NEAR and board["seen"] >= pictures.LEAST_SEEN else None
    return 0


def examples(folder):
    """-> names of the features, their values [n, k], labels, and which picture each is of"""
    rows, labels, groups, names = [], [], [], None
    truth = {}
    for listing in sorted(folder.glob("labels-*.jsonl")):
        for line in map(json.loads, listing.read_text().splitlines()):
            truth[str(folder / line["file"])] = line["boards"]
    found = inspect(sorted(truth), folder / "inspected")
    photos = []
    for name in PHOTOS:
        listing = photographs.SHARED / "dice" / name / "annotations.json"
        if listing.exists():
            images = [image["file_name"] for image in json.loads(listing.read_text())["images"] if image.get("split") == "train"]
            photos += [listing.parent / "images" / image for image in images]
    found |= inspect(photos, folder / "inspected-photographs")
    for group, (file, candidates) in enumerate(sorted(found.items())):
        height, width = cv2.imread(file).shape[:2] if file in truth and candidates else (1, 1)
        for candidate in candidates:
            answer = label(candidate, truth.get(file, []), width, height)
            if answer is not None:
                names = list(candidate["features"])
                rows.append(list(candidate["features"].values()))
                labels.append(answer)
                groups.append(group)
    return names, np.array(rows), np.array(labels, float), np.array(groups)


def fit(x, y):
    """Boards and others weighing the same. -> weights, bias last"""
    return logistic.regression(x, y, np.where(y == 1, 0.5 / y.mean(), 0.5 / (1 - y).mean()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=Path, default=pictures.ROOT / ".data/gameboard-verifier")
    options = parser.parse_args()
    names, x, y, groups = examples(options.pictures)
    print(f"{int(y.sum())} boards and {int((1 - y).sum())} others")
    score = logistic.left_out(fit, x, y, groups)
    confidence = 1 / (1 + np.exp(-score))
    for threshold in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98):
        print(f"at {threshold}: {np.mean(confidence[y == 1] >= threshold):.1%} of the boards, "
              f"{int((confidence[y == 0] >= threshold).sum())} others")
    weights = fit(x, y)
    print("bias", round(weights[-1], 4))
    for name, weight in zip(names, weights):
        print(name, round(weight, 4))


if __name__ == "__main__":
    main()
