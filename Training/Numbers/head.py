"""The head: which part of a number's word is being said, 25 times a second, of what Whisper's encoder makes of it.

Input   features [N, 384, T], 50 a second.
Output  words [N, 26, T / 2 + 1]   logits of the 24 parts, of another word, and of CTC's blank.

Each channel brought to a mean of 0 and a spread of 1, a convolution of stride 2, one of five places whose answer is added to
what it was given, and one of one place. `NumberHead` in Swift computes it.
"""

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import grammar

CHANNELS = 384
WIDTH = 128


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(CHANNELS))
        self.register_buffer("spread", torch.ones(CHANNELS))
        self.reduce = nn.Conv1d(CHANNELS, WIDTH, 4, 2, bias=False)
        self.reduce_norm = nn.BatchNorm1d(WIDTH)
        self.context = nn.Conv1d(WIDTH, WIDTH, 5, 1, 2, bias=False)
        self.context_norm = nn.BatchNorm1d(WIDTH)
        self.dropout = nn.Dropout(0.2)
        self.words = nn.Conv1d(WIDTH, grammar.CLASSES, 1)

    def forward(self, features):
        # Zeros on both sides before the channels are normalized, so that this can be folded into the convolution.
        x = nn.functional.pad(features, (2, 2))
        x = (x - self.mean[:, None]) / self.spread[:, None]
        x = self.dropout(self.reduce_norm(self.reduce(x)).relu())
        x = x + self.dropout(self.context_norm(self.context(x)).relu())
        return self.words(x)


@torch.no_grad()
def folded(head):
    """The tensors of `NumberHead`: every normalization inside its convolution."""
    head.eval()
    reduce = fuse_conv_bn_eval(head.reduce, head.reduce_norm)
    context = fuse_conv_bn_eval(head.context, head.context_norm)
    reduce.bias -= (reduce.weight * (head.mean / head.spread)[:, None]).sum((1, 2))
    reduce.weight /= head.spread[:, None]
    tensors = {}
    for name, layer in (("reduce", reduce), ("context", context), ("words", head.words)):
        tensors[f"{name}.weight"] = layer.weight[:, :, None].contiguous()
        tensors[f"{name}.bias"] = layer.bias.contiguous()
    return tensors

