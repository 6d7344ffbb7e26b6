"""Writes a checkpoint as Models/throw-style.onnx, and its weights, rounded to 16 bits, as throw-style.safetensors.

    python export.py ../../.checkpoints/throw-style.pt --temperature 1.3 [--out ../../Models]

Batch normalization is folded into the convolutions. The temperature (Guo et al., "On Calibration of
Modern Neural Networks", 2017) divides the scores: cross_validate.py prints the one with which
confidences come true on sequences that were not trained on.
"""

import argparse
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import sources
import verdict
from model import StyleNet, Symmetric
from windows import LENGTH


def folded(net):
    """The network in evaluation mode, with every batch normalization inside its convolution."""
    net.eval()
    for index, (conv, norm, relu) in enumerate(net.features):
        net.features[index] = nn.Sequential(fuse_conv_bn_eval(conv, norm), nn.Identity(), relu)
    return net


def write(checkpoint, temperature, file):
    net = StyleNet()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    net = folded(net)
    with torch.no_grad():
        net.head.bias[sources.NONE] += verdict.CAUTION
        net.head.weight /= temperature
        net.head.bias /= temperature
    # A sequence is a plane of one row: outputs, inputs, rows, columns.
    planes = {k: v[:, :, None] if v.dim() == 3 else v for k, v in net.state_dict().items()}
    save_file({k: v.half().contiguous() for k, v in planes.items()}, file.with_suffix(".safetensors"))
    torch.onnx.export(
        Symmetric(net),
        (torch.zeros(1, 39, LENGTH),),
        file,
        input_names=["motion"],
        output_names=["scores"],
        opset_version=13,
        dynamo=False,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=sources.ROOT / "Models")
    options = parser.parse_args()
    file = options.out / "throw-style.onnx"
    write(options.checkpoint, options.temperature, file)
    print(f"wrote {file}, {file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
