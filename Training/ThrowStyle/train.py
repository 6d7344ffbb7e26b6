"""Trains the throw-style network.

    python train.py --name throw-style            on all real sequences
    python train.py --name fold-0 --without 0     on those that are not near fold 0

Writes .checkpoints/NAME.pt: the running average of the weights.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import pool
import sources
import windows
from model import StyleNet, Symmetric, exchanged, mirrored

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.loop import Loop
from common.processor import fast_bf16

STEPS = 800
# Shares of a batch.
SHARES = {"real throws": 0.26, "real others": 0.36, "made": 0.38}


class Batches:
    """Endless batches. Windows of the rarer labels come oftener: by the root of how rare they are."""

    def __init__(self, real, synthetic, sequences, size, seed):
        self.generator = torch.Generator().manual_seed(seed)
        labels = [sequences[k].label for k in real.sequence]
        names, counts = np.unique(labels, return_counts=True)
        rare = dict(zip(names, counts**-0.5))
        weight = torch.tensor([rare[label] for label in labels])
        throws = torch.tensor([sequences[k].style != sources.NONE for k in real.sequence])
        self.parts = [
            (real, weight * throws, round(size * SHARES["real throws"])),
            (real, weight * ~throws, round(size * SHARES["real others"])),
            (synthetic, torch.ones(len(synthetic.style)), round(size * SHARES["made"])),
        ]

    def next(self):
        motion, style = [], []
        for drawn, weight, count in self.parts:
            chosen = torch.multinomial(weight, count, True, generator=self.generator)
            motion.append(drawn.motion[chosen])
            style.append(drawn.style[chosen])
        motion = windows.confused(torch.cat(motion).float(), self.generator)
        some = lambda: torch.rand(len(motion), 1, 1, generator=self.generator) < 0.5
        motion = torch.where(some(), exchanged(motion), motion)
        return torch.where(some(), mirrored(motion), motion), torch.cat(style)


def trained(name, real, synthetic, sequences, steps=STEPS, batch=128, rate=4e-3, seed=1, tell=lambda *_: None):
    """The network, which is also written as .checkpoints/NAME.pt."""
    torch.manual_seed(seed)
    batches = Batches(real, synthetic, sequences, batch, seed)
    loop = Loop(name, StyleNet(), rate, steps, warm_up=100, decay=0.05, keep=0.995)
    total, begun = 0.0, time.time()
    for step in range(1, steps + 1):
        motion, styles = batches.next()
        with fast_bf16():
            scores = loop.model(motion)
        loss = F.cross_entropy(scores.float(), styles, label_smoothing=0.02)
        loop.learn(loss)
        total += loss.item()
        if step % 200 == 0:
            tell(f"step {step}/{steps}  loss {total / 200:.4f}  {time.time() - begun:.0f} s")
            total = 0.0
    loop.save()
    return Symmetric(loop.average.eval()).eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="throw-style")
    parser.add_argument("--without", type=int, help="leave out a fold, 0 to 4")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    sequences = sources.load()
    real = pool.real(sequences)
    if options.without is not None:
        real = real.of(sources.training_part(sequences, options.without))
    tell = lambda line: print(line, flush=True)
    trained(options.name, real, pool.made(), sequences, options.steps, seed=options.seed, tell=tell)


if __name__ == "__main__":
    main()
