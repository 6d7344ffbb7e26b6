"""Draws the pictures that the networks learn from: JPEGs and `labels.jsonl` in .data/gameboard.

    python generate.py --count 12000 --seed 1
    python generate.py --count 20000 --seed 1 --composite      in front of photographs (`composites.py`)

Goes on where it was stopped; a line of the labels holds a picture's file and its boards, in pixels.
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np

import composites
import scene
import surfaces

ROOT = Path(__file__).resolve().parents[2]


def draw(rng, bank, folder, name, surroundings=None):
    """Draws a picture into a file; returns its line of the labels."""
    picture, boards = scene.make(rng, bank, surroundings=surroundings)
    cv2.imwrite(str(folder / name), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 96))])
    return {"file": name, "boards": boards}


def written(labels):
    """Counts the pictures in a file of labels, after removing a last line that was cut off."""
    lines = labels.read_text().splitlines() if labels.exists() else []
    whole = [line for line in lines if line.endswith("}")]
    labels.write_text("".join(line + "\n" for line in whole))
    return len(whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / ".data/gameboard")
    parser.add_argument("--composite", action="store_true", help="in front of photographs")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    name = f"composite-{options.seed}" if options.composite else str(options.seed)
    surroundings = composites.Surroundings() if options.composite else None
    labels = options.out / f"labels-{name}.jsonl"
    done = written(labels)
    bank = surfaces.Bank(np.random.default_rng(options.seed))
    begun = time.time()
    with labels.open("a") as lines:
        for index in range(done, options.count):
            rng = np.random.default_rng([options.seed, index])
            line = draw(rng, bank, options.out, f"{name}-{index:06d}.jpg", surroundings)
            print(json.dumps(line), file=lines, flush=True)
            if (index + 1) % 500 == 0:
                print(f"{index + 1}/{options.count}, {(index + 1 - done) / (time.time() - begun):.1f} pictures/s", flush=True)


if __name__ == "__main__":
    main()
