#!/usr/bin/env python3
"""Takes the encoder out of Whisper tiny for English, in weights of 8 bits.

    Scripts/convert-voice.py MODEL.BIN OUT.SAFETENSORS

MODEL.BIN is CTranslate2's file, by its hash: wherever it comes from, it is the one that
`Scripts/voice-requirements.txt` names. OUT is for `WhisperEncoder`: each matrix in whole numbers of 8 bits,
rounded row by row to multiples of a step, `NAME.step`, of which the largest magnitude is 127; biases and
normalizations in 16 bits as they were. Positions are computed, so that they are left out. Nothing but Python is needed.
"""

import hashlib
import json
import struct
import sys
from pathlib import Path

import ctranslate2_file

SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
LAYERS = 4
LARGEST = 127
LAYER_NAMES = {
    "self_attention/layer_norm": "attention.norm",
    "self_attention/linear_0": "attention.input",
    "self_attention/linear_1": "attention.output",
    "ffn/layer_norm": "mlp.norm",
    "ffn/linear_0": "mlp.input",
    "ffn/linear_1": "mlp.output",
}
# Ours by theirs.
NAMES = {"conv1": "conv1", "conv2": "conv2", "layer_norm": "norm"} | {
    f"layer_{layer}/{theirs}": f"layers.{layer}.{ours}"
    for layer in range(LAYERS)
    for theirs, ours in LAYER_NAMES.items()
}


def encoder(path):
    """The encoder's tensors by our names, as extents and numbers; ends the program where the file is another."""
    if not path.is_file():
        sys.exit(f"There is no {path}; 'make voice' fetches it.")
    data = path.read_bytes()
    if (found := hashlib.sha256(data).hexdigest()) != SHA256:
        sys.exit(f"{path} is not the model that was converted and measured: its SHA-256 is {found}, not {SHA256}.")
    _, tensors = ctranslate2_file.tensors(data, "encoder/")
    named = {}
    for theirs, ours in NAMES.items():
        for kinds in (("weight", "gamma"), ("bias", "beta")):
            found = [tensors[f"encoder/{theirs}/{kind}"] for kind in kinds if f"encoder/{theirs}/{kind}" in tensors]
            named[f"{ours}.{kinds[0]}"] = found[0]
    return named


def rounded(shape, numbers):
    """A matrix, or a convolution's kernels, in whole numbers, and the step of each row."""
    size = len(numbers) // shape[0]
    whole, steps = [], []
    for start in range(0, len(numbers), size):
        row = numbers[start : start + size]
        step = max(max(row), -min(row)) / LARGEST
        steps.append(step)
        whole += [round(number / step) for number in row] if step else [0] * size
    return whole, steps


def converted(tensors):
    """By name the type, the extents and the bytes of what is written."""
    out = {}
    for name, (shape, numbers) in tensors.items():
        if len(shape) == 1:
            out[name] = "F16", shape, struct.pack(f"<{len(numbers)}e", *numbers)
            continue
        whole, steps = rounded(shape, numbers)
        # A sequence is a plane of one row: outputs, inputs, rows, columns.
        plane = [*shape[:2], 1, *(shape[2:] or [1])]
        out[name] = "I8", plane, struct.pack(f"<{len(whole)}b", *whole)
        out[name.removesuffix("weight") + "step"] = "F32", shape[:1], struct.pack(f"<{len(steps)}f", *steps)
    return out


def safetensors(tensors):
    header, place = {}, 0
    for name, (kind, shape, data) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [place, place + len(data)]}
        place += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + b"".join(data for _, _, data in tensors.values())


def main():
    source, target = map(Path, sys.argv[1:])
    data = safetensors(converted(encoder(source)))
    part = target.with_suffix(".part")
    part.write_bytes(data)
    part.rename(target)
    print(f"wrote {target}, {len(data) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
