"""Trains without one source of photographs, reads that source, and so for every source in turn.

    python leave_one_out.py --base 40000 --crops 12000

The only figure that says how the network does on pictures by somebody it has never met. All runs go
on from one network that has seen renders alone, which is read too: what photographs add. Finished
runs are kept in .checkpoints, so a stopped run goes on where it was. One thing leaks: the boxes of
the sources that stay were brought to the top face by a network that had seen the source left out.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from sources import PHOTO_SOURCES, RENDER_SOURCES, ROOT

HERE = Path(__file__).parent


def run(*command):
    subprocess.run([sys.executable, *map(str, command)], cwd=HERE, check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=int, default=60_000, help="crops of renders before the runs part")
    parser.add_argument("--crops", type=int, default=60_000, help="crops of each run")
    parser.add_argument("--most", type=int, default=10_000, help="pictures read of each source at the most")
    options = parser.parse_args()

    run("train.py", "--name", "renders", "--crops", options.base, "--only", *(s.name for s in RENDER_SOURCES))
    base = ROOT / ".checkpoints" / "renders.pt"
    for source in PHOTO_SOURCES:
        name = f"without-{source.name}"
        run("train.py", "--name", name, "--crops", options.crops, "--start", base, "--without", source.name)
        for checkpoint in ("renders", name):
            print(f"{checkpoint:24}", end="", flush=True)
            evaluate = ["evaluate.py", checkpoint, "--sets", f"{source.name}:all", "--most", str(options.most)]
            subprocess.run([sys.executable, *evaluate], cwd=HERE, check=True)


if __name__ == "__main__":
    main()
