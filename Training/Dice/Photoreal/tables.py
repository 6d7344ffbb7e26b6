"""What dice lie on: tables, cloths, floors, and trays with walls. Lengths in cm."""

import math
from dataclasses import dataclass

import bpy
import cv2
import numpy as np

from materials import weighted
from meshes import bevelled_box, hull_of, place
from shaders import Graph, hsv

SURFACES = {"wood": 20, "felt": 9, "weave": 10, "carpet": 8, "stone": 11, "plain": 12,
            "speckle": 6, "print": 9, "pattern": 9, "leather": 6}


@dataclass
class Table:
    """The ground at height 0, and how far dice may lie from its middle."""

    solids: list            # objects that dice rest on and bump into
    reach: float | None     # radius of a tray's floor


def any_colour(rng, low=0.1, high=0.9):
    return hsv(rng.random(), rng.choice([0, 0.15, 0.4, 0.8]) * rng.uniform(0.5, 1),
               rng.uniform(low, high))


def darker(colour, factor):
    return tuple(c * factor for c in colour)


def wood(rng):
    tone = hsv(rng.uniform(0.04, 0.12), rng.uniform(0.15, 0.7), rng.uniform(0.2, 0.9))
    graph, turn = Graph("wood"), rng.uniform(0, 3.2)
    stretch = (1, rng.uniform(0.06, 0.2), 1)
    broad = graph.noise(graph.position(0.25, stretch=stretch, turn=turn), 1, 3, rng.uniform(0.3, 2))
    rings = graph.math("FRACT", graph.math("MULTIPLY", broad, rng.uniform(3, 12)))
    fine = graph.noise(graph.position(8, stretch=(1, 0.03, 1), turn=turn), 1, 2)
    grain = graph.math("ADD", graph.math("MULTIPLY", rings, rng.uniform(0.1, 0.45)), fine)
    colour = graph.ramp(grain, [(0.35, darker(tone, rng.uniform(0.4, 0.8))), (0.75, tone)])
    return graph.surface(colour, rng.choice([0.12, 0.3, 0.5]), Normal=graph.bump(fine, 0.08))


def felt(rng):
    tone = hsv(rng.choice([0.36, 0.6, 0.98, 0.78, rng.random()]), rng.uniform(0.3, 0.9),
               rng.uniform(0.12, 0.7))
    graph = Graph("felt")
    fluff = graph.noise(graph.position(), rng.uniform(8, 20), 3)
    return graph.surface(graph.mix(fluff, darker(tone, 0.6), tone), 0.95, Sheen_Weight=0.3,
                         Normal=graph.bump(fluff, 0.6, 0.05))


def weave(rng):
    tone, graph = any_colour(rng), Graph("weave")
    second = rng.choice([darker(tone, 0.5), any_colour(rng)])
    at = graph.position(rng.uniform(2, 9), turn=rng.uniform(0, 3))
    warp = graph.node("TexWave", {"Vector": at, "Scale": 1, "Distortion": 0.4}).outputs[1]
    weft = graph.node("TexWave", {"Vector": at, "Scale": 1, "Distortion": 0.4},
                      bands_direction="Y").outputs[1]
    height = graph.math("MULTIPLY", warp, weft)
    return graph.surface(graph.mix(height, second, tone), 0.9, Normal=graph.bump(height, 0.5, 0.05))


def carpet(rng):
    tone, graph = any_colour(rng, 0.15, 0.75), Graph("carpet")
    tufts = graph.noise(graph.position(), rng.uniform(2.5, 7), 4, rng.uniform(0, 1))
    blend = graph.noise(graph.position(), rng.uniform(0.2, 3), 3)
    stops = [(0.35, darker(tone, 0.45)), (0.5, tone), (0.62, any_colour(rng))]
    colour = graph.mix(tufts, darker(tone, 0.2), graph.ramp(blend, stops))
    return graph.surface(colour, 1.0, Normal=graph.bump(tufts, 1.0, 0.3))


