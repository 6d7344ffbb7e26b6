#!/usr/bin/env python3
"""Measures the page in Chromium, Firefox and WebKit by turns, as far as a tablet's user feels it.

    .deps/browser/bin/python Benchmarks/Web/engines.py [--browser webkit] [--other SITE] [--runs 7]

A look is one run of the dice network on 320 x 240, a hundred timed as one, since two of the
engines' clocks have whole milliseconds. Taking is what brings a frame of 1280 x 720 into the
module. The first visit ends when the page can be played. A film opened as a file is
Samples/rolls.mp4. The race is played for some seconds before a camera that shows the same film: how
long painting takes, finished, by the frame; which part of the time that is; how many frames are
looked at and read a second, of the 30 that the camera sends.

Each figure is the median of the runs, with its 95 % interval by bootstrap. With --other the figures
of another built page stand beside them, from the same run. Exits with 1 where a goal is missed,
with 3 where others used the machine too much to judge.
"""

import argparse
import datetime
import os
import pathlib
import random
import sys
import tempfile
from statistics import median

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import support  # noqa: E402
from processors import CALM, Meter  # noqa: E402

CAMERA = (1280, 720)
SECONDS = 10  # of the race
FIGURES = {
    "look": "a look, ms",
    "take": "taking a frame, ms",
    "ready": "ready on a first visit, ms",
    "film": "a film from a file, times its length",
    "paint": "painting the race, ms",
    "share": "painting's part of the time",
    "looks": "looked at a second",
    "read": "read of 30 a second",
}
# What must hold: of an engine against Chromium, and of any.
LOOK = 1.2
FILM = 1.5
SHARE = 1 / 3
LOOKS = 3
# Against the other page.
WORSE = 1.05

LOOK_SCRIPT = """async ([folder, runs]) => {
  const { Module } = await import(`/${folder}/engine/module.js`);
  const load = async (name) => (await fetch(`/${folder}/${name}`)).arrayBuffer();
  const module = await Module.instantiate(await load('playfield.wasm'));
  module.takeIn(await load('dice.safetensors'), 'dice_load');
  const [width, height] = [640, 480];
  const length = width * height * 3 / 2;
  module.bytes(module.call.frame_memory(length), length).forEach((_, at, all) => { all[at] = 90 + at % 61; });
  const quarter = width * height / 4;
  module.call.frame_describe(2, 0, false, width, height, 1, 0, width, 4 * quarter, width / 2, 5 * quarter, width / 2);
  module.call.dice_begin?.(1, true);  // of another page, from before 2026-11-29
  module.call.dice_draw(1, true);
  // For the compiler that optimizes what runs often.
  for (let run = 0; run < 50; run += 1) module.call.dice_infer();
  const began = performance.now();
  for (let run = 0; run < runs; run += 1) module.call.dice_infer();
  return (performance.now() - began) / runs;
}"""

TAKE_SCRIPT = """async ([folder, runs, width, height]) => {
  const { Module } = await import(`/${folder}/engine/module.js`);
  const { take } = await import(`/${folder}/engine/pixels.js`);
  const module = await Module.instantiate(await (await fetch(`/${folder}/playfield.wasm`)).arrayBuffer());
  const samples = new Uint8Array(width * height * 3 / 2).fill(120);
  const frames = Array.from({ length: runs + 10 }, (_, at) =>
    new VideoFrame(samples, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: at }));
  for (const frame of frames.splice(0, 10)) await take(module, frame, { width, height });
  const began = performance.now();
  for (const frame of frames) await take(module, frame, { width, height });
  return (performance.now() - began) / runs;
}"""

READY = """
  new MutationObserver((_, observer) => {
    if (!document.body || !('ready' in document.body.dataset)) return;
    window.readyAt = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""

COUNTED = """
  Object.assign(window, { looks: 0, reads: 0, painted: [] });
  const Plain = Worker;
  window.Worker = class extends Plain {
    #names = new Map();
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data: { id, result } }) => {
        looks += result?.looked ? 1 : 0;
        reads += this.#names.get(id) === 'dice.see' ? 1 : 0;
        this.#names.delete(id);
      });
    }
    postMessage(message, transfer) {
      this.#names.set(message.id, message.name);
      super.postMessage(message, transfer);
    }
  };
  // With a sample read back, so that it is finished and not only begun.
  window.timed = (work) => {
    const began = performance.now();
    work();
    for (const id of ['seen', 'board']) document.getElementById(id).getContext('2d').getImageData(0, 0, 1, 1);
    painted.push(performance.now() - began);
  };
