"""Draws what moves into the set's picture: figures, bags, leaves, and their shadows."""

import math

import numpy as np

import raster
from solids import Mesh, ball

MOMENTS = 4                 # of an exposure: they smooth edges and blur motion
TOP_SCALE = 40              # pixels a metre of the shadow map for the sky's light
EDGE = 4


def bag_mesh(colour, size=0.076, thick=0.023):
    """A stuffed square bag with a seam, lying flat."""
    def shape(unit, points, colours):
        flat = unit[:, :2] / np.maximum(np.abs(unit[:, :2]).max(axis=1, keepdims=True), 1e-9)
        length = np.hypot(unit[:, 0], unit[:, 1])
        # From a disc to a square with round corners.
        square = flat * length[:, None]
        round_ = unit[:, :2]
        points = np.column_stack([(0.78 * square + 0.22 * round_) * size, points[:, 2]])
        points[:, 2] *= 0.35 + 0.65 * (1 - length ** 4)
        colours = colours * (0.85 + 0.15 * np.abs(unit[:, 2:3]))
        seam = np.abs(unit[:, 2]) < 0.12
        colours[seam] *= 0.55
        return points, colours
    return ball((size, size, thick), colour, rows=14, segments=24, shape=shape)


def bag_axes(normal, yaw, squeeze):
    """Columns; a bag that falls through the hole is squeezed to fit."""
    z = normal / np.linalg.norm(normal)
    x = np.array((math.cos(yaw), math.sin(yaw), 0.0))
    x = x - z * (z @ x)
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, np.cross(z, x), z])
    return axes * (0.72, 0.72, 1.5) if squeeze else axes


def bush_mesh(rng, height, count=420):
    """Leaves on a round bush; the point of each that sways most is farthest up."""
    generator = np.random.default_rng(rng.randrange(2 ** 32))
    points, triangles, colours = [], [], []
    for _ in range(count):
        way = generator.normal(0, 1, 3)
        way /= np.linalg.norm(way)
        middle = way * np.array((0.42, 0.42, 0.5)) * height * generator.uniform(0.55, 1.0)
        middle[2] += 0.5 * height
        if middle[2] < 0.02:
            continue
        a, b = np.cross(way, generator.normal(0, 1, 3)), generator.normal(0, 1, 3)
        a *= 0.05 / np.linalg.norm(a)
        b *= 0.03 / np.linalg.norm(b)
        start = len(points)
        points += [middle - a, middle + b, middle + a, middle - b]
        triangles += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
        green = np.array((0.05, 0.13, 0.025)) * generator.uniform(0.5, 1.6)
        colours += [green] * 4
    points = np.array(points)
    normals = points - (0, 0, 0.45 * height)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(points, np.array(triangles), np.array(colours), normals)


class Bush:
    def __init__(self, rng, x, y, height, wind):
        self.mesh, self.place = bush_mesh(rng, height), np.array((x, y, 0.0))
        self.wind, self.height = wind, height
        self.phase = rng.uniform(0, 6)

    def parts(self, time):
        sway = self.wind * (math.sin(2.1 * time + self.phase) + 0.5 * math.sin(5.3 * time))
        flutter = 0.015 * np.sin(9 * time + 40 * self.mesh.points[:, 0])
        points = self.mesh.points.copy()
        share = (points[:, 2] / self.height) ** 1.5
        points[:, 0] += share * sway
        points[:, 1] += share * flutter
        yield points + self.place, self.mesh.normals, self.mesh


class Placed:
    """A thing whose parts are meshes with axes and origins: `where(time)` yields them."""

    def __init__(self, where):
        self.where = where

    def parts(self, time):
        for mesh, axes, origin in self.where(time):
            points, normals = mesh.turned(axes, origin)
            yield points, normals, mesh


def gathered(things, time):
    """All parts as (points, normals, colours, triangles), and each thing's slice of points."""
    points, normals, colours, triangles, slices, start = [], [], [], [], [], 0
    for thing in things:
        first = start
        for p, n, mesh in thing.parts(time):
            points.append(p)
            normals.append(n)
            colours.append(mesh.colours)
            triangles.append(mesh.triangles + start)
            start += len(p)
        if start > first:
            slices.append(slice(first, start))
    return (np.vstack(points), np.vstack(normals), np.vstack(colours), np.vstack(triangles)), slices


def merged(boxes):
    """Boxes that overlap become one."""
    boxes = [list(b) for b in boxes]
    again = True
    while again:
        again = False
        for i in range(len(boxes)):
            for j in range(i + 1, len(boxes)):
                a, b = boxes[i], boxes[j]
                if a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]:
                    boxes[i] = [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])]
                    boxes.pop(j)
                    again = True
                    break
            if again:
                break
    return [tuple(b) for b in boxes]


class ShadowMap:
    """What stands in the way of light that falls along `direction`."""

    def __init__(self, points, triangles, direction, scale):
        w = np.array(direction, float)
        w /= np.linalg.norm(w)
        u = np.cross(w, (0.13, 0.99, 0.02))
        u /= np.linalg.norm(u)
        self.axes, self.scale = np.array([u, np.cross(w, u), w]), float(scale)
        at = points @ self.axes.T
        low = at.min(axis=0) - 3 / scale
        size = np.ceil((at[:, :2].max(axis=0) - low[:2]) * scale).astype(int) + 4
        self.depth = np.full((min(size[1], 3000), min(size[0], 3000)), 1e9)
        self.origin = low @ self.axes
        local = (points - self.origin) @ self.axes.T
        local[:, :2] *= scale
        raster.draw_depth(local, triangles, self.depth)


