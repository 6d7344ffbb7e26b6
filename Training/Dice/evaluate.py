"""Scores a checkpoint on photographs, much as `playfield dice evaluate` does, to steer training.

    python evaluate.py dice --sets white-tray:test ivory-distractors:all --errors /tmp/errors

A predicted die matches a true one when its centre lies in the true box or IoU >= 0.3. Looks at the
whole picture at several sizes and prefers the look in which a die has a well readable size.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from scipy.optimize import linear_sum_assignment

from augment import PADDING
from dice_loop import trained
from model import CLASSES, STRIDE, DiceNet
from sources import IGNORE, NOT_A_PIP_DIE, PHOTOS, Source, load

READABLE = (20.0, 72.0)  # px of a top face in a look


def decode(cells, threshold):
    """cells [10, h, w] -> boxes [n, 4] px, values [n], confidences [n]."""
    logits = cells[:CLASSES]
    best, value = logits.max(0)
    rows, columns = torch.nonzero(best > np.log(threshold / (1 - threshold)), as_tuple=True)
    reach = cells[CLASSES:, rows, columns].clamp(-3, 4).exp() * STRIDE  # [4, n]
    x, y = (columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE
    boxes = torch.stack([x - reach[0], y - reach[1], x + reach[2], y + reach[3]], 1)
    return boxes.numpy(), (value[rows, columns] + 1).numpy(), best[rows, columns].sigmoid().numpy()


def overlaps(a, b):
    """IoU of boxes [n, 4] and [m, 4] -> [n, m]."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), -1)
    area = lambda x: np.prod(x[:, 2:] - x[:, :2], -1)
    return shared / np.maximum(area(a)[:, None] + area(b)[None] - shared, 1e-9)


