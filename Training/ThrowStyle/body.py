"""A body that is posed by where its hands and feet are, and a camera that looks at it.

Units are metres; x points where the throw goes, y to its left, z up. A pose is a vector of CHANNELS:

    pelvis   x, y, z     how far the pelvis is from where it stands upright, in lengths of a leg
    yaw                  where the pelvis faces, degrees to the left of x
    lean, bend, twist    of the trunk: forward, to the left, and of the shoulders to the left; degrees
    hands    x, y, z     from the shoulder, in the direction of the pelvis, in lengths of an arm
    feet     x, y, z     from where the hip stands over the ground, likewise, in lengths of a leg
    under    w, x, y, z  with weight w the throwing hand is at x, y, z from the raised leg's knee instead,
                         in lengths of a leg
"""

from dataclasses import dataclass

import numpy as np

CHANNELS = (
    ["px", "py", "pz", "yaw", "lean", "bend", "twist"]
    + [f"{limb}{axis}" for limb in ("handL", "handR", "footL", "footR") for axis in "xyz"]
    + ["w", "ux", "uy", "uz"]
)
C = {name: k for k, name in enumerate(CHANNELS)}


@dataclass
class Body:
    leg: float
    thigh: float  # part of the leg
    arm: float
    upper_arm: float  # part of the arm
    trunk: float
    shoulders: float  # half their width
    hips: float
    head: float  # from the neck

    @staticmethod
    def random(rng):
        size = rng.uniform(0.65, 1.1)
        v = lambda mean, spread=0.07: mean * (1 + spread * rng.standard_normal())
        return Body(
            leg=v(0.86) * size, thigh=v(0.5, 0.03), arm=v(0.56) * size, upper_arm=v(0.53, 0.03),
            trunk=v(0.5) * size, shoulders=v(0.19) * size, hips=v(0.1) * size, head=v(0.2, 0.15) * size,
        )  # fmt: skip


def rotation(yaw, pitch, roll):
    """[n, 3, 3] from degrees: roll about x, then pitch forward about y, then yaw about z."""
    y, p, r = (np.radians(a) for a in (yaw, pitch, roll))
    zero, one = np.zeros_like(y), np.ones_like(y)
    stack = lambda rows: np.stack([np.stack(row, -1) for row in rows], -2)
    about_z = stack([[np.cos(y), -np.sin(y), zero], [np.sin(y), np.cos(y), zero], [zero, zero, one]])
    about_y = stack([[np.cos(p), zero, np.sin(p)], [zero, one, zero], [-np.sin(p), zero, np.cos(p)]])
    about_x = stack([[one, zero, zero], [zero, np.cos(r), -np.sin(r)], [zero, np.sin(r), np.cos(r)]])
    return about_z @ about_y @ about_x


def bent(start, target, upper, lower, pole):
    """The middle and the end of a limb of two bones that reaches for `target`, its middle towards `pole`."""
    reach = target - start
    length = np.linalg.norm(reach, axis=-1, keepdims=True)
    direction = reach / np.maximum(length, 1e-6)
    length = np.clip(length, abs(upper - lower) + 0.12 * (upper + lower), 0.995 * (upper + lower))
    side = pole - direction * (pole * direction).sum(-1, keepdims=True)
    side /= np.maximum(np.linalg.norm(side, axis=-1, keepdims=True), 1e-6)
    along = (upper**2 - lower**2 + length**2) / (2 * length)
    aside = np.sqrt(np.maximum(upper**2 - along**2, 0))
    return start + direction * along + side * aside, start + direction * length


def posed(body, channels, raised):
    """The thirteen joints, [n, 13, 3], of poses [n, len(CHANNELS)]; `raised` is the leg ("L" or "R") to
    whose knee `under` refers."""
    get = lambda *names: np.stack([channels[:, C[n]] for n in names], -1)
    n = len(channels)
    yaw, lean, bend, twist = (channels[:, C[k]] for k in ("yaw", "lean", "bend", "twist"))
    zero = np.zeros(n)
    facing = rotation(yaw, zero, zero)
    tilted = rotation(yaw, 0.35 * lean, -0.4 * bend)
    trunk = rotation(yaw + 0.4 * twist, lean, -bend)
    girdle = rotation(yaw + twist, lean, -bend)
    turn = lambda matrix, vector: np.einsum("nij,nj->ni", matrix, np.broadcast_to(vector, (n, 3)))

    pelvis = body.leg * get("px", "py", "pz") + [0, 0, 0.97 * body.leg]
    neck = pelvis + turn(trunk, [0, 0, body.trunk])
    head = neck + turn(girdle, [0.25 * body.head, 0, body.head])
    places = {"head": head}
    ground = pelvis * [1, 1, 0] - body.leg * get("px", "py", "pz") * [1, 1, 0]
    for side, sign in (("L", 1), ("R", -1)):
        hip = pelvis + turn(tilted, [0, sign * body.hips, 0])
        shoulder = neck + turn(girdle, [0, sign * body.shoulders, -0.02])
        foot = ground + turn(facing, [0, sign * body.hips, 0.04])
        foot = foot + turn(facing, body.leg * get(f"foot{side}x", f"foot{side}y", f"foot{side}z"))
        outward = turn(facing, [1, 0.25 * sign, 0.05])
        knee, ankle = bent(hip, foot, body.thigh * body.leg, (1 - body.thigh) * body.leg, outward)
        places |= {"hip" + side: hip, "shoulder" + side: shoulder, "knee" + side: knee, "ankle" + side: ankle}
    for side, sign in (("L", 1), ("R", -1)):
        shoulder = places["shoulder" + side]
        hand = shoulder + turn(facing, body.arm * get(f"hand{side}x", f"hand{side}y", f"hand{side}z"))
        if side == "R":
            near_knee = places["knee" + raised] + turn(facing, body.leg * get("ux", "uy", "uz"))
            weight = np.clip(channels[:, [C["w"]]], 0, 1)
            hand = (1 - weight) * hand + weight * near_knee
        # An elbow hangs, or when the hand is up points outwards and ahead.
        height = np.clip((hand - shoulder)[:, [2]] / body.arm, -1, 1)
        low = turn(girdle, [-0.6, 0.5 * sign, -0.5])
        high = turn(girdle, [0.4, 0.9 * sign, -0.3])
        pole = low + (high - low) * (height + 1) / 2
        elbow, wrist = bent(shoulder, hand, body.upper_arm * body.arm, (1 - body.upper_arm) * body.arm, pole)
        places |= {"elbow" + side: elbow, "wrist" + side: wrist}
    order = ["shoulder", "elbow", "wrist", "hip", "knee", "ankle"]
    return np.stack([head] + [places[part + side] for part in order for side in "LR"], 1)


def seen(joints, rng):
    """[n, 13, 2] in lengths of a picture: the joints as a camera sees them, from any side."""
    azimuth = rng.uniform(0, 2 * np.pi)
    elevation = np.radians(np.clip(rng.normal(6, 9), -12, 40))
    roll = np.radians(rng.normal(0, 2.5))
    away = rng.uniform(2.2, 9)
    middle = joints.mean(1).mean(0)
    if rng.random() < 0.5:  # The camera is panned to keep the player in the picture.
        middle = joints[:, [7, 8]].mean(1)[:, None]
    forward = -np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    right = np.array([forward[1], -forward[0], 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    local = joints - middle
    depth = away + local @ forward
    flat = np.stack([local @ right, local @ down], -1) / np.maximum(depth, 0.5)[..., None]
    return flat @ np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
