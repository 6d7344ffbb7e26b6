"""Things that are no pip dice, painted beside the dice of a crop.

A network that has seen little but dice takes the numbers of a d20, the crossings of a plaid and the
signs on a map for pips. Paint is cheap, so every crop can have other clutter. It is drawn behind the
dice: their neighbourhood is put back afterwards.
"""

import string

import cv2
import numpy as np

FONTS = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]


def add(view, boxes, rng):
    """[side, side, 3] uint8 and boxes [n, 4] px of dice -> the view with clutter between the dice."""
    painted = view.copy()
    kind = rng.random()
    if kind < 0.55:
        for _ in range(int(rng.integers(1, 9))):
            _token(painted, rng)
    elif kind < 0.75:
        _stripes(painted, rng)
    elif kind < 0.88:
        _print(painted, rng)
    else:
        _dots(painted, rng)
    if rng.random() < 0.5:
        painted = cv2.GaussianBlur(painted, (0, 0), rng.uniform(0.4, 1.0))
    keep = np.zeros(view.shape[:2], np.uint8)
    for left, top, right, bottom in boxes:
        w, h = right - left, bottom - top
        # Below a top face are the sides of its die.
        corner = (int(left - 0.35 * w), int(top - 0.35 * h)), (int(right + 0.35 * w), int(bottom + 0.9 * h))
        cv2.rectangle(keep, *corner, 255, -1)
    return np.where(keep[..., None] > 0, view, painted)


def with_sign(view, rng):
    """The view with a dot, a ring, a small square or a letter in its middle, as maps have for towns."""
    painted = view.copy()
    side = view.shape[0]
    at = side / 2 + rng.normal(0, side / 20, 2)
    radius, ink = side * np.exp(rng.uniform(np.log(0.02), np.log(0.1))), _colour(rng)
    kind, (x, y) = rng.random(), (at * 8).astype(int).tolist()
    if kind < 0.6:
        thick = -1 if rng.random() < 0.7 else max(1, int(radius / 3))
        cv2.circle(painted, (x, y), int(radius * 8), ink, thick, cv2.LINE_AA, 3)
    elif kind < 0.8:
        corner = at - radius, at + radius
        cv2.rectangle(painted, *(tuple(c.astype(int).tolist()) for c in corner), ink, -1)
    else:
        text(painted, rng.choice(list(string.ascii_letters + string.digits)), at, radius * 5, rng.normal(0, 0.6), ink, rng)
    if rng.random() < 0.6:
        letters = rng.choice(list(string.ascii_letters + string.digits), int(rng.integers(2, 9)))
        beside = at + rng.uniform(0.2, 0.4) * side * rng.choice([-1, 1], 2)
        text(painted, "".join(letters), beside, side * rng.uniform(0.1, 0.35), rng.normal(0, 0.6), _colour(rng), rng)
    return painted


def _colour(rng):
    if rng.random() < 0.4:  # ivory, grey and black are the colours of most dice
        grey = rng.uniform(10, 250)
        return [float(np.clip(grey + rng.normal(0, 14), 0, 255)) for _ in range(3)]
    return [float(c) for c in rng.uniform(0, 255, 3)]


def _token(view, rng):
    """A many-sided die from above: facets, and a number or an engraved sign in the middle."""
    side = view.shape[0]
    radius = np.exp(rng.uniform(np.log(7), np.log(52)))
    centre = rng.uniform(0, side, 2)
    corners = int(rng.choice([3, 4, 4, 4, 5, 6, 6, 8, 10]))
    turn = rng.uniform(0, 2 * np.pi)
    angles = turn + np.arange(corners) * 2 * np.pi / corners
    squash = np.array([1.0, rng.uniform(0.6, 1.0)])
    outer = centre + radius * np.stack([np.cos(angles), np.sin(angles)], 1) * squash
    fill, ink = np.array(_colour(rng)), _colour(rng)
    inner = centre + (outer - centre) * (rng.uniform(0.5, 0.85) if corners > 3 else 1)
    for i in range(corners):
        facet = np.array([outer[i], outer[(i + 1) % corners], inner[(i + 1) % corners], inner[i]])
        cv2.fillPoly(view, [facet.astype(np.int32)], tuple(np.clip(fill * rng.uniform(0.5, 1.15), 0, 255)), cv2.LINE_AA)
    cv2.fillPoly(view, [inner.astype(np.int32)], tuple(fill), cv2.LINE_AA)
    if rng.random() < 0.65:
        number = str(rng.integers(0, 21)) if rng.random() < 0.85 else rng.choice(["00", "6.", "9.", "%", "?"])
        text(view, number, centre, radius * rng.uniform(0.7, 1.2), turn, ink, rng)
    else:
        for _ in range(int(rng.integers(1, 5))):
            points = centre + (inner - centre) * rng.uniform(0.2, 0.9) * rng.uniform(0.7, 1.0, (corners, 1))
            cv2.polylines(view, [points.astype(np.int32)], bool(rng.random() < 0.7), ink, max(1, int(radius / 10)), cv2.LINE_AA)


