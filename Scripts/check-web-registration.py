#!/usr/bin/env python3
"""Follows the plane of a clip in the page's module, in Chromium, and compares it with the program.

    .deps/browser/bin/python Scripts/check-web-registration.py ../shared/data/planes/visp_bruegel.mp4

Both get the same pixels, of the clip's first 60 frames at 480 x 360. Prints how far apart they see the picture's corners, and what
a frame costs in the module, on one thread: to be drawn upright and followed. Where the Python that `--opencv`
names has OpenCV, its pyramidal Lucas-Kanade and homography follow the same frames afterwards. Exits with 1 where
a corner is more than 0.5 pixels off or only one of both has lost the plane. It wants `make site` and a release
build.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from math import dist
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))

import browsers  # noqa: E402
import support  # noqa: E402

WIDTH, HEIGHT = 480, 360
APART = 0.5  # pixels that a corner may be off
GOAL = 12  # milliseconds a frame
FRAMES = 60  # of the clip; the page gets them whole

FOLLOW = """async ([width, height]) => {
  const { Module } = await import('./engine/module.js');
  const { planeView } = await import('./engine/interface.js');
  const bytes = async (name) => (await fetch(name)).arrayBuffer();
  const module = await Module.instantiate(await bytes('playfield.wasm'));
  const frames = new Uint8Array(await bytes('frames.rgba'));
  const size = 4 * width * height;
  const answers = [];
  for (let at = 0; at + size <= frames.length; at += size) {
    module.bytes(module.call.frame_memory(size), size).set(frames.subarray(at, at + size));
    module.call.frame_describe(0, 0, true, width, height, 1, 0, 4 * width, 0, 0, 0, 0);
    const began = performance.now();
    if (at === 0) module.call.plane_begin(1, 0, 0, 1, 1, 0);
    else module.call.plane_follow(1, at / 30);
    const time = performance.now() - began;
    answers.push({ ...module.list(module.call.plane_view(), planeView)[0], time });
  }
  return answers;
}"""

OPENCV = """
import json, sys, time
import cv2, numpy
cv2.setNumThreads(1)
width, height = map(int, sys.argv[2:])
frames = numpy.fromfile(sys.argv[1], numpy.uint8).reshape(-1, height, width, 4)
times, first, places = [], None, None
for frame in frames:
    began = time.perf_counter()
    grey = cv2.cvtColor(frame, cv2.COLOR_RGBA2GRAY)
    if first is None:
        first = before = grey
        start = places = cv2.goodFeaturesToTrack(grey, 300, 0.01, 7)
        continue
    places, found, _ = cv2.calcOpticalFlowPyrLK(before, grey, places, None)
    kept = found[:, 0] == 1
    start, places, before = start[kept], places[kept], grey
    if len(places) >= 4:
        cv2.findHomography(start, places, cv2.RANSAC, 3)
    times.append(1000 * (time.perf_counter() - began))
print(json.dumps(times))
"""


def seen(matrix, x, y):
    rows = [sum(a * b for a, b in zip(matrix[row : row + 3], (x, y, 1))) for row in (0, 3, 6)]
    return rows[0] / rows[2], rows[1] / rows[2]


def corners(matrix, normalized):
    """Where the picture's corners are seen, in pixels whose centres have whole numbers."""
    places = []
    for x, y in ((0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1), (WIDTH - 1, HEIGHT - 1)):
        if normalized:
            a, b = seen(matrix, (x + 0.5) / WIDTH, (y + 0.5) / HEIGHT)
            places.append((a * WIDTH - 0.5, b * HEIGHT - 0.5))
        else:
            places.append(seen(matrix, x, y))
    return places


def encode(source, target, *options):
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", source, *options, target], check=True)


def follow_on_page(frames):
    site = support.Site()
    try:
        with browsers.launch("chromium") as browser:
            page = browser.new_page()
            page.route("**/frames.rgba", lambda route: route.fulfill(body=frames.read_bytes()))
            page.goto(site.address)
            page.wait_for_selector("body[data-ready]")
            return page.evaluate(FOLLOW, [WIDTH, HEIGHT])
    finally:
        site.stop()


def follow_in_program(program, clip):
    command = [program, "vision", "registration", clip, "--json"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line)["homography"] for line in lines]


def cost(name, times):
    median, slow = statistics.median(times), sorted(times)[int(0.95 * len(times))]
    print(f"{name:38} median {median:6.1f} ms, 95 % {slow:6.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clip", type=Path)
    parser.add_argument("--program", type=Path, default=ROOT / ".build/release/playfield")
    parser.add_argument("--opencv", type=Path, default=ROOT / ".deps/training/bin/python")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clip, frames = Path(folder) / "clip.mkv", Path(folder) / "frames.rgba"
        scale = f"scale={WIDTH}:{HEIGHT}:flags=area,format=rgb24"
        encode(options.clip, clip, "-vf", scale, "-fps_mode", "passthrough", "-frames:v", str(FRAMES), "-c:v", "png")
        encode(clip, frames, "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo")
        native = follow_in_program(options.program, clip)
        page = follow_on_page(frames)
        apart, disagreements = [], abs(len(native) - len(page))
        for one, other in zip(native, page):
            if (one is None) != (other["state"] in ("lost", "plain")):
                disagreements += 1
            elif one is not None:
                pairs = zip(corners(one, False), corners(other["matrix"], True))
                apart.append(max(dist(a, b) for a, b in pairs))
        print(f"{options.clip.name}: {len(page)} frames, followed in {len(apart)} by both, in {disagreements} by one")
        print(f"corners apart by {max(apart):.4f} pixels at most")
        cost(f"module in Chromium (goal {GOAL} ms)", [one["time"] for one in page[1:]])
        if options.opencv.exists():
            command = [options.opencv, "-c", OPENCV, frames, str(WIDTH), str(HEIGHT)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            cost("OpenCV, one thread", json.loads(answer))
    if disagreements or max(apart) > APART:
        sys.exit("the module and the program differ")


if __name__ == "__main__":
    main()
