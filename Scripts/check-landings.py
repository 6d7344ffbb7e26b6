#!/usr/bin/env python3
"""Finds where the bags of clips come to rest, and compares it with the truth.

    Scripts/check-landings.py ../shared/data/clips [.data/toss-controls/*]

A folder holds clips and `truth.json`; `make toss-controls` derives more of them; clips without `landings` are left
out. What counts as right stands in `toss_scores.py`. The clips as they are are scored with the marked board and
without, cropped ones with it, for they show half a board, others without. Exits with 1 when a landing of the clips
as they are is missing, wrong, invented or unsure, or over all others fewer than nine of ten are right.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from toss_scores import score_landings

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"


def watch(clip, corners):
    board = corners and ["--board=" + ",".join(f"{value:.5f}" for corner in corners for value in corner)]
    run = subprocess.run([PROGRAM, "toss", "score", clip, "--json", *(board or [])], capture_output=True, text=True)
    if run.returncode:
        print(f"    {run.stderr.strip()}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def check(folder, name, with_board):
    """Prints what is reported of a folder's landings. -> the scores of its clips"""
    scores = []
    for clip in json.loads((folder / "truth.json").read_text()):
        if not clip.get("landings"):
            continue
        corners = [((x + 0.5) / clip["width"], (y + 0.5) / clip["height"]) for x, y in clip["boards"][0]["corners"]]
        score = score_landings(watch(folder / clip["file"], with_board and corners), clip)
        scores.append(score)
        print(f"{name:16} {clip['file']:22} {score.right} of {score.seen} landings right, {score.unsure} unsure, "
              f"{len(score.wrong)} wrong or missing, {len(score.invented)} invented", flush=True)
        for truth, reported in score.wrong:
            what = reported["outcome"] or "no outcome" if reported else "nothing"
            print(f"    frame {truth['restFrame']}: {truth['outcome'] or 'cut'}, reported was {what}")
    return scores


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    missed, right, seen, others_false = False, 0, 0, 0
    for folder in parser.parse_args().folders:
        folder = folder.resolve()
        if folder.name == "clips":
            for name, with_board in (("as it is", True), ("board not given", False)):
                scores = check(folder, name, with_board)
                print(f"{name:16} {sum(s.right for s in scores)} of {sum(s.seen for s in scores)} landings right, "
                      f"{sum(len(s.wrong) for s in scores)} wrong or missing, {sum(len(s.invented) for s in scores)} invented")
                missed |= any(s.right < s.seen or s.wrong or s.invented for s in scores)
        elif folder.name != "upside-down":
            scores = check(folder, folder.name, folder.name.startswith("cropped"))
            right, seen = right + sum(s.right for s in scores), seen + sum(s.seen for s in scores)
            others_false += sum(len(s.wrong) + len(s.invented) for s in scores)
    if seen:
        print(f"derived clips: {right} of {seen} landings right, {others_false} wrong, missing or invented")
    sys.exit(missed or 10 * right < 9 * seen)


if __name__ == "__main__":
    main()
