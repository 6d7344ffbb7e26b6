"""What would move before a camera: people, what they throw, leaves, and what slides by.

    python scenes.py --count 2000 --seed 1

Writes .data/flights/SEED-NNN.jsonl as `playfield vision trajectories --inspect` writes what moves in a film, and
SEED-NNN.truth.json, the number of the flight that each object is of, or -1. Flights are drawn by physics, people are those of
`ThrowStyle/motions.py`. Some scenes are turned upside down: nothing in them flies. No film is used.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

TRAINING = Path(__file__).resolve().parents[1]
sys.path.append(str(TRAINING / "ThrowStyle"))
import synthesis

OUT = TRAINING.parent / ".data" / "flights"
GRAVITY = np.array([0, 0, -9.81])
# In metres, in the order of `joints.NAMES`: head, shoulders, elbows, wrists, hips, knees, ankles.
JOINTS = np.array([0.1, 0.08, 0.08, 0.05, 0.05, 0.05, 0.05, 0.1, 0.1, 0.07, 0.07, 0.06, 0.06])
WRISTS = (5, 6)
MINIMUM_FRAMES = 4  # of a flight in view


class Camera:
    """Looks at a place from any side; pictures are a unit wide."""

    def __init__(self, rng, middle):
        azimuth, roll = rng.uniform(0, 2 * np.pi), np.radians(rng.normal(0, 2))
        elevation = np.radians(np.clip(rng.normal(6, 9), -12, 40))
        forward = -np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
        right = np.array([forward[1], -forward[0], 0.0]) / np.linalg.norm(forward[:2])
        down = np.cross(forward, right)
        turn = np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
        self.axes = np.vstack([turn @ np.stack([right, down]), forward])
        self.aspect = rng.choice([16 / 9, 4 / 3, 9 / 16], p=[0.6, 0.25, 0.15])
        self.focal = rng.uniform(0.7, 1.3)
        self.place = middle - np.exp(rng.uniform(0, np.log(14))) * forward

    def seen(self, places):
        """[n, 3] -> x, y in widths [n, 2], and how large a metre is [n]; 0 behind the camera."""
        local = (places - self.place) @ self.axes.T
        scale = np.where(local[:, 2] > 0.3, self.focal / np.maximum(local[:, 2], 0.3), 0)
        return local[:, :2] * scale[:, None] + [0.5, 0.5 / self.aspect], scale


def flight(rng, start, times, maximum_speed):
    """Places of something thrown, slowed by the air: [n, 3]."""
    heading, rise = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(-20, 80))
    speed = np.exp(rng.uniform(np.log(maximum_speed / 8), np.log(maximum_speed)))
    velocity = speed * np.array([np.cos(heading) * np.cos(rise), np.sin(heading) * np.cos(rise), np.sin(rise)])
    drag = np.exp(rng.uniform(np.log(0.002), np.log(0.06)))
    places, place, last = [], np.array(start, float), times[0]
    for time in times:
        for _ in range(8):
            step = (time - last) / 8
            velocity = velocity + (GRAVITY - drag * np.linalg.norm(velocity) * velocity) * step
            place = place + velocity * step
        last = time
        places.append(place.copy())
    return np.array(places)


def runs(rng, count, share, length):
    """Whether something is so in each of `count` frames: in runs of about a length, in a share of all."""
    state, states = rng.random() < share, []
    for _ in range(count):
        if rng.random() < 1 / length:
            state = rng.random() < share
        states.append(state)
    return np.array(states)


class Scene:
    def __init__(self, rng):
        self.rng = rng
        self.rate = float(rng.choice([24, 25, 30, 30, 30, 60]))
        self.blur = np.exp(rng.uniform(np.log(0.0002), np.log(0.0015)))  # how far off a blob's middle is, in widths
        self.tracks = []  # (flight or -1, x [n], y, radius, there, isolated, colour [n, 3], fill)
        style = int(rng.integers(4))
        joints, releases = synthesis.performance(rng, style)
        self.count = max(20, int(len(joints) / synthesis.FRAME_RATE * self.rate))
        self.times = np.arange(self.count) / self.rate
        self.camera = Camera(rng, joints.mean((0, 1)) + rng.normal(0, rng.choice([0.5, 1.5]), 3))
        hand = self.people(joints)
        if releases:
            self.throw(releases[0], hand)
        for _ in range(rng.poisson(1.5)):
            # Across a room, or from one hand to the other before the camera.
            is_toss = rng.random() < 0.2
            away = rng.uniform(0.5, 2) if is_toss else rng.uniform(2, 12)
            place = self.camera.place + self.camera.axes.T @ (away * np.array([rng.normal(0, 0.25), rng.normal(0, 0.2), 1]))
            self.throw(rng.uniform(0, self.times[-1]), place, maximum_speed=4 if is_toss else 16)
        self.leaves(rng.poisson(rng.choice([0, 4, 15, 40])))
        for _ in range(rng.poisson(0.7)):
            self.slide()

    def people(self, joints):
        """-> where the throwing wrist is at each time"""
        rng = self.rng
        at = np.clip((self.times * synthesis.FRAME_RATE).astype(int), 0, len(joints) - 1)
        joints = joints[at]
        clothes = rng.uniform(20, 230, 3)
        for joint, size in enumerate(JOINTS):
            xy, scale = self.camera.seen(joints[:, joint])
            moves = np.linalg.norm(np.gradient(xy, axis=0), axis=1) * self.rate > 0.04
            radius = size * scale * rng.uniform(0.6, 1.3)
            there = moves & runs(rng, self.count, rng.uniform(0.3, 1), 8)
            isolated = runs(rng, self.count, rng.choice([0.1, 0.5, 0.9]), 6)
            # A blob of a limb is now more, now less of it.
            wobble = np.cumsum(rng.normal(0, 0.12, (self.count, 2)), 0)
            wobble -= np.array([np.convolve(w, np.ones(9) / 9, "same") for w in wobble.T]).T
            self.track(-1, xy + wobble * radius[:, None], radius * np.exp(rng.normal(0, 0.15, self.count)), there, isolated,
                       clothes + rng.normal(0, 15, 3), rng.uniform(0.4, 0.82))  # fmt: skip
        return joints[:, rng.choice(WRISTS)]

    def throw(self, start, hand, maximum_speed=16):
        """Something thrown from a place, or from where a hand is then, to the ground or to what catches it."""
        rng = self.rng
        first = min(int(start * self.rate), self.count - 1)
        place = hand[first] if hand.ndim == 2 else hand
        places = np.repeat(place[None], self.count, 0)
        places[first:] = flight(rng, place, self.times[first:], maximum_speed)
        xy, scale = self.camera.seen(places)
        flies = (np.arange(self.count) >= first) & (scale > 0)
        if rng.random() < 0.4:
            flies &= self.times < start + rng.uniform(0.15, 1)
        ground = np.flatnonzero(flies & (places[:, 2] < min(0, place[2] - 0.5)))
        if len(ground):
            flies[ground[0] :] = False
        inside = (xy[:, 0] > 0) & (xy[:, 0] < 1) & (xy[:, 1] > 0) & (xy[:, 1] < 1 / self.camera.aspect)
        if (flies & inside).sum() < MINIMUM_FRAMES:
            return
        radius = np.exp(rng.uniform(np.log(0.025), np.log(0.13))) * scale
        there = flies & (rng.random(self.count) > rng.choice([0, 0.05, 0.15]))
        isolated = rng.random(self.count) > rng.choice([0, 0.05, 0.2])
        number = 1 + max([t[0] for t in self.tracks], default=-1)
        self.track(number, xy, radius * np.exp(rng.normal(0, rng.choice([0.05, rng.uniform(0.02, 0.2)]), self.count)), there, isolated,
                   rng.uniform(20, 230, 3), rng.uniform(0.62, 0.82))  # fmt: skip

    def leaves(self, count):
        rng = self.rng
        for _ in range(count):
            spread = np.exp(rng.uniform(np.log(0.001), np.log(0.02)))
            x = rng.random() + np.cumsum(rng.normal(0, spread, (self.count, 2)), 0)
            # About where the wind lets it hang; at the ends of a scene, where the mean is of fewer, a gust sweeps it off.
            pull = np.array([np.convolve(w, np.ones(15) / 15, "same") for w in x.T]).T
            xy = x - pull + [rng.random(), rng.random() / self.camera.aspect]
            radius = np.exp(rng.uniform(np.log(0.003), np.log(0.025))) * np.exp(rng.normal(0, 0.2, self.count))
            self.track(-1, xy, radius, runs(rng, self.count, rng.uniform(0.1, 0.8), 5), runs(rng, self.count, 0.7, 6),
                       rng.uniform(20, 230, 3), rng.uniform(0.45, 0.8))  # fmt: skip

    def slide(self):
        """What goes by, or comes to rest, along a line: cars, shadows, birds, bags on a board."""
        rng = self.rng
        t = self.times - rng.uniform(0, self.times[-1])
        way = t if rng.random() < 0.5 else 1 - np.exp(-np.maximum(t, 0) * rng.uniform(1, 5))
        velocity = rng.normal(0, 0.4, 2) * [1, 0.5]
        bob = rng.choice([0, rng.uniform(0, 0.02)]) * np.sin(2 * np.pi * rng.uniform(0.5, 3) * t)
        xy = np.array([rng.random(), rng.random() / self.camera.aspect]) + way[:, None] * velocity + np.stack([0 * bob, bob], 1)
        radius = np.exp(rng.uniform(np.log(0.006), np.log(0.06))) * np.exp(rng.normal(0, 0.06, self.count))
        self.track(-1, xy, radius, runs(rng, self.count, 0.9, 20), runs(rng, self.count, 0.8, 20),
                   rng.uniform(20, 230, 3), rng.uniform(0.5, 0.8))  # fmt: skip

    def track(self, flight, xy, radius, there, isolated, colour, fill):
        """Adds one thing, as far as it is in the picture, each blob a little off."""
        rng = self.rng
        off = rng.normal(0, 1, xy.shape) * np.hypot(self.blur, rng.uniform(0.01, 0.1) * radius)[:, None]
        # Light and what shows through a blob's edge change its colour, of whatever it is.
        shade = np.cumsum(rng.normal(0, np.exp(rng.uniform(np.log(1), np.log(12))), (self.count, 1)), 0)
        colours = np.clip(colour + shade + rng.normal(0, 3, (self.count, 3)), 0, 255)
        fills = np.clip(fill + rng.normal(0, 0.04, self.count), 0.2, 0.9)
        self.tracks.append((flight, xy + off, radius, there, isolated, colours, fills))

    def write(self, path):
        rng, height = self.rng, 1 / self.camera.aspect
        is_upside_down = rng.random() < 0.15
        width = 1280
        lines = [json.dumps({"file": path.stem, "width": width, "height": round(width * height)})]
        truth = []
        # A film of another rate shows each picture at its own next frame, and repeats some.
        film_rate = self.rate * (1 if rng.random() < 0.8 else 1.25)
        frames = np.ceil(self.times * film_rate - 1e-6).astype(int).tolist()
        for k in range(self.count):
            objects = []
            for flight, xy, radius, there, isolated, colours, fills in self.tracks:
                (x, y), r = xy[k], radius[k]
                # What the picture's edge cuts is seen as far as it is inside, about another middle.
                left, right, top, bottom = max(0, x - r), min(1, x + r), max(0, y - r), min(height, y + r)
                if not there[k] or left >= right or top >= bottom:
                    continue
                edge = (right - left) + (bottom - top) < 4 * r - 1e-9
                x, y, r = (left + right) / 2, (top + bottom) / 2, np.sqrt((right - left) * (bottom - top)) / 2
                if not 0.003 < r < 0.1:
                    continue
                y = height - y if is_upside_down else y
                place = [round(float(v), 5) for v in (x, y, r)] + [round(float(fills[k]), 3)]
                objects.append((-r, -1 if is_upside_down else flight,
                                place + [round(float(c), 1) for c in colours[k]] + [int(isolated[k]), int(edge)]))  # fmt: skip
            objects.sort(key=lambda one: one[0])
            repeated = list(range(frames[k] + 1, frames[k + 1])) if k + 1 < self.count else []
            lines.append(json.dumps({"frame": frames[k], "time": round(frames[k] / film_rate, 4), "repetitions": repeated,
                                     "objects": [one[2] for one in objects]}))  # fmt: skip
            truth.append([frames[k], [one[1] for one in objects]])
        path.write_text("\n".join(lines) + "\n")
        path.with_suffix(".truth.json").write_text(json.dumps(truth))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    for k in range(options.count):
        Scene(rng).write(OUT / f"{options.seed}-{k:03}.jsonl")


if __name__ == "__main__":
    main()
