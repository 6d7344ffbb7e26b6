"""Compares Whisper's encoder in our runtime's integers with the same in floats, on people's recordings.

    make voice
    swift build -c release --product EncoderComparison
    python train.py
    python compare_encoder.py [--clips 100] [--name numbers-1] [--fold 0]

Recordings of the fold's speakers, who were left out of the head's training, evenly spread. Goals: the same number in
99 of 100, and probabilities within 0.02 of those in floats; with weights of 8 bits on both sides, and also with the
weights as they were published, where only the number has to be the same. Exits with 1 where a goal is missed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

import encoder
import grammar
import head
import sources
import spectrogram
import train
from common.loop import CHECKPOINTS

PROGRAM = sources.ROOT / ".build" / "release" / "EncoderComparison"
SAME = 0.99
DIFFERENCE = 0.02


@torch.no_grad()
def lay_out(folder, clips, network, model):
    for index, clip in enumerate(clips):
        sound = spectrogram.utterance(clip.samples.astype(np.float32) / 32768)
        features = network(spectrogram.spectrogram(sound)[None])
        words = model(features)[0].softmax(0)
        for kind, numbers in (("sound", sound), ("features", features[0].T.numpy()), ("words", words.T.numpy())):
            numbers.astype("<f4").tofile(folder / f"{index:03}.{kind}")


def compared(folder, path):
    command = [PROGRAM, encoder.VOICE / "whisper-encoder.safetensors", path, folder]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def report(name, rows, clips):
    """Prints the figures -> how many numbers are the same, and the largest differences of probabilities."""
    same = sum(row.get("number") == row.get("reference") for row in rows)
    said = [grammar.number(clip.words) for clip in clips]
    right = [sum(row.get(key) == number for row, number in zip(rows, said)) for key in ("number", "reference")]
    parts = np.array([row["partDifference"] for row in rows])
    numbers = np.array([row["numberDifference"] for row in rows])
    errors = np.array([row["featureError"] for row in rows])
    print(f"{name}: the same number in {same} of {len(rows)} (right: {right[0]} in integers, {right[1]} in floats)")
    for what, values in (("parts of words", parts), ("numbers", numbers)):
        print(f"  probabilities of {what}: largest difference {values.max():.4f}, 95 % below {np.quantile(values, 0.95):.4f}, median {np.median(values):.5f}")
    print(f"  features: error of {np.median(errors):.2%} in the median, {errors.max():.2%} at most")
    return same, parts.max(), numbers.max()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=int, default=100)
    parser.add_argument("--name", default="numbers-1", help="of the head")
    parser.add_argument("--fold", type=int, default=0)
    options = parser.parse_args()

    torch.set_num_threads(1)
    checkpoint = CHECKPOINTS / f"{options.name}.pt"
    for path, made_by in ((PROGRAM, "swift build -c release --product EncoderComparison"), (checkpoint, "train.py")):
        if not path.exists():
            sys.exit(f"There is no {path}; '{made_by}' makes it.")
    model = head.Head()
    model.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    model.eval()
    clips = train.left_out(options.fold)
    clips = [clips[k * len(clips) // options.clips] for k in range(options.clips)]
    missed = []
    for name, weights in (("8 bits", encoder.as_converted()), ("as published", encoder.as_published())):
        with tempfile.TemporaryDirectory() as folder:
            lay_out(Path(folder), clips, encoder.Encoder(weights), model)
            save_file(head.folded(model), f"{folder}/head.safetensors")
            rows = compared(Path(folder), f"{folder}/head.safetensors")
        same, *differences = report(name, rows, clips)
        if same < SAME * len(clips):
            missed.append(f"{name}: the same number in {same}, goal {SAME * len(clips):.0f}")
        if name == "8 bits" and max(differences) > DIFFERENCE:
            missed.append(f"{name}: probabilities differ by {max(differences):.4f}, goal {DIFFERENCE}")
    times = np.array([row["milliseconds"] for row in rows])
    seconds = np.array([row["seconds"] for row in rows])
    rate = np.array([row["operations"] for row in rows]) / times[:, 1] / 1e6
    spectrum, encoding, heads = (1000 * (times / seconds[:, None]).mean(0)).round(1) / 1000
    print(f"a second of sound: spectrogram {spectrum:.1f} ms, encoder {encoding:.1f} ms ({np.median(rate):.0f} GFLOP/s), head {heads:.1f} ms")
    for line in missed:
        print(f"MISSED: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
