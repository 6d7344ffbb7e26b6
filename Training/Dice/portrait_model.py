"""The portrait network: one die, looked at alone, and what its top face shows.

Input   image  [N, 3, 64, 64]  RGB in 0...1; the top face in the middle, about 30 pixels wide.
Output  values [N, 7, 4, 4]    logits: 0 no pip die, 1...6 the values. Their mean over the 4 x 4
                               places is the answer.

The layers of the dice network, so that the same runtimes run it; but every one of its operations is
spent on one die, 30 times as many as the dice network has for it.
"""

from torch import nn

from model import Conv, Residual

SIDE = 64
ANSWERS = 7


class PortraitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            Conv(3, 32, 3, 2),  # 32 x 32
            Residual(32),
            Conv(32, 64, 3, 2),  # 16 x 16
            Residual(64),
            Residual(64),
            Conv(64, 128, 3, 2),  # 8 x 8
            Residual(128),
            Residual(128),
            Residual(128),
            Conv(128, 192, 3, 2),  # 4 x 4
            Residual(192),
            Residual(192),
        )
        self.drop = nn.Dropout2d(0.1)
        self.answer = nn.Conv2d(192, ANSWERS, 1)

    def forward(self, x):
        return self.answer(self.drop(self.features(x)))
