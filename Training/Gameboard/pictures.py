"""What both networks are shown in training: pictures of the pool, moved, mirrored and recoloured."""

import json

import cv2
import numpy as np

from model import FIT_HEIGHT, FIT_WIDTH, MARGIN, STRIDE, UNIT
from photographs import ROOT, photographs

DATA = ROOT / ".data/gameboard"
# Boards of which less is seen are neither asked for nor wrong.
LEAST_SEEN = 0.3
MIRRORED = [1, 0, 3, 2]
RENDERED = 0.5  # of the pictures with boards, where there are some by `photoreal.py`


def item(picture, boards):
    """A picture, and of each board corners, the hole's middle and what part is seen."""
    return picture, [(np.float32(b["corners"]), np.float32(b["hole"]["center"]), b["seen"]) for b in boards]


class Pool:
    """The pictures in memory, BGR, and their boards; what is drawn grows while a training runs."""

    def __init__(self, folder=DATA):
        self.items, self.rendered = [], []
        for labels in sorted(folder.glob("labels-*.jsonl")):
            for line in map(json.loads, labels.read_text().splitlines()):
                pictures = self.rendered if labels.name.startswith("labels-photoreal") else self.items
                pictures.append(item(cv2.imread(str(folder / line["file"])), line["boards"]))
        self.photos = list(photographs(longest=416))

    def add(self, picture, boards):
        self.items.append(item(picture, boards))

    def pick(self, rng):
        if self.photos and rng.random() < 0.12:
            return self.photos[rng.integers(len(self.photos))], []
        if self.rendered and (not self.items or rng.random() < RENDERED):
            return self.rendered[rng.integers(len(self.rendered))]
        return self.items[rng.integers(len(self.items))]


def recolour(rng, picture):
    """BGR 8 bits -> RGB 8 bits, in other light."""
    if rng.random() < 0.7:
        gain = rng.uniform(0.75, 1.3) * rng.uniform(0.9, 1.1, 3)
        table = np.clip(((np.arange(256)[:, None] / 255) ** rng.uniform(0.75, 1.3)) * 255 * gain, 0, 255).astype(np.uint8)
        picture = np.stack([cv2.LUT(picture[..., k], table[:, k]) for k in range(3)], -1)
    picture = picture[..., ::-1] if rng.random() < 0.93 else picture[..., rng.permutation(3)]
    if rng.random() < 0.06:
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2).astype(np.uint8)
    return np.ascontiguousarray(picture)


def moved(points, matrix):
    return points @ matrix[:, :2].T + matrix[:, 2]


