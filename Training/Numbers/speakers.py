"""Prints how the speakers of each fold are heard by the head that was trained without them, as `choose.py` adjusts the published
one; its figures of digits and commands are the mean over the folds.

    python train.py --fold 1 --seed 11 (and so on)
    swift build -c release --product NumberCandidates
    python speakers.py 0:numbers-3 1:numbers-11 2:numbers-12 3:numbers-13
"""

import argparse
import tempfile
from pathlib import Path

import torch

import choose
import head
import train

OTHER, BLANK = 1.0, 1.0  # as of the published head


def answers_of(fold, name):
    """-> by set: what is heard in the clips of the fold"""
    clips = train.left_out(fold)
    model = head.Head()
    model.load_state_dict(torch.load(choose.CHECKPOINTS / f"{name}.pt", map_location="cpu"))
    model.eval()
    with tempfile.TemporaryDirectory() as folder:
        choose.lay_out(Path(folder), clips)
        degree = choose.temperature(model, Path(folder), clips)
        some = choose.adjusted(head.folded(model), OTHER, BLANK, degree)
        heard = choose.heard({key: value.half() for key, value in some.items()}, Path(folder), clips)
    sets = {}
    for clip, one in zip(clips, heard):
        sets.setdefault(clip.set, []).append(one)
    return sets


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("heads", nargs="+", metavar="FOLD:NAME")
    options = parser.parse_args()
    torch.set_num_threads(1)
    shares = {}
    for fold, name in (one.split(":") for one in options.heads):
        for set_, answers in sorted(answers_of(int(fold), name).items()):
            right, another, none, numbers, refused, others = choose.counts(answers)
            print(f"fold {fold}, {set_}: {right} of {numbers} right, {another} another, {none} none; {refused} of {others} refused", flush=True)
            if numbers:
                shares.setdefault(set_, []).append(right / numbers)
            if others:
                shares.setdefault(f"{set_}, refused", []).append(refused / others)
    for set_, some in sorted(shares.items()):
        print(f"{set_}: {sum(some) / len(some):.1%} in the mean, {min(some):.1%} at worst")


if __name__ == "__main__":
    main()
