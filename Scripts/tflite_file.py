"""Reads a network of TensorFlow Lite: its layers in their order, and its weights, also where they are stored as floats
of 16 bits or without their zeros.

A file is a flatbuffer, <https://flatbuffers.dev/internals/>: a table begins with the distance to a list that says where
each of its fields lies. Which field is which is from TensorFlow's `schema.fbs`, version 3. Nothing but Python is needed.
"""

import math
import struct
from dataclasses import dataclass

LETTERS = {0: "f", 1: "e", 2: "i"}  # types of tensors: floats of 32 and 16 bits, integers
SIZES = {1: "i", 2: "H", 3: "B"}  # of the numbers in a list of places: types of the union SparseIndexVector
OPERATIONS = {
    0: "add", 2: "concatenation", 3: "convolution", 4: "depthwise", 5: "depth to space", 6: "dequantize", 14: "logistic",
    17: "maximum pool", 22: "reshape", 23: "resize bilinear", 39: "transpose", 45: "strided slice", 124: "densify",
}  # fmt: skip


class Table:
    """A table of a flatbuffer."""

    def __init__(self, data, place):
        self.data, self.place = data, place
        self.fields = place - self.read("i", place)
        self.size = self.read("H", self.fields)

    def read(self, letter, place):
        if not 0 <= place <= len(self.data) - struct.calcsize(letter):
            raise ValueError(f"the file points to byte {place}, where it is over")
        return struct.unpack_from("<" + letter, self.data, place)[0]

    def field(self, number):
        """Where a field lies; None where it has its default."""
        place = 4 + 2 * number
        offset = self.read("H", self.fields + place) if place < self.size else 0
        return self.place + offset if offset else None

    def number(self, number, letter, default=0):
        place = self.field(number)
        return default if place is None else self.read(letter, place)

    def table(self, number):
        place = self.field(number)
        return None if place is None else Table(self.data, place + self.read("I", place))

    def list(self, number):
        """Where a list's first element lies, and how many there are."""
        place = self.field(number)
        if place is None:
            return 0, 0
        place += self.read("I", place)
        return place + 4, self.read("I", place)

    def numbers(self, number, letter):
        place, count = self.list(number)
        size = struct.calcsize(letter)
        if place + count * size > len(self.data):
            raise ValueError(f"a list of {count} numbers reaches beyond the file")
        return list(struct.unpack_from(f"<{count}{letter}", self.data, place))

    def tables(self, number):
        place, count = self.list(number)
        return [Table(self.data, at + self.read("I", at)) for at in range(place, place + 4 * count, 4)]

    def text(self, number):
        place, count = self.list(number)
        return bytes(self.data[place : place + count]).decode()


@dataclass
class Layer:
    """What is done, and the tensors that it is done to and that it makes, by their numbers."""

    operation: str
    inputs: list
    outputs: list


class Network:
    """`layers`, without those that only unpack weights."""

    def __init__(self, data):
        if bytes(data[4:8]) != b"TFL3":
            raise ValueError("this is no network of TensorFlow Lite")
        model = Table(memoryview(data), struct.unpack_from("<I", data)[0])
        codes = [max(code.number(0, "b"), code.number(3, "i")) for code in model.tables(1)]
        graph = model.tables(2)[0]
        self.buffers, self.tensors = model.tables(4), graph.tables(0)
        self.layers, self.packed = [], {}
        for table in graph.tables(3):
            code = codes[table.number(0, "I")]
            layer = Layer(OPERATIONS.get(code, f"number {code}"), table.numbers(1, "i"), table.numbers(2, "i"))
            if layer.operation in ("dequantize", "densify"):
                self.packed[layer.outputs[0]] = layer.inputs[0]
            else:
                self.layers.append(layer)

    def shape(self, tensor):
        return self.tensors[tensor].numbers(0, "i")

    def name(self, tensor):
        return self.tensors[tensor].text(3)

    def values(self, tensor):
        """A weight's numbers, the last extent changing fastest, zeros and all."""
        while tensor in self.packed:
            tensor = self.packed[tensor]
        table = self.tensors[tensor]
        letter = LETTERS[table.number(1, "b")]
        numbers = self.buffers[table.number(2, "I")].numbers(0, "B")
        numbers = list(struct.unpack(f"<{len(numbers) // struct.calcsize(letter)}{letter}", bytes(numbers)))
        sparsity = table.table(6)
        if sparsity:
            numbers = dense(self.shape(tensor), sparsity, numbers)
        if len(numbers) != math.prod(self.shape(tensor)):
            raise ValueError(f"{self.name(tensor)} has {len(numbers)} numbers, not {self.shape(tensor)}")
        return numbers


def dense(shape, sparsity, numbers):
    """Numbers with the zeros that were left out.

    Extents are gone through in the order of `traversal_order`, those of blocks last; of a sparse one only the places
    that `indices` lists between two `segments` are stored.
    """
    order, blocks = sparsity.numbers(0, "i"), sparsity.numbers(1, "i")
    levels = []
    for table in sparsity.tables(2):
        if table.number(0, "b") == 0:
            levels.append((table.number(1, "i"), None, None))
        else:
            segments, indices = (
                table.table(field + 1).numbers(0, SIZES[table.number(field, "B")]) for field in (2, 4)
            )
            levels.append((None, segments, indices))
    sizes = {order[at]: levels[at][0] for at in range(len(shape), len(order))}
    whole = [0.0] * math.prod(shape)
    steps = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]

    def step(axis):
        """How far one step along an axis, or along a block's, leads in the whole."""
        if axis >= len(shape):
            return steps[blocks[axis - len(shape)]]
        block = [extent for at, extent in sizes.items() if blocks[at - len(shape)] == axis]
        return steps[axis] * math.prod(block)

    def visit(level, stored, place):
        if level == len(levels):
            whole[place] = numbers[stored]
            return
        extent, segments, indices = levels[level]
        if segments is None:
            for index in range(extent):
                visit(level + 1, stored * extent + index, place + index * step(order[level]))
        else:
            for at in range(segments[stored], segments[stored + 1]):
                visit(level + 1, at, place + indices[at] * step(order[level]))

    visit(0, 0, 0)
    return whole