def finder_sample(rng, pool, side):
    """A square picture, and for its cells: is a board there (-1: whatever), weight, offsets."""
    picture, boards = pool.pick(rng)
    h, w = picture.shape[:2]
    target = None
    if boards and rng.random() < 0.9:
        target = boards[rng.integers(len(boards))][0]
        size = np.exp(rng.uniform(np.log(14), np.log(0.7 * side)))
        scale = np.clip(size / np.sqrt(max(50.0, cv2.contourArea(target))), 0.75 * side / max(h, w), 2.2 * side / max(h, w))
    else:
        scale = side / max(h, w) * np.exp(rng.uniform(np.log(0.8), np.log(2.0)))
    if scale < 0.8:
        small = max(scale, 0.3)
        picture = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        picture_scale = np.array([picture.shape[1] / w, picture.shape[0] / h])
    else:
        picture_scale = np.ones(2)
    angle = rng.normal(0, 0.03)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    flip = rng.random() < 0.5
    linear = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if flip else 1.0, 1.0])
    # The view lies within a larger picture, with the board in it; a smaller one lies anywhere in it.
    outline = np.array([[0, 0], [w, 0], [w, h], [0, h]]) @ linear.T
    low, high = side - outline.max(0), -outline.min(0)
    if target is not None:
        middle = linear @ target.mean(0)
        low, high = np.where(low < high, np.maximum(low, np.minimum(0.15 * side - middle, high)), low), np.where(low < high, np.minimum(high, np.maximum(0.85 * side - middle, low)), high)
    place = low + (high - low) * rng.random(2)
    matrix = np.concatenate([linear, place[:, None]], 1)
    shown = matrix.copy()
    shown[:, :2] = linear @ np.diag(1 / picture_scale)
    view = cv2.warpAffine(picture, shown, (side, side), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    cells = side // STRIDE
    classes, weights = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    offsets = np.zeros((8, cells, cells), np.float32)
    sizes = np.ones((cells, cells), np.float32)
    y, x = np.mgrid[:cells, :cells].astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    grid = lambda points: np.round((points - (STRIDE - 1) / 2) / STRIDE * 16).astype(np.int32)
    for corners, _, seen in sorted(boards, key=lambda board: -cv2.contourArea(board[0])):
        corners = moved(corners, matrix)
        if flip:
            corners = corners[MIRRORED]
        middle = corners.mean(0)
        size = np.sqrt(cv2.contourArea(corners.astype(np.float32)))
        mask = np.zeros((cells, cells), np.uint8)
        cv2.fillPoly(mask, [grid(corners)], 1, cv2.LINE_8, 4)
        classes[mask > 0] = -1
        inside = np.clip(corners, 0, side)
        part = cv2.contourArea(inside.astype(np.float32)) / max(size * size, 1)
        if seen < LEAST_SEEN or size < 11 or part < 0.45 or part > 1.5:
            continue
        core = np.zeros((cells, cells), np.uint8)
        cv2.fillPoly(core, [grid(middle + 0.8 * (corners - middle))], 1, cv2.LINE_8, 4)
        cell = np.floor(middle / STRIDE).astype(int)
        if (cell >= 0).all() and (cell < cells).all():
            core[cell[1], cell[0]] = 1
        chosen = core > 0
        classes[chosen] = 1
        weights[chosen] = 3 / np.sqrt(max(1, chosen.sum()))
        sizes[chosen] = size
        for k in range(4):
            offsets[2 * k][chosen] = (corners[k, 0] - x[chosen]) / UNIT
            offsets[2 * k + 1][chosen] = (corners[k, 1] - y[chosen]) / UNIT
    return recolour(rng, view), classes, weights, offsets, sizes


def fit_rectangle():
    """The guessed board's corners in the fitter's view, in pixels."""
    u, v = np.array([0, 1, 1, 0.0]), np.array([0, 0, 2, 2.0])
    x = (u + MARGIN[0]) / (1 + 2 * MARGIN[0]) * FIT_WIDTH - 0.5
    y = (v + MARGIN[1]) / (2 + 2 * MARGIN[1]) * FIT_HEIGHT - 0.5
    return np.stack([x, y], 1).astype(np.float32)


def fit_view(picture, corners):
    """The part of a picture about a board, straightened as if seen from above; and the homography from
    pixels of the picture to board widths. `None` where there is none."""
    h, w = picture.shape[:2]
    size = np.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32))))
    scale = min(1.0, 75 / size)
    # A much larger board is drawn smaller first, so that no pixel is left out.
    if scale < 0.75:
        small = cv2.resize(picture, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=cv2.INTER_AREA)
    else:
        small = picture
    ratio = np.array([small.shape[1] / w, small.shape[0] / h])
    source = ((corners + 0.5) * ratio - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, fit_rectangle())
    view = cv2.warpPerspective(small, matrix, (FIT_WIDTH, FIT_HEIGHT), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    board = np.float32([[0, 0], [1, 0], [1, 2], [0, 2]])
    return view, cv2.getPerspectiveTransform(corners.astype(np.float32), board)


def is_sound(corners):
    """Whether four corners go round clockwise without a dent."""
    for k in range(4):
        a, b, c = corners[k], corners[(k + 1) % 4], corners[(k + 2) % 4]
        (ux, uy), (vx, vy) = b - a, c - b
        if ux * vy - uy * vx <= 4:
            return False
    return True


def through(matrix, points):
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float32), matrix).reshape(-1, 2)


