"""The 28 x 28 picture of a digit, drawn from its strokes, pixel by pixel as `DigitPicture` in Swift draws it.

Aspect kept; the longer side of the ink, pen included, is 20; the centre of mass lies in the middle, as
in MNIST. A pixel is covered by as much as its centre lies inside the edge of a round pen.
"""

import numpy as np

SIDE = 28
INK_SIDE = 20
PEN = 2.6
CENTERS = np.arange(SIDE, dtype=np.float32) + 0.5


def draw(strokes, pen=PEN):
    """[28, 28] uint8 of strokes as in `sources`; `pen` in pixels."""
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    extent = (high - low).max()
    scale = (INK_SIDE - pen) / extent if extent > 0 else 0
    starts, ends = segments([(s - (low + high) / 2) * scale + SIDE / 2 for s in strokes])
    # Where the mass is, is known once the ink is drawn; it is then drawn again in its place.
    rough = covered(starts, ends, pen)
    mass = np.array([rough.sum(0) @ CENTERS, rough.sum(1) @ CENTERS]) / rough.sum()
    room = (SIDE - INK_SIDE) / 2
    shift = np.clip(SIDE / 2 - mass, -room, room).astype(np.float32)
    return np.round(covered(starts + shift, ends + shift, pen) * 255).astype(np.uint8)


def segments(strokes):
    """Where the pen's straight ways begin and end: [n, 2] each. A tap is a way of no length."""
    starts = [s[:-1] if len(s) > 1 else s for s in strokes]
    ends = [s[1:] if len(s) > 1 else s for s in strokes]
    return np.concatenate(starts).astype(np.float32), np.concatenate(ends).astype(np.float32)


def covered(starts, ends, pen):
    """[28, 28] float32 in 0...1."""
    ways = ends - starts
    x, y = CENTERS - starts[:, :1], CENTERS - starts[:, 1:]  # [n, 28]
    squared = np.maximum((ways**2).sum(1), 1e-12)[:, None, None]
    along = (x * ways[:, :1])[:, None, :] + (y * ways[:, 1:])[:, :, None]  # [n, 28 down, 28 across]
    along = np.clip(along / squared, 0, 1)
    across = x[:, None, :] - along * ways[:, 0, None, None]
    down = y[:, :, None] - along * ways[:, 1, None, None]
    nearest = np.sqrt((across**2 + down**2).min(0))
    return np.clip(pen / 2 + 0.5 - nearest, 0, 1)
