"""Sounds, and what the program and the page's module in Chromium hear in them: for the checks of answers by voice."""

import base64
import contextlib
import json
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))

import browsers  # noqa: E402
import support  # noqa: E402

RATE = 16_000
BEFORE, AFTER = 0.5, 1.5  # of silence, in seconds
SPEECH = support.shared / "data/speech"
AT_ONCE = 20  # sounds

# Each of `asked` has a sound, and may have a mode and values of dice on the table.
# -> of each what was said, [number or null, confidence, whether it is certain, seconds]; what was shown when,
# [number or null, seconds]; and the milliseconds that each piece of 50 ms took
LISTEN = """async (asked) => {
  const { Engine } = await import('./engine/engine.js');
  const engine = window.ears ??= new Engine(() => {});
  if (!engine.isRunning) {
    await engine.start();
    await engine.loadNumbers();
  }
  const answers = [];
  for (const { sound, mode, dice } of asked) {
    const bytes = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0));
    const samples = new Float32Array(bytes.buffer);
    if (mode) {
      await engine.call('dice.play', mode);
      await engine.call('dice.place', dice);
    }
    await engine.call('voice.begin');
    const answer = { said: [], shown: [], milliseconds: [] };
    for (let at = 0; at < samples.length; at += 800) {
      const piece = samples.slice(at, at + 800);
      const start = performance.now();
      const { hearing, isNumber, isCertain, confidence, candidates } = await engine.call('voice.hear', piece);
      answer.milliseconds.push(performance.now() - start);
      const [number, seconds] = [isNumber ? candidates[0].number : null, (at + piece.length) / 16000];
      if (hearing !== 'silence') answer.shown.push([number, seconds]);
      if (hearing === 'said') answer.said.push([number, confidence, isCertain, seconds]);
    }
    answers.push(answer);
  }
  return answers;
}"""


# -> how many bytes the module has before it hears numbers, and after a sound
MEMORY = """async (sound) => {
  const [{ Module }, { load }] = await Promise.all([import('./engine/module.js'), import('./engine/files.js')]);
  const module = await Module.instantiate(await load('playfield.wasm'));
  module.takeIn(await load('dice.safetensors'), 'dice_load');
  module.takeIn(await load('digits.safetensors'), 'ink_load');
  const before = module.size;
  module.takeIn(await load('whisper-encoder.safetensors'), 'voice_load_encoder');
  module.takeIn(await load('number-head.safetensors'), 'voice_load_head');
  module.call.voice_begin();
  const bytes = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0));
  for (let at = 0; at < bytes.length; at += 3200) {
    const piece = bytes.subarray(at, at + 3200);
    const pointer = module.call.memory_allocate(piece.length);
    module.bytes(pointer, piece.length).set(piece);
    module.call.voice_append(pointer, piece.length / 4);
    module.call.memory_free(pointer);
  }
  return [before, module.size];
}"""


def labels(folder):
    """The lines about one set's recordings."""
    lines = [json.loads(line) for line in (SPEECH / "labels.jsonl").read_text().splitlines()]
    return [line for line in lines if line["file"].startswith(folder + "/")]


def decoded(line):
    command = ["ffmpeg", "-v", "error", "-i", SPEECH / line["file"], "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return array("f", subprocess.run(command, check=True, capture_output=True).stdout)


def silence(seconds):
    return array("f", [0]) * int(seconds * RATE)


def speech(samples):
    """From when to when somebody speaks, in seconds."""
    power = [sum(x * x for x in samples[at : at + 160]) for at in range(0, len(samples) - 159, 160)]
    minimum = max(power) * 10**-3.5
    loud = [index for index, value in enumerate(power) if value > minimum]
    return loud[0] / 100, (loud[-1] + 1) / 100


def trimmed(samples):
    start, end = speech(samples)
    return samples[int(start * RATE) : int(end * RATE)]


def heard_natively(sounds):
    """Of each sound what was said, [number or None, confidence]."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, samples in enumerate(sounds):
            files.append(f"{folder}/{index:04}.wav")
            command = ["ffmpeg", "-v", "error", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", "-"]
            subprocess.run([*command, "-c:a", "pcm_f32le", files[-1]], input=samples.tobytes(), check=True)
        program = ROOT / ".build/release/playfield"
        run = subprocess.run([program, "numbers", "listen", "--json", *files], capture_output=True, text=True, check=True)
    said = {file: [] for file in files}
    for line in map(json.loads, run.stdout.splitlines()):
        if "done" in line:
            continue
        # A file in which nobody speaks is also one line.
        said[line["file"]].append([line["number"] and int(line["number"]), line["confidence"]])
    return list(said.values())


def encoded(sound):
    return base64.b64encode(sound.tobytes()).decode()


@contextlib.contextmanager
def chromium():
    """A page of the built site."""
    site = support.Site()
    try:
        with browsers.launch("chromium") as browser:
            page = browser.new_context(service_workers="block").new_page()
            page.set_default_timeout(0)
            page.goto(site.address)
            page.wait_for_selector("body[data-ready]")
            yield page
    finally:
        site.stop()


def heard(page, asked):
    """What is heard of sounds, or of `{"sound", "mode", "dice"}`: see `LISTEN`."""
    asked = [one if isinstance(one, dict) else {"sound": one} for one in asked]
    asked = [one | {"sound": encoded(one["sound"])} for one in asked]
    answers = []
    for start in range(0, len(asked), AT_ONCE):
        answers += page.evaluate(LISTEN, asked[start : start + AT_ONCE])
    return answers
