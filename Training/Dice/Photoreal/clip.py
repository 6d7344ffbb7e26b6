r"""Renders a sample clip: three rolls of dice on an oak table, with their truth.

    python clip.py --frames ../../../.data/sample-frames --out ../../../Samples/rolls.mp4
    python clip.py --frames ../../../.data/sample-frames-720 --size 1280 720 --samples 8 \
        --out ../../../Samples/rolls-720.mp4

Writes the clip, and beside it a JSON file of the same name: for each roll the values from left
to right, and the first and last frame (counted from 0) in which its dice lie still. Rendered
frames are kept, so a run that was stopped continues. Only moving dice are rendered: while they
rest the last frame is shown again, with the fresh noise that a sensor has.
"""

import argparse
import json
import math
import subprocess
from pathlib import Path
from random import Random

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

import physics
from develop import read_light
from labels import IGNORE, die_label, to_pixels
from rendering import render_to, set_up
from scene import Photo, proxy, random_turn
from studio import build_set, make_die, print_photo, set_camera

RATE = 30
STEPS = 4                       # physics frames per frame of the clip
ROLLS = [["ivory", "ruby", "navy"], ["sun", "black", "jade", "ivory"],
         ["navy", "sun", "ruby", "jade"]]
FROM = [-1, 1, -1]              # the side each roll comes from: left or right
LONGEST = 60                    # frames in which the dice must have come to rest
PAUSE, REST, FADE = 8, 42, 7    # frames of empty table, of lying dice, of fading away
# In pixels of a picture 480 high: what is free between a resting top face and the edge, and what
# is rendered around dice, more on the shadow's side.
MARGIN, AROUND, SHADOW, SEAM = 45, 62, 60, 30


def reach(photo):
    """How many times as wide as 4:3 the picture is."""
    return photo.width / photo.height / (4 / 3)


def scaled(photo, pixels):
    return round(pixels * photo.height / 480)


def push(stand_in, side, index, rng):
    """Carries a die in from `side` for two physics frames and lets it go, spinning."""
    start = Vector((side * rng.uniform(13, 17), 2.6 * (index - 1.5), rng.uniform(4, 8)))
    speed = Vector((-side * rng.uniform(50, 75), rng.uniform(-14, 14), rng.uniform(-30, 10)))
    turn, spin = random_turn(rng), rng.uniform(8, 16)
    across = -math.copysign(1, side)
    axis = Vector((rng.uniform(-0.5, 0.5), across, rng.uniform(-0.5, 0.5))).normalized()
    stand_in.rotation_mode = "QUATERNION"
    for frame in (1, 3):
        seconds = (frame - 1) / (RATE * STEPS)
        stand_in.location = start + speed * seconds
        stand_in.rotation_quaternion = Quaternion(axis, spin * seconds) @ turn
        stand_in.keyframe_insert("location", frame=frame)
        stand_in.keyframe_insert("rotation_quaternion", frame=frame)
    stand_in.rigid_body.kinematic = True
    stand_in.rigid_body.keyframe_insert("kinematic", frame=1)
    stand_in.rigid_body.kinematic = False
    stand_in.rigid_body.keyframe_insert("kinematic", frame=3)


def throw(dice, table, side, rng):
    """Rolls the dice; returns the matrices of each die at every physics frame."""
    scene = bpy.context.scene
    scene.render.fps = RATE * STEPS
    frames = LONGEST * STEPS
    physics.start_world(frames, steps_per_second=960)
    proxies = [proxy(die) for die in dice]
    physics.add_body(table, False, friction=0.7, bounce=0.9)
    for index, stand_in in enumerate(proxies):
        physics.add_body(stand_in, True, friction=0.7, bounce=0.75)
        push(stand_in, side, index, rng)
    paths = [[] for _ in dice]
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
        for path, stand_in in zip(paths, proxies):
            path.append(stand_in.matrix_world.copy())
    bpy.ops.rigidbody.world_remove()
    for stand_in in proxies:
        bpy.data.objects.remove(stand_in)
    scene.render.fps = RATE
    return paths


