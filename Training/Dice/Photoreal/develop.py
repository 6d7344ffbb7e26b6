"""From the light that was rendered to the picture that a camera would store."""

import os

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy as np


def read_light(path):
    """Linear light, (h, w, 3) BGR floats."""
    return cv2.imread(path, cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32)


def exposed(light, middle=0.2):
    """Scales light as a camera's meter does: log-average at `middle`, few burnt highlights."""
    grey = light.mean(axis=2)
    average = np.exp(np.mean(np.log(np.maximum(grey, 1e-4))))
    bright = np.percentile(grey, 98)
    return light * min(middle / average, 5 * middle / bright)


def tone_curve(light):
    """Linear light to screen values 0...1; highlights roll off above one half."""
    light = np.maximum(light, 0)
    light = np.where(light > 0.5, 1 - 0.5 * np.exp(1 - 2 * light), light)
    return np.where(light < 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def with_noise(light, amount, generator):
    """Shot noise, stronger in the dark once the tone curve has lifted it, a little blotchy."""
    noise = generator.normal(0, 1, light.shape).astype(np.float32)
    noise = 0.6 * noise + 0.8 * cv2.GaussianBlur(noise, (0, 0), 0.8)
    return light + noise * amount * np.sqrt(np.maximum(light, 0) + 0.002)


def to_bytes(screen):
    return np.uint8(np.clip(screen * 255 + 0.5, 0, 255))


def sample_develop(light, rng):
    """The picture of a phone, a webcam or a good camera."""
    height, width = light.shape[:2]
    generator = np.random.default_rng(rng.randrange(2 ** 32))
    white = np.float32([1 + rng.gauss(0, 0.09), 1, 1 + rng.gauss(0, 0.09)])
    light = exposed(light * white, 0.2 * 2 ** rng.gauss(-0.1, 0.5))
    y, x = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
    light *= (1 - rng.choice([0, 0.12, 0.3]) * (x * x + y * y) / 2)[..., None].astype(np.float32)
    if rng.random() < 0.4:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 1.0))
    light = with_noise(light, rng.choice([0.004, 0.015, 0.03, 0.06]), generator)
    screen = tone_curve(light)
    if rng.random() < 0.5:                       # a phone's contrast and saturation
        grey = screen.mean(axis=2, keepdims=True)
        screen = grey + (screen - grey) * rng.uniform(0.75, 1.35)
        screen = 0.5 + (screen - 0.5) * rng.uniform(0.85, 1.2)
    if rng.random() < 0.3:                       # sharpened by the camera
        screen = screen + 0.6 * (screen - cv2.GaussianBlur(screen, (0, 0), 1.2))
    return to_bytes(screen)
