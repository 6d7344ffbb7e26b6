"""Photographs as what lies around drawn boards: rooms and floors that are really there, and Blender's panoramas.

A photograph's perspective is not the board's; its texture, clutter and noise are what drawn grounds lack.
"""

import subprocess

import cv2
import numpy as np

from photographs import ROOT, photographs

# Blender's skies by Poly Haven, CC0, which `make training` installs.
PANORAMAS = ".deps/render/lib/python*/site-packages/bpy/*/datafiles/studiolights/world/*.exr"
PANORAMIC = 0.4  # of the pictures, where there are photographs
SCREEN = 1 / 2.2  # the exponent from light to values on a screen
LIT = 0.75  # how bright what is best lit in a drawn scene is


def loaded_panorama(path):
    """An equirectangular panorama in linear light, RGB. OpenCV cannot read how it is compressed."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-vf", "scale=1024:512", "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-"]
    green, blue, red = np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.float32).reshape(3, 512, 1024)
    return np.stack([red, green, blue], -1)


def tone(picture):
    """How bright and of what colour a picture's light is, per channel, 1 for that of a drawn scene.

    By what is nearly the brightest in each channel (Land's retinex), half way to grey: things have colours, too.
    """
    bright = np.percentile(picture.reshape(-1, 3), 92, axis=0)
    return np.clip(np.sqrt(bright * bright.mean()) / LIT, 0.3, 1.3).astype(np.float32)


class Surroundings:
    def __init__(self):
        self.photos = [photo[..., ::-1] for photo in photographs(longest=640)]
        self.panoramas = [loaded_panorama(path) for path in sorted(ROOT.glob(PANORAMAS))]

    def before(self, rng, camera):
        """What a camera sees without boards, floats in 0 to 1, and its tone."""
        panoramic = not self.photos or rng.random() < PANORAMIC
        picture = self.panorama(rng, camera) if panoramic else self.photograph(rng, camera)
        return picture, tone(picture)

    def photograph(self, rng, camera):
        """A part of a photograph in the camera's format, as often as not in a mirror."""
        photo = self.photos[rng.integers(len(self.photos))]
        height, width = photo.shape[:2]
        ratio = camera.width / camera.height
        part = np.array([min(width, height * ratio), min(height, width / ratio)]) * rng.uniform(0.55, 1)
        x, y = (rng.random(2) * ([width, height] - part)).astype(int)
        w, h = part.astype(int)
        photo = photo[y : y + h, x : x + w]
        if rng.random() < 0.5:
            photo = photo[:, ::-1]
        return cv2.resize(photo, (camera.width, camera.height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255

    def panorama(self, rng, camera):
        """A panorama where the camera's rays meet it, exposed so that a tenth or so is burnt out."""
        panorama = self.panoramas[rng.integers(len(self.panoramas))]
        height, width = panorama.shape[:2]
        rays = camera.rays()
        turn = rng.uniform(0, 2 * np.pi)
        x = (np.arctan2(rays[..., 1], rays[..., 0]) + turn) / (2 * np.pi) % 1 * width
        y = (0.5 - np.arctan2(rays[..., 2], np.hypot(rays[..., 0], rays[..., 1])) / np.pi) * height
        light = cv2.remap(panorama, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        return np.clip(light / np.percentile(light, rng.uniform(80, 98)), 0, 1) ** SCREEN
