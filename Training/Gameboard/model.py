"""Two small networks: one finds boards in a picture, one fits the corners of each in a view of it alone."""

import torch
from torch import nn
from torch.nn import functional as F

STRIDE = 8
# A unit of the finder's corner offsets, in pixels of its input.
UNIT = 32.0
# What the fitter sees: a board's width is 1 and its length 2; margins on all sides.
FIT_WIDTH, FIT_HEIGHT = 64, 112
MARGIN = (0.35, 0.4)


def block(inputs, outputs, stride=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):
    """[n, 3, h, w] in 0...1, sides multiples of 32 -> [n, 9, h / 8, w / 8]: the logit that a cell lies
    on a board, and from the cell's middle to the board's corners, in UNITs: x and y of the far left, far
    right, near right, near left one, or, as likely, with far and near exchanged by half a turn."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 48, 2), block(48, 48))
        self.middle = nn.Sequential(block(48, 64, 2), block(64, 64))
        self.coarse = nn.Sequential(block(64, 96, 2), block(96, 96), block(96, 96))
        self.coarse_to_middle = nn.Conv2d(96, 64, 1)
        self.join_middle = block(64, 64)
        self.middle_to_fine = nn.Conv2d(64, 48, 1)
        self.join_fine = nn.Sequential(block(48, 48), block(48, 48))
        self.head = nn.Conv2d(48, 9, 1)
        nn.init.zeros_(self.head.weight)
        # It begins with a board that lies askew: from there on half the boards are nearer to one order of
        # the corners, half to the other. A single point would be as near to both, and stay there.
        self.head.bias.data[:] = torch.tensor([-3.0, -0.7, -0.2, -0.2, -0.7, 0.7, 0.2, 0.2, 0.7])

    def forward(self, picture):
        fine = self.fine(picture)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        up = lambda x: F.interpolate(x, scale_factor=2.0, mode="nearest")
        middle = self.join_middle(middle + up(self.coarse_to_middle(coarse)))
        fine = self.join_fine(fine + up(self.middle_to_fine(middle)))
        return self.head(fine)


class Fitter(nn.Module):
    """[n, 3, 112, 64] in 0...1 -> [n, 11]: where the corners and the hole's middle are, in the board's
    widths (x from the left edge, y from the far edge of the board as it was guessed), and the logit that
    there is a board that lies this way round."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, 2), block(16, 32), block(32, 48, 2), block(48, 48))
        self.coarse = nn.Sequential(block(48, 64, 2), block(64, 64), block(64, 64))
        self.deep = nn.Sequential(block(64, 96, 2), block(96, 96))
        self.deep_to_coarse = nn.Conv2d(96, 64, 1)
        self.coarse_to_fine = nn.Conv2d(64, 48, 1)
        self.join = block(48, 48)
        self.maps = nn.Conv2d(48, 5, 1)
        self.score = nn.Linear(96, 1)
        # The places of the maps' cells, in board widths.
        x = (torch.arange(FIT_WIDTH // 4) * 4 + 1.5 + 0.5) / FIT_WIDTH * (1 + 2 * MARGIN[0]) - MARGIN[0]
        y = (torch.arange(FIT_HEIGHT // 4) * 4 + 1.5 + 0.5) / FIT_HEIGHT * (2 + 2 * MARGIN[1]) - MARGIN[1]
        self.register_buffer("x", x, persistent=False)
        self.register_buffer("y", y, persistent=False)

    def forward(self, view, with_maps=False):
        fine = self.fine(view)
        coarse = self.coarse(fine)
        deep = self.deep(coarse)
        score = self.score(deep.mean((2, 3)))
        up = lambda x: F.interpolate(x, scale_factor=2.0, mode="nearest")
        coarse = coarse + up(self.deep_to_coarse(deep))
        maps = self.maps(self.join(fine + up(self.coarse_to_fine(coarse)))).float()
        n, k, h, w = maps.shape
        maps = maps.reshape(n, k, h * w)
        weights = torch.softmax(maps, -1).reshape(n, k, h, w)
        points = torch.stack([(weights.sum(2) * self.x).sum(-1), (weights.sum(3) * self.y).sum(-1)], -1)
        answer = torch.cat([points.reshape(n, 2 * k), score.float()], 1)
        return (answer, maps) if with_maps else answer
