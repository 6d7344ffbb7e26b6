"""What the body of `body.py` does: throws of three styles, and what is no throw.

A motion is a list of keys, (seconds since the key before, {channel: value}); what a key does not name
stays as it was. It starts and ends somewhere near standing. Throws are written right-handed and mark the
key of the release.
"""

import numpy as np

from body import C, CHANNELS

RELEASE = "release"


def standing(rng):
    n = lambda s: s * rng.standard_normal()
    return {
        "px": 0, "py": 0, "pz": -abs(n(0.02)), "yaw": n(8), "lean": 3 + n(4), "bend": n(3), "twist": n(5),
        "handL": (0.1 + n(0.08), 0.12 + n(0.08), -0.93), "handR": (0.1 + n(0.08), -0.12 + n(0.08), -0.93),
        "footL": (n(0.06), 0.04 + n(0.05), 0), "footR": (n(0.06), -0.04 + n(0.05), 0),
        "w": 0, "ux": 0, "uy": 0, "uz": -0.2,
    }  # fmt: skip


def around(rng, x, y, z, spread=0.1):
    return tuple(np.array([x, y, z]) + spread * rng.standard_normal(3))


def foot(rng, x, y, z, spread=0.06):
    x, y, z = around(rng, x, y, z, spread)
    return (x, y, max(z, 0.0))


# Throws


def overhand(rng):
    u, n = rng.uniform, rng.standard_normal
    kind = rng.choice(["pitch", "casual", "dart", "two hands"], p=[0.3, 0.42, 0.18, 0.1])
    if kind == "two hands":
        return set_shot(rng)
    if kind == "dart":
        yaw = u(-50, 15)
        return [
            (u(0.2, 0.6), {"yaw": yaw, "handR": around(rng, 0.35, 0.0, -0.2, 0.12), "footL": foot(rng, u(-0.2, 0.4), 0.1, 0)}),
            (u(0.2, 0.6), {"handR": around(rng, 0.12, -0.12, 0.3, 0.1), "lean": 3 + 5 * n(), "twist": -8 + 8 * n()}),
            (u(0.08, 0.25), {"handR": around(rng, 0.7, -0.05, 0.5, 0.12), "lean": 7 + 6 * n(), "twist": 8 + 8 * n(), RELEASE: True}),
            (u(0.08, 0.3), {"handR": around(rng, 0.85, 0.05, 0.05, 0.2), "lean": 10 + 7 * n()}),
            (u(0.1, 0.5), {}),
            (u(0.3, 0.7), standing(rng)),
        ]
    pitch = kind == "pitch"
    yaw = u(-100, -50) if pitch else u(-75, 15)
    toward = yaw * u(0.0, 0.5)
    stride = u(0.5, 0.95) if pitch else rng.choice([0, u(0.2, 0.7)])
    # The front foot is the left one; who is casual may step with the right one, or with none.
    front, back = ("footL", "footR") if pitch or rng.random() < 0.75 else ("footR", "footL")
    ahead = np.array([np.cos(np.radians(yaw)), -np.sin(np.radians(yaw))]) * stride
    finish = np.array([np.cos(np.radians(toward)), -np.sin(np.radians(toward))]) * stride
    together = {"handR": around(rng, 0.38, 0.08, u(-0.5, 0.1), 0.1), "handL": around(rng, 0.38, -0.02, u(-0.5, 0.1), 0.1)}
    if not pitch and rng.random() < 0.5:
        together = {"handR": around(rng, u(0.1, 0.4), -0.1, u(-0.9, 0.2), 0.1)}
    keys = [(u(0.2, 0.6), {"yaw": yaw} | together)]
    if pitch or rng.random() < 0.2:
        keys.append((u(0.3, 0.7), {front: foot(rng, u(0.1, 0.35), 0.05, u(0.2, 0.6)), "lean": -4 + 5 * n()}))
    keys.append(
        (u(0.2, 0.5), {
            "handR": around(rng, u(-0.5, 0.0), u(-0.7, -0.1), u(-0.3, 0.55), 0.1), "twist": u(-45, -5), "lean": -6 + 7 * n(),
            "handL": around(rng, u(0.3, 0.85), u(0.0, 0.5), u(-0.5, 0.3), 0.1), front: foot(rng, ahead[0] * 0.7, ahead[1] * 0.7, 0.08),
            "px": 0.3 * stride, "pz": -0.05 * stride,
        })  # fmt: skip
    )
    keys.append(
        (u(0.1, 0.3), {
            "handR": around(rng, u(-0.4, 0.05), u(-0.6, -0.1), u(0.3, 0.7), 0.08), "twist": u(-30, 5), front: foot(rng, *ahead, 0),
            "px": 0.5 * stride, "pz": -0.18 * stride**2, "yaw": (yaw + toward) / 2,
        })  # fmt: skip
    )
    lean = u(15, 45) if pitch else u(2, 25)
    keys.append(
        (u(0.06, 0.14) if pitch else u(0.07, 0.25), {
            "handR": around(rng, u(0.25, 0.65), u(-0.45, 0.0), u(0.35, 0.85), 0.08), "twist": u(0, 25), "lean": lean, "yaw": toward,
            "handL": around(rng, 0.1, 0.3, -0.5, 0.2), front: foot(rng, *finish, 0), "px": 0.65 * stride, RELEASE: True,
        })  # fmt: skip
    )
    keys.append(
        (u(0.1, 0.3), {
            "handR": around(rng, u(0.3, 0.75), u(0.0, 0.45), u(-0.9, 0.0), 0.1), "twist": u(15, 45), "lean": lean + (u(5, 35) if pitch else u(0, 20)),
            back: foot(rng, u(-0.5, 0.1), 0, u(0, 0.5) if pitch else u(0, 0.15)), "px": 0.85 * stride,
        })  # fmt: skip
    )
    keys.append((u(0.1, 0.4), {}))
    keys.append((u(0.4, 0.8), {**standing(rng), "yaw": toward}))
    return keys


