"""Writes spoken-numbers.json: what Python makes of a few sounds and words, for Swift to agree with.

    .deps/training/bin/python Tests/Fixtures/make_spoken_numbers.py

Each sound is made of tones that move as a vowel's formants do, from a seed, so that no recording is
needed; its samples are whole numbers of 16 bits. With it come some frames of its spectrogram and the
probabilities by the ONNX file. The phrases are what `grammar.number` makes of words drawn at random.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Training/Numbers"))
import features
import grammar

FRAMES = [0, 7, 30]
MOMENTS = 12


def sound(seed, seconds):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * features.RATE)) / features.RATE
    pitch = 2 * np.pi * np.cumsum(rng.uniform(100, 250) * (1 + 0.1 * np.sin(2 * np.pi * 2 * t))) / features.RATE
    centres = [c + d * np.sin(2 * np.pi * rng.uniform(1, 4) * t) for c, d in ((500, 250), (1500, 600), (2600, 300))]
    x = np.zeros_like(t)
    for k in range(1, 30):
        hertz = k * np.gradient(pitch, t) / (2 * np.pi)
        x += np.sin(k * pitch) * sum(np.exp(-(((hertz - c) / 150) ** 2)) for c in centres)
    x = x * np.sin(np.pi * t / seconds) + rng.normal(0, 0.01, len(t))
    return np.round(8000 * x / np.abs(x).max()).astype(int)


def main():
    session = onnxruntime.InferenceSession(str(ROOT / "Models/numbers.onnx"), providers=["CPUExecutionProvider"])
    sounds = []
    for seed, seconds in ((1, 0.62), (2, 0.35)):
        samples = sound(seed, seconds)
        spectrogram = features.features((samples / 32768).astype(np.float32)).numpy()
        levelled = features.levelled(torch.from_numpy(spectrogram)).numpy()
        padded = np.pad(levelled, ((0, 0), (0, -spectrogram.shape[1] % 32)))
        logits = session.run(None, {"sound": padded[None, None]})[0][0, :, 0].T[: -(-spectrogram.shape[1] // 4)]
        powers = np.exp(logits - logits.max(1, keepdims=True))
        sounds.append(
            {
                "samples": samples.tolist(),
                "frames": {str(k): [round(float(v), 5) for v in spectrogram[:, k]] for k in FRAMES if k < spectrogram.shape[1]},
                "probabilities": [[round(float(p), 6) for p in row] for row in (powers / powers.sum(1, keepdims=True))[:MOMENTS]],
            }
        )
    rng = np.random.default_rng(5)
    phrases = {}
    while len(phrases) < 250:
        words = grammar.phrase(rng)
        if rng.random() < 0.7:  # Most of what is changed is no number.
            words = list(words)
            words.insert(rng.integers(len(words) + 1), grammar.WORDS[rng.integers(len(grammar.WORDS))])
        phrases[" ".join(words)] = grammar.number(words)
    file = Path(__file__).parent / "spoken-numbers.json"
    file.write_text(json.dumps({"sounds": sounds, "phrases": phrases}) + "\n")
    print(f"wrote {file}, {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
