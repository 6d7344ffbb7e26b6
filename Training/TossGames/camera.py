"""A pinhole camera, and where it sees points. Lengths in metres, z up."""

import math

import numpy as np


class Camera:
    """Stands still, without lens distortion; a whole pixel number is the middle of a pixel."""

    def __init__(self, width, height, position, target, view):
        """`view` is the angle in degrees that the picture's width spans."""
        self.width, self.height = width, height
        self.position = np.array(position, float)
        self.focal = width / 2 / math.tan(math.radians(view) / 2)
        self.middle = ((width - 1) / 2, (height - 1) / 2)
        forward = np.array(target, float) - self.position
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0, 0, 1))
        right /= np.linalg.norm(right)
        # Rows: where the picture's x, its y and its depth point to in the world.
        self.turn = np.array([right, np.cross(forward, right), forward])

    def seen_from(self, points):
        """World points in the camera's own axes: right, down, forward."""
        return (np.asarray(points, float) - self.position) @ self.turn.T

    def project(self, points):
        """(n, 3) world points to (n, 2) pixels and (n,) depths."""
        seen = self.seen_from(np.atleast_2d(points))
        depth = seen[:, 2]
        pixels = seen[:, :2] / depth[:, None] * self.focal + self.middle
        return pixels, depth

    def pixel(self, point):
        return self.project([point])[0][0]

    def sees(self, point, margin=0):
        pixels, depth = self.project([point])
        x, y = pixels[0]
        return (depth[0] > 0 and margin <= x <= self.width - 1 - margin
                and margin <= y <= self.height - 1 - margin)
