"""Trains both networks, by turns, or with `--network` one of them, on the pictures of `generate.py` and
more that are drawn meanwhile.

    python train.py --steps 20000

Writes .checkpoints/gameboard-finder.pt and gameboard-fitter.pt: running averages of the weights. One
thread.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import generate
import pictures
import published
import surfaces
from guesses import Guesses
from model import Finder, Fitter

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.loop import CHECKPOINTS, Loop
from common.processor import fast_bf16


def tensor(views):
    """[n, h, w, 3] uint8 -> [n, 3, h, w] in 0...1."""
    return torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)


def finder_loss(model, rng, pool, guesses, batch):
    side = int(rng.choice([128, 160]))
    samples = [pictures.finder_sample(rng, pool, side) for _ in range(batch)]
    views, *rest = zip(*samples)
    classes, weights, offsets, sizes = (torch.from_numpy(np.stack(part)) for part in rest)
    with fast_bf16():
        out = model(tensor(views))
    out = out.float()
    logit, positive, negative = out[:, 0], (classes == 1).float(), (classes == 0).float()
    p = torch.sigmoid(logit)
    # Focal loss (Lin et al., 2017): easy ground hardly counts. Every board counts alike.
    found = -(positive * weights * (1 - p) ** 2 * F.logsigmoid(logit)).sum() - 1.5 * (negative * p**2 * F.logsigmoid(-logit)).sum()
    boards = (positive * weights).sum() + 1
    # Which end is the far one is left to the fitter: either order of the corners is right.
    turned = torch.roll(offsets, 4, 1)
    apart = torch.minimum((out[:, 1:] - offsets).abs().sum(1), (out[:, 1:] - turned).abs().sum(1)) * (pictures.UNIT / sizes)
    placed = (apart * positive * weights).sum() / boards
    return found / boards + placed, {"found": found.item() / boards.item(), "corners": placed.item() / 8}


def fitter_loss(model, rng, pool, guesses, batch):
    views, points, classes, known = zip(*[pictures.fitter_sample(rng, pool, guesses) for _ in range(batch)])
    points = torch.from_numpy(np.stack(points)).float()
    classes, known = torch.tensor(classes), torch.tensor(known)
    with fast_bf16():
        out, maps = model(tensor(views), with_maps=True)
    out = out.float()
    # Where each point lies is taught twice: as a cell among others, which is learnt soon, and to a fraction
    # of a cell by the mean of the cells.
    x, y = (points.reshape(-1, 5, 2)[..., k, None] for k in (0, 1))
    spread = 0.7 * (model.x[1] - model.x[0])
    near = -((model.x - x) ** 2)[:, :, None] - ((model.y - y) ** 2)[..., None]
    goal = torch.softmax(near.reshape(maps.shape) / (2 * spread**2), -1)
    surprise = -(goal * F.log_softmax(maps, -1)).sum(-1).mean(1)
    apart = F.smooth_l1_loss(out[:, :10], points, beta=0.02, reduction="none").mean(1)
    placed = ((10 * apart + 0.3 * surprise) * known).sum() / (known.sum() + 1)
    score = F.binary_cross_entropy_with_logits(out[:, 10], classes)
    error = ((out[:, :10] - points).abs().mean(1) * known).sum() / (known.sum() + 1)
    return placed + 0.5 * score, {"score": score.item(), "corners": error.item()}


def some_views(name, rng, pool):
    """What the network of that name is shown in training, 64 times."""
    sample = (lambda: pictures.finder_sample(rng, pool, 160)) if name == "finder" else (lambda: pictures.fitter_sample(rng, pool))
    return tensor([sample()[0] for _ in range(64)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate")
    parser.add_argument("--minutes", type=float, help="stop after this time, whatever the steps")
    parser.add_argument("--pool", type=int, default=6000, help="draw pictures until there are so many")
    parser.add_argument("--start", action="store_true", help="go on from the checkpoints or, without any, from Models")
    parser.add_argument("--network", choices=["finder", "fitter"], help="train this one alone")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.network == "fitter" and not options.start:
        parser.error("the fitter learns from what the finder proposes: give --start, too")

    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng([options.seed, 77])
    pool, bank, guesses = pictures.Pool(), surfaces.Bank(rng), Guesses()
    print(f"{len(pool.items)} pictures, {len(pool.rendered)} photo-real ones, {len(pool.photos)} photographs without boards", flush=True)
    # What is drawn during a training is kept for the next one.
    lines = (pictures.DATA / f"labels-drawn-{options.seed}-{int(time.time())}.jsonl").open("a")
    runs = []
    for name, model, loss_of in (("finder", Finder(), finder_loss), ("fitter", Fitter(), fitter_loss)):
        path = CHECKPOINTS / f"gameboard-{name}.pt"
        if options.start and path.exists():
            model.load_state_dict(torch.load(path))
        elif options.start:
            published.load(name, model, some_views(name, rng, pool))
        loop = Loop(f"gameboard-{name}", model, options.rate, options.steps, warm_up=60, decay=0.02, keep=0.99, settle=10, clip=5)
        if name == "finder":
            proposing = loop.average
        if options.network in (None, name):
            runs.append((name, loop, loss_of, {}))
    begun = time.time()
    for step in range(1, options.steps + 1):
        done = step / options.steps
        if options.minutes:
            done = max(done, (time.time() - begun) / 60 / options.minutes)
        last = done >= 1
        if step % 4 == 0 and len(pool.items) < options.pool:
            name = f"drawn-{options.seed}-{int(time.time())}-{step:06d}.jpg"
            line = generate.draw(rng, bank, pictures.DATA, name)
            print(json.dumps(line), file=lines, flush=True)
            pool.add(cv2.imread(str(pictures.DATA / name)), line["boards"])
        # The fitter learns from the finder's own mistakes, once it makes sensible ones.
        if step % 3 == 0 and options.network != "finder" and (options.start or step > 2000):
            guesses.add(rng, proposing, pool)
        for name, loop, loss_of, sums in runs:
            loss, parts = loss_of(loop.model, rng, pool, guesses, options.batch)
            loop.learn(loss, done)
            for key, value in parts.items():
                sums.setdefault(key, []).append(value)
            if step % 50 == 0 or last:
                loop.save()
                told = "  ".join(f"{key} {np.mean(values):.4f}" for key, values in sums.items())
                print(f"{done:.0%}  step {step}  {name}: {told}  {time.time() - begun:.0f} s", flush=True)
                sums.clear()
        if last:
            break


if __name__ == "__main__":
    main()
