#!/usr/bin/env python3
"""Measures what a live frame costs the page's engine in Chromium, beside another built page.

    .deps/browser/bin/python Benchmarks/Web/live-frames.py OTHER-SITE [CLIP...] [--runs 5]

Each page's engine sees all frames of a clip as a camera's, one after another, in its worker and in the module's own
formats; Samples/rolls.mp4 where no clip is named. The pages take turns, ten frames each. The figure is the time of all
frames as a multiple of the other page's: the median of the runs, which are printed. Exits with 1 where it is more than
1.03, with 3 where others used the machine too much to judge.
"""

import argparse
import contextlib
import pathlib
import subprocess
import sys
import tempfile
from statistics import median

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import support  # noqa: E402
from processors import CALM, Meter  # noqa: E402

SLOWER = 1.03

TURN = 10  # frames

# Starts a page's engine, and loads the film.
START = """async ([folder, address]) => {
  const { Engine } = await import(`/${folder}/engine/engine.js`);
  window.seeing = new Engine(() => { throw new Error('the worker stumbled'); });
  await seeing.start(() => {});
  await seeing.call('dice.play', 'add');
  window.film = new Uint8Array(await (await fetch(address)).arrayBuffer());
}"""

# -> how long the engine took for some frames, in milliseconds; and how often its network looked
SEE = """async ([first, end, width, height, rate]) => {
  const length = width * height * 3 / 2;
  let [took, looks] = [0, 0];
  for (let index = first; index < end; index += 1) {
    const picture = new VideoFrame(film.slice(index * length, (index + 1) * length),
      { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 1e6 * index / rate });
    const frame = { picture, size: { width, height }, orientation: 1, time: index / rate };
    const began = performance.now();
    const seen = await seeing.call('dice.see', frame, [picture]);
    took += performance.now() - began;
    looks += seen.looked ? 1 : 0;
  }
  return [took, looks];
}"""


def film(clip, folder):
    """-> the bytes of a clip's frames, of at most 1280 pixels, their size, and how many come a second"""
    width, height, rate = support.shape(clip)
    if width > 1280:
        width, height = 1280, 2 * round(1280 * height / width / 2)
    file = pathlib.Path(folder) / f"{clip.stem}.yuv"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", clip, "-vf", f"scale={width}:{height}"]
        + ["-pix_fmt", "yuv420p", "-f", "rawvideo", file],
        check=True,
    )
    return file, width, height, float(rate)


@contextlib.contextmanager
def opened(browser, site, file):
    """A page whose engine has started, with the film."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(site.address)
    page.wait_for_selector("body[data-ready]")
    page.evaluate(START, [support.version(site.folder), site.offer("film", file)])
    yield page
    context.close()


def measure(browser, sites, file, width, height, rate):
    """-> the ratio of the times of all frames, of this page to the other; how often each one looked; and what others used
    of the processors meanwhile, in milliseconds a second
    """
    count = file.stat().st_size // (width * height * 3 // 2)
    with opened(browser, sites[0], file) as this, opened(browser, sites[1], file) as other:
        sums = {this: [0, 0], other: [0, 0]}
        meter = Meter()
        for first in range(0, count, TURN):
            turn = [first, min(first + TURN, count), width, height, rate]
            for page in (this, other) if first // TURN % 2 == 0 else (other, this):
                sums[page] = [sum(pair) for pair in zip(sums[page], page.evaluate(SEE, turn))]
        others = meter.read().others
    return sums[this][0] / sums[other][0], (sums[this][1], sums[other][1]), others


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=pathlib.Path)
    parser.add_argument("clips", type=pathlib.Path, nargs="*", default=[ROOT / "Samples/rolls.mp4"])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()

    sites = [support.Site(folder) for folder in (support.site, options.other)]
    is_slower, others = False, []
    with tempfile.TemporaryDirectory() as folder, browsers.launch("chromium") as browser:
        for clip in options.clips:
            shown = film(clip, folder)
            runs = [measure(browser, sites, *shown) for _ in range(options.runs)]
            ratios = sorted(ratio for ratio, _, _ in runs)
            others += [used for _, _, used in runs]
            each = " ".join(f"{ratio:.3f}" for ratio in ratios)
            print(f"{clip.name}: {median(ratios):.3f} of the other page's time ({each}); looks {runs[0][1]}")
            is_slower |= median(ratios) > SLOWER
    for site in sites:
        site.stop()
    if median(others) > CALM:
        print(f"others used {median(others):.0f} ms a second: not judged")
        sys.exit(3)
    sys.exit(is_slower)


if __name__ == "__main__":
    main()
