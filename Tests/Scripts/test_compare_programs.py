"""When two lines of a program's output are the same, and when they say the same."""

import importlib.util
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("compare", root / "Scripts/compare-programs.py")
compare = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare)


class CompareProgramsTests(unittest.TestCase):
    def test_the_same_bytes_but_for_times(self):
        line = '{"file": "a.jpg", "sum": 7, "x": 0.50, "milliseconds": 12.5}'
        for other, expected, why in [
            (line, True, "itself"),
            (line.replace("12.5", "9"), True, "another time"),
            (line.replace("0.50", "0.5"), False, "a number that is written otherwise"),
            (line.replace("7", "8"), False, "another sum"),
        ]:
            with self.subTest(why):
                self.assertEqual(compare.is_same(line, other), expected)

    def test_numbers_within_their_bounds_and_all_else_the_same(self):
        for old, new, expected, why in [
            ({"x": 0.5}, {"x": 0.5000009}, True, "a millionth of 1"),
            ({"x": 0.5}, {"x": 0.500002}, False, "more than that"),
            ({"x": 5000.0}, {"x": 5000.004}, True, "a millionth of its size"),
            ({"x": 1}, {"x": 2}, False, "a count"),
            ({"x": 1}, {"x": 0.9999999}, True, "1.0 is written as 1"),
            ({"label": "board"}, {"label": "hole"}, False, "an outcome"),
            ({"x": 0.5}, {"y": 0.5}, False, "another key"),
            ({"x": [0.5]}, {"x": [0.5, 0.5]}, False, "one point more"),
            ({"x": None}, {"x": 0.0}, False, "nothing is not 0"),
            ({"speed": {"value": 7.0, "error": 0.2}}, {"speed": {"value": 7.019, "error": 0.2}}, True, "a tenth of its error"),
            ({"speed": {"value": 7.0, "error": 0.2}}, {"speed": {"value": 7.03, "error": 0.2}}, False, "more than that"),
            ({"corners": [[0.5, 0.5]]}, {"corners": [[0.500006, 0.5]]}, True, "0.02 pixels of 3,264"),
            ({"corners": [[0.5, 0.5]]}, {"corners": [[0.50001, 0.5]]}, False, "more than that"),
            ({"hole": {"center": [0.5]}}, {"hole": {"center": [0.500006]}}, False, "a hole is no corner"),
            ({"error": "No board."}, {"error": "There is no board."}, True, "a text of an error"),
            ({"milliseconds": 3.0}, {"milliseconds": 9.0}, True, "a time"),
        ]:  # fmt: skip
            with self.subTest(why):
                self.assertEqual(compare.is_within(old, new), expected)


if __name__ == "__main__":
    unittest.main()
