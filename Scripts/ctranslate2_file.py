"""Reads the weights of a CTranslate2 model (`model.bin`, version 6), without that library.

A file is a sequence of little-endian numbers and of strings, each a 16-bit length and as many bytes, of which the last
is zero: the format's version, the specification's name and revision, how many tensors there are, and for each its
name, extents, the number of its type, its size in bytes, and its numbers. CTranslate2 writes it in
`python/ctranslate2/specs/model_spec.py`, `ModelSpec._serialize`.
"""

import math
import struct

VERSION = 6
TYPES = {0: "f", 1: "b", 2: "h", 3: "i", 4: "e"}  # for `struct`: float32, int8, int16, int32, float16


class Cursor:
    def __init__(self, data):
        self.data, self.place = memoryview(data), 0

    def bytes(self, count):
        part = self.data[self.place : self.place + count]
        if len(part) < count:
            raise ValueError("the file ends too early")
        self.place += count
        return part

    def number(self, form):
        return struct.unpack("<" + form, self.bytes(struct.calcsize("<" + form)))[0]

    def text(self):
        return bytes(self.bytes(self.number("H"))[:-1]).decode()


def tensors(data, begin=""):
    """The specification's name; and of the tensors whose names begin so, by name, the extents and the numbers, the last
    extent changing fastest."""
    cursor = Cursor(data)
    if (version := cursor.number("I")) != VERSION:
        raise ValueError(f"version {version} of the format, not {VERSION}")
    specification = cursor.text()
    cursor.number("I")  # its revision
    found = {}
    for _ in range(cursor.number("I")):
        name = cursor.text()
        shape = [cursor.number("I") for _ in range(cursor.number("B"))]
        form = TYPES[cursor.number("B")]
        numbers = cursor.bytes(cursor.number("I"))
        count = math.prod(shape)
        if len(numbers) != count * struct.calcsize("<" + form):
            raise ValueError(f"{name} has {len(numbers)} bytes and {count} numbers")
        if name.startswith(begin):
            found[name] = shape, struct.unpack(f"<{count}{form}", numbers)
    return specification, found
