"""Brings the boxes of the training photographs to one meaning: the top face.

    python relabel.py CHECKPOINT

People drew boxes round whole dice, round pips, or loosely. A network that learnt the sides of top
faces from renders (whose boxes are exact) says where the top face of each labelled die is: the most
confident prediction of the labelled value whose centre lies in the drawn box. Values stay what people
said. Where it finds none, the first guess stays and teaches only the value. In a source that is
labelled incompletely, a die that it finds where nobody labelled one becomes "ignore".
"""

import argparse
import json

import numpy as np

from dice_loop import trained
from evaluate import look, overlaps, suppress
from model import DiceNet
from sources import IGNORE, PHOTO_SOURCES, RELABELLED, load


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    options = parser.parse_args()
    model = trained(options.checkpoint, DiceNet())
    RELABELLED.mkdir(parents=True, exist_ok=True)
    for source in PHOTO_SOURCES:
        file = RELABELLED / f"{source.name}.json"
        file.unlink(missing_ok=True)
        result, sums = {}, np.zeros(3, int)
        drawn = {p.file: p for p in load(source, "all")}
        for picture in load(source):
            found = [look(model, picture.pixels, side, 0.1)[:3] for side in (320, 640, 1120)]
            boxes, values, scores = (np.concatenate(part) for part in zip(*found))
            entries, claimed = one_picture(boxes, values, scores, drawn[picture.file], picture, source)
            sums += (sum(e["exact"] for e in entries), len(entries), 0)
            kept = suppress(boxes, scores, 0.3)
            for i in kept[scores[kept] > 0.6] if not source.complete else []:
                if not claimed or overlaps(boxes[i : i + 1], np.array(claimed))[0].max() < 0.1:
                    entries.append({"box": boxes[i].round(1).tolist(), "value": IGNORE, "exact": False})
                    sums[2] += 1
            result[picture.file] = entries
        file.write_text(json.dumps(result))
        print(f"{source.name}: {sums[0]} of {sums[1]} dice have their top face, {sums[2]} unlabelled dice ignored", flush=True)


def one_picture(boxes, values, scores, drawn, guessed, source):
    """-> entries, and the areas [n, 4] that labels lay claim to."""
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    area = np.prod(boxes[:, 2:] - boxes[:, :2], -1)
    entries, claimed = [], []
    for whole, guess, value in zip(drawn.boxes, guessed.boxes, guessed.values):
        frame = guess if source.box == "pips" else whole
        share = area / max(1e-6, np.prod(frame[2:] - frame[:2]))
        fits = (values == value) & (share > 0.2) & (share < 1.4)
        fits &= ((centre >= frame[:2]) & (centre <= frame[2:])).all(-1)
        if source.box == "pips":  # the top face holds its pips
            slack = 0.1 * (whole[2:] - whole[:2])
            fits &= ((boxes[:, :2] <= whole[:2] + slack) & (boxes[:, 2:] >= whole[2:] - slack)).all(-1)
        box, exact = guess, False
        if fits.any() and value != IGNORE:
            box, exact = boxes[np.where(fits, scores, -1).argmax()], True
        entries.append({"box": [round(float(v), 1) for v in box], "value": int(value), "exact": exact})
        claimed.append(np.concatenate([np.minimum(box[:2], whole[:2]), np.maximum(box[2:], whole[2:])]))
    return entries, claimed


if __name__ == "__main__":
    main()
