"""Smooth curves through keys: cubic Hermite, at rest in each key unless told otherwise."""

from bisect import bisect_right

import numpy as np


class Curve:
    def __init__(self, *keys):
        """Keys are (time, value) or (time, value, velocity)."""
        self.keys = []
        for key in keys:
            self.add(*key)

    def add(self, time, value, velocity=None):
        value = np.atleast_1d(np.asarray(value, float))
        velocity = np.zeros_like(value) if velocity is None else np.atleast_1d(
            np.asarray(velocity, float))
        self.keys.append((time, value, velocity))
        self.keys.sort(key=lambda key: key[0])
        return self

    def __call__(self, time):
        index = bisect_right(self.keys, time, key=lambda key: key[0])
        if index == 0:
            return self.keys[0][1]
        if index == len(self.keys):
            return self.keys[-1][1]
        (t0, p0, v0), (t1, p1, v1) = self.keys[index - 1], self.keys[index]
        span = t1 - t0
        u = (time - t0) / span
        return ((1 + 2 * u) * (1 - u) ** 2 * p0 + u * (1 - u) ** 2 * span * v0
                + u * u * (3 - 2 * u) * p1 + u * u * (u - 1) * span * v1)
