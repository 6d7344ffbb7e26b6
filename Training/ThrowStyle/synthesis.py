"""Sequences of a body that was never filmed.

    python synthesis.py --draw strip.png     draws some of each kind
    python synthesis.py --write FILE.jsonl --count 60 --seed 7    writes some as the program reads them

A sequence strings motions together: what is no throw, at most one throw, what is no throw. It is seen by
a camera from any side, once for each body; noise and gaps are added while training (`windows.py`).
"""

import argparse
import json

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter1d

import body
import joints
import motions
from sources import CLASSES, NONE, Sequence

FRAME_RATE = 60
THROWS = [motions.overhand, motions.underhand, motions.underleg]


def performance(rng, style, motion=None):
    """A style of CLASSES performed. -> the joints [n, 13, 3] in metres, and when the hand lets go, in seconds"""
    raised = "L"
    keys = [(0.0, motions.standing(rng))]
    releases = []
    before = int(rng.integers(0, 3)) if style != NONE else int(rng.integers(1, 3))
    for _ in range(before if motion is None else 0):
        keys += motions.NO_THROWS[rng.integers(len(motions.NO_THROWS))](rng)
    if motion is not None:
        keys += motion(rng)
    if style != NONE:
        made = THROWS[style](rng)
        made, raised = made if isinstance(made, tuple) else (made, raised)
        # The same throw, quicker or slower.
        pace = np.exp(rng.normal(0, 0.12))
        keys += [(span * pace, key) for span, key in made]
        if rng.random() < 0.6:
            keys += motions.NO_THROWS[rng.integers(len(motions.NO_THROWS))](rng)
    times, poses, time = [], [], 0.0
    pose = motions.nothing()
    for span, key in keys:
        time += span if times else 0.0
        pose = motions.vector(key, pose)
        times.append(time)
        poses.append(pose)
        if motions.RELEASE in key:
            releases.append(time)
    at = np.arange(0, times[-1], 1 / FRAME_RATE)
    channels = PchipInterpolator(np.array(times) + 1e-4 * np.arange(len(times)), np.array(poses))(at)
    channels = gaussian_filter1d(channels, 0.025 * FRAME_RATE, axis=0, mode="nearest")
    channels += sway(rng, len(at))
    return body.posed(body.Body.random(rng), channels, raised), releases


def sequence(rng, style, name, motion=None):
    """One sequence of a style of CLASSES."""
    placed, releases = performance(rng, style, motion)
    flat = body.seen(placed, rng).astype(np.float32)
    if rng.random() < 0.5:  # left-handed
        flat[..., 0] *= -1
        flat = flat[:, joints.MIRRORED]
    believed = np.ones(flat.shape[:2] + (1,), np.float32)
    return Sequence(name, f"made {CLASSES[style]}", style, np.concatenate([flat, believed], -1), FRAME_RATE, releases)


def sway(rng, count):
    """Nobody stands still: slow waves on all channels but the hand's tie to the knee."""
    spread = np.full(len(body.CHANNELS), 0.012)
    for name, value in (("yaw", 2), ("lean", 1), ("bend", 1), ("twist", 2), ("w", 0)):
        spread[body.C[name]] = value
    for foot in ("footLz", "footRz"):
        spread[body.C[foot]] = 0
    t = np.arange(count)[:, None] / FRAME_RATE
    waves = sum(np.sin(2 * np.pi * (rng.uniform(0.2, 1.6) * t + rng.random(len(spread)))) for _ in range(3))
    return waves * spread / 2


def pool(count, seed):
    """`count` sequences: a fifth each over- and underhand, three tenths each underleg and none."""
    rng = np.random.default_rng(seed)
    styles = rng.choice(4, count, p=[0.2, 0.2, 0.3, 0.3])
    return [sequence(rng, int(style), f"made-{seed}-{k}") for k, style in enumerate(styles)]


def as_line(sequence, rng, fps, noise):
    """A sequence as a line for the program, in pixels of 1280 x 720."""
    at = np.arange(0, len(sequence.poses) - 1, sequence.fps / fps)
    part = (at % 1)[:, None, None]
    low = at.astype(int)
    points = (1 - part) * sequence.poses[low, :, :2] + part * sequence.poses[low + 1, :, :2]
    low, high = points.min((0, 1)), points.max((0, 1))
    scale = min(1100 / (high - low)[0], 600 / (high - low)[1])
    pixels = (points - (low + high) / 2) * scale + [640, 360]
    pixels = pixels + rng.normal(0, noise * scale * np.median(np.linalg.norm(points[:, 1] - points[:, 7], axis=-1)), pixels.shape)
    seen = (rng.random(pixels.shape[:2]) > 0.03).astype(int)
    frames = [[[round(float(x)), round(float(y)), int(v)] for (x, y), v in zip(f, s)] for f, s in zip(pixels, seen)]
    return {"id": sequence.id, "label": CLASSES[sequence.style], "names": joints.NAMES, "size": [1280, 720], "fps": fps, "frames": frames}


def write(path, count, seed):
    rng = np.random.default_rng(seed)
    with open(path, "w") as file:
        for k in range(count):
            made = sequence(rng, k % 4, f"made-{k:03}")
            file.write(json.dumps(as_line(made, rng, int(rng.choice([15, 30, 60])), 0.03)) + "\n")


def draw(path, rows=4, columns=14):
    import cv2

    rng = np.random.default_rng(5)
    strips = []
    for style in (0, 1, 2, 2, 3):
        for _ in range(rows):
            made = sequence(rng, style, "drawn")
            middle = made.releases[0] * made.fps if made.releases else len(made.poses) / 2
            frames = np.clip(middle + np.linspace(-60, 40, columns), 0, len(made.poses) - 1).astype(int)
            xy = made.poses[frames, :, :2]
            scale = 75 / (np.ptp(xy[..., 1]) + 1e-6)
            strip = np.full((90, 80 * columns, 3), 255, np.uint8)
            for k, pose in enumerate(xy):
                p = ((pose - pose.mean(0)) * scale + [80 * k + 40, 48]).astype(int)
                for a, b, _ in joints.BONES + [(1, 2, 0), (7, 8, 0)]:
                    colour = (90, 90, 90) if a % 2 != b % 2 else (200, 120, 0) if a % 2 else (0, 0, 220)
                    cv2.line(strip, p[a].tolist(), p[b].tolist(), colour, 2, cv2.LINE_AA)
                cv2.circle(strip, p[0].tolist(), 4, (0, 0, 0), 1, cv2.LINE_AA)
                if made.releases and abs(frames[k] - middle) < 4:
                    cv2.circle(strip, (80 * k + 6, 84), 3, (0, 160, 0), -1)
            cv2.putText(strip, CLASSES[style], (3, 10), 0, 0.35, (0, 0, 0), 1, cv2.LINE_AA)
            strips.append(strip)
    cv2.imwrite(path, np.vstack(strips))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draw")
    parser.add_argument("--write")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.draw:
        draw(options.draw)
    if options.write:
        write(options.write, options.count, options.seed)
