"""The network for tops: how the top face of one die, looked at alone, lies in the picture.

Input   image [N, 3, 64, 64]  RGB in 0...1; the box of the top face in the middle, about 32 pixels wide.
Output  top   [N, 7, 1, 1]    the face as the affine image of a square: its middle from the input's middle, x and y;
                              xx, xy, yy of the symmetric matrix that makes its shape of a square with half
                              diagonals of 1, all in units of 32 pixels; cosine and sine of four times the
                              angle of these half diagonals.

A square looks the same after a quarter of a turn, and so do these numbers, which no order of four corners would.
"""

import numpy as np
import torch
from torch import nn

from model import Conv

SIDE = 64
UNIT = 32


class TopNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            Conv(3, 16, 3, 2),  # 32 x 32
            Conv(16, 32, 3, 2),  # 16 x 16
            Conv(32, 32, 3),
            Conv(32, 64, 3, 2),  # 8 x 8
            Conv(64, 64, 3),
            Conv(64, 64, 3, 2),  # 4 x 4
            Conv(64, 64, 3),
        )
        self.top = nn.Conv2d(64, 7, 4)
        nn.init.zeros_(self.top.weight)
        with torch.no_grad():
            self.top.bias.copy_(torch.tensor([0, 0, 0.6, 0, 0.6, 0, 0]))

    def forward(self, x):
        return self.top(self.features(x))


def numbers(corners):
    """[4, 2] corners from the input's middle in UNITs, in order round the face -> the 7 numbers."""
    a, b, c, d = corners
    # Where the diagonals cross is the image of the face's middle.
    s = np.linalg.solve(np.stack([c - a, b - d], 1), b - a)[0]
    middle = a + s * (c - a)
    u, v = (a - c) / 2, (b - d) / 2
    values, vectors = np.linalg.eigh(np.outer(u, u) + np.outer(v, v))
    shape = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    x, y = np.linalg.solve(shape, u)
    angle = 4 * np.arctan2(y, x)
    return np.array([*middle, shape[0, 0], shape[0, 1], shape[1, 1], np.cos(angle), np.sin(angle)], np.float32)


def corners(numbers):
    """The 7 numbers -> [4, 2] corners from the input's middle in UNITs."""
    x, y, xx, xy, yy, cosine, sine = numbers
    angles = np.arctan2(sine, cosine) / 4 + np.arange(4) * np.pi / 2
    return [x, y] + np.stack([np.cos(angles), np.sin(angles)], 1) @ np.array([[xx, xy], [xy, yy]])
