"""When a flight, a board or a landing of the truth is found: one definition for all checks.

Points of the truth are pixels of the upright picture, a whole number being the middle of a pixel; those of the
program are parts of the picture, `[x, y]` from the top left.
"""

import bisect
from dataclasses import dataclass, field
from math import dist, prod, sqrt
from statistics import mean

NEAR = 0.02  # widths of the picture that a path may be off its flight in the mean
ENOUGH = 0.5  # of a flight's frames that a path has to cover
AMPLE = 0.8  # a second figure
SLACK = 3  # frames by which flights without points may be off

WHOLE_BOARD = 40  # pixels of a board's side (square root of its area), below which only finding counts
NEAR_LANDING = 10 / 30  # seconds of the scene between a landing's frame of rest and the truth's


def pixels(point, width, height):
    """A point of the program in the truth's pixels."""
    return point[0] * width - 0.5, point[1] * height - 0.5


# Flights


def place(flight, frame):
    """Where a flight is in a frame; None outside of its labelled points.

    Between them it lies on the parabola through the two beside it and the nearest other one: frames apart, gravity bends
    a near flight by more than a path may be off.
    """
    points = flight.get("points") or []
    numbers = [number for number, _, _ in points]
    if not points or not numbers[0] <= frame <= numbers[-1]:
        return None
    after = bisect.bisect_left(numbers, frame)
    if numbers[after] == frame:
        return points[after][1:]
    beside = [points[after - 1], points[after]]
    others = points[max(0, after - 2) : after - 1] + points[after + 1 : after + 2]
    nodes = beside + sorted(others, key=lambda point: abs(point[0] - frame))[:1]
    x = y = 0
    for k, a, b in nodes:
        share = prod((frame - other) / (k - other) for other, _, _ in nodes if other != k)
        x, y = x + share * a, y + share * b
    return x, y


def lies_on(path, flight, clip):
    """Whether a path lies where a flight lies; by its frames where the flight has no points."""
    if not flight.get("points"):
        inside = sum(
            flight["startFrame"] - SLACK <= frame <= flight["endFrame"] + SLACK for frame, _, _ in path["points"]
        )
        return 2 * inside > len(path["points"])
    apart = []
    for frame, x, y in path["points"]:
        truth = place(flight, frame)
        if truth:
            apart.append(dist(pixels((x, y), clip["width"], clip["height"]), truth))
    return len(apart) >= 2 and mean(apart) <= NEAR * clip["width"]


def coverage(path, flight):
    """The part of a flight's frames that a path has a point in."""
    frames = range(flight["startFrame"], flight["endFrame"] + 1)
    has = {frame for frame, _, _ in path["points"]}
    return sum(frame in has for frame in frames) / len(frames)


@dataclass
class FlightScore:
    """What the paths of a clip make of its flights.

    A flight is found by a path that lies where it lies and covers half of its frames; one that covers less is a miss,
    and is not false. False are a path of no flight and a second one of a required flight.
    """

    covers: list  # the part of each required flight that its best path covers; 0 without a path
    false: list  # (why, path)

    @property
    def found(self):
        return sum(cover >= ENOUGH for cover in self.covers)

    @property
    def amply(self):
        return sum(cover >= AMPLE for cover in self.covers)


def score_flights(paths, clip):
    flights = clip.get("flights", [])
    required = [flight for flight in flights if flight["required"]]
    others = [flight for flight in flights if not flight["required"]]
    by_flight = {index: [] for index in range(len(required))}
    false = []
    for path in paths:
        covers = {
            index: coverage(path, flight) for index, flight in enumerate(required) if lies_on(path, flight, clip)
        }
        if covers:
            best = max(covers, key=covers.get)
            by_flight[best].append((covers[best], path))
        elif not any(lies_on(path, flight, clip) for flight in others):
            false.append(("no flight", path))
    for some in by_flight.values():
        some.sort(key=lambda one: one[0])
        false += [("a second path", path) for _, path in some[:-1]]
    return FlightScore([some[-1][0] if some else 0 for some in by_flight.values()], false)


# Boards


def side(corners):
    """The square root of the area of a quadrilateral."""
    turns = zip(corners, corners[1:] + corners[:1])
    return sqrt(abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in turns)) / 2)


def board_bounds(corners, width):
    """How far the worst corner and the middle of the hole of a found board may be off, in pixels."""
    size = side(corners)
    return max(2, min(0.015 * width, 0.08 * size)), max(2, min(0.01 * width, 0.06 * size))


def is_board_right(corners, hole, truth, width):
    """`corners` and `hole` (its middle) of a found board, `truth` with corners and hole or None, all in pixels."""
    if side(truth["corners"]) < WHOLE_BOARD:
        return True
    corner_bound, hole_bound = board_bounds(truth["corners"], width)
    return max(map(dist, corners, truth["corners"])) <= corner_bound and (
        truth["hole"] is None or dist(hole, truth["hole"]["center"]) <= hole_bound
    )


# Landings


@dataclass
class LandingScore:
    """What was reported of a clip's landings.

    One of the truth whose outcome is None was cut by the picture's edge: it may be reported without an outcome or not
    at all.
    """

    right: int = 0
    wrong: list = field(default_factory=list)  # (of the truth, what was reported or None)
    unsure: int = 0  # in view, reported without an outcome
    invented: list = field(default_factory=list)
    seen: int = 0  # of the truth that stay in view


def score_landings(reported, clip):
    score = LandingScore()
    left = list(reported)
    near = NEAR_LANDING * clip["fps"] * clip.get("slowness", 1)
    for truth in clip["landings"]:
        best = min(left, key=lambda one: abs(one["restFrame"] - truth["restFrame"]), default=None)
        if best and abs(best["restFrame"] - truth["restFrame"]) <= near:
            left.remove(best)
        else:
            best = None
        if truth["outcome"] is None:
            if best and best["outcome"] is not None:
                score.wrong.append((truth, best))
            continue
        score.seen += 1
        if best and best["outcome"] == truth["outcome"]:
            score.right += 1
        elif best and best["outcome"] is None:
            score.unsure += 1
        else:
            score.wrong.append((truth, best))
    score.invented = left
    return score
