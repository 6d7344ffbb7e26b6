#!/usr/bin/env python3
"""Analyses rendered games of bean-bag toss and compares every throw with the truth.

    Scripts/check-toss.py .data/toss-games [--give-board] [--view half|dim|mirror|shaky] [CLIP…]

The folder holds clips and `truth.json`, as `make toss-games` renders them. A throw is found by one
that is reported with most of its flight in the same frames; what is reported beside those is false.
Where the truth knows landings and no thrower, `playfield toss score` is asked instead. `--give-board`
says where the board is, which shows what finding it costs; `--view` shows the clips as they might have
been filmed otherwise. Exits with 1 when points are right for fewer than 95 % of the throws, when a
throw is reported that was not made, when an error's median is above its bar, when errors do not cover
the truth as they claim, when a landing is wrong, missing or invented, or when the program fails on a
clip.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from math import erf, sqrt
from pathlib import Path
from statistics import median

from clip_views import DIM, HALF, show

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
RULES = "practice"
RIGHT_POINTS = 0.95
# Of the median error: its bar, its unit, and whether it is a share of the truth.
MEASURES = {"releaseAngle": (2.0, "°", False), "speed": (0.05, "%", True),
            "distance": (0.03, "%", True)}
LATE = 10  # frames by which a landing's rest may be off
VIEWS = {
    "half": HALF,
    "dim": DIM,
    "mirror": "hflip",
    # A tripod on a floor that people walk on: a quarter of a thousandth of the width.
    "shaky": "scale=iw*4:-2:flags=bilinear,crop=iw-16:ih-16:8+iw*0.00025*sin(n*2.3):8+iw*0.00025*sin(n*3.1),"
             "scale=(iw+16)/4:(ih+16)/4:flags=area",
}
STYLES = ["overhand", "underhand", "underleg", "none"]


def reported_by(command, clip, *options):
    """What the program reports of a clip, and whether it failed."""
    run = subprocess.run([PROGRAM, "toss", command, "--json", "--rules", RULES, *options, clip],
                         capture_output=True, text=True)
    if run.returncode:
        print(f"    {clip.name}: {run.stderr.strip().splitlines()[-1:] or run.returncode}")
    return [json.loads(line) for line in run.stdout.splitlines()], run.returncode != 0


def board_of(clip, is_given):
    """The option that says where the board is, if it is to be given."""
    if not is_given:
        return []
    corners = [((x + 0.5) / clip["width"], (y + 0.5) / clip["height"])
               for x, y in clip["boards"][0]["corners"]]
    return ["--board", ",".join(f"{c:.5f}" for corner in corners for c in corner)]


def overlap(reported, true):
    first = max(reported["startFrame"], true["releaseFrame"])
    last = min(reported["endFrame"], true["endFrame"])
    length = true["endFrame"] - true["releaseFrame"] + 1
    return max(0, last - first + 1) / length


def paired(reported, truths):
    """(reported, truth) for every true throw, reported being None where it was not found; and the rest."""
    left, pairs = list(reported), []
    for true in truths:
        best = max(left, key=lambda one: overlap(one, true), default=None)
        if best is not None and overlap(best, true) > 0.5:
            left.remove(best)
        else:
            best = None
        pairs.append((best, true))
    return pairs, left


class Errors:
    """What one measure was reported to be, against what it was."""

    def __init__(self, unit, relative):
        self.unit, self.relative, self.off, self.claims = unit, relative, [], []

    def add(self, reported, true):
        if reported is None:
            return
        off = reported["value"] - true
        self.off.append(abs(off) / true if self.relative else abs(off))
        self.claims.append(abs(off) / max(reported["error"], 1e-9))

    def covered(self, deviations):
        return sum(claim <= deviations for claim in self.claims) / max(1, len(self.claims))

    def text(self, value):
        return f"{value:.1%}" if self.relative else f"{value:.2f}{self.unit}"


def claims_hold(errors, deviations):
    """Whether as many truths lie within so many errors as should, chance allowed."""
    count, claimed = len(errors.claims), erf(deviations / sqrt(2))
    return abs(errors.covered(deviations) - claimed) <= 2 * sqrt(claimed * (1 - claimed) / count)


def check_throws(clips, shown, give_board):
    errors = {name: Errors(unit, relative) for name, (_, unit, relative) in MEASURES.items()}
    styles, landed, right, found, false, total, release = Counter(), Counter(), 0, 0, 0, 0, []
    failed = 0
    for clip in clips:
        lines, fails = reported_by("analyze", shown(clip), *board_of(clip, give_board))
        failed += fails
        reported = [line for line in lines if "throw" in line]
        pairs, extra = paired(reported, clip["throws"])
        faults = []
        for one, true in pairs:
            total += 1
            if one is None:
                faults.append(f"throw {true['throw']} at frame {true['releaseFrame']} not found")
                continue
            found += 1
            styles[true["style"], one["style"]["label"]] += 1
            outcome = one["outcome"]
            landed[true["outcome"], outcome] += 1
            good = one["points"] == true["points"][RULES]
            right += good
            if not good:
                faults.append(f"throw {true['throw']} at frame {true['releaseFrame']}: "
                              f"{one['points']} points for {one['style']['label']}, {outcome}; wanted "
                              f"{true['points'][RULES]} for {true['style']}, {true['outcome']}")
            release.append(abs(one["releaseFrame"] - true["releaseFrame"]) / clip["fps"])
            for name, of in errors.items():
                of.add(one.get(name), true[name])
                if one.get(name) and of.claims[-1] > 3:
                    faults.append(f"throw {true['throw']}: {name} {one[name]['value']:.2f} ± "
                                  f"{one[name]['error']:.2f}, is {true[name]:.2f}")
        false += len(extra)
        faults += [f"false throw in frames {one['startFrame']} to {one['endFrame']}" for one in extra]
        print(f"{clip['file']:22} {sum(one is not None for one, _ in pairs)} of {len(pairs)} throws "
              f"found, {len(extra)} false", flush=True)
        for fault in faults:
            print(f"    {fault}")
    if not total:
        return false > 0 or failed > 0
    print(f"flights found {found} of {total}; false throws {false}; "
          f"points right {right / total:.0%} ({right} of {total})")
    if release:
        print(f"release: median {median(release) * 1000:.0f} ms off")
    bad = right < RIGHT_POINTS * total or false > 0 or failed > 0
    for name, of in errors.items():
        bar = MEASURES[name][0]
        if not of.off:
            print(f"{name}: never reported")
            bad = True
            continue
        print(f"{name}: reported for {len(of.off)}, median error {of.text(median(of.off))} (bar {of.text(bar)}), "
              f"truth within 1 standard error {of.covered(1):.0%} (68 %), within 2 {of.covered(2):.0%} (95 %)")
        bad |= median(of.off) > bar or not claims_hold(of, 1) or not claims_hold(of, 2)
    print("style, found across:  " + "".join(f"{style:>11}" for style in STYLES))
    for true in STYLES[:3]:
        print(f"    {true:18}" + "".join(f"{styles[true, style]:11}" for style in STYLES))
    print("outcome, found across:" + "".join(f"{outcome:>11}" for outcome in ("hole", "board", "off")))
    for true in ("hole", "board", "off"):
        print(f"    {true:18}" + "".join(f"{landed[true, outcome]:11}" for outcome in ("hole", "board", "off")))
    return bad


def is_landing(reported, true):
    return abs(reported["restFrame"] - true["restFrame"]) <= LATE and reported["outcome"] == true["outcome"]


def check_landings(clips, shown, give_board):
    right = total = invented = failed = 0
    for clip in clips:
        lines, fails = reported_by("score", shown(clip), *board_of(clip, give_board))
        failed += fails
        # One that is reported without an outcome is neither right nor invented.
        left = [line for line in lines if "landing" in line and line["outcome"]]
        faults = []
        for true in clip["landings"]:
            match = next((one for one in left if is_landing(one, true)), None)
            if match:
                left.remove(match)
                right += 1
            else:
                faults.append(f"{true['bag']} {true['outcome']} at frame {true['restFrame']} not reported")
        total += len(clip["landings"])
        invented += len(left)
        faults += [f"reported {one['outcome']} at frame {one['restFrame']}, which is no landing"
                   for one in left]
        print(f"{clip['file']:22} {len(clip['landings']) - len(faults) + len(left)} of "
              f"{len(clip['landings'])} landings right, {len(left)} invented", flush=True)
        for fault in faults:
            print(f"    {fault}")
    if total:
        print(f"landings right {right} of {total}, invented {invented}")
    return right < total or invented > 0 or failed > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("only", nargs="*", metavar="CLIP")
    parser.add_argument("--give-board", action="store_true")
    parser.add_argument("--view", choices=VIEWS)
    options = parser.parse_args()
    if options.give_board and options.view == "mirror":
        parser.error("the truth says where boards are in clips as they were filmed")
    clips = [clip for clip in json.loads((options.folder / "truth.json").read_text())
             if not options.only or clip["file"] in options.only]
    if not clips or len(clips) < len(options.only):
        sys.exit(f"'{options.folder}/truth.json' has no such clip: {' '.join(options.only)}")
    with tempfile.TemporaryDirectory() as made:
        def shown(clip):
            return show(options.folder / clip["file"], VIEWS.get(options.view), clip["fps"], Path(made))

        bad = check_throws([clip for clip in clips if "throws" in clip], shown, options.give_board)
        bad |= check_landings([clip for clip in clips if "landings" in clip], shown, options.give_board)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
