#!/usr/bin/env python3
"""Writes throw-motions.jsonl: synthesised sequences as the program reads them, each with the first and
the last window that training makes of it and with what Models/throw-style.onnx says of it, so that tests
can hold Swift to them. To be run after each export.

    .deps/training/bin/python Tests/Fixtures/make_throw_motions.py
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Training" / "ThrowStyle"))

import sources  # noqa: E402
import synthesis  # noqa: E402
import verdict  # noqa: E402
import windows  # noqa: E402


def rounded(window):
    return [round(float(v), 4) for v in window.flatten()]


def main():
    network = onnxruntime.InferenceSession(ROOT / "Models" / "throw-style.onnx")

    def model(motion):
        return torch.from_numpy(np.concatenate([network.run(None, {"motion": m[None]})[0] for m in motion.numpy()]))

    rng = np.random.default_rng(2026)
    lines = []
    for k in range(8):
        fps = [30, 15, 60, 24][k // 2]
        made = synthesis.sequence(rng, k % 4, f"made-{k:02}")
        line = synthesis.as_line(made, rng, fps, 0.02)
        if k == 5:  # No legs in sight.
            line["names"] = line["names"][:9]
            line["frames"] = [frame[:9] for frame in line["frames"]]
        poses = sources.poses(line["frames"], line["names"])
        shown = windows.of_sequence(poses, line["fps"], verdict.STEP)
        line["windows"] = [rounded(shown[0]), rounded(shown[-1])] if k in (0, 3, 5) else []
        line["count"] = len(shown)
        probabilities = verdict.joined(model(shown).softmax(-1).numpy())
        line["probabilities"] = [round(float(p), 4) for p in probabilities]
        lines.append(json.dumps(line))
    (ROOT / "Tests" / "Fixtures" / "throw-motions.jsonl").write_text("\n".join(lines) + "\n")
    answers = [sources.CLASSES[int(np.argmax(json.loads(line)["probabilities"]))] for line in lines]
    print(f"{sum(t == sources.CLASSES[k % 4] for k, t in enumerate(answers))} of {len(answers)} are right: {answers}")


if __name__ == "__main__":
    main()
