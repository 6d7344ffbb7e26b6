"""Other hands: strokes as somebody else might have written them, and ink that is no digit.

Pendigits has 30 adults, all trained in one place: hooked ones, crossed sevens. What children and other
countries write differently is made from it here: bare ones, ones with a base, plain sevens, slants,
wobbles, fast hands of few points, pens that skip or do not lift.
"""

import cv2
import numpy as np

from sources import normalized


def rewritten(strokes, label, rng):
    """The same digit by another hand."""
    strokes = form(strokes, label, rng)
    if rng.random() < 0.3:
        strokes = [s + rng.normal(0, 0.03, 2) for s in strokes]
    if rng.random() < 0.15:
        strokes = skipped(strokes, rng)
    elif rng.random() < 0.1:
        strokes = joined(strokes)
    if rng.random() < 0.25:
        strokes = hooked(strokes, rng)
    if rng.random() < (0.4 if label == "1" else 0.08):
        strokes = tailed(strokes, rng)
    strokes = [wobbled(s, rng) for s in evenly(strokes, rng)]
    return normalized(slanted(warped(strokes, rng), rng))


def form(strokes, label, rng):
    """Another of a digit's common forms, now and then."""
    if label == "1" and rng.random() < 0.5:
        return one(rng)
    if label == "7":
        # The bar across is a stroke of its own in pendigits, and a short one.
        if len(strokes) == 2 and rng.random() < 0.6:
            return [max(strokes, key=height)]
        if len(strokes) == 1 and rng.random() < 0.2:
            return crossed(strokes, rng)
    if label == "0" and rng.random() < 0.04:
        return strokes + [np.array([[0.3, -0.4], [-0.3, 0.4]]) * rng.uniform(0.6, 1.1)]
    if label == "4" and rng.random() < 0.3:
        return four(rng)
    if label == "9" and rng.random() < 0.15:
        return nine(rng)
    return strokes


def height(stroke):
    return np.ptp(stroke[:, 1])


def one(rng):
    """A bare line, with a serif, with a serif and a base."""
    line = [np.array([[0, -0.5], [0, 0.5]])]
    kind = rng.random()
    if kind > 0.5:
        serif = np.array([[-rng.uniform(0.05, 0.4), -0.5 + rng.uniform(0.0, 0.4)]])
        line = [np.concatenate([serif, line[0]])]
    if kind > 0.75:
        half = rng.uniform(0.1, 0.35)
        line.append(np.array([[-half, 0.5], [half, 0.5]]) + rng.normal(0, 0.02, 2))
    return line


def crossed(strokes, rng):
    at = np.concatenate(strokes)
    middle = at[np.argmin(abs(at[:, 1] - rng.uniform(-0.1, 0.15)))]
    half = rng.uniform(0.1, 0.3)
    return strokes + [np.array([[-half, 0.05], [half, -0.05]]) + middle]


def four(rng):
    """Open and closed fours of two or three strokes."""
    foot = rng.uniform(0.05, 0.3)
    right, left = rng.uniform(0.02, 0.25), -0.35
    arm = rng.uniform(0.3, 0.42)
    if rng.random() < 0.5:  # open: an L and a line through it
        top = np.array([left + rng.uniform(0, 0.2), -0.5])
        stem_top = rng.uniform(-0.5, -0.1)
    else:  # closed: the slope begins where the stem does
        top = np.array([right, -0.5])
        stem_top = -0.5
    slope = np.array([top, [left, foot]])
    bar = np.array([[left, foot], [arm, foot + rng.normal(0, 0.04)]])
    stem = np.array([[right, stem_top], [right - rng.uniform(0, 0.1), 0.5]])
    if rng.random() < 0.7:
        return [np.concatenate([slope, bar[1:]]), stem]
    return [slope, bar, stem]


