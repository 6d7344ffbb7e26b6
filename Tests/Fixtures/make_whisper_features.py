"""Writes whisper-features.json: what Python makes of a sound with Whisper's encoder, for Swift to agree with.

    make voice
    .deps/training/bin/python Tests/Fixtures/make_whisper_features.py

The sound is made of tones that move as a vowel's formants do, from a seed, so that no recording is needed. With it come some frames of its
spectrogram, and some places of the features, by the weights of 8 bits in floats.
"""

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Training/Numbers"))
import encoder
import spectrogram

FRAMES = [0, 19, 20, 45, 70]
PLACES = [0, 12, 30, 51]
CHANNELS = 8  # one of this many


def sound(seed, seconds):
    """Whole numbers of 16 bits."""
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * spectrogram.RATE)) / spectrogram.RATE
    pitch = 2 * np.pi * np.cumsum(rng.uniform(100, 250) * (1 + 0.1 * np.sin(2 * np.pi * 2 * t))) / spectrogram.RATE
    centres = [c + d * np.sin(2 * np.pi * rng.uniform(1, 4) * t) for c, d in ((500, 250), (1500, 600), (2600, 300))]
    x = np.zeros_like(t)
    for k in range(1, 30):
        hertz = k * np.gradient(pitch, t) / (2 * np.pi)
        x += np.sin(k * pitch) * sum(np.exp(-(((hertz - c) / 150) ** 2)) for c in centres)
    x = x * np.sin(np.pi * t / seconds) + rng.normal(0, 0.01, len(t))
    return np.round(8000 * x / np.abs(x).max()).astype(int)


def main():
    samples = sound(1, 0.62)
    frames = spectrogram.spectrogram(spectrogram.utterance((samples / 32768).astype(np.float32)))
    features = encoder.Encoder(encoder.as_converted())(frames[None])[0]
    found = {
        "samples": samples.tolist(),
        "frames": {str(k): [round(float(v), 5) for v in frames[:, k]] for k in FRAMES},
        "features": {str(k): [round(float(v), 4) for v in features[::CHANNELS, k]] for k in PLACES},
    }
    file = Path(__file__).parent / "whisper-features.json"
    file.write_text(json.dumps(found) + "\n")
    print(f"wrote {file}, {file.stat().st_size / 1e3:.0f} kB; {frames.shape[1]} frames, {features.shape[1]} places")


if __name__ == "__main__":
    main()
