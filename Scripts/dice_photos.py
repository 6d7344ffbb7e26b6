"""Photographs of dice with their truth, and what answers are worth: `DiceScore` of the library, for answers
that come from elsewhere than `playfield dice evaluate`."""

import dataclasses
import functools
import json
import subprocess
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
IGNORED = 7  # the category of dice too unclear to be judged
UNPAIRED = 10  # the cost of a die without an answer; larger than that of any pair


@dataclasses.dataclass
class Photo:
    """A test photograph; boxes are x, y, width, height in its pixels."""

    file: Path
    size: tuple
    dice: list  # of (value, box)
    ignored: list  # of boxes where an answer is neither right nor extra


@dataclasses.dataclass
class Verdict:
    read: list  # for each die the value that was read, None where it was missed
    extra: int  # answers where no die is to be read


def photos(folder):
    """The test photographs of a set whose dice have boxes; all where none are marked as such."""
    truth = json.loads((folder / "annotations.json").read_text())
    boxes = {}
    for a in truth["annotations"]:
        boxes.setdefault(a["image_id"], []).append((a["category_id"], a["bbox"]))
    images = [image for image in truth["images"] if image.get("split") == "test"] or truth["images"]
    for image in images:
        here = boxes.get(image["id"], [])
        dice = [(value, box) for value, box in here if value < IGNORED]
        if dice:
            ignored = [box for value, box in here if value == IGNORED]
            size = (image["width"], image["height"])
            yield Photo(folder / "images" / image["file_name"], size, dice, ignored)


def read(files):
    """What the program reads in pictures: for each the answers, (value, box), boxes as parts of the picture."""
    run = subprocess.run([PROGRAM, "dice", "read", "--json", *files], check=True, capture_output=True, text=True)
    return [[(die["value"], die["box"]) for die in json.loads(line)["dice"]] for line in run.stdout.splitlines()]


def in_pixels(answers, size):
    width, height = size
    return [(value, [x * width, y * height, w * width, h * height]) for value, (x, y, w, h) in answers]


def judge(answers, photo):
    """What became of each die, and how many answers are extra. Answers are (value, box in pixels)."""
    partners = _pairs([box for _, box in photo.dice], [box for _, box in answers], photo.size)
    read = [None if partner is None else answers[partner][0] for partner in partners]
    extra = sum(
        index not in partners and not any(_can_mean(box, ignored) for ignored in photo.ignored)
        for index, (_, box) in enumerate(answers)
    )
    return Verdict(read, extra)


def _pairs(dice, answers, size):
    """For each die the index of its answer, one to one, at the least cost of all."""
    costs = [
        {index: _cost(answer, die, size) for index, answer in enumerate(answers) if _can_mean(answer, die)}
        for die in dice
    ]

    # Few answers can mean a die, and few of them a later one, too, so that trying all takes no time.
    @functools.cache
    def best(number, taken):
        if number == len(dice):
            return 0, ()
        wanted = frozenset(index for later in costs[number + 1 :] for index in later)
        tries = [(UNPAIRED, None), *((cost, index) for index, cost in costs[number].items() if index not in taken)]
        found = []
        for cost, index in tries:
            rest, others = best(number + 1, wanted & (taken | {index}))
            found.append((cost + rest, (index, *others)))
        return min(found, key=lambda one: one[0])

    return list(best(0, frozenset())[1])


def _cost(answer, die, size):
    (x, y), (u, v) = _center(answer), _center(die)
    return 1 - _overlap(answer, die) + (((x - u) / size[0]) ** 2 + ((y - v) / size[1]) ** 2) ** 0.5


def _can_mean(answer, die):
    """Whether an answer's centre lies in a die's box, or their IoU is 0.3 or more."""
    (x, y), (left, top, width, height) = _center(answer), die
    return (left <= x <= left + width and top <= y <= top + height) or _overlap(answer, die) >= 0.3


def _center(box):
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _overlap(a, b):
    """The IoU of two boxes."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)