def set_shot(rng):
    """A ball is pushed from above the head: one hand throws, the other guides."""
    u, n = rng.uniform, rng.standard_normal
    both = lambda x, z, apart=0.1: {"handR": around(rng, x, apart, z, 0.05), "handL": around(rng, x, -apart, z, 0.05)}
    dip = u(0.03, 0.2)
    jump = u(0, 0.25) * (rng.random() < 0.6)
    off = {"pz": jump, "footL": foot(rng, 0, 0.05, jump), "footR": foot(rng, 0, -0.05, jump)}
    return [
        (u(0.2, 0.5), {"yaw": u(-40, 15)} | both(0.4, u(-0.7, -0.2))),
        (u(0.15, 0.5), {"pz": -dip, "lean": 8 + 6 * n()} | both(0.35, u(-0.5, 0.1))),
        (u(0.15, 0.4), both(0.25, u(0.3, 0.6), 0.05) | {"pz": jump * 0.5, "lean": 2 + 4 * n()}),
        (u(0.08, 0.2), off | {"handR": around(rng, 0.4, 0.0, 0.85, 0.06), "handL": around(rng, 0.35, -0.05, u(0.3, 0.85), 0.08), RELEASE: True}),
        (u(0.1, 0.3), {"handR": around(rng, 0.6, 0.0, 0.6, 0.1), "handL": around(rng, 0.35, 0.1, 0.4, 0.15)}),
        (u(0.15, 0.4), {"pz": -0.05, "footL": foot(rng, 0, 0.05, 0), "footR": foot(rng, 0, -0.05, 0)}),
        (u(0.3, 0.6), standing(rng)),
    ]


