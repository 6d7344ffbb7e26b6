"""Renders pictures of boards by Cycles, for light, shadows and surroundings that `scene.py` only paints.

    ../../.deps/render/bin/python photoreal.py --count 1500 --seed 7

Boards, cameras and what boards are painted with are `scene.py`'s; skies are Blender's own photographs, people those
of the rendered games. JPEGs and `labels-photoreal-SEED.jsonl` in .data/gameboard, beside those of `generate.py`.
Goes on where it was stopped.
"""

import argparse
import json
import math
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

import scene
import surfaces

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Training/TossGames"), str(ROOT / "Training/Dice/Photoreal")]
import lights
from develop import read_light, sample_develop
from figure import Figure, Looks
from generate import written
from rendering import render_to, set_up
from scenery import GROUNDS, box, fence, put, tree, wall
from shaders import Graph, hsv
from skeleton import Build
from throwing import Player

RIM = 64  # points round a hole
CLOTH = 14  # points along a bag's side


def picture_node(graph, picture, vector, folder, name):
    """A texture of an RGB picture of floats, 0 to 1."""
    path = str(folder / f"{name}.png")
    cv2.imwrite(path, np.uint8(np.clip(picture, 0, 1)[..., ::-1] * 255))
    node = graph.node("TexImage", {"Vector": vector})
    node.image = bpy.data.images.load(path)
    return node.outputs[0]


def paint(rng):
    """Any colour in linear light."""
    return hsv(rng.random(), rng.random() ** 0.7, rng.uniform(0.05, 0.95))


def plain(rng, colour=None):
    return Graph("plain").surface(colour or paint(rng), rng.uniform(0.2, 0.9))


def add_ground(rng, numbers, bank, folder):
    reach = 60
    if rng.random() < 0.4:
        material = GROUNDS[rng.choice(sorted(GROUNDS))](rng)
    else:
        picture, metres = surfaces.ground(numbers, bank)
        graph = Graph("ground")
        colour = picture_node(graph, picture, graph.position(1 / metres), folder, "ground")
        material = graph.surface(colour, rng.uniform(0.3, 0.95), Normal=graph.bump(colour, rng.uniform(0, 0.8), 0.02))
    corners = [(-reach, -reach, 0), (reach, -reach, 0), (reach, reach, 0), (-reach, reach, 0)]
    ground = put(corners, [(0, 1, 2, 3)], material, "ground")
    ground.matrix_basis = Matrix.Rotation(rng.uniform(0, 6.3), 4, "Z")


def to_edge(board, middle, angle):
    """Where a ray from the hole's middle leaves the board."""
    c, s = math.cos(angle), math.sin(angle)
    ways = [(board.width if c > 0 else 0) - middle[0], (board.length if s > 0 else 0) - middle[1]]
    way = min(w / d for w, d in zip(ways, (c, s)) if abs(d) > 1e-9)
    return middle[0] + way * c, middle[1] + way * s


