"""The set: a table beside a window, dice at rest, a lamp. Lengths in cm."""

import math
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import bpy

sys.path.append(str(Path(__file__).resolve().parents[1] / "Dice/Photoreal"))
from develop import cv2  # first: it lets OpenCV read OpenEXR
import numpy as np
from lights import aim, sky
from mathutils import Matrix, Vector
from meshes import bevelled_box, place
from scene import empty_scene
from shaders import Graph, hsv
from studio import make_die, oak
from tables import carpet, picture, slab

SIZE = 1.6                      # of every die
HALF_WIDTH, HALF_DEPTH = 70, 55


def staves():
    """Staves of wood glued side by side, each of its own tone and grain."""
    graph = Graph("staves")
    stave = graph.node("TexBrick", {
        "Vector": graph.position(), "Color1": (0, 0, 0), "Color2": (1, 1, 1), "Scale": 1,
        "Mortar": (0.5, 0.5, 0.5), "Mortar Size": 0.03, "Brick Width": 34, "Row Height": 4.3},
        offset=0.37)
    tone, glue = stave.outputs
    grain = graph.node("TexNoise", {
        "Vector": graph.position(stretch=(0.14, 2.2, 1)), "W": graph.math("MULTIPLY", tone, 60),
        "Scale": 1, "Detail": 3, "Distortion": 0.6}, noise_dimensions="4D").outputs[0]
    pores = graph.noise(graph.position(stretch=(0.8, 7, 1)), 1, 1)
    wood = graph.mix(tone, hsv(0.075, 0.6, 0.5), hsv(0.09, 0.5, 0.72))
    grained = graph.mix(graph.span(grain, 0, 0.7), wood, hsv(0.065, 0.66, 0.36))
    dark = graph.ramp(pores, [(0.30, (1, 1, 1)), (0.38, (0, 0, 0))])
    colour = graph.mix(graph.math("MULTIPLY", dark, 0.6), grained, hsv(0.06, 0.7, 0.2))
    return graph.surface(graph.mix(glue, colour, hsv(0.06, 0.7, 0.15)), 0.4,
                         Specular_IOR_Level=0.3)


def linen():
    """A woven cloth whose threads are not all of one colour and thickness."""
    graph = Graph("linen")
    warp = graph.noise(graph.position(stretch=(4.5, 0.3, 1)), 1, 1)
    weft = graph.noise(graph.position(stretch=(0.3, 4.5, 1)), 1, 1)
    slubs = graph.math("MULTIPLY", warp, weft)
    stain = graph.noise(graph.position(0.09), 1, 2)
    colour = graph.ramp(slubs, [(0.12, hsv(0.59, 0.55, 0.28)), (0.40, hsv(0.57, 0.38, 0.62))])
    return graph.surface(graph.mix(graph.span(stain, 0, 0.3), colour, hsv(0.6, 0.5, 0.25)), 0.95,
                         Normal=graph.bump(slubs, 0.4, 0.05))


def flower(page, rng, at, size):
    """Petals around a yellow middle; what leaves the page comes in on its other side."""
    colour = rng.choice([(178, 46, 52), (222, 150, 40), (64, 92, 160), (150, 70, 130)])
    turn, count = rng.uniform(0, 360), rng.randrange(4, 8)
    for shift in ((x, y) for x in (-len(page), 0, len(page)) for y in (-len(page), 0, len(page))):
        middle = np.add(at, shift)
        for petal in range(count):
            angle = turn + 360 * petal / count
            out = np.array((math.cos(math.radians(angle)), math.sin(math.radians(angle))))
            cv2.ellipse(page, np.rint(middle + size * out).astype(int).tolist(),
                        (round(size * 0.75), round(size * 0.4)), angle, 0, 360,
                        colour if petal or count % 2 else (72, 120, 66), -1, cv2.LINE_AA)
        cv2.circle(page, middle.tolist(), round(size * 0.4), (244, 212, 92), -1, cv2.LINE_AA)


def oilcloth():
    """Flowers strewn over pale stripes; the table is too small for any to be there twice."""
    rng, pixels = Random("oilcloth"), 3000
    page = np.full((pixels, pixels, 3), (238, 232, 214), np.uint8)
    for x in range(0, pixels, 150):
        page[:, x:x + 60] = (226, 214, 190)
    for _ in range(900):
        flower(page, rng, (rng.randrange(pixels), rng.randrange(pixels)), rng.uniform(14, 44))
    return picture(page, 150, 0.45)


def white():
    return Graph("white").surface(hsv(0.1, 0.02, 0.9), 0.5)


TABLES = {"wood": staves, "oak": oak, "cloth": linen, "print": oilcloth, "white": white}


@dataclass
class Tabletop:
    dice: list = field(default_factory=list)
    lamp: bpy.types.Object | None = None


def add_lamp(name, power, size, colour, at):
    light = bpy.data.lights.new(name, "AREA")
    light.energy, light.size, light.color = power, size, colour
    lamp = place(light, at, name=name)
    aim(lamp)
    return lamp


def lay(name, x, y, value, turn):
    """A die at rest, `value` up."""
    die = make_die(name)
    up = die.design.normal(value).rotation_difference(Vector((0, 0, 1))).to_matrix().to_4x4()
    die.thing.matrix_basis = (
        Matrix.Translation((x, y, SIZE / 2)) @ Matrix.Rotation(math.radians(turn), 4, "Z") @ up
        @ Matrix.Scale(SIZE / die.design.size, 4))
    return die


def turned(spot, degrees):
    x, y, value, turn = spot
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return c * x - s * y, s * x + c * y, value, turn + 2 * degrees


def build(film):
    """The film's set, without arm and camera."""
    empty_scene()
    slab(HALF_WIDTH, HALF_DEPTH, TABLES[film.table]())
    place(bevelled_box(900, 900, 1, 0.1, materials=[carpet(Random("room"))]), (0, 0, -72),
          name="room floor")
    sky(Random("overcast 4"), 0.45)
    day = 0.25 if film.lamp else 1
    add_lamp("window", 60000 * day, 60, (0.95, 0.97, 1), (-95, 55, 85))
    add_lamp("ceiling", 9000 * day, 30, (1, 0.93, 0.84), (60, -30, 120))
    lamp = film.lamp and add_lamp("lamp", 0, 8, (1, 0.82, 0.6), (45, 25, 50))
    return Tabletop([lay(name, *turned(spot, film.turned)) for name, spot in zip(film.dice, film.places)], lamp)
