#!/usr/bin/env python3
"""Measures what the page in Chromium makes of a camera of 1280 x 720: how many of its frames it takes and looks
at, what they cost, and how smoothly it moves meanwhile.

    make bench-web
    .deps/browser/bin/python Benchmarks/Web/frames.py --against OTHER-SITE

With another built page, as of an older version, both play each clip by turns; exits with 1 where this one takes or looks
at fewer frames than that.

Two clips, rendered and real, play at their own speed. A frame is taken when it is sent to the engine, and looked
at when a network has run on it. Moving frames are those outside of every rest of the clip's truth that differ
visibly from the frame before; resting ones those well within a rest. Processor time is that of all of Chromium's
processes, beside the same page with the engine held: over a whole clip, and over a rest that plays to and fro.
Each figure is the median of the runs. Exits with 1 where a goal is missed, with 3 where others used the machine
too much to judge. "-" stands where the page does not say.
"""

import argparse
import dataclasses
import datetime
import os
import pathlib
import subprocess
import sys
import tempfile
from statistics import mean, median

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import rolls  # noqa: E402
import support  # noqa: E402
from processors import CALM, Meter  # noqa: E402

CAMERA = (1280, 720)
CELL = 16  # pixels, of which a frame's brightness is compared with that of the frame before
VISIBLE = 20  # of 255, more than a film's noise and less than a die that moves
FEWER = 1  # frames of 30 are fewer than another page's
SETTLE = 1.5  # seconds that a page has after its camera's first frame

# Counts the page's animation frames for so many seconds. -> their number, when it began and when it ended
ANIMATION = """(seconds) => new Promise((resolve) => {
  let count = -1;
  let began;
  const tick = (now) => {
    began ??= now;
    count += 1;
    if (now - began < 1000 * seconds) requestAnimationFrame(tick);
    else resolve([count, began / 1000, now / 1000]);
  };
  requestAnimationFrame(tick);
})"""


@dataclasses.dataclass
class Film:
    """A clip as the camera plays it, whole and at rest, and which of its frames move."""

    name: str
    rate: float
    whole: pathlib.Path
    seconds: float
    rest: pathlib.Path
    moving: set
    resting: set


def film(clip, folder):
    rate = support.shape(clip.source)[2]
    whole, rest = (folder / f"{clip.source.stem}-{part}.y4m" for part in ("whole", "rest"))
    seconds, _ = support.as_it_is(clip.source, whole, CAMERA)
    rests = [roll["rest"] for roll in clip.rolls]
    resting = {
        number for first, last in rests for number in range(first + rolls.slack, last - rolls.slack + 1)
    }
    at_rest = {number for first, last in rests for number in range(first, last + 1)}
    # The longest rest, to and fro, so that nothing jumps.
    first, last = max(rests, key=lambda rest: rest[1] - rest[0])
    first, last = first + rolls.slack, last - rolls.slack
    frames = enumerate(support.frames_of(clip.source, CAMERA))
    still = [(number, frame) for number, frame in frames if first <= number <= last]
    support.write_clip(rest, CAMERA, rate, still + still[-2:0:-1])
    return Film(clip.name, float(rate), whole, seconds, rest, moving_frames(clip) - at_rest, resting)


def moving_frames(clip):
    """The frames that differ visibly from the one before."""
    width, height = CAMERA[0] // CELL, CAMERA[1] // CELL
    grey = f"scale={width}:{height}:flags=area,format=gray"
    command = ["ffmpeg", "-v", "error", "-i", clip.source, "-vf", grey, "-fps_mode", "passthrough"]
    raw = subprocess.run([*command, "-f", "rawvideo", "-"], check=True, capture_output=True).stdout
    frames = [raw[at : at + width * height] for at in range(0, len(raw), width * height)]
    return {
        number
        for number, (before, now) in enumerate(zip(frames, frames[1:]), 1)
        if max(abs(a - b) for a, b in zip(before, now)) > VISIBLE
    }


