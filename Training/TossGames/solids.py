"""Meshes as arrays: vertices, triangles, normals and a colour for every vertex."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Mesh:
    points: np.ndarray          # (n, 3)
    triangles: np.ndarray       # (m, 3)
    colours: np.ndarray         # (n, 3), linear light
    normals: np.ndarray = None

    def __post_init__(self):
        if self.normals is None:
            self.normals = smooth_normals(self.points, self.triangles)

    def turned(self, axes, origin):
        """(points, normals) with the mesh's own axes as columns of `axes`."""
        normals = self.normals @ np.linalg.inv(axes)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        return self.points @ axes.T + origin, normals


def smooth_normals(points, triangles):
    a, b, c = (points[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    normals = np.zeros_like(points)
    for k in range(3):
        np.add.at(normals, triangles[:, k], faces)
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)


def joined(meshes):
    """One mesh of several that move together."""
    starts = np.cumsum([0] + [len(mesh.points) for mesh in meshes[:-1]])
    return Mesh(np.vstack([mesh.points for mesh in meshes]),
                np.vstack([mesh.triangles + start for mesh, start in zip(meshes, starts)]),
                np.vstack([mesh.colours for mesh in meshes]),
                np.vstack([mesh.normals for mesh in meshes]))


def loft(rings, segments=16):
    """A skin over elliptic rings: (height, half depth, half breadth, forward shift, colour)."""
    around = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    circle = np.column_stack([np.cos(around), np.sin(around)])
    points, colours, triangles = [], [], []
    for height, depth, breadth, shift, colour in rings:
        ring = np.column_stack([circle * (depth, breadth), np.full(segments, height)])
        ring[:, 0] += shift
        points.append(ring)
        colours += [colour] * segments
    for row in range(len(rings) - 1):
        for k in range(segments):
            a, b = row * segments + k, row * segments + (k + 1) % segments
            triangles += [(a, b, b + segments), (a, b + segments, a + segments)]
    points = np.vstack(points)
    for row, order in ((0, -1), (len(rings) - 1, 1)):
        middle = points[row * segments:(row + 1) * segments].mean(axis=0)
        points = np.vstack([points, middle])
        colours.append(rings[row][4])
        hub = len(points) - 1
        for k in range(segments):
            a, b = row * segments + k, row * segments + (k + 1) % segments
            triangles.append((a, b, hub)[::order])
    return Mesh(points, np.array(triangles), np.array(colours, float))


def limb(length, profile, colours, segments=14):
    """A round limb along z: profile of (part of the length, radius); closed by half balls."""
    rings = []
    (first, r0), (last, r1) = profile[0], profile[-1]
    for angle in (80, 55, 28):
        a = np.radians(angle)
        rings.append((first * length - r0 * np.sin(a), r0 * np.cos(a), r0 * np.cos(a), 0,
                      colours(first)))
    for part, radius in profile:
        rings.append((part * length, radius, radius, 0, colours(part)))
    for angle in (28, 55, 80):
        a = np.radians(angle)
        rings.append((last * length + r1 * np.sin(a), r1 * np.cos(a), r1 * np.cos(a), 0,
                      colours(last)))
    return loft(rings, segments)


def ball(radii, colour, centre=(0, 0, 0), rows=10, segments=14, shape=None):
    """An ellipsoid; `shape` may move its points and colour them."""
    v = np.linspace(0, np.pi, rows + 1)
    u = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    unit = np.array([(np.sin(b) * np.cos(a), np.sin(b) * np.sin(a), -np.cos(b))
                     for b in v for a in u])
    triangles = []
    for row in range(rows):
        for k in range(segments):
            a, b = row * segments + k, row * segments + (k + 1) % segments
            triangles += [(a, b, b + segments), (a, b + segments, a + segments)]
    colours = np.tile(np.array(colour, float), (len(unit), 1))
    points = unit * np.array(radii)
    if shape:
        points, colours = shape(unit, points, colours)
    return Mesh(points + np.array(centre), np.array(triangles), colours)
