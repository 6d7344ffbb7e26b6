"""Trains the network for tops on rendered dice, whose corners are known.

    swift run -c release --package-path Renderer dice-renderer --count 4000 --seed 71 --samples 3 --out ../../.data/renders-tops
    python train_tops.py --name tops --crops 1500000

Every few minutes writes .checkpoints/NAME.pt, the running average of the weights, and NAME-state.pt, with which a
stopped call continues. One picture in twenty is left out, and measures.
"""

import argparse
import json
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import augment
import top_model
from dice_loop import DiceLoop
from sources import IGNORE, RENDERS, Picture, Source
from top_model import SIDE, UNIT, TopNet

SOURCE = Source("renders-tops", RENDERS / "renders-tops", "top", False, 1.0)


def faces():
    """(picture, box, corners) of each die whose value can be read."""
    truth = json.loads((SOURCE.folder / "annotations.json").read_text())
    dice = {}
    for a in truth["annotations"]:
        if a["category_id"] != IGNORE and len(a["corners"]) == 8:
            # Pixels count from the corner of the first here, from its middle in OpenCV.
            dice.setdefault(a["image_id"], []).append((np.array(a["bbox"]), np.array(a["corners"]).reshape(4, 2) - 0.5))
    for image in truth["images"]:
        if image["id"] not in dice:
            continue
        pixels = cv2.imread(str(SOURCE.folder / "images" / image["file_name"]))
        if pixels is None:  # a render that is still being written
            continue
        pixels = cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
        picture = Picture(SOURCE, image["file_name"], pixels, None, None, None)
        for box, corners in dice[image["id"]]:
            yield picture, box, corners


def sit(picture, box, corners, rng):
    """The box nearly in the middle, as the dice network would find it: [64, 64, 3] uint8 and the 7 numbers."""
    found = np.exp(rng.normal(0, 0.08))
    scale = UNIT * found / np.sqrt(box[2] * box[3])
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.2 else np.deg2rad(rng.normal(0, 8))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = linear @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    middle = box[:2] + box[2:] / 2 - 0.5 + rng.normal(0, 0.06, 2) * np.sqrt(box[2] * box[3])
    offset = (SIDE - 1) / 2 - linear @ middle
    view = augment.warped(picture, linear, offset, SIDE, borderValue=(augment.PADDING,) * 3)
    return view, top_model.numbers((corners - middle) @ linear.T / UNIT)


class Tops(torch.utils.data.IterableDataset):
    """Endless tops: [64, 64, 3] uint8 and 7 numbers."""

    def __init__(self, faces, seed):
        self.faces, self.seed = faces, seed

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        cv2.setRNGSeed(int(rng.integers(2**31)))
        while True:
            view, numbers = sit(*self.faces[rng.integers(len(self.faces))], rng)
            if rng.random() < 0.75:
                view = augment.photograph(view, rng)
            yield torch.from_numpy(view), numbers


@torch.no_grad()
def errors(model, faces):
    """The mean distance of the corners from the nearest true ones, by face, in sides of the face."""
    rng, found = np.random.default_rng(1), []
    for face in faces:
        view, numbers = sit(*face, rng)
        x = torch.from_numpy(view).permute(2, 0, 1)[None].float() / 255
        seen, true = top_model.corners(model.eval()(x)[0, :, 0, 0].numpy()), top_model.corners(numbers)
        side = np.linalg.norm(true - np.roll(true, 1, 0), axis=1).mean()
        found.append(np.linalg.norm(seen[:, None] - true[None], axis=2).min(1).mean() / side)
    return np.array(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="tops")
    parser.add_argument("--crops", type=int, default=1_500_000, help="training crops in all")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)  # a worker that is forked while OpenCV has threads waits for them for ever
    all_faces = list(faces())
    left_out = [face for face in all_faces if int(face[0].file[:6]) % 20 == 0]
    seen = [face for face in all_faces if int(face[0].file[:6]) % 20]
    loop = DiceLoop(options.name, TopNet(), options.rate, options.crops // options.batch)
    data = Tops(seen, options.seed + loop.step)
    loader = torch.utils.data.DataLoader(data, options.batch, num_workers=options.workers, prefetch_factor=4 if options.workers else None)
    weights = torch.tensor([2, 2, 2, 2, 2, 0.3, 0.3])
    begun, total, last = time.time(), 0.0, loop.step
    for view, numbers in loader:
        if loop.step >= loop.steps:
            break
        loss = (F.smooth_l1_loss(loop.run(view).float()[:, :, 0, 0], numbers, beta=0.05, reduction="none") * weights).sum(1).mean()
        loop.learn(loss)
        total += loss.item()
        if loop.step % 500 == 0 or loop.step == loop.steps:
            off = errors(loop.average, left_out)
            print(
                f"step {loop.step}/{loop.steps}  loss {total / (loop.step - last):.4f}  corners off by {np.median(off):.3f} sides in the median, "
                f"{np.quantile(off, 0.9):.3f} in one of ten  {time.time() - begun:.0f} s",
                flush=True,
            )
            total, last = 0.0, loop.step


if __name__ == "__main__":
    main()
