"""A kinematic model of a player: walks up, aims, throws in one of three styles, watches.

Curves carry pelvis, trunk, feet and hands. At the release the throwing hand is where the bag's
flight begins and moves exactly as fast: its curve has a key there with the flight's velocity,
less the shoulder's own.
"""

import math

import numpy as np

from curves import Curve
from physics import aimed
from skeleton import Stance, joints_of, rotation, shoulders_of, UP

STAND, THROW_HEIGHT = 0.925, 0.885
# Where a hand is from its shoulder: forward, outward, up.
HANG, BELLY, AIM = (0.06, 0.05, -0.56), (0.29, -0.13, -0.40), (0.40, -0.06, -0.16)
ELBOW_DOWN, ELBOW_OUT = (-0.45, 0.5, -0.7), (0.7, 0.75, 0.1)


def outward(offset, side):
    return np.array((offset[0], offset[1] * side, offset[2]))


class Feet:
    """Where the feet stand, and their steps."""

    def __init__(self, places):
        self.places = {side: np.array((*place, 0.0)) for side, place in places.items()}
        self.start = {side: place.copy() for side, place in self.places.items()}
        self.steps = {1: [], -1: []}

    def step(self, side, begin, end, to, lift=0.09):
        to = np.array((*to, 0.0))
        self.steps[side].append((begin, end, self.places[side], to, lift))
        self.places[side] = to

    def at(self, side, time, ankle):
        """The ankle, and how far the toes point down."""
        place, pitch = self.start[side], 0.0
        for begin, end, start, to, lift in self.steps[side]:
            if time >= end:
                place = to
            elif time >= begin:
                u = (time - begin) / (end - begin)
                ease = u * u * (3 - 2 * u)
                place = start + (to - start) * ease + UP * lift * math.sin(math.pi * u)
                pitch = 0.5 * math.sin(2 * math.pi * u) * min(1, lift / 0.08)
                break
            else:
                break
        return place + UP * ankle, pitch


