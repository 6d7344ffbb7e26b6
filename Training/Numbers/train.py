"""Trains the number network.

    python train.py --name numbers [--fold 0] [--steps 15000] [--workers 2] [--start]

Writes .checkpoints/NAME.pt, the running average of the weights, and NAME-state.pt, with which a call
that was stopped goes on; without it `--start` goes on from the weights in Models, which must have been
trained with the same fold. Speakers of the fold, and one synthetic voice, are left out and steer; -1 leaves
out none. On a GPU where there is one.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch.nn import functional as F

import augment
import features
import grammar
import sources
from model import NumberNet

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import folding
from common.loop import Loop
from common.processor import fast_bf16

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LOOKS = 4
KEEP_EVERY, JUDGE_EVERY = 250, 1000  # steps


def padded(spectrograms):
    """[N, 1, 40, T], T a multiple of 4, silence at the ends; and how many outputs are each clip's own."""
    lengths = [-(-s.shape[1] // 4) for s in spectrograms]
    batch = torch.zeros(len(spectrograms), 1, features.BANDS, 4 * max(lengths))
    for row, spectrogram in zip(batch, spectrograms):
        row[0, :, : spectrogram.shape[1]] = torch.as_tensor(spectrogram)
    return batch, torch.tensor(lengths)


def heard(chooser, clips, rng):
    """Clips without end as they might have sounded elsewhere: spectrogram and target. Each is given
    `LOOKS` times, at other speeds and with other gaps: the room and the noise are what takes long to make."""
    while True:
        samples, target = augment.heard(clips, chooser.next(rng), rng)
        if len(samples) >= 9 * features.RATE:
            continue
        sound = features.levelled(features.features(samples)).numpy()
        for _ in range(LOOKS):
            spectrogram = augment.stretched(sound, rng)
            # Each part needs an output, and another where the same part follows.
            if spectrogram.shape[1] // 4 > 2 * len(target):
                yield spectrogram, target


def batches(chooser, clips, size, rng):
    """Batches without end, each of clips of about one length, so that few of its outputs are padding."""
    source = heard(chooser, clips, rng)
    while True:
        some = sorted(itertools.islice(source, 16 * size), key=lambda one: one[0].shape[1])
        for k in rng.permutation(16):
            spectrograms, targets = zip(*some[k * size : (k + 1) * size])
            yield *padded(spectrograms), targets


class Batches(torch.utils.data.IterableDataset):
    """Other batches in each process."""

    def __init__(self, clips, size, seed):
        self.clips, self.size, self.seed = clips, size, seed

    def __iter__(self):
        torch.set_num_threads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([*self.seed, worker.id if worker else 0])
        return batches(augment.Chooser(self.clips), self.clips, self.size, rng)


def loss_of(model, x, lengths, targets):
    with fast_bf16(DEVICE):
        scores = model(x)
    return F.ctc_loss(
        scores[:, :, 0].float().log_softmax(1).permute(2, 0, 1),
        torch.tensor([k for t in targets for k in t]).to(DEVICE),
        lengths,
        torch.tensor([len(t) for t in targets]),
        blank=grammar.BLANK,
        zero_infinity=True,
    )


def published(model, file=sources.ROOT / "Models" / "numbers.safetensors"):
    """The model with the weights that `export.py` wrote."""
    weights = {
        name if name.startswith("head") else ".0.".join(name.rsplit(".", 1)): value.float()
        for name, value in load_file(file).items()
    }
    model.load_state_dict(folding.unfolded(weights, model))
    return model


def words(best):
    """Greedy decoding of the likeliest class of each output."""
    found, last = [], grammar.BLANK
    for k in best:
        if k not in (last, grammar.BLANK):
            found.append(grammar.PARTS[k] if k < grammar.OTHER else "*")
        last = k
    return grammar.whole(found)


def tally(counts, clip, best):
    """Adds a clip whose outputs' likeliest classes are these: by set, how many clips, numbers right, another number, no
    number."""
    said, read = grammar.number(clip.words), grammar.number(words(best.tolist()))
    row = counts.setdefault(clip.set if said else clip.set + ", no number", [0, 0, 0, 0])
    row[0] += 1
    row[1 if read == said else 2 if read else 3] += 1


@torch.no_grad()
def verdicts(model, clips, size=32):
    """The counts of all clips."""
    model.eval()
    counts = {}
    ordered = sorted(clips, key=lambda c: len(c.samples))
    for start in range(0, len(ordered), size):
        some = ordered[start : start + size]
        margin = np.zeros(features.RATE // 5, np.float32)
        sounds = [np.concatenate([margin, c.samples.astype(np.float32) / 32768, margin]) for c in some]
        x, lengths = padded([features.levelled(features.features(s)) for s in sounds])
        best = model(x.to(DEVICE))[:, :, 0].argmax(1)
        for clip, row, length in zip(some, best, lengths):
            tally(counts, clip, row[:length])
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default="numbers")
    parser.add_argument("--fold", type=int, default=0, help="whose speakers are left out; -1 for nobody")
    parser.add_argument("--steps", type=int, default=15_000)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", action="store_true", help="go on from the weights in Models")
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    model = published(NumberNet()) if options.start else NumberNet()
    loop = Loop(
        options.name, model.to(DEVICE), options.rate, options.steps, warm_up=300, decay=0.01, keep=0.998, clip=5, resume=True
    )

    everything = sources.people() + sources.synthetic()
    held_out = [c for c in everything if c.fold == options.fold]
    clips = [c for c in everything if c.fold != options.fold]
    data = Batches(clips, options.batch, (options.seed, loop.step))
    source = iter(torch.utils.data.DataLoader(data, batch_size=None, num_workers=options.workers))
    if options.start and loop.step == 0:
        folding.normalize(loop.model, next(source)[0].to(DEVICE))
        loop.average.load_state_dict(loop.model.state_dict())
    begun, total, last = time.time(), 0.0, loop.step
    for step in range(loop.step + 1, options.steps + 1):
        x, lengths, targets = next(source)
        loss = loss_of(loop.model, x.to(DEVICE, memory_format=torch.channels_last), lengths, targets)
        loop.learn(loss)
        total += loss.detach()
        if step % KEEP_EVERY == 0 or step == options.steps:
            print(f"step {step}/{options.steps}  loss {total / (step - last):.4f}  {(time.time() - begun) / (step - last):.2f} s a step", flush=True)
            if step % JUDGE_EVERY == 0 or step == options.steps:
                for name, (count, right, another, none) in sorted(verdicts(loop.average, held_out).items()):
                    print(f"  {name}: {right / count:.1%} of {count} right, {another} another, {none} none", flush=True)
            begun, total, last = time.time(), 0.0, step
            loop.save()


if __name__ == "__main__":
    main()
