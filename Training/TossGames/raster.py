"""Draws meshes into a picture: depth, light, the sun's shadow. Compiled by numba."""

import math

import numpy as np
from numba import njit


@njit(cache=True, fastmath=True)
def reach(a, b, c, columns, rows):
    """A triangle's corners, twice its area with its sign, and the pixels that it may cover."""
    x0, y0, x1, y1, x2, y2 = a[0], a[1], b[0], b[1], c[0], c[1]
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    left = max(0, math.ceil(min(x0, x1, x2)))
    right = min(columns - 1, math.floor(max(x0, x1, x2)))
    top = max(0, math.ceil(min(y0, y1, y2)))
    bottom = min(rows - 1, math.floor(max(y0, y1, y2)))
    return (x0, y0, x1, y1, x2, y2), area, left, right, top, bottom


@njit(cache=True, fastmath=True)
def weights(corners, area, x, y):
    """How much each corner counts at a pixel: all of them are 0 or more inside the triangle."""
    x0, y0, x1, y1, x2, y2 = corners
    u = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area
    v = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area
    return u, v, 1 - u - v


@njit(cache=True, fastmath=True)
def draw_depth(points, triangles, depth):
    """Fills a depth map (nearest is least) with triangles given in its pixels."""
    height, width = depth.shape
    for t in range(triangles.shape[0]):
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        corners, area, left, right, top, bottom = reach(points[a], points[b], points[c], width, height)
        if abs(area) < 1e-9:
            continue
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                u, v, w = weights(corners, area, x, y)
                if u >= 0 and v >= 0 and w >= 0:
                    z = u * points[a, 2] + v * points[b, 2] + w * points[c, 2]
                    if z < depth[y, x]:
                        depth[y, x] = z


@njit(cache=True, fastmath=True)
def shade(depth_map, origin, axes, scale, point, bias, radius):
    """How much of the light that casts `depth_map` reaches a point: 0...1, softly."""
    dx, dy, dz = point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]
    x = (axes[0, 0] * dx + axes[0, 1] * dy + axes[0, 2] * dz) * scale
    y = (axes[1, 0] * dx + axes[1, 1] * dy + axes[1, 2] * dz) * scale
    z = axes[2, 0] * dx + axes[2, 1] * dy + axes[2, 2] * dz - bias
    height, width = depth_map.shape
    if x < -radius or y < -radius or x > width + radius or y > height + radius:
        return 1.0
    lit, taps = 0, 0
    for j in range(-1, 2):
        for i in range(-1, 2):
            px, py = int(math.floor(x + i * radius + 0.5)), int(math.floor(y + j * radius + 0.5))
            taps += 1
            if px < 0 or py < 0 or px >= width or py >= height or depth_map[py, px] >= z:
                lit += 1
    return lit / taps


@njit(cache=True, fastmath=True)
def shadow_background(ground, sunlit, box, sun_map, sun_at, sun_axes, sun_scale,
                      sun_radius, top_map, top_at, top_axes, top_scale, top_radius, out):
    """Takes from the set's light, within `box`, what the movers keep from it; `out` is the box."""
    left, right, top, bottom = box
    point = np.empty(3)
    for y in range(top, bottom):
        for x in range(left, right):
            if ground[y, x, 3] > 1e8:
                continue
            point[0], point[1], point[2] = ground[y, x, 0], ground[y, x, 1], ground[y, x, 2]
            sun = shade(sun_map, sun_at, sun_axes, sun_scale, point, 0.02, sun_radius)
            sky = 0.45 + 0.55 * shade(top_map, top_at, top_axes, top_scale, point, 0.02, top_radius)
            part = sunlit[y, x]
            left_over = (1 - part) * sky + part * sun
            if left_over < 1:
                for k in range(3):
                    out[y - top, x - left, k] *= left_over


@njit(cache=True, fastmath=True)
def draw(points, world, normals, colours, triangles, depth, light, covered, sun, sun_light,
         sky_light, ground_light, sun_map, sun_at, sun_axes, sun_scale, sun_radius):
    """Draws triangles, given in pixels and depth, into `light` where nothing nearer stands."""
    rows, columns = depth.shape
    normal, point = np.empty(3), np.empty(3)
    for t in range(triangles.shape[0]):
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        if points[a, 2] < 0.05 or points[b, 2] < 0.05 or points[c, 2] < 0.05:
            continue
        corners, area, left, right, top, bottom = reach(points[a], points[b], points[c], columns, rows)
        if abs(area) < 1e-9:
            continue
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                u, v, w = weights(corners, area, x, y)
                if u < 0 or v < 0 or w < 0:
                    continue
                z = u * points[a, 2] + v * points[b, 2] + w * points[c, 2]
                if z >= depth[y, x]:
                    continue
                depth[y, x] = z
                covered[y, x] = 1
                size = 0.0
                for k in range(3):
                    normal[k] = u * normals[a, k] + v * normals[b, k] + w * normals[c, k]
                    point[k] = u * world[a, k] + v * world[b, k] + w * world[c, k]
                    size += normal[k] * normal[k]
                size = 1 / math.sqrt(max(size, 1e-12))
                facing = (normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) * size
                lit = 0.0
                if facing > 0:
                    for k in range(3):
                        point[k] += normal[k] * size * 0.02
                    lit = facing * shade(sun_map, sun_at, sun_axes, sun_scale, point, 0.015,
                                         sun_radius)
                up = 0.5 + 0.5 * normal[2] * size
                for k in range(3):
                    colour = u * colours[a, k] + v * colours[b, k] + w * colours[c, k]
                    light[y, x, k] = colour * (sun_light[k] * lit + sky_light[k] * up
                                               + ground_light[k] * (1 - up))


@njit(cache=True, fastmath=True)
def accumulate(light, covered, behind, total, share):
    """Adds one moment of the exposure, where the movers cover the set, to the set's own light."""
    for y in range(covered.shape[0]):
        for x in range(covered.shape[1]):
            if covered[y, x]:
                for k in range(3):
                    total[y, x, k] += share * (light[y, x, k] - behind[y, x, k])


@njit(cache=True, fastmath=True)
def develop(light, gain, noise, amount, curve, out):
    """Light to screen bytes (BGR) with a sensor's noise; `curve` has the bytes of 0...2."""
    height, width = light.shape[:2]
    last = np.float32(len(curve) - 1)
    for y in range(height):
        for x in range(width):
            for k in range(3):
                value = light[y, x, k] * gain
                spread = math.sqrt(max(value, np.float32(0)) + np.float32(0.002))
                value += noise[y, x, k] * amount * spread
                value = min(max(value * np.float32(0.5), np.float32(0)), np.float32(1))
                out[y, x, 2 - k] = curve[int(value * last + np.float32(0.5))]
