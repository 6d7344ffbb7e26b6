"""The 28 x 28 picture of a digit, drawn from its strokes as `DigitPicture` in Swift draws it.

Aspect kept; the longer side of the ink, pen included, is 20; the centre of mass lies in the middle, as
in MNIST. Coverage of a pixel is what antialiasing makes of round pens: drawn at 8 times the size here, by
distance in Swift; the test of the picture holds both together.
"""

import cv2
import numpy as np

SIDE = 28
INK_SIDE = 20
PEN = 2.6
ZOOM = 8
FRACTION = 4  # bits after the point in OpenCV's coordinates


def draw(strokes, pen=PEN):
    """[28, 28] uint8 of strokes as in `sources`; `pen` in pixels."""
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    extent = (high - low).max()
    scale = (INK_SIDE - pen) / extent if extent > 0 else 0
    strokes = [(s - (low + high) / 2) * scale for s in strokes]
    rough = stamp(strokes, pen, np.zeros(2), 1)
    ys, xs = np.nonzero(rough)
    weight = rough[ys, xs].astype(np.float64)
    # Pixel i covers i...i + 1, so its centre lies at i + 0.5.
    mass = np.array([(xs * weight).sum(), (ys * weight).sum()]) / max(weight.sum(), 1) + 0.5 - SIDE / 2
    room = (SIDE - INK_SIDE) / 2
    return stamp(strokes, pen, np.clip(-mass, -room, room), ZOOM)


def stamp(strokes, pen, shift, zoom):
    """Strokes round 0, 0 in pixels, moved by `shift` from the picture's middle."""
    zoom = max(zoom, 2)
    canvas = np.zeros((SIDE * zoom, SIDE * zoom), np.uint8)
    # OpenCV puts the centre of its first pixel at 0.
    lines = [np.round(((s + SIDE / 2 + shift) * zoom - 0.5) * 2**FRACTION).astype(np.int32) for s in strokes]
    width = max(1, round(pen * zoom))
    for line in lines:
        if len(line) == 1 or (line == line[0]).all():
            cv2.circle(canvas, [int(v) for v in line[0]], int(pen * zoom / 2 * 2**FRACTION), 255, -1, cv2.LINE_AA, FRACTION)
    cv2.polylines(canvas, lines, False, 255, width, cv2.LINE_8, FRACTION)
    return cv2.resize(canvas, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
