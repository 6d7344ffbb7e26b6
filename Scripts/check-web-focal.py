#!/usr/bin/env python3
"""How pawns on the race's board swim where the camera's focal length is not what the page takes it for.

    .deps/browser/bin/python Scripts/check-web-focal.py [.data/table-films]

`make table-films` renders the films; without them nothing is checked. Where the table is comes from the films' truth, how a
pawn is seen from the page's own code, with a focal length that is right and 15 % off. The board itself is
drawn by its homography, which knows no focal length. A pawn's head swims by as much as its picture moves otherwise than a thing
would that stands where the pawn stands, as high as the pawn looks in the first frame; pixels of the films, which are 960
wide. Exits with 1 where a film's mean is above 4. It wants `make site`.
"""

import sys
from json import loads
from math import cos, dist, pi, sin

import table_films

CENTER = 479.5, 269.5
GOAL = 4
FACTORS = 0.85, 1, 1.15
PAWNS = [(0.7 * cos(2 * pi * section / 9), 0.7 * sin(2 * pi * section / 9)) for section in range(9)]
HEIGHTS = [0.001 * step for step in range(301)]  # metres

HEADS = """async ([homographies, focal, center, pawns]) => {
  const { placingOf, Pose, seen } = await import('./games/race/geometry.js');
  const { pawnSize } = await import('./games/race/places.js');
  return homographies.map((homography) => {
    // The plane as it is seen, and what a step up is by the lens.
    const placing = placingOf({ plane: homography }, { focal, center });
    const scale = homography[8] / placing.there[2];
    const up = seen(placing, { focal, center }).up.map((one) => scale * one);
    const pose = new Pose({ plane: homography, up });
    return pawns.map(([x, y]) => pose.project(x, y, pawnSize.height));
  });
}"""


def combined(*parts):
    """The sum of vectors, each times a number."""
    return [sum(share * vector[axis] for share, vector in parts) for axis in range(3)]


class Camera:
    def __init__(self, truth):
        self.focal, self.position, self.rotation = truth["focal"], truth["position"], truth["rotation"]

    def turned(self, direction):
        return [sum(a * b for a, b in zip(row, direction)) for row in self.rotation]

    def seen(self, place):
        x, y, z = self.turned(combined((1, place), (-1, self.position)))
        return self.focal * x / z + CENTER[0], self.focal * y / z + CENTER[1]

    def on_table(self, pixel):
        ray = [(pixel[0] - CENTER[0]) / self.focal, (pixel[1] - CENTER[1]) / self.focal, 1]
        ray = [sum(row[axis] * along for row, along in zip(self.rotation, ray)) for axis in range(3)]
        return combined((1, self.position), (-self.position[2] / ray[2], ray))

    def homography(self, right, away, middle):
        """From the board's plane to pixels, row by row."""
        columns = [self.turned(one) for one in (right, away, combined((1, middle), (-1, self.position)))]
        pixels = [(self.focal * x + CENTER[0] * z, self.focal * y + CENTER[1] * z, z) for x, y, z in columns]
        return [pixel[row] for row in range(3) for pixel in pixels]


def swimming(page, truth, factor):
    """Of each pawn in each frame."""
    cameras = [Camera(line["camera"]) for line in truth]
    far_left, far_right, near_right, near_left = map(cameras[0].on_table, truth[0]["board"])
    middle = combined((0.5, far_left), (0.5, near_right))
    right, away = combined((0.5, far_right), (-0.5, far_left)), combined((0.5, far_left), (-0.5, near_left))
    views = [camera.homography(right, away, middle) for camera in cameras]
    heads = page.evaluate(HEADS, [views, factor * cameras[0].focal, CENTER, PAWNS])
    errors = []
    for index, (x, y) in enumerate(PAWNS):
        drawn = [frame[index] for frame in heads]
        foot = combined((1, middle), (x, right), (y, away))

        def apart(frame, height):
            (a, b), (c, d) = drawn[frame], cameras[frame].seen([*foot[:2], foot[2] + height])
            return a - c, b - d

        height = min(HEIGHTS, key=lambda one: dist((0, 0), apart(0, one)))
        errors += [dist(apart(frame, height), apart(0, height)) for frame in range(1, len(truth))]
    return errors


def main():
    films = table_films.named(__doc__, "*-held*.jsonl")
    if not films:
        return
    missed = []
    print(f"{'pawns swim, mean and largest':28}" + "".join(f"{f'focal x {factor}':>16}" for factor in FACTORS))
    with table_films.page() as page:
        for film in films:
            truth = [loads(line) for line in film.read_text().splitlines()]
            cells = []
            for factor in FACTORS:
                errors = swimming(page, truth, factor)
                mean = sum(errors) / len(errors)
                cells.append(f"{mean:8.2f} {max(errors):7.2f}")
                if mean > GOAL:
                    missed.append(f"{film.stem} at {factor}")
            print(f"{film.stem:28}" + "".join(cells), flush=True)
    if missed:
        sys.exit("goals were missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
