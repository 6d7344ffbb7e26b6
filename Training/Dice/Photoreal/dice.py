"""The shape of a die: a rounded cube with pips, opposite faces summing to seven.

Lengths inside this file are in half edges, so the unworn cube is -1...1 on each axis;
`DieDesign.size` is the edge in centimetres and scales the finished mesh.
"""

import math
from dataclasses import dataclass

import bpy
from mathutils import Matrix, Vector

from meshes import baked, bevelled_box, clean_normals, lathe, mesh_from, place

# Where the pips of a value lie on its face, in units of `DieDesign.spread`.
PATTERNS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}

NORMALS = {1: (0, 0, 1), 2: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0), 5: (0, 1, 0), 6: (0, 0, -1)}

# Slots of a die's materials.
BODY, PIP, ACCENT, RING = range(4)


@dataclass
class DieDesign:
    """What a maker of dice decides."""

    size: float                 # edge in cm
    corner: float = 0.2         # radius of the rounded edges, 0.04...0.6
    ball: float | None = None   # radius of a sphere that cuts the corners off, 1.25...1.55
    pip: float = 0.17           # radius of a pip
    spread: float = 0.48        # distance of the outer pips from the middle of the face
    depth: float = 0.4          # depth of a pip in pip radii; below 0.1 it is printed
    big_one: float = 1.0        # how much larger the pip of the one is
    ring: float = 0.0           # width of a ring around each pip, in pip radii
    accents: tuple = ()         # values whose pips have the accent colour
    mirrored: bool = False      # left-handed layout
    turned: tuple = ()          # values whose pattern is turned by a quarter

    def normal(self, value):
        x, y, z = NORMALS[value]
        return Vector((-x, y, z) if self.mirrored else (x, y, z))

    def surface(self, direction):
        """The point of the undrilled surface in `direction` from the die's middle."""
        direction = Vector(direction).normalized()
        inner = 1 - self.corner
        near, far = 0.5, 2.0
        for _ in range(30):
            middle = (near + far) / 2
            outside = Vector([max(abs(c) * middle - inner, 0) for c in direction])
            near, far = (near, middle) if outside.length > self.corner else (middle, far)
        return direction * min(near, self.ball or 9)

    def face_frame(self, value):
        """Rotation that takes +z to the face of `value`."""
        rotation = self.normal(value).to_track_quat("Z", "Y").to_matrix().to_4x4()
        quarter = math.pi / 2 if value in self.turned else 0
        return rotation @ Matrix.Rotation(quarter, 4, "Z")

    def face_outline(self, value, steps=7):
        """The border of a face, in cm: where the rounded edge is half way to the next face."""
        ts = [2 * i / (steps - 1) - 1 for i in range(steps)]
        rays = [(s, t, 1) for s in (-1, 1) for t in ts] + [(t, s, 1) for s in (-1, 1) for t in ts]
        frame = self.face_frame(value)
        return [frame @ self.surface(ray) * (self.size / 2) for ray in rays]

    def face_grid(self, value, steps=7):
        """Points spread over a face, in cm, just above its surface."""
        reach = 0.9 * self.surface((1, 0, 1)).x
        ts = [reach * (2 * i / (steps - 1) - 1) for i in range(steps)]
        frame = self.face_frame(value)
        return [frame @ (self.surface((x, y, 1)) * 1.02) * (self.size / 2) for x in ts for y in ts]

    def hull_points(self):
        """A few points, in cm, whose convex hull rolls like the die."""
        if self.ball:
            flat = math.sqrt(self.ball ** 2 - 1)
            angles = [math.pi * i / 6 for i in range(12)]
            rim = [Vector((flat * math.cos(a), flat * math.sin(a), 1)) for a in angles]
        else:
            flat = 1 - self.corner
            rim = [Vector((x, y, 1)) for x in (-flat, flat) for y in (-flat, flat)]
        points = []
        for value in NORMALS:
            frame = self.face_frame(value)
            points += [frame @ point * (self.size / 2) for point in rim]
            points += self.face_outline(value, steps=5)
        return points


def top_face(design, rotation):
    """The value that looks up under `rotation` (3x3), and its angle from up in degrees."""
    value = max(NORMALS, key=lambda v: (rotation @ design.normal(v)).z)
    return value, math.degrees(math.acos(min(1, (rotation @ design.normal(value)).z)))


def bowl(radius, depth):
    """Profile of a drill bit: a spherical cap when deep, a flat disc when shallow."""
    if depth < 0.1 * radius:
        return [(radius, -depth), (radius, 0.1)]
    sphere = (radius ** 2 + depth ** 2) / (2 * depth)
    half_angle = math.asin(min(1, radius / sphere))
    profile = []
    for step in range(1, 7):
        angle = half_angle * step / 6
        profile.append((sphere * math.sin(angle), sphere - depth - sphere * math.cos(angle)))
    return profile + [(radius * 1.02, 0.1)]


def drill_bits(design, widen, depth, slot_of):
    """One mesh of all bits that cut the pips; `slot_of(value)` names their material slot."""
    vertices, faces, slots = [], [], []
    for value, spots in PATTERNS.items():
        scale = design.big_one if value == 1 else 1
        radius = design.pip * scale + widen
        bit, bit_faces = lathe(bowl(radius, depth * (scale if depth > 0.02 else 1)), 28)
        for u, v in spots:
            at = design.face_frame(value) @ Matrix.Translation(
                (u * design.spread, v * design.spread, 1))
            start = len(vertices)
            vertices += [at @ Vector(p) for p in bit]
            faces += [[start + i for i in face] for face in bit_faces]
            slots += [slot_of(value)] * len(bit_faces)
    mesh = mesh_from(vertices, faces, "bits", smooth=True)
    mesh.polygons.foreach_set("material_index", slots)
    return mesh


def cut(mesh, tool, operation="DIFFERENCE"):
    """`mesh` minus (or only inside) `tool`, the new surface in the tool's material slots."""
    for slot in (m for m in mesh.materials if operation == "DIFFERENCE"):
        tool.materials.append(slot)
    body, cutter = place(mesh), place(tool)
    boolean = body.modifiers.new("cut", "BOOLEAN")
    boolean.operation, boolean.object, boolean.solver = operation, cutter, "EXACT"
    result = baked(body)
    bpy.data.objects.remove(cutter)
    return result


def undrilled(design, materials):
    """The rounded cube without pips, in half edges."""
    mesh = bevelled_box(2, 2, 2, design.corner, segments=6, materials=materials, name="die")
    if design.ball:
        rings = [math.pi * (i + 0.5) / 40 for i in range(40)]
        globe = lathe([(design.ball * math.sin(a), -design.ball * math.cos(a)) for a in rings], 80)
        mesh = cut(mesh, mesh_from(*globe, smooth=True), "INTERSECT")
    return mesh


def die_mesh(design, materials):
    """The finished mesh in cm; `materials` are body, pips, accent pips, rings."""
    mesh = undrilled(design, materials)
    if design.ring:
        mesh = cut(mesh, drill_bits(design, design.ring * design.pip, 0.012, lambda value: RING))
    depth = design.depth * design.pip if design.depth >= 0.1 else 0.018
    mesh = cut(mesh, drill_bits(design, 0, depth,
                                lambda value: ACCENT if value in design.accents else PIP))
    mesh = clean_normals(mesh)
    mesh.transform(Matrix.Scale(design.size / 2, 4))
    return mesh
