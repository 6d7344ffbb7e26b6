#!/usr/bin/env python3
"""Compares what the program sees of games with what an earlier one saw: the references of Tests/Fixtures.

    Scripts/check-toss-references.py                     the two games of Samples/
    Scripts/check-toss-references.py --all               also the clips of ../shared and the rendered games
    Scripts/check-toss-references.py --compare A B       two files of `toss analyze --inspect`
    Scripts/check-toss-references.py --record CLIP…      writes references again: only when a change is meant

With `--engine portable` networks run on plain Swift, which moves boards, and when paths are judged, a little: what follows
from that bit by bit (boards, landings, states, notices) is printed and not judged then.

A reference has a clip's hash and numbers, no pictures. Clips of other people have no moving objects in theirs, only
how many there were. `--program PATH` says what is compared. Exits with 1 where something differs by
more than the tolerances below.
"""

import argparse
import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
from math import dist
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
REFERENCES = ROOT / "Tests/Fixtures/TossReferences"
OWN = ROOT / "Samples"
OTHERS = [ROOT / "../shared/data/clips", *(ROOT / f".data/toss-games{kind}" for kind in ("", "-held-out", "-unseen"))]

# In pixels of the clip: moving objects in the median and for 99 %, boards' corners.
OBJECT, OBJECT_99, CORNER = 0.05, 0.3, 0.05
SIGHTING = 0.5  # pixels that corners of two sightings of a board may be apart: a little more than twice what they are
NEAR = 2.0  # pixels within which two objects are the same one
UNMATCHED = 0.01  # of all objects, also of those that look otherwise
SIZE, LEVELS = 0.01, 1.0  # parts of the radius and of the fill, and levels of a colour, by which an object looks as before
SHIFT = 0.05  # pixels
PATH_SLACK = 1  # frames by which a path may begin or end elsewhere
FIGURE = 0.2  # of its stated error, by which a throw's figure may differ
FIGURES_WITHIN = 0.95  # of all figures
DECIDED_OTHERWISE = 1 / 50  # of the throws: another outcome or other points


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def inspected(lines):
    """What `--inspect` has written, by kind: objects by frame, shifts, boards, paths, bags, events."""
    head = json.loads(lines[0])
    seen = {"width": head["width"], "height": head["height"], "objects": {}, "shifts": {}, "boards": [], "paths": [],
            "bags": [], "throws": [], "changes": [], "states": [], "notices": []}  # fmt: skip
    frame = 0
    for line in map(json.loads, lines[1:]):
        if "shift" in line:
            frame = line["frame"]
            if any(line["shift"]):
                seen["shifts"][str(frame)] = line["shift"]
        elif "objects" in line:
            moving = line["objects"]
            seen["objects"][str(moving["frame"])] = moving["objects"]
        elif "board" in line:
            seen["boards"].append([frame, line["board"]["corners"]])
        elif "path" in line:
            points = line["path"]["points"]
            seen["paths"].append([points[0], points[-1], len(points)])
        elif "bag" in line:
            seen["bags"].append(line["bag"])
        elif "event" in line:
            take(line["event"], frame, seen)
    return seen


def take(event, frame, seen):
    """Sorts an event in."""
    if "state" in event:
        seen["states"].append([frame, event["state"]])
    elif "notice" in event:
        seen["notices"].append(event["notice"])
    else:
        made = event.get("throw") or event["changed"]
        made = {key: value for key, value in made.items() if key not in ("trajectory", "poses")}
        seen["throws" if "throw" in event else "changes"].append(made)


