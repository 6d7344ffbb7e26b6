"""The mannequin's body: clothes, skin, hair and a face over the bones of `skeleton`."""

from dataclasses import dataclass

import numpy as np

from solids import ball, joined, limb, loft


@dataclass(frozen=True)
class Looks:
    """Colours in linear light."""

    skin: tuple = (0.55, 0.30, 0.20)
    hair: tuple = (0.035, 0.02, 0.012)
    shirt: tuple = (0.08, 0.16, 0.45)
    trousers: tuple = (0.05, 0.055, 0.07)
    shoes: tuple = (0.65, 0.65, 0.65)
    long_trousers: bool = False
    long_sleeves: bool = False


def head_mesh(looks):
    skin, hair = np.array(looks.skin), np.array(looks.hair)
    lips = skin * (0.85, 0.5, 0.5)

    def shape(unit, points, colours):
        x, y, z = unit.T
        points = points.copy()
        points[:, 1] *= 1 - 0.28 * np.clip(-z - 0.1, 0, 1)          # the jaw is narrower
        points[:, 0] += 0.012 * np.clip(-z, 0, 1)
        nose = np.exp(-((y / 0.13) ** 2 + ((z + 0.15) / 0.16) ** 2)) * (x > 0)
        points[:, 0] += 0.024 * nose
        sockets = np.exp(-(((np.abs(y) - 0.40) / 0.16) ** 2 + ((z - 0.13) / 0.12) ** 2)) * (x > 0)
        points[:, 0] -= 0.008 * sockets
        crown = (z > 0.55) | ((x < 0.25) & (z > 0.15)) | ((x < -0.15) & (z > -0.45))
        points[crown] *= 1.07
        colours[crown] = hair
        mouth = (np.abs(y) < 0.30) & (np.abs(z + 0.50) < 0.06) & (x > 0)
        colours[mouth] = lips
        colours[(sockets > 0.4) & ~crown] = skin * 0.62
        brow = (np.abs(np.abs(y) - 0.40) < 0.22) & (np.abs(z - 0.33) < 0.055) & (x > 0)
        colours[brow & ~crown] = hair * 1.2
        return points, colours

    skull = ball((0.096, 0.078, 0.125), skin, rows=28, segments=40, shape=shape)
    parts = [skull]
    for side in (1, -1):
        eye = (0.080, side * 0.032, 0.016)
        parts.append(ball((0.014, 0.016, 0.0095), (0.75, 0.75, 0.74), eye, 6, 10))
        parts.append(ball((0.009, 0.008, 0.0085), (0.02, 0.012, 0.01),
                          (0.089, side * 0.032, 0.016), 6, 8))
        parts.append(ball((0.022, 0.012, 0.034), skin * 0.9, (-0.008, side * 0.078, 0.0), 8, 10))
    return joined(parts)


def hand_mesh(looks):
    """Along z from the wrist; the palm looks along x."""
    skin = looks.skin
    return joined([ball((0.020, 0.040, 0.052), skin, (0, 0, 0.050), 8, 12),
                   ball((0.016, 0.034, 0.048), skin, (0.012, 0, 0.105), 8, 12),
                   ball((0.013, 0.014, 0.038), skin, (0.018, 0.042, 0.055), 6, 8)])


def shoe_mesh(looks):
    """From the ankle; the toes point along x."""
    shoes = np.array(looks.shoes)
    sole = shoes * 0.4

    def shape(unit, points, colours):
        points = points.copy()
        points[:, 2] = np.maximum(points[:, 2], -0.036)
        points[:, 2] *= np.where((points[:, 2] > 0), 1 - 0.35 * np.clip(unit[:, 0], 0, 1), 1)
        colours[points[:, 2] < -0.02] = sole
        return points, colours
    return joined([ball((0.135, 0.047, 0.062), shoes, (0.055, 0, -0.048), 12, 18, shape),
                   ball((0.05, 0.043, 0.05), shoes, (-0.01, 0, -0.02), 8, 12)])


