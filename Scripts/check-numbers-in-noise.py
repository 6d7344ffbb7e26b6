#!/usr/bin/env python3
"""Measures how well spoken numbers are heard in noise, and that none is heard in noise alone.

    .deps/training/bin/python Scripts/check-numbers-in-noise.py

The synthetic voices of numbers-evaluation, none of which was trained on, as they are and with several people
talking at 20 and 10 dB below them: as whole recordings between silence, by `numbers evaluate`, and streamed by
`numbers listen`, as the page hears. In loud talk the two differ: against digital silence it begins and ends so
abruptly that it sounds like more words. And what is heard in ten minutes of rendered dice noise, of hiss, music
and silence, streamed. The sounds lie in .data/numbers-in-noise. Exits with 1 where a goal is missed.
"""

import json
import shutil
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Training" / "Numbers"))

import augment  # noqa: E402
import grammar  # noqa: E402
import sources  # noqa: E402

FOLDER = ROOT / ".data" / "numbers-in-noise"
PROGRAM = ROOT / ".build/release/playfield"
RATE = 16_000
GOALS = {None: 0.98, 20: 0.95, 10: 0.85}  # decibels of speech over babble: the part heard right
MINUTES = 10


def write(path, samples):
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(np.clip(np.round(samples * 32767), -32768, 32767).astype("<i2").tobytes())


def lay_out(lines, talk, decibels):
    """A data set of the lines' recordings with people talking beside them."""
    rng = np.random.default_rng([7, decibels or 0])
    folder = FOLDER / ("clean" if decibels is None else f"{decibels} dB")
    labels = []
    for index, line in enumerate(lines):
        pause = augment.silence(0.3)
        samples = np.concatenate([pause, sources.decoded(sources.SPEECH / line["file"]).astype(np.float32) / 32768, pause])
        if decibels is not None:
            other = augment.babble(len(samples), talk, rng)
            samples = samples + other * np.sqrt(augment.power(samples) / augment.power(other) * 10 ** (-decibels / 10))
        write(folder / f"{index:04}.wav", 0.5 * samples / np.abs(samples).max())
        labels.append(json.dumps({"file": f"{index:04}.wav", "words": line["words"], "speaker": line["speaker"]}))
    (folder / "labels.jsonl").write_text("\n".join(labels) + "\n")
    return folder


def numbers(command, *paths):
    """The lines that `playfield numbers` prints of files or folders."""
    run = subprocess.run([PROGRAM, "numbers", command, "--json", *paths], stdout=subprocess.PIPE, text=True, check=True)
    return [line for line in map(json.loads, run.stdout.splitlines()) if "done" not in line]


def as_a_whole(folder):
    """-> how many are heard correctly, as another number, as none"""
    rows = numbers("evaluate", folder)
    assert sum(row["clips"] for row in rows) == len((folder / "labels.jsonl").read_text().splitlines())
    return tuple(sum(row[key] for row in rows) for key in ("right", "another", "none"))


def streamed(folder, lines):
    """The same, where the first number that is heard in a recording counts."""
    files = [folder / f"{index:04}.wav" for index in range(len(lines))]
    first = {}
    for utterance in numbers("listen", *files):
        first[utterance["file"]] = first.get(utterance["file"]) or utterance["number"]
    heard = [first.get(str(file)) for file in files]
    said = [grammar.number(line["words"].split()) for line in lines]
    right = sum(number == wanted for number, wanted in zip(heard, said))
    none = sum(number is None and wanted is not None for number, wanted in zip(heard, said))
    return right, len(lines) - right - none, none


def noises():
    """By name, minutes of sound in which nobody speaks, as loud as a room may be."""
    rng = np.random.default_rng(11)
    length = 10 * RATE
    kinds = {
        "dice on a table": lambda: augment.rattle(length, rng),
        "hiss and hum of a room": lambda: augment.coloured(length, rng),
        "music": lambda: augment.hum(length, rng),
        "silence": lambda: augment.silence(10),
    }
    for name, make in kinds.items():
        pieces = []
        for _ in range(MINUTES * 6 if name == "dice on a table" else 12):
            piece = make()
            pieces.append(rng.uniform(0.05, 0.9) * piece / (np.abs(piece).max() + 1e-6))
        yield name, np.concatenate(pieces)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    lines = [line for line in sources.lines() if line["file"].startswith("numbers-evaluation/")]
    lines = [line for line in lines if line.get("kind") == "synthetic" and line["words"]]
    talk = [clip for clip in sources.people() if clip.set == "other-children" or len(clip.words) > 2]
    missed = []
    print("| people talking | heard | clips | right | another number | none | goal |\n|---|---|---|---|---|---|---|")
    for decibels, goal in GOALS.items():
        folder = lay_out(lines, talk, decibels)
        name = "none" if decibels is None else f"{decibels} dB below"
        for way, counts in (("as a whole", as_a_whole(folder)), ("streamed", streamed(folder, lines))):
            shares = " | ".join(f"{count / len(lines):.1%}" for count in counts)
            print(f"| {name} | {way} | {len(lines)} | {shares} | {goal:.0%} |", flush=True)
            if counts[0] < goal * len(lines):
                missed.append(f"{name}, {way}: {counts[0] / len(lines):.1%} right, goal {goal:.0%}")
    print("\n| nobody speaks | minutes | numbers heard, none allowed |\n|---|---|---|")
    for name, samples in noises():
        path = FOLDER / f"{name}.wav"
        write(path, samples)
        heard = [utterance["number"] for utterance in numbers("listen", path) if utterance["number"]]
        print(f"| {name} | {len(samples) / RATE / 60:.0f} | {len(heard)} |")
        if heard:
            missed.append(f"{name}: heard {', '.join(heard)}")
    for line in missed:
        print(f"MISSED: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