@dataclasses.dataclass
class Run:
    frames: list  # those that the engine took, as `support.watched_frames` writes them down
    seconds: float
    animation: float  # frames a second
    chromium: float  # ms a second
    others: float


def measure(clip, address, seconds, holds):
    """The page before a clip, for so many seconds."""
    with browsers.launch("chromium", clip) as browser:
        with rolls.opened(browser, address, [support.watched_frames], reduced_motion="no-preference") as page:
            page.evaluate("holds => { window.holds = holds }", holds)
            page.click("#use-camera")
            page.wait_for_selector("#stage[data-shows=camera]")
            page.wait_for_function("() => document.getElementById('video').readyState > 1")
            page.wait_for_timeout(1e3 * SETTLE)
            meter = Meter()
            count, began, ended = page.evaluate(ANIMATION, seconds)
            use = meter.read()
            frames = [
                frame for frame in page.evaluate("watched.frames") if began <= frame["at"] < ended
            ]
    return Run(frames, ended - began, count / (ended - began), use.chromium, use.others)


def is_looked_at(frame):
    """A page that says nothing of it looks at every frame that it takes."""
    return frame.get("looked") is not False


def of_30(frames, numbers):
    """How many of 30 frames with these numbers are among those: the clip has played once."""
    return 30 * len({frame["number"] for frame in frames if frame.get("number") in numbers}) / len(numbers)


@dataclasses.dataclass
class Figures:
    """The medians of one film."""

    film: Film
    whole: list  # of runs
    whole_held: list
    rest: list
    rest_held: list

    def of_30(self, numbers, keep=lambda _: True):
        return median(of_30([frame for frame in run.frames if keep(frame)], numbers) for run in self.whole)

    def taken(self):
        every = range(round(self.film.seconds * self.film.rate))
        return self.of_30(every)

    def looks(self, numbers):
        """Network runs of a frame that is looked at; None where the page does not say."""
        means = []
        for run in self.whole:
            frames = [frame for frame in run.frames if frame.get("number") in numbers and is_looked_at(frame)]
            counts = [frame["looks"] for frame in frames if frame.get("looks") is not None]
            means += [mean(counts)] if counts else []
        return median(means) if means else None

    def parts(self, numbers):
        """What each part of a frame takes in the mean, in milliseconds, in the order in which the page says it."""
        parts = {}
        for run in self.whole:
            times = [f["times"] for f in run.frames if f.get("number") in numbers and f.get("times")]
            for part in dict.fromkeys(part for one in times for part in one):
                parts.setdefault(part, []).append(mean(one.get(part, 0) for one in times))
        return {part: median(means) for part, means in parts.items()}

    def over_held(self, runs, held):
        return median(run.chromium for run in runs) - median(run.chromium for run in held)

    def others(self):
        all_runs = (self.whole, self.whole_held, self.rest, self.rest_held)
        return max(median(run.others for run in runs) for runs in all_runs)

    def goals(self):
        """(what, its figure, its goal, whether it is reached)"""
        moving_looked = self.of_30(self.film.moving, is_looked_at)
        clip, rest = self.over_held(self.whole, self.whole_held), self.over_held(self.rest, self.rest_held)
        animation = median(run.animation for run in self.whole)
        return [
            ("frames taken, of 30", f"{self.taken():.1f}", "28 or more", self.taken() >= 28),
            ("moving frames looked at, of 30", f"{moving_looked:.1f}", "24 or more", moving_looked >= 24),
            ("Chromium over the page with the engine held, clip, ms/s", f"{clip:.0f}", "650 or less", clip <= 650),
            ("the same, at rest", f"{rest:.0f}", "150 or less", rest <= 150),
            ("animation frames a second", f"{animation:.1f}", "60", animation >= 59.5),
        ]

    def counts(self):
        """(what, frames of 30)"""
        return [
            ("frames taken, of 30", self.taken()),
            ("moving frames looked at, of 30", self.of_30(self.film.moving, is_looked_at)),
        ]

    def show(self):
        print(f"\n{self.film.name}, others at most {self.others():.0f} ms/s\n")
        print("| frames | in the clip | taken, of 30 | looked at, of 30 | looks a frame looked at |")
        print("|---|---|---|---|---|")
        for name, numbers in (("moving", self.film.moving), ("resting", self.film.resting)):
            looks = self.looks(numbers)
            print(
                f"| {name} | {len(numbers)} | {self.of_30(numbers):.1f} | {self.of_30(numbers, is_looked_at):.1f} | "
                f"{'-' if looks is None else f'{looks:.2f}'} |"
            )
        moving, resting = self.parts(self.film.moving), self.parts(self.film.resting)
        print("\n| part of a frame that is taken, ms | moving | resting |\n|---|---|---|")
        for part in moving | resting:
            print(f"| {part} | {moving.get(part, 0):.1f} | {resting.get(part, 0):.1f} |")
        print("\n| Chromium, ms a second | engine at work | held |\n|---|---|---|")
        for name, runs, held in (("whole clip", self.whole, self.whole_held), ("at rest", self.rest, self.rest_held)):
            print(f"| {name} | {median(r.chromium for r in runs):.0f} | {median(r.chromium for r in held):.0f} |")
        print("\n| what | reached | goal | |\n|---|---|---|---|")
        for what, figure, goal, is_reached in self.goals():
            print(f"| {what} | {figure} | {goal} | {'' if is_reached else 'MISSED'} |")


