"""Clips of rolls with their truth, and what the page reports of them through the fake camera."""

import bisect
import contextlib
import dataclasses
import json
import pathlib
import tempfile

import browsers
import support

# The first and the last frame of a rest are known to so many frames.
slack = 3
# An engine that takes fewer frames a second than this sees some rests end before it can be certain.
minimum_frames = 15


# A phone that is held upright turns what is asked for together with its sensor; Chromium would crop its
# fake camera to it.
upright_camera = """
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = ({ video, ...others }) =>
    open({ ...others, video: { ...video, width: { ideal: WIDTH }, height: { ideal: HEIGHT } } });
"""


@dataclasses.dataclass
class Clip:
    source: pathlib.Path
    rolls: list  # of {"values": from left to right, "rest": [first frame, last frame]}

    @property
    def name(self):
        return self.source.name

    @property
    def scripts(self):
        """What a page needs before it is opened for this clip."""
        width, height, _ = support.shape(self.source)
        if width > height:
            return [support.watched_frames]
        upright = upright_camera.replace("WIDTH", str(width)).replace("HEIGHT", str(height))
        return [support.watched_frames, upright]

    @property
    def values(self):
        return [roll["values"] for roll in self.rolls]


def sample_clips():
    """Our own rendered clip."""
    source = support.root / "Samples/rolls-720.mp4"
    return [Clip(source, json.loads(source.with_suffix(".json").read_text())["rolls"])]


def real_clips():
    """Rolls that somebody else filmed; none where they are not here."""
    folder = support.shared / "data/rolls"
    if not folder.is_dir():
        return []
    truth = json.loads((folder / "truth.json").read_text())
    return [Clip(folder / clip["file"], clip["rolls"]) for clip in truth["clips"]]


@dataclasses.dataclass
class Report:
    """A roll that the page has shown."""

    values: list
    at: float  # in seconds since the camera showed the clip's first frame, as `Played` counts them


class Played:
    """What the page made of a clip, from its first frame to its last."""

    def __init__(self, watched, rate):
        self._rate = float(rate)
        frames = [frame for frame in watched["frames"] if frame.get("number") is not None]
        if not frames:
            raise AssertionError("the page sent no frame of the camera's clip to its engine")
        end = next(
            (b["at"] for a, b in zip(frames, frames[1:]) if b["number"] < a["number"]), float("inf")
        )
        self._frames = [frame for frame in frames if frame["at"] < end]
        self.reports = [
            Report(report["values"], report["at"]) for report in watched["reports"] if report["at"] < end
        ]

    @property
    def values(self):
        return [report.values for report in self.reports]

    @property
    def frames_a_second(self):
        """Frames that the engine took."""
        seconds = (self._frames[-1]["number"] - self._frames[0]["number"]) / self._rate
        return (len(self._frames) - 1) / seconds

    @property
    def longest_gap(self):
        """The longest time between two frames that the engine took, in seconds."""
        return max(b["at"] - a["at"] for a, b in zip(self._frames, self._frames[1:]))

    def shown(self, number):
        """When the camera showed a frame. A frame may be taken late but never early, so that of the
        frames near it counts which was taken soonest after it was due."""
        numbers = [frame["number"] for frame in self._frames]
        near = round(self._rate / 2)
        first = min(bisect.bisect_left(numbers, number - near), len(numbers) - 1)
        last = max(bisect.bisect_right(numbers, number + near), first + 1)
        starts = [frame["at"] - frame["number"] / self._rate for frame in self._frames[first:last]]
        return min(starts) + number / self._rate

    def latency(self, roll, report):
        """Seconds from the first frame at rest to the page's report."""
        return report.at - self.shown(roll["rest"][0])


def play(page, rate):
    """Shows the camera's clip, written by `support.as_it_is`, once to the page, which is open.

    It was opened with the clip's `scripts`, and its camera is shut.
    """
    page.click("#use-camera")
    page.wait_for_function(
        """() => watched.frames.some(({ number }, index) => number < watched.frames[index - 1]?.number)""",
        polling=200,
    )
    return Played(page.evaluate("watched"), rate)


@contextlib.contextmanager
def camera(clip, size=None):
    """A browser whose camera plays the clip. -> the browser, the clip's frames a second"""
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        film = pathlib.Path(folder) / "rolls.y4m"
        _, rate = support.as_it_is(clip.source, film, size)
        with browsers.launch("chromium", film) as browser:
            yield browser, rate


@contextlib.contextmanager
def opened(browser, address, scripts, reduced_motion="reduce"):
    """The page, ready to add dice, as a tablet shows it."""
    context = browser.new_context(
        viewport={"width": 1180, "height": 820}, reduced_motion=reduced_motion, service_workers="block"
    )
    context.set_default_timeout(support.patience)
    page = context.new_page()
    for script in scripts:
        page.add_init_script(script)
    page.goto(f"{address}#add")
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()
