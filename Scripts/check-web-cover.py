#!/usr/bin/env python3
"""Lays the race's board on the table of rendered films, in Chromium, and counts where it is open: where dice and hands
are seen before it, and where nothing is.

    .deps/browser/bin/python Scripts/check-web-cover.py [.data/table-films]

`make table-films` renders them; without them nothing is checked. The page's own module finds the dice, follows the table
and says what is over it, and its own board is painted; the film's truth says where each die and the arm is. Prints, of all
films: how much of the board is open outside of dice in frames without a hand (at most 0.5 %), and how much of the
hand's and of the dice's pixels on the board is before it (at least 95 %); dice count while the network finds them. Exits with 1 where a goal is missed. The first 0.6 s
of a film are left out: the module sees the table for the first time. It wants `make site`.
"""

import sys
from json import loads
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import table_films

WIDTH, HEIGHT = 960, 540
RATE = 20  # frames a second
FIRST = 12  # frames that are left out
SETTLED = 4  # the frame in which the dice at rest are looked at, as the page does once they lie still
OPEN, BEFORE = 0.005, 0.95

WATCH = """async ([width, height, rate, focal, frames, settled]) => {
  const { Module } = await import('./engine/module.js');
  const { Dice } = await import('./engine/dice.js');
  const { Plane } = await import('./engine/plane.js');
  const { Board } = await import('./games/race/board.js');
  const { stretched } = await import('./games/race/geometry.js');
  const bytes = async (name) => (await fetch(name)).arrayBuffer();
  const module = await Module.instantiate(await bytes('playfield.wasm'));
  module.takeIn(await bytes('dice.safetensors'), 'dice_load');
  const [dice, plane] = [new Dice(module), new Plane(module)];
  const size = { width, height };
  const layer = () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, { position: 'fixed', left: 0, top: 0, width: `${width}px`, height: `${height}px` });
    document.body.append(canvas);
    return canvas;
  };
  const [whole, open, truth] = [layer(), layer(), new OffscreenCanvas(width, height)];
  const [plain, board] = [new Board(whole), new Board(open)];
  // Each learns its size from the page.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const alphas = (canvas) => canvas.getContext('2d').getImageData(0, 0, width, height).data;
  /** The pixels that polygons cover; `factor` times as large, each about its middle. */
  const covered = (polygons, factor = 1) => {
    const context = truth.getContext('2d', { willReadFrequently: true });
    context.clearRect(0, 0, width, height);
    const path = new Path2D();
    for (const points of polygons) {
      const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      points.forEach((point, index) => {
        const place = point.map((one, axis) => middle[axis] + factor * (one - middle[axis]) + 0.5);
        if (index === 0) path.moveTo(...place);
        else path.lineTo(...place);
      });
      path.closePath();
    }
    context.fill(path, factor === 1 ? 'evenodd' : 'nonzero');
    return context.getImageData(0, 0, width, height).data;
  };
  /** Whether a place lies in a convex polygon. */
  const inside = (points, [x, y]) => {
    const sides = points.map(([a, b], index) => {
      const [c, d] = points[(index + 1) % points.length];
      return (c - a) * (y - b) - (d - b) * (x - a);
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  };
  const counts = [];
  let [sight, resting] = [undefined, []];
  for (const [number, { board: corners, outlines, hand, isHandInView, toPicture }] of frames.entries()) {
    const picture = await createImageBitmap(new Blob([await bytes(`frames/${number + 1}.jpg`)]));
    const time = number / rate;
    const { seen } = await dice.see({ picture, size, orientation: 1, time });
    let cover;
    if (number === 0) {
      while (plane.lie({ orientation: 1, focal }).state === 'loading') await new Promise((done) => setTimeout(done, 50));
      plane.begin({ orientation: 1, focal, plane: toPicture, time });
      sight = module.list(module.call.board_sight(), (await import('./engine/interface.js')).boardSight)[0];
    } else {
      const view = plane.follow({ orientation: 1, time });
      if (view.state === 'moved') sight = view.sight;
      cover = view.cover;
    }
    if (number === settled) resting = plane.dice({ orientation: 1 });
    const table = { sight: stretched(sight, [width, height]), size, dice: [], seen: [], cover: undefined };
    plain.lay(table);
    board.lay({ ...table, dice: resting, seen: seen.map(({ box }) => box), cover });
    const [all, left] = [alphas(whole), alphas(open)];
    const [aroundDice, ofHand] = [covered(outlines, 1.05), covered(hand)];
    // Whether a die is found is not for renders to say.
    const isFound = (outline) => seen.some(({ box }) => inside(outline, [
      (box.x + box.width / 2) * width - 0.5, (box.y + box.height / 2) * height - 0.5]));
    const ofDice = covered(outlines.filter(isFound));
    const found = { isHandInView, board: 0, open: 0, dice: 0, diceBefore: 0, hand: 0, handBefore: 0 };
    for (let index = 3; index < all.length; index += 4) {
      if (all[index] < 250) continue;
      const isOpen = left[index] < 128;
      found.board += 1;
      if (isOpen && aroundDice[index] < 128 && ofHand[index] < 128) found.open += 1;
      if (ofDice[index] >= 128 && ofHand[index] < 128) {
        found.dice += 1;
        found.diceBefore += isOpen;
      }
      if (ofHand[index] >= 128) {
        found.hand += 1;
        found.handBefore += isOpen;
      }
    }
    counts.push(found);
  }
  return counts;
}"""


