#!/usr/bin/env python3
"""Makes the page's own font, Web/fonts/playfield-hand.woff: letters drawn with a round pen.

Each letter is a few strokes, written below as SVG paths (y up, the baseline of the pen's centre at
45); the pen's width makes the outline. Only who changes a letter runs this:

    pip install fonttools==4.68.0 shapely==2.2.0
    Scripts/make-font.py
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from shapely.geometry import LineString, Point, polygon
from shapely.ops import unary_union

pen = 110
side = 38  # The air on each side of a letter.
space = 250
bowl = "O 165 240 165 200 "

strokes = {
    "A": "M 0 45 L 200 655 L 400 45 M 70 245 L 330 245",
    "B": "M 0 45 L 0 655 L 160 655 Q 320 655 320 512 Q 320 370 160 370 L 0 370 M 160 370 Q 360 370 360 208 Q 360 45 160 45 L 0 45",
    "C": "M 390 550 Q 335 660 220 660 Q 0 660 0 350 Q 0 40 220 40 Q 335 40 395 145",
    "D": "M 0 45 L 0 655 L 140 655 Q 400 655 400 350 Q 400 45 140 45 L 0 45",
    "E": "M 325 655 L 0 655 L 0 45 L 335 45 M 0 360 L 275 360",
    "F": "M 325 655 L 0 655 L 0 45 M 0 350 L 265 350",
    "G": "M 395 550 Q 340 660 225 660 Q 0 660 0 350 Q 0 40 225 40 Q 400 40 405 215 L 405 300 L 255 300",
    "H": "M 0 45 L 0 655 M 375 45 L 375 655 M 0 355 L 375 355",
    "I": "M 0 45 L 0 655",
    "J": "M 260 655 L 260 200 Q 260 40 130 40 Q 35 40 0 125",
    "K": "M 0 45 L 0 655 M 345 655 L 15 320 M 130 430 L 365 45",
    "L": "M 0 655 L 0 45 L 305 45",
    "M": "M 0 45 L 40 655 L 240 255 L 440 655 L 480 45",
    "N": "M 0 45 L 0 655 L 375 45 L 375 655",
    "O": "O 235 350 235 310",
    "P": "M 0 45 L 0 655 L 180 655 Q 345 655 345 490 Q 345 325 180 325 L 0 325",
    "Q": "O 235 350 235 310 M 285 185 L 450 5",
    "R": "M 0 45 L 0 655 L 180 655 Q 345 655 345 490 Q 345 325 180 325 L 0 325 M 165 325 L 365 45",
    "S": "M 340 565 Q 290 660 180 660 Q 15 660 15 512 Q 15 390 180 357 Q 362 318 362 195 Q 362 40 185 40 Q 42 40 0 150",
    "T": "M 0 655 L 410 655 M 205 655 L 205 45",
    "U": "M 0 655 L 0 240 Q 0 40 190 40 Q 380 40 380 240 L 380 655",
    "V": "M 0 655 L 200 45 L 400 655",
    "W": "M 0 655 L 140 45 L 290 520 L 440 45 L 580 655",
    "X": "M 0 655 L 370 45 M 370 655 L 0 45",
    "Y": "M 0 655 L 190 335 L 380 655 M 190 335 L 190 45",
    "Z": "M 15 655 L 360 655 L 0 45 L 375 45",
    "a": bowl + "M 330 440 L 330 45",
    "b": bowl + "M 0 700 L 0 45",
    "c": "M 298 365 Q 250 442 168 442 Q 0 442 0 240 Q 0 38 168 38 Q 255 38 303 112",
    "d": bowl + "M 330 700 L 330 45",
    "e": "M 5 240 L 325 240 Q 325 442 165 442 Q 0 442 0 240 Q 0 38 172 38 Q 268 38 312 108",
    "f": "M 245 672 Q 220 698 182 698 Q 92 698 92 590 L 92 45 M 0 425 L 215 425",
    "g": bowl + "M 330 440 L 330 0 Q 330 -170 165 -170 Q 65 -170 22 -105",
    "h": "M 0 700 L 0 45 M 0 280 Q 30 442 162 442 Q 298 442 298 290 L 298 45",
    "i": "M 0 440 L 0 45 M 0 618 L 0 622",
    "j": "M 100 440 L 100 -40 Q 100 -170 0 -165 M 100 618 L 100 622",
    "k": "M 0 700 L 0 45 M 262 435 L 10 205 M 108 292 L 278 45",
    "l": "M 0 700 L 0 130 Q 0 45 75 45",
    "m": "M 0 440 L 0 45 M 0 290 Q 20 442 132 442 Q 242 442 242 300 L 242 45 M 242 290 Q 262 442 376 442 Q 486 442 486 300 L 486 45",
    "n": "M 0 440 L 0 45 M 0 280 Q 30 442 162 442 Q 298 442 298 290 L 298 45",
    "o": "O 170 240 170 202",
    "p": bowl + "M 0 440 L 0 -180",
    "q": bowl + "M 330 440 L 330 -180",
    "r": "M 0 440 L 0 45 M 0 270 Q 30 442 185 434",
    "s": "M 260 372 Q 222 442 140 442 Q 15 442 15 345 Q 15 265 140 242 Q 278 216 278 136 Q 278 38 145 38 Q 42 38 0 108",
    "t": "M 95 600 L 95 150 Q 95 42 190 42 Q 222 42 242 56 M 0 428 L 218 428",
    "u": "M 0 440 L 0 190 Q 0 38 138 38 Q 272 38 298 200 M 298 440 L 298 45",
    "v": "M 0 440 L 150 45 L 300 440",
    "w": "M 0 440 L 120 45 L 235 352 L 350 45 L 470 440",
    "x": "M 0 440 L 275 45 M 275 440 L 0 45",
    "y": "M 0 440 L 152 62 M 302 440 L 150 42 Q 82 -170 -8 -166",
    "z": "M 10 437 L 275 437 L 0 46 L 285 46",
    "0": "O 190 350 190 310",
    "1": "M 0 535 L 130 655 L 130 45",
    "2": "M 15 515 Q 38 660 178 660 Q 332 660 332 510 Q 332 390 190 240 L 0 46 L 348 46",
    "3": "M 20 568 Q 68 660 172 660 Q 318 660 318 523 Q 318 378 150 368 Q 343 362 343 205 Q 343 40 172 40 Q 50 40 0 138",
    "4": "M 250 655 L 0 215 L 365 215 M 278 380 L 278 45",
    "5": "M 308 655 L 50 655 L 30 388 Q 90 428 168 428 Q 343 428 343 240 Q 343 40 163 40 Q 55 40 0 120",
    "6": "M 288 640 Q 118 600 38 420 Q 0 330 0 225 O 175 225 175 187",
    "7": "M 0 655 L 345 655 L 130 45",
    "8": "O 170 508 148 150 O 170 200 172 160",
    "9": "O 175 475 175 183 M 350 475 Q 350 330 300 220 Q 240 92 120 48",
    ".": "M 0 48 L 0 52", ",": "M 25 52 L 0 -50", ":": "M 0 48 L 0 52 M 0 348 L 0 352",
    ";": "M 25 52 L 0 -50 M 25 348 L 25 352", "…": "M 0 48 L 0 52 M 175 48 L 175 52 M 350 48 L 350 52",
    "!": "M 0 655 L 0 255 M 0 48 L 0 52",
    "?": "M 0 540 Q 20 660 148 660 Q 288 660 288 530 Q 288 430 172 352 Q 150 334 150 250 M 150 48 L 150 52",
    "'": "M 0 690 L 0 575", "’": "M 18 690 L 0 585", '"': "M 0 690 L 0 575 M 140 690 L 140 575",
    "-": "M 0 260 L 185 260", "–": "M 0 260 L 320 260",
    "+": "M 0 320 L 350 320 M 175 145 L 175 495", "×": "M 0 455 L 265 190 M 0 190 L 265 455",
    "=": "M 0 405 L 330 405 M 0 232 L 330 232",
    "(": "M 110 740 Q 0 560 0 300 Q 0 40 110 -130", ")": "M 0 740 Q 110 560 110 300 Q 110 40 0 -130",
    "/": "M 230 700 L 0 0", "%": "O 85 545 85 105 O 385 155 85 105 M 390 640 L 80 60",
    "✓": "M 0 280 L 130 90 L 400 560", "✗": "M 0 520 L 320 120 M 320 520 L 0 120",
}


def lines(path):
    """The strokes of a path as lists of points."""
    words = path.split()
    made, at = [], 0
    while at < len(words):
        kind = words[at]
        count = {"M": 2, "L": 2, "Q": 4, "O": 4}[kind]
        numbers = list(map(float, words[at + 1: at + 1 + count]))
        at += 1 + count
        if kind == "M":
            made.append([tuple(numbers)])
        elif kind == "L":
            made[-1].append(tuple(numbers))
        elif kind == "Q":
            (x0, y0), (x1, y1, x2, y2) = made[-1][-1], numbers
            for step in range(1, 17):
                t = step / 16
                made[-1].append((
                    (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2,
                    (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2))
        else:
            x, y, a, b = numbers
            circle = Point(0, 0).buffer(1, quad_segs=14).exterior.coords
            made.append([(x + a * u, y + b * v) for u, v in circle])
    return made


def glyph(path):
    """The outline, and the width of the letter with its air."""
    shape = unary_union(
        [LineString(line).buffer(pen / 2, quad_segs=8) for line in lines(path)]).simplify(1.2)
    left, _, right, _ = shape.bounds
    drawing = TTGlyphPen(None)
    for part in getattr(shape, "geoms", [shape]):
        part = polygon.orient(part, sign=-1)
        for ring in [part.exterior, *part.interiors]:
            points = [(round(x - left + side), round(y)) for x, y in ring.coords[:-1]]
            drawing.moveTo(points[0])
            for point in points[1:]:
                drawing.lineTo(point)
            drawing.closePath()
    return drawing.glyph(), round(right - left + 2 * side)


def main():
    names = {letter: f"uni{ord(letter):04X}" for letter in strokes}
    glyphs, widths = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}, {
        ".notdef": (space, 0), "space": (space, 0)}
    for letter, path in strokes.items():
        glyphs[names[letter]], width = glyph(path)
        widths[names[letter]] = (width, side)
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(" "): "space", 0xA0: "space", **{ord(k): v for k, v in names.items()}})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(widths)
    font.setupHorizontalHeader(ascent=880, descent=-260)
    font.setupOS2(sTypoAscender=880, sTypoDescender=-260, usWinAscent=900, usWinDescent=280,
                  sxHeight=487, sCapHeight=702, usWeightClass=700)
    font.setupNameTable({"familyName": "Playfield Hand", "styleName": "Regular",
                         "licenseDescription": "Apache-2.0"})
    font.setupPost()
    # No clock: the same strokes give the same file.
    font.updateHead(created=0, modified=0)
    font.font.recalcTimestamp = False
    font.font.flavor = "woff"
    font.save(pathlib.Path(__file__).resolve().parent.parent / "Web/fonts/playfield-hand.woff")


main()