def underhand(rng):
    u, n = rng.uniform, rng.standard_normal
    bowls = rng.random() < 0.3
    yaw = u(-35, 25)
    stride = u(0.3, 0.9) if bowls else rng.choice([0, u(0.15, 0.7)], p=[0.35, 0.65])
    front, back = ("footL", "footR") if bowls or rng.random() < 0.75 else ("footR", "footL")
    lean = u(20, 65) if bowls else u(0, 40)
    drop = u(0.08, 0.35) if bowls else u(0, 0.12)
    keys = []
    if bowls and rng.random() < 0.7:
        keys += steps(rng, int(rng.integers(1, 4)), u(0.3, 0.5), swing=0.1)
    keys.append((u(0.2, 0.5), {"yaw": yaw, "handR": around(rng, u(0.1, 0.6), -0.1, u(-0.9, -0.2), 0.1), "lean": 5 + 5 * n()}))
    if rng.random() < 0.3:  # A swing to feel the weight.
        keys.append((u(0.25, 0.5), {"handR": around(rng, -0.25, -0.2, -0.9, 0.08)}))
        keys.append((u(0.25, 0.5), {"handR": around(rng, 0.5, -0.1, -0.75, 0.1)}))
    keys.append(
        (u(0.25, 0.55), {
            "handR": around(rng, u(-0.95, -0.3), -0.2, u(-0.85, -0.2), 0.1), "lean": lean * u(0.4, 1), "twist": u(-30, 0),
            "handL": around(rng, u(-0.2, 0.4), u(0.1, 0.8), u(-0.9, -0.1), 0.1), front: foot(rng, stride * 0.6, 0, 0.06), "px": 0.3 * stride,
        })  # fmt: skip
    )
    keys.append(
        (u(0.12, 0.3), {
            "handR": around(rng, 0.0, -0.18, -0.97, 0.06), "lean": lean, "pz": -drop, front: foot(rng, stride, 0, 0), "px": 0.6 * stride,
            "twist": u(-10, 10),
        })  # fmt: skip
    )
    keys.append(
        (u(0.06, 0.2), {
            "handR": around(rng, u(0.45, 0.85), u(-0.25, 0.05), u(-0.85, -0.15), 0.06), "twist": u(0, 20), "lean": lean * u(0.7, 1), RELEASE: True,
        })  # fmt: skip
    )
    keys.append(
        (u(0.08, 0.3), {
            "handR": around(rng, u(0.4, 0.85), u(-0.15, 0.2), u(-0.2, 0.7), 0.1), "lean": lean * u(0.4, 1), "px": 0.75 * stride,
            back: foot(rng, u(-0.5, 0), u(-0.1, 0.35) if bowls else 0, u(0, 0.35) if bowls else u(0, 0.1)),
        })  # fmt: skip
    )
    keys.append((u(0.1, 0.4), {}))
    keys.append((u(0.4, 0.8), {**standing(rng), "yaw": yaw}))
    return keys


def underleg(rng):
    """The hand passes below a raised thigh, from behind to ahead or from one side to the other."""
    u, n = rng.uniform, rng.standard_normal
    raised = rng.choice(["L", "R"])
    sign = 1 if raised == "L" else -1
    leg = "foot" + raised
    yaw = u(-85, 20) if raised == "L" else u(-50, 40)
    if rng.random() < 0.25:  # A stretched leg, swung up.
        up = foot(rng, u(0.5, 0.8), sign * u(0, 0.2), u(0.4, 0.8))
    else:
        up = foot(rng, u(0.05, 0.45), sign * u(-0.05, 0.3), u(0.3, 0.62))
    half_up = tuple(np.array(up) * [0.5, 1, u(0.3, 0.7)])
    lean, bend = u(15, 60), sign * u(-8, 20)
    jump = u(0.03, 0.15) if rng.random() < 0.12 else 0
    other = "footR" if raised == "L" else "footL"
    keys = [(u(0.2, 0.5), {"yaw": yaw, "handR": around(rng, u(0.0, 0.5), -0.15, u(-0.9, -0.3), 0.1)})]
    back = {"handR": around(rng, u(-0.6, 0.05), u(-0.5, -0.1), u(-0.95, -0.6), 0.08), "lean": lean * u(0.3, 0.8), "twist": u(-20, 5)}
    balance = {"handL": around(rng, u(-0.1, 0.6), u(0.1, 0.9), u(-0.9, 0.1), 0.1)}
    if rng.random() < 0.5:
        keys.append((u(0.2, 0.5), back | {leg: half_up}))
        keys.append((u(0.12, 0.35), {leg: up, "lean": lean, "bend": bend} | balance))
    else:
        keys.append((u(0.25, 0.6), {leg: up, "lean": lean * u(0.2, 0.9), "bend": bend} | balance))
        keys.append((u(0.15, 0.5), back | {"lean": lean * u(0.5, 1)}))
    # From the inner side of the leg to the outer one, or the other way, or straight ahead below it.
    across = sign * rng.choice([u(-0.05, 0.05), u(0.05, 0.22), u(-0.22, -0.05)])
    keys.append(
        (u(0.12, 0.32), {
            "w": 1, "ux": u(-0.38, -0.12), "uy": -across, "uz": u(-0.32, -0.13), "lean": lean, "bend": bend, "pz": jump - u(0, 0.06),
            other: (0, 0, jump), leg: (up[0], up[1], up[2] + jump),
        })  # fmt: skip
    )
    keys.append(
        (u(0.06, 0.2), {
            "w": 1, "ux": u(-0.08, 0.25), "uy": across + 0.06 * n(), "uz": u(-0.25, 0.0), "twist": u(-5, 25), "lean": lean * u(0.8, 1), RELEASE: True,
        })  # fmt: skip
    )
    keys.append(
        (u(0.1, 0.3), {
            "w": u(0, 0.5), "handR": around(rng, u(0.3, 0.8), u(-0.2, 0.5), u(-0.8, -0.1), 0.1), "lean": lean * u(0.5, 1),
            "pz": 0, other: (0, 0, 0), leg: up if rng.random() < 0.5 else half_up,
        })  # fmt: skip
    )
    keys.append((u(0.15, 0.45), {"w": 0, leg: foot(rng, u(-0.1, 0.4), sign * 0.05, 0), "lean": lean * u(0.1, 0.5)}))
    keys.append((u(0.3, 0.7), {**standing(rng), "yaw": yaw}))
    return keys, raised


