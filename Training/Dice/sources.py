"""The training pictures: where they lie, and what their boxes mean.

Every source is a folder with `images/` and `annotations.json` (COCO; categories 1...6 are values,
7 is "ignore", 8 "not a pip die"). What a box encloses differs from source to source; the network
is to learn the TOP FACE. Renders say it exactly. For photographs `top_faces` starts from a guess
by the kind of box, and `relabel.py` replaces the guess by what a network trained on the others'
exact boxes sees there.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PLAYFIELD_SHARED", ROOT.parent / "shared"))
PHOTOS = SHARED / "data" / "dice"
RENDERS = ROOT / ".data"
RELABELLED = ROOT / ".data" / "relabelled"
MINED = ROOT / ".data" / "mined"

IGNORE, NOT_A_PIP_DIE = 7, 8


@dataclass(frozen=True)
class Source:
    name: str
    folder: Path
    box: str  # "top": exact; "die": the whole die; "pips": the pips of the top face
    any_rotation: bool  # seen from straight above: every turn of the picture is a possible picture
    weight: float  # the share of training crops, relative to the others
    complete: bool = True  # whether every die in a labelled picture is labelled


# A share follows what a source adds, not its size: 400 photographs by one webcam of six white dice
# teach less than 100 of many colours.
PHOTO_SOURCES = [
    Source("white-tray", PHOTOS / "white-tray", "die", True, 1.0),
    Source("webcam-oblique", PHOTOS / "webcam-oblique", "pips", False, 0.8),
    Source("mixed-floors", PHOTOS / "mixed-floors", "die", False, 1.2),
    Source("phone-trays", PHOTOS / "phone-trays", "die", False, 1.5),
    Source("grey-lens", PHOTOS / "grey-lens", "die", True, 0.8),
    Source("meeting-table", PHOTOS / "meeting-table", "die", False, 1.2, complete=False),
]
RENDER_SOURCES = [
    Source("renders-traced", RENDERS / "renders-traced", "top", False, 4.0),
    Source("renders-photoreal", RENDERS / "renders-photoreal", "top", False, 1.5),
]


@dataclass
class Picture:
    source: Source
    file: str
    pixels: np.ndarray  # [H, W, 3] uint8 RGB
    boxes: np.ndarray  # [n, 4] left, top, right, bottom of the top faces, in pixels
    values: np.ndarray  # [n] 1...6, or IGNORE
    exact: np.ndarray  # [n] whether a box may teach the network where sides are


class Mixture:
    """Pictures by source, each source drawn as often as its weight says."""

    def __init__(self, pictures):
        self.pictures = {}
        for picture in pictures:
            self.pictures.setdefault(picture.source, []).append(picture)
        self.sources = list(self.pictures)
        weights = np.array([s.weight for s in self.sources])
        self.shares = weights / weights.sum()

    def draw(self, rng):
        return self.sources[rng.choice(len(self.sources), p=self.shares)]


def load(source, split="train"):
    """The pictures of one split of a source; pictures in which nothing was labelled are left out of
    the photographs, because some of them show dice."""
    truth = json.loads((source.folder / "annotations.json").read_text())
    labels = {}
    for a in truth["annotations"]:
        labels.setdefault(a["image_id"], []).append(a)
    relabelled_file = RELABELLED / f"{source.name}.json"
    relabelled = json.loads(relabelled_file.read_text()) if relabelled_file.exists() and split == "train" else {}
    pictures = []
    for image in truth["images"]:
        own = labels.get(image["id"], [])
        if split != "all" and image.get("split", "train") != split:
            continue
        if not own and source.box != "top" and "values" not in image:
            continue
        pixels = cv2.imread(str(source.folder / "images" / image["file_name"]))
        if pixels is None:  # a render that is still being written
            continue
        boxes = np.array([a["bbox"] for a in own], np.float32).reshape(-1, 4)
        boxes[:, 2:] += boxes[:, :2]
        values = np.array([a["category_id"] for a in own] or image.get("values", []), np.int64)
        exact = np.full(len(own), source.box == "top")
        if image["file_name"] in relabelled:
            entries = relabelled[image["file_name"]]
            boxes = np.array([e["box"] for e in entries], np.float32).reshape(-1, 4)
            values = np.array([e["value"] for e in entries], np.int64)
            exact = np.array([e["exact"] for e in entries], bool)
        elif source.box != "top" and split == "train":
            boxes = top_faces(boxes, values, source)
        pictures.append(Picture(source, image["file_name"], cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), boxes, values, exact))
    return pictures


def top_faces(boxes, values, source):
    """A first guess of the top faces [n, 4] from boxes of another meaning [n, 4]."""
    boxes = boxes.copy()
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    size = boxes[:, 2:] - boxes[:, :2]
    if source.box == "pips":
        # Pips span about 0.7 of the edge; a single pip, or two or three in a row, say less than
        # the other dice of the same photograph do.
        spans = size[values >= 4]
        usual = np.median(spans, 0) * 1.45 if len(spans) else np.full(2, np.median(size.max(1)) * 1.6)
        grown = np.where((values >= 4)[:, None], size * 1.45, usual[None])
        if not len(spans) and (values == 1).all():
            grown = size * 4.5
        size = np.maximum(grown, size * 1.2)
    elif source.any_rotation:
        size = size * 0.85
    else:  # seen from the side: the top face is the upper part of the die
        centre[:, 1] -= 0.12 * size[:, 1]
        size = size * np.array([0.9, 0.7], np.float32)
    return np.concatenate([centre - size / 2, centre + size / 2], 1)