class Player:
    """One player through a whole clip; `perform` adds throw after throw."""

    def __init__(self, build, spot, facing, rng, begin=0.0):
        self.build, self.facing, self.rng = build, facing, rng
        self.spot = np.array(spot, float)
        self.ahead = np.array((math.cos(facing), math.sin(facing)))
        self.left = np.array((-self.ahead[1], self.ahead[0]))
        self.pelvis = Curve((begin, self.spot))
        self.height = Curve((begin, STAND))
        self.turn = Curve((begin, facing))
        self.lean, self.tilt = Curve((begin, 0.03)), Curve((begin, 0.0))
        self.twist, self.nod = Curve((begin, 0.0)), Curve((begin, 0.05))
        self.hands = {side: Curve((begin, outward(HANG, side))) for side in (1, -1)}
        self.elbows = {side: Curve((begin, outward(ELBOW_DOWN, side))) for side in (1, -1)}
        self.lifted = {1: [], -1: []}       # legs raised: (curve of height, begin, end)
        self.feet = Feet({side: self.spot + self.left * side * 0.11 for side in (1, -1)})
        self.sway = [rng.uniform(0, 6.3) for _ in range(4)]

    def walk(self, begin, end, to, lead=1):
        """Walks to `to` without turning, in steps of about half a metre."""
        start, to = self.pelvis.keys[-1][1].copy(), np.array(to, float)
        self.pelvis.add(begin, start).add(end, to)
        count = max(2, math.ceil(np.linalg.norm(to - start) / 0.5) + 1)
        each = (end - begin) / count
        for number in range(count):
            side = lead if number % 2 == 0 else -lead
            landing = begin + (number + 1) * each
            place = to if number >= count - 2 else self.pelvis(landing + 0.5 * each)
            self.feet.step(side, landing - each, landing, place + self.left * side * 0.11)

    def stance(self, time):
        a, b, c, d = self.sway
        breath = 0.008 * math.sin(1.7 * time + a)
        turn = self.turn(time)[0]
        hips = rotation(UP, turn)
        where = self.pelvis(time) + 0.012 * np.array((math.sin(0.9 * time + b),
                                                      math.sin(0.7 * time + c)))
        stance = Stance(
            pelvis=np.array((*where, self.height(time)[0] * self.build.size)), facing=turn,
            lean=self.lean(time)[0] + breath, tilt=self.tilt(time)[0] + 0.5 * breath,
            twist=self.twist(time)[0], nod=self.nod(time)[0] + 0.04 * math.sin(0.6 * time + d),
            feet={}, hands={},
            elbows={side: curve(time) for side, curve in self.elbows.items()})
        for side in (1, -1):
            ankle, pitch = self.feet.at(side, time, self.build.scaled("ankle"))
            for share, raised in self.lifted[side]:
                part = share(time)[0]
                if part > 0:
                    ankle = ankle + (stance.pelvis + hips @ outward(raised, side) - ankle) * part
                    pitch += 0.5 * part
            stance.feet[side] = (ankle, pitch)
        shoulders = shoulders_of(stance, self.build)
        for side in (1, -1):
            stance.hands[side] = shoulders[side] + hips @ (
                self.hands[side](time) * self.build.size)
        return stance

    def pose(self, time):
        return joints_of(self.stance(time), self.build)

    def shoulder_and_velocity(self, time, side):
        near = 1e-4
        before, here, after = (shoulders_of(self.stance(t), self.build)[side]
                               for t in (time - near, time, time + near))
        return here, (after - before) / (2 * near)

    def perform(self, style, hand, angle, target, begin, approach=0.0):
        """Adds a throw that begins at `begin`; returns (release time, point, velocity).

        `hand` is +1 for the left one, `angle` in degrees above the horizontal, `approach` the
        metres that the player walks up. The throw needs about two seconds to the release.
        """
        rng, size = self.rng, self.build.size
        aim_at = begin + (1.25 if approach else 0.55) + rng.uniform(0, 0.25)
        release = aim_at + rng.uniform(0.95, 1.25)
        if approach:
            self.walk(begin, aim_at - 0.1, self.spot, lead=-hand)
        self.hands[hand].add(begin, outward(BELLY, hand)).add(aim_at, outward(AIM, hand))
        self.hands[-hand].add(begin, outward((0.27, -0.10, -0.40), -hand))
        self.hands[-hand].add(begin + 0.5, outward((0.16, 0.06, -0.44), -hand))
        body = {"underhand": self.body_underhand, "overhand": self.body_overhand,
                "underleg": self.body_underleg}[style]
        place, swing = body(hand, angle, release)
        axes = rotation(UP, self.facing)
        shoulder, drift = self.shoulder_and_velocity(release, hand)
        point = shoulder + axes @ (place * size)
        velocity = aimed(point, target, angle)
        speed = axes.T @ (velocity - drift) / size
        back = swing(hand, place, speed, release)
        self.hands[hand].add(back - rng.uniform(0.42, 0.55), outward(AIM, hand))
        self.hands[hand].add(release + 0.75, outward((0.25, 0.02, -0.45), hand))
        self.hands[hand].add(release + 1.2, outward(HANG, hand))
        self.hands[-hand].add(release + 1.3, outward((0.16, 0.06, -0.44), -hand))
        self.nod.add(release, 0.02).add(release + 0.4, -0.08).add(release + 0.9, 0.12)
        self.nod.add(release + 1.6, 0.05)
        reached = self.pose(release)[0][("left" if hand > 0 else "right") + "Grip"]
        if np.linalg.norm(reached - point) > 1e-6:
            raise ValueError(f"the hand cannot reach the release of this {style} throw")
        return release, point, velocity

    def leave(self, begin, approach):
        """Steps back to where the next throw begins; returns when it may."""
        behind = self.spot - self.ahead * approach + self.left * self.rng.uniform(-0.1, 0.1)
        end = begin + 0.5 + 0.6 * approach
        self.walk(begin, end, behind, lead=self.rng.choice((1, -1)))
        self.height.add(begin, self.height.keys[-1][1]).add(end, STAND)
        return end

    def stride(self, hand, release, length):
        """The foot of the other side steps forward into the throw."""
        ahead = self.spot + self.ahead * length
        self.feet.step(-hand, release - 0.5, release - 0.14, ahead - self.left * hand * 0.10, 0.07)
        self.pelvis.add(release - 0.55, self.spot)
        self.pelvis.add(release + 0.2, self.spot + self.ahead * length * 0.6)
        self.height.add(release - 0.6, STAND).add(release - 0.05, THROW_HEIGHT)
        self.height.add(release + 0.9, THROW_HEIGHT + 0.01)

    def body_underhand(self, hand, angle, release):
        rng = self.rng
        self.stride(hand, release, rng.uniform(0.35, 0.5))
        self.lean.add(release - 0.9, 0.04).add(release - 0.35, 0.24).add(release + 0.1, 0.12)
        self.lean.add(release + 0.9, 0.03)
        self.twist.add(release - 0.9, 0).add(release - 0.35, 0.22 * hand)
        self.twist.add(release + 0.15, -0.28 * hand).add(release + 0.9, 0)
        theta, radius = math.radians(angle + rng.uniform(-3, 6)), rng.uniform(0.585, 0.615)
        place = np.array((radius * math.sin(theta), rng.uniform(-0.05, 0.0) * hand,
                          -radius * math.cos(theta)))
        back = math.radians(-rng.uniform(45, 68))
        return place, lambda *swing: self.swing_round(*swing, back, 2.1)

    def body_underleg(self, hand, angle, release):
        rng = self.rng
        self.pelvis.add(release - 0.6, self.spot)
        self.pelvis.add(release, self.spot - self.ahead * 0.04 - self.left * hand * 0.07)
        self.pelvis.add(release + 0.6, self.spot)
        self.height.add(release - 0.9, STAND).add(release - 0.2, 0.90)
        self.height.add(release + 0.3, 0.90).add(release + 0.8, STAND)
        share = Curve((release - 0.95, 0), (release - 0.35, 1), (release + 0.22, 1),
                      (release + 0.62, 0))
        self.lifted[hand].append((share, (0.45, 0.17, -0.40)))
        lean = rng.uniform(0.68, 0.78)
        self.lean.add(release - 0.95, 0.04).add(release - 0.2, lean).add(release + 0.2, lean - 0.05)
        self.lean.add(release + 0.75, 0.03)
        self.tilt.add(release - 0.95, 0).add(release - 0.2, 0.1 * hand)
        self.tilt.add(release + 0.2, 0.1 * hand)
        self.tilt.add(release + 0.75, 0)
        place = np.array((rng.uniform(0.24, 0.29), -0.16 * hand, -0.5))
        return place, lambda *swing: self.swing_round(*swing, math.radians(-38), 0.95)

    def swing_round(self, hand, place, speed, release, back, follow):
        """The nearly straight arm swings from `back` through the release, angles from below.

        Returns when it turns round at the back.
        """
        radius = math.hypot(place[0], place[2])
        theta = math.atan2(place[0], -place[2])
        out, along = (math.sin(theta), -math.cos(theta)), (math.cos(theta), math.sin(theta))
        growth = speed[0] * out[0] + speed[2] * out[1]
        turning = (speed[0] * along[0] + speed[2] * along[1]) / radius
        begin = release - 2.0 * (theta - back) / turning
        end = release + 1.7 * (follow - theta) / turning
        angle = Curve((begin, back), (release, theta, turning), (end, follow))
        length = Curve((begin, 0.60), (release, radius, growth), (end, 0.54))
        side = Curve((begin, hand * 0.07), (release, place[1], speed[1]),
                     (end, place[1] - 0.05 * hand))
        count = 7
        times = [begin + (release - begin) * k / count for k in range(count + 1)]
        times += [release + (end - release) * k / count for k in range(1, count + 1)]
        near = 1e-5

        def offset(time):
            a, r = angle(time)[0], length(time)[0]
            return np.array((r * math.sin(a), side(time)[0], -r * math.cos(a)))
        for time in times:
            velocity = (offset(time + near) - offset(time - near)) / (2 * near)
            if time == release:
                self.hands[hand].add(time, place, speed)
            else:
                self.hands[hand].add(time, offset(time), velocity)
        return begin

    def body_overhand(self, hand, angle, release):
        rng = self.rng
        self.stride(hand, release, rng.uniform(0.3, 0.45))
        self.lean.add(release - 0.9, 0.03).add(release - 0.3, -0.08).add(release + 0.12, 0.2)
        self.lean.add(release + 0.9, 0.03)
        self.twist.add(release - 0.9, 0).add(release - 0.3, 0.3 * hand)
        self.twist.add(release + 0.12, -0.3 * hand).add(release + 0.9, 0)
        place = np.array((rng.uniform(0.10, 0.17), rng.uniform(0, 0.04) * hand,
                          rng.uniform(0.43, 0.49)))
        self.elbows[hand].add(release - 0.9, outward(ELBOW_DOWN, hand))
        self.elbows[hand].add(release - 0.4, outward(ELBOW_OUT, hand))
        self.elbows[hand].add(release + 0.12, outward(ELBOW_OUT, hand))
        self.elbows[hand].add(release + 0.5, outward(ELBOW_DOWN, hand))
        return place, self.push_forward

    def push_forward(self, hand, place, speed, release):
        """From beside the ear forward and up, then down in front; returns when it starts."""
        quick = np.linalg.norm(speed)
        way = speed / quick
        start = place - 0.36 * np.array((way[0], way[1], way[2] * 0.85))
        begin = release - 2 * np.linalg.norm(place - start) / quick
        self.hands[hand].add(begin - 0.12, start - (0.0, 0.0, 0.02)).add(begin, start)
        self.hands[hand].add(release, place, speed)
        self.hands[hand].add(release + 0.15, place + (0.42, -0.05 * hand, -0.25),
                             (0.3, -0.2 * hand, -2.2))
        self.hands[hand].add(release + 0.42, np.array((0.34, -0.12 * hand, -0.34)))
        return begin - 0.12
