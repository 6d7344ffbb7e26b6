#!/usr/bin/env python3
"""Compares two builds of the program over photographs, clips, ink and recordings:

    Scripts/compare-programs.py OLD NEW [--within] [--every N] [WORD …]

OLD and NEW are programs, each run on the same files by turns; with words, only commands that contain one; with
`--every N`, on each N-th file only. Prints for each command how many lines of its `--json` differ, and what NEW
costs of OLD's processor time, with its 95 % interval; of few files each run is repeated.

Without `--within` every byte must be the same but those of "milliseconds"; with it every line, label, count, frame
and outcome, and numbers within these bounds: 1e-6 of their size or of 1, corners of boards 0.02 pixels, a measured
value a tenth of its stated error. Texts of errors are not compared. Exits with 1 where something differs, where there
is nothing to compare, or where a command is slower by more than 3 %, as far as its interval says.
"""

import argparse
import gzip
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
data = pathlib.Path(os.environ.get("PLAYFIELD_SHARED", root / "../shared")).resolve() / "data"
samples = root / "Samples"

# What is run, on what, and how many files at a time: a program starts once for each.
COMMANDS = {
    "dice read": (["dice/*/images/*", "empty/*.jpg"], 12),
    "dice watch": (["rolls/*.mp4", "cases/*.mp4"], 1),
    "digits read": (["digits/unipen*.jsonl.gz"], 1),
    "numbers listen": (["speech/*/*.wav", "speech/*/*.ogg", "speech/*/*.flac", "speech/*/*.mp3"], 50),
    "vision contours": (["boards/*.*g", "empty/*.jpg"], 8),
    "vision gameboard": (["boards/*.*g", "empty/*.jpg"], 8),
    "vision pose": (["pose/coco/*.jpg"], 5),
    "vision registration": (["planes/*.mp4"], 1),
    "vision stability": (["clips/*.mp4"], 1),
    "vision throw-style": (["throws/*.jsonl.gz"], 1),
    "vision trajectories": (["clips/*.mp4"], 1),
    "toss analyze": (["clips/*.mp4"], 1),
    "toss score": (["clips/*.mp4"], 1),
}
SAMPLES = {
    "dice read": "*.jpg", "dice watch": "*.mp4", "numbers listen": "*.ogg", "toss analyze": "toss.mp4",
    "toss score": "toss.mp4", "vision trajectories": "toss.mp4", "vision pose": "dice.jpg",
}  # fmt: skip
SLOWER = 1.03
LINES = 400  # of a packed file in one run
RUNS = 6  # minimum, by turns: fewer give no interval
TIMED = "milliseconds"
CORNER = 0.02  # pixels
WIDTH = 3264  # of the largest picture with a board, by which corners are normalized


def files_of(command, folder):
    patterns, _ = COMMANDS[command]
    found = [file for pattern in patterns for file in sorted(data.glob(pattern))]
    parts = [part for file in found if file.suffix == ".gz" for part in unpacked(file, folder)]
    whole = [file for file in found if file.suffix != ".gz"]
    return parts + whole + sorted(samples.glob(SAMPLES.get(command, "none")))


def unpacked(file, folder):
    """-> files in the folder, of some lines each"""
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    for start in range(0, len(lines), LINES):
        part = folder / f"{file.name.split('.')[0]}-{start}.jsonl"
        part.write_bytes(b"".join(lines[start : start + LINES]))
        yield part


def run(program, command, files):
    """-> the lines that it printed, its exit status, and its processor time in seconds"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Where the program lies says where its networks are.
    ran = subprocess.run(
        [program, *command.split(), "--json", *map(str, files)], cwd=root, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return ran.stdout.splitlines(), ran.returncode, seconds


def is_same(old, new):
    """Whether two lines have the same bytes but for times."""
    return untimed(old) == untimed(new)


def untimed(line):
    return re.sub(rf'"{TIMED}": [0-9.]+', "", line)


def is_alike(old, new):
    """Whether two lines say the same, numbers within their bounds."""
    return is_within(json.loads(old), json.loads(new))


def is_within(old, new, key="", allowed=None):
    if key == TIMED or key == "error" and isinstance(old, str) and isinstance(new, str):
        return True
    if isinstance(old, dict) and isinstance(new, dict):
        if old.keys() != new.keys():
            return False
        stated = old.get("error") if isinstance(old.get("value"), (int, float)) else None
        tenth = stated / 10 if isinstance(stated, (int, float)) else None
        return all(is_within(old[one], new[one], one, tenth) for one in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(is_within(a, b, key, allowed) for a, b in zip(old, new))
    if isinstance(old, float) and isinstance(new, (int, float)) or isinstance(new, float) and isinstance(old, int):
        bound = CORNER / WIDTH if key == "corners" else 1e-6 * max(1, abs(old))
        return abs(old - new) <= max(bound, allowed or 0)
    return old == new


def interval(olds, news):
    """-> new time divided by old, and its 95 % interval over the runs, by bootstrap"""
    dice = random.Random(1)
    pairs = list(zip(olds, news))
    draws = sorted(
        sum(new for _, new in drawn) / max(1e-9, sum(old for old, _ in drawn))
        for drawn in (dice.choices(pairs, k=len(pairs)) for _ in range(1000))
    )
    return sum(news) / max(1e-9, sum(olds)), draws[25], draws[974]


def compare(command, programs, options, folder):
    """-> whether nothing differs and nothing is slower"""
    files = files_of(command, folder)[:: options.every]
    alike = is_alike if options.within else is_same
    times, lines, differing = ([], []), 0, []
    size = COMMANDS[command][1]
    batches = [files[start : start + size] for start in range(0, len(files), size)]
    rounds = -(-RUNS // max(1, len(batches)))
    for turn, batch in enumerate(rounds * batches):
        order = (0, 1) if turn % 2 == 0 else (1, 0)
        answers = {}
        for which in order:
            answers[which] = run(programs[which], command, batch)
            times[which].append(answers[which][2])
        (old, old_status, _), (new, new_status, _) = answers[0], answers[1]
        lines += len(old)
        if len(old) != len(new) or old_status != new_status:
            differing.append(f"{batch[0].name}: {len(old)} lines, status {old_status}; {len(new)}, {new_status}")
            continue
        for a, b in zip(old, new):
            if not alike(a, b):
                differing.append(f"{batch[0].name}:\n    {a[:300]}\n    {b[:300]}")
    if not lines:
        print(f"{command}: nothing to compare")
        return False
    ratio, low, high = interval(*times)
    is_slower = low > SLOWER
    print(
        f"{command}: {len(files)} files, {lines} lines, {len(differing)} differ; time {ratio:.3f} ({low:.3f} to {high:.3f})"
        f"{', SLOWER' if is_slower else ''}", flush=True,
    )  # fmt: skip
    for one in differing[:5]:
        print(f"  {one}")
    return not differing and not is_slower


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--within", action="store_true", help="numbers may differ within the bounds above")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th file only")
    options = parser.parse_intermixed_args()
    if not data.is_dir():
        sys.exit(f"the photographs, clips and recordings of {data} are not here")
    programs = [str(pathlib.Path(one).resolve()) for one in (options.old, options.new)]
    chosen = [one for one in COMMANDS if not options.words or any(word in one for word in options.words)]
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        results = [compare(command, programs, options, pathlib.Path(folder)) for command in chosen]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
