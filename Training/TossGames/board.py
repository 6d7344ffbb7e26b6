"""The board: where its surface lies, and what a camera sees of it. Lengths in metres.

The thrower stands at negative x and throws towards positive x; the near edge of the playing
surface lies at x = 0, and positive y is the thrower's left.
"""

import math

import numpy as np

WIDTH, LENGTH = 0.6096, 1.2192
HOLE_RADIUS, HOLE_FROM_FAR = 0.0762, 0.2286
FAR_HEIGHT = 0.3048


class Board:
    def __init__(self, near_height):
        self.near_height = near_height
        self.tilt = math.asin((FAR_HEIGHT - near_height) / LENGTH)
        along = np.array((math.cos(self.tilt), 0, math.sin(self.tilt)))
        normal = np.array((-math.sin(self.tilt), 0, math.cos(self.tilt)))
        # Rows: along the slope to the far end, to the thrower's left, out of the surface.
        self.axes = np.array([along, (0, 1, 0), normal])
        self.origin = np.array((0, 0, near_height))
        self.hole = (LENGTH - HOLE_FROM_FAR, 0.0)

    def from_world(self, point):
        """(s, r, n): along the slope from the near edge, to the left, above the surface."""
        return self.axes @ (np.asarray(point) - self.origin)

    def to_world(self, s, r, n=0.0):
        return self.origin + np.array((s, r, n)) @ self.axes

    def corners(self):
        """Far left, far right, near right, near left, as the thrower sees them."""
        return [self.to_world(s, r) for s, r in ((LENGTH, WIDTH / 2), (LENGTH, -WIDTH / 2),
                                                 (0, -WIDTH / 2), (0, WIDTH / 2))]


def hole_ellipse(board, camera):
    """The rim of the hole as an ellipse in pixels: centre, radii, angle of the first radius.

    The circle's conic is carried through the homography from the surface to the picture.
    """
    along, left, _ = board.axes
    plane = np.column_stack([along, left, board.origin - camera.position])
    lens = np.array([[camera.focal, 0, camera.middle[0]], [0, camera.focal, camera.middle[1]],
                     [0, 0, 1]])
    homography = lens @ camera.turn @ plane
    s, r = board.hole
    circle = np.array([[1, 0, -s], [0, 1, -r], [-s, -r, s * s + r * r - HOLE_RADIUS ** 2]])
    back = np.linalg.inv(homography)
    conic = back.T @ circle @ back
    shape, shift = conic[:2, :2], conic[:2, 2]
    centre = np.linalg.solve(shape, -shift)
    level = -(shift @ centre + conic[2, 2])
    values, axes = np.linalg.eigh(shape / level)
    radii = 1 / np.sqrt(values)
    x, y = axes[:, 0]
    return {"center": [round(v, 2) for v in centre.tolist()],
            "radii": [round(v, 2) for v in radii.tolist()],
            "angle": round((math.degrees(math.atan2(y, x)) + 90) % 180 - 90, 2)}
