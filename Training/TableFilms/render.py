"""Renders films of a table before a camera of which all is known.

    python render.py --out ../../.data/table-films [--only wood-held white-held]
    python render.py --stills --out ../../.data/table-stills
    python render.py --races --samples 8 --out ../../.data/table-races

Each film is NAME.mp4, and NAME.jsonl what is true of its frames. A film that is there is kept, and
so are the frames of one that was stopped, in frames/NAME. See README.md for what the truth holds.
"""

import argparse
import json
import math
import shutil
import subprocess
import time as clock
from pathlib import Path
from random import Random

import bpy
import numpy as np

import truth
from films import FILMS, HEIGHT, RACES, RATE, STILLS, WIDTH
from holding import cameras
from tabletop import build
from arm import Arm
from develop import exposed, read_light
from mathutils import Matrix
from rendering import render_to, set_up
from studio import print_photo

SHUTTER = 0.2                   # of a frame: 10 ms
ADAPTS = 0.15                   # of what the exposure is off, in a frame
NOISE = 0.008


def put_camera(thing, shot):
    right, down, ahead = shot.turn
    thing.matrix_basis = Matrix([(*row, at) for row, at in
                                 zip(np.column_stack([right, -down, -ahead]), shot.position)]
                                + [(0, 0, 0, 1)])


def add_camera(shots):
    """A camera that has the pose of each shot in the frame of its number."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36
    data.lens = shots[0].focal / shots[0].width * data.sensor_width
    data.clip_end = 2000
    thing = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(thing)
    thing.rotation_mode, before = "QUATERNION", None
    for frame, shot in enumerate(shots):
        put_camera(thing, shot)
        if before and thing.rotation_quaternion.dot(before) < 0:
            thing.rotation_quaternion.negate()
        before = thing.rotation_quaternion.copy()
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_quaternion", frame=frame)
    bpy.context.scene.camera = thing


class Lights:
    """The film's light, frame by frame. Where nothing has moved, an earlier frame's is used."""

    def __init__(self, film, tabletop, arm, folder, samples):
        self.film, self.tabletop, self.arm, self.folder = film, tabletop, arm, folder
        self.samples = samples
        folder.mkdir(parents=True, exist_ok=True)
        set_up(WIDTH, HEIGHT, samples)
        scene = bpy.context.scene
        scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 1, 1
        scene.cycles.denoising_quality = "FAST"
        scene.render.use_motion_blur = film.held or bool(film.reaches)
        scene.render.motion_blur_shutter = SHUTTER

    def state(self, frame):
        """What distinguishes this frame's light from others'."""
        lit = self.film.lamp is not None and frame >= self.film.lamp * RATE
        still = not self.film.held and not (self.arm and self.arm.matrix(frame))
        return lit, -1 if still else frame

    def path(self, frame):
        first = next(k for k in range(frame + 1) if self.state(k) == self.state(frame))
        return self.folder / f"{first:04d}.exr"

    def render(self, frame):
        path = self.path(frame)
        if path.exists():
            return
        if self.tabletop.lamp:
            self.tabletop.lamp.data.energy = 66000 if self.state(frame)[0] else 0
        if self.arm:
            self.arm.put(frame)
        bpy.context.scene.frame_set(frame)
        cycles = bpy.context.scene.cycles
        cycles.seed = frame
        # Grain that stays in its place from frame to frame would be something to hold on to.
        is_shown_again = self.state(frame)[1] == -1
        cycles.samples = self.samples * (16 if is_shown_again else 1)
        unfinished = path.with_suffix(".part.exr")
        render_to(str(unfinished))
        unfinished.rename(path)


def developed(lights):
    """Bytes of each frame; the exposure follows the light as a camera's does."""
    film, gain = lights.film, None
    generator = np.random.default_rng(Random(f"sensor {film.name}").randrange(2 ** 32))
    for frame in range(film.frames):
        light = read_light(str(lights.path(frame)))
        metered = float(exposed(light).mean() / light.mean())
        gain = metered if gain is None else gain * (metered / gain) ** ADAPTS
        yield print_photo(light, gain, NOISE, generator)


def encode(pictures, path):
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24",
               "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE), "-i", "-", "-c:v", "libx264",
               "-threads", "1", "-crf", "14", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
               str(path)]
    encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
    for picture in pictures:
        encoder.stdin.write(picture.tobytes())
    encoder.stdin.close()
    if encoder.wait() != 0:
        raise SystemExit("ffmpeg could not encode the film.")


def shoot(film, folder, options):
    tabletop = build(film)
    arm = Arm(film) if film.reaches else None
    shots = cameras(film)
    add_camera(shots)
    bpy.context.view_layer.update()
    lines = [json.dumps(line) + "\n" for line in truth.lines(shots, tabletop.dice, arm)]
    (folder / f"{film.name}.jsonl").write_text("".join(lines))
    lights = Lights(film, tabletop, arm, folder / "frames" / film.name, options.samples)
    for frame in options.frames or range(film.frames):
        begin = clock.time()
        lights.render(frame)
        print(f"{film.name}: frame {frame} of {film.frames}, {clock.time() - begin:.1f} s",
              flush=True)
    if options.frames:
        return
    part = folder / f".{film.name}.mp4"
    encode(developed(lights), part)
    part.rename(folder / f"{film.name}.mp4")
    if not options.keep:
        shutil.rmtree(lights.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stills", action="store_true", help="single frames from here and there instead of films")
    parser.add_argument("--races", action="store_true", help="single frames of a race's rolls instead of films")
    parser.add_argument("--only", nargs="*", help="names of films")
    parser.add_argument("--frames", type=int, nargs="*", help="render these only, for a look")
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="keep the rendered frames")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for film in STILLS if options.stills else RACES if options.races else FILMS:
        if options.only and film.name not in options.only:
            continue
        if not (options.out / f"{film.name}.mp4").exists():
            shoot(film, options.out, options)


if __name__ == "__main__":
    main()