"""
SHOWN = "this.#show(frame, seen)"


class Visit:
    """A fresh context of a browser, on a page of a site."""

    def __init__(self, browser, server, *scripts):
        size = {"width": 1180, "height": 820}
        self.context = browser.new_context(server=server, viewport=size, service_workers="block")
        self.context.set_default_timeout(support.patience)
        self.page = self.context.new_page()
        for script in scripts:
            self.page.add_init_script(script)

    def __enter__(self):
        return self.page

    def __exit__(self, *_):
        self.context.close()


def measure(name, site, clip):
    """-> the figures of one run."""
    server = support.Site(site)
    folder = support.version(site)
    empty = server.offer("empty.html", b"<!doctype html><title>empty</title>")
    race = pathlib.Path(site) / folder / "games/race/table.js"
    source = race.read_text()
    assert SHOWN in source, f"{race} paints elsewhere"
    server.offered[f"/{folder}/games/race/table.js"] = source.replace(
        SHOWN, f"globalThis.timed(() => {SHOWN})", 1
    ).encode()
    try:
        with browsers.launch(name, clip) as browser:
            with Visit(browser, server) as page:
                page.goto(server.address + empty[1:])
                figures = {"look": page.evaluate(LOOK_SCRIPT, [folder, 100])}
                figures["take"] = page.evaluate(TAKE_SCRIPT, [folder, 100, *CAMERA])
            with Visit(browser, server, READY) as page:
                page.goto(f"{server.address}#add")
                page.wait_for_function("() => window.readyAt")
                figures["ready"] = page.evaluate("readyAt")
                figures["film"] = film(page)
            with Visit(browser, server, COUNTED) as page:
                figures.update(raced(page, server))
    finally:
        server.stop()
    return figures


def film(page):
    """-> how often a film's length passes until it has been watched."""
    page.set_input_files("#file", str(ROOT / "Samples/rolls.mp4"))
    return page.evaluate(
        """async () => {
          const video = document.getElementById('video');
          if (video.readyState < 1) await new Promise((next) => video.addEventListener('loadedmetadata', next, { once: true }));
          const began = performance.now();
          // WebKit does not always report the end after the film's speed was set; its last frame is shown all the same.
          const lastFrame = video.duration - 0.05;
          while (video.currentTime < lastFrame) await new Promise((next) => setTimeout(next, 20));
          return (performance.now() - began) / 1000 / video.duration;
        }"""
    )


def raced(page, server):
    page.goto(f"{server.address}#race")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#racers-dialog[open]")
    page.click("#start-race")
    page.click("#use-camera")
    page.wait_for_function("() => painted.length > 3")
    page.evaluate(
        "Object.assign(window, { looks: 0, reads: 0, painted: [], began: performance.now() })"
    )
    page.wait_for_timeout(1e3 * SECONDS)
    seconds, looks, reads, painted = page.evaluate(
        "() => [(performance.now() - began) / 1000, looks, reads, painted]"
    )
    return {
        "paint": sum(painted) / max(1, len(painted)),
        "share": sum(painted) / 1000 / seconds,
        "looks": looks / seconds,
        "read": reads / seconds,
    }


def interval(values):
    """-> the ends of the median's 95 % interval."""
    draw = random.Random(1)
    medians = sorted(median(draw.choices(values, k=len(values))) for _ in range(2000))
    return medians[50], medians[-51]


def missed(figures, other):
    """-> what does not hold, in words, of the medians of each engine."""
    for name, of in figures.items():
        if "chromium" in figures and of["look"] > LOOK * figures["chromium"]["look"]:
            yield f"{name}: a look takes more than {LOOK} times Chromium's"
        if of["film"] > FILM:
            yield f"{name}: a film takes more than {FILM} times its length"
        if of["share"] > SHARE:
            yield f"{name}: painting takes more than a third of the time"
        if of["looks"] < LOOKS:
            yield f"{name}: fewer than {LOOKS} looks a second in the race"
        for figure in ("take", "paint"):
            if name in other and of[figure] > WORSE * other[name][figure]:
                yield f"{name}: {FIGURES[figure]} is more than {WORSE} times the other page's"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--browser", choices=list(browsers.paths), action="append", help="all without it"
    )
    parser.add_argument("--site", type=pathlib.Path, default=support.site, help="the built page")
    parser.add_argument("--other", type=pathlib.Path, help="another built page, to compare with")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    names = options.browser or list(browsers.paths)
    sites = {"page": options.site} | ({"other": options.other} if options.other else {})

    # Side by side what is compared.
    runs = {(which, name): [] for name in names for which in sites}
    meter = Meter()
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        clip = pathlib.Path(folder) / "clip.y4m"
        support.as_it_is(ROOT / "Samples/rolls.mp4", clip, CAMERA)
        for _ in range(options.runs):
            for which, name in runs:
                runs[which, name].append(measure(name, sites[which], clip))

    others = meter.read().others
    print(
        f"{os.cpu_count()} cores, {options.runs} runs by turns, others {others:.0f} ms/s; {datetime.date.today()}"
    )
    print("; ".join(browsers.versions(name) for name in names))
    print()
    print("| | " + " | ".join(FIGURES.values()) + " |")
    print("|---" * (len(FIGURES) + 1) + "|")
    medians = {}
    for (which, name), of in runs.items():
        cells = []
        for figure in FIGURES:
            values = [run[figure] for run in of]
            middle, (low, high) = median(values), interval(values)
            medians.setdefault(which, {}).setdefault(name, {})[figure] = middle
            digits = 0 if figure == "ready" else 2
            cells.append(f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})")
        print(f"| {name}{', other page' if which == 'other' else ''} | " + " | ".join(cells) + " |")
    faults = list(missed(medians["page"], medians.get("other", {})))
    print("\n" + "\n".join(faults) if faults else "\nall goals are reached")
    if faults and others > CALM:
        print(f"others used more than {CALM} ms a second: not judged")
        sys.exit(3)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
