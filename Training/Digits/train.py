"""Trains the digit network.

    python train.py --name digits
    python train.py --name more --start ../../Models/digits.safetensors --rate 1e-3 --samples 400000
    python train.py --name mnist-only --only mnist --samples 600000

Writes .checkpoints/NAME.pt: the running average of the weights.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch.nn import functional as F

import pool
import sources
from model import NO_DIGIT, DigitNet

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.loop import Loop
from common.processor import fast_bf16

# MNIST's last training pictures, and pendigits' held-out writers, are for tuning.
TUNING = 5000
# Shares of a batch: MNIST's pictures, drawn strokes, ink that is no digit.
SHARES = {"mnist": 0.5, "strokes": 0.4, "rubbish": 0.1}


def deformed(pictures, generator):
    """[n, 1, 28, 28] in 0...1: turned, slanted, scaled, moved, bent, with thicker or thinner ink."""
    n = len(pictures)
    noise = lambda *shape: torch.randn(*shape, generator=generator)
    turn, slant = 0.1 * noise(n), 0.12 * noise(n)
    wide, high = (0.1 * noise(n)).exp(), (0.1 * noise(n)).exp()
    matrix = torch.stack(
        [
            torch.stack([wide * turn.cos(), slant - turn.sin(), 0.04 * noise(n)], 1),
            torch.stack([turn.sin(), high * turn.cos(), 0.04 * noise(n)], 1),
        ],
        1,
    )
    grid = F.affine_grid(matrix, pictures.shape, align_corners=False)
    bend = F.interpolate(0.05 * noise(n, 2, 5, 5), pictures.shape[-2:], mode="bicubic", align_corners=True)
    moved = F.grid_sample(pictures, grid + bend.permute(0, 2, 3, 1), align_corners=False)
    kind = torch.rand(n, 1, 1, 1, generator=generator)
    amount = 0.7 * torch.rand(n, 1, 1, 1, generator=generator)
    thick, thin = F.max_pool2d(moved, 3, 1, 1), -F.max_pool2d(-moved, 3, 1, 1)
    moved = torch.where(kind < 0.2, moved.lerp(thick, amount), moved)
    return torch.where(kind > 0.9, moved.lerp(thin, amount), moved)


class Batches:
    """Endless batches, every picture of a source once before any comes again."""

    def __init__(self, parts, size, generator):
        self.parts = [(torch.from_numpy(p)[:, None], torch.from_numpy(c), round(size * s)) for p, c, s in parts]
        self.generator = generator
        self.orders = [torch.randperm(len(c), generator=generator) for _, c, _ in self.parts]

    def next(self):
        pictures, classes = [], []
        for k, (all_pictures, all_classes, count) in enumerate(self.parts):
            if len(self.orders[k]) < count:
                self.orders[k] = torch.randperm(len(all_classes), generator=self.generator)
            chosen, self.orders[k] = self.orders[k][:count], self.orders[k][count:]
            pictures.append(all_pictures[chosen])
            classes.append(all_classes[chosen])
        return deformed(torch.cat(pictures).float() / 255, self.generator), torch.cat(classes)


def parts(only):
    """Pictures, classes and share of each source."""
    wanted = [only] if only else list(SHARES)
    found = []
    if "mnist" in wanted:
        pictures, labels = sources.mnist("train")
        found.append((pictures[:-TUNING], labels[:-TUNING], SHARES["mnist"]))
    if "strokes" in wanted or "rubbish" in wanted:
        pictures, classes = pool.load()
        rubbish = classes == NO_DIGIT
        if "strokes" in wanted:
            found.append((pictures[~rubbish], classes[~rubbish], SHARES["strokes"]))
        if "rubbish" in wanted:
            found.append((pictures[rubbish], classes[rubbish], SHARES["rubbish"]))
    whole = sum(share for _, _, share in found)
    return [(p, c, share / whole) for p, c, share in found]


@torch.no_grad()
def logits(model, pictures):
    """[n, 28, 28] uint8 -> [n, 11]."""
    model.eval()
    return torch.cat([model(torch.from_numpy(p)[:, None].float() / 255) for p in np.array_split(pictures, len(pictures) // 500 + 1)])


@torch.no_grad()
def load(model, path, pictures):
    """Takes weights from a checkpoint, or from the exported file: then the batch normalizations, which
    the export folded away, are put back so that they change nothing for `pictures`."""
    if path.suffix != ".safetensors":
        return model.load_state_dict(torch.load(path))
    weights = load_file(path)
    x = pictures
    for index, (conv, norm, relu) in enumerate(model.features):
        conv.weight.copy_(weights[f"features.{index}.weight"])
        x = conv(x)
        variance, mean = torch.var_mean(x, (0, 2, 3), correction=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(mean + weights[f"features.{index}.bias"])
        x = relu(x + weights[f"features.{index}.bias"][:, None, None])
    model.head.weight.copy_(weights["head.weight"])
    model.head.bias.copy_(weights["head.bias"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="digits")
    parser.add_argument("--only", choices=["mnist", "strokes"], help="one source, without ink that is no digit")
    parser.add_argument("--samples", type=int, default=3_000_000)
    parser.add_argument("--batch", type=int, default=250)
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate")
    parser.add_argument("--start", type=Path, help="a checkpoint, or Models/digits.safetensors, to start from")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    batches = Batches(parts(options.only), options.batch, generator)
    tuning_pictures, tuning_labels = (a[-TUNING:] for a in sources.mnist("train"))

    model = DigitNet()
    if options.start:
        load(model, options.start, torch.cat([batches.next()[0] for _ in range(8)]))
    steps = options.samples // options.batch
    loop = Loop(options.name, model, options.rate, steps, warm_up=200, decay=0.02, keep=0.998)
    begun, total, reported = time.time(), 0.0, 0
    for step in range(1, steps + 1):
        pictures, classes = batches.next()
        with fast_bf16():
            scores = loop.model(pictures.contiguous(memory_format=torch.channels_last))
        loss = F.cross_entropy(scores.float(), classes)
        loop.learn(loss)
        total += loss.item()
        if step % 400 == 0 or step == steps:
            right = (logits(loop.average, tuning_pictures)[:, :NO_DIGIT].argmax(1).numpy() == tuning_labels).mean()
            print(
                f"step {step}/{steps}  loss {total / (step - reported):.4f}  MNIST, held out {right:.2%}  "
                f"{step * options.batch / (time.time() - begun):.0f} pictures/s",
                flush=True,
            )
            total, reported = 0.0, step
            loop.save()


if __name__ == "__main__":
    main()
