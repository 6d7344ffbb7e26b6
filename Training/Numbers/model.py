"""The network: which part of a number's word is being said, 25 times a second.

Input   sound [N, 1, 40, T]     `features.levelled`, T a multiple of 4.
Output  words [N, 26, 1, T/4]   logits of the 24 parts, of another word, and of CTC's blank.

Two 3 x 3 convolutions of stride 2 over the spectrogram, one that takes all its bands together, then five
along time, each added to what it was given. An output sees 0.9 s. Nothing but convolutions and ReLU, so
that our own runtime computes it.
"""

from torch import nn

import features
import grammar

PICTURE = (16, 24)
WIDTH = 96
BLOCKS = 5


def conv(cin, cout, kernel, stride=1, padding=0):
    """Convolution, batch normalization (folded at export), ReLU."""
    return nn.Sequential(
        nn.Conv2d(cin, cout, kernel, stride, padding, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True)
    )


class NumberNet(nn.Module):
    def __init__(self):
        super().__init__()
        first, second = PICTURE
        self.picture = nn.Sequential(conv(1, first, 3, 2, 1), conv(first, second, 3, 2, 1))
        self.bands = conv(second, WIDTH, (features.BANDS // 4, 1))
        self.blocks = nn.ModuleList(conv(WIDTH, WIDTH, (1, 5), 1, (0, 2)) for _ in range(BLOCKS))
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Conv2d(WIDTH, grammar.CLASSES, 1)

    def forward(self, x):
        x = self.bands(self.picture(x))
        for block in self.blocks:
            x = x + self.dropout(block(x))
        return self.head(x)


if __name__ == "__main__":
    print(f"{sum(p.numel() for p in NumberNet().parameters()):,} parameters")
