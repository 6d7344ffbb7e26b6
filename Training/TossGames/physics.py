"""How bags fly, land, slide, push each other, fall through the hole or off the board.

An integrator of our own with fixed steps: the same seed throws the same throw everywhere, and
the velocity at the release is the truth, not a fit. Lengths in metres.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from board import HOLE_RADIUS, LENGTH, WIDTH

GRAVITY = 9.81
# Of a bag of 0.44 kg, 15 cm wide, that flies nearly flat: it loses k v² m/s².
DRAG = 0.006
STEP = 1 / 480
HALF = 0.021                # half a bag's thickness
BREADTH = 0.132             # at which the middles of two bags push each other away
LOST = HOLE_RADIUS - 0.010  # nearer to the hole's middle than this nothing carries a bag
DEEP = 0.03                 # below the surface by which a bag cannot climb out of the hole


@dataclass
class Bag:
    """A bag, and the path that it has taken."""

    colour: str
    begin: float
    position: np.ndarray
    velocity: np.ndarray
    mode: str = "air"               # air, board, over (the hole), hole, ground
    still: bool = False
    normal: np.ndarray = field(default_factory=lambda: np.array((0.0, 0.0, 1.0)))
    yaw: float = 0.0
    spin: float = 0.0
    touched: float | None = None    # when it first met board or ground
    touched_at: np.ndarray | None = None
    rest_time: float | None = None
    number: int = -1                # of its throw; -1 lay there before
    # Stretches of its path: when each begins, and (position, normal, yaw, falls) for every step.
    stretches: list = field(default_factory=list)

    @property
    def outcome(self):
        return {"hole": "hole", "ground": "off"}.get(self.mode, "board")

    def record(self):
        falls = self.mode == "hole" and not self.still
        self.stretches[-1][1].append((self.position, self.normal, self.yaw, falls))

    @property
    def first_rest(self):
        """Where and when it came to rest after its own throw, whatever pushed it later."""
        begin, states = next(stretch for stretch in self.stretches if stretch[1])
        last = len(states) - 1
        while last > 0 and np.array_equal(states[last - 1][0], states[last][0]):
            last -= 1
        return states[last][0], begin + last * STEP

    def at(self, time):
        """(position, normal, yaw, falls), or None before it was thrown."""
        begun = [stretch for stretch in self.stretches if stretch[0] <= time]
        if not begun:
            return None
        begin, states = begun[-1]
        step = (time - begin) / STEP
        first = min(int(step), len(states) - 1)
        second = min(first + 1, len(states) - 1)
        one, two = states[first], states[second]
        part = min(step - first, 1.0)
        return (one[0] + (two[0] - one[0]) * part, one[1], one[2] + (two[2] - one[2]) * part,
                one[3])


class Table:
    """A board, what lies on it, and the clock."""

    def __init__(self, board, friction):
        self.board, self.friction = board, friction
        self.bags = []

    def lay(self, colour, s, r, yaw):
        """A bag that lies on the board from the beginning."""
        position = self.board.to_world(s, r, HALF)
        bag = Bag(colour, 0, position, np.zeros(3), "board", True, self.board.axes[2].copy(), yaw)
        bag.rest_time = 0.0
        bag.stretches.append((0.0, []))
        bag.record()
        self.bags.append(bag)
        return bag

    def throw(self, bag, longest=6.0):
        """Lets `bag` fly until everything lies still; returns the other bags that it moved."""
        self.bags.append(bag)
        moved, now = {}, bag.begin
        for each in self.bags:
            each.stretches.append((bag.begin, []))
            each.record()
        while now < bag.begin + longest and not all(each.still for each in self.bags):
            for mover in self.bags:
                if not mover.still:
                    self.step(mover, now)
            self.push_apart(now, moved)
            now += STEP
            for each in self.bags:
                each.record()
        return [each for each in moved.values() if each is not bag]

    def step(self, bag, now):
        getattr(self, "step_" + bag.mode)(bag, now)
        bag.yaw += bag.spin * STEP

    def lean(self, bag, towards, rate):
        bag.normal = bag.normal + (towards - bag.normal) * min(1, rate * STEP)
        bag.normal /= np.linalg.norm(bag.normal)

    def touch(self, bag, now):
        if bag.touched is None:
            bag.touched, bag.touched_at = now, bag.position.copy()

    def fly(self, bag):
        speed = np.linalg.norm(bag.velocity)
        pull = np.array((0, 0, -GRAVITY)) - DRAG * speed * bag.velocity
        bag.position = bag.position + bag.velocity * STEP + pull * STEP ** 2 / 2
        bag.velocity = bag.velocity + pull * STEP

    def step_air(self, bag, now):
        s0, r0, _ = self.board.from_world(bag.position)
        self.fly(bag)
        s, r, n = self.board.from_world(bag.position)
        above = 0 <= s <= LENGTH and abs(r) <= WIDTH / 2
        if above and n < HALF:
            came_over = 0 <= s0 <= LENGTH and abs(r0) <= WIDTH / 2
            if not came_over and n < HALF - 0.03:       # against the board's front or side
                self.touch(bag, now)
                if abs(r0) > WIDTH / 2:
                    bag.velocity[1] *= -0.15
                    bag.position[1] = math.copysign(WIDTH / 2 + 0.002, r0)
                else:
                    bag.velocity[0] *= -0.15
                    bag.position[0] -= 0.02
                return
            self.touch(bag, now)
            if math.dist((s, r), self.board.hole) < LOST - 0.012:
                bag.mode = "hole"
                return
            self.strike(bag, self.board.axes, n)
        elif bag.position[2] < HALF:
            self.touch(bag, now)
            bag.position[2] = HALF
            self.strike(bag, np.eye(3), HALF)

    def strike(self, bag, axes, n):
        """Meets a surface: hardly any bounce, and friction takes its share."""
        along, left, out = axes @ bag.velocity
        bounce = 0.08 * abs(out)
        flat = math.hypot(along, left)
        kept = max(0.0, flat - 0.22 * (abs(out) + bounce)) / max(flat, 1e-9)
        bag.spin *= 0.25
        on_board = axes is self.board.axes
        if bounce < 0.25:
            bag.mode, bounce = ("board" if on_board else "ground"), 0.0
        bag.velocity = np.array((along * kept, left * kept, bounce)) @ axes
        bag.position = bag.position + (HALF - n) * axes[2]

    def slide(self, bag, axes, pull, friction, now):
        """Sliding on a surface: `pull` is gravity along it, down the slope."""
        along, left, _ = axes @ bag.velocity
        along += pull * STEP
        speed, loss = math.hypot(along, left), friction * GRAVITY * STEP
        if speed <= loss:
            bag.velocity = np.zeros(3)
            bag.still, bag.rest_time, bag.spin = True, now, 0.0
            return
        keep = (speed - loss) / speed
        bag.velocity = np.array((along * keep, left * keep, 0)) @ axes
        bag.position = bag.position + bag.velocity * STEP
        bag.spin *= 1 - 6 * STEP
        self.lean(bag, axes[2], 40)

    def step_board(self, bag, now):
        pull = -GRAVITY * math.sin(self.board.tilt)
        friction = self.friction * math.cos(self.board.tilt)
        self.slide(bag, self.board.axes, pull, friction, now)
        s, r, n = self.board.from_world(bag.position)
        if not (0 <= s <= LENGTH and abs(r) <= WIDTH / 2):
            bag.mode, bag.still, bag.rest_time = "air", False, None
        elif math.dist((s, r), self.board.hole) < LOST:
            bag.mode, bag.still, bag.rest_time = "over", False, None

    def step_over(self, bag, now):
        """Over the hole: it sinks; what has not sunk enough at the rim slides on."""
        bag.velocity = bag.velocity - self.board.axes[2] * GRAVITY * STEP
        bag.position = bag.position + bag.velocity * STEP
        s, r, n = self.board.from_world(bag.position)
        if n < HALF - DEEP:
            bag.mode = "hole"
        elif math.dist((s, r), self.board.hole) > LOST:
            along, left, _ = self.board.axes @ bag.velocity
            bag.velocity = np.array((along, left, 0)) * 0.7 @ self.board.axes
            bag.position = bag.position + (HALF - n) * self.board.axes[2]
            bag.mode = "board"

    def step_hole(self, bag, now):
        """Through the hole: it falls, and the rim keeps it near the middle."""
        s, r, _ = self.board.from_world(bag.position)
        inward = np.array((self.board.hole[0] - s, self.board.hole[1] - r, 0)) @ self.board.axes
        along, left, out = self.board.axes @ bag.velocity
        slow = 1 - 14 * STEP
        bag.velocity = np.array((along * slow, left * slow, out)) @ self.board.axes
        bag.velocity = bag.velocity + inward * 60 * STEP
        self.fly(bag)
        self.lean(bag, np.array((0.8, 0.0, 0.6)), 8)
        if bag.position[2] < HALF:
            bag.position[2] = HALF
            bag.velocity, bag.still, bag.rest_time, bag.spin = np.zeros(3), True, now, 0.0
            bag.normal = np.array((0.0, 0.0, 1.0))

    def step_ground(self, bag, now):
        self.slide(bag, np.eye(3), 0.0, 0.75, now)
        x, y, _ = bag.position
        within = -0.075 < x < LENGTH and abs(y) < WIDTH / 2 + 0.075
        if within and x - bag.velocity[0] * STEP <= -0.075:     # against the board's front
            bag.velocity[0] *= -0.1

    def push_apart(self, now, moved):
        flat = [b for b in self.bags if b.mode in ("board", "over")]
        for index, one in enumerate(flat):
            for two in flat[index + 1:]:
                if one.still and two.still:
                    continue
                away = self.board.axes @ (two.position - one.position)
                apart = math.hypot(away[0], away[1])
                if apart >= BREADTH:
                    continue
                towards = np.array((away[0] / max(apart, 1e-6), away[1] / max(apart, 1e-6), 0))
                direction = towards @ self.board.axes
                closing = (one.velocity - two.velocity) @ direction
                # Bags give way: what overlaps is pushed apart, gently where nothing comes closer.
                push = 0.55 * max(closing, 0) + min(0.5, 4 * (BREADTH - apart))
                if closing <= 0:
                    if apart > BREADTH - 0.01:
                        continue
                    push *= 0.1
                impulse = direction * push
                one.velocity = one.velocity - impulse
                two.velocity = two.velocity + impulse
                for bag in (one, two):
                    bag.still, bag.rest_time = False, None
                    moved[id(bag)] = bag


def reach_of(speed, slope, height, floor):
    """How far a flight goes along the ground, with drag, from `height` down to `floor`.

    In plain numbers, because `aimed` asks often.
    """
    x, z, along, up = 0.0, height, speed * math.cos(slope), speed * math.sin(slope)
    while z > floor or up > 0:
        lost = DRAG * math.hypot(along, up)
        pull_x, pull_z = -lost * along, -GRAVITY - lost * up
        x += along * STEP + pull_x * STEP ** 2 / 2
        z += up * STEP + pull_z * STEP ** 2 / 2
        along += pull_x * STEP
        up += pull_z * STEP
    return x


def aimed(position, target, angle):
    """The velocity, at `angle` degrees above the horizontal, that reaches `target`."""
    away = np.array(target[:2]) - np.array(position[:2])
    distance, heading = np.linalg.norm(away), away / np.linalg.norm(away)
    slope = math.radians(angle)
    low, high = 2.0, 15.0
    for _ in range(40):
        speed = (low + high) / 2
        if reach_of(speed, slope, position[2], target[2]) < distance:
            low = speed
        else:
            high = speed
    return np.array((*(heading * math.cos(slope)), math.sin(slope))) * speed
