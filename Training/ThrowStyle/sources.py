"""The real sequences: Penn Action's and JHMDB's, with the style that each shows.

Overhand are Penn's pitches and JHMDB's throws: all of these but two are seen, drawn as stick figures, to
be thrown from above the shoulder. The two (a flick from the side, and one where no release is in sight)
are left out of training and counting. Underhand is Penn's bowling. Everything else is no throw, also
tennis serves and swings, which are its hardest neighbours. Nobody throws underleg.
"""

import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import joints

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PLAYFIELD_SHARED", ROOT.parent / "shared"))
FOLDER = SHARED / "data" / "throws"
CLASSES = ["overhand", "underhand", "underleg", "none"]
NONE = 3
STYLES = {"baseball_pitch": 0, "throw": 0, "bowl": 1}
UNCLEAR = {"jhmdb1-train-132", "jhmdb1-train-152"}
# No frame rate is known for either set; both are film and television.
FRAME_RATE = 30


@dataclass
class Sequence:
    id: str
    label: str  # the source's own
    style: int  # of CLASSES
    poses: np.ndarray  # [frames, 13, 3] float32
    fps: float
    # Moments of release, in seconds; None where they are not known.
    releases: list | None
    block: int = 0  # neighbours of one label share it
    fold: int = 0


def poses(frames, names):
    """[frames, 13, 3] from lists of [x, y, visible] under any names.

    What is not visible is believed half where it has been placed all the same: near the other joints.
    """
    raw = np.array(frames, np.float32)
    result = np.zeros((len(raw), 13, 3), np.float32)
    for joint, column in enumerate(joints.columns(names)):
        if column is not None:
            result[:, joint] = raw[:, column]
    seen = result[..., 2] > 0
    for frame, visible in zip(result, seen):
        if visible.sum() < 3:
            frame[~visible] = 0
            continue
        low, high = frame[visible, :2].min(0), frame[visible, :2].max(0)
        reach = 0.5 * (high - low).max()
        near = ((frame[:, :2] > low - reach) & (frame[:, :2] < high + reach)).all(1)
        # Nobody's joint lies in the very corner of a picture: that is how "nowhere" is written.
        near &= ~(np.abs(frame[:, :2]) <= 1).all(1)
        frame[~visible & near, 2] = 0.5
        frame[~visible & ~near] = 0
    return result


def lines():
    """Every line of both sets, as it is written."""
    for source in ("penn", "jhmdb"):
        with gzip.open(FOLDER / f"{source}.jsonl.gz", "rt") as file:
            yield from map(json.loads, file)


def load():
    names = json.loads((FOLDER / "joints.json").read_text())
    found = []
    for line in lines():
        source = "penn" if line["id"].startswith("penn") else "jhmdb"
        if line["id"] not in UNCLEAR:
            marked = poses(line["frames"], names[source]["names"])
            style = STYLES.get(line["label"], NONE)
            found.append(Sequence(line["id"], f"{source} {line['label']}", style, marked, FRAME_RATE, None))
    split(found)
    return found


def number(sequence):
    return int(sequence.id.split("-")[-1])


def split(sequences, folds=5):
    """Gives neighbours the same fold.

    Penn's ids stand in the order of the films that the sequences were cut from, so those of one film, one
    player and one camera are neighbours: runs of 20 ids of one action are a block. JHMDB's are in order of
    action; blocks are of seven. Blocks of an action go to the folds in turn.
    """
    by_label = {}
    for s in sequences:
        by_label.setdefault(s.label, []).append(s)
    for same in by_label.values():
        first = min(map(number, same))
        for s in same:
            s.block = (number(s) - first) // (20 if s.label.startswith("penn") else 7)
            s.fold = s.block % folds


def training_part(sequences, fold, guard=3):
    """The indices of what may be trained on while `fold` is judged: not the fold, nor what lies within
    `guard` ids of it, for a block's edge may cut a film in two."""
    judged = {(s.label, number(s)) for s in sequences if s.fold == fold}
    near = {(label, n + d) for label, n in judged for d in range(-guard, guard + 1)}
    return [k for k, s in enumerate(sequences) if (s.label, number(s)) not in near]
