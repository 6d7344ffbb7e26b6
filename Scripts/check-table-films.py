#!/usr/bin/env python3
"""Follows the table in rendered films of it and compares it with the truth.

    Scripts/check-table-films.py [.data/table-films]

`make table-films` renders them; without them nothing is checked. The region that is followed is the bounding
box of the play board in the first frame. Errors are those of the board's corners that are in the picture, in
pixels of the films, which are 960 wide. Exits with 1 where, of what is answered in a film, a corner is more than
2 pixels off in the mean or more than 5 at worst, where a corner moves by 0.3 pixels or more between two frames of
a camera on a stand, or where the table is lost for more than half a second while most of the board is in the
picture. A white table need not be followed; the one without dice must be lost as soon as the board has moved.
"""

import importlib.util
import sys
from json import loads
from math import dist
from pathlib import Path

import table_films

MEAN, LARGEST, JITTER = 2, 5, 0.3  # pixels at a width of 960
RATE = 20  # frames a second
AGAIN = RATE // 2  # frames within which a lost table must be found
IN_VIEW = 0.6  # of the board's area


def shared():
    """What check-registration.py has; its name is not one that can be imported."""
    path = Path(__file__).with_name("check-registration.py")
    spec = importlib.util.spec_from_file_location("registration", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


registration = shared()


def area(corners):
    pairs = zip(corners, corners[1:] + corners[:1])
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def clipped(corners, size):
    """What of a convex shape is in the picture: Sutherland and Hodgman's clipping, side by side."""
    for axis, limit, sign in ((0, -0.5, 1), (0, size[0] - 0.5, -1), (1, -0.5, 1), (1, size[1] - 0.5, -1)):
        kept = []
        for a, b in zip(corners, corners[1:] + corners[:1]):
            from_a, from_b = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if from_a >= 0:
                kept.append(a)
            if from_a * from_b < 0:
                part = from_a / (from_a - from_b)
                kept.append([p + part * (q - p) for p, q in zip(a, b)])
        corners = kept
    return corners


def is_in_view(corners, size):
    return area(clipped(corners, size)) > IN_VIEW * area(corners)


def is_inside(point, size):
    return all(-0.5 <= at <= side - 0.5 for at, side in zip(point, size))


def longest(flags):
    """The most frames in a row."""
    most = now = 0
    for flag in flags:
        now = now + 1 if flag else 0
        most = max(most, now)
    return most


class Report:
    """How a film's answers compare with its truth."""

    def __init__(self, film, truth):
        size, boards = registration.size(film), [line["board"] for line in truth]
        region = registration.region({"board": boards[0], "width": size[0], "height": size[1]})
        found = registration.follow(film, region)
        answers = [found.get(line["frame"]) for line in truth]
        self.name, self.frames = film.stem, len(truth)
        self.answered = sum(answer is not None for answer in answers)
        self.on_stand = all(line["camera"] == truth[0]["camera"] for line in truth)
        seen = [answer and [registration.seen(answer, corner) for corner in boards[0]] for answer in answers]
        self.errors = [dist(point, corner) for points, corners in zip(seen, boards) if points
                       for point, corner in zip(points, corners)
                       if is_inside(corner, size) or is_inside(point, size)]
        self.moves = [dist(a, b) for one, other in zip(seen, seen[1:]) if one and other
                      for a, b in zip(one, other)]
        # Frames without an answer, in a row, though most of the board is in the picture.
        self.lost = longest(answer is None and is_in_view(board, size) for answer, board in zip(answers, boards))
        # Frames with an answer where the board is no longer where it was at first.
        self.invented = sum(answer is not None and max(map(dist, board, boards[0])) > LARGEST
                            for answer, board in zip(answers, boards))

    @property
    def mean(self):
        return sum(self.errors) / max(1, len(self.errors))

    @property
    def is_good(self):
        good = self.mean <= MEAN and max(self.errors, default=0) <= LARGEST
        if self.on_stand:
            good = good and max(self.moves, default=0) < JITTER
        if self.name == "white-held-empty":
            return good and self.invented == 0
        return good and (self.lost <= AGAIN or self.name.startswith("white"))

    def __str__(self):
        jitter = f"{max(self.moves, default=0):.2f}" if self.on_stand else "-"
        return (f"{self.name:20} {self.frames:6} {self.answered:9} {self.mean:7.2f} "
                f"{max(self.errors, default=0):8.2f} {jitter:>7} {self.lost:7}  "
                f"{'' if self.is_good else 'missed'}").rstrip()


def main():
    films = table_films.named(__doc__)
    if not films:
        return
    missed = []
    print(f"{'table films':20} {'frames':>6} {'answered':>9} {'mean':>7} {'largest':>8} {'jitter':>7} {'lost':>7}")
    for film in films:
        truth = [loads(line) for line in film.with_suffix(".jsonl").read_text().splitlines()]
        report = Report(film, truth)
        print(report, flush=True)
        if not report.is_good:
            missed.append(film.stem)
    if missed:
        sys.exit("goals were missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
