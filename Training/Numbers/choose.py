"""Chooses which of the trained heads is published, and when an answer is taken, asked about or refused: by how the fold's
people, who were left out of the training, are heard.

    swift build -c release --product NumberCandidates
    python choose.py [--fold 0] numbers-1 numbers-2 numbers-3

Of each head some of the scores of other words and of the blank is taken away, and it is made as sure of itself as it may be (temperature). The rule
was written down before anything was measured: the most numbers right less three times those heard as another, with at
least 96 % of what is no number refused. Then, with that head, a confidence from which an answer is certain and a share
from which a second number is asked about: the most that are certain and right, where at most 1 % are certain and wrong.
Writes Models/number-head.safetensors, and prints both thresholds: `NumberReading` holds them, and `Answer` the confidence.
"""

import argparse
import itertools
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn import functional as F

import encoder
import grammar
import head
import sources
import train
from common.loop import CHECKPOINTS

PROGRAM = sources.ROOT / ".build" / "release" / "NumberCandidates"
PUBLISHED = sources.ROOT / "Models" / "number-head.safetensors"
OTHERS = (0.0, 1.0)
BLANKS = (0.0, 1.0, 2.0)
REFUSED = 0.96
CERTAIN_AND_WRONG = 0.01


@dataclass
class Heard:
    """What is heard in a clip: numbers and their probabilities, the likeliest first; and what was said, or None."""

    said: str | None
    candidates: list

    @property
    def none(self):
        return max(0, 1 - sum(p for _, p in self.candidates))

    @property
    def number(self):
        return self.candidates[0][0] if self.candidates and self.none < 0.5 else None

    def certain(self, confidence, share):
        """The number, if it is certain."""
        (_, best), (_, second) = (self.candidates + [(None, 0.0)] * 2)[:2]
        return self.number if best >= confidence and second < share * best else None


def lay_out(folder, clips):
    """Writes the clips' features, which no choice changes."""
    network = encoder.Encoder(encoder.as_converted())
    for index, clip in enumerate(clips):
        features = train.featured(network, clip.samples.astype(np.float32) / 32768).float()
        features.T.numpy().astype("<f4").tofile(folder / f"{index:05}.features")


def heard(tensors, folder, clips):
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        save_file(tensors, file.name)
        output = subprocess.run([PROGRAM, file.name, folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = [[(one["number"], one["probability"]) for one in json.loads(line)] for line in output.splitlines()]
    return [Heard(grammar.number(clip.words), candidates) for clip, candidates in zip(clips, found, strict=True)]


@torch.no_grad()
def temperature(model, folder, clips):
    """What the scores are divided by, so that they are as likely as they are often true."""
    outputs = []
    for index, clip in enumerate(clips):
        features = torch.from_numpy(np.fromfile(folder / f"{index:05}.features", "<f4")).reshape(-1, head.CHANNELS)
        scores = model(features.T[None])[0].T
        if clip.target and len(scores) > 2 * len(clip.target):
            outputs.append((scores, clip.target))

    def loss(t):
        return sum(
            F.ctc_loss(
                (o / t).log_softmax(1)[:, None], torch.tensor([k]), (len(o),), (len(k),), blank=grammar.BLANK, reduction="sum"
            ).item()
            for o, k in outputs
        )

    return min(np.linspace(0.7, 2.5, 19).tolist(), key=loss)


def adjusted(tensors, other, blank, degree):
    """The same with less of other words and of the blank, at a temperature."""
    bias = tensors["words.bias"].clone()
    bias[grammar.OTHER] -= other
    bias[grammar.BLANK] -= blank
    return {**tensors, "words.bias": bias / degree, "words.weight": tensors["words.weight"] / degree}


def counts(answers):
    """-> numbers right, another, none, how many; and no numbers refused, how many"""
    numbers = [one for one in answers if one.said]
    others = [one for one in answers if not one.said]
    right = sum(one.number == one.said for one in numbers)
    none = sum(one.number is None for one in numbers)
    return right, len(numbers) - right - none, none, len(numbers), sum(one.number is None for one in others), len(others)


def chosen(names, folder, clips):
    """-> the tensors and what is heard with them"""
    best = None
    for name in names:
        model = head.Head()
        model.load_state_dict(torch.load(CHECKPOINTS / f"{name}.pt", map_location="cpu"))
        model.eval()
        degree = temperature(model, folder, clips)
        tensors = head.folded(model)
        for other, blank in itertools.product(OTHERS, BLANKS):
            some = {key: value.half() for key, value in adjusted(tensors, other, blank, degree).items()}
            answers = heard(some, folder, clips)
            right, another, none, numbers, refused, others = counts(answers)
            print(
                f"{name}, temperature {degree:.1f}, other words -{other}, blank -{blank}: of {numbers} numbers {right} right, {another} another,"
                f" {none} none; {refused} of {others} without a number refused",
                flush=True,
            )
            score = right - 3 * another
            if refused >= REFUSED * others and (best is None or score > best[0]):
                best = score, some, answers, f"{name}, other words -{other}, blank -{blank}"
    if best is None:
        raise SystemExit("no head refuses enough of what is no number")
    print(f"chosen: {best[3]}")
    return best[1], best[2]


def thresholds(answers):
    """-> confidence, share, and how many numbers are certain and right, certain and wrong, and how many there are"""
    numbers = [one for one in answers if one.said]
    best = None
    for confidence, share in itertools.product(np.arange(0.5, 0.96, 0.05), (0.1, 0.2, 1 / 3, 0.5)):
        certain = [one.certain(confidence, share) for one in numbers]
        right = sum(number == one.said for number, one in zip(certain, numbers))
        wrong = sum(number is not None and number != one.said for number, one in zip(certain, numbers))
        if wrong <= CERTAIN_AND_WRONG * len(numbers) and (best is None or right > best[2]):
            best = confidence, share, right, wrong, len(numbers)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--fold", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    clips = train.left_out(options.fold)
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder), clips)
        tensors, answers = chosen(options.names, Path(folder), clips)
    best = thresholds(answers)
    if best is None:
        raise SystemExit("with every threshold too many numbers are certain and wrong")
    confidence, share, right, wrong, numbers = best
    save_file(tensors, PUBLISHED)
    PUBLISHED.chmod(0o644)  # It writes files for the owner alone.
    print(
        f"certain from a confidence of {confidence:.2f}, asked where another is {share:.2f} times as likely:"
        f" of {numbers} numbers {right} certain and right, {wrong} certain and wrong"
    )


if __name__ == "__main__":
    main()