def is_as_good(this, other):
    """Prints two pages' frames of a film next to each other; -> whether those of the first are not fewer."""
    print(f"\n{this.film.name}\n\n| what | this page | the other |\n|---|---|---|")
    counts = list(zip(this.counts(), other.counts()))
    for (what, one), (_, another) in counts:
        print(f"| {what} | {one:.1f} | {another:.1f} |")
    return all(one > another - FEWER for (_, one), (_, another) in counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=pathlib.Path, default=support.site, help="the built page")
    parser.add_argument("--only", default="", help="the clips with this in their names")
    parser.add_argument("--against", type=pathlib.Path, help="another built page")
    options = parser.parse_args()

    clips = rolls.sample_clips() + [clip for clip in rolls.real_clips() if clip.source.stem == "eight-rolls"]
    if len(clips) < 2:
        print(f"the real clip is not in {support.shared}/data/rolls: left out")
    sites = [support.Site(folder) for folder in (options.site, options.against) if folder]
    all_figures = []
    all_pages = []
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        for clip in [clip for clip in clips if options.only in clip.name]:
            shown = film(clip, pathlib.Path(folder))
            pages = [Figures(shown, [], [], [], []) for _ in sites]
            # By turns, so that what else the machine does falls on all alike.
            for _ in range(options.runs):
                for figures, site in zip(pages, sites):
                    for film_file, seconds, working, held in (
                        (shown.whole, shown.seconds, figures.whole, figures.whole_held),
                        (shown.rest, 8, figures.rest, figures.rest_held),
                    ):
                        for runs, holds in ((working, False), (held, True)):
                            runs.append(measure(film_file, site.address, seconds, holds))
            all_figures.append(pages[0])
            all_pages.append(pages)
    for site in sites:
        site.stop()

    print(f"Chromium, no graphics card, camera {CAMERA[0]} x {CAMERA[1]}, {os.cpu_count()} cores, "
          f"medians of {options.runs}; {datetime.date.today()}")
    for figures in all_figures:
        figures.show()
    are_as_good = all([is_as_good(*pages) for pages in all_pages]) if options.against else True
    if any(figures.others() > CALM for figures in all_figures):
        print(f"\nothers used more than {CALM} ms a second: not judged")
        sys.exit(3)
    if options.against:
        sys.exit(not are_as_good)
    sys.exit(any(not is_reached for figures in all_figures for *_, is_reached in figures.goals()))


if __name__ == "__main__":
    main()
