#!/usr/bin/env python3
"""Derives clips from those of a folder, with their truth, as they might have been filmed otherwise.

    .deps/training/bin/python Scripts/make-toss-controls.py ../shared/data --out .data/toss-controls

What holds for a clip has to hold for it in a mirror, dim, small, with judder, with frames dropped, slowed, shaken and
panned; and what falls upward is not thrown: of a clip that stands on its head blur, texture and smoothness are as
before, and no flight is left. The clips of a board are also cropped at each edge, where bags then leave, and walked
through by somebody who covers most of the picture. What lies outside of a crop is not in its truth. A folder that is
there already is left alone.
"""

import argparse
import json
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np

import toss_scores

SHAKEN = 0.9  # of each side that a shaken crop keeps
PANNED = 0.7  # the same of a panned one
PAN = 0.1  # widths of what is seen, in a second
REPEATED = 1 / 6  # of the pictures
DROPPED = 6  # pictures, of which one is dropped
SLOWED = 4  # times that each picture is shown
COVERED = 0.6  # of the picture, by the person who walks through
WALK = 3  # seconds
IN_VIEW = 0.15  # widths from the edge of a crop from which on a bag that has come to rest stays in view


class Film:
    """A clip's upright frames, one at a time."""

    def __init__(self, clip, folder):
        self.width, self.height, self.fps = clip["width"], clip["height"], clip["fps"]
        self.file = folder / clip["file"]

    def __iter__(self):
        command = ["ffmpeg", "-v", "error", "-i", self.file, "-fps_mode", "passthrough", "-f", "rawvideo",
                   "-pix_fmt", "rgb24", "-"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
            size = self.width * self.height * 3
            while len(raw := run.stdout.read(size)) == size:
                yield np.frombuffer(raw, np.uint8).reshape(self.height, self.width, 3)


def write(file, frames, fps):
    """Writes frames, all of one size. -> how many, and their width and height"""
    count, run, size = 0, None, None
    for frame in frames:
        # H.264 wants even sides.
        frame = frame[: frame.shape[0] // 2 * 2, : frame.shape[1] // 2 * 2]
        if run is None:
            size = frame.shape[1], frame.shape[0]
            command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "{}x{}".format(*size),
                       "-r", str(fps), "-i", "-", "-pix_fmt", "yuv420p", "-crf", "18", file]
            run = subprocess.Popen(command, stdin=subprocess.PIPE)
        run.stdin.write(np.ascontiguousarray(frame))
        count += 1
    run.stdin.close()
    if run.wait():
        raise SystemExit(f"{file} could not be written")
    return count, *size


@dataclass
class View:
    """How a clip is shown otherwise."""

    name: str
    picture: Callable = lambda frame, k, clip: frame
    # Where a point of frame k goes, by the size of the clip.
    point: Callable = lambda x, y, k, clip: (x, y)
    # How often each picture is shown; 0 drops it.
    times: Callable = lambda k, clip: 1
    flies: bool = True


# Shaking and panning


def shake_of(data):
    """How a hand shook a camera, in parts of the picture's width a frame at 30 a second: the motion of a postcard that
    was filmed by hand, without what is slower than a second."""
    truth = {clip["file"]: clip for clip in json.loads((data / "planes/truth.json").read_text())["clips"]}
    clip = truth["visp_postcard_key.mp4"]
    steps = []
    before = None
    for frame in Film(clip, data / "planes"):
        grey = frame.mean(2)
        grey -= grey.mean()
        now = np.fft.rfft2(grey * np.outer(np.hanning(grey.shape[0]), np.hanning(grey.shape[1])))
        if before is not None:
            # Phase correlation: Kuglin and Hines, 1975.
            cross = now * before.conj()
            peak = np.fft.irfft2(cross / np.maximum(np.abs(cross), 1e-9), grey.shape)
            y, x = np.unravel_index(peak.argmax(), peak.shape)
            y, x = (y + grey.shape[0] // 2) % grey.shape[0] - grey.shape[0] // 2, (x + grey.shape[1] // 2) % grey.shape[1] - grey.shape[1] // 2
            steps.append((x, y) if max(abs(x), abs(y)) < grey.shape[1] / 20 else (0, 0))
        before = now
    way = np.cumsum(np.array(steps, float), axis=0) / clip["width"]
    second = round(clip["fps"])
    slow = np.stack([np.convolve(np.pad(one, second, mode="edge"), np.ones(2 * second + 1) / (2 * second + 1), "valid")
                     for one in way.T], 1)
    return way - slow


def shaken(shake):
    def corner(k, clip):
        width, height = clip["width"], clip["height"]
        x, y = shake[round(k * 30 / clip["fps"]) % len(shake)]
        free = (1 - SHAKEN) / 2
        return round(width * (free + np.clip(x, -free, free))), round(height * free + np.clip(y * width, -free * height, free * height))

    return window("shaken", corner, SHAKEN)


def panned():
    def corner(k, clip):
        free = 1 - PANNED
        way = PAN * PANNED * k / clip["fps"] % (2 * free)
        return round(clip["width"] * min(way, 2 * free - way)), round(clip["height"] * free / 2)

    return window("panned", corner, PANNED)


def window(name, corner, part):
    def picture(frame, k, clip):
        x, y = corner(k, clip)
        return frame[int(y) : int(y) + round(clip["height"] * part), int(x) : int(x) + round(clip["width"] * part)]

    def point(x, y, k, clip):
        left, top = corner(k, clip)
        return x - int(left), y - int(top)

    return View(name, picture, point)


# Light, size and time


def dimmed(frame, k, clip):
    noise = np.random.default_rng(k).normal(0, 6, frame.shape)
    return np.clip(frame * 0.5 + noise, 0, 255).astype(np.uint8)


def halved(frame, k, clip):
    even = frame[: frame.shape[0] // 2 * 2, : frame.shape[1] // 2 * 2].astype(np.uint16)
    return ((even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2] + 2) // 4).astype(np.uint8)


def repeats(k, clip):
    return 1 + (random.Random(f"{clip['file']} {k}").random() < REPEATED)


def kept(k, clip):
    return int(random.Random(f"{clip['file']} {k} dropped").random() >= 1 / DROPPED)


def views(shake):
    return [
        View("mirrored", lambda frame, k, clip: frame[:, ::-1], lambda x, y, k, clip: (clip["width"] - 1 - x, y)),
        View("dim", dimmed),
        View("half-size", halved, lambda x, y, k, clip: ((x - 0.5) / 2, (y - 0.5) / 2)),
        View("repeated", times=repeats),
        View("dropped", times=lambda k, clip: int(k % DROPPED != DROPPED // 2)),
        View("dropped-randomly", times=kept),
        View("slowed", times=lambda k, clip: SLOWED),
        shaken(shake),
        panned(),
        View("upside-down", lambda frame, k, clip: frame[::-1], lambda x, y, k, clip: (x, clip["height"] - 1 - y), flies=False),
    ]


# Boards


def rest(landing, clip):
    """Where a bag of a clip has come to rest: on the board, or in its hole."""
    return landing.get("restCenter") or clip["boards"][0]["hole"]["center"]


def cropped(edge):
    """The picture is cut through the bag that comes to rest nearest to that edge."""

    def cut(clip):
        places = [rest(landing, clip) for landing in clip["landings"]]
        axis = edge in ("top", "bottom")
        ends = [place[axis] for place in places]
        return round(min(ends) if edge in ("left", "top") else max(ends))

    def picture(frame, k, clip):
        at = cut(clip)
        return {"left": frame[:, at:], "right": frame[:, :at], "top": frame[at:], "bottom": frame[:at]}[edge]

    def point(x, y, k, clip):
        at = cut(clip)
        return (x - at * (edge == "left"), y - at * (edge == "top"))

    return View(f"cropped-{edge}", picture, point)


class Walker:
    """A person cut out of another clip, by what differs from that clip's empty stage."""

    def __init__(self, data):
        truth = {clip["file"]: clip for clip in json.loads((data / "clips/truth.json").read_text())}
        clip = truth["noahehrhardt_dance2.mp4"]
        frames = np.stack(list(Film(clip, data / "clips"))[: 5 * round(clip["fps"])])
        stage = np.median(frames[::5], axis=0)
        self.frames = [cut_out(frame, np.abs(frame - stage).max(2) > 30) for frame in frames]
        self.fps = clip["fps"]

    def over(self, frame, k, clip):
        """The frame with the person on the way through it, when it is time."""
        # In the longest time in which no bag arrives.
        begins = [0, *(landing["restFrame"] for landing in clip["landings"])]
        ends = [*(landing["firstFrame"] for landing in clip["landings"]), clip["frames"]]
        begin, end = max(zip(begins, ends), key=lambda gap: gap[1] - gap[0])
        walk = WALK * clip["fps"]
        part = (k - (begin + end - walk) / 2) / walk
        if not 0 <= part <= 1:
            return frame
        person, mask = self.frames[int(k / clip["fps"] * self.fps) % len(self.frames)]
        height, width = frame.shape[:2]
        # So large that it covers so much of the picture in the middle of its way.
        scale = np.sqrt(COVERED * width * height / mask.sum())
        rows = (np.arange(height) - height / 2) / scale + mask.shape[0] / 2
        columns = (np.arange(width) - width * (2 * part - 0.5)) / scale + mask.shape[1] / 2
        y, x = np.meshgrid(rows.astype(int), columns.astype(int), indexing="ij")
        inside = (y >= 0) & (y < mask.shape[0]) & (x >= 0) & (x < mask.shape[1])
        y, x = np.clip(y, 0, mask.shape[0] - 1), np.clip(x, 0, mask.shape[1] - 1)
        return np.where((inside & mask[y, x])[..., None], person[y, x], frame)


def cut_out(frame, differs):
    """The person in a frame: the picture from head to foot, and which of its pixels they are."""
    # Noise makes single pixels differ, a person rows and columns of them.
    rows, columns = (np.flatnonzero(differs.mean(axis) > 0.02) for axis in (1, 0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    person, differs = frame[box], differs[box]
    # Dark clothes hardly differ from a dark stage: what lies between the outlines is the person's, too.
    left = np.where(differs.any(1), differs.argmax(1), person.shape[1] // 3)
    right = np.where(differs.any(1), differs.shape[1] - differs[:, ::-1].argmax(1), 2 * person.shape[1] // 3)
    x = np.arange(person.shape[1])
    return person, (x >= smoothed(left)[:, None]) & (x < smoothed(right)[:, None])


def smoothed(ends, reach=7):
    """The median of each value and its neighbours."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(ends, reach, mode="edge"), 2 * reach + 1)
    return np.median(windows, axis=1)


# Truth


def derived(clip, view, starts, count, width, height):
    """A clip's truth in a view. `starts[k]` is the first number of picture k there; one more gives its end."""

    def inside(x, y):
        return 0 <= x <= width - 1 and 0 <= y <= height - 1

    flights = []
    for flight in clip.get("flights", []) if view.flies else []:
        begin, end = starts[flight["startFrame"]], starts[min(flight["endFrame"] + 1, len(starts) - 1)] - 1
        changed = {**flight, "startFrame": begin, "endFrame": end}
        if flight.get("points"):
            points = []
            # Also between the labelled ones: where pictures repeat or shake, a curve through those alone is not the way.
            pictures = range(flight["points"][0][0], flight["points"][-1][0] + 1)
            for k in pictures:
                place = view.point(*toss_scores.place(flight, k), k, clip)
                if inside(*place):
                    points += [[number, *map(float, place)] for number in range(starts[k], starts[k + 1])]
            all_points = sum(starts[k + 1] - starts[k] for k in pictures)
            changed |= {"points": points, "required": flight["required"] and 2 * len(points) > all_points}
            if not points:
                del changed["points"]
        flights.append(changed)
    result = {"file": clip["file"], "width": width, "height": height, "fps": clip["fps"], "frames": count,
              "slowness": count / clip["frames"], "flights": flights}
    if clip.get("landings"):
        result["landings"] = [
            {**landing, "firstFrame": starts[landing["firstFrame"]], "restFrame": starts[landing["restFrame"]],
             "outcome": landing["outcome"] if stays(landing, view, clip, width, height) else None}
            for landing in clip["landings"]]
        corners = [list(map(float, view.point(x, y, 0, clip))) for x, y in clip["boards"][0]["corners"]]
        if view.name == "mirrored":
            corners = [corners[k] for k in (1, 0, 3, 2)]
        result["boards"] = [{"corners": corners}]
    return result


def stays(landing, view, clip, width, height):
    if not view.name.startswith("cropped"):
        return True
    x, y = view.point(*rest(landing, clip), 0, clip)
    margin = IN_VIEW * clip["width"]
    edge = view.name.removeprefix("cropped-")
    return {"left": x, "right": width - 1 - x, "top": y, "bottom": height - 1 - y}[edge] > margin


def make(clips, view, source, out):
    folder = out / view.name
    if (folder / "truth.json").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    truth = []
    for clip in clips:
        starts = [0]

        def frames():
            for k, frame in enumerate(Film(clip, source)):
                picture = view.picture(frame, k, clip)
                times = view.times(k, clip)
                starts.append(starts[-1] + times)
                for _ in range(times):
                    yield picture

        count, width, height = write(folder / clip["file"], frames(), clip["fps"])
        truth.append(derived(clip, view, starts, count, width, height))
        print(f"{view.name}/{clip['file']}: {count} frames of {width} x {height}", flush=True)
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", help="the view of this name")
    options = parser.parse_args()
    source = options.data / "clips"
    clips = json.loads((source / "truth.json").read_text())
    boards = [clip for clip in clips if clip.get("landings")]
    walker = Walker(options.data)
    for some, all_views in (
        (clips, views(shake_of(options.data))),
        (boards, [*map(cropped, ("left", "right", "top", "bottom")), View("walked-through", walker.over)]),
    ):
        for view in all_views:
            if options.only in (None, view.name):
                make(some, view, source, options.out)


if __name__ == "__main__":
    main()
