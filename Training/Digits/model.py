"""The digit network: six convolutions and a dense layer.

Input   picture [N, 1, 28, 28]  ink 1 on 0, drawn by `picture.draw` or from MNIST.
Output  scores  [N, 11]         logits of the digits 0...9 and of "no digit" (softmax over all eleven).

3 x 3 convolutions with ReLU, some with stride 2, as in the dice network, and nothing else.
"""

from torch import nn

CLASSES = 11
NO_DIGIT = 10


def conv(cin, cout, stride=1):
    """Convolution, batch normalization (folded at export), ReLU."""
    return nn.Sequential(
        nn.Conv2d(cin, cout, 3, stride, 1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True)
    )


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(  # [N, 1, 28, 28] -> [N, 32, 4, 4]
            conv(1, 16),
            conv(16, 32, 2),
            conv(32, 32),
            conv(32, 48, 2),
            conv(48, 48),
            conv(48, 32, 2),
        )
        self.head = nn.Linear(32 * 4 * 4, CLASSES)

    def forward(self, x):
        return self.head(self.features(x).flatten(1))


if __name__ == "__main__":
    print(f"{sum(p.numel() for p in DigitNet().parameters()):,} parameters")
