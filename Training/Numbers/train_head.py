"""Trains the head on features of the frozen encoder, which are computed once.

    python train_head.py [--name head] [--fold 0] [--utterances 2400] [--epochs 14]

The people's recordings as they might have sounded elsewhere (`augment.heard`), without the fold's speakers; their features lie in
.data/numbers/features, so that a call that was stopped goes on where it was. Writes .checkpoints/NAME.pt and NAME.safetensors, and prints how the
fold's speakers are heard, greedily.
"""

import argparse
import time

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn import functional as F

import augment
import encoder
import grammar
import head
import sources
import spectrogram
import train
from common.loop import CHECKPOINTS, Loop

FOLDER = sources.KEPT / "features"
LONGEST = 5 * spectrogram.RATE  # samples
A_FILE = 100  # utterances
BATCH = 48
RATE = 3e-3  # the highest learning rate


def featured(network, samples):
    """float32 samples -> float16 [384, places]"""
    return network(spectrogram.spectrogram(spectrogram.utterance(samples))[None])[0].half()


def made_up(network, clips, count, rng):
    """Features and targets of utterances that are made up of the clips."""
    chooser, made = augment.Chooser(clips), []
    while len(made) < count:
        samples, target = augment.heard(clips, chooser.next(rng), rng)
        # Each part needs an output, and another where the same part follows.
        if len(samples) < LONGEST and len(samples) // spectrogram.STEP > 2 * len(target):
            made.append((featured(network, samples), target))
    return made


def cached(network, clips, count, fold):
    """As many utterances, file by file; a file that is there is not made again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    everything = []
    for part in range(-(-count // A_FILE)):
        path = FOLDER / f"fold-{fold}-{part:03}.pt"
        if not path.exists():
            begun = time.time()
            made = made_up(network, clips, A_FILE, np.random.default_rng([fold + 1, part]))
            torch.save(made, path.with_suffix(".part"))
            path.with_suffix(".part").rename(path)
            print(f"{path.name}: {(time.time() - begun) / A_FILE:.2f} s an utterance", flush=True)
        everything += torch.load(path)
    return everything[:count]


def batches(made, rng):
    """One epoch: utterances of about one length together, in a random order."""
    order = sorted(range(len(made)), key=lambda k: made[k][0].shape[1] + rng.uniform(0, 30))
    for k in rng.permutation(len(order) // BATCH):
        some = [made[i] for i in order[k * BATCH : (k + 1) * BATCH]]
        x = torch.zeros(BATCH, head.CHANNELS, max(f.shape[1] for f, _ in some))
        for row, (features, _) in zip(x, some):
            row[:, : features.shape[1]] = features
        yield x, torch.tensor([f.shape[1] // 2 + 1 for f, _ in some]), [t for _, t in some]


def loss_of(scores, lengths, targets):
    return F.ctc_loss(
        scores.log_softmax(1).permute(2, 0, 1),
        torch.tensor([k for t in targets for k in t]),
        lengths,
        torch.tensor([len(t) for t in targets]),
        blank=grammar.BLANK,
        zero_infinity=True,
    )


def trained(name, made, epochs, seed):
    """Writes .checkpoints/NAME.pt, the last weights."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = head.Head()
    everything = torch.cat([features.float() for features, _ in made[:500]], 1)
    model.mean, model.spread = everything.mean(1), everything.std(1)
    steps = epochs * (len(made) // BATCH)
    loop = Loop(name, model, RATE, steps, warm_up=50, decay=0.01, keep=0, floor=0, clip=5)
    for epoch in range(epochs):
        total = 0.0
        for x, lengths, targets in batches(made, rng):
            loss = loss_of(loop.model(x), lengths, targets)
            loop.learn(loss)
            total += loss.item()
        print(f"epoch {epoch + 1}/{epochs}  loss {total / (len(made) // BATCH):.4f}", flush=True)
    loop.save()
    return loop.model.eval()


@torch.no_grad()
def verdicts(model, network, clips):
    """The counts of all clips, as `train.tally` has them."""
    counts = {}
    for clip in clips:
        features = featured(network, clip.samples.astype(np.float32) / 32768).float()
        train.tally(counts, clip, model(features[None])[0].argmax(0))
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="head")
    parser.add_argument("--fold", type=int, default=0, help="whose speakers are left out")
    parser.add_argument("--utterances", type=int, default=2400)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    torch.set_num_threads(1)
    network = encoder.Encoder(encoder.as_converted())
    clips = sources.people()
    made = cached(network, [c for c in clips if c.fold != options.fold], options.utterances, options.fold)
    model = trained(options.name, made, options.epochs, options.seed)
    held_out = [c for c in clips if c.fold == options.fold and len(c.samples) < LONGEST]
    for name, (count, right, another, none) in sorted(verdicts(model, network, held_out).items()):
        print(f"{name}: {right / count:.1%} of {count} right, {another} another, {none} none")
    save_file(head.folded(model), CHECKPOINTS / f"{options.name}.safetensors")


if __name__ == "__main__":
    main()
