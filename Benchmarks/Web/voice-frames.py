#!/usr/bin/env python3
"""Measures how much faster than real time the page hears numbers beside a camera in which dice roll, in Chromium.

    .deps/browser/bin/python Benchmarks/Web/voice-frames.py [--seconds 20]

Sentences of the recordings of ../shared go to the engine as the microphone sends them, 50 ms every 50 ms, while it reads the
frames of a camera of 1280 x 720; both take their turns on one thread. What hearing takes is measured in that thread. Exits
with 1 where it is more than a tenth of the sound's time.
"""

import argparse
import base64
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import support  # noqa: E402
from frames import CAMERA  # noqa: E402

GOAL = 10  # times as fast as real time
RATE = 16_000

CAUGHT = """
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...all) {
      super(...all);
      window.engineWorker = this;
      window.looks = 0;
      this.addEventListener("message", ({ data: { result } }) => { looks += result?.looked ? 1 : 0; });
    }
  };
"""

TIMED = """
const hear = Voice.prototype.hear;
Voice.prototype.hear = function (samples) {
  const began = performance.now();
  const answer = hear.call(this, samples);
  self.spent = (self.spent ?? 0) + performance.now() - began;
  self.heard = (self.heard ?? 0) + samples.length / 16;
  return answer;
};
"""

SPEAK = """async ([text, seconds]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const sound = new Float32Array(bytes.buffer);
  const send = (name, argument) => engineWorker.postMessage({ id: -1, name, argument });
  send('voice.load');
  send('voice.begin');
  looks = 0;
  const began = performance.now();
  for (let sent = 0; sent * 0.05 < seconds; sent += 1) {
    const at = (sent * 800) % (sound.length - 800);
    send('voice.hear', sound.slice(at, at + 800));
    await new Promise((next) => setTimeout(next, Math.max(0, began + 50 * (sent + 1) - performance.now())));
  }
  return looks / seconds;
}"""


def sentences():
    """A minute of people who say no number."""
    folder = support.shared / "data/speech"
    lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    files = [folder / line["file"] for line in lines if line["file"].startswith("other-children")][:20]
    command = ["ffmpeg", "-v", "error", "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return b"".join(subprocess.run([*command[:3], "-i", file, *command[3:]], check=True, capture_output=True).stdout for file in files)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    seconds = parser.parse_args().seconds
    if not (support.shared / "data/speech").exists():
        print("skipped: needs the recordings of ../shared/data/speech")
        return
    site = support.Site()
    try:
        with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
            clip = pathlib.Path(folder) / "clip.y4m"
            support.as_it_is(ROOT / "Samples/rolls.mp4", clip, CAMERA)
            with browsers.launch("chromium", clip) as browser:
                page = browser.new_page(service_workers="block")
                page.add_init_script(CAUGHT)
                source = (support.site / support.version() / "engine/voice.js").read_text() + TIMED
                page.route("**/engine/voice.js", lambda route: route.fulfill(body=source, content_type="text/javascript"))
                page.goto(f"{site.address}#add")
                page.wait_for_selector("body[data-ready]")
                page.click("#use-camera")
                page.wait_for_function("() => looks > 10")
                looks = page.evaluate(SPEAK, [base64.b64encode(sentences()).decode(), seconds])
                (worker,) = [one for one in page.workers if one.evaluate("() => self.heard > 0")]
                heard, spent = worker.evaluate("() => [self.heard, self.spent]")
    finally:
        site.stop()
    faster = heard / spent
    print(f"{heard / 1e3:.0f} s of speech beside {looks:.0f} looks at frames a second: {1e3 * spent / heard:.0f} ms a second, "
          f"{faster:.0f} times as fast as real time (goal {GOAL})")  # fmt: skip
    sys.exit(faster < GOAL)


if __name__ == "__main__":
    main()
