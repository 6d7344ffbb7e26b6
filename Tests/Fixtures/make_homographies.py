#!/usr/bin/env python3
"""Writes homographies.json: what OpenCV makes of 1,000 random views of a plane.

    python3 -m venv venv && venv/bin/pip install opencv-python-headless==5.0.0.93
    venv/bin/python Tests/Fixtures/make_homographies.py

The views come from SplitMix64 with the case's number as its seed, so that the test makes the same ones
(OpenCVAgreementTests.swift). A line for each: the pixels of the corners (-1, -1), (1, -1), (1, 1) and
(-1, 1) by `findHomography`, then the camera's first and third axis and the translation by `solvePnP`.
"""

from pathlib import Path

import cv2
import numpy as np

CASES = 1000
MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def uniform(self, low, high):
        return low + (high - low) * ((self.next() >> 11) * 2.0**-53)


def view(seed):
    """The focal length, places of the plane, and the pixels at which they are seen."""
    random = SplitMix64(seed)
    count = 8 + random.next() % 24
    focal_length = random.uniform(400, 1200)
    w, x, y, z = 1.0, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.9, 0.9)
    size = (w * w + x * x + y * y + z * z) ** 0.5
    w, x, y, z = w / size, x / size, y / size, z / size
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    distance = random.uniform(2.5, 6)
    shift = np.array([random.uniform(-0.3, 0.3) * distance, random.uniform(-0.3, 0.3) * distance, distance])
    noise = 0.5 if seed % 2 else 0.0
    places, pixels = [], []
    for _ in range(count):
        place = np.array([random.uniform(-1, 1), random.uniform(-1, 1), 0])
        point = turn @ place + shift
        places.append(place)
        pixels.append([320 + focal_length * point[0] / point[2] + random.uniform(-noise, noise),
                       240 + focal_length * point[1] / point[2] + random.uniform(-noise, noise)])
    return focal_length, np.array(places), np.array(pixels)


def answer(seed):
    focal_length, places, pixels = view(seed)
    homography, _ = cv2.findHomography(places[:, :2], pixels, 0)
    corners = np.array([[[-1.0, -1], [1, -1], [1, 1], [-1, 1]]])
    seen = cv2.perspectiveTransform(corners, homography).ravel()
    camera = np.array([[focal_length, 0, 320], [0, focal_length, 240], [0, 0, 1]])
    _, turn, shift = cv2.solvePnP(places, pixels, camera, None, flags=cv2.SOLVEPNP_ITERATIVE)
    axes = cv2.Rodrigues(turn)[0]
    return [*seen.round(5), *axes[:, 0].round(7), *axes[:, 2].round(7), *shift.ravel().round(7)]


def main():
    lines = ["[" + ", ".join(str(float(number)) for number in answer(seed)) + "]" for seed in range(CASES)]
    Path(__file__).with_name("homographies.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
