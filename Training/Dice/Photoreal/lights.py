"""Lamps, windows and skies."""

import math
import os

import bpy
from mathutils import Matrix, Vector

from meshes import bevelled_box, place
from shaders import Graph, hsv

SKIES = os.path.join(bpy.utils.resource_path("LOCAL"), "datafiles", "studiolights", "world")


def warm_or_cold(rng):
    """The colour of a lamp between candle and overcast sky."""
    t = rng.uniform(-1, 1)
    return (1 + 0.35 * max(0, t), 1 + 0.05 * t, 1 - 0.5 * t if t > 0 else 1 - 0.35 * t)


def sky(rng, strength):
    """Light from all around: a photographed room or landscape, or an even grey."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    background = nodes["Background"]
    background.inputs["Strength"].default_value = strength
    if rng.random() < 0.25:
        background.inputs["Color"].default_value = (*warm_or_cold(rng), 1)
        return
    image = nodes.new("ShaderNodeTexEnvironment")
    image.image = bpy.data.images.load(os.path.join(SKIES, rng.choice(sorted(
        name for name in os.listdir(SKIES) if name.endswith(".exr")))))
    mapping, where = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexCoord")
    mapping.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 6.3))
    links.new(where.outputs["Generated"], mapping.inputs["Vector"])
    links.new(mapping.outputs[0], image.inputs["Vector"])
    links.new(image.outputs[0], background.inputs["Color"])


def aim(thing, target=(0, 0, 0)):
    """Turns a lamp or camera so that its -z axis looks at `target`."""
    direction = Vector(target) - thing.location
    thing.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def lamp(rng, view, kind="AREA", size=None):
    """A lamp somewhere above the table; bigger `size` in cm, softer shadow."""
    light = bpy.data.lights.new("lamp", kind)
    distance = view * rng.uniform(1.2, 4) + 20
    size = size or distance * rng.choice([0.02, 0.08, 0.3, 0.8])
    if kind == "AREA":
        light.size = size
    else:
        light.shadow_soft_size = size / 2
    light.color = warm_or_cold(rng)
    # Watts that light the table about as much as a sky of strength one.
    light.energy = 4 * math.pi * distance ** 2 * rng.uniform(0.4, 2.5)
    height, around = rng.uniform(0.35, 1.5), rng.uniform(0, 6.3)
    thing = place(light, (distance * math.cos(height) * math.cos(around),
                          distance * math.cos(height) * math.sin(around),
                          distance * math.sin(height)), name="lamp")
    aim(thing)
    return thing


def window(rng, view):
    """A bright window of four panes that shows in glossy tables."""
    glow = Graph("window")
    light = glow.node("Emission", {"Color": warm_or_cold(rng), "Strength": rng.uniform(4, 14)})
    material = glow.finish(light.outputs[0])
    spot = lamp(rng, view)
    frame, distance = spot.matrix_basis.copy(), spot.location.length
    bpy.data.objects.remove(spot)
    pane = distance * rng.uniform(0.15, 0.35)
    for x in (-1, 1):
        for y in (-1, 1):
            mesh = bevelled_box(pane, pane, 0.1, 0.01, 1, [material])
            corner = Matrix.Translation((x * pane * 0.54, y * pane * 0.54, 0))
            place(mesh, name="pane").matrix_basis = frame @ corner


def sample_lights(rng, view):
    """One lamp, several, a window, or only the sky."""
    kind = rng.random()
    if kind < 0.2:
        sky(rng, 1)
        return
    sky(rng, rng.choice([0.1, 0.3, 0.6, 1]))
    if kind < 0.4:
        window(rng, view)
    for _ in range(rng.choice([1, 1, 2, 3])):
        lamp(rng, view, rng.choice(["AREA", "AREA", "POINT"]))
    if kind > 0.93:
        coloured = lamp(rng, view)
        coloured.data.color = hsv(rng.random(), 0.8, 1)
