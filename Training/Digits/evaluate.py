"""Scores a network on MNIST's test pictures and on pen strokes, drawn with pens of several widths.

    python evaluate.py                              # Models/digits.onnx
    python evaluate.py ../../.checkpoints/NAME.pt

Pendigits' figure is of the writers that were held out, UNIPEN's of all its digits. The digits alone are
read, with what the network itself sees; `Scripts/check-digits.py` measures the program. Exits with 3 when
a goal is missed: MNIST 99.3 %, UNIPEN 95 %, no pen more than a point off it.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

import picture
import pool
import sources
import train
from model import NO_DIGIT, DigitNet

WIDTHS = (4, 8, 13, 16, 20)  # of the pen, in per cent of the digit's longer side
MNIST, UNIPEN, APART = 0.993, 0.95, 0.01


def reader(path):
    """A function from [n, 28, 28] uint8 to logits [n, 11]."""
    if path.suffix == ".onnx":
        session = onnxruntime.InferenceSession(path)
        return lambda pictures: np.concatenate(
            [
                session.run(None, {"picture": part[:, None].astype(np.float32) / 255})[0]
                for part in np.array_split(pictures, len(pictures) // 500 + 1)
            ]
        )
    model = DigitNet()
    model.load_state_dict(torch.load(path, map_location="cpu"))
    return lambda pictures: train.logits(model, pictures).numpy()


def accuracy(read, pictures, labels):
    return (read(pictures)[:, :NO_DIGIT].argmax(1) == labels).mean()


def drawn(inks, pen=picture.PEN):
    return np.array([picture.draw(ink.strokes, pen) for ink in inks]), np.array([int(ink.label) for ink in inks])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", type=Path, nargs="?", default=sources.ROOT / "Models" / "digits.onnx")
    parser.add_argument("--pens", action="store_true", help="draw UNIPEN with pens of several widths, too")
    options = parser.parse_args()

    read = reader(options.network)
    unipen = list(sources.ink("unipen_digits"))
    mnist = accuracy(read, *sources.mnist("t10k"))
    print(f"MNIST, test        {mnist:.2%}", flush=True)
    print(f"pendigits, new writers  {accuracy(read, *drawn(pool.held_out_ink())):.2%}", flush=True)
    right = accuracy(read, *drawn(unipen))
    print(f"UNIPEN             {right:.2%}", flush=True)
    missed = mnist < MNIST or right < UNIPEN
    for width in WIDTHS if options.pens else ():
        by_pen = accuracy(read, *drawn(unipen, width / 100 * picture.INK_SIDE))
        missed |= abs(by_pen - right) > APART
        print(f"UNIPEN, pen {width:2} % of the digit  {by_pen:.2%}", flush=True)
    if missed:
        print("a goal is missed")
        sys.exit(3)


if __name__ == "__main__":
    main()