# No throws


def steps(rng, count, span, swing=None, lift=0.08, stride=0.3, travel=True):
    swing = rng.uniform(0.05, 0.4) if swing is None else swing
    keys = []
    left = rng.random() < 0.5
    for _ in range(count):
        s = 1 if left else -1
        keys.append((span / 2, {"pz": 0.0, "footL": (0.0, 0.02, lift if left else 0), "footR": (0.0, -0.02, 0 if left else lift)}))
        keys.append(
            (span / 2, {
                "footL": (s * stride, 0.02, 0), "footR": (-s * stride, -0.02, 0), "pz": -0.03 if travel else 0,
                "handL": (0.08 - s * swing, 0.12, -0.9), "handR": (0.08 + s * swing, -0.12, -0.9),
            })  # fmt: skip
        )
        left = not left
    return keys


def walking(rng):
    return steps(rng, int(rng.integers(3, 8)), rng.uniform(0.4, 0.7))


def running(rng):
    keys = steps(rng, int(rng.integers(5, 10)), rng.uniform(0.25, 0.4), lift=rng.uniform(0.25, 0.5), stride=rng.uniform(0.3, 0.6))
    bent_arms = lambda hand, side: (hand[0] * 1.5 + 0.15, 0.1 * side, -0.45 + 0.5 * hand[0])
    return [(t, {k: bent_arms(v, 1 if k == "handL" else -1) if k.startswith("hand") else v for k, v in key.items()} | {"lean": 12}) for t, key in keys]


def marching(rng):
    """Knees are raised in place, the arms hang or swing."""
    return steps(rng, int(rng.integers(2, 7)), rng.uniform(0.5, 1.0), lift=rng.uniform(0.25, 0.55), stride=rng.uniform(0, 0.1), travel=False)


def waiting(rng):
    return [(rng.uniform(0.4, 1.2), standing(rng)) for _ in range(int(rng.integers(2, 5)))]


def clapping(rng):
    z, gap, span = rng.uniform(-0.6, 0.3), rng.uniform(0.15, 0.5), rng.uniform(0.12, 0.35)
    apart = lambda d: {"handL": around(rng, 0.5, d - 0.3, z, 0.03), "handR": around(rng, 0.5, 0.3 - d, z, 0.03)}
    return [(0.4, apart(gap))] + [(span, apart(d)) for _ in range(int(rng.integers(3, 9))) for d in (0, gap)] + [(0.5, standing(rng))]


def waving(rng):
    z, span, wide = rng.uniform(0.1, 0.8), rng.uniform(0.15, 0.4), rng.uniform(0.1, 0.35)
    at = lambda y: {"handR": around(rng, 0.3, -0.3 + y, z, 0.04)}
    return [(rng.uniform(0.3, 0.6), at(0))] + [(span, at(y)) for _ in range(int(rng.integers(2, 7))) for y in (wide, -wide)] + [(rng.uniform(0.3, 0.6), standing(rng))]


def drinking(rng):
    down = around(rng, 0.35, 0, -0.45, 0.1)
    return [
        (rng.uniform(0.3, 0.7), {"handR": down}),
        (rng.uniform(0.4, 0.9), {"handR": around(rng, 0.25, 0.15, 0.15, 0.06), "lean": -4}),
        (rng.uniform(0.3, 1.2), {"lean": -8}),
        (rng.uniform(0.4, 0.9), {"handR": down, "lean": 3}),
        (0.5, standing(rng)),
    ]


def pointing(rng):
    hold = rng.uniform(0.3, 1.2)
    return [
        (rng.uniform(0.25, 0.7), {"handR": around(rng, rng.uniform(0.3, 0.9), rng.uniform(-0.7, 0.2), rng.uniform(-0.4, 0.5), 0.05)}),
        (hold, {}),
        (rng.uniform(0.3, 0.8), standing(rng)),
    ]


