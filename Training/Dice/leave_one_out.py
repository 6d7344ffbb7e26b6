"""Trains without one source of photographs, reads that source, and so for every source in turn.

    python leave_one_out.py --crops 60000 [--without renders-traced renders-photoreal]

The only figure that says how the network does on pictures by somebody it has never met. Finished
runs are kept in .checkpoints, so a stopped run goes on where it was. One thing leaks: the boxes of
the sources that stay were brought to the top face by a network that had seen the source left out.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from sources import PHOTO_SOURCES

HERE = Path(__file__).parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=int, default=60_000)
    parser.add_argument("--without", nargs="*", default=[], help="further sources to leave out of every run")
    parser.add_argument("--prefix", default="without", help="names the runs")
    parser.add_argument("--most", type=int, default=10_000, help="pictures read of each source at the most")
    options = parser.parse_args()
    for source in PHOTO_SOURCES:
        name = f"{options.prefix}-{source.name}"
        train = ["train.py", "--name", name, "--crops", str(options.crops), "--without", source.name, *options.without]
        subprocess.run([sys.executable, *train], cwd=HERE, check=True, stdout=subprocess.DEVNULL)
        evaluate = ["evaluate.py", name, "--sets", f"{source.name}:all", "--most", str(options.most), "--threshold", "0.5"]
        subprocess.run([sys.executable, *evaluate], cwd=HERE, check=True)


if __name__ == "__main__":
    main()
