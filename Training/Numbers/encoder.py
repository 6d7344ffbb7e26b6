"""The encoder of Whisper tiny, in floats: what `WhisperEncoder` in Swift computes in integers is compared with.

Input   spectrogram [N, 80, frames], an even number of them.
Output  features [N, 384, frames / 2], 50 a second.

Two convolutions along time, positions, four layers of a transformer. Radford et al., "Robust Speech Recognition via
Large-Scale Weak Supervision" (2022), section 2.2. The weights are those of `make voice`: as they were published, or as
whole numbers of 8 bits.
"""

import importlib.util
import math
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch.nn import functional as F

import sources

VOICE = sources.ROOT / ".deps" / "voice"
HEAD_SIZE = 64
LAYERS = 4


def as_published():
    """The weights by name, in floats."""
    scripts = sources.ROOT / "Scripts"
    sys.path.append(str(scripts))
    spec = importlib.util.spec_from_file_location("convert_voice", scripts / "convert-voice.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tensors = module.encoder(VOICE / "model.bin")
    return {name: torch.tensor(numbers).reshape(shape) for name, (shape, numbers) in tensors.items()}


def as_converted(path=VOICE / "whisper-encoder.safetensors"):
    """The same in multiples of 8 bits."""
    if not Path(path).is_file():
        sys.exit(f"There is no {path}; 'make voice' fetches it.")
    tensors = load_file(path)
    weights = {}
    for name, value in tensors.items():
        if name.endswith(".step"):
            continue
        if value.dtype == torch.int8:
            value = value.float() * tensors[name.removesuffix("weight") + "step"][:, None, None, None]
            value = value[:, :, 0] if name.startswith("conv") else value[:, :, 0, 0]
        weights[name] = value.float()
    return weights


def positions(count, width):
    """[count, width]: sines and cosines of wavelengths from 2 pi to 20,000 pi places."""
    rates = torch.exp(-math.log(10_000) / (width // 2 - 1) * torch.arange(width // 2, dtype=torch.float64))
    angles = torch.arange(count, dtype=torch.float64)[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], 1).float()


class Encoder:
    def __init__(self, weights):
        self.weights = weights

    def linear(self, x, name):
        return F.linear(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.weights[name + ".weight"], self.weights[name + ".bias"])

    def convolution(self, x, name, stride):
        return F.gelu(F.conv1d(x, self.weights[name + ".weight"], self.weights[name + ".bias"], stride, 1))

    def attention(self, x):
        queries, keys, values = x.unflatten(2, (3, -1, HEAD_SIZE)).permute(2, 0, 3, 1, 4)  # [N, heads, places, 64]
        return F.scaled_dot_product_attention(queries, keys, values).transpose(1, 2).flatten(2)

    @torch.no_grad()
    def __call__(self, spectrogram):
        x = self.convolution(self.convolution(spectrogram, "conv1", 1), "conv2", 2).transpose(1, 2)
        x = x + positions(*x.shape[1:])
        for layer in range(LAYERS):
            name = f"layers.{layer}"
            mixed = self.attention(self.linear(self.norm(x, f"{name}.attention.norm"), f"{name}.attention.input"))
            x = x + self.linear(mixed, f"{name}.attention.output")
            hidden = F.gelu(self.linear(self.norm(x, f"{name}.mlp.norm"), f"{name}.mlp.input"))
            x = x + self.linear(hidden, f"{name}.mlp.output")
        return self.norm(x, "norm").transpose(1, 2)