def stone(rng):
    graph = Graph("stone")
    pale, dark = any_colour(rng, 0.55, 0.95), any_colour(rng, 0.03, 0.4)
    if rng.random() < 0.5:
        pale, dark = dark, pale
    at = graph.position(rng.uniform(0.08, 0.4))
    if rng.random() < 0.5:
        veins = graph.noise(at, 1, 5, rng.uniform(0.5, 2.5))
        edge = rng.uniform(0.48, 0.6)
        colour = graph.ramp(veins, [(edge - 0.06, pale), (edge, dark), (edge + 0.05, pale)])
    else:
        grains = graph.noise(at, rng.uniform(6, 25), 3, 0.3)
        colour = graph.ramp(grains, [(0.38, dark), (0.5, any_colour(rng)), (0.6, pale)])
    return graph.surface(colour, rng.choice([0.03, 0.1, 0.3]))


def plain(rng):
    graph = Graph("plain")
    smear = graph.noise(graph.position(0.1), 1, 3)
    tone = any_colour(rng, 0.05, 0.95)
    return graph.surface(graph.mix(smear, darker(tone, 0.85), tone),
                         graph.span(smear, rng.uniform(0.05, 0.5), rng.uniform(0.2, 0.8)))


def speckle(rng):
    graph, tone = Graph("speckle"), any_colour(rng, 0.4, 0.95)
    cells = graph.node("TexVoronoi", {"Vector": graph.position(), "Scale": rng.uniform(1, 5)})
    edge = rng.uniform(0.08, 0.25)
    colour = graph.ramp(cells.outputs["Distance"],
                        [(edge, any_colour(rng, 0.1, 0.8)), (edge + 0.05, tone)])
    return graph.surface(colour, rng.uniform(0.1, 0.6))


def leather(rng):
    graph, tone = Graph("leather"), any_colour(rng, 0.06, 0.7)
    cells = graph.node("TexVoronoi", {"Vector": graph.position(), "Scale": rng.uniform(3, 9)})
    return graph.surface(tone, rng.uniform(0.3, 0.6),
                         Normal=graph.bump(cells.outputs["Distance"], 0.35, 0.06))


