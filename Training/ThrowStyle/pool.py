"""Windows to train on, disturbed and drawn once, kept in .data/throw-style until the scripts change.

Of each real throw 60 windows, of each other real sequence 14, and 36,000 of synthesised sequences: all of
them differently disturbed. A fold takes those of its sequences.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

import releases
import sources
import synthesis
import windows

FOLDER = sources.ROOT / ".data" / "throw-style"
COPIES_OF_THROWS, COPIES_OF_OTHERS = 60, 14
MADE, WINDOWS_OF_MADE = 9_000, 4
# The scripts that decide what the windows are.
SCRIPTS = ("body", "joints", "motions", "pool", "releases", "sources", "synthesis", "windows")


def recipe(*scripts):
    """A short name of what these scripts say now: what they made before has another."""
    digest = hashlib.sha256()
    for script in scripts:
        digest.update((Path(__file__).parent / f"{script}.py").read_bytes())
    return digest.hexdigest()[:8]


@dataclass
class Windows:
    motion: torch.Tensor  # [n, 39, LENGTH] float16
    style: torch.Tensor  # [n]
    sequence: np.ndarray  # [n] which of the sequences it is of

    def of(self, wanted):
        """Those of the sequences whose index is in `wanted`."""
        kept = np.isin(self.sequence, list(wanted))
        return Windows(self.motion[kept], self.style[kept], self.sequence[kept])


def drawn(sequences, copies, seed):
    rng, generator = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    source = windows.Pool(sequences)
    order = np.repeat(np.arange(len(sequences)), copies)
    motion, style = [], []
    for part in np.array_split(order, max(1, len(order) // 400)):
        poses, styles = source.windows(part, rng)
        motion.append(windows.normalized(windows.disturbed(poses, generator)).half())
        style.append(styles)
    return Windows(torch.cat(motion), torch.cat(style), order)


def kept(name, make):
    path = FOLDER / f"{name}-{recipe(*SCRIPTS)}.pt"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")  # so that half a file is never taken for a whole one
        torch.save(vars(make()), part)
        part.rename(path)
    return Windows(**torch.load(path, weights_only=False))


def real(sequences, seed=1):
    for s in sequences:
        if s.style != sources.NONE and s.releases is None:
            s.releases = [releases.estimated(s)]
    copies = [COPIES_OF_OTHERS if s.style == sources.NONE else COPIES_OF_THROWS for s in sequences]
    return kept(f"real-{seed}", lambda: drawn(sequences, copies, seed))


def made(seed=1):
    return kept(f"made-{seed}", lambda: drawn(synthesis.pool(MADE, seed), WINDOWS_OF_MADE, seed))


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name, found in (("real", real(sources.load())), ("made", made())):
        print(f"{name}: {len(found.style)} windows, {np.bincount(found.style).tolist()} of {sources.CLASSES}")