def still_from(paths):
    """The first frame of the clip from which no die moves any more."""
    last = 0
    for path in paths:
        rest = path[-1]
        for step, matrix in enumerate(path):
            moved = (matrix.translation - rest.translation).length
            turned = matrix.to_quaternion().rotation_difference(rest.to_quaternion()).angle
            if moved > 0.01 or min(turned, 2 * math.pi - turned) > 0.01:
                last = max(last, step)
    return last // STEPS + 1


def animate(dice, paths):
    """Gives dice their paths as keyframes; what rolled before disappears below the table."""
    for thing in bpy.context.scene.objects:
        if thing.type == "MESH" and thing.name != "table":
            thing.animation_data_clear()
            thing.location = (0, 0, -50)
    for die, path in zip(dice, paths):
        thing, before = die.thing, None
        thing.rotation_mode = "QUATERNION"
        for step, matrix in enumerate(path):
            turn = matrix.to_quaternion()
            if before and turn.dot(before) < 0:
                turn.negate()
            thing.location, thing.rotation_quaternion = matrix.translation, turn
            thing.keyframe_insert("location", frame=step / STEPS)
            thing.keyframe_insert("rotation_quaternion", frame=step / STEPS)
            before = turn.copy()


def roll_values(dice, photo):
    """Values from left to right if every top face is clear and well inside, else None."""
    bpy.context.view_layer.update()
    labels = [die_label(photo, die) for die in dice]
    if None in labels:
        return None
    labels.sort(key=lambda label: label[1][0] + label[1][2] / 2)
    margin = scaled(photo, MARGIN)
    for value, (x, y, width, height) in labels:
        if value == IGNORE or x < margin or x + width > photo.width - margin:
            return None
        if y < margin or y + height > photo.height - margin:
            return None
    return [value for value, _ in labels]


def good_throw(number, dice, table, photo):
    """The first throw that comes to rest in time, in view, with three values or more."""
    for attempt in range(1500):
        paths = throw(dice, table, reach(photo) * FROM[number], Random(f"roll {number} {attempt}"))
        if not 20 < still_from(paths) < LONGEST - 6:
            continue
        lay(dice, paths)
        values = roll_values(dice, photo)
        apart = min((a[-1].translation - b[-1].translation).length
                    for a in paths for b in paths if a is not b)
        if values and len(set(values)) > 2 and apart > 2.4:
            return paths
    raise SystemExit(f"Roll {number} never came to rest in view.")


def kept_throw(path, *arguments):
    """A good throw, kept in a file: Blender's animated bodies never roll twice the same."""
    if not path.exists():
        np.save(path, np.array([[list(matrix) for matrix in p] for p in good_throw(*arguments)]))
    return [[Matrix(matrix) for matrix in p] for p in np.load(path)]


def lay(dice, paths):
    """Puts the dice where their paths end."""
    for die, path in zip(dice, paths):
        die.thing.rotation_mode = "QUATERNION"
        die.thing.location = path[-1].translation
        die.thing.rotation_quaternion = path[-1].to_quaternion()


def area_of(dice, photo):
    """The part of the picture with dice and shadows: left, right, top, bottom in pixels."""
    pixels, around = [], scaled(photo, AROUND)
    around_shadow = scaled(photo, AROUND + SHADOW)
    for die in dice:
        x, y, z = die.thing.matrix_world.translation
        shadow = (x + 1.2 * z, y - 0.8 * z, 0)      # away from the window
        pixels += [to_pixels(photo, Vector(point)) for point in ((x, y, z), shadow)]
    xs, ys = zip(*pixels)
    return (max(0, round(min(xs)) - around), min(photo.width, round(max(xs)) + around_shadow),
            max(0, round(min(ys)) - around), min(photo.height, round(max(ys)) + around_shadow))


def ramp(length, first, last, seam):
    """1 between first and last, 0 outside, with soft seams except at the picture's edge."""
    first = first if first > 0 else -seam
    last = last if last < length else length + seam
    at = np.arange(length, dtype=np.float32)
    return np.clip(np.minimum(at - first, last - at) / seam, 0, 1)


