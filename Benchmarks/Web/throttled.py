#!/usr/bin/env python3
"""Plays the sample's three rolls in Chromium on a processor that is six times as slow, as a cheap tablet's: each roll is
read, its sum is written by hand, and the time from the tap on the check mark to the verdict is measured.

    .deps/browser/bin/python Benchmarks/Web/throttled.py [--times 6]

The page's processes, workers and all, are stopped and continued so that they run for that part of the time; the camera's
film is not. Exits with 1 where a roll is not reached, or a verdict takes more than 0.8 s in the median.
"""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
from statistics import median

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import rolls  # noqa: E402
import support  # noqa: E402
from processors import renderers  # noqa: E402

PERIOD = 0.03  # seconds, of which the page has its part
VERDICT = 0.8  # seconds
HOLD = 12  # seconds for which each roll lies still, for a machine that is slow

OWN = json.loads((ROOT / "Tests/Web/strokes.json").read_text())

# Notes when the check mark was tapped and when the verdict was shown.
JUDGED = """
  window.tapped = [];
  window.judged = [];
  addEventListener('click', ({ target, timeStamp }) => { if (target.closest('#check')) tapped.push(timeStamp); }, true);
  new MutationObserver(() => {
    if (document.querySelector('.result.solved') && judged.length < tapped.length) judged.push(performance.now());
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""


@contextlib.contextmanager
def throttled(times):
    """The processes of pages that are open run for the `times`-th part of the time."""
    ends = threading.Event()
    # Finding them takes longer than they run.
    processes = list(renderers())

    def send(which):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, which)

    def work():
        while not ends.is_set():
            for which, share in ((signal.SIGSTOP, 1 - 1 / times), (signal.SIGCONT, 1 / times)):
                send(which)
                time.sleep(PERIOD * share)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()
        send(signal.SIGCONT)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=float, default=6)
    times = parser.parse_args().times
    sample = ROOT / "Samples/rolls.mp4"
    truth = json.loads(sample.with_suffix(".json").read_text())["rolls"]
    site = support.Site()
    reached, waits = [], []
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        clip = pathlib.Path(folder) / "rolls.y4m"
        support.held(sample, clip, [tuple(roll["rest"]) for roll in truth], HOLD)
        with browsers.launch("chromium", clip) as browser, rolls.opened(browser, site.address, [JUDGED]) as page:
            with throttled(times):
                page.click("#use-camera")
                for number, roll in enumerate(truth):
                    page.wait_for_selector("#pad[data-open=true]")
                    values = page.eval_on_selector_all(
                        "#dice .die-tile use", "all => all.map(use => Number(use.getAttribute('href').slice(5)))"
                    )
                    reached.append(sorted(values) == sorted(roll["values"]))
                    support.write(page, [OWN[digit] for digit in str(sum(values))])
                    page.click("#check")
                    page.wait_for_function("count => judged.length === count", arg=number + 1)
                    waits = page.evaluate("judged.map((at, index) => (at - tapped[index]) / 1000)")
                    if number + 1 < len(truth):
                        page.wait_for_selector("#pad[data-open=false]")
    site.stop()
    print(f"{times:g} times as slow: {sum(reached)} of {len(truth)} rolls read right; verdicts after "
          f"{', '.join(f'{wait:.2f}' for wait in waits)} s")
    sys.exit(not all(reached) or median(waits) > VERDICT)


if __name__ == "__main__":
    main()
