"""Plays a game: throws by the kinematic player and bags by physics, until each wish is met."""

import copy
import math
from dataclasses import dataclass
from random import Random

import numpy as np

from board import LENGTH, WIDTH
from physics import HALF, Bag, Table
from throwing import Player

COLOURS = {"red": (0.42, 0.022, 0.02), "blue": (0.02, 0.055, 0.36), "yellow": (0.62, 0.36, 0.02),
           "black": (0.018, 0.018, 0.02)}
ANGLES = {"underhand": (31, 46), "overhand": (22, 40), "underleg": (38, 50)}
MANY = 400


@dataclass
class Thrown:
    """A throw that was made."""

    shot: object
    bag: Bag
    begin: float                # when the bag lies in the throwing hand
    release: float
    point: np.ndarray
    velocity: np.ndarray
    outcome: str                # when everything lies still after this throw
    changed: list               # (bag, outcome before, outcome after) of other bags
    rest: float                 # when everything lies still


@dataclass
class Played:
    game: object
    player: Player
    table: Table
    thrown: list
    seconds: float

    def held(self, time):
        """The throw whose bag the hand holds at `time`, and how many bags wait after it."""
        for number, throw in enumerate(self.thrown):
            if throw.begin <= time < throw.release:
                return throw, len(self.thrown) - number - 1
        return None, sum(throw.begin > time for throw in self.thrown)


def aim(game, shot, table, rng):
    """A point to throw at that may fulfil the wish: (s, r) on the board's plane."""
    hole = table.board.hole
    if shot.wish == "hole":
        return hole[0] - rng.uniform(0, 0.3), hole[1] + rng.gauss(0, 0.03)
    if shot.wish == "knock":
        bag = min((b for b in table.bags if b.outcome == "board"),
                  key=lambda b: math.dist(table.board.from_world(b.position)[:2], hole))
        s, r, _ = table.board.from_world(bag.position)
        return s - rng.uniform(0.1, 0.45), r + rng.gauss(0, 0.04)
    if shot.wish == "off":
        side = rng.choice((-1, 1))
        return rng.choice(((rng.uniform(0.1, 1.0), side * rng.uniform(0.38, 0.6)),
                           (rng.uniform(-0.8, -0.35), rng.uniform(-0.3, 0.3)),
                           (LENGTH + rng.uniform(0.2, 0.5), rng.uniform(-0.3, 0.3))))
    return rng.uniform(0.05, 0.75), rng.uniform(-0.24, 0.24)


def fulfilled(game, shot, bag, changes, table):
    if not game.player and not game.camera.sees(bag.position):
        return False                # nobody could tell where it came to rest
    if shot.wish == "knock":
        return any(after == "hole" for _, _, after in changes)
    if changes and shot.wish != "hole":
        return False
    # Edges are for the eye to see: a bag that hangs by a hair is nobody's truth.
    if bag.outcome == "board":
        s, r, _ = table.board.from_world(bag.position)
        inside = 0.03 < s < LENGTH - 0.03 and abs(r) < WIDTH / 2 - 0.03
        clear = math.dist((s, r), table.board.hole) > 0.085
        return shot.wish == "board" and inside and clear
    return bag.outcome == shot.wish


def copied(table):
    other = copy.copy(table)
    other.bags = []
    for bag in table.bags:
        twin = copy.copy(bag)
        twin.stretches = list(bag.stretches)
        other.bags.append(twin)
    return other


def attempt(game, shot, player, table, begin, seed):
    rng = Random(seed)
    player, table = copy.deepcopy(player), copied(table)
    player.rng = rng
    s, r = aim(game, shot, table, rng)
    target = table.board.to_world(s, r, HALF)
    if not (0 <= s <= LENGTH and abs(r) <= WIDTH / 2):
        target[2] = HALF
    angle = rng.uniform(*ANGLES[shot.style])
    release, point, velocity = player.perform(shot.style, shot.hand, angle, target, begin,
                                              shot.approach)
    bag = Bag(shot.colour, release, point, velocity,
              yaw=rng.uniform(0, 6.3), spin=rng.choice((-1, 1)) * rng.uniform(6, 20))
    lean = -rng.uniform(0.05, 0.4)
    bag.normal = np.array((math.sin(lean), rng.gauss(0, 0.1), math.cos(lean)))
    bag.normal /= np.linalg.norm(bag.normal)
    before = [(other, other.outcome) for other in table.bags]
    moved = table.throw(bag)
    changes = [(other.number, was, other.outcome) for other, was in before if other.outcome != was]
    rest = max(other.rest_time for other in [bag, *moved]) if all(
        other.rest_time is not None for other in table.bags) else None
    if rest is None or not fulfilled(game, shot, bag, changes, table):
        return None
    return player, table, Thrown(shot, bag, begin, release, point, velocity, bag.outcome, changes,
                                 rest)


def play(game):
    rng = Random(f"game {game.name}")
    player = Player(game.build, game.walks_in or game.spot, 0.0, rng)
    table = Table(game.board, rng.uniform(0.24, 0.33))
    for colour, s, r in game.lying:
        table.lay(colour, s, r, rng.uniform(0, 3))
    time = 0.5
    player.spot = np.array(game.spot, float)
    if game.walks_in:
        player.walk(0.4, 2.2, game.spot)
        time = 2.4
    thrown = []
    for number, shot in enumerate(game.shots):
        if shot.approach and number:
            time = player.leave(time, shot.approach) + 0.2
        for count in range(MANY):
            made = attempt(game, shot, player, table, time, f"{game.name} {number} {count}")
            if made:
                break
        else:
            raise SystemExit(f"{game.name}: throw {number} never ended as wished")
        player, table, throw = made
        throw.bag.number = number
        thrown.append(throw)
        time = max(throw.rest + 0.35, throw.release + 1.45) + rng.uniform(0, 0.4)
        if not shot.approach:
            come_back(player, throw.release, game.spot)
        print(f"{game.name} {number}: {shot.style} {throw.outcome} after {count + 1} tries",
              flush=True)
    return Played(game, player, table, thrown, time + 0.8)


def come_back(player, release, spot):
    """After a stride both feet return to the spot."""
    if np.linalg.norm(player.pelvis.keys[-1][1] - spot) > 0.03:
        player.walk(release + 0.75, release + 1.4, spot)
        player.height.add(release + 1.4, 0.925)
