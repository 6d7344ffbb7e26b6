"""Writes a checkpoint as Models/dice.onnx (OpenVINO) and Models/dice.safetensors (the browser).

    python export.py ../../.checkpoints/dice.pt --threshold 0.48 [--out ../../Models]

Batch normalization is folded into the convolutions first, so that both files hold the same numbers.
A network trained with the focal loss is unsure of everything: the best threshold on photographs is
moved to 0.2, the requests' default, by a shift of the class logits.
"""

import argparse
import math
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import CLASSES, Conv, DiceNet

ROOT = Path(__file__).resolve().parents[2]


def folded(model):
    """The model in evaluation mode, with every batch normalization inside its convolution."""
    model.eval()
    for module in model.modules():
        if isinstance(module, Conv):
            module[0], module[1] = fuse_conv_bn_eval(module[0], module[1]), nn.Identity()
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path, nargs="?", help="absent: an untrained network, for tests of shapes")
    parser.add_argument("--threshold", type=float, default=0.2, help="the confidence that is to become 0.2")
    parser.add_argument("--out", type=Path, default=ROOT / "Models")
    options = parser.parse_args()

    model = DiceNet()
    if options.checkpoint:
        model.load_state_dict(torch.load(options.checkpoint, map_location="cpu")["model"])
    model = folded(model)
    with torch.no_grad():
        model.head[-1].bias[:CLASSES] += math.log(0.2 / 0.8) - math.log(options.threshold / (1 - options.threshold))
    options.out.mkdir(parents=True, exist_ok=True)
    save_file({k: v.contiguous() for k, v in model.state_dict().items()}, options.out / "dice.safetensors")
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, 240, 320),),
        options.out / "dice.onnx",
        input_names=["image"],
        output_names=["cells"],
        dynamic_axes={"image": {2: "height", 3: "width"}, "cells": {2: "rows", 3: "columns"}},
        opset_version=13,
        dynamo=False,
    )
    print(f"wrote {options.out}/dice.onnx and dice.safetensors")


if __name__ == "__main__":
    main()