def nine(rng):
    """A ring and a straight or a hooked leg."""
    angle = np.linspace(-0.3, 2 * np.pi - 0.1, 14)
    ring = np.stack([0.26 * np.cos(angle), -0.22 + 0.26 * np.sin(-angle)], 1)
    leg = [[0.26, -0.3], [0.26 - rng.uniform(0, 0.15), 0.5]]
    if rng.random() < 0.5:
        leg += [[-0.05, 0.52], [-0.25, 0.4]]
    if rng.random() < 0.5:
        return [np.concatenate([ring, leg])]
    return [ring, np.array(leg)]


def skipped(strokes, rng):
    """A pen that lost touch for a moment: one stroke becomes two."""
    k = int(np.argmax([len(s) for s in strokes]))
    s = strokes[k]
    if len(s) < 8:
        return strokes
    cut = int(rng.integers(3, len(s) - 3))
    return strokes[:k] + [s[:cut], s[cut + int(rng.integers(0, 2)) :]] + strokes[k + 1 :]


def joined(strokes):
    """A pen that was not lifted."""
    return [np.concatenate(strokes)]


def hooked(strokes, rng):
    """The short flick with which a fast pen lands or leaves."""
    k = int(rng.integers(len(strokes)))
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0.02, 0.12)
    flick = np.array([[np.cos(angle), np.sin(angle)]]) * length
    s = strokes[k]
    s = np.concatenate([s[:1] + flick, s]) if rng.random() < 0.4 else np.concatenate([s, s[-1:] + flick])
    return strokes[:k] + [s] + strokes[k + 1 :]


def tailed(strokes, rng):
    """The way back up that a pen draws when it hurries on to the next digit."""
    angle, length = rng.normal(0, 0.35), rng.uniform(0.08, 0.35)
    tail = strokes[-1][-1:] + np.array([[np.sin(angle), -np.cos(angle)]]) * length
    return strokes[:-1] + [np.concatenate([strokes[-1], tail])]


def evenly(strokes, rng):
    """Points at even steps: close ones, or the few that are left of a fast hand."""
    step = rng.uniform(0.015, 0.05) if rng.random() < 0.7 else rng.uniform(0.05, 0.16)
    return [resampled(s, step) for s in strokes]


def resampled(stroke, step):
    way = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))]) if len(stroke) > 1 else np.zeros(1)
    if way[-1] < 1e-6:
        return stroke[:1]
    at = np.linspace(0, way[-1], max(2, round(way[-1] / step) + 1))
    return np.stack([np.interp(at, way, stroke[:, 0]), np.interp(at, way, stroke[:, 1])], 1)


def wobbled(stroke, rng):
    """Tremor: noise that is smooth along the stroke, sometimes none, sometimes a child's."""
    n = len(stroke)
    if n < 3 or rng.random() < 0.3:
        return stroke
    knots = max(3, int(n * rng.uniform(0.1, 0.6)))
    noise = rng.normal(0, rng.uniform(0.003, 0.028), (knots, 2))
    at = np.linspace(0, knots - 1, n)
    return stroke + np.stack([np.interp(at, np.arange(knots), noise[:, k]) for k in (0, 1)], 1)


def warped(strokes, rng):
    """A slow bend of the whole digit."""
    a = rng.normal(0, 0.035, (2, 2))
    phase = rng.uniform(0, 2 * np.pi, (2, 2))
    pitch = rng.uniform(2, 6, (2, 2))
    def bend(s):
        shift = [sum(a[k, j] * np.sin(pitch[k, j] * s[:, j] + phase[k, j]) for j in (0, 1)) for k in (0, 1)]
        return s + np.stack(shift, 1)
    return [bend(s) for s in strokes]


def slanted(strokes, rng):
    """Slant, turn and width."""
    turn = rng.normal(0, 0.12)
    slant = rng.normal(-0.05, 0.25)
    width = np.exp(rng.normal(0, 0.22))
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s], [s, c]]) @ np.array([[width, slant], [0, 1]])
    return [p @ matrix.T for p in strokes]


# Ink that is no digit.


def rubbish(rng, digits):
    """Strokes that mean no digit; `digits` are inks to make some of them from."""
    kind = rng.random()
    if kind < 0.45:
        strokes = side_by_side(rng, digits)
    elif kind < 0.7:
        strokes = scribble(rng)
    elif kind < 0.8:
        strokes = [touch(rng)]
    elif kind < 0.9:
        strokes = sign(rng)
    else:
        strokes = piece(rng, digits)
    return normalized(strokes)


