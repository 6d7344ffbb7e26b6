#!/usr/bin/env python3
"""Simulates clips of bags landing on a board, seen from above, from behind or from the side, with truth.

    .deps/training/bin/python Training/Landings/simulate.py OUT --clips 20 --seed 1

Bags fly in, slide with friction, push what lies there, hang over the hole, drop in, fall off. Boards,
prints, bags, cameras, light, shadows of people, hands that take bags away and the codec's strength
differ from clip to clip. OUT receives clips and a `truth.json` in the form of `data/clips`, with the
board's corners in each. Nothing is learnt from these clips: they are there to find mistakes.
"""

import argparse
import copy
import json
import subprocess
from math import cos, hypot, pi, sin
from pathlib import Path

import cv2
import numpy as np

WIDTH, LENGTH, HOLE_Y, HOLE_R = 0.6096, 1.2192, 0.2286, 0.0762
BAG, THICK = 0.1524, 0.035
FRICTION = 4.5  # m/s²
STEP = 1 / 480  # s


class Camera:
    """A pinhole camera; what has height is projected onto the board's plane from its place."""

    def __init__(self, rng, kind):
        self.kind = kind
        if kind == "crop":  # A broadcast's overhead crop: the board fills the picture.
            self.place = np.array([WIDTH / 2, LENGTH / 2, rng.uniform(3, 6)])
            self.size = (int(rng.choice([292, 360, 400])), 0)
            self.size = (self.size[0], int(self.size[0] * rng.uniform(1.93, 2.0)) // 2 * 2)
        else:
            elevation = {"above": rng.uniform(65, 89), "behind": rng.uniform(28, 60),
                         "front": rng.uniform(28, 60), "side": rng.uniform(35, 60)}[kind] * pi / 180
            away = {"above": rng.uniform(-pi, pi), "behind": -pi / 2, "front": pi / 2,
                    "side": rng.choice([0, pi])}[kind] + rng.uniform(-0.3, 0.3)
            far = rng.uniform(2.2, 4)
            self.place = np.array([WIDTH / 2 + far * cos(elevation) * cos(away),
                                   LENGTH / 2 + far * cos(elevation) * sin(away), far * sin(elevation)])
            self.size = [(480, 360), (640, 360), (360, 640), (426, 240)][rng.integers(4)]
        w, h = self.size
        goal = np.array([WIDTH / 2, LENGTH / 2, 0])
        forward = goal - self.place
        forward /= np.linalg.norm(forward)
        # Upwards in the picture: away from the camera; from straight above, to the far end.
        up = np.array([0, -1, 0.0]) if kind == "crop" or abs(forward[2]) > 0.995 else np.array([0, 0, 1.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        turn = np.array([right, down, forward])
        corners = np.array([[0, 0, 0], [WIDTH, 0, 0], [WIDTH, LENGTH, 0], [0, LENGTH, 0]])
        seen = (corners - self.place) @ turn.T
        seen = seen[:, :2] / seen[:, 2:]
        span = seen.max(0) - seen.min(0)
        fill = rng.uniform(0.98, 1.03) if kind == "crop" else rng.uniform(0.55, 0.9)
        focal = fill * min(w / span[0], h / span[1])
        if kind == "crop":
            focal = fill * w / span[0]
        middle = (seen.max(0) + seen.min(0)) / 2
        offset = np.array([w / 2, h / 2]) - focal * middle
        self.corners = seen * focal + offset
        self.to_picture = cv2.getPerspectiveTransform(corners[:, :2].astype(np.float32),
                                                      self.corners.astype(np.float32))

    def points(self, places):
        """Places (x, y, height) in pixels."""
        places = np.asarray(places, float)
        lift = self.place[2] / (self.place[2] - places[:, 2:])
        flat = self.place[:2] + (places[:, :2] - self.place[:2]) * lift
        return cv2.perspectiveTransform(flat[None].astype(np.float64), self.to_picture)[0]


class Bag:
    def __init__(self, colour, x, y, h=0.0, v=(0, 0, 0), spin=0.0, angle=0.0, landing=None):
        self.colour, self.landing = colour, landing
        self.p, self.h, self.angle, self.spin = np.array([x, y], float), h, angle, spin
        self.v, self.fall = np.array(v[:2], float), v[2]
        self.gone = False  # in the hole
        self.depth = 0.0
        self.still_since = 0.0

    @property
    def moves(self):
        return not self.gone and (self.h > 0 or hypot(*self.v) > 1e-3 or self.depth > 0)

    def on_board(self):
        return 0 <= self.p[0] <= WIDTH and 0 <= self.p[1] <= LENGTH

    def outcome(self):
        return "hole" if self.gone else "board" if self.on_board() else "off"

    def step(self, time):
        if self.gone:
            return
        self.angle += self.spin * STEP
        if self.h > 0 or self.fall > 0:
            self.p += self.v * STEP
            self.h += self.fall * STEP
            self.fall -= 9.81 * STEP
            if self.h <= 0:
                self.h, self.fall = 0, 0
                self.v *= 0.75
                self.spin *= 0.5
            self.still_since = time
            return
        to_hole = np.array([WIDTH / 2, HOLE_Y]) - self.p
        near = hypot(*to_hole)
        speed = hypot(*self.v)
        if near < HOLE_R * 0.85 and speed < 2.2 or self.depth > 0:
            self.depth += 1.4 * STEP * (1 + 3 * self.depth / 0.2)
            self.p += to_hole * STEP * 14
            self.v *= 1 - 8 * STEP
            self.still_since = time
            if self.depth > 0.2:
                self.gone = True
            return
        if speed > 1e-3:
            self.p += self.v * STEP
            self.v *= max(0, 1 - FRICTION * STEP / speed)
            self.spin *= 1 - 4 * STEP
            self.still_since = time
        else:
            self.v[:] = 0
            self.spin = 0


def collide(bags):
    for i, a in enumerate(bags):
        for b in bags[i + 1:]:
            if a.gone or b.gone or a.h > THICK or b.h > THICK or a.depth > 0.05 or b.depth > 0.05:
                continue
            d = b.p - a.p
            near = hypot(*d)
            if near > BAG * 0.95 or near == 0:
                continue
            n = d / near
            closing = float((a.v - b.v) @ n)
            if closing > 0:
                a.v -= n * closing * 0.6
                b.v += n * closing * 0.6


def board_texture(rng, scale=400):
    h, w = int(LENGTH * scale), int(WIDTH * scale)
    base = np.array([rng.uniform(60, 235) for _ in range(3)])
    if rng.random() < 0.5:  # wood
        base = np.array([120, 175, 205]) * rng.uniform(0.7, 1.15)
    picture = np.ones((h, w, 3)) * base
    grain = cv2.GaussianBlur(rng.normal(0, 30, (h, w)), (0, 0), sigmaX=1, sigmaY=25)
    picture = np.clip(picture + grain[..., None] * rng.uniform(0.5, 2), 0, 255).astype(np.uint8)
    for _ in range(rng.integers(0, 6)):
        colour = tuple(float(c) for c in rng.uniform(0, 255, 3))
        x, y = int(rng.integers(0, w)), int(rng.integers(0, h))
        kind = rng.integers(3)
        if kind == 0:
            cv2.putText(picture, "".join(rng.choice(list("ABCDEFGHKLMNRSTU"), 6)), (max(0, x - 120), y),
                        cv2.FONT_HERSHEY_DUPLEX, rng.uniform(1, 2.4), colour, int(rng.integers(3, 9)), cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(picture, (x, y), (int(rng.integers(20, 80)), int(rng.integers(15, 60))), 0, 0, 360, colour, -1, cv2.LINE_AA)
        else:
            cv2.line(picture, (x, 0), (int(rng.integers(0, w)), h), colour, int(rng.integers(8, 50)), cv2.LINE_AA)
    if rng.random() < 0.5:
        ring = tuple(float(c) for c in rng.uniform(0, 255, 3))
        cv2.circle(picture, (w // 2, int(HOLE_Y * scale)), int(0.11 * scale), ring, -1, cv2.LINE_AA)
    cv2.circle(picture, (w // 2, int(HOLE_Y * scale)), int(HOLE_R * scale), tuple(rng.uniform(0, 45, 3)), -1, cv2.LINE_AA)
    return picture, scale


class Scene:
    def __init__(self, rng, kind, fps):
        self.rng, self.fps = rng, fps
        self.camera = Camera(rng, kind)
        w, h = self.camera.size
        texture, scale = board_texture(rng)
        ground = np.ones((h, w, 3)) * rng.uniform(50, 200, 3)
        ground += cv2.GaussianBlur(rng.normal(0, 40, (h, w)), (0, 0), rng.uniform(1, 4))[..., None]
        to_picture = self.camera.to_picture @ np.diag([1 / scale, 1 / scale, 1])
        board = cv2.warpPerspective(texture, to_picture, (w, h), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(texture.shape[:2], 255, np.uint8), to_picture, (w, h))
        self.empty = np.where(mask[..., None] > 127, board, ground).astype(np.uint8)
        hole = np.array([[WIDTH / 2 + HOLE_R * cos(a), HOLE_Y + HOLE_R * sin(a), 0] for a in np.linspace(0, 2 * pi, 40)])
        self.hole = np.zeros((h, w), np.uint8)
        cv2.fillPoly(self.hole, [np.round(self.camera.points(hole)).astype(np.int32)], 255)
        self.board_colour = np.median(texture.reshape(-1, 3), 0)
        self.grain = rng.normal(0, rng.uniform(0, 5), (h + 200, w + 200, 3)).astype(np.int16)

    def draw_bag(self, picture, bag):
        if bag.gone:
            return
        half = BAG / 2
        side = np.array([[-1, -1], [0, -1.06], [1, -1], [1.06, 0], [1, 1], [0, 1.06], [-1, 1], [-1.06, 0]]) * half
        if bag.depth > 0:
            side = side * (1 - 0.8 * bag.depth / 0.2)
        turn = np.array([[cos(bag.angle), -sin(bag.angle)], [sin(bag.angle), cos(bag.angle)]])
        outline = side @ turn.T + bag.p
        tall = bag.h - bag.depth

        def polygon(height):
            return np.round(self.camera.points(np.c_[outline, np.full(len(outline), height)]) * 16).astype(np.int32)
        layer = picture.copy()
        shade = polygon(0) + np.int32([16 * 2, 16 * 2])
        if bag.depth == 0:
            dark = layer.copy()
            cv2.fillPoly(dark, [shade], (0, 0, 0), cv2.LINE_AA, 4)
            layer = cv2.addWeighted(layer, 0.65, dark, 0.35, 0)
        for height in ([0, 0.5, 1] if bag.depth == 0 else [1]):
            colour = tuple(c * (0.75 + 0.25 * height) for c in bag.colour)
            cv2.fillPoly(layer, [polygon(tall + THICK * height)], colour, cv2.LINE_AA, 4)
        mark = bag.p + turn @ np.array([half * 0.3, 0])
        place = self.camera.points([[*mark, tall + THICK]])[0] * 16
        cv2.circle(layer, tuple(int(v) for v in place), 16 * 3, tuple(min(255, c + 50) for c in bag.colour), -1, cv2.LINE_AA, 4)
        if bag.depth > 0.06:  # Below the surface only what the hole shows of it.
            keep = self.hole > 0
            picture[keep] = layer[keep]
        else:
            picture[:] = layer

    def frame(self, poses, walker, hand, gain):
        picture = None
        for number, bags in enumerate(poses):  # moments of one exposure
            moment = self.empty.copy()
            for bag in bags:
                self.draw_bag(moment, bag)
            picture = moment if picture is None else cv2.addWeighted(picture, number / (number + 1), moment, 1 / (number + 1), 0)
        if walker is not None:  # the shadow of one who walks by, and the legs
            x, y = walker
            shadow = picture.copy()
            cv2.fillPoly(shadow, [np.round(self.camera.points([[x - 0.2, y - 1.2, 0], [x + 0.2, y - 1.2, 0], [x + 0.25, y, 0], [x - 0.25, y, 0]])).astype(np.int32)], (0, 0, 0))
            shadow = cv2.GaussianBlur(shadow, (0, 0), 3)
            picture = cv2.addWeighted(picture, 0.6, shadow, 0.4, 0)
        if hand is not None:
            (x, y), reach = hand
            a, b = self.camera.points([[x, y, 0.05], [x + reach[0], y + reach[1], 0.3]])
            width = max(4, int(0.09 * hypot(*(self.camera.points([[x, y, 0]])[0] - self.camera.points([[x + 1, y, 0]])[0]))))
            cv2.line(picture, tuple(int(v) for v in a), tuple(int(v) for v in b), (130, 160, 215), width, cv2.LINE_AA)
        shift = self.rng.integers(0, 200, 2)
        h, w = picture.shape[:2]
        noise = self.grain[shift[0]:shift[0] + h, shift[1]:shift[1] + w]
        return cv2.add(cv2.convertScaleAbs(picture, alpha=gain), noise, dtype=cv2.CV_8U)


def simulate(path, rng, kind):
    fps = float(rng.choice([25, 30, 30, 50, 60]))
    scene = Scene(rng, kind, fps)
    # Two sides, whose colours stand out from the board.
    colours = []
    while len(colours) < 2:
        colour = rng.uniform(10, 245, 3)
        if np.abs(colour - scene.board_colour).max() > 60:
            colours.append(colour)
    if rng.random() < 0.2:
        colours[1] = colours[0]
    bags, landings, initial = [], [], []
    for _ in range(rng.integers(0, 3)):
        x, y = rng.uniform(0.1, 0.5), rng.uniform(0.1, 1.1)
        if rng.random() < 0.35:
            x, y = WIDTH / 2 + rng.uniform(-0.02, 0.02), HOLE_Y + rng.uniform(0.075, 0.1)
        if hypot(x - WIDTH / 2, y - HOLE_Y) < HOLE_R * 0.9 or any(hypot(*(b.p - (x, y))) < BAG for b in bags):
            continue
        bags.append(Bag(colours[rng.integers(2)], x, y, angle=rng.uniform(0, pi)))
        initial.append({"state": "board"})
    throws = int(rng.integers(2, 5))
    start = rng.uniform(0.8, 2)
    plan = []
    for number in range(throws):
        plan.append(start + number * rng.uniform(3, 4.5) if number == 0 else plan[-1] + rng.uniform(2.6, 4.5))
    end = plan[-1] + 3.2
    takes = rng.random() < 0.4
    walks = rng.random() < 0.4 and kind != "crop"
    walk_at = rng.uniform(0, end)
    taken_at = end
    end += 3 if takes else 0
    gain, gain_goal = 1.0, rng.uniform(0.85, 1.15) if rng.random() < 0.4 else 1.0
    w, h = scene.camera.size
    out = subprocess.Popen(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{w}x{h}", "-r", str(fps),
                            "-i", "-", "-pix_fmt", "yuv420p", "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-crf", str(int(rng.integers(20, 33))), path], stdin=subprocess.PIPE)
    time, thrown, moves = 0.0, 0, []
    frames = int(end * fps)
    target = None
    for frame in range(frames):
        poses = []
        steps = max(1, int(round(1 / fps / STEP)))
        shutter = int(steps * 0.5)
        for step in range(steps):
            time = frame / fps + step * STEP
            if thrown < throws and time >= plan[thrown]:
                # It comes from the near end, lands somewhere, slides.
                aim = rng.choice(["hole", "board", "far", "side", "short"], p=[0.35, 0.3, 0.12, 0.15, 0.08])
                x = WIDTH / 2 + rng.normal(0, 0.03 if aim == "hole" else 0.12) + (0.42 * rng.choice([-1, 1]) if aim == "side" else 0)
                slide = rng.uniform(0.2, 0.7)
                stop = {"hole": HOLE_Y + rng.normal(-0.03, 0.06), "board": rng.uniform(0.4, 1.0), "far": -0.25, "side": rng.uniform(0.2, 1.0), "short": 1.45}[aim]
                y, v = stop + slide, (2 * FRICTION * slide) ** 0.5 / 0.75
                flight = 0.5
                vy, vx = -v, rng.normal(0, 0.12) * v
                up = 9.81 * flight / 2 - 1.0 / flight
                bag = Bag(colours[thrown % 2], x - vx * flight, y - vy * flight, 1.0, (vx, vy, up), rng.uniform(-12, 12), rng.uniform(0, pi), len(landings) + 1)
                bags.append(bag)
                landings.append({"bag": "first" if thrown % 2 == 0 else "second", "firstFrame": None, "restFrame": None, "outcome": None, "knocked": []})
                thrown += 1
            for bag in bags:
                bag.step(time)
            collide(bags)
            if step == 0 or step < shutter and step % 4 == 0 and any(b.moves for b in bags):
                poses.append([copy.deepcopy(b) for b in sorted(bags, key=lambda b: b.h)])
        for bag in bags:
            if bag.landing is None:
                continue
            entry = landings[bag.landing - 1]
            x, y = scene.camera.points([[*bag.p, bag.h]])[0]
            inside = 0 <= x < w and 0 <= y < h
            if entry["firstFrame"] is None and inside:
                entry["firstFrame"] = frame
            if entry["restFrame"] is None and not bag.moves:
                entry.update(restFrame=frame, outcome=bag.outcome(), seen=bool(inside or bag.gone or entry["firstFrame"] is not None))
            elif entry["restFrame"] is not None and not bag.moves and bag.outcome() != (
                    entry["knocked"][-1][1] if entry["knocked"] else entry["outcome"]):
                entry["knocked"].append([frame, bag.outcome()])
        walker = None
        if walks and 0 <= time - walk_at < 2:
            walker = (-0.9 + (time - walk_at) * 1.4, LENGTH + 0.7)
        hand = None
        if takes and time > taken_at:
            lying = [b for b in bags if not b.gone and b.landing != -1]
            phase = (time - taken_at) % 1.2
            if lying:
                if target is None:
                    target = lying[0]
                reach = (0.9, 1.2)
                if phase < 0.5:
                    spot = target.p + np.array(reach) * (1 - phase / 0.5)
                else:
                    spot = target.p + np.array(reach) * (phase - 0.5) / 0.6
                    target_p = spot
                hand = (tuple(spot), reach)
                if phase >= 0.5:
                    target.landing = -1
                    shown = Bag(target.colour, *spot, 0.05)
                    poses = [[b for b in p if not np.allclose(b.p, target.p)] + [shown] for p in poses]
                if phase > 1.15:
                    bags.remove(target)
                    target = None
        if gain_goal != 1 and time > end / 3:
            gain += (gain_goal - gain) * 0.05
        out.stdin.write(scene.frame(poses, walker, hand, gain).tobytes())
    out.stdin.close()
    out.wait()
    # One that rested out of the picture and was only seen in a hand was not seen to land.
    told = [l for l in landings if l["firstFrame"] is not None and l["restFrame"] is not None
            and l["firstFrame"] <= l["restFrame"]]
    return {"file": Path(path).name, "kind": kind, "width": w, "height": h, "fps": fps, "frames": frames, "flights": [],
            "boards": [{"frame": 0, "corners": scene.camera.corners.round(2).tolist()}], "initialBags": initial, "landings": told,
            "notes": f"walks {walks}, takes {takes}, gain {gain_goal:.2f}"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--clips", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    kinds = ["crop", "above", "behind", "crop", "above", "front", "side"]
    truth = []
    for number in range(options.clips):
        rng = np.random.default_rng([options.seed, number])
        truth.append(simulate(str(options.out / f"{number:03}.mp4"), rng, kinds[number % len(kinds)]))
        (options.out / "truth.json").write_text(json.dumps(truth, indent=1))
        print(truth[-1]["file"], truth[-1]["kind"], [(l["firstFrame"], l["restFrame"], l["outcome"], l["knocked"]) for l in truth[-1]["landings"]], flush=True)


if __name__ == "__main__":
    main()
