#!/usr/bin/env python3
"""Writes Sources/Native/CPictureIO/glyphs.inc: the outlines of the glyphs that annotations are set in.

    pip install fonttools==4.68.0
    Scripts/make-glyphs.py /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf

The outlines are committed, so nobody needs this to build; it is kept so that a glyph can be added.
"""

import sys
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

CHARACTERS = [chr(code) for code in range(0x20, 0x7F)] + list("°±×÷−–·…✓")
STEPS = 5  # chords a quadratic curve is cut into; at 200 px a letter the error is below 0.1 px

LICENCE = """\
// Outlines of DejaVu Sans Bold, written by Scripts/make-glyphs.py; do not edit.
//
// Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. DejaVu changes are in public domain.
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of the fonts
// accompanying this license ("Fonts") and associated documentation files (the "Font Software"), to
// reproduce and distribute the Font Software, including without limitation the rights to use, copy,
// merge, publish, distribute, and/or sell copies of the Font Software, and to permit persons to whom
// the Font Software is furnished to do so, subject to the following conditions:
//
// The above copyright and trademark notices and this permission notice shall be included in all
// copies of one or more of the Font Software typefaces.
//
// The Font Software may be modified, altered, or added to, and in particular the designs of glyphs
// or characters in the Fonts may be modified and additional glyphs or characters may be added to the
// Fonts, only if the fonts are renamed to names not containing either the words "Bitstream" or the
// word "Vera".
//
// This License becomes null and void to the extent applicable to Fonts or Font Software that has
// been modified and is distributed under the "Bitstream Vera" names.
//
// The Font Software may be sold as part of a larger software package but no copy of one or more of
// the Font Software typefaces may be sold by itself.
//
// THE FONT SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
// BUT NOT LIMITED TO ANY WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT OF COPYRIGHT, PATENT, TRADEMARK, OR OTHER RIGHT. IN NO EVENT SHALL BITSTREAM OR
// THE GNOME FOUNDATION BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, INCLUDING ANY GENERAL,
// SPECIAL, INDIRECT, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, WHETHER IN AN ACTION OF CONTRACT, TORT OR
// OTHERWISE, ARISING FROM, OUT OF THE USE OR INABILITY TO USE THE FONT SOFTWARE OR FROM OTHER
// DEALINGS IN THE FONT SOFTWARE.
//
// Except as contained in this notice, the names of Gnome, the Gnome Foundation, and Bitstream Inc.,
// shall not be used in advertising or otherwise to promote the sale, use or other dealings in this
// Font Software without prior written authorization from the Gnome Foundation or Bitstream Inc.,
// respectively. For further information, contact: fonts at gnome dot org.
"""


def polygons(glyphs, name):
    """The closed contours of a glyph as lists of integer points, y up from the baseline."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours, points = [], []
    for operator, arguments in pen.value:
        if operator == "moveTo":
            points = [arguments[0]]
        elif operator == "lineTo":
            points.append(arguments[0])
        elif operator == "qCurveTo":
            points += quadratic_spline(points[-1], arguments)
        elif operator == "closePath":
            contours.append([(round(x), round(y)) for x, y in points])
        else:
            raise ValueError(operator)
    return contours


def quadratic_spline(start, points):
    """TrueType's run of off-curve points, with the on-curve points between them left out."""
    *controls, end = points
    result = []
    for index, control in enumerate(controls):
        last = index == len(controls) - 1
        target = end if last else tuple((a + b) / 2 for a, b in zip(control, controls[index + 1]))
        for step in range(1, STEPS + 1):
            t = step / STEPS
            result.append(tuple(
                (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t * t * c
                for a, b, c in zip(start, control, target)))
        start = target
    return result


def main():
    font = TTFont(sys.argv[1])
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    points, lengths, table = [], [], []
    for character in CHARACTERS:
        name = names[ord(character)]
        contours = polygons(glyphs, name)
        table.append((ord(character), glyphs[name].width, len(lengths), len(contours)))
        for contour in contours:
            lengths.append(len(contour))
            points += contour
    cap_height = max(y for contour in polygons(glyphs, "H") for _, y in contour)
    lines = [LICENCE, f"constexpr double capHeight = {cap_height};", ""]
    lines += wrapped("constexpr int16_t outlinePoints[][2]", [f"{{{x},{y}}}" for x, y in points])
    lines += wrapped("constexpr uint16_t contourLengths[]", [str(n) for n in lengths])
    lines += wrapped("constexpr Glyph glyphs[]", [f"{{{c},{w},{f},{n}}}" for c, w, f, n in table])
    target = Path(__file__).resolve().parent.parent / "Sources/Native/CPictureIO/glyphs.inc"
    target.write_text("\n".join(lines))


def wrapped(declaration, items):
    lines, line = [declaration + " = {"], "   "
    for item in items:
        if len(line) + len(item) + 2 > 100:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return lines + [line, "};", ""]


if __name__ == "__main__":
    main()
