"""Trains the portrait network on single dice, and on what is no die.

    python train_portraits.py --name portrait --crops 1000000
    python train_portraits.py --name portrait-without-grey-lens --without grey-lens --crops 150000

Every few minutes writes .checkpoints/NAME.pt, the running average of the weights, and NAME-state.pt, with which a
stopped call continues. What
`mine.py` found was found by a network that has seen every source, also one that is left out here.
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import augment
import clutter
import faces
from dice_loop import DiceLoop
from portrait_model import SIDE, PortraitNet
from sources import IGNORE, MINED, PHOTO_SOURCES, RENDER_SOURCES, Mixture, load

MIDDLE = np.array([SIDE / 2, SIDE / 2])


class Portraits(torch.utils.data.IterableDataset):
    """Endless single dice, seven in ten, and other things: [64, 64, 3] uint8 and 0...6."""

    def __init__(self, pictures, mined, seed):
        self.mixture, self.seed = Mixture(pictures), seed
        self.dice, self.others = {}, {}
        for source, own in self.mixture.pictures.items():
            self.dice[source] = [(p, i) for p in own for i in np.flatnonzero(p.values != IGNORE)]
            boxes = mined.get(source.name, {})
            self.others[source] = [(p, np.array(b)) for p in own for b in boxes.get(p.file, [])]

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        cv2.setRNGSeed(int(rng.integers(2**31)))
        while True:
            source = self.mixture.draw(rng)
            kind, answer = rng.random(), 0
            if kind < 0.75:
                picture, i = self.dice[source][rng.integers(len(self.dice[source]))]
                box = picture.boxes[i]
                answer = int(picture.values[i]) if kind < 0.7 else 0
            elif kind < 0.89 and self.others[source]:
                picture, box = self.others[source][rng.integers(len(self.others[source]))]
            else:
                picture, box = self.elsewhere(source, rng)
                if box is None:
                    continue
            view, face, own = sit(picture, box, rng)
            if answer == 1 and rng.random() < faces.LARGE:
                view = faces.with_large_pip(view, face, rng)
            elif answer and rng.random() < faces.FAINT:
                view = faces.with_faint_pips(view, face, rng)
            elif 0.7 <= kind < 0.75:
                view = faces.with_print(view, face, rng)
            elif kind >= 0.89 and rng.random() < 0.25:
                view = clutter.with_sign(view, rng)
            if rng.random() < (0.25 if answer else 0.4):
                view = clutter.add(view, own, rng)
            if rng.random() < 0.75:
                view = augment.photograph(view, rng)
            yield torch.from_numpy(view), answer

    def elsewhere(self, source, rng):
        """A square anywhere in a picture with no top face in its middle; often one just beside a die."""
        own = self.mixture.pictures[source]
        picture = own[rng.integers(len(own))]
        height, width = picture.pixels.shape[:2]
        boxes = picture.boxes
        centres, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
        if len(boxes) and rng.random() < (0.6 if source.complete else 1):
            i = rng.integers(len(boxes))
            side = np.sqrt(max(1.0, np.prod(sizes[i]))) * np.exp(rng.normal(0, 0.25))
            angle = rng.uniform(0, 2 * np.pi)
            centre = centres[i] + sizes[i] * rng.uniform(0.8, 1.4) * np.array([np.cos(angle), np.sin(angle)])
        elif source.complete:
            side = np.exp(rng.uniform(np.log(10), np.log(max(11, min(height, width) * 0.3))))
            centre = rng.uniform([0, 0], [width, height])
        else:
            return picture, None
        if len(boxes):
            far = (np.abs(centre - centres) / np.maximum(sizes, 1)).max(1)
            # A pip of a die, and a square round many dice, have their middles in a die and are no dice.
            if far.min() < 0.6 and not (rng.random() < 0.5 and misfit(side, sizes[far.argmin()])):
                return picture, None
        return picture, np.concatenate([centre - side / 2, centre + side / 2])


def misfit(side, size):
    ratio = side / np.sqrt(max(1.0, np.prod(size)))
    return ratio < 0.4 or ratio > 2.5


def sit(picture, box, rng):
    """The box nearly in the middle: [64, 64, 3] uint8, the box, and all boxes of dice [n, 4] px in there."""
    side = np.sqrt(max(1.0, (box[2] - box[0]) * (box[3] - box[1])))
    drawn = np.exp(rng.uniform(np.log(23), np.log(44)))
    scale = drawn / side
    if picture.source.any_rotation:
        angle = rng.uniform(0, 2 * np.pi)
    else:
        angle = np.deg2rad(np.clip(rng.normal(0, 8), -22, 22))
    stretch = np.exp(rng.uniform(-0.22, 0.22))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag([np.sqrt(stretch), 1 / np.sqrt(stretch)]) @ linear @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    offset = MIDDLE + rng.uniform(-0.14, 0.14, 2) * drawn - linear @ ((box[:2] + box[2:]) / 2)
    view = augment.warped(picture, linear, offset, SIDE, borderValue=(augment.PADDING,) * 3)
    boxes = picture.boxes
    if len(boxes):
        boxes = augment.moved(boxes, linear, offset)
        boxes = boxes[((boxes[:, 2:] > 0) & (boxes[:, :2] < SIDE)).all(1)]
    return view, augment.moved(box[None], linear, offset)[0], boxes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="portrait")
    parser.add_argument("--without", nargs="*", default=[], help="sources to leave out")
    parser.add_argument("--crops", type=int, default=1_000_000, help="training crops in all")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to start from: ../../Models/dice-portrait.safetensors or another run's .pt")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)  # a worker that is forked while OpenCV has threads waits for them for ever
    pictures, mined = [], {}
    for source in PHOTO_SOURCES + RENDER_SOURCES:
        if source.name not in options.without and (source.folder / "annotations.json").exists():
            pictures += load(source)
            if (MINED / f"{source.name}.json").exists():
                mined[source.name] = json.loads((MINED / f"{source.name}.json").read_text())

    loop = DiceLoop(options.name, PortraitNet(), options.rate, options.crops // options.batch)
    if options.start:
        loop.start(options.start)
    loader = torch.utils.data.DataLoader(
        Portraits(pictures, mined, options.seed + loop.step), options.batch, num_workers=options.workers, prefetch_factor=4
    )
    begun, seen, right, total = time.time(), 0, 0, 0.0
    for view, answer in loader:
        if loop.step >= loop.steps:
            break
        logits = loop.run(view).float().mean((2, 3))
        # Some labels are wrong: no answer is to be sure beyond 98 %.
        loss = F.cross_entropy(logits, answer, label_smoothing=0.02)
        loop.learn(loss)
        seen += len(view)
        right += (logits.argmax(1) == answer).sum().item()
        total += loss.item()
        if loop.step % 100 == 0:
            print(
                f"step {loop.step}/{loop.steps}  loss {total / 100:.3f}  right {right / options.batch:.1f} %  "
                f"{seen / (time.time() - begun):.0f} crops/s",
                flush=True,
            )
            right, total = 0, 0.0


if __name__ == "__main__":
    main()