def rounded(value):
    """Six places: a thousandth of a pixel."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [rounded(part) for part in value]
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return value


def watch(clip, program, options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "seen.jsonl"
        run = subprocess.run(
            [program, "toss", "analyze", "--no-history", "--quiet", *options, "--inspect", file, clip],
            capture_output=True, text=True,
        )  # fmt: skip
        if run.returncode:
            raise SystemExit(f"{clip}: {run.stderr.strip()}")
        return inspected(file.read_text().splitlines())


# References


def reference_of(clip):
    return REFERENCES / f"{clip.stem}.json.gz"


def is_own(clip):
    return clip.parent.resolve() == OWN


def record(clip, program, options):
    if not is_own(clip) and (OWN / clip.name).exists():
        raise SystemExit(f"the reference of that name is that of {OWN / clip.name}")
    seen = watch(clip, program, options)
    if not is_own(clip):
        seen["counts"] = {frame: len(objects) for frame, objects in seen["objects"].items() if objects}
        del seen["objects"]
    content = json.dumps({"clip": clip.name, "sha256": sha256(clip), **rounded(seen)}, separators=(",", ":"))
    # Without a time of writing, so that the same numbers are the same file.
    reference_of(clip).write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    print(f"{reference_of(clip).relative_to(ROOT)}: {reference_of(clip).stat().st_size:,} bytes")


def read(reference):
    return json.loads(gzip.decompress(reference.read_bytes()))


# Comparison


def looks_alike(one, other):
    """Whether two objects [x, y, radius, fill, red, green, blue, isolated, edge] have the same size, colours and flags."""
    sizes = all(abs(a - b) <= SIZE * max(a, b) for a, b in zip(one[2:4], other[2:4]))
    return sizes and all(abs(a - b) <= LEVELS for a, b in zip(one[4:7], other[4:7])) and one[7:] == other[7:]


class Comparison:
    def __init__(self, before, after, are_networks_the_same=True):
        self.before, self.after, self.wrong = before, after, []
        self.are_networks_the_same = are_networks_the_same
        self.width, self.height = before["width"], before["height"]
        self.figures = []  # differences in stated errors
        self.otherwise = []  # throws that were decided otherwise
        self.throws = 0

    def expect(self, holds, words):
        if not holds:
            self.wrong.append(words)

    def expect_of_networks(self, holds, words):
        """Of what follows from the networks' answers bit by bit."""
        if self.are_networks_the_same:
            self.expect(holds, words)

    def run(self):
        if "objects" in self.before:
            self.compare_objects()
        elif "objects" in self.after:
            self.compare_counts()
        self.compare_shifts()
        self.compare_boards()
        self.compare_paths()
        self.compare_bags()
        self.compare_throws()
        for kind in ("states", "notices"):
            self.expect_of_networks(self.before[kind] == self.after[kind],
                                    f"{kind} differ: {self.before[kind]} became {self.after[kind]}")  # fmt: skip
        return self

    def compare_objects(self):
        apart, unmatched, otherwise, count = [], 0, 0, 0
        for frame in self.before["objects"].keys() | self.after["objects"].keys():
            old, new = self.before["objects"].get(frame, []), list(self.after["objects"].get(frame, []))
            count += max(len(old), len(new))
            for thing in old:
                nearest = min(new, key=lambda other: dist(thing[:2], other[:2]), default=None)
                if nearest and dist(thing[:2], nearest[:2]) * self.width <= NEAR:
                    new.remove(nearest)
                    apart.append(dist(thing[:2], nearest[:2]) * self.width)
                    otherwise += not looks_alike(thing, nearest)
                else:
                    unmatched += 1
            unmatched += len(new)
        if not count:
            return
        middle, most = (median(apart), quantiles(apart, n=100)[98]) if len(apart) > 1 else (0, 0)
        print(f"  objects: {count}, apart {middle:.4f} px in the median, {most:.3f} for 99 %, unmatched {unmatched}, "
              f"of another size, colour or place among others {otherwise}")  # fmt: skip
        self.expect(otherwise <= UNMATCHED * count, f"{otherwise} of {count} objects look otherwise")
        self.expect(middle <= OBJECT and most <= OBJECT_99, f"objects lie {middle:.3f} and {most:.3f} px apart")
        self.expect(unmatched <= UNMATCHED * count, f"{unmatched} of {count} objects have no match")

    def compare_counts(self):
        new = {frame: len(objects) for frame, objects in self.after["objects"].items() if objects}
        old = self.before["counts"]
        other = sum(abs(old.get(frame, 0) - new.get(frame, 0)) for frame in old.keys() | new.keys())
        print(f"  objects: {sum(old.values())} then, {sum(new.values())} now; {other} more or fewer in their frames")
        self.expect(other <= UNMATCHED * max(1, sum(old.values())), f"{other} objects more or fewer")

    def compare_shifts(self):
        old, new = self.before["shifts"], self.after["shifts"]
        most = max((dist(old.get(frame, (0, 0)), new.get(frame, (0, 0))) for frame in old.keys() | new.keys()), default=0)
        self.expect(most * self.width <= SHIFT, f"a shift differs by {most * self.width:.3f} px")

    def compare_boards(self):
        """Where the board is in each frame. It is the median of some sightings, and where networks round otherwise, as
        without AVX-512, another one may be: then boards may be as far apart as sightings are.
        """
        old, new = self.before["boards"], self.after["boards"]

        def at(boards, frame):
            return next((corners for first, corners in reversed(boards) if first <= frame), None)

        apart = []
        for frame in sorted({frame for frame, _ in [*old, *new]}):
            then, now = at(old, frame), at(new, frame)
            self.expect_of_networks(bool(then) == bool(now), f"in frame {frame} there is a board then or now alone")
            apart += [
                dist((a[0] * self.width, a[1] * self.height), (b[0] * self.width, b[1] * self.height))
                for a, b in zip(then or [], now or [])
            ]  # fmt: skip
        if apart:
            print(f"  board: corners apart by at most {max(apart):.4f} px")
            most = CORNER if len(old) == len(new) else SIGHTING
            self.expect_of_networks(max(apart) <= most, f"a corner lies {max(apart):.3f} px off")

    def compare_paths(self):
        def is_same(one, other):
            return all(abs(one[end][0] - other[end][0]) <= PATH_SLACK for end in (0, 1))

        left = list(self.after["paths"])
        for path in self.before["paths"]:
            match = next((other for other in left if is_same(path, other)), None)
            self.expect(match, f"a path from frame {path[0][0]} to {path[1][0]} is missing")
            if match:
                left.remove(match)
        for path in left:
            self.expect(False, f"a path from frame {path[0][0]} to {path[1][0]} is new")
        print(f"  paths: {len(self.before['paths'])} then, {len(self.after['paths'])} now")

    def compare_bags(self):
        def what(bags):
            return [(bag.get("landed"), bag.get("moved"), bag.get("restFrame", bag.get("frame")), bag["rest"])
                    for bag in bags]  # fmt: skip

        self.expect_of_networks(what(self.before["bags"]) == what(self.after["bags"]),
                                f"landings differ: {what(self.before['bags'])} became {what(self.after['bags'])}")  # fmt: skip

    def compare_throws(self):
        old, new = self.before["throws"], self.after["throws"]
        self.expect(len(old) == len(new), f"{len(old)} throws then, {len(new)} now")
        self.throws = len(old)
        for before, after in zip(old, new):
            decided = [[made[key] for key in ("outcome", "points", "style")] for made in (before, after)]
            if decided[0] != decided[1]:
                self.otherwise.append(f"throw {before['number']}: {decided[0]} became {decided[1]}")
            for key in ("angle", "speed", "distance", "stand"):
                one, other = before[key], after[key]
                if one and other:
                    self.figures.append(abs(one[0] - other[0]) / one[1])
                else:
                    self.expect(one == other, f"throw {before['number']}: {key} {one} became {other}")


