"""Writes whisper-features.json: what Python makes of a sound with Whisper's encoder, for Swift to agree with.

    make voice
    .deps/training/bin/python Tests/Fixtures/make_whisper_features.py

The sound is one of `make_spoken_numbers.py`, made of tones, so that no recording is needed. With it come some frames of its
spectrogram, and some places of the features, by the weights of 8 bits in floats.
"""

import json
import sys
from pathlib import Path

import numpy as np

from make_spoken_numbers import sound

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Training/Numbers"))
import encoder
import spectrogram

FRAMES = [0, 19, 20, 45, 70]
PLACES = [0, 12, 30, 51]
CHANNELS = 8  # one of this many


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
