"""The set that does not move, rendered once a camera by Cycles: ground, board, what stands about.

Beside the light go the share of it that is the sun's own, which a shadow takes away later, and the
point of the world that each pixel shows.
"""

import math
import os
import sys
from pathlib import Path
from random import Random

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from board import HOLE_RADIUS, LENGTH, WIDTH

sys.path.append(str(Path(__file__).resolve().parents[1] / "Dice/Photoreal"))
from shaders import Graph, hsv

FAR = 1e9
PIXELS_PER_METRE = 840      # of the board's paint


def put(vertices, faces, material, name, smooth=False):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    mesh.materials.append(material)
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def box(middle, size, material, turn=0.0, name="box"):
    x, y, z = (s / 2 for s in size)
    corners = [(i * x, j * y, k * z) for k in (-1, 1) for j in (-1, 1) for i in (-1, 1)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    thing = put(corners, faces, material, name)
    thing.matrix_basis = Matrix.Translation(middle) @ Matrix.Rotation(turn, 4, "Z")
    return thing


def plain(colour, roughness=0.6, name="plain"):
    return Graph(name).surface(colour, roughness)


# What the board is painted with; pictures have the far left corner at their top left.

def board_picture(paint, rng):
    """BGR bytes of the playing surface."""
    rows, columns = round(LENGTH * PIXELS_PER_METRE), round(WIDTH * PIXELS_PER_METRE)
    generator = np.random.default_rng(rng.randrange(2 ** 32))
    noise = generator.normal(0, 1, (rows // 40, columns // 3, 1)).astype(np.float32)
    grain = cv2.resize(noise, (columns, rows), interpolation=cv2.INTER_CUBIC)[..., None]
    base, accent = np.array(paint["base"], np.float32), tuple(paint.get("accent", (255, 255, 255)))
    picture = base + grain * paint.get("grain", 4)
    picture = np.clip(picture, 0, 255).astype(np.uint8).copy()
    hole = (columns // 2, round(0.2286 * PIXELS_PER_METRE))
    kind = paint["kind"]
    if kind == "border":
        cv2.rectangle(picture, (0, 0), (columns, rows), accent, 70)
    elif kind == "triangle":
        cv2.fillPoly(picture, [np.array([(0, rows), (columns // 2, hole[1]), (columns, rows)])],
                     accent)
    elif kind == "stripes":
        for x in (0.22, 0.5, 0.78):
            cv2.line(picture, (round(x * columns), 0), (round(x * columns), rows), accent, 46)
    elif kind == "halves":
        cv2.fillPoly(picture, [np.array([(0, 0), (columns, 0), (0, rows)])], accent)
    if kind in ("triangle", "stripes", "halves"):
        cv2.circle(picture, hole, 105, accent, 18, cv2.LINE_AA)
    if "sticker" in paint:
        middle, colour = (columns // 2, round(rows * 0.62)), paint["sticker"]
        cv2.circle(picture, middle, 120, colour, -1, cv2.LINE_AA)
        star = [(middle[0] + round((95 if k % 2 == 0 else 38) * math.sin(math.pi * k / 5)),
                 middle[1] - round((95 if k % 2 == 0 else 38) * math.cos(math.pi * k / 5)))
                for k in range(10)]
        cv2.fillPoly(picture, [np.array(star)], (245, 245, 245), cv2.LINE_AA)
    scuffs = cv2.GaussianBlur(generator.normal(0, 1, (rows, columns)).astype(np.float32), (0, 0), 7)
    return np.clip(picture * (1 + 1.2 * scuffs[..., None]), 0, 255).astype(np.uint8)


def add_board(board, paint, folder, rng):
    path = folder / f"board-{rng.randrange(10 ** 8):08d}.png"
    cv2.imwrite(str(path), board_picture(paint, rng))
    graph = Graph("board")
    image = graph.node("TexImage", {"Vector": graph.node("TexCoord").outputs["UV"]})
    image.image = bpy.data.images.load(str(path))
    surface = graph.surface(image.outputs[0], paint.get("roughness", 0.4))
    side = plain(tuple(c * 0.6 for c in hsv(0.09, 0.45, 0.62)), 0.7, "frame")

    # The surface between the rectangle and the hole, as quads from the rim outward.
    count, thick = 64, 0.018
    hole = board.hole
    rim, edge = [], []
    for k in range(count):
        a = 2 * math.pi * (k + 0.5) / count
        rim.append((hole[0] + HOLE_RADIUS * math.cos(a), HOLE_RADIUS * math.sin(a)))
        edge.append(ray_to_edge(hole, a))
    corners = [(LENGTH, WIDTH / 2), (0, WIDTH / 2), (0, -WIDTH / 2), (LENGTH, -WIDTH / 2)]
    for corner in corners:          # the nearest edge points become the corners
        nearest = min(range(count), key=lambda k: math.dist(edge[k], corner))
        edge[nearest] = corner
    flat = rim + edge
    vertices = [board.to_world(s, r) for s, r in flat]
    faces = [(k, count + k, count + (k + 1) % count, (k + 1) % count) for k in range(count)]
    top = put(vertices, faces, surface, "board")
    layer = top.data.uv_layers.new()
    for loop in top.data.loops:
        s, r = flat[loop.vertex_index]
        layer.data[loop.index].uv = (0.5 - r / WIDTH, s / LENGTH)
    down = [board.to_world(s, r, -thick) for s, r in flat]
    put(down, [tuple(reversed(face)) for face in faces], side, "underside")
    put([board.to_world(s, r) for s, r in rim] + down[:count],
        [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)], side,
        "rim")

    def beam(s0, s1, r0, r1, n0, n1):
        points = [board.to_world(s, r, n) for n in (n0, n1) for r in (r0, r1) for s in (s0, s1)]
        put(points, [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2),
                     (1, 3, 7, 5)], side, "beam")
    half, beam_height = WIDTH / 2, min(0.075, board.near_height - 0.005)
    for sign in (1, -1):
        beam(0, LENGTH, *sorted((sign * half, sign * (half - 0.035))), -beam_height, -0.0005)
    between = half - 0.036
    beam(0, 0.035, -between, between, -beam_height, -0.0005)
    beam(LENGTH - 0.035, LENGTH, -between, between, -beam_height, -0.0005)
    for sign in (1, -1):
        x, y, z = board.to_world(LENGTH - 0.09, sign * (half - 0.06))
        box((x, y, z / 2 - 0.01), (0.08, 0.035, z - 0.02), side)


def ray_to_edge(hole, angle):
    """Where a ray from the hole's middle leaves the board."""
    c, s = math.cos(angle), math.sin(angle)
    reach = [((LENGTH if c > 0 else 0) - hole[0]) / c if abs(c) > 1e-9 else 1e9,
             (math.copysign(WIDTH / 2, s) - hole[1]) / s if abs(s) > 1e-9 else 1e9]
    way = min(reach)
    return hole[0] + way * c, hole[1] + way * s


# Places

def lawn_material(rng):
    graph = Graph("lawn")
    blades = graph.noise(graph.position(stretch=(60, 60, 1)), 1, 4, 0.5)
    patches = graph.noise(graph.position(0.7), 1, 3)
    green = graph.ramp(blades, [(0.3, hsv(0.27, 0.75, 0.20)), (0.55, hsv(0.24, 0.65, 0.42)),
                                (0.75, hsv(0.19, 0.5, 0.6))])
    dry = graph.mix(graph.ramp(patches, [(0.45, (0, 0, 0)), (0.7, (0.6, 0.6, 0.6))]), green,
                    hsv(0.16, 0.5, 0.5))
    return graph.surface(dry, 0.9, Normal=graph.bump(blades, 0.9, 0.05))


def paving_material(rng):
    graph = Graph("paving")
    brick = graph.node("TexBrick", {"Vector": graph.position(1.6),
                                    "Color1": (*hsv(0.07, 0.15, 0.62), 1),
                                    "Color2": (*hsv(0.09, 0.12, 0.52), 1),
                                    "Mortar": (*hsv(0.1, 0.1, 0.3), 1), "Scale": 1.0,
                                    "Mortar Size": 0.012})
    dirt = graph.noise(graph.position(8), 1, 4)
    dirty = graph.mix(graph.span(dirt, 0, 0.4), brick.outputs[0], hsv(0.1, 0.2, 0.4))
    return graph.surface(dirty, 0.8)


def gym_material(rng):
    graph = Graph("gym")
    plank = graph.node("TexBrick", {"Vector": graph.position(stretch=(1.2, 8, 1)),
                                    "Color1": (*hsv(0.09, 0.5, 0.72), 1),
                                    "Color2": (*hsv(0.085, 0.55, 0.62), 1),
                                    "Mortar": (*hsv(0.08, 0.5, 0.4), 1), "Scale": 1.0,
                                    "Mortar Size": 0.006})
    return graph.surface(plank.outputs[0], 0.35)


def asphalt_material(rng):
    graph = Graph("asphalt")
    stones = graph.noise(graph.position(160), 1, 2)
    stains = graph.noise(graph.position(0.9), 1, 3)
    grey = graph.ramp(stones, [(0.3, hsv(0.6, 0.05, 0.22)), (0.7, hsv(0.6, 0.03, 0.45))])
    return graph.surface(graph.mix(graph.span(stains, 0, 0.5), grey, hsv(0.6, 0.1, 0.25)), 0.85)


GROUNDS = {"lawn": lawn_material, "paving": paving_material, "gym": gym_material,
           "asphalt": asphalt_material}


def fence(rng, middle, length, turn, tone):
    planks = [plain(tuple(c * rng.uniform(0.8, 1.15) for c in tone), 0.8) for _ in range(4)]
    for k in range(int(length / 0.17)):
        offset = Vector(((k + 0.5) * 0.17 - length / 2, 0, 0.9 + rng.uniform(-0.01, 0.01)))
        offset.rotate(Matrix.Rotation(turn, 3, "Z"))
        box(Vector(middle) + offset, (0.155, 0.03, 1.8), rng.choice(planks), turn)


def tree(rng, x, y, size):
    bark = plain(hsv(0.07, 0.5, 0.25), 0.9)
    box((x, y, size * 0.4), (0.25, 0.25, size * 0.8), bark)
    graph = Graph("leaves")
    leaves = graph.noise(graph.position(9), 1, 4)
    green = graph.ramp(leaves, [(0.35, hsv(0.30, 0.7, 0.08)), (0.65, hsv(0.26, 0.65, 0.38))])
    material = graph.surface(green, 0.8, Normal=graph.bump(leaves, 1, 0.4))
    for _ in range(7):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=size * rng.uniform(0.2, 0.33))
        ball = bpy.context.object
        ball.location = (x + rng.gauss(0, size * 0.16), y + rng.gauss(0, size * 0.16),
                         size * rng.uniform(0.6, 1.0))
        texture = bpy.data.textures.new("crown", "CLOUDS")
        texture.noise_scale = 0.35
        bump = ball.modifiers.new("crown", "DISPLACE")
        bump.texture, bump.strength = texture, 0.5
        ball.data.materials.append(material)
        ball.data.polygons.foreach_set("use_smooth", [True] * len(ball.data.polygons))


def wall(rng, middle, size, turn, tone, windows):
    graph = Graph("wall")
    rough = graph.noise(graph.position(14), 1, 3)
    plaster = graph.mix(rough, tone, tuple(c * 0.8 for c in tone))
    box(middle, size, graph.surface(plaster, 0.85), turn)
    glass, frame = plain((0.02, 0.03, 0.04), 0.05), plain((0.8, 0.8, 0.8), 0.4)
    for k in range(windows):
        offset = Vector(((k + 0.5) / windows * size[0] - size[0] / 2, 0, 0.2))
        offset.rotate(Matrix.Rotation(turn, 3, "Z"))
        at = Vector(middle) + offset
        box(at, (1.3, size[1] + 0.04, 1.4), frame, turn)
        box(at, (1.15, size[1] + 0.06, 1.25), glass, turn)


def surroundings(place, rng, middle):
    """What stands around the field, some 8 m away on all sides."""
    x, y = middle
    sides = [((x, y + 8), 0.0), ((x, y - 8), 0.0), ((x + 9, y), math.pi / 2),
             ((x - 9, y), math.pi / 2)]
    if place == "garden":
        for (fx, fy), turn in sides:
            fence(rng, (fx, fy, 0), 22, turn, hsv(0.075, 0.45, 0.5))
        for _ in range(14):
            a = rng.uniform(0, 6.3)
            tree(rng, x + 13 * math.cos(a), y + 13 * math.sin(a), rng.uniform(3, 6))
    elif place == "patio":
        for (fx, fy), turn in sides[:2] + sides[3:]:
            wall(rng, (fx, fy, 1.6), (24, 0.2, 3.2), turn, hsv(0.08, 0.25, 0.75), 4)
        fence(rng, (x + 9, y, 0), 18, math.pi / 2, hsv(0.3, 0.3, 0.4))
    elif place == "park":
        for _ in range(26):
            a, far = rng.uniform(0, 6.3), rng.uniform(9, 22)
            tree(rng, x + far * math.cos(a), y + far * math.sin(a), rng.uniform(3.5, 7))
        box((x, y + 6.5, 0.005), (60, 1.6, 0.01), plain(hsv(0.1, 0.15, 0.6), 0.9))
    elif place == "gym":
        for (fx, fy), turn in sides:
            wall(rng, (fx, fy, 3), (24, 0.2, 6), turn, hsv(0.12, 0.12, 0.8), 0)
            box((fx, fy, 0.7), (24, 0.23, 1.4) if turn == 0 else (0.23, 24, 1.4),
                plain(hsv(0.58, 0.5, 0.5), 0.5))
        line = plain((0.8, 0.8, 0.8), 0.4)
        for offset in (-3.5, 2.5):
            box((x, y + offset, 0.001), (18, 0.05, 0.002), line)
        box((x - 3, y, 0.001), (0.05, 18, 0.002), plain(hsv(0.6, 0.8, 0.6), 0.4))
    elif place == "court":
        for (fx, fy), turn in sides:
            wall(rng, (fx, fy, 1.1), (24, 0.2, 2.2), turn, hsv(0.03, 0.4, 0.55), 0)
        line = plain((0.75, 0.6, 0.1), 0.6)
        box((x, y + 2.2, 0.001), (18, 0.07, 0.002), line)
        for _ in range(10):
            a = rng.uniform(0, 6.3)
            tree(rng, x + 14 * math.cos(a), y + 14 * math.sin(a), rng.uniform(4, 6))


PLACES = {"garden": "lawn", "patio": "paving", "park": "lawn", "gym": "gym", "court": "asphalt"}


def daylight(light):
    """Sky from all around and the sun; returns the sun."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*light.sky, 1)
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.color, lamp.angle = light.strength, light.tint, math.radians(light.breadth)
    sun = bpy.data.objects.new("sun", lamp)
    sun.rotation_euler = (-Vector(light.towards)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(sun)
    return sun


def set_camera(camera):
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36
    data.lens = camera.focal / camera.width * 36
    thing = bpy.data.objects.new("camera", data)
    right, down, forward = (Vector(row) for row in camera.turn)
    thing.matrix_basis = Matrix.Translation(camera.position) @ Matrix(
        (right, -down, -forward)).transposed().to_4x4()
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def settings(camera, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    cycles = scene.cycles
    cycles.device, cycles.samples = "CPU", samples
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = 1


def rendered(path):
    """RGB floats of what the camera sees now."""
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[..., 2::-1].astype(np.float32)


def points_seen(path):
    """World points: every surface glows with its own coordinates, exact at the pixels' middles."""
    scene = bpy.context.scene
    graph = Graph("where")
    where = graph.node("NewGeometry").outputs["Position"]
    shifted = graph.node("VectorMath", {0: where, 1: (100, 100, 100)}, operation="ADD").outputs[0]
    material = graph.finish(graph.node("Emission", {"Color": shifted, "Strength": 1}).outputs[0])
    bpy.context.view_layer.material_override = material
    scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0
    scene.cycles.samples, scene.cycles.use_denoising = 1, False
    scene.cycles.pixel_filter_type, scene.cycles.filter_width = "BOX", 0.01
    seen = rendered(path)
    points = seen - 100
    points[seen[..., 0] < 1] = FAR
    return points


def render_set(game, folder):
    """The light seen, the sun's share of it and the points seen, as arrays; kept in `folder`."""
    kept = folder / f"{game.name}.npz"
    if kept.exists():
        data = np.load(kept)
        return data["light"], data["sunlit"], data["points"]
    folder.mkdir(parents=True, exist_ok=True)
    rng = Random(f"set {game.name}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    sun = daylight(game.light)
    reach = 60
    put([(-reach, -reach, 0), (reach, -reach, 0), (reach, reach, 0), (-reach, reach, 0)],
        [(0, 1, 2, 3)], GROUNDS[PLACES[game.place]](rng), "ground")
    surroundings(game.place, rng, (-2.0, 0.0))
    add_board(game.board, game.paint, folder, rng)
    set_camera(game.camera)
    settings(game.camera, game.samples)
    light = rendered(folder / "light.exr")
    # The share varies smoothly but for shadows' edges, so a smaller picture is enough.
    scene = bpy.context.scene
    sun.hide_render, scene.render.resolution_percentage = True, 40
    sky = rendered(folder / "sky.exr")
    sun.hide_render, scene.render.resolution_percentage = False, 100
    small = cv2.resize(light, sky.shape[1::-1], interpolation=cv2.INTER_AREA)
    share = np.clip(1 - sky.sum(axis=2) / np.maximum(small.sum(axis=2), 1e-4), 0, 1)
    sunlit = cv2.resize(share, light.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    points = points_seen(folder / "points.exr")
    np.savez(kept, light=light.astype(np.float16), sunlit=sunlit.astype(np.float16), points=points)
    return light, sunlit, points