def summarize(comparisons):
    """Judges figures and decisions of all clips together."""
    figures = [figure for one in comparisons for figure in one.figures]
    otherwise = [words for one in comparisons for words in one.otherwise]
    throws = sum(one.throws for one in comparisons)
    wrong = sum(len(one.wrong) for one in comparisons)
    if figures:
        within = sum(figure <= FIGURE for figure in figures) / len(figures)
        print(f"throws: {throws}; {within:.1%} of {len(figures)} figures within {FIGURE} of their stated error, "
              f"at most {max(figures):.3f}; decided otherwise {len(otherwise)}")  # fmt: skip
        wrong += within < FIGURES_WITHIN
    for words in otherwise:
        print(f"  {words}")
    return wrong + (len(otherwise) > DECIDED_OTHERWISE * throws) > 0


def compare_clips(clips, program, engine):
    made = []
    for clip in clips:
        before = read(reference_of(clip))
        if sha256(clip) != before["sha256"]:
            if is_own(clip):
                raise SystemExit(f"{clip} is another file than that of its reference")
            print(f"{clip.name}: another file than that of the reference, left out")
            continue
        print(clip.name)
        after = watch(clip, program, ["--engine", engine])
        made.append(Comparison(before, after, are_networks_the_same=engine != "portable").run())
        for words in made[-1].wrong:
            print(f"  WRONG: {words}")
    if not made:
        raise SystemExit("no clip was compared")
    return summarize(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="also clips that are not in the repository")
    parser.add_argument("--compare", nargs=2, type=Path, metavar="FILE")
    parser.add_argument("--record", nargs="+", type=Path, metavar="CLIP")
    parser.add_argument("--program", type=Path, default=ROOT / ".build/release/playfield")
    parser.add_argument("--engine", default="openvino", choices=["openvino", "portable"])
    options = parser.parse_args()
    if options.record:
        for clip in options.record:
            record(clip, options.program, ["--engine", options.engine])
        return 0
    if options.compare:
        before, after = (inspected(file.read_text().splitlines()) for file in options.compare)
        made = Comparison(before, after).run()
        for sentence in made.wrong:
            print(f"  WRONG: {sentence}")
        return summarize([made])
    folders = [OWN, *(OTHERS if options.all else [])]
    clips = [clip for folder in folders for clip in sorted(folder.glob("*.mp4")) if reference_of(clip).exists()]
    return compare_clips(clips, options.program, options.engine)


if __name__ == "__main__":
    sys.exit(main())
