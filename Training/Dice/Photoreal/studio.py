"""The set on which the project's sample clip and picture are taken."""

import math
from random import Random

import bpy
from mathutils import Vector

from develop import to_bytes, tone_curve, with_noise
from dice import DieDesign, die_mesh
from lights import aim, sky
from materials import BLACK, GOLD, IVORY, RED, SILVER, WHITE, body_material, paint
from meshes import place
from scene import Die, empty_scene
from shaders import Graph, hsv
from tables import slab

# Name: (shape, finish, body, pips, accent pips).
SETS = {
    "ivory": (DieDesign(1.7, 0.3, depth=0.45, pip=0.16, big_one=1.7, accents=(1, 4)),
              "opaque", IVORY, BLACK, RED),
    "ruby": (DieDesign(1.6, 0.07, depth=0.05, pip=0.17, spread=0.5),
             "translucent", hsv(0.985, 0.93, 0.9), WHITE, WHITE),
    "navy": (DieDesign(1.6, 0.2, depth=0.5, pip=0.15),
             "opaque", hsv(0.61, 0.85, 0.45), WHITE, WHITE),
    "black": (DieDesign(1.6, 0.1, ball=1.4, depth=0.5, pip=0.15, spread=0.44),
              "opaque", hsv(0, 0, 0.1), GOLD, GOLD),
    "jade": (DieDesign(1.8, 0.32, depth=0.45, pip=0.15, spread=0.46),
             "pearl", hsv(0.45, 0.9, 0.4), WHITE, WHITE),
    "sun": (DieDesign(1.4, 0.25, depth=0.5, pip=0.16),
            "opaque", hsv(0.125, 0.85, 0.93), BLACK, BLACK),
    "steel": (DieDesign(1.5, 0.15, depth=0.5, pip=0.15), "metal", SILVER, BLACK, BLACK),
}


def oak():
    """An oiled oak table: the broad figure of the wood, and fine dark pores along it."""
    graph = Graph("oak")
    figure = graph.noise(graph.position(stretch=(0.022, 0.3, 1)), 1, 3, 0.6)
    rings = graph.math("PINGPONG", graph.math("MULTIPLY", figure, 9), 1.0)
    pores = graph.noise(graph.position(stretch=(0.45, 9, 1)), 1, 2)
    fibre = graph.noise(graph.position(stretch=(0.12, 2.5, 1)), 1, 2)
    wood = graph.ramp(rings, [(0.0, hsv(0.075, 0.66, 0.5)), (1.0, hsv(0.085, 0.6, 0.66))])
    streaked = graph.mix(graph.span(fibre, 0, 0.55), wood, hsv(0.07, 0.62, 0.42))
    dark = graph.ramp(pores, [(0.27, (1, 1, 1)), (0.36, (0, 0, 0))])
    colour = graph.mix(graph.math("MULTIPLY", dark, 0.55), streaked, hsv(0.06, 0.7, 0.22))
    return graph.surface(colour, graph.span(fibre, 0.3, 0.5), Specular_IOR_Level=0.3)


def build_set(frames_per_second=30):
    """An empty oak table beside a large window."""
    empty_scene()
    bpy.context.scene.render.fps = frames_per_second
    table = slab(60, 45, oak())
    sky(Random("interior 4"), 0.3)
    for power, size, colour, at in [(16000, 18, (1, 0.94, 0.84), (-40, 26, 36)),
                                    (2600, 26, (0.88, 0.94, 1), (48, -8, 30))]:
        light = bpy.data.lights.new("window", "AREA")
        light.energy, light.size, light.color = power, size, colour
        aim(place(light, at, name="window"))
    return table


def set_camera(elevation, distance, angle, target=(0, 0, 0), aperture=None):
    """A camera in front of the table; `aperture` in cm blurs what is out of focus."""
    data = bpy.data.cameras.new("camera")
    data.angle = math.radians(angle)
    elevation = math.radians(elevation)
    at = Vector(target) + distance * Vector((0, -math.cos(elevation), math.sin(elevation)))
    camera = place(data, at, name="camera")
    aim(camera, target)
    if aperture:
        data.dof.use_dof, data.dof.focus_distance = True, distance
        data.dof.aperture_fstop = data.lens / 10 / aperture
    bpy.context.scene.camera = camera


def make_die(name):
    """A die of the set called `name`."""
    design, finish, colour, pips, accent = SETS[name]
    rng = Random(name)
    materials = [body_material(rng, finish, colour), paint(rng, pips, colour, 0),
                 paint(rng, accent, colour, 0), paint(rng, pips, colour, 0)]
    return Die(place(die_mesh(design, materials), name=name), design)


def print_photo(light, gain, noise, generator):
    """Light to the bytes of a picture, by a camera with fixed exposure."""
    return to_bytes(tone_curve(with_noise(light * gain, noise, generator)))
