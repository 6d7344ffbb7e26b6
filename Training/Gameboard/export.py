"""Writes the checkpoints as Models/gameboard.onnx and Models/gameboard-fit.onnx, and as safetensors.

    python export.py [--out ../../Models]

Batch normalization is folded into the convolutions. In the ONNX files the finder's logit becomes a probability, and the
fitter's maps become places; the safetensors hold the weights alone, rounded to 16 bits.
"""

import argparse
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import pictures
from model import FIT_HEIGHT, FIT_WIDTH, Finder, Fitter

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.loop import CHECKPOINTS


def fold(module):
    """Replaces every convolution and its normalization by one convolution."""
    for name, child in module.named_children():
        if isinstance(child, nn.Sequential) and len(child) == 3 and isinstance(child[1], nn.BatchNorm2d):
            setattr(module, name, nn.Sequential(fuse_conv_bn_eval(child[0], child[1]), child[2]))
        else:
            fold(child)
    return module


class Likely(nn.Module):
    def __init__(self, finder):
        super().__init__()
        self.finder = finder

    def forward(self, picture):
        cells = self.finder(picture)
        return torch.cat([torch.sigmoid(cells[:, :1]), cells[:, 1:]], 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=pictures.ROOT / "Models")
    options = parser.parse_args()
    networks = [
        ("finder", Finder(), Likely, (1, 3, 256, 320), "gameboard.onnx", {"picture": {2: "height", 3: "width"}, "cells": {2: "rows", 3: "columns"}}, "cells"),
        ("fitter", Fitter(), lambda fitter: fitter, (1, 3, FIT_HEIGHT, FIT_WIDTH), "gameboard-fit.onnx", None, "fit"),
    ]
    for name, model, wrapped, shape, file, axes, output in networks:
        model.load_state_dict(torch.load(CHECKPOINTS / f"gameboard-{name}.pt", map_location="cpu"))
        model = fold(model.eval())
        weights = {name: value.half().contiguous() for name, value in model.state_dict().items()}
        save_file(weights, (options.out / file).with_suffix(".safetensors"))
        model = wrapped(model).eval()
        torch.onnx.export(
            model, (torch.zeros(shape),), options.out / file, input_names=["picture"], output_names=[output],
            dynamic_axes=axes, opset_version=13, dynamo=False,
        )
        print(f"{file}: {sum(p.numel() for p in model.parameters()):,} parameters, {(options.out / file).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
