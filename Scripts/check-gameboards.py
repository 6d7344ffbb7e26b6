#!/usr/bin/env python3
"""Finds the boards in photographs and in frames of clips, and compares them with those that people marked.

    Scripts/check-gameboards.py ../shared/data

The folder holds `boards`, `empty`, `clips`, `dice` and `pose`. When a board is right stands in
`toss_scores.py`. Pictures without a board, of dice, athletes and other things, and clips without one must show
none. Every photograph is also looked at in a mirror, on its side, smaller and darker, for what holds for
some photographs alone is chance; those figures are printed and not judged. Exits with 1 when fewer boards are
right than the goals, or one is invented.
"""

import json
import subprocess
import sys
import tempfile
from math import dist
from pathlib import Path
from statistics import mean, median

from toss_scores import is_board_right, pixels

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
# Eight pictures show one plastic board from above, and are counted apart: (name, whether a file belongs to it, boards that must be right).
SETS = [("one board", lambda name: "chuckvision" in name, 7), ("photographs", lambda name: "chuckvision" not in name, 12)]

# A name, FFmpeg's filter, and where a point of the upright picture (0 to 1) goes.
VIEWS = [
    ("mirrored", "hflip", lambda x, y: (1 - x, y)),
    ("on its side", "transpose=clock", lambda x, y: (1 - y, x)),
    ("half the size", "scale=iw/2:ih/2", lambda x, y: (x, y)),
    ("darker", "eq=brightness=-0.12:contrast=0.8", lambda x, y: (x, y)),
]


def look(files, *options):
    files = [str(file) for file in files]
    if not files:
        return {}
    run = subprocess.run([PROGRAM, "vision", "gameboard", "--json", *options, *files],
                         check=True, capture_output=True, text=True)
    return {line["file"]: line["boards"] for line in map(json.loads, run.stdout.splitlines())}


def convert(source, target, filters):
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(source), "-vf", filters, "-fps_mode", "passthrough",
                    "-q:v", "2", str(target)], check=True, capture_output=True)


def inside(point, corners):
    sides = [(b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
             for a, b in zip(corners, corners[1:] + corners[:1])]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


class Tally:
    def __init__(self):
        self.wanted = self.found = self.right = self.false = self.pictures = 0
        self.corners, self.holes = [], []

    def add(self, name, truth, boards, width, height, talk=False):
        """`truth` holds corners and hole in pixels."""
        self.pictures += 1
        free = [[pixels(corner, width, height) for corner in board["corners"]] for board in boards]
        holes = [pixels(board["hole"]["center"], width, height) for board in boards]
        left = set(range(len(free)))
        for board in sorted(truth, key=lambda board: board["ignore"]):
            middle = [mean(corner[k] for corner in board["corners"]) for k in (0, 1)]
            near = [k for k in left if inside([mean(c[i] for c in free[k]) for i in (0, 1)], board["corners"])
                    or inside(middle, free[k])]
            best = min(near, key=lambda k: sum(map(dist, free[k], board["corners"])), default=None)
            if board["ignore"]:
                left -= set(near)
                continue
            self.wanted += 1
            if best is None:
                if talk:
                    print(f"  {name}: a board is missing")
                continue
            left.discard(best)
            self.found += 1
            corner = max(map(dist, free[best], board["corners"])) / width
            hole = dist(holes[best], board["hole"]["center"]) / width if board["hole"] else 0
            self.corners.append(corner)
            self.holes.append(hole)
            is_right = is_board_right(free[best], holes[best], board, width)
            self.right += is_right
            if talk:
                print(f"  {name}: corners {corner:.2%}, hole {hole:.2%} of the width{'' if is_right else ', TOO FAR'}")
        self.false += len(left)
        if left and talk:
            print(f"  {name}: {len(left)} invented")

    def line(self, name):
        text = f"{name:16} {self.pictures} pictures"
        if self.wanted:
            text += f", {self.found} of {self.wanted} boards found, {self.right} within the bounds"
        if self.corners:
            text += (f"; corners median {median(self.corners):.2%}, worst {max(self.corners):.2%}; "
                     f"hole median {median(self.holes):.2%}, worst {max(self.holes):.2%}")
        print(text + f"; {self.false} invented")


def moved(board, view, width, height, new_width, new_height):
    """A marked board in another view of its picture."""
    def go(point):
        x, y = view((point[0] + 0.5) / width, (point[1] + 0.5) / height)
        return [x * new_width - 0.5, y * new_height - 0.5]

    corners = [go(corner) for corner in board["corners"]]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))
    if area < 0:  # seen in a mirror, left and right change places
        corners = [corners[k] for k in (1, 0, 3, 2)]
    return {**board, "corners": corners, "hole": board["hole"] and {"center": go(board["hole"]["center"])}}


