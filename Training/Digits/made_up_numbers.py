"""Writes made-up numbers of two and three digits, to tune the grouping of strokes on.

    python made_up_numbers.py ../../.data/digits/numbers.jsonl [--count 3000]

Digits of pendigits' held-out writers by other hands, one writer a number, close together, some touching and
overlapping, bars written late, some with a tap of the palm. Lines as `playfield digits read` takes them.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import pool
import writing


def number(inks, rng):
    """A label and strokes whose digits are about 1 high."""
    writer = inks[rng.integers(len(inks))].writer
    own = [ink for ink in inks if ink.writer == writer]
    slant, spacing = rng.normal(0, 0.15), rng.uniform(-0.15, 0.4)
    label, strokes, late, right = "", [], [], 0.0
    for _ in range(2 if rng.random() < 0.6 else 3):
        ink = own[rng.integers(len(own))]
        digit = writing.rewritten(ink.strokes, ink.label, rng)
        low, high = (f(np.concatenate(digit), 0) for f in (np.min, np.max))
        size = rng.uniform(0.8, 1.2)
        gap = spacing + rng.normal(0, 0.08) if label else 0
        shift = [right + gap - low[0] * size, rng.normal(0, 0.08)]
        digit = [s * size + shift for s in digit]
        right = max(s[:, 0].max() for s in digit)
        label += ink.label
        # The bar of a five or a seven may be written when the next digit stands already.
        if len(digit) > 1 and rng.random() < 0.15:
            late.append(digit.pop())
        strokes += digit
    strokes += late
    if rng.random() < 0.05:
        strokes.append(np.array([[rng.uniform(-0.3, right + 0.3), rng.uniform(-0.6, 0.6)]]))
    return label, [s @ np.array([[1, 0], [-slant, 1]]) for s in strokes]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    inks = pool.held_out_ink()
    options.file.parent.mkdir(parents=True, exist_ok=True)
    with options.file.open("w") as file:
        for _ in range(options.count):
            label, strokes = number(inks, rng)
            points = [[[round(float(x) * 100, 1), round(float(y) * 100, 1)] for x, y in s] for s in strokes]
            print(json.dumps({"label": label, "strokes": points}), file=file)


if __name__ == "__main__":
    main()