def side_by_side(rng, digits):
    """Two or three digits taken for one."""
    strokes, right = [], 0.0
    for k in range(2 if rng.random() < 0.8 else 3):
        ink = digits[rng.integers(len(digits))]
        own = slanted(warped(form(ink.strokes, ink.label, rng), rng), rng)
        points = np.concatenate(own)
        gap = rng.uniform(-0.12, 0.5) if k else 0
        own = [s * rng.uniform(0.8, 1.2) + [right - points[:, 0].min() + gap, rng.normal(0, 0.08)] for s in own]
        right = max(s[:, 0].max() for s in own)
        strokes += own
    return strokes


def scribble(rng):
    """A line that wanders: zigzags, coils, tangles."""
    n = int(rng.integers(6, 60))
    kind = rng.random()
    t = np.linspace(0, 1, n)
    if kind < 0.35:
        path = np.cumsum(np.cumsum(rng.normal(0, 1, (n, 2)), 0) * 0.3 + rng.normal(0, 1, (n, 2)), 0)
    elif kind < 0.6:
        path = rng.uniform(-1, 1, (n // 2, 2))
    elif kind < 0.8:
        turns = rng.integers(3, 9)
        path = np.stack([t * rng.uniform(0, 3) + np.cos(t * 2 * np.pi * turns) * rng.uniform(0.3, 1), np.sin(t * 2 * np.pi * turns) * (1 - t * rng.uniform(0, 1))], 1)
    else:
        teeth = rng.integers(3, 10)
        path = np.stack([np.linspace(0, rng.uniform(0.5, 3), teeth * 2), np.tile([0.0, 1.0], teeth)], 1) + rng.normal(0, 0.1, (teeth * 2, 2))
    return [wobbled(s, rng) for s in normalized([path])]


def touch(rng):
    """A tap, or a palm that slid a little sideways."""
    if rng.random() < 0.6:
        return np.zeros((1, 2))
    slide = rng.normal(0, [1, 0.2], (int(rng.integers(2, 5)), 2))
    return np.cumsum(slide, 0)


def sign(rng):
    """A bar, a cross, a tick, an equals sign, an arch: signs that children write beside numbers."""
    half = rng.uniform(0.3, 0.5)
    bar = np.array([[-half, 0], [half, rng.normal(0, 0.12)]])
    stem = np.array([[rng.normal(0, 0.05), -0.45], [rng.normal(0, 0.05), 0.45]])
    signs = [
        [bar],
        [bar, stem],
        [bar - [0, 0.15], bar + [0, 0.15]],
        [np.array([[-0.4, -0.4], [0.4, 0.4]]), np.array([[0.4, -0.4], [-0.4, 0.4]])],
        [np.array([[-0.4, 0], [-0.15, 0.35], [0.5, -0.5]])],
        [np.array([[-0.5, 0.4], [0, -0.4], [0.5, 0.4]])],
        [np.array([[-0.5, -0.4], [0, 0.4], [0.5, -0.4]])],
        [np.array([[-0.3, -0.5], [-0.3, 0.5], [0.4, 0.5]])],
        [stem - [0.35, 0], stem + [0.35, 0], bar],
        [stem - [0.3, 0], stem + [0.3, 0]],
    ]
    chosen = signs[rng.integers(len(signs))]
    return [wobbled(resampled(s, 0.05), rng) for s in chosen]


def piece(rng, digits):
    """The bar of a five, the slope of a four: one stroke of a digit of several, unless it is a digit itself."""
    for _ in range(50):
        ink = digits[rng.integers(len(digits))]
        if len(ink.strokes) < 2 or ink.label not in "457":
            continue
        part = min(ink.strokes, key=height)
        if np.ptp(part[:, 0]) > height(part) and height(part) < 0.35:
            return [part]
        if ink.label == "4" and np.ptp(part[:, 0]) > 0.25:
            return [part]
    return sign(rng)
