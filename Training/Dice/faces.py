"""Other faces for the dice of photographs: a "one" with a large pip, prints in place of pips, faint pips
under arcs of glare.

Hardly any photograph to learn from shows the large "one" of many dice, few show dice with words and
pictures on them, and of dark pips on dark dice under a ring of lamps there are too few to learn from. What
a photograph has of a die, its light, its corners and its wear, stays.
"""

import string

import cv2
import numpy as np

import clutter
from sources import IGNORE

LARGE, PRINTED = 0.4, 0.04  # shares of the "ones", and of all dice of a crop
FAINT = 0.12  # the share of what is left whose pips grow faint, with glare over most of them


def changed(view, boxes, values, rng):
    """Some dice of a crop with other faces: [H, W, 3] uint8, boxes [n, 4] px and values [n] of dice
    -> the view, and which of them [n] are still pip dice."""
    view, keep = view.copy(), np.ones(len(boxes), bool)
    for i, (box, value) in enumerate(zip(boxes, values)):
        if min(box[2:] - box[:2]) < 12:  # smaller ones show no more of a print than a smear
            continue
        keep[i] = value == IGNORE or rng.random() >= PRINTED
        change = None if keep[i] else with_print
        if keep[i] and value == 1 and rng.random() < LARGE:
            change = with_large_pip
        elif keep[i] and value != IGNORE and rng.random() < FAINT:
            change = with_faint_pips
        if change is None:
            continue
        left, top = np.maximum(np.floor(box[:2]).astype(int) - 2, 0)
        right, bottom = np.ceil(box[2:]).astype(int) + 2
        view[top:bottom, left:right] = change(view[top:bottom, left:right], box - [left, top, left, top], rng)
    return view, keep


