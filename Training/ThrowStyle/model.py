"""The throw-style network: convolutions over time.

Input   motion [N, 39, 60]  x, y and belief of thirteen joints, two seconds at 30 samples a second,
                            in trunks from the hips (`windows.normalized`).
Output  scores [N, 4]       logits of overhand, underhand, underleg, none.

A throw and its mirror image are the same throw: `Symmetric` asks for both, with the names of left and
right exchanged and not, and takes the mean.
"""

import torch
from torch import nn

import joints

WIDTH = 48


def conv(cin, cout, kernel=5, stride=1):
    return nn.Sequential(
        nn.Conv1d(cin, cout, kernel, stride, kernel // 2, bias=False), nn.BatchNorm1d(cout), nn.ReLU(inplace=True)
    )


class StyleNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(  # [N, 39, 60] -> [N, 64, 15]
            conv(39, WIDTH, 5, 2),
            conv(WIDTH, WIDTH),
            conv(WIDTH, 64, 5, 2),
            conv(64, 64),
            conv(64, 64),
        )
        self.drop = nn.Dropout(0.3)
        self.head = nn.Linear(2 * 64, 4)

    def forward(self, motion):
        found = self.features(motion)
        return self.head(self.drop(torch.cat([found.mean(-1), found.amax(-1)], 1)))


ORDER = torch.tensor([k + 13 * part for part in range(3) for k in joints.MIRRORED])
FLIP = torch.ones(39, 1)
FLIP[:13] = -1


def exchanged(motion):
    """The names of left and right, the other way round."""
    return motion[:, ORDER]


def mirrored(motion):
    return motion * FLIP


class Symmetric(nn.Module):
    """Answers the same for a left-handed throw as for the right-handed one that mirrors it."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, motion):
        other = exchanged(motion)
        views = [motion, mirrored(motion), other, mirrored(other)]
        return sum(self.net(view) for view in views) / len(views)


if __name__ == "__main__":
    print(f"{sum(p.numel() for p in StyleNet().parameters()):,} parameters")