def photographs(data):
    """-> (found, goal) of each set"""
    truth = json.loads((data / "boards/labels.json").read_text())
    answers = look([data / "boards" / image["file"] for image in truth])
    results = []
    for name, belongs, goal in SETS:
        plain = Tally()
        for image in filter(lambda image: belongs(image["file"]), truth):
            plain.add(image["file"], image["boards"], answers[str(data / "boards" / image["file"])],
                      image["width"], image["height"], talk=True)
        plain.line(name)
        results.append((plain, goal))
    with tempfile.TemporaryDirectory() as folder:
        for name, filters, view in VIEWS:
            tally, files = Tally(), {}
            for image in truth:
                files[image["file"]] = Path(folder) / f"{name} {image['file']}"
                convert(data / "boards" / image["file"], files[image["file"]], filters)
            answers = look(files.values(), "--orientation", "up")
            for image in truth:
                w, h = image["width"], image["height"]
                size = {"on its side": (h, w), "half the size": (w / 2, h / 2)}.get(name, (w, h))
                boards = [moved(board, view, w, h, *size) for board in image["boards"]]
                tally.add(image["file"], boards, answers[str(files[image["file"]])], *size)
            tally.line(name)
    return results


def clips(data):
    """Six frames of the overhead clips, filled by a board, and every eighth of those without any."""
    without = Tally()
    for clip in json.loads((data / "clips/truth.json").read_text()):
        tally = Tally()
        with tempfile.TemporaryDirectory() as folder:
            step = max(1, clip["frames"] // 6) if clip.get("boards") else 8
            convert(data / "clips" / clip["file"], Path(folder) / "%03d.jpg", f"select='not(mod(n,{step}))'")
            files = sorted(Path(folder).iterdir())
            answers = look(files)
            for file in files:
                boards = [{**board, "ignore": False} for board in clip.get("boards") or []]
                (tally if boards else without).add(clip["file"], boards, answers[str(file)], clip["width"], clip["height"])
        if clip.get("boards"):
            tally.line(clip["file"][:16])
    without.line("other clips")
    return without


def others(data):
    """Photographs without a board, none of which was trained on."""
    files = []
    for listing in sorted((data / "dice").glob("*/annotations.json")):
        names = [image["file_name"] for image in json.loads(listing.read_text())["images"] if image.get("split") != "train"]
        files += [listing.parent / "images" / name for name in names[::4]]
    files += sorted((data / "empty").glob("*.[jp]*g"))
    files += sorted((data / "pose/lsp").glob("*.jpg"))[::2] + sorted((data / "pose/coco").glob("*.jpg"))
    tally = Tally()
    for file, boards in look(files).items():
        tally.add(file, [], boards, 1, 1)
        if boards:
            print(f"  {file}: {len(boards)} invented")
    tally.line("without boards")
    return tally


def main():
    data = Path(sys.argv[1])
    found = photographs(data)
    empty = [clips(data), others(data)]
    sys.exit(any(tally.right < goal or tally.false for tally, goal in found) or any(tally.false for tally in empty))


if __name__ == "__main__":
    main()
