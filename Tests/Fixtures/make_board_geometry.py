#!/usr/bin/env python3
"""Writes board-geometry.json: how a board on a table is seen by pinhole cameras of many heights and elevations.

    Tests/Fixtures/make_board_geometry.py

The page's JavaScript and the Swift are compared with it: it shares no code with either.
"""

import json
import math
import pathlib

HEIGHTS = 6, 8, 10, 14, 20, 40  # above the tops of dice, in their sides
ELEVATIONS = 20, 35, 50, 70, 90
PICTURES = (960, 720), (1280, 720), (720, 1280)
RADIUS = 8  # of the board, in sides of a die
FOCAL_SHARE = 0.67
# On the board and above it, in its radii.
POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (-0.7, -0.7, 0), (0.3, -0.4, 0.27), (0, 0.48, 0.27)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def camera_at(height, elevation, focal, center):
    """A table's axes are x to the right, y away, z up; the camera is at (0, 0, height). -> seen from it, project, on_table"""
    angle = math.radians(elevation)
    ahead = (0, math.cos(angle), -math.sin(angle))
    down = (0, -math.sin(angle), -math.cos(angle))
    right = (1, 0, 0)

    def turned(way):
        return [dot(way, right), dot(way, down), dot(way, ahead)]

    def project(place):
        x, y, depth = turned((place[0], place[1], place[2] - height))
        return [center[0] + focal * x / depth, center[1] + focal * y / depth]

    def on_table(pixel):
        u, v = (pixel[0] - center[0]) / focal, (pixel[1] - center[1]) / focal
        ray = [a + u * r + v * d for a, r, d in zip(ahead, right, down)]
        return [-height / ray[2] * one for one in ray[:2]]

    return turned, project, on_table


def row(sides, elevation, picture):
    width, height = picture
    focal, center = FOCAL_SHARE * math.hypot(width, height), (width / 2, height / 2)
    radii = (sides + 1) / RADIUS
    pixel, other = (center[0] + 20, center[1] + 30), (center[0] - 40, center[1] - 50)
    turned, project, on_table = camera_at(radii, elevation, focal, center)
    x, y = on_table(pixel)
    angle = math.radians(elevation)
    return {
        "height": radii, "elevation": elevation, "picture": picture, "focalShare": FOCAL_SHARE,
        "up": [0, -math.cos(angle), -math.sin(angle)], "middle": pixel, "points": POINTS,
        "right": turned((1, 0, 0)), "away": turned((0, 1, 0)), "there": turned((x, y, -radii)),
        "seen": [project((x + a, y + b, c)) for a, b, c in POINTS],
        # Moved over the table to another pixel.
        "slidTo": other,
        "slid": [project((u + a, v + b, c)) for u, v in [on_table(other)] for a, b, c in POINTS],
    }


rows = [row(sides, elevation, picture) for sides in HEIGHTS for elevation in ELEVATIONS for picture in PICTURES]
lines = ",\n".join("  " + json.dumps(one) for one in rows)
pathlib.Path(__file__).with_name("board-geometry.json").write_text(f"[\n{lines}\n]\n")