def guessed_sample(rng, guesses):
    """What the fitter is asked about a proposal of the finder's; `None` where there is no right answer."""
    picture, boards, guess = guesses.pick(rng)
    size = np.sqrt(max(1.0, cv2.contourArea(guess)))
    if not is_sound(guess) or size < 8:
        return None
    view, matrix = fit_view(picture, guess)
    nearest = min(boards, key=lambda board: np.abs(board[0] - guess).mean(), default=None)
    if nearest is not None:
        corners, hole, seen = nearest
        apart = np.abs(corners - guess).mean() / np.sqrt(max(1.0, cv2.contourArea(corners)))
        if apart < 0.35:
            points = through(matrix, np.concatenate([corners, hole[None]]))
            if apart > 0.25 or seen < LEAST_SEEN or not np.isfinite(points).all() or np.abs(points - [0.5, 1]).max() > 1.9:
                return None
            return recolour(rng, view), points.reshape(-1), 1.0, 1.0
    return recolour(rng, view), np.zeros(10, np.float32), 0.0, 0.0


def fitter_sample(rng, pool, guesses=None):
    """A view of a board, or of something else, its ten numbers and whether there is a board."""
    if guesses and len(guesses.items) > 200 and rng.random() < 0.45:
        sample = guessed_sample(rng, guesses)
        if sample is not None:
            return sample
    for _ in range(20):
        picture, boards = pool.pick(rng)
        kind = rng.random()
        clear = [b for b in boards if b[2] >= LEAST_SEEN and cv2.contourArea(b[0]) > 120]
        if rng.random() < 0.5:
            picture = picture[:, ::-1]
            w = picture.shape[1] - 1
            flip = lambda points: np.float32([w, 0]) + points * np.float32([-1, 1])
            clear = [(flip(c)[MIRRORED], flip(h), s) for c, h, s in clear]
            boards = [(flip(c)[MIRRORED], flip(h), s) for c, h, s in boards]
        if clear and kind < 0.7:
            corners, hole, _ = clear[rng.integers(len(clear))]
            size = np.sqrt(cv2.contourArea(corners))
            spread = rng.choice([0.008, 0.03, 0.07])
            guess = corners + rng.normal(0, spread, (4, 2)) * size + rng.normal(0, spread, 2) * size
            guess = guess.mean(0) + (guess - guess.mean(0)) * (1 + rng.normal(0, spread * 1.5))
            guess = guess.astype(np.float32)
            turned = rng.random() < 0.16
            if turned:
                guess = np.roll(guess, 2, 0)
            if not is_sound(guess):
                continue
            view, matrix = fit_view(picture, guess)
            points = through(matrix, np.concatenate([corners, hole[None]]))
            if not np.isfinite(points).all() or np.abs(points - [0.5, 1]).max() > 1.9:
                continue
            return recolour(rng, view), points.reshape(-1), float(not turned), float(not turned)
        # Something else: anywhere in the picture, or a board's neighbourhood.
        h, w = picture.shape[:2]
        if boards and rng.random() < 0.65:
            corners = boards[rng.integers(len(boards))][0]
            size = np.sqrt(cv2.contourArea(corners))
            # Beside the board, a part of it (a sticker, a bag, one half), or much more than it.
            middle = corners.mean(0)
            scale = np.exp(rng.uniform(np.log(0.2), np.log(1.8)))
            shift = rng.uniform(-0.8, 0.8, 2) * size
            guess = middle + shift + (corners - middle) * scale + rng.normal(0, 0.08, (4, 2)) * size * scale
            if rng.random() < 0.3:
                guess = np.roll(guess, int(rng.integers(1, 4)), 0)
            if rng.random() < 0.2:
                guess = np.roll(corners, int(rng.choice([1, 3])), 0) + rng.normal(0, 0.05, (4, 2)) * size
        else:
            size = np.exp(rng.uniform(np.log(20), np.log(250)))
            turn = rng.uniform(0, 2 * np.pi)
            box = np.array([[-0.5, -1], [0.5, -1], [0.5, 1], [-0.5, 1]]) * size * 0.7
            box = box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            box[:, 1] *= rng.uniform(0.3, 1)
            guess = box + rng.normal(0, 0.1, (4, 2)) * size + rng.uniform(0, 1, 2) * [w, h]
        guess = guess.astype(np.float32)
        if not is_sound(guess):
            continue
        size = np.sqrt(cv2.contourArea(guess))
        if any(np.abs(guess - corners).mean() < 0.3 * size for corners, _, _ in boards):
            continue
        view, _ = fit_view(picture, guess)
        return recolour(rng, view), np.zeros(10, np.float32), 0.0, 0.0
    return fitter_sample(rng, pool)
