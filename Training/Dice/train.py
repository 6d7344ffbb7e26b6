"""Trains the dice network.

    python train.py --name dice --crops 360000
    python train.py --name lo-grey-lens --without grey-lens --crops 60000

Every few minutes writes .checkpoints/NAME.pt, the running average of the weights, and NAME-state.pt, with which a
stopped call continues.
"""

import argparse
import math
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
from model import CLASSES, STRIDE, DiceNet
from sources import IGNORE, PHOTO_SOURCES, RENDER_SOURCES, Mixture, load


class Crops(torch.utils.data.IterableDataset):
    """Endless random crops with their dense targets."""

    def __init__(self, pictures, side, seed):
        self.mixture, self.side, self.seed = Mixture(pictures), side, seed

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        cv2.setRNGSeed(int(rng.integers(2**31)))
        while True:
            if rng.random() < 0.5:
                view, boxes, values, exact = self.one(rng, self.side)
            else:
                view, boxes, values, exact = self.four(rng)
            if rng.random() < 0.4:
                view = clutter.add(view, boxes, rng)
            view = augment.photograph(view, rng)
            yield (torch.from_numpy(view), *targets(boxes, values, exact, self.side))

    def one(self, rng, side):
        """A crop of one picture: view [side, side, 3], boxes [n, 4] px, values [n], exact [n]."""
        pictures = self.mixture.pictures[self.mixture.draw(rng)]
        picture = pictures[rng.integers(len(pictures))]
        view, boxes, values, exact = augment.crop(picture, side, rng)
        view, keep = faces.changed(view, boxes, values, rng)
        return view, boxes[keep], values[keep], exact[keep]

    def four(self, rng):
        """Four crops of half the side, one a quarter: more dice, and other things beside them."""
        half = self.side // 2
        parts = [self.one(rng, half) for _ in range(4)]
        view = np.vstack([np.hstack([parts[0][0], parts[1][0]]), np.hstack([parts[2][0], parts[3][0]])])
        corners = [(0, 0), (half, 0), (0, half), (half, half)]
        boxes = np.concatenate([p[1] + np.float32(c + c) for p, c in zip(parts, corners)])
        return view, boxes, np.concatenate([p[2] for p in parts]), np.concatenate([p[3] for p in parts])


def targets(boxes, values, exact, side):
    """Dense targets for cells [h, w] = [side / 8] * 2.

    Returns the value of each cell (0 background, 1...6, -1 no loss) [h, w], the box sides
    [4, h, w] px, and the weights of the class and the box loss of positive cells [2, h, w].

    A cell is positive in the middle half of a top face, at least 1 and at most 5 x 5 cells; a ring
    round that, where nobody could say whether it is the middle, bears no loss. Where two dice
    claim a cell, the one whose centre is nearer (in its own size) has it.
    """
    n = side // STRIDE
    value = np.zeros((n, n), np.int64)
    sides = np.zeros((4, n, n), np.float32)
    weight = np.zeros((2, n, n), np.float32)
    nearest = np.full((n, n), np.inf, np.float32)
    at = (np.arange(n, dtype=np.float32) + 0.5) * STRIDE
    for box, v, sure in zip(boxes, values, exact):
        w, h = box[2] - box[0], box[3] - box[1]
        dx = np.abs(at - (box[0] + box[2]) / 2)[None]  # [1, w]
        dy = np.abs(at - (box[1] + box[3]) / 2)[:, None]  # [h, 1]
        if v == IGNORE:
            hidden = (dx <= w / 2 + 4) & (dy <= h / 2 + 4) & (value == 0)
            value[hidden] = -1
            continue
        reach_x, reach_y = np.clip([w * 0.25, h * 0.25], STRIDE / 2 + 0.01, 2.5 * STRIDE)
        far = np.maximum(dx / max(w, 1), dy / max(h, 1))
        positive = (dx <= reach_x) & (dy <= reach_y) & (far < nearest)
        ring = (dx <= max(w * 0.36, reach_x)) & (dy <= max(h * 0.36, reach_y)) & (value == 0) & ~positive
        value[ring] = -1
        nearest[positive] = far[positive]
        value[positive] = v
        weight[:, positive] = 1 / math.sqrt(max(1, positive.sum()))  # a large die is still one die
        weight[1, positive] *= 1.0 if sure else 0.05
        for k in range(4):
            sides[k][positive] = box[k]
    return torch.from_numpy(value), torch.from_numpy(sides), torch.from_numpy(weight)