class Stage:
    """A set seen by a camera, ready to be played on."""

    def __init__(self, camera, light, light_seen, sunlit, points, shutter):
        """`sunlit` is the share of the light seen that comes from the sun itself."""
        self.camera, self.light, self.shutter = camera, light, shutter
        self.last = None            # points and time of the last picture
        depth = (points.astype(float) - camera.position) @ camera.turn[2]
        nothing = points[..., 0] > 1e8
        depth[nothing] = 1e9
        self.depth = np.ascontiguousarray(depth.astype(np.float32))
        self.ground = np.ascontiguousarray(np.dstack([points, depth]).astype(np.float32))
        self.empty = np.ascontiguousarray(light_seen.astype(np.float32))
        self.sunlit = np.ascontiguousarray(sunlit.astype(np.float32))
        self.sun_light = np.array(light.tint) * light.strength / math.pi
        self.sky_light = np.array(light.sky)
        below = ~nothing & (points[..., 2] < 0.02)
        self.ground_light = np.array([np.median(self.empty[..., k][below]) for k in range(3)])
        shifts = (np.arange(MOMENTS) + 0.5) / MOMENTS
        # The sun's shadow map is about as fine as the picture.
        self.sun_scale = min(250.0, max(70.0, camera.focal / np.percentile(depth[below], 10)))
        self.jitter = np.column_stack([shifts, (shifts * 3.0 + 0.37) % 1.0]) - 0.5

    def box_of(self, seen):
        """The part of the picture that points take up: left, right, top, bottom; or None."""
        front = seen[:, 2] > 0.2
        if not front.any():
            return None
        pixels = seen[front, :2]
        left, top = np.floor(pixels.min(axis=0)).astype(int) - EDGE
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + EDGE
        box = (max(0, left), min(self.camera.width, right),
               max(0, top), min(self.camera.height, bottom))
        return box if box[0] < box[1] and box[2] < box[3] else None

    def seen(self, points):
        pixels, depth = self.camera.project(points)
        return np.column_stack([pixels, depth])

    def changes(self, things, time):
        """Yields the parts of the picture where something moves: box, and linear light, RGB.

        The exposure is centred on `time`; what moves is drawn where it is then, and blurred by how
        it has moved since the last call.
        """
        towards = np.array(self.light.towards, float)
        towards /= np.linalg.norm(towards)
        (points, normals, colours, triangles), slices = gathered(things, time)
        before, since = self.last if self.last else (points, time)
        self.last = points, time
        seen = self.seen(points)
        moved = np.zeros_like(seen)
        if len(before) == len(points) and 0 < time - since < 0.1:
            moved = (seen - self.seen(before)) * self.shutter / (time - since)
        sun_map = ShadowMap(points, triangles, -towards, self.sun_scale)
        top_map = ShadowMap(points, triangles, (0, 0, -1), TOP_SCALE)
        sun_radius = max(1.0, math.radians(self.light.breadth) * self.sun_scale * 0.35)
        boxes = self.shadow_boxes(points, slices, towards)
        boxes += [box for end in (seen - moved / 2, seen + moved / 2) for part in slices
                  if (box := self.box_of(end[part]))]
        for box in merged(boxes):
            left, right, top, bottom = box
            behind = self.empty[top:bottom, left:right].copy()
            raster.shadow_background(
                self.ground, self.sunlit, box, sun_map.depth, sun_map.origin, sun_map.axes,
                sun_map.scale, sun_radius, top_map.depth, top_map.origin, top_map.axes,
                top_map.scale, 3.0, behind)
            total, light = behind.copy(), np.empty_like(behind)
            for k in range(MOMENTS):
                at = seen + moved * ((k + 0.5) / MOMENTS - 0.5)
                at[:, :2] += self.jitter[k] - (left, top)
                depth = self.depth[top:bottom, left:right].copy()
                covered = np.zeros(depth.shape, np.uint8)
                raster.draw(at, points, normals, colours, triangles, depth, light, covered,
                            towards, self.sun_light, self.sky_light, self.ground_light,
                            sun_map.depth, sun_map.origin, sun_map.axes, sun_map.scale, sun_radius)
                raster.accumulate(light, covered, behind, total, 1 / MOMENTS)
            yield box, total

    def shadow_boxes(self, points, slices, towards):
        """Where in the picture shadows of the things may fall: on the ground or on the board."""
        boxes = []
        for part in slices:
            some = points[part]
            low, high = some.min(axis=0) - 0.12, some.max(axis=0) + 0.12
            corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1])
                                for z in (low[2], high[2])])
            for way in (towards, (0, 0, 1)):
                cast = [corners - np.outer((corners[:, 2] - level) / max(way[2], 0.1), way)
                        for level in (0, 0.33)]
                box = self.box_of(self.seen(np.vstack([corners, *cast])))
                if box:
                    boxes.append(box)
        return boxes
