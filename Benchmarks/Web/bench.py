#!/usr/bin/env python3
"""Measures the dice network in Chromium, in a worker, on one thread, beside plain loops.

    make bench-web

"alone" is the processor time of the worker's process, as the kernel counts it: what a run takes when
nobody else wants the processor. "best" is the shortest run by the clock; on a machine that does other
work it is longer.
"""

import argparse
import base64
import datetime
import os
import pathlib

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE = (640, 480)  # A camera's frame; the network sees it at 320 x 240.

WORKER = """
const decode = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
let web, work;
onmessage = ({ data }) => answer(data).catch((error) => postMessage({ error: String(error) }));
async function answer(data) {
  if (data.module) {
    web = (await WebAssembly.instantiate(decode(data.module), {})).instance.exports;
    if (data.weights) {
      const weights = decode(data.weights);
      const pointer = web.memory_allocate(weights.length);
      new Uint8Array(web.memory.buffer, pointer, weights.length).set(weights);
      if (web.dice_load(pointer, weights.length) !== 0) throw new Error("weights");
      const [width, height] = data.size;
      const frame = web.dice_frame(width, height);  // Before the view: the memory may grow.
      const pixels = new Uint8Array(web.memory.buffer, frame, 4 * width * height);
      for (let i = 0; i < pixels.length; i++) pixels[i] = 90 + i % 61;
      web.dice_begin(1, false);
      if (web.dice_draw() !== 1) throw new Error("draw");
    }
    work = {
      network: () => (web.dice_infer(), web.dice_operations()),
      draw: () => (web.dice_begin(1, false), web.dice_draw(), 0),
      plain: () => web.plain_loops(),
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


def renderer_seconds(root):
    """Processor time of all the renderers below a process, in seconds."""
    parents, total = {}, 0.0
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
            parents[int(folder.name)] = int(stat.rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    for pid in parents:
        ancestor = pid
        while ancestor in parents and ancestor != root:
            ancestor = parents[ancestor]
        if ancestor != root:
            continue
        try:
            if b"--type=renderer" not in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                continue
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
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
        start = renderer_seconds(os.getpid())
        result = ask(runs)
        alone = min(alone, (renderer_seconds(os.getpid()) - start) / runs)
        best = min(best, result["best"] / 1e3)
    return best, alone, result["operations"]


def row(name, best, alone, operations):
    rates = [f"{operations / seconds / 1e9:.1f}" if operations else "" for seconds in (alone, best)]
    print(f"| {name} | {alone * 1e3:.2f} | {best * 1e3:.2f} | {rates[0]} | {rates[1]} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("plain", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    text = lambda path: base64.b64encode(path.read_bytes()).decode()

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)

        def opened(message):
            page = browser.new_page()
            # A page without an origin may have no workers, so this one gets an address; nothing is sent.
            page.route("**/worker.js", lambda route: route.fulfill(body=WORKER, content_type="text/javascript"))
            page.route("**/bench", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
            page.goto("http://localhost/bench")
            page.evaluate("(message) => ask(message)", message)
            return page

        weights = ROOT / "Models/dice.safetensors"
        page = opened({"module": text(options.module), "weights": text(weights), "size": SIZE})
        network = measure(page, "network", 20, options.rounds)
        drawing = measure(page, "draw", 50, options.rounds)
        page.close()
        page = opened({"module": text(options.plain)})
        plain = measure(page, "plain", 2, options.rounds)
        version = browser.version
        browser.close()

    load = os.getloadavg()[0]
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "?")
    print(f"{processor}, {os.cpu_count()} cores, load {load:.1f}; Chromium {version}, a worker, one thread;", datetime.date.today())
    print()
    print("| what | alone, ms | best, ms | GFLOP/s alone | GFLOP/s best |")
    print("|---|---|---|---|---|")
    row("the dice network at 320 x 240", *network)
    row("a convolution of it in plain loops", *plain)
    row(f"drawing {SIZE[0]} x {SIZE[1]} for the network", *drawing)
    print()
    rates = [result[2] / result[1] / 1e9 for result in (network, plain)]
    size = sum(file.stat().st_size for file in [options.module, *ROOT.glob("Models/*.safetensors")])
    print(f"{rates[0]:.1f} GFLOP/s (goal: 15 or more), {rates[0] / rates[1]:.0f} times the plain loops' {rates[1]:.2f}")
    print(f"module and weights of all networks: {size / 1e6:.2f} MB (goal: 4 or less)")


if __name__ == "__main__":
    main()