def picking_up(rng):
    u = rng.uniform
    bends = {"lean": u(50, 95), "pz": -u(0.02, 0.2)} if rng.random() < 0.6 else {"lean": u(20, 45), "pz": -u(0.35, 0.55)}
    low = {"handR": around(rng, 0.25, 0.0, -0.95, 0.08)} | ({"handL": around(rng, 0.25, 0.0, -0.95, 0.08)} if rng.random() < 0.5 else {})
    step = {rng.choice(["footL", "footR"]): foot(rng, u(0, 0.5), 0, 0)}
    keys = [(u(0.4, 0.9), bends | low | step), (u(0.1, 0.5), {})]
    if rng.random() < 0.5:
        keys.append((u(0.4, 0.9), {"lean": 4, "pz": 0, "handR": around(rng, 0.4, 0.0, -0.4, 0.1)}))
    return keys + [(u(0.4, 0.9), standing(rng))]


def jumping(rng):
    u = rng.uniform
    up = u(-0.2, 0.9)
    high = u(0.08, 0.35)
    arms = lambda z, x=0.2: {"handL": around(rng, x, 0.2, z, 0.1), "handR": around(rng, x, -0.2, z, 0.1)}
    return [
        (u(0.3, 0.6), {"pz": -u(0.12, 0.3), "lean": u(10, 35)} | arms(-0.8, -0.3)),
        (u(0.15, 0.3), {"pz": high, "lean": 2, "footL": (0, 0.03, high), "footR": (0, -0.03, high)} | arms(up)),
        (u(0.15, 0.3), {"pz": -u(0.1, 0.25), "lean": 12, "footL": (0, 0.03, 0), "footR": (0, -0.03, 0)} | arms(-0.5)),
        (u(0.3, 0.6), standing(rng)),
    ]


def jumping_jacks(rng):
    span = rng.uniform(0.25, 0.5)
    keys = []
    for _ in range(int(rng.integers(2, 6))):
        keys.append((span, {"handL": (0.05, 0.35, 0.85), "handR": (0.05, -0.35, 0.85), "footL": (0, 0.3, 0), "footR": (0, -0.3, 0), "pz": -0.04}))
        keys.append((span, {"handL": (0.05, 0.15, -0.95), "handR": (0.05, -0.15, -0.95), "footL": (0, 0.03, 0), "footR": (0, -0.03, 0), "pz": 0.0}))
    return keys + [(0.5, standing(rng))]


def kicking(rng):
    u = rng.uniform
    leg = rng.choice(["footL", "footR"])
    return [
        (u(0.2, 0.5), {leg: foot(rng, -u(0.2, 0.5), 0, u(0.1, 0.4)), "handL": around(rng, 0.3, 0.4, -0.6, 0.15), "lean": 8}),
        (u(0.1, 0.25), {leg: foot(rng, u(0.4, 0.8), 0, u(0.15, 0.7)), "handR": around(rng, 0.3, -0.3, -0.6, 0.15), "lean": u(-15, 15)}),
        (u(0.15, 0.4), {leg: foot(rng, 0.2, 0, 0.1)}),
        (u(0.3, 0.6), standing(rng)),
    ]


def tying_a_shoe(rng):
    """A foot on a step or held up, both hands at it: near to underleg, but slow and with two hands."""
    u = rng.uniform
    leg = rng.choice(["footL", "footR"])
    both = {"handL": around(rng, 0.35, -0.1, -0.85, 0.08), "handR": around(rng, 0.35, 0.1, -0.85, 0.08)}
    keys = [(u(0.4, 0.9), {leg: foot(rng, u(0.2, 0.5), 0, u(0.2, 0.5))}), (u(0.4, 0.9), both | {"lean": u(35, 75)})]
    keys += [(u(0.2, 0.5), {"handR": around(rng, 0.35, 0.05, -0.85, 0.08)}) for _ in range(int(rng.integers(1, 5)))]
    return keys + [(u(0.4, 0.9), {"lean": 4}), (u(0.4, 0.8), standing(rng))]


