"""Writes Models/dice-int8.onnx or dice-portrait-int8.onnx: 8-bit weights and activations.

    python quantize.py dice [--pictures 200]
    python quantize.py portrait

Static quantization after training: activation ranges are read off views of the training pictures,
weights have a scale a channel (Jacob et al., 2018). The last layer stays in floating point, because
a box is read from the logarithm of its sides, and confidences from small differences of logits.
"""

import argparse

import cv2
import numpy as np
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
import onnx

import augment
from sources import PHOTO_SOURCES, RENDER_SOURCES, ROOT, load
from train_portraits import sit


class Views(CalibrationDataReader):
    """Training crops as the network's input: [1, 3, 256, 256], portraits [1, 3, 64, 64]."""

    def __init__(self, network, count):
        rng = np.random.default_rng(0)
        cv2.setNumThreads(1)
        pictures = [p for s in PHOTO_SOURCES + RENDER_SOURCES if (s.folder / "annotations.json").exists() for p in load(s)[:60]]
        chosen = (pictures[i] for i in rng.integers(len(pictures), size=count))
        if network == "portrait":
            self.views = (augment.photograph(portrait(p, rng), rng) for p in chosen if len(p.boxes))
        else:
            self.views = (augment.photograph(augment.crop(p, 256, rng)[0], rng) for p in chosen)

    def get_next(self):
        view = next(self.views, None)
        return None if view is None else {"image": np.float32(view.transpose(2, 0, 1)[None]) / 255}


def portrait(picture, rng):
    return sit(picture, picture.boxes[rng.integers(len(picture.boxes))], rng)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=["dice", "portrait"])
    parser.add_argument("--pictures", type=int, default=200)
    options = parser.parse_args()
    name = "dice" if options.network == "dice" else "dice-portrait"
    full = ROOT / "Models" / f"{name}.onnx"
    last = [n.name for n in onnx.load(full).graph.node if n.op_type == "Conv"][-1]
    quantize_static(
        full,
        ROOT / "Models" / f"{name}-int8.onnx",
        Views(options.network, options.pictures),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        reduce_range=True,  # processors without VNNI add two products in 16 bits, which overflow
        calibrate_method=CalibrationMethod.MinMax,
        nodes_to_exclude=[last],
    )


if __name__ == "__main__":
    main()