def loss(cells, value, sides, weight):
    """Focal classification loss (Lin et al., 2017, in the soft form of Li et al., 2020), and 1 - GIoU
    (Rezatofighi et al., 2019) of the boxes; both per die.

    cells [N, 10, h, w], value [N, h, w], sides [N, 4, h, w] px, weight [N, 2, h, w].
    """
    logits, reach = cells[:, :CLASSES].float(), cells[:, CLASSES:].float()
    positive = value > 0
    wanted = F.one_hot(value.clamp(min=0), CLASSES + 1)[..., 1:].permute(0, 3, 1, 2).float()
    focal = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    focal = focal * (wanted - logits.sigmoid()).square()
    focal = (focal.sum(1) * torch.where(positive, weight[:, 0], (value == 0).float())).sum()
    dice = weight[:, 0].sum().clamp(min=1)

    at = (torch.arange(value.shape[-1], dtype=torch.float32) + 0.5) * STRIDE
    x, y = at.expand_as(value[0])[None], at[:, None].expand_as(value[0])[None]
    reach = reach.clamp(-3, 4).exp() * STRIDE
    left, top, right, bottom = x - reach[:, 0], y - reach[:, 1], x + reach[:, 2], y + reach[:, 3]
    l, t, r, b = sides.unbind(1)
    shared = (torch.minimum(right, r) - torch.maximum(left, l)).clamp(min=0) * (
        torch.minimum(bottom, b) - torch.maximum(top, t)
    ).clamp(min=0)
    union = (right - left) * (bottom - top) + (r - l) * (b - t) - shared
    hull = (torch.maximum(right, r) - torch.minimum(left, l)) * (torch.maximum(bottom, b) - torch.minimum(top, t))
    giou = shared / union.clamp(min=1e-6) - (hull - union) / hull.clamp(min=1e-6)
    box = ((1 - giou) * weight[:, 1])[positive].sum()
    return focal / dice, box / dice


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="dice")
    parser.add_argument("--without", nargs="*", default=[], help="sources to leave out")
    parser.add_argument("--only", nargs="*", default=[], help="sources to use, and no others")
    parser.add_argument("--crops", type=int, default=400_000, help="training crops in all")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--side", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to start from: ../../Models/dice.safetensors or another run's .pt")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)  # a worker that is forked while OpenCV has threads waits for them for ever
    pictures = []
    for source in PHOTO_SOURCES + RENDER_SOURCES:
        wanted = source.name in options.only if options.only else source.name not in options.without
        if wanted and (source.folder / "annotations.json").exists():
            own = load(source)
            pictures += own
            print(f"{source.name}: {len(own)} pictures, {sum((p.values != IGNORE).sum() for p in own)} dice", flush=True)

    loop = DiceLoop(options.name, DiceNet(), options.rate, options.crops // options.batch)
    if options.start:
        loop.start(options.start)

    loader = torch.utils.data.DataLoader(
        Crops(pictures, options.side, options.seed + loop.step), options.batch, num_workers=options.workers, prefetch_factor=4
    )
    begun, seen, sums = time.time(), 0, np.zeros(2)
    for view, value, sides, weight in loader:
        if loop.step >= loop.steps:
            break
        classes, box = loss(loop.run(view), value, sides, weight)
        loop.learn(classes + 1.5 * box)
        seen += len(view)
        sums += (classes.item(), box.item())
        if loop.step % 100 == 0:
            print(
                f"step {loop.step}/{loop.steps}  class {sums[0] / 100:.3f}  box {sums[1] / 100:.3f}  "
                f"{seen / (time.time() - begun):.0f} crops/s",
                flush=True,
            )
            sums[:] = 0


if __name__ == "__main__":
    main()
