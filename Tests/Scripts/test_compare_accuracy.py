"""When a figure of accuracy is worse than the one recorded, and how it is found in a command's output."""

import importlib.util
import json
import re
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("compare", root / "Scripts/compare-accuracy.py")
compare = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare)


class CompareAccuracyTests(unittest.TestCase):
    def test_a_figure_is_worse_when_it_loses_more_than_its_noise(self):
        for better, noise, value, expected, why in [
            ("higher", 0, 90, False, "the same"),
            ("higher", 0, 91, False, "better"),
            ("higher", 0, 89, True, "one lost, and no noise"),
            ("higher", 2, 88, False, "as much as the noise"),
            ("higher", 2, 87.9, True, "more than the noise"),
            ("lower", 0, 90, False, "the same"),
            ("lower", 0, 89, False, "fewer faults"),
            ("lower", 1, 91, False, "as much as the noise"),
            ("lower", 1, 92, True, "more than the noise"),
        ]:
            with self.subTest(why, better=better):
                figure = {"recorded": 90, "noise": noise, "better": better}
                self.assertEqual(compare.is_worse(figure, value), expected)

    def test_a_figure_is_read_from_its_line_alone(self):
        text = "set   right\nall   1,055 of 1,200\nothers 7 of 9\n"
        for line, expected, why in [
            (r"^all +([\d,]+) of", 1055, "a number with commas"),
            (r"^others (\d+)", 7, "in a later line"),
            (r"^lost (\d+)", None, "the command no longer prints it"),
        ]:
            with self.subTest(why):
                self.assertEqual(compare.read({"line": line}, text), expected)

    def test_each_recorded_figure_has_a_line_with_one_group_a_noise_and_a_direction(self):
        names = []
        for check in json.loads(compare.file.read_text()):
            self.assertTrue(check["figures"], check["command"])
            for figure in check["figures"]:
                with self.subTest(figure["name"]):
                    self.assertEqual(re.compile(figure["line"]).groups, 1)
                    self.assertGreaterEqual(figure["noise"], 0)
                    self.assertIn(figure["better"], ("higher", "lower"))
                names.append(figure["name"])
        self.assertEqual(len(names), len(set(names)), "each has a name of its own")

    def test_each_recorded_command_is_there(self):
        for check in json.loads(compare.file.read_text()):
            program = check["command"].split()[0]
            with self.subTest(program):
                self.assertTrue(program.startswith(".build/") or (root / program).is_file())


if __name__ == "__main__":
    unittest.main()
