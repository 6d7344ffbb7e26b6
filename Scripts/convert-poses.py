#!/usr/bin/env python3
"""Writes MediaPipe's two pose networks in the form that our own runtime reads.

    Scripts/convert-poses.py FOLDER

FOLDER holds `pose_detection.tflite` and `pose_landmark_full.tflite`, by their hashes, and gets
`pose-detection.safetensors.z` and `pose-landmarks.safetensors.z`: each layer's weights in floats of 16 bits, as the
files have them, outputs first, deflated as a whole (zlib, RFC 1950). Layers are named as `PoseDetectionNetwork` and
`PoseLandmarksNetwork` name them; of the landmarks' network those that only the silhouette and the landmarks in metres
need are left out. Nothing but Python is needed.
"""

import hashlib
import json
import struct
import sys
import zlib
from pathlib import Path

import tflite_file


def blocks(*numbers):
    """The layers of inverted residual blocks: more channels, each by itself, fewer."""
    return [f"blocks.{number}.{part}" for number in numbers for part in ("expand", "depthwise", "project")]


def pair(name):
    return [f"{name}.depthwise", f"{name}.project"]


def skipping(number, skip):
    """Such a block, with a way from its input to later layers."""
    expand, *rest = blocks(number)
    return [expand, *pair(skip), *rest]


def pairs(name, count):
    return [part for number in range(count) for part in pair(f"{name}.{number}")]


STEM = ["stem", *pair("stem")]
# In the order of the file; None for what is left out.
DETECTION = [
    *STEM, *blocks(0, 1, 2, 3), *skipping(4, "skips.0"), *blocks(5, 6, 7, 8, 9), *skipping(10, "skips.1"),
    *blocks(11, 12, 13), "blocks.14.expand", "blocks.14.depthwise",
    "up.1", *pairs("refine.1", 2), "up.0", *pairs("refine.0", 2),
    *(part for head in (0, 1, 2) for kind in ("scores", "boxes") for part in pair(f"heads.{head}.{kind}")),
]  # fmt: skip
LANDMARKS = [
    *STEM, "blocks.0.expand", None, None, "blocks.0.depthwise", "blocks.0.project",
    *blocks(1), *skipping(2, "skips.0"), *blocks(3), *skipping(4, "skips.1"), *blocks(5, 6, 7, 8, 9),
    *skipping(10, "skips.2"), *blocks(11, 12, 13), "blocks.14.expand", "blocks.14.depthwise",
    *pair("top"), *[None] * 11, "heat",
    *pair("values"), *pair("down.0"), *pairs("refine.0", 4), *pair("down.1"),
    *pairs("refine.1", 5), "values", None, "confidence",
]  # fmt: skip
NETWORKS = {
    "pose_detection.tflite": (
        "pose-detection", DETECTION, "9ba9dd3d42efaaba86b4ff0122b06f29c4122e756b329d89dca1e297fd8f866c"),
    "pose_landmark_full.tflite": (
        "pose-landmarks", LANDMARKS, "e9a5c5cb17f736fafd4c2ec1da3b3d331d6edbe8a0d32395855aeb2cdfd64b9f"),
}  # fmt: skip


def outputs_first(shape, numbers):
    """TensorFlow's `[outputs, rows, columns, inputs]` as `[outputs, inputs, rows, columns]`."""
    outputs, rows, columns, inputs = shape
    size = rows * columns * inputs
    return [outputs, inputs, rows, columns], [
        numbers[output * size + place * inputs + channel]
        for output in range(outputs) for channel in range(inputs) for place in range(rows * columns)
    ]  # fmt: skip


def channels_first(shape, numbers):
    """TensorFlow's `[1, rows, columns, channels]` as `[channels, 1, rows, columns]`."""
    _, rows, columns, channels = shape
    places = rows * columns
    return [channels, 1, rows, columns], [
        numbers[place * channels + channel] for channel in range(channels) for place in range(places)
    ]


def tensors(network, names):
    """By name, the extents and the numbers of all layers that have weights."""
    layers = [layer for layer in network.layers if layer.operation in ("convolution", "depthwise")]
    if len(layers) != len(names):
        raise ValueError(f"the file has {len(layers)} layers with weights, not {len(names)}")
    found = {}
    for layer, name in zip(layers, names):
        if name is None:
            continue
        _, weight, bias = layer.inputs
        turned = outputs_first if layer.operation == "convolution" else channels_first
        found[f"{name}.weight"] = turned(network.shape(weight), network.values(weight))
        found[f"{name}.bias"] = network.shape(bias), network.values(bias)
    return found


def safetensors(tensors):
    header, data = {}, b""
    for name, (shape, numbers) in tensors.items():
        part = struct.pack(f"<{len(numbers)}e", *numbers)
        header[name] = {"dtype": "F16", "shape": shape, "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + data


def convert(source, target, names, sha256):
    data = source.read_bytes()
    if (found := hashlib.sha256(data).hexdigest()) != sha256:
        sys.exit(f"{source} is not the network that was converted and measured: its SHA-256 is {found}, not {sha256}.")
    whole = safetensors(tensors(tflite_file.Network(data), names))
    part = target.with_suffix(".part")
    part.write_bytes(zlib.compress(whole, 9))
    print(f"wrote {target.name}: {len(whole) / 1e6:.2f} MB, deflated {part.stat().st_size / 1e6:.2f} MB")
    part.rename(target)


def main():
    folder = Path(sys.argv[1])
    for file, (name, names, sha256) in NETWORKS.items():
        convert(folder / file, folder / f"{name}.safetensors.z", names, sha256)


if __name__ == "__main__":
    main()