def add_board(rng, numbers, bank, board, folder, name):
    """The board's top, whose object is returned, its frame and its legs."""
    pixels = 400 / board.width
    hole = np.array(board.hole)
    top = surfaces.board_top(numbers, bank, tuple(hole * pixels), round(board.length * pixels), 400)
    graph = Graph("top")
    uv = graph.node("TexCoord").outputs["UV"]
    surface = graph.surface(picture_node(graph, top, uv, folder, name), rng.choice([0.15, 0.35, 0.6, 0.9]))
    like_top = tuple(float(c) ** 2.2 for c in top.reshape(-1, 3).mean(0))
    side = plain(rng, rng.choice([hsv(0.09, rng.uniform(0.2, 0.6), rng.uniform(0.3, 0.85)), like_top, paint(rng)]))
    thick = rng.uniform(0.01, 0.02)

    turns = [2 * math.pi * (k + 0.5) / RIM for k in range(RIM)]
    edge = [to_edge(board, hole[:2], a) for a in turns]
    for corner in ((0, 0), (board.width, 0), (board.width, board.length), (0, board.length)):
        edge[min(range(RIM), key=lambda k: math.dist(edge[k], corner))] = corner
    if board.has_hole:
        rim = [(hole[0] + hole[2] * math.cos(a), hole[1] + hole[2] * math.sin(a)) for a in turns]
    else:
        rim = [tuple(hole[:2] + 0.001 * np.array((math.cos(a), math.sin(a)))) for a in turns]
    flat = np.array(rim + edge)
    quads = [(k, (k + 1) % RIM, RIM + (k + 1) % RIM, RIM + k) for k in range(RIM)]
    thing = put(board.place(flat[:, 0], flat[:, 1]), quads, surface, "top")
    layer = thing.data.uv_layers.new()
    for loop in thing.data.loops:
        u, v = flat[loop.vertex_index]
        layer.data[loop.index].uv = (u / board.width, 1 - v / board.length)
    under = board.place(flat[:, 0], flat[:, 1], np.full(len(flat), thick))
    put(under, quads, side, "underside")
    walls = np.concatenate([board.place(flat[:RIM, 0], flat[:RIM, 1]), under[:RIM]])
    if board.has_hole:
        put(walls, [(k, (k + 1) % RIM, RIM + (k + 1) % RIM, RIM + k) for k in range(RIM)], side, "rim")

    def beam(u0, u1, v0, v1, top, bottom):
        points = [board.place(u, v, n) for n in (top, bottom) for v in (v0, v1) for u in (u0, u1)]
        put(points, [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)], side, "beam")

    deep, wide = max(board.depth, thick + 0.005), 0.035
    deep = min(deep, board.near - 0.002) if board.near > 0.02 else thick
    for u in (0, board.width - wide):
        beam(u, u + wide, 0, board.length, 0.0005, deep)
    for v in (0, board.length - wide):
        beam(wide, board.width - wide, v, v + wide, 0.0005, deep)
    if board.far > 0.15:
        at = rng.uniform(0.03, 0.2)
        for u in (0.06, board.width - 0.06):
            x, y, z = board.place(u, at, thick)
            box((x, y, z / 2 - 0.01), (0.06, 0.035, max(0.02, z - 0.03)), side, board.yaw)
    return thing


def add_bag(rng, board, u, v, turn, material):
    """A soft bag about (u, v) of a board's plane; what sticks out over an edge hangs down."""
    half, thick = 0.076 * rng.uniform(0.9, 1.06), rng.uniform(0.012, 0.024)
    c, s = math.cos(turn), math.sin(turn)
    side = np.linspace(-1, 1, CLOTH)
    a, b = np.meshgrid(side, side)
    lumps = cv2.resize(np.random.default_rng(rng.randrange(2**32)).normal(0, 1, (4, 4)), (CLOTH, CLOTH), interpolation=cv2.INTER_CUBIC)
    # A square with rounded corners, thick in the middle.
    pinch = 1 - 0.06 * (a * b) ** 2
    x, y = u + half * pinch * (c * a - s * b), v + half * pinch * (s * a + c * b)
    swell = thick * ((1 - a**4) * (1 - b**4)) ** 0.5 * (1 + 0.18 * lumps)
    beyond = np.maximum(np.maximum(-x, x - board.width), np.maximum(-y, y - board.length))
    over = np.maximum(beyond, 0)
    lies = (np.clip(u, 0, board.width), np.clip(v, 0, board.length)) == (u, v)
    if lies:  # the part that hangs keeps its length: it turns down at the edge
        hangs = np.minimum(over * 0.85, 0.11)
        x = x - np.where((x < 0) | (x > board.width), np.sign(x - board.width / 2) * 0.75 * over, 0)
        y = y - np.where((y < 0) | (y > board.length), np.sign(y - board.length / 2) * 0.75 * over, 0)
    else:
        hangs = np.zeros_like(x)
    upper = board.place(x, y, -(2 * swell + 0.002)) - hangs[..., None] * scene.UP
    lower = board.place(x, y, np.full_like(x, -0.001)) - hangs[..., None] * scene.UP
    if not lies:
        drop = float(board.place(u, v)[2])
        upper, lower = upper - drop * scene.UP, lower - drop * scene.UP
        upper[..., 2], lower[..., 2] = 2 * swell + 0.002, 0.001
    count = CLOTH * CLOTH
    faces = [(r * CLOTH + k, r * CLOTH + k + 1, (r + 1) * CLOTH + k + 1, (r + 1) * CLOTH + k) for r in range(CLOTH - 1) for k in range(CLOTH - 1)]
    ring = [k for k in range(CLOTH)] + [r * CLOTH + CLOTH - 1 for r in range(1, CLOTH)]
    ring += [(CLOTH - 1) * CLOTH + k for k in range(CLOTH - 2, -1, -1)] + [r * CLOTH for r in range(CLOTH - 2, 0, -1)]
    seam = [(p, q, q + count, p + count) for p, q in zip(ring, ring[1:] + ring[:1])]
    put(np.concatenate([upper.reshape(-1, 3), lower.reshape(-1, 3)]), faces + [tuple(count + k for k in f) for f in faces] + seam, material, "bag", True)


