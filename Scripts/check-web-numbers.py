#!/usr/bin/env python3
"""Streams recordings of spoken numbers through the built page's module, in Chromium, and compares what it hears
with what `playfield numbers listen` hears in the same sound.

    .deps/browser/bin/python Scripts/check-web-numbers.py [--clips 300]

Evenly chosen recordings of numbers-evaluation, silence around each, come in pieces of 50 ms as the microphone
sends them. Printed are, in seconds of sound after the end of speech (the last 10 ms within 35 dB of the loudest):
when the number was shown that was taken in the end, and when it was taken; how many pairs of words such as
"twenty" and "four" were taken for one number across half a second of silence, and how often the first was taken
alone; and how long a second of sound took. Exits with 1 where both hear otherwise or a goal is missed.
"""

import argparse
import base64
import json
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))

import browsers  # noqa: E402
import support  # noqa: E402

RATE = 16_000
BEFORE, AFTER, PAUSE = 0.5, 1.5, 0.5  # of silence, in seconds
SHOWN = 0.3  # seconds, the goal: median and 95 %
SPEED = 10  # times as fast as real time, the goal
AGREEMENT = 1e-3  # of confidences
SPEECH = support.shared / "data/speech"
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

# -> of each sound what was said, [number or null, confidence, seconds]; what was shown when, [number or null,
# seconds]; and the milliseconds that it took
LISTEN = """async (sounds) => {
  const { Engine } = await import('./engine/engine.js');
  const engine = new Engine(() => {});
  await engine.start();
  await engine.loadNumbers();
  const answers = [];
  for (const text of sounds) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const samples = new Float32Array(bytes.buffer);
    await engine.call('voice.begin');
    const answer = { said: [], shown: [], milliseconds: 0 };
    for (let at = 0; at < samples.length; at += 800) {
      const piece = samples.slice(at, at + 800);
      const start = performance.now();
      const { hearing, isNumber, confidence, candidates } = await engine.call('voice.hear', piece);
      answer.milliseconds += performance.now() - start;
      const [number, seconds] = [isNumber ? candidates[0].number : null, (at + piece.length) / 16000];
      if (hearing !== 'silence') answer.shown.push([number, seconds]);
      if (hearing === 'said') answer.said.push([number, confidence, seconds]);
    }
    answers.push(answer);
  }
  return answers;
}"""


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
        # A file in which nobody speaks is one line, too.
        said[line["file"]].append([line["number"] and int(line["number"]), line["confidence"]])
    return list(said.values())


def heard_in_chromium(sounds):
    site = support.Site()
    with browsers.launch("chromium") as browser:
        page = browser.new_context(service_workers="block").new_page()
        page.set_default_timeout(0)
        page.goto(site.address)
        page.wait_for_selector("body[data-ready]")
        answers = []
        for start in range(0, len(sounds), 20):
            some = [base64.b64encode(samples.tobytes()).decode() for samples in sounds[start : start + 20]]
            answers += page.evaluate(LISTEN, some)
    site.stop()
    return answers


def alike(native, web):
    if len(web) == 0:
        return len(native) == 1 and native[0][0] is None
    return len(native) == len(web) and all(
        a[0] == b[0] and abs(a[1] - b[1]) <= AGREEMENT for a, b in zip(native, web))


def pairs(lines):
    """[tens, ones] of one speaker each, the words alone in a recording."""
    alone = {}
    for line in lines:
        alone.setdefault((line["speaker"], line["words"]), line)
    found = []
    for index, (speaker, words) in enumerate(sorted(alone)):
        ones = ONES[index % len(ONES)]
        if words in TENS and (speaker, ones) in alone:
            found.append([alone[speaker, words], alone[speaker, ones]])
    return found


def row(name, values):
    return f"| {name} | {median(values):.2f} | {quantiles(values, n=20)[-1]:.2f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=int, default=300)
    options = parser.parse_args()
    lines = [json.loads(line) for line in (SPEECH / "labels.jsonl").read_text().splitlines()]
    lines = [line for line in lines if line["file"].startswith("numbers-evaluation/")]
    chosen = [lines[k * len(lines) // options.clips] for k in range(options.clips)]
    spoken = [decoded(line) for line in chosen]
    sounds = [silence(BEFORE) + samples + silence(AFTER) for samples in spoken]
    couples = pairs(lines)
    broken = [
        silence(BEFORE) + trimmed(decoded(tens)) + silence(PAUSE) + trimmed(decoded(ones)) + silence(AFTER)
        for tens, ones in couples
    ]
    native = heard_natively(sounds)
    web = heard_in_chromium(sounds + broken)
    answers, across = web[: len(sounds)], web[len(sounds) :]

    failures = []
    different = [line["file"] for line, a, b in zip(chosen, native, answers) if not alike(a, b["said"])]
    print(f"{len(sounds)} recordings, heard otherwise than natively: {len(different)}")
    for name in different[:10]:
        print(f"  {name}")
    if different:
        failures.append("the module hears what the program does not")

    shown, taken = [], []
    for samples, answer in zip(spoken, answers):
        if len(answer["said"]) != 1 or answer["said"][0][0] is None:
            continue
        number, _, at = answer["said"][0]
        end = BEFORE + speech(samples)[1]
        wrong = [seconds for other, seconds in answer["shown"] if other != number]
        first = next(seconds for _, seconds in answer["shown"] if not wrong or seconds > wrong[-1])
        shown.append(max(0, first - end))
        taken.append(at - end)
    print(f"\nseconds after the end of speech, {len(shown)} numbers\n\n| what | median | 95 % |\n|---|---|---|")
    print(row("the number is shown", shown))
    print(row("the number is taken", taken))
    if quantiles(shown, n=20)[-1] > SHOWN:
        failures.append(f"a number is shown later than {SHOWN} s after the end of speech")

    whole = alone = misheard = 0
    for answer, (tens, ones) in zip(across, couples):
        numbers = [number for number, *_ in answer["said"]]
        first = 10 * (TENS.index(tens["words"]) + 2)
        whole += numbers == [first + ONES.index(ones["words"]) + 1]
        alone += len(numbers) > 1 and numbers[0] == first
        # Such as thirteen for thirty, to which nothing can be added.
        misheard += len(numbers) > 1 and numbers[0] != first
    print(
        f'\n{len(couples)} pairs such as "twenty ... four": {whole} heard as one number that is right, '
        f"{alone} times the first was taken alone, {misheard} times another number for the first"
    )
    if not couples or alone or misheard:
        failures.append("a number is taken before a pause inside it has passed")

    milliseconds = sum(answer["milliseconds"] for answer in web)
    seconds = sum(len(samples) for samples in sounds + broken) / RATE
    print(f"a second of sound takes {milliseconds / seconds:.0f} ms, {1000 * seconds / milliseconds:.0f} times as fast as real time")
    if 1000 * seconds / milliseconds < SPEED:
        failures.append(f"less than {SPEED} times as fast as real time")
    for failure in failures:
        print(f"MISSED: {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
