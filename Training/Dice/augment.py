"""One training crop from one picture: geometry, light, and the faults of cameras."""

import cv2
import numpy as np

from sources import IGNORE

PADDING = 114  # the grey beside a letterboxed picture, here and in the requests


def crop(picture, side, rng):
    """A random `side` x `side` view: [side, side, 3] uint8, boxes [n, 4] px, values [n], exact [n]."""
    height, width = picture.pixels.shape[:2]
    boxes, values, exact = picture.boxes, picture.values, picture.exact
    dice = np.flatnonzero(values != IGNORE)
    if len(dice) and rng.random() < 0.85:
        box = boxes[rng.choice(dice)]
        size = max(4.0, np.sqrt(max(1.0, (box[2] - box[0]) * (box[3] - box[1]))))
        wanted = np.exp(rng.uniform(np.log(11), np.log(100))) if rng.random() < 0.6 else rng.uniform(18, 56)
        scale = min(wanted / size, 2.6)
        centre = (box[:2] + box[2:]) / 2
    else:
        scale = side / max(height, width) * np.exp(rng.uniform(0, np.log(4)))
        centre = rng.uniform([0, 0], [width, height])
    if picture.source.any_rotation:
        angle = rng.uniform(0, 2 * np.pi)
    else:
        angle = np.deg2rad(np.clip(rng.normal(0, 7), -20, 20))
    stretch = np.exp(rng.uniform(-0.22, 0.22))
    flip = rng.choice([-1.0, 1.0])
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag([np.sqrt(stretch), 1 / np.sqrt(stretch)]) @ linear @ np.diag([flip, 1.0])
    # The chosen die lands anywhere in the crop.
    shift = rng.uniform(0.06, 0.94, 2) * side - linear @ centre

    fill = PADDING if rng.random() < 0.5 else int(rng.integers(0, 256))
    border = cv2.BORDER_CONSTANT if rng.random() < 0.7 or len(dice) else cv2.BORDER_REFLECT
    view = warped(picture, linear, shift, side, borderMode=border, borderValue=(fill,) * 3)

    if len(boxes):
        boxes = moved(boxes, linear, shift)
        inside = np.clip(boxes, 0, side)
        area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        seen = (inside[:, 2] - inside[:, 0]) * (inside[:, 3] - inside[:, 1]) / np.maximum(area, 1e-6)
        values = np.where((seen < 0.6) | (np.sqrt(area) < 7), IGNORE, values)
        exact = exact & (seen > 0.95)  # where the border cuts a top face, its side is not to be seen
        near = seen > 0.02
        boxes, values, exact = inside[near].astype(np.float32), values[near], exact[near]
    return view, boxes, values, exact


def warped(picture, linear, shift, side, **border):
    """The picture with each point x brought to linear @ x + shift: [side, side, 3] uint8."""
    height, width = picture.pixels.shape[:2]
    # Shrinking samples the right level of a pyramid: the requests shrink with area averaging too.
    scale, level = np.sqrt(abs(np.linalg.det(linear))), 0
    while scale * 2**level < 0.71 and level < 4 and min(height, width) >> (level + 1):
        level += 1
    pyramid = picture.__dict__.setdefault("pyramid", {0: picture.pixels})
    if level not in pyramid:
        pyramid[level] = cv2.resize(picture.pixels, (width >> level, height >> level), interpolation=cv2.INTER_AREA)
    factor = np.array([width / pyramid[level].shape[1], height / pyramid[level].shape[0]])
    matrix = np.column_stack([linear * factor, linear @ ((factor - 1) / 2) + shift])
    return cv2.warpAffine(pyramid[level], matrix, (side, side), flags=cv2.INTER_LINEAR, **border)