def add_mesh(mesh, axes, origin, material):
    points, _ = mesh.turned(axes, origin)
    thing = put(points, mesh.triangles.tolist(), material, "part", True)
    colours = thing.data.color_attributes.new("Col", "FLOAT_COLOR", "POINT")
    rgba = np.concatenate([mesh.colours, np.ones((len(mesh.colours), 1))], 1).astype(np.float32)
    colours.data.foreach_set("color", rgba.ravel())


def add_person(rng, x, y):
    graph = Graph("person")
    material = graph.surface(graph.node("VertexColor", layer_name="Col").outputs[0], 0.7)
    tone = rng.uniform(0.12, 1.1)
    looks = Looks(skin=tuple(tone * c for c in (0.55, 0.33, 0.22)), hair=tuple(c * rng.uniform(0.3, 6) for c in (0.035, 0.02, 0.012)),
                  shirt=paint(rng), trousers=paint(rng), shoes=paint(rng), long_trousers=rng.random() < 0.5, long_sleeves=rng.random() < 0.3)
    build = Build(size=rng.choice([rng.uniform(0.6, 0.85), rng.uniform(0.9, 1.1)]))
    player = Player(build, (x, y), rng.uniform(0, 6.3), rng)
    moment = 0.5
    if rng.random() < 0.5:
        ahead = np.array((x, y)) + player.ahead * 2
        player.walk(0.0, 1.6, ahead)
        moment = rng.uniform(0.1, 0.6)
    stance = player.stance(moment)
    joints, axes = player.pose(moment)
    pitches = {side: stance.feet[side][1] for side in (1, -1)}
    for mesh, turn, origin in Figure(build, looks).placed(joints, axes, pitches, stance.facing):
        add_mesh(mesh, turn, origin, material)


def add_surroundings(rng):
    """Fences, walls, trees and things that stand about."""
    for _ in range(rng.choice([0, 1, 1, 2])):
        angle, far = rng.uniform(0, 6.3), rng.uniform(2.5, 9)
        middle, turn = (far * math.cos(angle), far * math.sin(angle), 0), angle + math.pi / 2
        if rng.random() < 0.5:
            fence(rng, middle, rng.uniform(3, 9), turn, paint(rng))
        else:
            wall(rng, (*middle[:2], 1.5), (rng.uniform(4, 14), 0.2, 3), turn, paint(rng), rng.choice([0, 1, 3]))
    for _ in range(rng.choice([0, 0, 1, 2])):
        angle, far = rng.uniform(0, 6.3), rng.uniform(4, 12)
        tree(rng, far * math.cos(angle), far * math.sin(angle), rng.uniform(2, 6))
    for _ in range(rng.choice([0, 1, 2, 4])):
        angle, far = rng.uniform(0, 6.3), rng.uniform(1.1, 4)
        size = [rng.choice([0.05, 0.3, 0.6, 1.2]) * rng.uniform(0.6, 1.4) for _ in range(3)]
        box((far * math.cos(angle), far * math.sin(angle), size[2] / 2), size, plain(rng), rng.uniform(0, 6.3))


