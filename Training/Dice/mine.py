"""What a detector takes for dice in the training pictures and is no die, for the portraits to learn from.

    python mine.py dice

Writes .data/mined/SOURCE.json: for each picture the boxes [left, top, right, bottom] px of things
that a low threshold lets through and that no label lays claim to.
"""

import argparse
import json

import numpy as np

from dice_loop import trained
from evaluate import overlaps, read
from model import DiceNet
from sources import MINED, PHOTO_SOURCES, RENDER_SOURCES, load

THRESHOLD = 0.05
# Where dice were left without a label, what is likelier than this may be one of them.
LIKELY = 0.4


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    options = parser.parse_args()
    model = trained(options.checkpoint, DiceNet())
    MINED.mkdir(parents=True, exist_ok=True)
    for source in PHOTO_SOURCES + RENDER_SOURCES:
        if not (source.folder / "annotations.json").exists():
            continue
        mined = {}
        whole = {p.file: p.boxes for p in load(source, "all")}  # as people drew them
        for picture in load(source):
            # Of a small render the closest look shows nothing new.
            sides = (320, 640, 1280) if max(picture.pixels.shape) > 500 else (320, 640)
            boxes, _, scores = read(model, picture.pixels, sides, THRESHOLD)
            if not source.complete:
                boxes = boxes[scores < LIKELY]
            for claims in (picture.boxes, whole[picture.file]):
                if len(boxes) and len(claims):
                    boxes = boxes[overlaps(boxes, claims).max(1) < 0.02]
            if len(boxes):
                mined[picture.file] = np.round(boxes, 1).tolist()
        (MINED / f"{source.name}.json").write_text(json.dumps(mined))
        print(f"{source.name}: {sum(map(len, mined.values()))} in {len(mined)} pictures", flush=True)


if __name__ == "__main__":
    main()
