#!/usr/bin/env python3
"""Plays clips of rolls to the built page through Chromium's camera, and compares what it shows with the truth.

    .deps/browser/bin/python Scripts/check-web-rolls.py [--runs 3] [--site site] [--save]

Each clip plays at its own speed: our sample and the real ones where they are wide at 1280 x 720, upright ones
in their own size. Every roll has to be shown exactly once, in every run. A latency is the time from the first
frame at rest to the page's report, median of the runs; none may be more than 33 ms over that which `--save`
has kept in Benchmarks/Web/roll-latencies.json. Exits with 1 where a roll is wrong or late, with 3 where others
used the machine too much to judge latencies.
"""

import argparse
import itertools
import json
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "Tests/Web"), str(ROOT / "Benchmarks/Web")]

import rolls  # noqa: E402
import support  # noqa: E402
from processors import CALM, Meter  # noqa: E402

KEPT = ROOT / "Benchmarks/Web/roll-latencies.json"
LATEST = 0.033  # seconds over what was kept


def played(clip, address):
    """One run of a clip. -> what the page made of it, and how the processors were used meanwhile"""
    with rolls.camera(clip) as (browser, rate):
        with rolls.opened(browser, address, clip.scripts) as page:
            meter = Meter()
            return rolls.play(page, rate), meter.read()


def latencies(clip, run):
    """The latency of each roll, None where it was not shown as it lay."""
    pairs = itertools.zip_longest(clip.rolls, run.reports[: len(clip.rolls)])
    return [
        run.latency(roll, report) if report and report.values == roll["values"] else None
        for roll, report in pairs
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--site", type=Path, default=support.site, help="the built page")
    parser.add_argument("--only", default="", help="the clips with this in their names")
    parser.add_argument("--save", action="store_true", help="keep the latencies, to judge later ones by")
    options = parser.parse_args()

    clips = [clip for clip in rolls.sample_clips() + rolls.real_clips() if options.only in clip.name]
    site = support.Site(options.site)
    right, total, calm, medians = 0, 0, True, {}
    for clip in clips:
        runs = []
        for _ in range(options.runs):
            run, use = played(clip, site.address)
            is_right = run.values == clip.values
            right += is_right
            total += 1
            calm = calm and use.is_calm
            runs.append(latencies(clip, run))
            print(
                f"{clip.name}: {'right' if is_right else f'WRONG {run.values}, not {clip.values}'}; "
                f"{run.frames_a_second:.1f} frames a second taken, "
                f"others {use.others:.0f} ms/s; latencies "
                + " ".join("-" if one is None else f"{1e3 * one:.0f}" for one in runs[-1]),
                flush=True,
            )
        of_roll = [[one for one in all_runs if one is not None] for all_runs in zip(*runs)]
        medians[clip.name] = [round(median(ones), 3) if len(ones) > options.runs / 2 else None for ones in of_roll]
    site.stop()

    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    print(f"\n| clip | roll | latency, ms, median of {options.runs} | kept, ms |\n|---|---|---|---|")
    late = 0
    for clip in clips:
        before = kept.get(clip.name, [None] * len(clip.rolls))
        for roll, new, old in zip(clip.rolls, medians[clip.name], before):
            late += new is not None and old is not None and new > old + LATEST
            shown = ["-" if one is None else f"{1e3 * one:.0f}" for one in (new, old)]
            print(f"| {clip.name} | {' '.join(map(str, roll['values']))} | {shown[0]} | {shown[1]} |")
    print(f"\n{right} of {total} runs right")
    if options.save and calm:
        KEPT.write_text(json.dumps(kept | medians, indent=1) + "\n")
    elif kept and not options.save:
        print(f"{late} rolls more than {1e3 * LATEST:.0f} ms later than kept")
    if not calm:
        print(f"others used more than {CALM} ms a second: the latencies say little, and are not kept")
    sys.exit(1 if right < total or (late and calm and not options.save) else 0 if calm else 3)


if __name__ == "__main__":
    main()