def text(view, letters, centre, height, turn, ink, rng):
    """Letters of about `height` px, turned, their middle at `centre`."""
    font, size = FONTS[rng.integers(len(FONTS))], 64
    width = int(cv2.getTextSize(letters, font, 2, 4)[0][0]) + 16
    page = np.zeros((size, width), np.uint8)
    cv2.putText(page, letters, (8, size - 10), font, 2, 255, int(rng.integers(3, 9)), cv2.LINE_AA)
    scale = height / 46
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    reach = int(np.hypot(width, size) * scale / 2) + 2
    x, y = (int(v) - reach for v in centre)
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
    matrix[:, 2] = centre - [x, y] - matrix[:, :2] @ [width / 2, size / 2]
    alpha = cv2.warpAffine(page, matrix, (2 * reach, 2 * reach), flags=cv2.INTER_AREA)[..., None] / 255.0
    rows, columns = view.shape[:2]
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + 2 * reach, columns), min(y + 2 * reach, rows)
    if left < right and top < bottom:
        alpha = alpha[top - y : bottom - y, left - x : right - x]
        patch = view[top:bottom, left:right]
        patch[:] = patch * (1 - alpha) + np.array(ink) * alpha


def _stripes(view, rng):
    """Plaid, tiles, weave: two families of lines, seen from some side."""
    side = view.shape[0]
    alpha = rng.uniform(0.25, 0.9)
    layer = view.copy()
    turn = rng.uniform(0, np.pi)
    for family in range(2):
        angle = turn + family * rng.normal(np.pi / 2, 0.15)
        along = np.array([np.cos(angle), np.sin(angle)]) * side * 2
        across = np.array([-np.sin(angle), np.cos(angle)])
        at, ink = -side, _colour(rng)
        gap, thick = rng.uniform(6, 70), int(rng.integers(1, 7))
        dashed = rng.random() < 0.3
        while at < side * 2:
            middle = np.array([side / 2, side / 2]) + across * (at - side / 2)
            pieces = 40 if dashed else 1
            for piece in range(0, pieces, 2):
                a = middle - along + along * 2 * piece / pieces
                b = middle - along + along * 2 * (piece + 1) / pieces
                cv2.line(layer, tuple(a.astype(int).tolist()), tuple(b.astype(int).tolist()), ink, thick, cv2.LINE_AA)
            at += gap * rng.uniform(0.7, 1.3)
    np.copyto(view, cv2.addWeighted(layer, alpha, view, 1 - alpha, 0))


def _print(view, rng):
    """A page or a map: words, signs and winding lines."""
    side = view.shape[0]
    ink, turn = _colour(rng), rng.normal(0, 0.6)
    for _ in range(int(rng.integers(3, 14))):
        letters = rng.choice(list(string.ascii_letters + string.digits), int(rng.integers(1, 9)))
        text(view, "".join(letters), rng.uniform(0, side, 2), rng.uniform(5, 30), turn, ink, rng)
    for _ in range(int(rng.integers(0, 5))):
        steps = np.cumsum(rng.normal(0, side / 12, (14, 2)), 0) + rng.uniform(0, side, 2)
        cv2.polylines(view, [steps.astype(np.int32)], False, _colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA)


def _dots(view, rng):
    """Many dots at random or in a wide grid, alike to pips but on no face."""
    side = view.shape[0]
    ink, radius = _colour(rng), rng.uniform(1.0, 7)
    if rng.random() < 0.5:
        places = rng.uniform(0, side, (int(rng.integers(8, 60)), 2))
    else:
        gap = radius * rng.uniform(3.5, 9)
        grid = np.stack(np.meshgrid(np.arange(-side, side * 2, gap), np.arange(-side, side * 2, gap)), -1).reshape(-1, 2)
        turn = rng.uniform(0, np.pi)
        places = grid @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for place in places:
        cv2.circle(view, tuple((place * 8).astype(int).tolist()), int(radius * 8), ink, -1, cv2.LINE_AA, 3)