def with_large_pip(view, box, rng):
    """[H, W, 3] uint8 and the box of a face that shows a "one" -> the view with a pip 1.2 to 3 times as
    wide, or as it was where no pip stands out or it is large enough.

    What lies round the pip is pressed together towards the border of the face.
    """
    reach = _reach(view, box)
    standing = _standing_out(view, reach) * (reach < 0.5)
    area = standing.sum()
    if area < 3:
        return view
    middle = np.array([(standing * at).sum() / area for at in np.mgrid[: view.shape[0], : view.shape[1]]])[::-1]
    half = (box[2:] - box[:2]) / 2
    radius = np.sqrt(area / np.pi / half.prod())
    wanted = rng.uniform(0.3, 0.46)
    if not 1.2 < wanted / radius < 3 or np.abs((middle - (box[:2] + box[2:]) / 2) / half).max() > 0.2:
        return view
    moved = np.concatenate([middle - half, middle + half])
    reach, border = _reach(view, moved), 0.7
    # The rim of the pip goes with it.
    within, wide = radius * 1.15, min(wanted * 1.15, border - 0.1)
    source = np.interp(reach, [0, wide, border], [0, within, border])
    factor = np.where(reach < border, source / np.maximum(reach, 1e-6), 1)
    y, x = np.mgrid[: view.shape[0], : view.shape[1]]
    x, y = middle[0] + (x - middle[0]) * factor, middle[1] + (y - middle[1]) * factor
    return cv2.remap(view, x.astype(np.float32), y.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def with_print(view, box, rng):
    """[H, W, 3] uint8 and the box of a face -> the view with words and signs where the pips were."""
    reach = _reach(view, box)
    marks = _standing_out(view, reach) & (reach < 0.95)
    face = np.median(view[reach < 0.6], 0)
    ink = np.median(view[marks], 0) if marks.any() and rng.random() < 0.7 else rng.uniform(0, 255, 3)
    if np.abs(ink - face).sum() < 120:
        ink = np.where(face.mean() > 110, rng.uniform(0, 60, 3), rng.uniform(190, 255, 3))
    mask = cv2.dilate(marks.astype(np.uint8), np.ones((3, 3), np.uint8))
    bare = cv2.inpaint(view, mask, 2, cv2.INPAINT_TELEA)

    finer = 4  # Letters are drawn large, and made small as a lens does.
    large = cv2.resize(bare, None, fx=finer, fy=finer, interpolation=cv2.INTER_CUBIC)
    middle, half = (box[:2] + box[2:]) / 2 * finer, (box[2:] - box[:2]) / 2 * finer
    turn = rng.uniform(0, 2 * np.pi)
    across = np.array([-np.sin(turn), np.cos(turn)])
    lines = int(rng.integers(0, 4))
    for line in range(lines):
        letters = "".join(rng.choice(list(string.ascii_uppercase + string.digits), int(rng.integers(2, 9))))
        at = middle + across * (line - (lines - 1) / 2) * half * 0.42
        height = min(0.36, 1.7 / len(letters)) * half.mean() * rng.uniform(0.8, 1.2)
        clutter.text(large, letters, at, height, turn, ink, rng)
    for _ in range(int(rng.integers(0 if lines else 2, 5))):
        corners = int(rng.integers(3, 9))
        at = middle + half * rng.uniform(-0.45, 0.45, 2)
        shape = at + half * rng.uniform(0.08, 0.38) * rng.normal(0, 0.8, (corners, 2))
        if rng.random() < 0.5:
            cv2.fillPoly(large, [shape.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
        else:
            thick = max(1, int(half.mean() * rng.uniform(0.03, 0.12)))
            cv2.polylines(large, [shape.astype(np.int32)], bool(rng.random() < 0.5), ink.tolist(), thick, cv2.LINE_AA)
    printed = cv2.resize(large, view.shape[1::-1], interpolation=cv2.INTER_AREA)
    return np.where((reach < 0.85)[..., None], printed, bare)


def with_faint_pips(view, box, rng):
    """[H, W, 3] uint8 and the box of a face -> the view with the marks of the face nearer to its colour and,
    three times in four, arcs of a lamp's reflection across it."""
    reach = _reach(view, box)
    within = np.clip((1.15 - reach) / 0.15, 0, 1)[..., None]
    face = np.median(view[reach < 0.6], 0) if (reach < 0.6).any() else view.mean((0, 1))
    faint = face + (view - face) * rng.uniform(0.3, 0.8)
    result = view + (faint - view) * within
    if rng.random() < 0.75:
        finer, (height, width) = 4, view.shape[:2]
        middle, half = (box[:2] + box[2:]) / 2 * finer, (box[2:] - box[:2]) / 2 * finer
        arcs = np.zeros((height * finer, width * finer), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            at = middle + half * rng.uniform(-0.5, 0.5, 2)
            axes = half.mean() * rng.uniform(0.25, 1.1) * rng.uniform(0.6, 1, 2)
            begin, thick = rng.uniform(0, 360), max(1, int(half.mean() * rng.uniform(0.03, 0.14)))
            spread = rng.uniform(40, 300)
            cv2.ellipse(arcs, at.astype(int).tolist(), axes.astype(int).tolist(), rng.uniform(0, 180),
                        begin, begin + spread, int(rng.integers(90, 256)), thick, cv2.LINE_AA)  # fmt: skip
        light = cv2.resize(arcs, (width, height), interpolation=cv2.INTER_AREA) / 255.0
        result = result + (rng.uniform(180, 255) - result) * (light * rng.uniform(0.4, 1))[..., None] * within
    return np.clip(result, 0, 255).astype(np.uint8)


def _reach(view, box):
    """How far each pixel lies from the middle of the box, 1 at the ellipse inside it."""
    y, x = np.mgrid[: view.shape[0], : view.shape[1]]
    half = np.maximum((box[2:] - box[:2]) / 2, 1)
    middle = (box[:2] + box[2:]) / 2
    return np.hypot((x - middle[0]) / half[0], (y - middle[1]) / half[1])


def _standing_out(view, reach):
    """The pixels that differ from the face about as much as its marks do."""
    ring = view[(reach > 0.5) & (reach < 0.7)]
    if not len(ring):
        return np.zeros(view.shape[:2], bool)
    difference = np.abs(view - np.median(ring, 0)).sum(2)
    most = np.quantile(difference[reach < 0.7], 0.98)
    return difference > max(0.5 * most, 40)