class Figure:
    """Meshes for every bone; `placed` puts them where a pose has them."""

    def __init__(self, build, looks):
        self.size = size = build.size
        skin, shirt = np.array(looks.skin), np.array(looks.shirt)
        trousers = np.array(looks.trousers)
        sleeve = (lambda p: shirt) if looks.long_sleeves else (
            lambda p: shirt if p < 0.62 else skin)
        below = (lambda p: shirt) if looks.long_sleeves else (lambda p: skin)
        leg = (lambda p: trousers) if looks.long_trousers else (
            lambda p: trousers if p < 0.86 else skin)
        lower = (lambda p: trousers) if looks.long_trousers else (
            lambda p: skin if p < 0.86 else np.array((0.6, 0.6, 0.6)))
        wide = 0.006 if looks.long_trousers else 0.0
        loose = 0.016 if not looks.long_sleeves else 0.006
        upper_arm = limb(build.upper_arm, [(0.0, 0.054), (0.2, 0.044 + loose),
                                           (0.45, 0.042 + loose), (0.61, 0.041 + loose),
                                           (0.63, 0.041), (0.85, 0.038), (1.0, 0.037)], sleeve)
        forearm = limb(build.forearm, [(0.0, 0.037), (0.22, 0.042), (0.5, 0.037), (0.8, 0.028),
                                       (1.0, 0.026)], below)
        thigh = limb(build.thigh, [(0.0, 0.086), (0.25, 0.087), (0.5, 0.080), (0.84, 0.070),
                                   (0.86, 0.058 + wide), (1.0, 0.055 + wide)], leg)
        shin = limb(build.shin, [(0.0, 0.053 + wide), (0.12, 0.052 + wide), (0.3, 0.057 + wide),
                                 (0.55, 0.046 + 2 * wide), (0.85, 0.035 + 3 * wide),
                                 (1.0, 0.036 + 3 * wide)], lower)
        hips = loft([(-0.10, 0.05, 0.07, 0, trousers), (-0.085, 0.085, 0.13, 0, trousers),
                     (-0.03, 0.105, 0.162, 0, trousers), (0.04, 0.105, 0.158, 0, trousers),
                     (0.10, 0.098, 0.143, 0.005, trousers),
                     (0.13, 0.05, 0.07, 0.005, trousers)], 22)
        chest = loft([(-0.06, 0.06, 0.08, 0, shirt), (-0.055, 0.112, 0.166, 0, shirt),
                      (0.04, 0.110, 0.158, 0.003, shirt), (0.14, 0.104, 0.148, 0.008, shirt),
                      (0.26, 0.112, 0.160, 0.010, shirt), (0.36, 0.116, 0.170, 0.008, shirt),
                      (0.43, 0.100, 0.168, 0.002, shirt), (0.475, 0.078, 0.135, -0.002, shirt),
                      (0.505, 0.058, 0.085, 0.0, shirt), (0.515, 0.053, 0.058, 0.002, skin),
                      (0.53, 0.05, 0.052, 0.004, skin), (0.60, 0.048, 0.050, 0.02, skin)], 24)
        self.meshes = {"hips": hips, "chest": chest, "head": head_mesh(looks)}
        for name in ("left", "right"):
            self.meshes |= {name + "UpperArm": upper_arm, name + "Forearm": forearm,
                            name + "Thigh": thigh, name + "Shin": shin,
                            name + "Hand": hand_mesh(looks), name + "Foot": shoe_mesh(looks)}

    def placed(self, joints, axes, pitches, facing):
        """Yields (mesh, axes as columns, origin) for all parts."""
        size = self.size
        yield self.meshes["hips"], axes["hips"] * size, joints["root"]
        yield self.meshes["chest"], axes["chest"] * size, joints["root"]
        yield self.meshes["head"], axes["head"] * size, joints["skull"]
        forward = axes["hips"][:, 0]
        for name in ("left", "right"):
            bones = [("UpperArm", "Shoulder", "Elbow"), ("Forearm", "Elbow", "Wrist"),
                     ("Thigh", "Hip", "Knee"), ("Shin", "Knee", "Ankle"), ("Hand", "Wrist", "Grip")]
            for part, start, end in bones:
                a, b = joints[name + start], joints[name + end]
                yield self.meshes[name + part], along(b - a, forward) * size, a
            side = 1 if name == "left" else -1
            pitch = pitches[side]
            toes = forward * np.cos(pitch) + np.array((0, 0, -np.sin(pitch)))
            toes = toes + axes["hips"][:, 1] * side * 0.12
            toes /= np.linalg.norm(toes)
            left = np.cross((0, 0, 1), toes)
            left /= np.linalg.norm(left)
            frame = np.column_stack([toes, left, np.cross(toes, left)])
            yield self.meshes[name + "Foot"], frame * size, joints[name + "Ankle"]


def along(way, forward):
    """Axes with z along a bone and x as far forward as may be."""
    z = way / np.linalg.norm(way)
    x = forward - z * (forward @ z)
    if np.linalg.norm(x) < 0.1:
        x = np.array((0, 0, 1)) - z * z[2]
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