def light_of(path, frame, dice, photo, empty):
    """Frame `frame` of the present animation; rendered once, and only where dice are."""
    scene, (width, height) = bpy.context.scene, (photo.width, photo.height)
    scene.frame_set(frame)
    left, right, top, bottom = area_of(dice, photo)
    if left >= right or top >= bottom:
        return empty
    if not path.exists():
        scene.render.use_border = True
        scene.render.border_min_x, scene.render.border_max_x = left / width, right / width
        scene.render.border_min_y, scene.render.border_max_y = 1 - bottom / height, 1 - top / height
        render_to(str(path))
        scene.render.use_border = False
    seam = scaled(photo, SEAM)
    inside = (ramp(height, top, bottom, seam)[:, None, None]
              * ramp(width, left, right, seam)[None, :, None])
    return empty + (read_light(str(path)) - empty) * inside


def empty_table(path):
    """The light of the table without dice."""
    animate([], [])
    if not path.exists():
        render_to(str(path))
    return read_light(str(path))


def sequence(options):
    """Yields the clip's light frame by frame; returns the truth of its rolls."""
    table = build_set(RATE)
    photo = Photo(*options.size, Random(0))
    # As high a part of the table in a picture of any shape.
    across = math.degrees(2 * math.atan(math.tan(math.radians(38 / 2)) * reach(photo)))
    set_camera(50, 28, across, (0, -0.3, 0))
    set_up(*options.size, options.samples, translucent=True)
    bpy.context.scene.cycles.diffuse_bounces = 1
    bpy.context.scene.render.use_motion_blur = True
    bpy.context.scene.render.motion_blur_shutter = 0.45
    all_dice = {name: make_die(name) for name in sorted({n for roll in ROLLS for n in roll})}

    empty = empty_table(options.frames / "empty.exr")
    shown, rolls = 0, []
    for number, names in enumerate(ROLLS):
        dice = [all_dice[name] for name in names]
        animate([], [])
        paths = kept_throw(options.frames / f"roll{number}.npy", number, dice, table, photo)
        lay(dice, paths)
        first, values = still_from(paths), roll_values(dice, photo)
        print(f"roll {number}: {values}, still from frame {first} of the roll", flush=True)
        animate(dice, paths)
        for _ in range(PAUSE):
            yield empty
        for frame in range(first + 1):
            path = options.frames / f"roll{number}-{frame:03d}.exr"
            lying = light_of(path, frame, dice, photo, empty)
            yield lying
        for _ in range(REST):
            yield lying
        for step in range(1, FADE + 1):
            yield lying + (empty - lying) * (step / (FADE + 1))
        begin = shown + PAUSE + first
        rolls.append({"values": values, "rest": [begin, begin + REST]})
        shown = begin + 1 + REST + FADE
    for _ in range(PAUSE):
        yield empty
    truth = json.dumps({"rolls": rolls})
    options.out.with_suffix(".json").write_text(truth + "\n")


def encode(lights, gain, size, quality, path):
    """Pipes frames into ffmpeg."""
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24",
               "-s", "{}x{}".format(*size), "-r", str(RATE), "-i", "-", "-c:v", "libx264",
               "-preset", "veryslow", "-crf", str(quality), "-pix_fmt", "yuv420p",
               "-movflags", "+faststart", str(path)]
    generator = np.random.default_rng(0)
    encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
    for light in lights:
        encoder.stdin.write(print_photo(light, gain, 0.008, generator).tobytes())
    encoder.stdin.close()
    if encoder.wait() != 0:
        raise SystemExit("ffmpeg could not encode the clip.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="the clip")
    parser.add_argument("--frames", type=Path, required=True)
    parser.add_argument("--size", type=int, nargs=2, default=[640, 480], help="in pixels")
    parser.add_argument("--quality", type=int, default=16, help="x264's constant rate factor")
    parser.add_argument("--samples", type=int, default=12)
    parser.add_argument("--gain", type=float, default=1.2, help="the camera's exposure")
    options = parser.parse_args()
    options.frames.mkdir(parents=True, exist_ok=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    encode(sequence(options), options.gain, options.size, options.quality, options.out)


if __name__ == "__main__":
    main()
