#!/usr/bin/env python3
"""Has the program and Whisper tiny hear the same recordings, and compares what both say.

    Scripts/setup-whisper.sh
    .deps/whisper/bin/python Scripts/compare-whisper.py ../shared/data/speech [SET...] [--every N] [--people]

Prints for each set, numbers and what is not a number apart, how many recordings each hears correctly,
as another number, or as none. Every N-th recording is taken; --people leaves synthetic voices out. Both get the
recordings from one folder of links, and Whisper's text goes through the same grammar as the labels.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/playfield"
sys.path.append(str(ROOT / "Training/Numbers"))
import grammar
import peer

SETS = ["numbers-evaluation", "numbers-prompts"]  # nothing of which was trained on


def chosen(folder, options):
    """The labels that are asked for, each set thinned out by itself."""
    lines = [json.loads(line) for line in (folder / "labels.jsonl").open()]
    for name in options.sets:
        own = [line for line in lines if line["file"].split("/")[0] == name]
        if options.people:
            own = [line for line in own if line.get("kind", "human") == "human"]
        yield name, own[:: options.every]


def ours(folder, lines):
    """The program's counts of clips, right, another, none; and the seconds it took."""
    with tempfile.TemporaryDirectory() as place:
        for line in lines:
            link = Path(place) / line["file"]
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to((folder / line["file"]).resolve())
        labels = [json.dumps({k: line[k] for k in ("file", "words", "speaker")}) for line in lines]
        (Path(place) / "labels.jsonl").write_text("\n".join(labels) + "\n")
        begun = time.time()
        command = [PROGRAM, "numbers", "evaluate", place, "--json"]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        rows = [json.loads(row) for row in output.splitlines()]
        return [sum(row[k] for row in rows) for k in ("clips", "right", "another", "none")], time.time() - begun


def whispers(model, folder, lines):
    counts, begun = [0, 0, 0, 0], time.time()
    for line in lines:
        heard = peer.heard(model, str(folder / line["file"]))
        said = grammar.number(line["words"].split())
        counts[0] += 1
        counts[1 if heard == said else 2 if heard else 3] += 1
    return counts, time.time() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--people", action="store_true")
    options = parser.parse_args()

    model = peer.loaded()
    print(f"{'set':20} {'says':10} {'by':8} {'clips':>5} {'right':>7} {'another':>8} {'none':>7} {'s a clip':>9}")
    for name, lines in chosen(options.folder, options):
        for says, some in (
            ("numbers", [line for line in lines if grammar.number(line["words"].split())]),
            ("no number", [line for line in lines if not grammar.number(line["words"].split())]),
        ):
            if not some:
                continue
            for by, (counts, seconds) in (
                ("ours", ours(options.folder, some)),
                ("Whisper", whispers(model, options.folder, some)),
            ):
                shares = [f"{c / counts[0]:.1%}" for c in counts[1:]]
                print(
                    f"{name:20} {says:10} {by:8} {counts[0]:5} {shares[0]:>7} {shares[1]:>8} {shares[2]:>7}"
                    f" {seconds / counts[0]:9.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
