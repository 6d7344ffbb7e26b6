#!/usr/bin/env python3
"""Follows the table in rendered films in the page's module, in Chromium, with the dice that it finds itself.

    .deps/browser/bin/python Scripts/check-web-table.py [.data/table-films]

`make table-films` renders them; without them nothing is checked. As `check-table-films.py`, but that dice say how a
plain table has moved. Errors are in pixels of the films, which are 960 wide, in frames in which the table is not
lost. Exits with 1 where a film's mean is above 2 pixels (4 where its table is plain), or more than a tenth of a
plain table's frames with dice are lost. It wants `make site`.
"""

import sys
from json import loads
from math import dist
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import table_films

WIDTH, HEIGHT = 960, 540
MEAN, MEAN_PLAIN, LOST_PLAIN = 2, 4, 0.1
RATE = 20  # frames a second
PLAIN = ("white", "oak")  # tables that show too little: oak, along its grain
LOST = ("lost", "plain")  # states in which the table is not to be made out

FOLLOW = """async ([width, height, rate, region, count]) => {
  const { Module } = await import('./engine/module.js');
  const { Dice } = await import('./engine/dice.js');
  const { planeView } = await import('./engine/interface.js');
  const bytes = async (name) => (await fetch(name)).arrayBuffer();
  const module = await Module.instantiate(await bytes('playfield.wasm'));
  module.takeIn(await bytes('dice.safetensors'), 'dice_load');
  const dice = new Dice(module);
  const answers = [];
  for (let number = 1; number <= count; number++) {
    const picture = await createImageBitmap(new Blob([await bytes(`frames/${number}.jpg`)]));
    const size = { width, height };
    const { seen } = await dice.see({ picture, size, orientation: 1, time: number / rate });
    if (number === 1) module.call.plane_begin(1, region.x, region.y, region.width, region.height, 0);
    else module.call.plane_follow(1, (number - 1) / rate);
    const [view] = module.list(module.call.plane_view(), planeView);
    answers.push({ state: view.state, matrix: view.matrix, dice: seen.length });
  }
  return answers;
}"""


def seen(matrix, place):
    x, y = (place[0] + 0.5) / WIDTH, (place[1] + 0.5) / HEIGHT
    rows = [sum(a * b for a, b in zip(matrix[row : row + 3], (x, y, 1))) for row in (0, 3, 6)]
    return rows[0] / rows[2] * WIDTH - 0.5, rows[1] / rows[2] * HEIGHT - 0.5


def region(board):
    xs, ys = zip(*board)
    left, top = max(0, min(xs) / WIDTH), max(0, min(ys) / HEIGHT)
    return {
        "x": left, "y": top, "width": min(1, max(xs) / WIDTH) - left, "height": min(1, max(ys) / HEIGHT) - top,
    }


def follow(page, film, board):
    with TemporaryDirectory() as folder:
        run(["ffmpeg", "-v", "error", "-i", film, "-q:v", "2", f"{folder}/%d.jpg"], check=True)
        frames = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    page.route("**/frames/*", lambda route: route.fulfill(body=frames[route.request.url.rsplit("/", 1)[1]]))
    return page.evaluate(FOLLOW, [WIDTH, HEIGHT, RATE, region(board), len(frames)])


def main():
    films = table_films.named(__doc__)
    if not films:
        return
    missed = []
    print(f"{'in the module':20} {'frames':>6} {'lost':>5} {'mean':>6} {'largest':>8} {'dice':>5}")
    for film in films:
        truth = [loads(line) for line in film.with_suffix(".jsonl").read_text().splitlines()]
        boards = [line["board"] for line in truth]
        with table_films.page() as page:
            answers = follow(page, film, boards[0])
        errors = [
            dist(seen(answer["matrix"], corner), place)
            for answer, board in zip(answers, boards) if answer["state"] not in LOST
            for corner, place in zip(boards[0], board)
            if 0 <= place[0] < WIDTH and 0 <= place[1] < HEIGHT
        ]
        lost = sum(answer["state"] in LOST for answer in answers)
        mean = sum(errors) / max(1, len(errors))
        is_plain = film.stem.startswith(PLAIN)
        has_dice = bool(truth[0]["dice"])
        is_good = mean <= (MEAN_PLAIN if is_plain else MEAN) and (
            not is_plain or not has_dice or lost <= LOST_PLAIN * len(answers))
        if not is_good:
            missed.append(film.stem)
        print(
            f"{film.stem:20} {len(answers):6} {lost:5} {mean:6.2f} {max(errors, default=0):8.2f} "
            f"{sum(a['dice'] for a in answers) / len(answers):5.1f}{'' if is_good else '  missed'}", flush=True)
    if missed:
        sys.exit("goals were missed: " + ", ".join(missed))


if __name__ == "__main__":
    main()