def slapping_a_thigh(rng):
    """A knee comes up and a hand to its top or its side."""
    u = rng.uniform
    leg = rng.choice(["footL", "footR"])
    knee = {leg: foot(rng, u(0.05, 0.4), 0, u(0.3, 0.6))}
    over = {"handR": around(rng, u(0.2, 0.5), u(-0.1, 0.4), u(-0.85, -0.6), 0.06), "lean": u(0, 30)}
    down = {leg: (0, 0, 0), "lean": 4}
    return [(u(0.25, 0.6), knee | over), (u(0.1, 0.5), {}), (u(0.25, 0.6), down), (u(0.3, 0.6), standing(rng))]


def catching(rng):
    u = rng.uniform
    x, y, z = u(0.4, 0.7), u(-0.2, 0.2), u(-0.6, 0.9)
    wait = {"handL": around(rng, 0.4, -0.05, -0.3, 0.1), "handR": around(rng, 0.4, 0.05, -0.3, 0.1)}
    get = {"handL": around(rng, x, y - 0.15, z, 0.04), "handR": around(rng, x, y + 0.15, z, 0.04)}
    return [(u(0.3, 0.8), wait), (u(0.15, 0.4), get | {"lean": u(-5, 15)}), (u(0.1, 0.3), wait), (u(0.3, 0.8), {}), (u(0.4, 0.8), standing(rng))]


def stretching(rng):
    u = rng.uniform
    high = {"handL": around(rng, 0.0, 0.15, 0.9, 0.08), "handR": around(rng, 0.0, -0.15, 0.9, 0.08), "lean": u(-10, 5), "bend": u(-20, 20)}
    return [(u(0.6, 1.2), high), (u(0.3, 1.0), {"bend": u(-20, 20)}), (u(0.6, 1.2), standing(rng))]


def scratching(rng):
    at = {"handR": around(rng, 0.12, 0.15, 0.35, 0.08)}
    return [(rng.uniform(0.3, 0.7), at)] + [(rng.uniform(0.1, 0.3), {"handR": around(rng, 0.12, 0.15, 0.35, 0.06)}) for _ in range(4)] + [(rng.uniform(0.3, 0.7), standing(rng))]


def crouching(rng):
    u = rng.uniform
    deep = u(0.2, 0.55)
    out = {"handL": around(rng, u(0.1, 0.8), 0.1, u(-0.8, 0), 0.1), "handR": around(rng, u(0.1, 0.8), -0.1, u(-0.8, 0), 0.1)}
    return [(u(0.5, 1.0), {"pz": -deep, "lean": u(10, 45)} | out), (u(0.1, 1.0), {}), (u(0.5, 1.0), standing(rng))]


def turning(rng):
    return [(rng.uniform(0.6, 1.2), {"yaw": rng.uniform(-150, 150)})] + walking(rng)


def swinging_arms(rng):
    """Both arms swing together, or one idly: as wide as a throw is, but as slow as a pendulum."""
    both = rng.random() < 0.6
    keys = []
    for _ in range(int(rng.integers(2, 6))):
        for x in (rng.uniform(0.2, 0.6), -rng.uniform(0.1, 0.4)):
            key = {"handR": around(rng, x, -0.15, -0.9, 0.04)}
            if both:
                key["handL"] = around(rng, x, 0.15, -0.9, 0.04)
            keys.append((rng.uniform(0.45, 0.8), key))
    return keys + [(0.5, standing(rng))]


def holding(rng):
    """Something is looked at, passed from hand to hand, set down."""
    keys = []
    for _ in range(int(rng.integers(2, 5))):
        place = around(rng, 0.4, 0, rng.uniform(-0.6, -0.2), 0.1)
        keys.append((rng.uniform(0.3, 0.9), {"handR": (place[0], 0.15, place[2]), "handL": (place[0], -0.15, place[2]), "lean": rng.uniform(0, 15)}))
    return keys + [(0.6, standing(rng))]


NO_THROWS = [
    walking, running, marching, waiting, clapping, waving, drinking, pointing, picking_up, jumping, jumping_jacks, kicking,
    tying_a_shoe, slapping_a_thigh, catching, stretching, scratching, crouching, turning, swinging_arms, holding,
]  # fmt: skip


def flat(pose):
    """{channel or limb: value} -> {channel: value}"""
    result = {}
    for name, value in pose.items():
        if isinstance(value, tuple):
            result |= {name + axis: v for axis, v in zip("xyz", value)}
        else:
            result[name] = value
    return result


def vector(pose, previous):
    changed = previous.copy()
    for name, value in flat(pose).items():
        if name != RELEASE:
            changed[C[name]] = value
    return changed


def nothing():
    return np.zeros(len(CHANNELS))
