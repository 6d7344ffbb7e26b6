"""A person's bones: from where pelvis, feet and hands are to the place of every joint."""

import math
from dataclasses import dataclass

import numpy as np

UP = np.array((0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Build:
    """Lengths in metres of a person of about 1.75 m."""

    size: float = 1.0
    hip: float = 0.095
    shoulder: float = 0.185
    trunk: float = 0.49         # from the middle of the hips to between the shoulders
    neck: float = 0.08
    upper_arm: float = 0.29
    forearm: float = 0.26
    grip: float = 0.085         # from the wrist to the middle of what the hand holds
    thigh: float = 0.43
    shin: float = 0.42
    ankle: float = 0.085

    def scaled(self, name):
        return getattr(self, name) * self.size


@dataclass
class Stance:
    """What decides a pose. Angles in radians; points in the world."""

    pelvis: np.ndarray
    facing: float               # 0 looks along x, positive turns left
    lean: float                 # of the trunk, forward
    tilt: float                 # of the trunk, to the left
    twist: float                # of the shoulders against the hips, to the left
    nod: float                  # of the head, downward
    feet: dict                  # side -> (ankle point, pitch of the foot)
    hands: dict                 # side -> point that the hand should hold
    elbows: dict                # side -> where the elbow points, in the body's own axes


def rotation(axis, angle):
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
                     [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
                     [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)]])


def bend(root, target, first, second, towards):
    """Where the middle joint of two bones lies, and the end that they reach."""
    way = target - root
    distance = np.linalg.norm(way)
    reach = min(max(distance, abs(first - second) + 1e-3), (first + second) * 0.9995)
    along = way / max(distance, 1e-9)
    side = towards - along * (towards @ along)
    side /= max(np.linalg.norm(side), 1e-9)
    cosine = (first ** 2 + reach ** 2 - second ** 2) / (2 * first * reach)
    angle = math.acos(min(1, max(-1, cosine)))
    joint = root + first * (along * math.cos(angle) + side * math.sin(angle))
    return joint, root + along * reach


def trunk_axes(stance):
    """Axes (forward, left, up as columns) of the hips and of the shoulders."""
    hips = rotation(UP, stance.facing)
    lean = rotation((0, 1, 0), stance.lean) @ rotation((1, 0, 0), -stance.tilt)
    return hips, hips @ lean @ rotation(UP, stance.twist)


def shoulders_of(stance, build):
    """Side -> the shoulder's point. Side is +1 for the left."""
    hips, chest = trunk_axes(stance)
    top = stance.pelvis + chest @ np.array((0.01, 0, build.scaled("trunk")))
    return {side: top + chest @ np.array((0, side * build.scaled("shoulder"), -0.02))
            for side in (1, -1)}


def joints_of(stance, build):
    """All joints by name, and the axes of pelvis, chest and head."""
    hips, chest = trunk_axes(stance)
    joints = {"root": stance.pelvis}
    top = stance.pelvis + chest @ np.array((0.01, 0, build.scaled("trunk")))
    joints["neck"] = top
    head = hips @ rotation(UP, stance.twist * 0.3) @ rotation(
        (0, 1, 0), stance.nod + 0.35 * stance.lean) @ rotation((1, 0, 0), -0.4 * stance.tilt)
    skull = top + chest @ np.array((0.01, 0, build.scaled("neck"))) + head @ (
        np.array((0.025, 0, 0.105)) * build.size)
    joints["skull"] = skull
    for name, (x, y, z) in {"nose": (0.108, 0, -0.02), "leftEye": (0.088, 0.033, 0.018),
                            "rightEye": (0.088, -0.033, 0.018), "leftEar": (-0.005, 0.078, 0.0),
                            "rightEar": (-0.005, -0.078, 0.0)}.items():
        joints[name] = skull + head @ (np.array((x, y, z)) * build.size)
    shoulders = shoulders_of(stance, build)
    grips = {}
    for side, name in ((1, "left"), (-1, "right")):
        shoulder = shoulders[side]
        joints[name + "Shoulder"] = shoulder
        forearm = build.scaled("forearm") + build.scaled("grip")
        elbow, grip = bend(shoulder, stance.hands[side], build.scaled("upper_arm"), forearm,
                           chest @ stance.elbows[side])
        joints[name + "Elbow"] = elbow
        joints[name + "Wrist"] = elbow + (grip - elbow) * (build.scaled("forearm") / forearm)
        joints[name + "Grip"] = grips[side] = grip
        hip = stance.pelvis + hips @ np.array((0, side * build.scaled("hip"), -0.02))
        joints[name + "Hip"] = hip
        ankle, _ = stance.feet[side]
        knee, ankle = bend(hip, ankle, build.scaled("thigh"), build.scaled("shin"),
                           hips @ np.array((1.0, side * 0.12, 0.05)))
        joints[name + "Knee"], joints[name + "Ankle"] = knee, ankle
    return joints, {"hips": hips, "chest": chest, "head": head}