def set_camera(camera):
    data = bpy.data.cameras.new("camera")
    longest = max(camera.width, camera.height)
    data.sensor_fit, data.sensor_width = "AUTO", 36
    data.lens = camera.focal / longest * 36
    data.shift_x = ((camera.width - 1) / 2 - camera.centre[0]) / longest
    data.shift_y = (camera.centre[1] - (camera.height - 1) / 2) / longest
    thing = bpy.data.objects.new("camera", data)
    right, down, ahead = (Vector(row) for row in camera.rotation)
    thing.matrix_basis = Matrix.Translation(camera.position) @ Matrix((right, -down, -ahead)).transposed().to_4x4()
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def add_light(rng):
    """A photographed sky or room, and often the sun."""
    lights.sky(rng, rng.choice([0.3, 0.6, 1, 1.5]))
    if rng.random() < 0.65:
        lamp = bpy.data.lights.new("sun", "SUN")
        lamp.energy, lamp.angle = rng.uniform(0.5, 6), math.radians(rng.choice([0.5, 2, 15]))
        lamp.color = lights.warm_or_cold(rng)
        sun = bpy.data.objects.new("sun", lamp)
        rise, around = rng.uniform(0.25, 1.4), rng.uniform(0, 6.3)
        towards = Vector((math.cos(around) * math.cos(rise), math.sin(around) * math.cos(rise), math.sin(rise)))
        sun.rotation_euler = (-towards).to_track_quat("-Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(sun)


def part_seen(camera, board, thing):
    """What part of the board's top the camera sees, by rays to a grid of its points."""
    world, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    side = (np.arange(12) + 0.5) / 12
    u, v = (g.ravel() for g in np.meshgrid(side * board.width, side * board.length))
    off = np.hypot(u - board.hole[0], v - board.hole[1]) > board.hole[2]
    points = board.place(u[off], v[off])
    pixels, depth = camera.project(points)
    within = (depth > 0.1) & (pixels >= -0.5).all(1) & (pixels < np.array([camera.width, camera.height]) - 0.5).all(1)
    seen = 0
    for point in points[within]:
        way = Vector(point - camera.position)
        hit, _, _, _, what, _ = world.ray_cast(graph, Vector(camera.position), way.normalized(), distance=way.length + 0.05)
        seen += hit and what.name == thing.name
    return seen / len(points)


def render(seed, index, bank, folder, long_side=416):
    """BGR bytes, and the boards that are seen."""
    rng, numbers = Random(f"boards {seed} {index}"), np.random.default_rng([seed, index, 5])
    ratio = rng.choice([4 / 3, 4 / 3, 3 / 4, 3 / 2, 16 / 9, 9 / 16, 1])
    width, height = (long_side, round(long_side / ratio)) if ratio >= 1 else (round(long_side * ratio), long_side)
    camera, boards = scene.layout(numbers, width, height)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    add_light(rng)
    add_ground(rng, numbers, bank, folder)
    add_surroundings(rng)
    empty = rng.random() < 0.08
    holes = rng.random() > 0.1
    cloths = [Graph("cloth").surface(paint(rng), 0.95) for _ in range(2)]
    tops = []
    for k, board in enumerate([] if empty else boards):
        if camera.project(board.corners)[1].min() < 0.25:
            continue
        board.has_hole = holes
        tops.append((board, add_board(rng, numbers, bank, board, folder, f"top-{k}")))
        bags = list(board.bags)
        for _ in range(rng.choice([0, 0, 1, 2, 4])):  # over an edge, most often the near one
            u, v = rng.uniform(0, board.width), board.length - rng.uniform(-0.03, 0.06)
            if rng.random() < 0.4:
                u, v = rng.choice([0.02, board.width - 0.02]) + rng.gauss(0, 0.02), rng.uniform(0, board.length)
            bags.append((u, v, rng.uniform(0, 3.2)))
        for j, (u, v, turn) in enumerate(bags):
            if math.hypot(u - board.hole[0], v - board.hole[1]) > 0.11:
                add_bag(rng, board, u, v, turn, cloths[j % 2])
    if rng.random() < 0.4:
        for _ in range(rng.choice([1, 1, 2])):
            x, y = rng.gauss(0, 1.4), rng.gauss(0, 1.4)
            if abs(x) > 0.45 or not -0.2 < y < 1.4:
                add_person(rng, x, y)
    set_camera(camera)
    # One thread would wait for its light by spinning, and take twice the time.
    set_up(width, height, 8, threads=2)
    bpy.context.scene.cycles.max_bounces = 2
    sky = bpy.context.scene.world.cycles
    sky.sampling_method, sky.sample_map_resolution = "MANUAL", 64
    bpy.context.view_layer.update()
    found = []
    for board, thing in tops:
        told = scene.label(camera, board) if board.has_hole else None
        if told:
            found.append({**told, "seen": round(part_seen(camera, board, thing), 3)})
    path = str(folder / "light.exr")
    render_to(path)
    return sample_develop(read_light(path), rng), found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, default=ROOT / ".data/gameboard")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    labels = options.out / f"labels-photoreal-{options.seed}.jsonl"
    done = written(labels)
    bank = surfaces.Bank(np.random.default_rng(options.seed))
    begun = time.time()
    with labels.open("a") as lines, tempfile.TemporaryDirectory() as folder:
        for index in range(done, options.count):
            picture, boards = render(options.seed, index, bank, Path(folder))
            name = f"photoreal-{options.seed}-{index:06d}.jpg"
            quality = Random(index).randint(40, 95)
            cv2.imwrite(str(options.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            print(json.dumps({"file": name, "boards": boards}), file=lines, flush=True)
            if (index + 1) % 50 == 0:
                print(f"{index + 1}/{options.count}, {(time.time() - begun) / (index + 1 - done):.2f} s a picture", flush=True)


if __name__ == "__main__":
    main()
