#!/usr/bin/env python3
"""Measures the dice network in Chromium, in a worker, on one thread, beside plain loops and beside the most that
the kernel's own instructions can do.

    make bench-web

"alone" is the processor time of the worker's process, as the kernel counts it: what a run takes when
nobody else wants the processor. "best" is the shortest run by the clock; on a machine that does other
work it is longer. Exits with 1 where the network does not reach its part of the register loop (RegisterLoop.c),
with 3 where others used the machine too much to judge.
"""

import argparse
import base64
import datetime
import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

from processors import CALM, Meter, renderers

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORK = (640, 480)  # A picture that the network sees at 320 x 240.
CAMERA = (1280, 720)  # A camera's frame.
GOAL = 0.6  # of the register loop

WORKER = """
const decode = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
let web, work;
onmessage = ({ data }) => answer(data).catch((error) => postMessage({ error: String(error) }));
async function answer(data) {
  if (data.module) {
    const imports = { page: { now: () => performance.now() } };
    web = (await WebAssembly.instantiate(decode(data.module), imports)).instance.exports;
    if (data.weights) {
      const weights = decode(data.weights);
      const pointer = web.memory_allocate(weights.length);
      new Uint8Array(web.memory.buffer, pointer, weights.length).set(weights);
      if (web.dice_load(pointer, weights.length) !== 0) throw new Error("weights");
      const [width, height] = data.size;
      // A camera's planes; a module that knows none takes RGBA.
      const length = web.frame_memory ? width * height * 3 / 2 : 4 * width * height;
      // Before the view: the memory may grow.
      const frame = web.frame_memory ? web.frame_memory(length) : web.dice_frame(width, height);
      const pixels = new Uint8Array(web.memory.buffer, frame, length);
      for (let i = 0; i < pixels.length; i++) pixels[i] = 90 + i % 61;
      const [i420, bt601, quarter] = [2, 0, width * height / 4];
      web.frame_describe?.(
        i420, bt601, false, width, height, 1, 0, width, 4 * quarter, width / 2, 5 * quarter, width / 2);
      if (web.dice_draw(1, true) !== 0) throw new Error("draw");
    }
    work = {
      network: () => (web.dice_infer(), web.dice_operations()),
      draw: () => web.dice_draw(1, true),
      plain: () => web.plain_loops(),
      integers: () => web.integer_loop(),
    };
    return postMessage(0);
  }
  let best = Infinity, operations = 0;
  for (let i = 0; i < data.runs; i++) {
    const start = performance.now();
    operations = work[data.name]();
    best = Math.min(best, performance.now() - start);
  }
  postMessage({ best, operations });
}
"""

PAGE = """
<!doctype html>
<script>
  const worker = new Worker("worker.js");
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.error ? reject(data.error) : resolve(data);
    worker.onerror = (event) => reject(event.message);
    worker.postMessage(message);
  });
</script>
"""


def renderer_seconds():
    """Processor time of all the renderers, in seconds."""
    total = 0.0
    for process in renderers():
        try:
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[0]) / 1e9
        except OSError:
            continue
    return total


def measure(page, name, runs, rounds):
    """The best run, the processor time of one run in the best round, and a run's operations."""
    ask = lambda count: page.evaluate("(message) => ask(message)", {"name": name, "runs": count})
    ask(runs)  # For the compiler that optimizes what runs often.
    best, alone = float("inf"), float("inf")
    for _ in range(rounds):
        start = renderer_seconds()
        result = ask(runs)
        alone = min(alone, (renderer_seconds() - start) / runs)
        best = min(best, result["best"] / 1e3)
    return best, alone, result["operations"]


def row(name, best, alone, operations):
    rates = [f"{operations / seconds / 1e9:.1f}" if operations else "" for seconds in (alone, best)]
    print(f"| {name} | {alone * 1e3:.2f} | {best * 1e3:.2f} | {rates[0]} | {rates[1]} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("plain", type=pathlib.Path)
    parser.add_argument("registers", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    text = lambda path: base64.b64encode(path.read_bytes()).decode()

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        program = "/usr/bin/chromium-headless-shell"
        browser = playwright.chromium.launch(executable_path=program, args=arguments)

        uses = []

        def opened(message):
            page = browser.new_page()
            # A page without an origin may have no workers, so this one gets an address; nothing is sent.
            page.route("**/worker.js", lambda route: route.fulfill(body=WORKER, content_type="text/javascript"))
            page.route("**/bench", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
            page.goto("http://localhost/bench")
            page.evaluate("(message) => ask(message)", message)
            return page

        def measured(page, name, runs):
            meter = Meter()
            result = measure(page, name, runs, options.rounds)
            uses.append(meter.read())
            page.close()
            return result

        weights = text(ROOT / "Models/dice.safetensors")
        network, drawing = (
            measured(opened({"module": text(options.module), "weights": weights, "size": size}), name, runs)
            for name, size, runs in [("network", NETWORK, 20), ("draw", CAMERA, 50)]
        )
        plain = measured(opened({"module": text(options.plain)}), "plain", 2)
        integers = measured(opened({"module": text(options.registers)}), "integers", 20)
        version = browser.version
        browser.close()

    others = max(use.others for use in uses)
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "?")
    print(f"{processor}, {os.cpu_count()} cores, others at most {others:.0f} ms/s; "
          f"Chromium {version}, a worker, one thread; {datetime.date.today()}")
    print()
    print("| what | alone, ms | best, ms | GFLOP/s alone | GFLOP/s best |")
    print("|---|---|---|---|---|")
    row("the dice network at 320 x 240", *network)
    row("16-bit integers in registers", *integers)
    row("a convolution of the network in plain loops", *plain)
    row(f"drawing {CAMERA[0]} x {CAMERA[1]} for the network", *drawing)
    print()
    rate = lambda result: result[2] / result[1] / 1e9
    part = rate(network) / rate(integers)
    print(f"{rate(network):.1f} GFLOP/s, {part:.0%} of 16-bit integers in registers "
          f"(goal: {GOAL:.0%} or more), {rate(network) / rate(plain):.0f} times the plain loops' {rate(plain):.2f}")
    size = sum(file.stat().st_size for file in [options.module, *ROOT.glob("Models/*.safetensors")])
    print(f"module and weights of all networks: {size / 1e6:.2f} MB (goal: 4 or less)")
    if not all(use.is_calm for use in uses):
        print(f"others used more than {CALM} ms a second: not judged")
        sys.exit(3)
    sys.exit(part < GOAL or size > 4e6)


if __name__ == "__main__":
    main()
