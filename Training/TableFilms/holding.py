"""Where the camera is in each frame: on a stand, or in a hand that sways, trembles and turns away.

Lengths in cm; the camera begins by looking at the world's origin, on the table.
"""

import math
import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "TossGames"))
from camera import Camera
from curves import Curve

from films import HEIGHT, RATE, WIDTH

# Of cm to the right, down and ahead, and of degrees of pitch, yaw and roll.
SWAY = (4.0, 3.0, 3.0, 3.5, 2.0, 2.5)
TREMBLE = (0.04, 0.04, 0.04, 0.05, 0.05, 0.05)
AWAY = 38                       # degrees; the picture's half is about 29


def clock(film):
    """The seconds by which a hand has swayed at each frame; they stop while it stays."""
    fine = np.arange(film.frames * 10) / (RATE * 10)
    start, end = film.stays
    pace = np.clip(np.maximum(start - fine, fine - end) / 0.25, 0, 1)
    return np.cumsum(pace)[::10] / (RATE * 10)


def swaying(rng, seconds, reach):
    slow, fast = rng.uniform(2.4, 3.8), rng.uniform(1.1, 1.6)
    one, two = rng.uniform(0, 6.3), rng.uniform(0, 6.3)
    sway = (np.sin(2 * math.pi * seconds / slow + one)
            + 0.3 * np.sin(2 * math.pi * seconds / fast + two))
    return reach * (sway - sway[0])


def trembling(generator, count, spread):
    """Noise of some hertz."""
    bell = np.exp(-0.5 * (np.arange(-4, 5) / 1.1) ** 2)
    noise = np.convolve(generator.normal(0, 1, count + 8), bell / np.linalg.norm(bell), "valid")
    return spread * noise


def turned(pitch, yaw, roll):
    """A rotation about the picture's x, y and depth, in degrees."""
    matrix = np.eye(3)
    for axis, angle in ((2, roll), (1, yaw), (0, pitch)):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, s, -s, c
        matrix = turn @ matrix
    return matrix


def offsets(film):
    """(frames, 6): by how much the camera is moved and turned."""
    if not film.held:
        return np.zeros((film.frames, 6))
    rng, seconds = Random(f"sway {film.name}"), clock(film)
    generator = np.random.default_rng(Random(f"tremble {film.name}").randrange(2 ** 32))
    moves = np.column_stack([swaying(rng, seconds, reach / 2)
                             + trembling(generator, film.frames, spread)
                             for reach, spread in zip(SWAY, TREMBLE)])
    if film.away:
        out, there, back, home = film.away
        yaw = Curve((out, 0), (there, AWAY), (back, AWAY), (home, 0))
        moves[:, 4] += [yaw(frame / RATE)[0] for frame in range(film.frames)]
    return moves


def cameras(film):
    """A camera for each frame of the film."""
    elevation = math.radians(film.elevation)
    stand = film.distance * np.array((0, -math.cos(elevation), math.sin(elevation)))
    view = math.degrees(2 * math.atan(0.5 / film.focal))
    shots = []
    for right, down, ahead, *angles in offsets(film):
        first = Camera(WIDTH, HEIGHT, stand, (0, 0, 0), view)
        shot = Camera(WIDTH, HEIGHT, stand + (right, down, ahead) @ first.turn, (0, 0, 0), view)
        shot.turn = turned(*angles) @ shot.turn
        shots.append(shot)
    return shots