def moved(boxes, linear, shift):
    """Boxes [n, 4] that go with the points of a picture that is `warped`."""
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2 @ linear.T + shift
    # A turned box grows; the ellipse inside it does not.
    half = np.sqrt(((boxes[:, 2:] - boxes[:, :2]) / 2) ** 2 @ (linear**2).T)
    return np.concatenate([middle - half, middle + half], 1)


def photograph(view, rng):
    """Another light, another camera: [side, side, 3] uint8 to the same."""
    if rng.random() < 0.8:
        view = _tones(view, rng)
    if rng.random() < 0.4:
        hsv = cv2.cvtColor(view, cv2.COLOR_RGB2HSV)
        turn = rng.integers(0, 180) if rng.random() < 0.4 else rng.integers(-12, 13)
        hsv[..., 0] = (hsv[..., 0].astype(np.int16) + turn) % 180
        hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=rng.uniform(0.3, 1.6))
        view = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
    if rng.random() < 0.1:
        view = cv2.cvtColor(cv2.cvtColor(view, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.04:
        view = 255 - view
    if rng.random() < 0.25:
        view = _shade(view, rng)
    if rng.random() < 0.1:
        view = _glare(view, rng)
    if rng.random() < 0.22:
        view = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.4, 1.5))
    elif rng.random() < 0.12:
        view = _motion(view, rng)
    elif rng.random() < 0.15:
        soft = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.8, 1.6))
        view = cv2.addWeighted(view, 1.8, soft, -0.8, 0)
    if rng.random() < 0.15:  # enlarged from fewer pixels
        side = view.shape[0]
        less = int(side * rng.uniform(0.45, 0.85))
        view = cv2.resize(cv2.resize(view, (less, less), interpolation=cv2.INTER_AREA), (side, side))
    if rng.random() < 0.3:
        grain = np.empty(view.shape[:2] + (3 if rng.random() < 0.5 else 1,), np.int16)
        cv2.randn(grain, 0, rng.uniform(2, 16))
        view = np.clip(view + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.05:
        speck = rng.random(view.shape[:2]) < rng.uniform(0.001, 0.012)
        view = view.copy()
        view[speck] = rng.choice([0, 255])
    if rng.random() < 0.35:
        quality = int(rng.integers(22, 92))
        view = cv2.imdecode(cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return view


def _tones(view, rng):
    """Exposure, contrast, gamma and white balance, as one table a channel."""
    x = np.arange(256, dtype=np.float32) / 255
    gamma = np.exp(rng.normal(0, 0.3))
    gain, lift = np.exp(rng.normal(0, 0.22)), rng.normal(0, 0.07)
    tables = [np.clip((x**gamma - 0.5) * gain + 0.5 + lift, 0, 1) * np.exp(rng.normal(0, 0.1)) for _ in range(3)]
    table = np.clip(np.stack(tables, -1) * 255, 0, 255).astype(np.uint8)
    return cv2.LUT(view, table[None])


def _shade(view, rng):
    """A soft or hard shadow edge across the view."""
    side = view.shape[0]
    angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8) * side
    x = np.arange(side, dtype=np.float32)
    ramp = x[None] * np.cos(angle) + x[:, None] * np.sin(angle)
    ramp = 1 / (1 + np.exp(-np.clip((ramp - at) / rng.uniform(1, side / 3), -20, 20)))
    mask = 1 - rng.uniform(0.15, 0.7) * ramp
    return np.clip(view * mask[..., None], 0, 255).astype(np.uint8)


def _glare(view, rng):
    side = view.shape[0]
    spot = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = tuple(int(v) for v in rng.integers(0, side, 2))
        axes = (int(rng.integers(2, 30)), int(rng.integers(2, 14)))
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 6)) * rng.uniform(60, 220)
    return np.clip(view + spot[..., None], 0, 255).astype(np.uint8)


def _motion(view, rng):
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    a, b = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(kernel, tuple(int(v) for v in a), tuple(int(v) for v in b), 1.0)
    return cv2.filter2D(view, -1, kernel / kernel.sum())
