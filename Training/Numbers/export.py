"""Writes a checkpoint as Models/numbers.onnx (OpenVINO) and Models/numbers.safetensors (our own runtime).

    python export.py ../../.checkpoints/numbers.pt [--fold 0] [--out ../../Models]

Batch normalization is folded into the convolutions, and a temperature (Guo et al., "On Calibration of
Modern Neural Networks", 2017) into the last layer: the one with which the words of the fold's speakers,
who were left out of training, are likeliest. Before it other words and the blank are made less likely, both of which
training gives more often than people do, as far as the fold's speakers are then heard best, and either no more of
their sentences are taken for numbers or no more than 2 %. The safetensors file holds numbers of 16 bits.
"""

import argparse
import itertools
import math
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_conv_bn_eval

import features
import grammar
import sources
import train
from model import NumberNet

TAKEN_FOR_NUMBERS = 0.02  # of the sentences at most, unless it is more before classes are weighed


def folded(model):
    """The model in evaluation mode, with every batch normalization inside its convolution."""
    model.eval()

    def fold(block):
        return nn.Sequential(fuse_conv_bn_eval(block[0], block[1]), nn.Identity(), block[2])

    model.picture = nn.Sequential(*map(fold, model.picture))
    model.bands = fold(model.bands)
    model.blocks = nn.ModuleList(map(fold, model.blocks))
    return model


@torch.no_grad()
def equalize(model, clips):
    """Brings the channels of every feature map nearer to one size, without changing what the network answers:
    our own runtime rounds a map's numbers in one unit, so that small channels would lose most.

    A channel may be scaled where a layer makes it, and back where the next one takes it, since ReLU keeps scale
    (Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias Correction", 2019). The maps
    between the blocks are added to one another, and share their scales.
    """
    maxima = {}

    def note(name):
        def hook(_, __, output):
            largest = output.amax(dim=(0, 2, 3))
            maxima[name] = torch.maximum(maxima.get(name, largest), largest)

        return hook

    hooks = [model.picture[0].register_forward_hook(note("first")), model.picture[1].register_forward_hook(note("second"))]
    for layer in [*model.blocks, model.head]:
        hooks.append(layer.register_forward_pre_hook(lambda _, inputs: note("stream")(None, None, inputs[0])))
    for clip in clips:
        model(train.padded([features.levelled(features.features(clip.samples.astype(np.float32) / 32768))])[0])
    for hook in hooks:
        hook.remove()
    # Not wholly, so that the weights stay of one size as well; in the fixtures' sounds a square root leaves 3.5 times
    # the error.
    scales = {name: (values.clamp(min=values.max() / 1000) / values.max()) ** -0.75 for name, values in maxima.items()}

    def scale(convolution, taken=None, made=None):
        if taken is not None:
            convolution.weight /= taken[None, :, None, None]
        if made is not None:
            convolution.weight *= made[:, None, None, None]
            convolution.bias *= made

    scale(model.picture[0][0], made=scales["first"])
    scale(model.picture[1][0], scales["first"], scales["second"])
    scale(model.bands[0], scales["second"], scales["stream"])
    for block in model.blocks:
        scale(block[0], scales["stream"], scales["stream"])
    scale(model.head, scales["stream"])


def named(state):
    """picture.0.0.weight -> picture.0.weight, bands.0.weight -> bands.weight: nothing else is left in a block."""
    tensors = {}
    for name, value in state.items():
        parts = name.split(".")
        if parts[0] != "head":
            del parts[-2]
        tensors[".".join(parts)] = value.half().contiguous()
    return tensors


@torch.no_grad()
def temperature(model, clips):
    outputs = []
    for clip in clips:
        margin = np.zeros(features.RATE // 5, np.float32)
        x, _ = train.padded([features.levelled(features.features(np.concatenate([margin, clip.samples.astype(np.float32) / 32768, margin])))])
        outputs.append((model(x)[0, :, 0].T, clip.target))
    candidates = torch.linspace(0.6, 2.5, 39)

    def loss(t):
        losses = [
            F.ctc_loss((o / t).log_softmax(1)[:, None], torch.tensor([k]), (len(o),), (len(k),), blank=grammar.BLANK, reduction="sum")
            for o, k in outputs
            if len(o) > 2 * len(k)
        ]
        return sum(losses).item()

    return min(candidates.tolist(), key=loss)


@torch.no_grad()
def weigh_classes(model, clips):
    """Takes from the logits of other words and of the blank what makes most of the clips right.

    -> how much of each
    """
    bias = model.head.bias.clone()
    sentences = sum(1 for clip in clips if not grammar.number(clip.words))
    best, limit = None, math.ceil((1 - TAKEN_FOR_NUMBERS) * sentences)
    for other, blank in itertools.product((0, 1, 1.5, 2, 2.5), (0, 0.5, 1, 1.5)):
        model.head.bias.copy_(bias)
        model.head.bias[grammar.OTHER] -= other
        model.head.bias[grammar.BLANK] -= blank
        counts = train.verdicts(model, clips)
        refused = sum(right for name, (_, right, _, _) in counts.items() if name.endswith("no number"))
        right = sum(right for _, right, _, _ in counts.values()) - refused
        if best is None:
            limit = min(limit, refused)
        if refused >= limit and (best is None or right > best[0]):
            best = right, other, blank
    model.head.bias.copy_(bias)
    model.head.bias[grammar.OTHER] -= best[1]
    model.head.bias[grammar.BLANK] -= best[2]
    return best[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--fold", type=int, default=0)
    parser.add_argument("--out", type=Path, default=sources.ROOT / "Models")
    options = parser.parse_args()

    model = NumberNet()
    model.load_state_dict(torch.load(options.checkpoint, map_location="cpu"))
    model = folded(model)
    less = weigh_classes(model, [c for c in sources.people() if c.fold == options.fold])
    t = temperature(model, [c for c in sources.people() if c.fold == options.fold and c.target])
    equalize(model, [c for c in sources.people() if c.fold != options.fold and len(c.samples) > features.WINDOW][::10])
    with torch.no_grad():
        model.head.weight /= t
        model.head.bias /= t
        # Both files hold the same numbers.
        for value in model.parameters():
            value.copy_(value.half().float())
    options.out.mkdir(parents=True, exist_ok=True)
    save_file(named(model.state_dict()), options.out / "numbers.safetensors")
    torch.onnx.export(
        model,
        (torch.zeros(1, 1, features.BANDS, 64),),
        options.out / "numbers.onnx",
        input_names=["sound"],
        output_names=["words"],
        dynamic_axes={"sound": {0: "count", 3: "frames"}, "words": {0: "count", 3: "moments"}},
        opset_version=13,
        dynamo=False,
    )
    print(f"other words less likely by {less[0]}, the blank by {less[1]}; temperature {t:.2f}; wrote {options.out}/numbers.onnx and numbers.safetensors")


if __name__ == "__main__":
    main()