def plane_of(corners):
    """-> nine numbers, from the board's plane (its middle, its radius) to places of the picture, normalized; `corners`
    are the board's, from the far left clockwise."""
    places = [((x + 0.5) / WIDTH, (y + 0.5) / HEIGHT) for x, y in corners]
    rows = []
    for (a, b), (x, y) in zip(((-1, 1), (1, 1), (1, -1), (-1, -1)), places):
        rows.append([a, b, 1, 0, 0, 0, -x * a, -x * b, x])
        rows.append([0, 0, 0, a, b, 1, -y * a, -y * b, y])
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [one / rows[column][column] for one in rows[column]]
        for row in range(8):
            if row != column:
                rows[row] = [a - rows[row][column] * b for a, b in zip(rows[row], rows[column])]
    return [row[8] for row in rows] + [1]


def watch(page, film, truth):
    with TemporaryDirectory() as folder:
        run(["ffmpeg", "-v", "error", "-i", film, "-q:v", "2", f"{folder}/%d.jpg"], check=True)
        frames = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    page.route("**/frames/*", lambda route: route.fulfill(body=frames[route.request.url.rsplit("/", 1)[1]]))
    focal = truth[0]["camera"]["focal"] / (WIDTH**2 + HEIGHT**2) ** 0.5
    known = [
        {
            **{name: line[name] for name in ("board", "outlines", "hand", "isHandInView")},
            "toPicture": plane_of(line["board"]),
        }
        for line in truth
    ]
    return page.evaluate(WATCH, [WIDTH, HEIGHT, RATE, focal, known, SETTLED])


def share(part, whole):
    return part / whole if whole else None


def text(value):
    return f"{100 * value:7.2f} %" if value is not None else "        -"


def main():
    films = table_films.named(__doc__)
    if not films:
        return
    total = dict.fromkeys(("board", "open", "hand", "handBefore", "dice", "diceBefore"), 0)
    print(f"{'film':20} {'open':>9} {'hand':>9} {'dice':>9}")

    def figures(sums):
        return (
            share(sums["open"], sums["board"]), share(sums["handBefore"], sums["hand"]),
            share(sums["diceBefore"], sums["dice"]),
        )  # fmt: skip

    for film in films:
        truth = [loads(line) for line in film.with_suffix(".jsonl").read_text().splitlines()]
        if "outlines" not in truth[0]:
            sys.exit(f"{film}: its truth has no outlines; remove it, and 'make table-films' renders it again")
        with table_films.page() as page:
            counts = watch(page, film, truth)[FIRST:]
        sums = {
            name: sum(one[name] for one in counts if name not in ("board", "open") or not one["isHandInView"])
            for name in total
        }
        for name in total:
            total[name] += sums[name]
        print(f"{film.stem:20} {' '.join(text(one) for one in figures(sums))}", flush=True)
    is_open, hand, dice = figures(total)
    print(f"{'all':20} {text(is_open)} {text(hand)} {text(dice)}")
    missed = [
        name
        for name, is_good in (
            ("open", is_open is not None and is_open <= OPEN), ("hand", hand is not None and hand >= BEFORE),
            ("dice", dice is not None and dice >= BEFORE),
        )
        if not is_good
    ]  # fmt: skip
    if missed:
        sys.exit("goals were missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
