#!/usr/bin/env python3
"""Prints how far the elementary functions, and those of the system's library, are from exact values, in units in the
last place:

    pip install mpmath==1.3.0
    Benchmarks/Maths/against-mpmath.py
"""

import ctypes
import ctypes.util
import math
import random
import subprocess
import tempfile
from pathlib import Path

from mpmath import mp, mpf

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources/Core/CPortableMaths"
COUNT = 20_000
mp.prec = 200

dice = random.Random(1)


def between(low, high):
    return lambda: (dice.uniform(low, high),)


def spread(exponent, count):
    """-> arguments of any sign whose sizes lie that far around 1, by powers of e"""
    return lambda: tuple(dice.uniform(-1, 1) * math.exp(dice.uniform(-exponent, exponent)) for _ in range(count))


FUNCTIONS = [
    ("exp", mp.exp, between(-700, 700)),
    ("log", mp.log, between(0.5, 1.5)),
    ("log", mp.log, lambda: (math.exp(dice.uniform(-50, 50)),)),
    ("sin", mp.sin, between(-100, 100)),
    ("cos", mp.cos, between(-100, 100)),
    ("asin", mp.asin, between(-1, 1)),
    ("atan", mp.atan, spread(10, 1)),
    ("atan2", mp.atan2, spread(5, 2)),
    ("hypot", mp.hypot, spread(5, 2)),
    ("pow", mp.power, lambda: (math.exp(dice.uniform(-5, 5)), dice.uniform(-50, 50))),
    ("lgamma", mp.loggamma, between(0.01, 20)),
    ("lgamma", mp.loggamma, between(0.5, 2.5)),
    ("lgamma", mp.loggamma, lambda: (float(dice.randint(1, 3000)),)),
]


def function(library, name, count):
    found = getattr(library, name)
    found.restype, found.argtypes = ctypes.c_double, [ctypes.c_double] * count
    return found


def units(value, exact):
    return float(abs(mpf(value) - exact) / mpf(math.ulp(float(exact)))) if exact else 0.0


def main():
    system = ctypes.CDLL(ctypes.util.find_library("m"))
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "maths.so"
        subprocess.run(
            ["clang", "-O2", "-shared", "-fPIC", f"-I{SOURCES}/include", *SOURCES.glob("*.c"), "-o", library], check=True
        )
        ours = ctypes.CDLL(str(library))
    print(f"{'':8} {'units, at most':>15} {'libm':>8}")
    for name, exact, draw in FUNCTIONS:
        count = len(draw())
        mine, theirs = function(ours, f"portable_{name}", count), function(system, name, count)
        errors = []
        for _ in range(COUNT):
            arguments = draw()
            value = exact(*map(mpf, arguments))
            errors.append((units(mine(*arguments), value), units(theirs(*arguments), value)))
        print(f"{name:8} {max(one for one, _ in errors):15.3f} {max(two for _, two in errors):8.3f}", flush=True)


main()
