"""Where digits come from: MNIST's pictures and pen strokes.

A picture is [28, 28] uint8, ink 255 on 0. Strokes are a list of [n, 2] float32 arrays of x, y with y
pointing down, moved and scaled so that the longer side of their box is 1 and its centre is 0, 0.
"""

import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PLAYFIELD_SHARED", ROOT.parent / "shared"))
DIGITS = SHARED / "data" / "digits"


@dataclass
class Ink:
    label: str
    writer: str
    strokes: list


def read_gzip(path):
    """The content of a gzip file; the rebuilt MNIST training images have a checksum of another wrapper."""
    import zlib

    return zlib.decompressobj(wbits=31 | 0).decompress(path.read_bytes())


def mnist(part):
    """MNIST's "train" or "t10k": pictures [n, 28, 28] uint8 and labels [n] int64."""
    images = read_gzip(DIGITS / "mnist" / f"{part}-images-idx3-ubyte.gz")
    labels = read_gzip(DIGITS / "mnist" / f"{part}-labels-idx1-ubyte.gz")
    pictures = np.frombuffer(images, np.uint8, offset=16).reshape(-1, 28, 28)
    return pictures.copy(), np.frombuffer(labels, np.uint8, offset=8).astype(np.int64)


def ink(name):
    """A set of pen strokes: "pendigits_tra" to train on, "unipen_digits" and "unipen_numbers" to measure."""
    with gzip.open(DIGITS / f"{name}.jsonl.gz", "rt") as lines:
        for line in map(json.loads, lines):
            strokes = [np.array(s, np.float32) for s in line["strokes"] if s]
            yield Ink(line["label"], line["writer"], normalized(strokes))


def normalized(strokes):
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    scale = max((high - low).max(), 1e-6)
    return [((s - (low + high) / 2) / scale).astype(np.float32) for s in strokes]
