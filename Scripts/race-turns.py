#!/usr/bin/env python3
"""How many turns the race to section nine takes a player alone, by what the player answers.

    Scripts/race-turns.py

Exact: the expected turns from each section solve a system of linear equations (a Markov chain that is
absorbed by section nine), and the best choice is the fixed point of policy iteration.
"""

from fractions import Fraction
from itertools import product

SECTIONS, START, GOAL = 9, 1, 9
ROLLS = list(product(range(1, 7), repeat=2))


def after(section, steps):
    return (section - 1 + steps) % SECTIONS + 1


def answers(roll):
    return sum(roll), abs(roll[0] - roll[1])


def solve(matrix, right):
    """The solution of a regular system, by elimination."""
    rows = [row + [value] for row, value in zip(matrix, right)]
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                scale = rows[other][at]
                rows[other] = [a - scale * b for a, b in zip(rows[other], rows[at])]
    return [row[-1] for row in rows]


def turns(policy):
    """The expected turns from each section but the goal; `policy(section, roll)` gives the answers and how
    likely each is."""
    sections = [section for section in range(1, SECTIONS + 1) if section != GOAL]
    matrix = []
    for section in sections:
        row = [Fraction(section == other) for other in sections]
        for roll in ROLLS:
            for answer, share in policy(section, roll):
                to = after(section, answer)
                if to != GOAL:
                    row[sections.index(to)] -= Fraction(share) / len(ROLLS)
        matrix.append(row)
    return dict(zip(sections, solve(matrix, [Fraction(1)] * len(sections)))) | {GOAL: Fraction(0)}


def best():
    expected = turns(lambda _, roll: [(sum(roll), 1)])
    while True:
        better = turns(
            lambda section, roll, known=expected: [
                (min(answers(roll), key=lambda answer: known[after(section, answer)]), 1)
            ]
        )
        if better == expected:
            return expected
        expected = better


half = Fraction(1, 2)
strategies = {
    "always the sum": turns(lambda _, roll: [(sum(roll), 1)]),
    "always the difference": turns(lambda _, roll: [(abs(roll[0] - roll[1]), 1)]),
    "one of the two by chance": turns(lambda _, roll: [(answer, half) for answer in answers(roll)]),
    "the better of the two": best(),
}

print("| answer | turns |" + "".join(f" from {section} |" for section in range(2, SECTIONS)))
print("|---|---|" + "---|" * (SECTIONS - 2))
for name, expected in strategies.items():
    values = [expected[section] for section in range(START, SECTIONS)]
    print(f"| {name} | " + " | ".join(f"{float(value):.2f}" for value in values) + " |")
