#!/usr/bin/env python3
"""Measures how smoothly the page moves in Chromium while the network works, beside the same page with
the camera on and the network idle.

    make bench-web

Animation frames are what `requestAnimationFrame` is called for, 60 a second at best. "main thread" is
the processor time of the thread that draws the page and hears taps, as the kernel counts it: it does
not depend on what else the machine does. Chromium draws without a graphics card here, so what counts
is the difference between the rows.
"""

import argparse
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import support  # noqa: E402

# Lets the page's calls to the worker through, or, with `window.idle`, keeps them: the page then goes
# on waiting for its first answer, and copies no further frame.
HOLD = """
  const Real = Worker;
  window.seen = 0;
  window.Worker = class extends Real {
    postMessage(message, transfer) {
      if (message.name === "see") {
        if (window.idle) return;
        window.seen += 1;
      }
      super.postMessage(message, transfer);
    }
  };
"""

INTERVALS = """(seconds) => new Promise((resolve) => {
  const intervals = [];
  let last;
  const tick = (now) => {
    if (last !== undefined) intervals.push(now - last);
    last = now;
    if (intervals.reduce((sum, one) => sum + one, 0) < 1000 * seconds) requestAnimationFrame(tick);
    else resolve(intervals);
  };
  requestAnimationFrame(tick);
})"""


def main_threads(root):
    """Processor time of the renderers' main threads below a process, in seconds."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue

    def is_ours(pid):
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root

    total = 0.0
    for pid in filter(is_ours, parents):
        try:
            if b"--type=renderer" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                total += int(pathlib.Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9
        except OSError:
            continue
    return total


class Row:
    def __init__(self):
        self.intervals, self.seconds, self.busy, self.seen = [], 0.0, 0.0, 0

    def add(self, page, seconds):
        before, seen = main_threads(os.getpid()), page.evaluate("seen")
        intervals = page.evaluate(INTERVALS, seconds)
        self.busy += main_threads(os.getpid()) - before
        self.seen += page.evaluate("seen") - seen
        self.intervals += intervals
        self.seconds += sum(intervals) / 1e3

    def quantile(self, part):
        return sorted(self.intervals)[round(part * (len(self.intervals) - 1))]

    def show(self, name):
        rate = len(self.intervals) / self.seconds
        print(
            f"| {name} | {rate:.1f} | {self.quantile(0.5):.1f} | {self.quantile(0.95):.1f} | "
            f"{self.seen / self.seconds:.1f} | {1e3 * self.busy / self.seconds:.0f} |"
        )
        return rate


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()

    rows = {"idle": Row(), "working": Row()}
    with tempfile.TemporaryDirectory() as folder:
        clip = pathlib.Path(folder) / "rolls.y4m"
        # A camera of 1280 x 720 at thirty frames a second, before which dice roll.
        support.held(ROOT / "Samples/rolls.mp4", clip, [(20, 40)], 2, rate=30, width=1280)
        site = support.Site()
        with support.chromium(clip) as browser:
            for _ in range(options.rounds):
                for name, row in rows.items():
                    context = browser.new_context(
                        viewport={"width": 1180, "height": 820}, service_workers="block"
                    )
                    context.set_default_timeout(support.patience)
                    page = context.new_page()
                    page.add_init_script(HOLD)
                    page.goto(f"{site.address}#add")
                    page.wait_for_selector("body[data-ready]")
                    page.evaluate("(idle) => { window.idle = idle }", name == "idle")
                    page.click("#use-camera")
                    page.wait_for_selector("#stage[data-shows=camera]")
                    page.wait_for_timeout(1500)
                    row.add(page, options.seconds)
                    context.close()
            version = browser.version
        site.stop()

    print(f"Chromium {version}, no graphics card, camera 1280 wide, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print()
    print("| the page, camera on | animation frames a second | median, ms | 95 %, ms | camera frames read a second | main thread, ms a second |")
    print("|---|---|---|---|---|---|")
    rates = [row.show(f"network {name}") for name, row in rows.items()]
    idle, working = rows.values()
    print()
    extra = 1e3 * (working.busy / working.seconds - idle.busy / idle.seconds) * working.seconds / max(1, working.seen)
    print(f"{rates[1] / rates[0]:.2f} of the animation frames of the idle page; each camera frame that is read costs the main thread {extra:.1f} ms")


if __name__ == "__main__":
    main()
