"""Pictures of rewritten strokes, drawn once and kept in .data/digits: thousands a second, so that a
training run need not draw its own.

    python pool.py
"""

import hashlib
from pathlib import Path

import numpy as np

import picture
import sources
import writing
from model import NO_DIGIT

DIGITS, RUBBISH = 200_000, 50_000
# Writers of pendigits who are never drawn for training: temperature and grouping are tuned on them.
HELD_OUT = {"5", "12", "19", "26"}


def training_ink():
    return [ink for ink in sources.ink("pendigits_tra") if ink.writer not in HELD_OUT]


def held_out_ink():
    return [ink for ink in sources.ink("pendigits_tra") if ink.writer in HELD_OUT]


def pen(rng):
    """A width in pixels: from 4 to 26 % of the digit's 20, each as often. Nobody's pen is that wide; what
    lies at the edge of what was trained on is read worse, and 20 % is asked for."""
    return float(rng.uniform(0.8, 5.2))


def drawn(inks, digits, rubbish, seed):
    """Pictures [n, 28, 28] uint8 and their classes [n]."""
    rng = np.random.default_rng(seed)
    by_label = [[ink for ink in inks if ink.label == str(label)] for label in range(10)]
    pictures = np.zeros((digits + rubbish, picture.SIDE, picture.SIDE), np.uint8)
    classes = np.full(digits + rubbish, NO_DIGIT, np.int64)
    for k in range(digits):
        label = k % 10
        own = by_label[label]
        strokes = own[rng.integers(len(own))].strokes
        pictures[k] = picture.draw(writing.rewritten(strokes, str(label), rng), pen(rng))
        classes[k] = label
    for k in range(digits, digits + rubbish):
        pictures[k] = picture.draw(writing.rubbish(rng, inks), pen(rng))
    return pictures, classes


def load():
    """The pool, drawn anew when what draws it has changed."""
    folder = Path(__file__).parent
    recipe = b"".join((folder / f"{name}.py").read_bytes() for name in ("pool", "writing", "picture", "sources"))
    file = sources.ROOT / ".data" / "digits" / f"pool-{hashlib.sha256(recipe).hexdigest()[:12]}.npz"
    if not file.exists():
        print("drawing the pool of pictures", flush=True)
        pictures, classes = drawn(training_ink(), DIGITS, RUBBISH, seed=1)
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file.with_suffix(".part.npz"), pictures=pictures, classes=classes)
        file.with_suffix(".part.npz").rename(file)
    saved = np.load(file)
    return saved["pictures"], saved["classes"]


if __name__ == "__main__":
    print(load()[0].shape)
