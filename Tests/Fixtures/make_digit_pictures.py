#!/usr/bin/env python3
"""Writes digit-pictures.json: single digits of Samples/numbers.jsonl and the pictures that training
draws of them, with what Models/digits.onnx says of each, so that tests can hold the drawing and the
network in Swift to them. To be run after each export.

    .deps/training/bin/python Tests/Fixtures/make_digit_pictures.py
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Training" / "Digits"))

import picture  # noqa: E402
from sources import normalized  # noqa: E402


def main():
    lines = [json.loads(line) for line in (ROOT / "Samples" / "numbers.jsonl").read_text().splitlines()]
    by_label = {line["label"]: line["strokes"] for line in lines}
    chosen = {
        "a seven of two strokes": by_label["7"],
        "a nine, high and narrow": by_label["19"][1:],
        "two digits, wide": by_label["90"],
        "a tap": [[[5, 5]]],
    }
    network = onnxruntime.InferenceSession(ROOT / "Models" / "digits.onnx")
    cases = []
    for name, strokes in chosen.items():
        for pen in (1.2, picture.PEN, 4.0):
            pixels = picture.draw(normalized([np.array(s, np.float32) for s in strokes]), pen)
            logits = network.run(None, {"picture": pixels[None, None].astype(np.float32) / 255})[0][0]
            cases.append(
                {
                    "name": name,
                    "strokes": strokes,
                    "pen": pen,
                    "pixels": pixels.flatten().tolist(),
                    "logits": [round(float(logit), 5) for logit in logits],
                }
            )
    (Path(__file__).parent / "digit-pictures.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
