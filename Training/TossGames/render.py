"""Renders games of bean-bag toss as clips, with their truth by construction.

    python render.py --out ../../.data/toss-games [--only side high]
    python render.py --set held-out --out ../../.data/toss-games-held-out

Each clip is NAME.mp4; truth.json describes all clips that lie there. Clips that are there already
are kept. With --frames N, for a look, they are NAME-trial.mp4, which no truth is gathered of. See
README.md for what the truth holds.
"""

import argparse
import json
import subprocess
import time as clock
from pathlib import Path
from random import Random

import numpy as np

import raster
import truth
from figure import Figure, Looks
from games import SETS
from play import COLOURS, play
from scenery import render_set
from skeleton import Build
from stage import Bush, Placed, Stage, bag_axes, bag_mesh
from throwing import Player


def tone_curve():
    """Linear light 0...2 to screen values; highlights roll off above one half."""
    light = np.linspace(0, 2, 1 << 16)
    light = np.where(light > 0.5, 1 - 0.5 * np.exp(1 - 2 * light), light)
    screen = np.where(light < 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.uint8(np.clip(screen * 255 + 0.5, 0, 255))


def figure_parts(figure, player, time):
    stance = player.stance(time)
    joints, axes = player.pose(time)
    pitches = {side: stance.feet[side][1] for side in (1, -1)}
    return figure.placed(joints, axes, pitches, stance.facing), joints, axes


class Film:
    """Everything that moves in a game, at any time."""

    def __init__(self, played):
        game = self.game = played.game
        self.played = played
        self.figure = Figure(game.build, game.looks)
        self.bags = {colour: bag_mesh(COLOURS[colour]) for colour in COLOURS}
        self.things = [Placed(lambda t, bag=bag: self.bag_parts(bag, t))
                       for bag in played.table.bags]
        if game.player:
            self.things.append(Placed(self.player_parts))
            self.things.append(Placed(self.held_parts))
        if game.bush:
            self.things.append(Bush(Random(f"bush {game.name}"), *game.bush, 0.10))
        if game.passer:
            self.passer = passing(*game.passer)
            self.stranger = Figure(Build(size=1.03), Looks(shirt=(0.3, 0.3, 0.32),
                                                           long_trousers=True))
            self.things.append(Placed(self.passer_parts))

    def bag_parts(self, bag, time):
        state = bag.at(time)
        if state:
            position, normal, yaw, falls = state
            yield self.bags[bag.colour], bag_axes(normal, yaw, falls), position

    def player_parts(self, time):
        yield from figure_parts(self.figure, self.played.player, time)[0]

    def held_parts(self, time):
        """The bag in the throwing hand, and those that wait in the other."""
        throw, waiting = self.played.held(time)
        if not throw and not waiting:
            return
        joints, axes = self.played.player.pose(time)
        hips = axes["hips"]
        if throw:
            name = "left" if throw.shot.hand > 0 else "right"
            way = joints[name + "Grip"] - joints[name + "Wrist"]
            normal = np.array((0.3, 0, 1.0)) if way[2] < 0.02 else np.array((-0.3, 0, 1.0))
            yield self.bags[throw.bag.colour], bag_axes(hips @ normal, throw.bag.yaw, False), (
                joints[name + "Grip"])
        following = [t for t in self.played.thrown if t.begin > time]
        for level, later in enumerate(following[:2]):
            name = "right" if later.shot.hand > 0 else "left"
            at = joints[name + "Grip"] + np.array((0, 0, 0.035 * (level + 1)))
            yield self.bags[later.bag.colour], bag_axes(
                np.array((0.1, 0, 1)), 0.3 + level, False), at

    def passer_parts(self, time):
        yield from figure_parts(self.stranger, self.passer, time)[0]


def passing(begin, start, end):
    """A person who walks into the picture, turns round and leaves."""
    rng = Random("passer")
    way = np.subtract(end, start)
    facing = float(np.arctan2(way[1], way[0]))
    person = Player(Build(size=1.03), start, facing, rng)
    length = float(np.linalg.norm(way))
    there = begin + length / 1.25
    person.walk(begin, there, end)
    person.turn.add(there, facing).add(there + 1.0, facing + np.pi)
    person.left = -person.left
    for side in (1, -1):
        person.feet.step(side, there + 0.5 - 0.25 * side, there + 0.9 - 0.25 * side,
                         end + person.left * side * 0.11)
    person.walk(there + 1.3, 2 * there + 1.3 - begin, start)
    for side in (1, -1):
        curve = person.hands[side]
        for k in range(int(2 * length / 0.6)):
            curve.add(begin + k * 0.5, (0.06 + 0.16 * side * (-1) ** k, side * 0.05, -0.55))
    return person


def encoder(game, path):
    camera = game.camera
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24",
               "-s", f"{camera.width}x{camera.height}", "-r", str(game.fps), "-i", "-",
               "-c:v", "libx264", "-threads", "1", "-preset", "superfast", "-crf", str(game.crf),
               "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def exposure(stage):
    """A gain that puts the set's log-average where a camera's meter would."""
    grey = stage.empty.mean(axis=2)
    return 0.19 / float(np.exp(np.mean(np.log(np.maximum(grey, 1e-3)))))


class Sensor:
    """Light to bytes, with noise; the still set is developed a few times and used again."""

    TIMES = 16

    def __init__(self, stage, amount):
        self.gain, self.amount = np.float32(exposure(stage)), np.float32(amount)
        self.generator = np.random.default_rng(7)
        height, width = stage.depth.shape
        self.noise = self.generator.standard_normal((height + 60, width + 90, 3), np.float32)
        self.shifts = self.generator.integers((60, 90), size=(self.TIMES, 2))
        self.curve, self.now = tone_curve(), 0
        self.still = np.empty((self.TIMES, height, width, 3), np.uint8)
        for k in range(self.TIMES):
            self.develop(stage.empty, (0, width, 0, height), k, self.still[k])

    def develop(self, light, box, k, out):
        left, right, top, bottom = box
        y, x = self.shifts[k]
        raster.develop(light, self.gain, self.noise[y + top:y + bottom, x + left:x + right],
                       self.amount, self.curve, out)

    def picture(self, changes):
        """The set with its changes; never the same noise twice in a row."""
        self.now = (self.now + int(self.generator.integers(1, self.TIMES))) % self.TIMES
        screen = self.still[self.now].copy()
        for box, light in changes:
            left, right, top, bottom = box
            part = np.empty(light.shape, np.uint8)
            self.develop(light, box, self.now, part)
            screen[top:bottom, left:right] = part
        return screen


def film(game, folder, frames=None):
    played = play(game)
    stage = Stage(game.camera, game.light, *render_set(game, folder / "sets"), game.shutter)
    scenes, sensor = Film(played), Sensor(stage, game.noise)
    count = frames or int(played.seconds * game.fps)
    name = f"{game.name}-trial" if frames else game.name
    part = folder / f".{name}.mp4"
    out = encoder(game, part)
    begin = clock.time()
    for number in range(count):
        picture = sensor.picture(stage.changes(scenes.things, number / game.fps))
        out.stdin.write(picture.tobytes())
        if number % 100 == 99:
            print(f"{game.name}: {number + 1} of {count} frames, "
                  f"{(clock.time() - begin) / (number + 1):.2f} s each", flush=True)
    out.stdin.close()
    if out.wait() != 0:
        raise SystemExit("ffmpeg could not encode the clip.")
    (folder / f"{name}.json").write_text(json.dumps(truth.of(played, count)) + "\n")
    part.rename(folder / f"{name}.mp4")


def gather(folder):
    """One truth.json of all the clips that lie there."""
    order = [game.name for games in SETS.values() for game in games]
    there = [name for name in order
             if all((folder / f"{name}.{kind}").exists() for kind in ("mp4", "json"))]
    clips = [json.loads((folder / f"{name}.json").read_text()) for name in there]
    (folder / "truth.json").write_text(
        "[\n" + ",\n".join(json.dumps(clip) for clip in clips) + "\n]\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", help="names of games")
    parser.add_argument("--frames", type=int, help="stop each clip after so many, for a look")
    parser.add_argument("--set", choices=SETS, default="steering", help="which games")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for game in SETS[options.set]:
        if options.only and game.name not in options.only:
            continue
        if options.frames or not (options.out / f"{game.name}.mp4").exists():
            film(game, options.out, options.frames)
        gather(options.out)


if __name__ == "__main__":
    main()
