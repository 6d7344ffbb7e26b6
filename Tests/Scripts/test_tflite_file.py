"""Weights whose zeros were left out, and files that are damaged: each case with its reason."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

import tflite_file  # noqa: E402

NETWORK = ROOT / ".deps/mediapipe-0.10.21/pose_detection.tflite"


class List:
    """A list of places, as a table of the file has it."""

    def __init__(self, numbers):
        self.list = numbers

    def numbers(self, field, letter):
        return self.list


class Level:
    """How one extent is stored: all of it, or the places of `indices` between two `segments`."""

    def __init__(self, extent=None, segments=None, indices=None):
        self.extent, self.lists = extent, {3: segments, 5: indices}

    def number(self, field, letter, default=0):
        return {0: int(self.extent is None), 1: self.extent, 2: 1, 4: 1}[field]

    def table(self, field):
        return List(self.lists[field])


class Sparsity:
    def __init__(self, order, levels, blocks=()):
        self.lists, self.levels = {0: list(order), 1: list(blocks)}, levels

    def numbers(self, field, letter):
        return self.lists[field]

    def tables(self, field):
        return self.levels


class DenseTest(unittest.TestCase):
    CASES = [
        ("rows of which some places are stored", (3, 4), Sparsity((0, 1), [Level(3), Level(None, [0, 2, 2, 3], [1, 3, 0])]),
         [5, 6, 7], [0, 5, 0, 6, 0, 0, 0, 0, 7, 0, 0, 0]),
        ("columns first", (2, 3), Sparsity((1, 0), [Level(3), Level(None, [0, 1, 1, 3], [1, 0, 1])]),
         [5, 6, 7], [0, 0, 6, 5, 0, 7]),
        ("blocks of two columns", (2, 4),
         Sparsity((0, 1, 2), [Level(2), Level(None, [0, 1, 2], [1, 0]), Level(2)], blocks=(1,)),
         [5, 6, 7, 8], [0, 0, 5, 6, 7, 8, 0, 0]),
        ("all of it stored", (2, 2), Sparsity((0, 1), [Level(2), Level(2)]), [1, 2, 3, 4], [1, 2, 3, 4]),
        ("nothing stored", (1, 2), Sparsity((0, 1), [Level(1), Level(None, [0, 0], [])]), [], [0, 0]),
    ]  # fmt: skip

    def test_dense(self):
        for words, shape, sparsity, numbers, expected in self.CASES:
            with self.subTest(words):
                self.assertEqual(tflite_file.dense(shape, sparsity, numbers), expected)


class DamagedTest(unittest.TestCase):
    def test_other_files(self):
        for words, data in [("nothing", b""), ("text", b"Dear reader"), ("only the format's mark", b"\x1c\0\0\0TFL3")]:
            with self.subTest(words), self.assertRaises((ValueError, IndexError, tflite_file.struct.error)):
                tflite_file.Network(data)

    @unittest.skipUnless(NETWORK.exists(), "needs what 'make setup' fetches")
    def test_cut_short(self):
        whole = NETWORK.read_bytes()
        for part in (100, 5000, len(whole) // 2, len(whole) - 9):
            with self.subTest(part), self.assertRaises((ValueError, IndexError, tflite_file.struct.error)):
                network = tflite_file.Network(whole[:part])
                for layer in network.layers:
                    for tensor in layer.inputs[1:3]:
                        network.values(tensor)


if __name__ == "__main__":
    unittest.main()