def nested(a, b):
    """The share of the smaller box that lies in the other, for boxes [n, 4] and [m, 4] -> [n, m]."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    area = lambda x: np.prod(x[:, 2:] - x[:, :2], -1)
    return np.prod(np.clip(high - low, 0, None), -1) / np.maximum(np.minimum(area(a)[:, None], area(b)[None]), 1e-9)


def suppress(boxes, scores, limit):
    """Greedy non-maximum suppression across all values: a die has one value, and no top lies in
    another. -> kept indices."""
    order, kept = list(np.argsort(-scores)), []
    while order:
        i = order.pop(0)
        kept.append(i)
        if order:
            iou = overlaps(boxes[i : i + 1], boxes[order])[0]
            inside = nested(boxes[i : i + 1], boxes[order])[0]
            order = [j for j, o, n in zip(order, iou, inside) if o <= limit and n <= 0.7]
    return np.array(kept, int)


def look(model, pixels, long_side, threshold):
    height, width = pixels.shape[:2]
    scale = long_side / max(height, width)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(pixels, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    canvas = np.full((-(-h // 16) * 16, -(-w // 16) * 16, 3), PADDING, np.uint8)
    canvas[:h, :w] = small
    with torch.no_grad():
        cells = model(torch.from_numpy(canvas).permute(2, 0, 1)[None].float() / 255)[0]
    boxes, values, scores = decode(cells, threshold)
    size = np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], -1))
    return boxes / scale, values, scores, size


def read(model, pixels, sides=(320, 640, 1280), threshold=0.2, iou=0.3):
    """-> boxes [n, 4] px of the picture, values [n], confidences [n]."""
    parts = []
    for side in sides:
        boxes, values, scores, size = look(model, pixels, side, threshold)
        low, high = READABLE
        fit = np.clip(np.minimum(size / low, high / np.maximum(size, 1)), 0.05, 1)
        if side == min(sides):
            fit = np.where(size > high, 1, fit)
        if side == max(sides):
            fit = np.where(size < low, np.maximum(fit, 0.5), fit)
        parts.append((boxes, values, scores, scores * fit))
    boxes, values, scores, rank = (np.concatenate(p) for p in zip(*parts))
    kept = suppress(boxes, rank, iou)
    kept = kept[scores[kept] >= threshold]
    return boxes[kept], values[kept], scores[kept]


def score(found, truth_boxes, truth_values):
    """-> right, wrong, missed, extra, not-a-pip-die reported, and the pairs."""
    boxes, values, _ = found
    if len(truth_values) and not len(truth_boxes):  # values without places
        right = sum(min((values == v).sum(), (truth_values == v).sum()) for v in range(1, CLASSES + 1))
        paired = min(len(values), len(truth_values))
        return right, paired - right, len(truth_values) - paired, range(paired, len(values)), 0, []
    real = np.flatnonzero(truth_values <= 6)
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    inside = ((centre[:, None] >= truth_boxes[None, :, :2]) & (centre[:, None] <= truth_boxes[None, :, 2:])).all(-1)
    iou = overlaps(boxes, truth_boxes)
    fits = inside | (iou >= 0.3)
    true_centre = (truth_boxes[:, :2] + truth_boxes[:, 2:]) / 2
    distance = np.linalg.norm(centre[:, None] - true_centre[None], axis=-1) / np.maximum(1, (truth_boxes[:, 2] - truth_boxes[:, 0])[None])
    cost = np.where(fits[:, real], -10 + distance[:, real] - (values[:, None] == truth_values[None, real]) * 0.01, 0)
    rows, columns = linear_sum_assignment(cost) if len(boxes) and len(real) else ([], [])
    pairs = [(i, real[j]) for i, j in zip(rows, columns) if fits[i, real[j]]]
    right = sum(values[i] == truth_values[j] for i, j in pairs)
    extra, impostors = [], 0
    for i in set(range(len(boxes))) - {i for i, _ in pairs}:
        others = np.flatnonzero(fits[i])
        if (truth_values[others] == IGNORE).any():
            continue
        extra.append(i)
        impostors += (truth_values[others] == NOT_A_PIP_DIE).any()
    return right, len(pairs) - right, len(real) - len(pairs), extra, impostors, pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("--sets", nargs="+", required=True, help="NAME:SPLIT")
    parser.add_argument("--sides", type=int, nargs="+", default=[320, 640, 1280])
    parser.add_argument("--threshold", type=float, default=0.5, help="of the unshifted network; export makes it 0.2")
    parser.add_argument("--most", type=int, default=10_000, help="pictures of a set at the most")
    parser.add_argument("--errors", type=Path)
    options = parser.parse_args()
    model = trained(options.checkpoint, DiceNet())
    for name, split in (s.split(":") for s in options.sets):
        sums, dice, impostors_true, pictures = np.zeros(5, int), 0, 0, load(Source(name, PHOTOS / name, "die", False, 1), split)
        for picture in pictures[:: max(1, len(pictures) // options.most)]:
            found = read(model, picture.pixels, options.sides, options.threshold)
            right, wrong, missed, extra, impostors, pairs = score(found, picture.boxes, picture.values)
            sums += (right, wrong, missed, len(extra), impostors)
            dice += (picture.values <= 6).sum()
            impostors_true += (picture.values == NOT_A_PIP_DIE).sum()
            if options.errors and (wrong or missed or extra):
                draw(options.errors / f"{name}-{picture.file}", picture, found, pairs, extra)
        right, wrong, missed, extra, impostors = sums
        print(
            f"{name}:{split}  dice {dice}  right {right / dice:.2%}  wrong {wrong / dice:.2%}  missed {missed / dice:.2%}  "
            f"extra {(extra - impostors) / dice:.2%}  impostors {impostors / max(1, impostors_true):.2%}",
            flush=True,
        )


def draw(file, picture, found, pairs, extra):
    file.parent.mkdir(parents=True, exist_ok=True)
    boxes, values, scores = found
    view = cv2.cvtColor(picture.pixels, cv2.COLOR_RGB2BGR)
    mate = {int(j): i for i, j in pairs}
    for j, (box, value) in enumerate(zip(picture.boxes, picture.values)):
        x, y, r, b = map(int, box)
        if value > 6:
            cv2.rectangle(view, (x, y), (r, b), (160, 160, 160), 1)
        elif j not in mate:
            cv2.rectangle(view, (x, y), (r, b), (0, 0, 255), 2)
            cv2.putText(view, f"missed {value}", (x, b + 12), 0, 0.45, (0, 0, 255), 1)
        elif values[mate[j]] != value:
            cv2.rectangle(view, (x, y), (r, b), (0, 128, 255), 2)
            cv2.putText(view, f"{value} read {values[mate[j]]} {scores[mate[j]]:.2f}", (x, b + 12), 0, 0.45, (0, 128, 255), 1)
    for i in extra:
        x, y, r, b = map(int, boxes[i])
        cv2.rectangle(view, (x, y), (r, b), (255, 0, 255), 2)
        cv2.putText(view, f"extra {values[i]} {scores[i]:.2f}", (x, y - 3), 0, 0.45, (255, 0, 255), 1)
    cv2.imwrite(str(file), view)


if __name__ == "__main__":
    main()
