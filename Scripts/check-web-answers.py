#!/usr/bin/env python3
"""Answers by voice to dice, through the built page's module in Chromium: what a child meets in the game.

    .deps/browser/bin/python Scripts/check-web-answers.py [--clips 200]

Evenly chosen people of numbers-evaluation, who were not trained on, say numbers as answers to dice that give them, in
counting, adding and multiplying by turns, and to dice that give others. Printed is how many are right at once, asked
about, judged as another number, or not heard; and how many wrong answers are taken for the right one. Exits with 1 where
a goal is missed.
"""

import argparse
import math
import random
import sys
from pathlib import Path

from web_listening import AFTER, BEFORE, ROOT, chromium, decoded, heard, labels, silence

sys.path.append(str(ROOT / "Training/Numbers"))
import grammar  # noqa: E402

RIGHT, ASKED, ANOTHER, TAKEN_FOR_RIGHT = 0.85, 0.13, 0.01, 0.005
LARGEST = 10  # dice that are counted or added


def adding(number):
    """The fewest dice whose sum this is."""
    count = math.ceil(number / 6)
    values = [number // count] * count
    for index in range(number % count):
        values[index] += 1
    return values


def multiplying(number):
    """Two or three dice whose product this is, or None."""
    values = range(1, 7)
    found = [[a, b] for a in values for b in values if a * b == number]
    found += [[a, b, c] for a in values for b in values for c in values if a * b * c == number]
    return found[0] if found else None


def questions(number):
    """Modes and dice whose answer this is."""
    found = []
    if 1 <= number <= LARGEST:
        found.append(("count", [1 + index % 6 for index in range(number)]))
    if 1 <= number <= 6 * LARGEST:
        found.append(("add", adding(number)))
    if values := multiplying(number):
        found.append(("multiply", values))
    return found


def others(number, rng):
    """A mode and dice to which this would be a wrong answer."""
    while True:
        other = rng.randint(1, 6 * LARGEST)
        if other != number:
            return other, rng.choice(questions(other))


def outcome(answer):
    """What becomes of it: a number that is judged, "asked", or None where nothing was heard."""
    for number, _, is_certain, _ in answer["said"]:
        if number is not None:
            return number if is_certain else "asked"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=int, default=200)
    options = parser.parse_args()
    lines = [line for line in labels("numbers-evaluation") if line.get("kind") == "human"]
    said = [(line, grammar.number(line["words"].split())) for line in lines]
    said = [(line, int(number)) for line, number in said if number and questions(int(number))]
    said = [said[k * len(said) // options.clips] for k in range(options.clips)]
    rng = random.Random(1)
    asked = []
    for index, (line, number) in enumerate(said):
        sound = silence(BEFORE) + decoded(line) + silence(AFTER)
        choices = questions(number)
        mode, dice = choices[index % len(choices)]
        asked.append({"sound": sound, "mode": mode, "dice": dice})
    wrong = [others(number, rng) for _, number in said]
    asked += [{"sound": one["sound"], "mode": mode, "dice": dice} for one, (_, (mode, dice)) in zip(asked, wrong)]
    with chromium() as page:
        outcomes = [outcome(answer) for answer in heard(page, asked)]
    first, second = outcomes[: len(said)], outcomes[len(said) :]

    right = sum(one == number for one, (_, number) in zip(first, said))
    doubtful = first.count("asked")
    none = first.count(None)
    another = [(line["file"], number, one) for one, (line, number) in zip(first, said) if one not in (number, "asked", None)]
    mistaken = sum(one == other for one, (other, _) in zip(second, wrong))
    print(f"{len(said)} answers to dice that give them: {right} right at once, {doubtful} asked about, {len(another)} judged as another, {none} not heard")
    for file, number, one in another:
        print(f"  {Path(file).name}: {number}, heard as {one}")
    print(f"{len(wrong)} answers to dice that give others: {mistaken} taken for the right one, {second.count('asked')} asked about, {second.count(None)} not heard")
    failures = [
        text
        for is_missed, text in (
            (right < RIGHT * len(said), f"fewer than {RIGHT:.0%} right at once"),
            (doubtful > ASKED * len(said), f"more than {ASKED:.0%} asked about"),
            (len(another) > ANOTHER * len(said), f"more than {ANOTHER:.0%} judged as another number"),
            (mistaken > TAKEN_FOR_RIGHT * len(wrong), f"more than {TAKEN_FOR_RIGHT:.1%} taken for right"),
        )
        if is_missed
    ]
    for failure in failures:
        print(f"MISSED: {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
