"""What the finder proposes in a picture: the guesses from which the fitter has to start, good and bad."""

import cv2
import numpy as np
import torch

import pictures
from model import STRIDE, UNIT

THRESHOLD, NEARNESS, MOST = 0.12, 0.25, 8


def size(corners):
    return np.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32))))


def distance(a, b):
    return np.linalg.norm(a - b, axis=1).mean() / size(a)


@torch.no_grad()
def propose(finder, picture, long_side):
    """The finder's boards in a BGR picture, as in `GameboardFinderDecoder`: [(confidence, corners)]."""
    h, w = picture.shape[:2]
    scale = long_side / max(h, w)
    small = cv2.resize(picture, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    height, width = ((n + 31) // 32 * 32 for n in small.shape[:2])
    view = np.full((height, width, 3), 114, np.uint8)
    view[: small.shape[0], : small.shape[1]] = small
    finder.eval()
    cells = finder(torch.from_numpy(view[..., ::-1].copy()).permute(2, 0, 1)[None].float() / 255)[0].numpy()
    likely = 1 / (1 + np.exp(-cells[0]))
    votes = []
    for row, column in zip(*np.where(likely > THRESHOLD)):
        middle = (np.array([column, row]) + 0.5) * STRIDE
        corners = (middle + cells[1:, row, column].reshape(4, 2) * UNIT) * [w / small.shape[1], h / small.shape[0]] - 0.5
        if pictures.is_sound(corners):
            votes.append((float(likely[row, column]), corners))
    votes.sort(key=lambda vote: -vote[0])
    found = []
    while votes and len(found) < MOST:
        (best, corners), total, rest, whole = votes[0], 0, [], 0
        for confidence, other in votes:
            turned = np.roll(other, 2, 0)
            if distance(corners, turned) < distance(corners, other):
                other = turned
            if distance(corners, other) < NEARNESS and 0.6 < size(other) / size(corners) < 1.7:
                total, whole = total + confidence * other, whole + confidence
            else:
                rest.append((confidence, other))
        votes = rest
        found.append((best, (total / whole).astype(np.float32)))
    return found


class Guesses:
    """The latest proposals of the finder, with the pictures they were made in."""

    def __init__(self, most=3000):
        self.most, self.items = most, []

    def add(self, rng, finder, pool):
        picture, boards = pool.pick(rng)
        for _, corners in propose(finder, picture, int(rng.choice([160, 224, 288]))):
            item = (picture, boards, corners)
            if len(self.items) < self.most:
                self.items.append(item)
            else:
                self.items[rng.integers(self.most)] = item

    def pick(self, rng):
        """A picture, its boards, and a guess that may lie either way round."""
        picture, boards, corners = self.items[rng.integers(len(self.items))]
        return picture, boards, np.roll(corners, 2, 0) if rng.random() < 0.5 else corners
