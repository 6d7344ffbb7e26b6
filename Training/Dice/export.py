"""Writes a checkpoint for OpenVINO (ONNX) and for the browser (safetensors).

    python export.py dice ../../.checkpoints/dice.pt --threshold 0.48 [--out ../../Models]
    python export.py portrait ../../.checkpoints/portrait.pt --threshold 0.5
    python export.py tops ../../.checkpoints/tops.pt
    python export.py dice ../../.checkpoints/next.pt --threshold 0.48 --mean-with ../../Models/dice.safetensors
    python export.py portrait ../../.checkpoints/next.pt --threshold 0.9 --mean-with ../../Models/dice-portrait.safetensors

Writes dice.onnx and dice.safetensors; or dice-portrait, or dice-tops, in both forms. Batch
normalization is folded into the convolutions first, and the weights are rounded to the 16 bits that
the page loads, so that both files hold the same numbers. The best threshold on photographs is moved
to 0.2, the requests' default, by a shift of the class logits.

`--mean-with` averages the weights with those of a network that was exported before, of which this one's
training was a continuation: Wortsman et al., "Model soups" (2022), arXiv:2203.05482. The shifts of both are
averaged, too: 0.9 here and 0.5 there make the mean's threshold 0.75, the mean of their logits.
"""

import argparse
import math
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import CLASSES, Conv, DiceNet
from portrait_model import SIDE, PortraitNet
from top_model import TopNet

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
    parser.add_argument("network", choices=["dice", "portrait", "tops"])
    parser.add_argument("checkpoint", type=Path, nargs="?", help="absent: an untrained network, for tests of shapes")
    parser.add_argument("--threshold", type=float, default=0.2, help="the confidence that is to become 0.2")
    parser.add_argument("--mean-with", type=Path, help="an exported network (safetensors)")
    parser.add_argument("--out", type=Path, default=ROOT / "Models")
    options = parser.parse_args()

    model = {"dice": DiceNet, "portrait": PortraitNet, "tops": TopNet}[options.network]()
    if options.checkpoint:
        model.load_state_dict(torch.load(options.checkpoint, map_location="cpu"))
    model = folded(model)
    shift = math.log(0.2 / 0.8) - math.log(options.threshold / (1 - options.threshold))
    with torch.no_grad():
        if options.network == "dice":
            model.head[-1].bias[:CLASSES] += shift
        elif options.network == "portrait":  # against no pip die
            model.answer.bias[1:] += shift
    if options.mean_with:
        other = load_file(options.mean_with)
        model.load_state_dict({k: (v + other[k].float()) / 2 for k, v in model.state_dict().items()})
    model = model.half().float()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.network == "dice":
        name, example, output = "dice", torch.zeros(1, 3, 240, 320), "cells"
        axes = {"image": {2: "height", 3: "width"}, "cells": {2: "rows", 3: "columns"}}
    else:
        name, output = {"portrait": ("dice-portrait", "values"), "tops": ("dice-tops", "top")}[options.network]
        example, axes = torch.zeros(1, 3, SIDE, SIDE), None
    save_file({k: v.half().contiguous() for k, v in model.state_dict().items()}, options.out / f"{name}.safetensors")
    torch.onnx.export(
        model,
        (example,),
        options.out / f"{name}.onnx",
        input_names=["image"],
        output_names=[output],
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
    print(f"wrote {options.out}/{name}.onnx and {name}.safetensors")


if __name__ == "__main__":
    main()
