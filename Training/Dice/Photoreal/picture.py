"""Renders the README's picture, Samples/dice.jpg, and the values in it.

    python picture.py --frames ../../../.data/sample-frames --out ../../../Samples
"""

import argparse
import json
from pathlib import Path
from random import Random

import bpy
import numpy as np
from mathutils import Matrix, Vector

import physics
from develop import cv2, exposed, read_light
from labels import IGNORE, die_label
from rendering import render_to, set_up
from scene import Photo, proxy, random_turn
from studio import build_set, make_die, print_photo, set_camera

# Where each die is dropped, in cm.
PLACES = {"jade": (-3.9, 1.6), "ruby": (-1.5, -1.2), "black": (0.9, 1.9), "ivory": (1.7, -1.5),
          "navy": (4.0, 0.7), "sun": (-4.3, -2.0), "steel": (4.6, -2.2)}


def drop(dice, table, rng):
    """Lets the dice fall a little way, each near its place."""
    proxies = [proxy(die) for die in dice]
    for die, stand_in in zip(dice, proxies):
        at = Matrix.Translation(Vector((*PLACES[die.thing.name], 2.5)))
        stand_in.matrix_basis = at @ random_turn(rng).to_matrix().to_4x4()
    physics.settle(proxies, [table])
    for die, stand_in in zip(dice, proxies):
        die.thing.matrix_basis = stand_in.matrix_world.copy()
        bpy.data.objects.remove(stand_in)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--frames", type=Path, required=True)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    options.frames.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)

    table = build_set()
    dice = [make_die(name) for name in PLACES]
    drop(dice, table, Random(options.seed))
    set_camera(40, 25, 29, (0.25, 0.25, 0.5), aperture=0.3)
    photo = Photo(options.width, options.width * 3 // 4, Random(options.seed))
    set_up(photo.width, photo.height, options.samples, translucent=True)

    bpy.context.view_layer.update()
    labels = [die_label(photo, die) for die in dice]
    values = [value for value, box in sorted(labels, key=lambda l: l[1][0] + l[1][2] / 2)]
    if IGNORE in values:
        raise SystemExit(f"Not every top face is clear: {values}. Try another --seed.")
    light_file = options.frames / "dice.exr"
    render_to(str(light_file))
    light = exposed(read_light(str(light_file)), 0.17)
    generator = np.random.default_rng(options.seed)
    cv2.imwrite(str(options.out / "dice.jpg"), print_photo(light, 1, 0.006, generator),
                [cv2.IMWRITE_JPEG_QUALITY, 92])
    (options.out / "dice.json").write_text(json.dumps({"values": values}) + "\n")


if __name__ == "__main__":
    main()
