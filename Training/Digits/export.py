"""Writes a checkpoint as Models/digits.onnx (OpenVINO) and Models/digits.safetensors (the browser).

    python export.py ../../.checkpoints/digits.pt [--out ../../Models]

Batch normalization is folded into the convolutions, and a temperature (Guo et al., "On Calibration of
Modern Neural Networks", 2017) into the last layer: the one with which the network's confidences come
true on pictures that it was not trained on.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

import picture
import pool
import sources
import train
from model import DigitNet


def folded(model):
    """The model in evaluation mode, with every batch normalization inside its convolution."""
    model.eval()
    for index, (conv, norm, relu) in enumerate(model.features):
        model.features[index] = nn.Sequential(fuse_conv_bn_eval(conv, norm), nn.Identity(), relu)
    return model


def tuning_pictures():
    """What temperature is tuned on: MNIST's held-out pictures, held-out writers' digits by other hands
    and as they are, and ink of theirs that is no digit."""
    mnist, labels = (a[-train.TUNING :] for a in sources.mnist("train"))
    inks = pool.held_out_ink()
    drawn, classes = pool.drawn(inks, 3000, 1000, seed=2)
    plain = np.array([picture.draw(ink.strokes) for ink in inks])
    return np.concatenate([mnist, drawn, plain]), np.concatenate([labels, classes, [int(i.label) for i in inks]])


def temperature(model):
    pictures, classes = tuning_pictures()
    logits, classes = train.logits(model, pictures), torch.from_numpy(classes)
    candidates = torch.linspace(0.5, 2.5, 81)
    losses = torch.stack([F.cross_entropy(logits / t, classes) for t in candidates])
    return candidates[losses.argmin()].item()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, default=sources.ROOT / "Models")
    options = parser.parse_args()

    model = DigitNet()
    model.load_state_dict(torch.load(options.checkpoint, map_location="cpu"))
    model = folded(model)
    t = temperature(model)
    with torch.no_grad():
        model.head.weight /= t
        model.head.bias /= t
    tensors = {}
    for name, value in model.state_dict().items():
        parts = name.split(".")  # features.3.0.weight -> features.3.weight: nothing else is left in a block
        tensors[".".join(p for k, p in enumerate(parts) if not (k == 2 and parts[0] == "features"))] = value.contiguous()
    options.out.mkdir(parents=True, exist_ok=True)
    save_file(tensors, options.out / "digits.safetensors")
    torch.onnx.export(
        model,
        (torch.zeros(1, 1, 28, 28),),
        options.out / "digits.onnx",
        input_names=["picture"],
        output_names=["scores"],
        dynamic_axes={"picture": {0: "count"}, "scores": {0: "count"}},
        opset_version=13,
        dynamo=False,
    )
    print(f"temperature {t:.3f}; wrote {options.out}/digits.onnx and digits.safetensors")


if __name__ == "__main__":
    main()