def picture(pixels, centimetres, roughness):
    """A material that repeats `pixels` (h, w, 3; 0...255, RGB) every so many centimetres."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("picture", width, height)
    rgba = np.dstack([pixels[::-1] / 255, np.ones((height, width))]).astype(np.float32)
    image.pixels.foreach_set(rgba.ravel())
    image.pack()
    graph = Graph("picture")
    return graph.surface(graph.node("TexImage", {"Vector": graph.position(1 / centimetres)},
                                    image=image).outputs[0], roughness)


def screen_colour(rng):
    return [rng.randrange(256) for _ in range(3)]


def printed(rng):
    """A page of words, boxes and circles; circles are there because pips are circles."""
    page = np.full((900, 900, 3), rng.choice([245, 235, 220]), np.uint8)
    ink = rng.choice([[20, 20, 20], [20, 20, 20], screen_colour(rng)])
    line = rng.randrange(16, 46)
    for y in range(line, 900, line):
        words = " ".join("".join(rng.choices("aeinorstlmdkbg", k=rng.randrange(2, 9)))
                         for _ in range(14))
        if rng.random() < 0.85:
            cv2.putText(page, words, (30, y), rng.randrange(8), line / 40, ink,
                        rng.choice([1, 1, 2]), cv2.LINE_AA)
    for _ in range(rng.randrange(7)):
        x, y, size = rng.randrange(900), rng.randrange(900), rng.randrange(20, 250)
        fill = rng.choice([2, -1])
        if rng.random() < 0.5:
            cv2.circle(page, (x, y), size // 2, screen_colour(rng), fill, cv2.LINE_AA)
        else:
            cv2.rectangle(page, (x, y), (x + size, y + size * 2 // 3), screen_colour(rng), fill)
    return picture(page, rng.uniform(12, 30), rng.choice([0.2, 0.6, 0.9]))


def patterned(rng):
    """Checks, stripes, dots or the hexagons of a board game."""
    cell, (ground, figure, third) = 64, (screen_colour(rng) for _ in range(3))
    page = np.full((512, 512, 3), ground, np.uint8)
    kind = rng.choice(["checks", "stripes", "dots", "plaid", "hexagons"])
    for row in range(8):
        for column in range(8):
            x, y = column * cell, row * cell
            if kind == "checks" and (row + column) % 2:
                page[y:y + cell, x:x + cell] = figure
            if kind == "dots":
                cv2.circle(page, (x + 32, y + 32), 12, figure, -1, cv2.LINE_AA)
            if kind == "hexagons":
                middle = (x + 32 * (row % 2) + 16, y + 32)
                cv2.ellipse(page, middle, (30, 30), 30, 0, 360, screen_colour(rng), -1, cv2.LINE_AA)
                cv2.circle(page, middle, 9, [240, 230, 200], -1, cv2.LINE_AA)
    if kind in ("stripes", "plaid"):
        for x in range(0, 512, 128):
            page[:, x:x + rng.randrange(10, 90)] = figure
    if kind == "plaid":
        for y in range(0, 512, 128):
            page[y:y + 40] = page[y:y + 40] // 2 + np.uint8(third) // 2
    return picture(page, rng.uniform(4, 40), rng.choice([0.15, 0.5, 0.9]))


MAKERS = {"wood": wood, "felt": felt, "weave": weave, "carpet": carpet, "stone": stone,
          "plain": plain, "speckle": speckle, "print": printed, "pattern": patterned,
          "leather": leather}


def slab(half_width, half_depth, material):
    """A thick table top whose upper side is at height 0."""
    mesh = bevelled_box(2 * half_width, 2 * half_depth, 4, 0.3, materials=[material])
    return place(mesh, (0, 0, -2), name="table")


def tray_wall(length, height, thickness, lean, material):
    """One wall of a tray, its inner foot on the x axis, leaning outward by `lean` cm."""
    points = [(x * length / 2, y + (lean if z else 0), z * height)
              for x in (-1, 1) for y in (0, thickness) for z in (0, 1)]
    return hull_of(points, [material], bevel=min(0.08, thickness / 4), name="wall")


def tray(rng, radius):
    """A dice tray: a floor with 4, 6 or 8 walls. Returns its walls and floor."""
    sides, height = rng.choice([4, 4, 6, 6, 8]), rng.uniform(1.5, 5)
    lean, thickness = rng.choice([0, rng.uniform(0.3, 2.5)]), rng.uniform(0.2, 1.2)
    wall = rng.choice([leather, leather, wood, felt, plain])(rng)
    floor = rng.choice([felt, felt, leather, plain, weave, wood])(rng)
    turn = rng.uniform(0, 1)
    parts = []
    length = 2 * radius * math.tan(math.pi / sides)
    for side in range(sides):
        angle = turn + 2 * math.pi * side / sides
        mesh = tray_wall(length + 2 * thickness + lean, height, thickness, lean, wall)
        at = (-radius * math.sin(angle), radius * math.cos(angle), 0)
        parts.append(place(mesh, at, (0, 0, angle), "wall"))
    corners = [(radius / math.cos(math.pi / sides), turn + math.pi * (2 * i + 1) / sides)
               for i in range(sides)]
    points = [(-r * math.sin(a), r * math.cos(a), z) for r, a in corners for z in (-0.3, 0.02)]
    parts.append(place(hull_of(points, [floor]), name="floor"))
    return parts


def sample_table(rng, view):
    """A table for a picture that shows about `view` centimetres."""
    material = MAKERS[weighted(rng, SURFACES)](rng)
    edge = rng.choice([1.0, 3, 3, 8]) * view + 10
    solids = [slab(edge, edge * rng.uniform(0.6, 1), material)]
    place(bevelled_box(900, 900, 1, 0.1, materials=[rng.choice([carpet, wood, plain])(rng)]),
          (0, 0, -72), name="room floor")
    if rng.random() < 0.22:
        radius = view * rng.uniform(0.26, 0.45)
        return Table(solids + tray(rng, radius), radius * 0.8)
    return Table(solids, None)
