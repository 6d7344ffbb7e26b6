"""Trains the head on features of the frozen encoder, which are computed once.

    python train.py [--fold 0] [--seed 1]

People's recordings and synthetic voices, without the fold's speakers: as they are, and as they might have sounded elsewhere
(`augment.heard`). The utterances' features lie in .data/numbers/features, so that a call that was stopped goes on where it was. Writes
.checkpoints/numbers-SEED.pt, and prints how the fold's speakers are heard, greedily.
"""

import argparse
import multiprocessing
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import augment
import encoder
import grammar
import head
import sources
import spectrogram

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.loop import Loop

FOLDER = sources.KEPT / "features"
LONGEST = 5 * spectrogram.RATE  # samples
UTTERANCES = 6_000  # that are made up
A_FILE = 200  # of them
EPOCHS = 6
BATCH = 48
RATE = 3e-3  # the highest learning rate


def featured(network, samples):
    """float32 samples -> float16 [384, places]"""
    return network(spectrogram.spectrogram(spectrogram.utterance(samples))[None])[0].half()


def is_long_enough(samples, target):
    """Each part needs an output, and another where the same part follows."""
    return len(samples) < LONGEST and len(samples) // spectrogram.STEP > 2 * len(target)


def made_up(network, clips, part):
    """Features and targets of a file's utterances, which are made up of the clips."""
    rng = np.random.default_rng([1, part])
    chooser, made = augment.Chooser(clips), []
    while len(made) < A_FILE:
        samples, target = augment.heard(clips, chooser.next(rng), rng)
        if is_long_enough(samples, target):
            made.append((featured(network, samples), target))
    return made


def plain(network, clips, half):
    """Features and targets of every second clip, as it is."""
    sounds = ((clip.samples.astype(np.float32) / 32768, clip.target) for clip in clips[half::2])
    return [(featured(network, samples), target) for samples, target in sounds if is_long_enough(samples, target)]


def files(fold):
    """What makes each file, and the part of it."""
    made = [(FOLDER / f"fold-{fold}-{part:03}.pt", made_up, part) for part in range(UTTERANCES // A_FILE)]
    return made + [(FOLDER / f"fold-{fold}-plain-{half}.pt", plain, half) for half in range(2)]


def make(fold, some):
    """Makes those of the files that are not there."""
    torch.set_num_threads(1)
    network = encoder.Encoder(encoder.as_converted())
    clips = [clip for clip in sources.people() + sources.synthetic() if clip.fold != fold]
    for path, work, part in some:
        if not path.exists():
            begun = time.time()
            made = work(network, clips, part)
            torch.save(made, path.with_suffix(".part"))
            path.with_suffix(".part").rename(path)
            print(f"{path.name}: {(time.time() - begun) / len(made):.2f} s an utterance", flush=True)


def utterances(fold):
    """All of them, made by two processes where they are not there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    sources.people()  # Decodes them once.
    workers = [multiprocessing.Process(target=make, args=(fold, files(fold)[half::2])) for half in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return [one for path, _, _ in files(fold) for one in torch.load(path)]


def batches(made, quiet, rng):
    """One epoch: utterances of about one length together, in a random order; what is behind them is `quiet`, [384]."""
    order = sorted(range(len(made)), key=lambda k: made[k][0].shape[1] + rng.uniform(0, 30))
    for k in rng.permutation(len(order) // BATCH):
        some = [made[i] for i in order[k * BATCH : (k + 1) * BATCH]]
        x = quiet[None, :, None].repeat(BATCH, 1, max(f.shape[1] for f, _ in some))
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


def trained(name, made, seed):
    """Writes .checkpoints/NAME.pt, the last weights."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = head.Head()
    everything = torch.cat([features.float() for features, _ in made[:500]], 1)
    model.mean, model.spread = everything.mean(1), everything.std(1)
    steps = EPOCHS * (len(made) // BATCH)
    loop = Loop(name, model, RATE, steps, warm_up=50, decay=0.01, keep=0, floor=0, clip=5)
    for epoch in range(EPOCHS):
        total = 0.0
        for x, lengths, targets in batches(made, model.mean, rng):
            loss = loss_of(loop.model(x), lengths, targets)
            loop.learn(loss)
            total += loss.item()
        print(f"epoch {epoch + 1}/{EPOCHS}  loss {total / (len(made) // BATCH):.4f}", flush=True)
    loop.save()
    return loop.model.eval()


def words(best):
    """Greedy decoding of the likeliest class of each output."""
    found, last = [], grammar.BLANK
    for k in best:
        if k not in (last, grammar.BLANK):
            found.append(grammar.PARTS[k] if k < grammar.OTHER else "*")
        last = k
    return grammar.whole(found)


@torch.no_grad()
def verdicts(model, network, clips):
    """By set: how many clips, numbers right, another number, no number."""
    counts = {}
    for clip in clips:
        features = featured(network, clip.samples.astype(np.float32) / 32768).float()
        best = model(features[None])[0].argmax(0)
        said, read = grammar.number(clip.words), grammar.number(words(best.tolist()))
        row = counts.setdefault(clip.set if said else clip.set + ", no number", [0, 0, 0, 0])
        row[0] += 1
        row[1 if read == said else 2 if read else 3] += 1
    return counts


def left_out(fold):
    """The clips of the fold's speakers, as long as the encoder takes."""
    return [clip for clip in sources.people() if clip.fold == fold and len(clip.samples) < LONGEST]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fold", type=int, default=0, help="whose speakers are left out")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    made = utterances(options.fold)
    torch.set_num_threads(1)
    model = trained(f"numbers-{options.seed}", made, options.seed)
    network = encoder.Encoder(encoder.as_converted())
    for name, (count, right, another, none) in sorted(verdicts(model, network, left_out(options.fold)).items()):
        print(f"{name}: {right / count:.1%} of {count} right, {another} another, {none} none")


if __name__ == "__main__":
    main()
