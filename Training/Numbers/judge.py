"""How a network hears people, and a synthetic voice, who were left out of its training.

    python judge.py [--fold 0] [--weights ../../Models/numbers.safetensors]

By set of recordings: numbers right, another number, none; and the share of the words that is heard, one less for each word
that has to be put in, left out or changed. Greedy, without the grammar's search.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

import features
import grammar
import sources
import train
from model import NumberNet


def changes(said, heard):
    """How many words have to be put in, left out or changed (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        above, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (word != other))
    return row[-1]


@torch.no_grad()
def heard(model, clip):
    margin = np.zeros(features.RATE // 5, np.float32)
    sound = np.concatenate([margin, clip.samples.astype(np.float32) / 32768, margin])
    x, lengths = train.padded([features.levelled(features.features(sound))])
    return train.words(model(x)[0, :, 0, : lengths[0]].argmax(0).tolist())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fold", type=int, default=0, help="the one that was left out")
    parser.add_argument("--weights", type=Path, default=sources.ROOT / "Models" / "numbers.safetensors", help="what export.py wrote")
    options = parser.parse_args()
    model = train.published(NumberNet(), options.weights).eval()
    counts = {}
    for clip in (c for c in sources.people() + sources.synthetic() if c.fold == options.fold):
        words = heard(model, clip)
        said, read = grammar.number(clip.words), grammar.number(words)
        count = counts.setdefault(clip.set + (", numbers" if said else ", no number"), [0] * 6)
        one = [1, read == said, bool(read and read != said), read is None and bool(said), 0, 0]
        if said:
            one[4:] = len(clip.words), changes(clip.words, words)
        count[:] = map(sum, zip(count, one))
    for name, (count, right, another, none, words, wrong) in sorted(counts.items()):
        of_words = f"; {1 - wrong / words:.1%} of {words} words" if words else ""
        print(f"{name}: {right / count:.1%} of {count} right, {another / count:.1%} another, {none / count:.1%} none{of_words}")


if __name__ == "__main__":
    main()
