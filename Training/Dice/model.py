"""The dice network: a small fully convolutional detector, one prediction a cell of 8 x 8 pixels.

Input   image  [N, 3, H, W]      RGB in 0...1, H and W multiples of 16.
Output  cells  [N, 10, H/8, W/8] channels 0...5: logits of the values 1...6 (a sigmoid each);
                                 channels 6...9: logarithms of the distances from the cell's centre
                                 to the left, top, right and bottom sides of the die's top face, in
                                 units of 8 pixels.

Dense 3 x 3 and 1 x 1 convolutions, ReLU, max pooling, nearest upsampling and concatenation, nothing
else: each layer is a page of Swift. Residual blocks as in Darknet-53 (Redmon & Farhadi, 2018), the
pooling pyramid as in SPPF (YOLOv5), one prediction level because second looks bring dice to a
readable size before the network sees them.
"""

import torch
from torch import nn
from torch.nn import functional as F

STRIDE = 8
CLASSES = 6


class Conv(nn.Sequential):
    """Convolution, batch normalization (folded at export), ReLU."""

    def __init__(self, cin, cout, size=1, stride=1):
        super().__init__(
            nn.Conv2d(cin, cout, size, stride, size // 2, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True)
        )


class Residual(nn.Module):
    """1 x 1 to half the channels, 3 x 3 back, added to the input."""

    def __init__(self, channels):
        super().__init__()
        self.reduce = Conv(channels, channels // 2)
        self.expand = Conv(channels // 2, channels, 3)

    def forward(self, x):
        return x + self.expand(self.reduce(x))


class PoolingPyramid(nn.Module):
    """Maxima over 5, 9 and 13 cells beside the cell itself: how large a die is, seen from its middle."""

    def __init__(self, channels):
        super().__init__()
        self.reduce = Conv(channels, channels // 2)
        self.merge = Conv(channels * 2, channels)

    def forward(self, x):
        x = self.reduce(x)
        pools = [x]
        for _ in range(3):
            pools.append(F.max_pool2d(pools[-1], 5, 1, 2))
        return self.merge(torch.cat(pools, 1))


class DiceNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(  # [N, 3, H, W] -> [N, 64, H/8, W/8]
            Conv(3, 16, 3, 2),
            Conv(16, 32, 3, 2),
            Residual(32),
            Conv(32, 64, 3, 2),
            Residual(64),
            Residual(64),
        )
        self.coarse = nn.Sequential(  # -> [N, 64, H/16, W/16]
            Conv(64, 128, 3, 2),
            Residual(128),
            Residual(128),
            Residual(128),
            PoolingPyramid(128),
            Conv(128, 64),
        )
        self.head = nn.Sequential(Conv(128, 64), Conv(64, 64, 3), nn.Conv2d(64, CLASSES + 4, 1))
        # Almost every cell is background: start there, or the first steps are spent on saying so.
        nn.init.constant_(self.head[-1].bias[:CLASSES], -5.0)
        nn.init.constant_(self.head[-1].bias[CLASSES:], 0.7)

    def forward(self, x):
        fine = self.fine(x)
        coarse = F.interpolate(self.coarse(fine), scale_factor=2.0, mode="nearest")
        return self.head(torch.cat([fine, coarse], 1))


def operations(model, height, width):
    """Floating-point operations of one picture; a multiply-add counts as two."""
    total = 0

    def count(module, _, output):
        nonlocal total
        total += 2 * module.weight.numel() * output.shape[2] * output.shape[3]

    hooks = [m.register_forward_hook(count) for m in model.modules() if isinstance(m, nn.Conv2d)]
    with torch.no_grad():
        model.eval()(torch.zeros(1, 3, height, width))
    for hook in hooks:
        hook.remove()
    return total


if __name__ == "__main__":
    model = DiceNet()
    parameters = sum(p.numel() for p in model.parameters())
    print(f"{parameters:,} parameters, {operations(model, 240, 320) / 1e9:.3f} GFLOP at 320 x 240")
