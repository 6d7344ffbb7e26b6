#!/usr/bin/env python3
"""Writes Sources/Core/CPortableMaths/tables.h: what the elementary functions look up, and the coefficients of their
polynomials.

    pip install mpmath==1.3.0
    Scripts/make-maths-tables.py
"""

from pathlib import Path

from mpmath import atan, chebyfit, cos, floor, log, mp, mpf, pi, sin, sqrt, zeta

mp.prec = 300
TARGET = Path(__file__).resolve().parent.parent / "Sources/Core/CPortableMaths/tables.h"

POWERS = 128  # of two between 1 and 2
LOGARITHMS = 128  # intervals from FIRST to 2 FIRST
FIRST = 0.6875
RECIPROCAL_BITS = 10  # after the point: products with half of a number are exact
HIGH_BITS = 42  # of the high parts of logarithms: a thousand times ln 2 is exact
ARCS = 16  # steps of the arctangent's table between 0 and 1


def high(value, bits):
    """-> the value with so many bits after the point."""
    return floor(value * 2**bits + mpf(1) / 2) / mpf(2) ** bits


def pair(value):
    """-> a double and what it lacks."""
    first = float(value)
    return first, float(value - first)


def powers():
    for index in range(POWERS):
        exact = mpf(2) ** (mpf(index) / POWERS)
        near = float(exact)
        yield near, float((exact - near) / near)


def logarithms():
    """-> a reciprocal of few bits for each interval, and minus its logarithm in two parts."""
    for index in range(LOGARITHMS):
        # By the bits of a double: steps are half as long below 1.
        below = round((1 - FIRST) * 256)
        if index < below:
            start, step = mpf(FIRST) + mpf(index) / 256, mpf(1) / 256
        else:
            start, step = 1 + mpf(index - below) / 128, mpf(1) / 128
        reciprocal = high(1 / (start + step / 2), RECIPROCAL_BITS)
        if start + step == 1 or start == 1:  # so that the logarithm of 1 is 0, and those near it lose nothing
            reciprocal = mpf(1)
        first = high(-log(reciprocal), HIGH_BITS)
        yield float(reciprocal), float(first), float(-log(reciprocal) - first)


def even_series(function, limit, terms):
    """-> the coefficients of a polynomial in the square of x that is near function(x), lowest first."""
    fitted = chebyfit(lambda square: function(sqrt(square) if square > 0 else mpf("1e-40")), [0, mpf(limit) ** 2], terms)
    return [float(one) for one in reversed(fitted)]


def row(values):
    return "{" + ", ".join(value.hex() for value in values) + "}"


def listed(name, rows, width):
    lines = ",\n".join(f"  {row(one)}" for one in rows)
    return f"static const double {name}[{len(rows)}][{width}] = {{\n{lines}}};\n"


def polynomial(name, coefficients):
    lines = ",\n".join(f"  {one.hex()}" for one in coefficients)
    return f"static const double {name}[{len(coefficients)}] = {{\n{lines}}};\n"


def digits_of_two_over_pi(count):
    whole, digits = 2 / pi, []
    with_more = mp.prec
    mp.prec = 32 * count + 64
    rest = 2 / pi
    for _ in range(count):
        rest *= 2**32
        digit = int(floor(rest))
        digits.append(digit)
        rest -= digit
    mp.prec = with_more
    assert abs(whole - sum(mpf(one) / mpf(2) ** (32 * (place + 1)) for place, one in enumerate(digits[:8]))) < 2**-250
    return digits


def main():
    quarter = float(pi / 4) * 1.001
    two_over_pi = digits_of_two_over_pi(40)
    arcs = [pair(atan(mpf(index) / ARCS)) for index in range(ARCS + 1)]
    # (sin x - x) / x^3, (cos x - 1 + x^2 / 2) / x^4, (asin x - x) / x^3, (atan x - x) / x^3
    sine = even_series(lambda x: (sin(x) - x) / x**3, quarter, 7)
    cosine = even_series(lambda x: (cos(x) - 1 + x * x / 2) / x**4, quarter, 7)
    arcsine = even_series(lambda x: (mp.asin(x) - x) / x**3, 0.5, 15)
    arctangent = even_series(lambda x: (atan(x) - x) / x**3, 3 / 64 + 1e-4, 6)
    # ln gamma(1 + t) = -gamma t + zeta(2) t^2 / 2 - zeta(3) t^3 / 3 ...
    gamma = [float((-1) ** n * zeta(n) / n) for n in range(2, 24)]
    gamma_two = [float((-1) ** n * (zeta(n) - 1) / n) for n in range(2, 24)]
    # Stirling's series: B(2k) / (2k (2k - 1))
    stirling = [float(mp.bernoulli(2 * k) / (2 * k * (2 * k - 1))) for k in range(1, 7)]
    parts = [
        "// Written by Scripts/make-maths-tables.py.\n",
        f"enum {{ kPowers = {POWERS}, kLogarithms = {LOGARITHMS}, kArcs = {ARCS} }};\n",
        "// 2^(i / 128), and by which part of itself it is too small.",
        listed("kPower", list(powers()), 2),
        "// Reciprocals of few bits for intervals from 0.6875 on, and minus their logarithms: high bits, and the rest.",
        listed("kLogarithm", list(logarithms()), 3),
        "// atan(i / 16), and what it lacks.",
        listed("kArc", arcs, 2),
        "// In x^2, lowest first: (sin x - x) / x^3, and the like of cos x - 1 + x^2 / 2, asin x and atan x.",
        polynomial("kSine", sine),
        polynomial("kCosine", cosine),
        polynomial("kArcsine", arcsine),
        polynomial("kArctangent", arctangent),
        "// (ln gamma(1 + t) / t + 0.577...) / t, and (ln gamma(2 + t) / t - 0.423...) / t, lowest first.",
        polynomial("kGammaOne", gamma),
        polynomial("kGammaTwo", gamma_two),
        "// Stirling's series.",
        polynomial("kStirling", stirling),
        "// 2 / pi in digits of 32 bits.",
        f"static const uint32_t kTwoOverPi[{len(two_over_pi)}] = {{\n"
        + ",\n".join("  " + ", ".join(f"0x{one:08x}" for one in two_over_pi[at : at + 8]) for at in range(0, 40, 8))
        + "};\n",
    ]
    constants = {
        "kLn2High": high(log(2), HIGH_BITS),
        "kHalfPi": pi / 2,
        "kHalfLogTwoPi": log(2 * pi) / 2,
        "kEuler": mp.euler,
        "kOneLessEuler": 1 - mp.euler,
    }
    for name, value in constants.items():
        exact = log(2) if name == "kLn2High" else value
        first, rest = float(value), float(exact - float(value))
        low = "kLn2Low" if name == "kLn2High" else f"{name}Low"
        parts.append(f"static const double {name} = {first.hex()}, {low} = {rest.hex()};")
    # Fewer bits of ln 2, whose products with 18 bits are exact.
    few = high(log(2), 32)
    parts.append(f"static const double kLn2Few = {float(few).hex()}, kLn2Rest = {float(log(2) - few).hex()};")
    # Pi / 2 in parts of 33 bits, so that products with numbers below 2^20 are exact.
    rest, names = pi / 2, []
    for part in range(3):
        value = high(rest, 32 + 33 * part)
        names.append(f"kHalfPi{part + 1} = {float(value).hex()}")
        rest -= value
    names.append(f"kHalfPi4 = {float(rest).hex()}")
    parts.append("static const double " + ", ".join(names) + ";")
    TARGET.write_text("\n".join(parts) + "\n")


main()
