"""Things on a table that are not dice with pips, and must not be read as such. In cm."""

import math

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from materials import body_material, die_colour, paint, pip_colour, weighted
from meshes import bevelled_box, hull_of, lathe, mesh_from, place
from shaders import Graph, hsv
from tables import picture

GOLDEN = (1 + math.sqrt(5)) / 2


def solid_points(sides):
    """Corners of a gaming die with so many sides, about one unit from its middle."""
    if sides == 4:
        return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    if sides == 6:
        return [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    if sides == 8:
        return [tuple(s * (i == axis) for i in range(3)) for axis in range(3) for s in (-1.5, 1.5)]
    if sides == 10:
        belt = [(math.cos(math.pi * i / 5), math.sin(math.pi * i / 5), 0.105 * (-1) ** i)
                for i in range(10)]
        return [(0, 0, 1), (0, 0, -1)] + belt
    if sides == 12:
        return solid_points(6) + [point for x in (-1, 1) for y in (-1, 1) for point in (
            (0, x / GOLDEN, y * GOLDEN), (x / GOLDEN, y * GOLDEN, 0), (y * GOLDEN, 0, x / GOLDEN))]
    return [point for x in (-1, 1) for y in (-GOLDEN, GOLDEN) for point in (
        (0, x, y), (x, y, 0), (y, 0, x))]


def lettering(text, size, material):
    """`text` as a flat mesh about the origin."""
    curve = bpy.data.curves.new("text", "FONT")
    curve.body, curve.size, curve.align_x, curve.align_y = text, size, "CENTER", "CENTER"
    thing = place(curve)
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(
        thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(thing)
    mesh.materials.clear()
    mesh.materials.append(material)
    return mesh


def numbered_die(rng, view):
    """A d4...d20, or a d6 with digits or symbols on its faces."""
    sides = rng.choice([4, 6, 6, 8, 10, 12, 20])
    colour = die_colour(rng)
    finish = rng.choice(["opaque", "opaque", "marbled", "pearl", "speckled", "metal"])
    body = body_material(rng, finish, colour)
    ink = paint(rng, pip_colour(rng, colour), colour, 0)
    size = rng.uniform(0.7, 1.1) * {6: 0.8, 12: 0.62, 20: 0.6}.get(sides, 0.9)
    points = [Vector(p) * size for p in solid_points(sides)]
    plain = hull_of(points)
    die = place(hull_of(points, [body], bevel=rng.uniform(0.03, 0.1)), name="numbered die")
    signs = rng.choice(["+-*#?!", "XOXOXO", "AKQJTN"]) if rng.random() < 0.3 else None
    for number, face in enumerate(plain.polygons):
        text = signs[number % 6] if signs and sides == 6 else str(number + 1)
        reach = min((Vector(plain.vertices[v].co) - face.center).length for v in face.vertices)
        mesh = lettering(text, reach * (0.75 if len(text) > 1 else 1.0), ink)
        letter = place(mesh, name="letter")
        turn = face.normal.to_track_quat("Z", "Y").to_matrix().to_4x4()
        letter.parent = die
        letter.matrix_local = Matrix.Translation(face.center + face.normal * 0.006) @ turn
    return die


def domino(rng, view):
    """A domino: its pips look like a die's, its halves do not."""
    colour = rng.choice([hsv(0.12, 0.1, 0.9), hsv(0, 0, 0.06), die_colour(rng)])
    width = rng.uniform(1.8, 2.6)
    tile = bevelled_box(width, 2 * width, 0.7, 0.12, 3, [body_material(rng, "opaque", colour)])
    thing = place(tile, (0, 0, 0.35), name="domino")
    ink = paint(rng, pip_colour(rng, colour), colour, 0)
    spots = {0: "", 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "abcghi"}
    for half in (-1, 1):
        for place_name in spots[rng.randrange(7)]:
            row, column = divmod("abcdefghi".index(place_name), 3)
            at = ((row - 1) * width * 0.27, half * width / 2 + (column - 1) * width * 0.27, 0.351)
            dot = place(mesh_from(*lathe([(width * 0.08, 0), (width * 0.08, 0.005)], 20),
                                  materials=[ink]), at, name="dot")
            dot.parent = thing
    return thing


def disc(rng, profile, material, name, segments=48):
    thing = place(mesh_from(*lathe(profile, segments), name, [material], smooth=True), name=name)
    thing.data.set_sharp_from_angle(angle=0.6)
    return thing


def coin(rng, view):
    graph = Graph("coin")
    tone = rng.choice([hsv(0.11, 0.5, 0.75), hsv(0.05, 0.55, 0.6), hsv(0.1, 0.05, 0.75)])
    relief = graph.noise(graph.position(), rng.uniform(2, 5), 3)
    metal = graph.surface(tone, 0.3, Metallic=1.0, Normal=graph.bump(relief, 0.5, 0.05))
    r = rng.uniform(0.8, 1.4)
    profile = [(r, 0), (r, 0.18), (r * 0.92, 0.18), (r * 0.9, 0.15), (0.01, 0.15)]
    thing = disc(rng, profile, metal, "coin")
    letter = place(lettering(rng.choice("1 2 5 10 20 50".split()), r, metal), (0, 0, 0.16))
    letter.parent = thing
    return thing


def chip(rng, view):
    """A poker chip or a board game's counter."""
    r = rng.uniform(0.8, 2)
    colour = die_colour(rng)
    profile = [(r, 0), (r, 0.3), (r * 0.7, 0.3), (r * 0.68, 0.27), (0.01, 0.27)]
    return disc(rng, profile, body_material(rng, "opaque", colour), "chip")


def button(rng, view):
    """A button, whose holes look like pips."""
    colour, r = die_colour(rng), rng.uniform(0.5, 1.3)
    profile = [(r * 0.8, 0), (r, 0.12), (r, 0.22), (r * 0.8, 0.26), (r * 0.7, 0.18), (0.01, 0.18)]
    thing = disc(rng, profile, body_material(rng, "opaque", colour), "button")
    hole = paint(rng, hsv(0, 0, 0.04), colour, 0)
    for x, y in ((1, 1), (-1, -1), (1, -1), (-1, 1))[:rng.choice([2, 4])]:
        dot = disc(rng, [(r * 0.1, 0), (r * 0.1, 0.01)], hole, "hole", 20)
        dot.location, dot.parent = (x * r * 0.2, y * r * 0.2, 0.18), thing
    return thing


def bottle_cap(rng, view):
    thing = disc(rng, [(1.55, 0), (1.4, 0.45), (1.2, 0.62), (0.01, 0.62)],
                 body_material(rng, rng.choice(["metal", "opaque"]), die_colour(rng)), "cap", 84)
    for vertex in thing.data.vertices:
        if vertex.co.z < 0.1 and vertex.index % 4 < 2:
            vertex.co.xy *= 0.92
    return thing


def pencil(rng, view):
    r, length = rng.uniform(0.33, 0.45), rng.uniform(8, 17)
    profile = [(r, 0), (r, length), (0.12, length + 1.6), (0.02, length + 2)]
    thing = disc(rng, profile, body_material(rng, "opaque", die_colour(rng)), "pencil", 6)
    lying = Matrix.Rotation(math.pi / 2, 4, "X") @ Matrix.Rotation(math.pi / 6, 4, "Z")
    thing.data.transform(Matrix.Translation((0, length / 2, 0.87 * r)) @ lying)
    return thing


def card(rng, view):
    """A playing card: its signs are laid out like pips."""
    face = np.full((350, 250, 3), 245, np.uint8)
    ink = rng.choice([[190, 20, 30], [20, 20, 20]])
    for row in range(rng.randrange(1, 5)):
        for column in rng.choice([(125,), (75, 175)]):
            y = 70 + row * 70
            if rng.random() < 0.5:
                cv2.circle(face, (column, y), 20, ink, -1, cv2.LINE_AA)
            else:
                diamond = [(column, y - 26), (column + 18, y), (column, y + 26), (column - 18, y)]
                cv2.fillPoly(face, [np.int32(diamond)], ink, cv2.LINE_AA)
    cv2.putText(face, rng.choice("A23456789KQJ"), (12, 45), 2, 1.4, ink, 2, cv2.LINE_AA)
    if rng.random() < 0.3:
        face[20:-20, 20:-20] = [rng.randrange(256) for _ in range(3)]
    square = np.full((350, 350, 3), 245, np.uint8)
    square[:, :250] = face
    paper = picture(square, 8.8, 0.3)
    thing = place(bevelled_box(6.2, 8.7, 0.06, 0.02, 1, [paper]), (0, 0, 0.03), name="card")
    thing.data.transform(Matrix.Translation((3.14, 4.4, 0)))
    return thing


def slab(rng, view):
    """Something flat with corners: a phone, a box, the edge of a laptop."""
    width, depth, height = rng.uniform(4, 12), rng.uniform(6, 22), rng.choice([0.8, 1.5, 3])
    colour = rng.choice([hsv(0, 0, rng.uniform(0.03, 0.9)), die_colour(rng)])
    material = body_material(rng, rng.choice(["opaque", "metal", "rubber"]), colour)
    mesh = bevelled_box(width, depth, height, height * rng.uniform(0.05, 0.45), 4, [material])
    return place(mesh, (0, 0, height / 2), name="slab")


def cable(rng, view):
    curve = bpy.data.curves.new("cable", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", rng.uniform(0.12, 0.3)
    spline = curve.splines.new("NURBS")
    spline.points.add(6)
    for number, point in enumerate(spline.points):
        point.co = (4 * number - 12, rng.uniform(-6, 6), curve.bevel_depth, 1)
    curve.materials.append(body_material(rng, "rubber", hsv(0, 0, rng.choice([0.05, 0.85]))))
    return place(curve, name="cable")


def marble(rng, view):
    r = rng.uniform(0.5, 1.1)
    angles = [math.pi * (i + 0.5) / 24 for i in range(24)]
    profile = [(r * math.sin(a), r - r * math.cos(a)) for a in angles]
    return disc(rng, profile, body_material(rng, "marbled", die_colour(rng)), "marble", 40)


def pawn(rng, view):
    profile = [(0.7, 0), (0.7, 0.2), (0.45, 0.5), (0.25, 1.3), (0.45, 1.5), (0.5, 1.8), (0.35, 2.1),
               (0.05, 2.2)]
    return disc(rng, profile, body_material(rng, rng.choice(["opaque", "wood"]), die_colour(rng)),
                "pawn", 32)


def hand(rng, view):
    """A palm with fingers that reach in from the side, made of merging balls."""
    graph = Graph("skin")
    blotch = graph.noise(graph.position(), 0.8, 3)
    tone = hsv(rng.uniform(0.03, 0.075), rng.uniform(0.35, 0.65), rng.uniform(0.3, 0.92))
    redder = tuple(c * f for c, f in zip(tone, (0.95, 0.75, 0.7)))
    skin = graph.surface(graph.mix(blotch, tone, redder), 0.5,
                         Normal=graph.bump(graph.noise(graph.position(), 9, 3), 0.15))
    flesh = bpy.data.metaballs.new("hand")
    flesh.resolution = 0.35
    flesh.materials.append(skin)

    def limb(start, end, radius):
        steps = int((end - start).length / (radius * 0.5)) + 2
        for step in range(steps):
            ball = flesh.elements.new()
            ball.co, ball.radius = start.lerp(end, step / (steps - 1)), radius * 1.35

    curl = rng.uniform(0, 2.5)
    for finger in range(4):
        root = Vector((2 * finger - 3, 4, 2))
        knuckle = root + Vector((rng.uniform(-0.5, 0.5), rng.uniform(2.5, 4), 1.2))
        tip = knuckle + Vector((rng.uniform(-0.5, 0.5), rng.uniform(2, 3.5), -curl))
        limb(root, knuckle, 0.85)
        limb(knuckle, tip, 0.75)
        limb(Vector((finger * 1.6 - 2.4, -2, 2)), root, 1.2)
    limb(Vector((-3, -1, 2)), Vector((-6, 3, 1.2)), 1.0)
    limb(Vector((0, -2, 2.2)), Vector((0, -24, 4)), 2.4)
    thing = place(flesh, name="hand")
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(
        thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(thing)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    return place(mesh, (0, 0, rng.uniform(0.2, 3)), name="hand")


LYING = {domino: 2, coin: 3, chip: 2, button: 3, bottle_cap: 2, pencil: 2, card: 3, slab: 2,
         cable: 1, marble: 1, pawn: 1}


def sample_distractors(rng, count, view):
    """Things with whatever they lie on: (falling, lying), all still at the origin."""
    falling, lying = [], []
    for _ in range(count):
        if rng.random() < 0.45:
            falling.append(numbered_die(rng, view))
        else:
            lying.append(weighted(rng, LYING)(rng, view))
    return falling, lying
