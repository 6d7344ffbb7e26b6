"""What counts as seeing a game as before: a game that differs in one thing, and what is said of it."""

import contextlib
import copy
import importlib.util
import io
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "Scripts/check-toss-references.py"
spec = importlib.util.spec_from_file_location("check_toss_references", SCRIPT)
references = importlib.util.module_from_spec(spec)
spec.loader.exec_module(references)

GAME = {
    "width": 1000, "height": 500,
    "objects": {
        str(frame): [[0.2 + frame / 1000, 0.3, 0.01, 0.8, 200, 90, 40, 1, 0], [0.7, 0.1, 0.02, 0.5, 30, 30, 30, 0, 0]]
        for frame in range(100)
    },
    "shifts": {"5": [0.001, 0.0]},
    "boards": [[12, [[0.5, 0.5], [0.6, 0.5], [0.6, 0.6], [0.5, 0.6]]]],
    "paths": [[[10, 0.2, 0.3, 0.01], [40, 0.6, 0.5, 0.01], 31]],
    "bags": [{"landed": 1, "firstFrame": 40, "restFrame": 60, "rest": "board", "place": [0.3, 0.5]}],
    "throws": [{"number": 1, "angle": [40.0, 1.0], "speed": [8.0, 0.2], "distance": None, "stand": None,
                "outcome": "board", "points": 1, "style": "underhand"}],
    "changes": [], "states": [[0, "lookingForBoard"]], "notices": [],
}  # fmt: skip


def moved(game, pixels, frames=100):
    for frame in range(frames):
        game["objects"][str(frame)][0][0] += pixels / game["width"]


def sightings(off):
    """-> the board's corners, all to the right by a part of the picture."""
    return [[x + off, y] for x, y in GAME["boards"][0][1]]


class ReferencesTest(unittest.TestCase):
    CASES = [
        ("nothing differs", lambda game: None, False),
        ("half of all objects lie 0.2 px off", lambda game: moved(game, 0.2), True),
        ("objects lie 0.04 px off, as rounding moves them", lambda game: moved(game, 0.04), False),
        ("3 % of the objects lie 1 px off", lambda game: moved(game, 1, frames=6), True),
        ("half of the objects are larger", lambda game: [things[0].__setitem__(2, 0.012) for things in game["objects"].values()],
         True),
        ("3 % are of another colour", lambda game: [game["objects"][str(k)][0].__setitem__(5, 95) for k in range(6)], True),
        ("3 % are no longer isolated", lambda game: [game["objects"][str(k)][0].__setitem__(7, 0) for k in range(6)], True),
        ("1 of 200 touches the edge", lambda game: game["objects"]["9"][0].__setitem__(8, 1), False),
        ("3 % of the objects have gone", lambda game: [game["objects"].pop(str(k)) for k in range(3)], True),
        ("1 of 200 objects has gone", lambda game: game["objects"]["7"].pop(), False),
        ("objects that were not there", lambda game: game["objects"]["3"].extend([[0.9, k / 20, 0.01, 0.8, 0, 0, 0, 1, 0] for k in range(9)]),
         True),
        ("a shift is missing", lambda game: game["shifts"].clear(), True),
        ("a shift differs by a fortieth of a pixel", lambda game: game["shifts"].update({"5": [0.001025, 0]}), False),
        ("a corner lies 0.1 px off", lambda game: game["boards"][0][1][0].__setitem__(0, 0.5001), True),
        ("a board is found later", lambda game: game["boards"][0].__setitem__(0, 20), True),
        ("the median of its sightings changes by 0.3 px", lambda game: game["boards"].append([20, sightings(0.0003)]), False),
        ("it changes by a pixel", lambda game: game["boards"].append([20, sightings(0.001)]), True),
        ("a path begins two frames later", lambda game: game["paths"][0][0].__setitem__(0, 12), True),
        ("a path begins a frame later", lambda game: game["paths"][0][0].__setitem__(0, 11), False),
        ("a path is new", lambda game: game["paths"].append([[70, 0, 0, 0], [80, 0, 0, 0], 11]), True),
        ("a bag lands elsewhere", lambda game: game["bags"][0].update(rest="hole"), True),
        ("an angle by a tenth of its error", lambda game: game["throws"][0].update(angle=[40.1, 1.0]), False),
        ("an angle by its error, half of the figures", lambda game: game["throws"][0].update(angle=[41.0, 1.0]), True),
        ("a figure is missing", lambda game: game["throws"][0].update(speed=None), True),
        ("a throw is missing", lambda game: game["throws"].clear(), True),
        ("points differ in 1 of 1 throws", lambda game: game["throws"][0].update(points=3), True),
        ("a state comes a frame later", lambda game: game["states"][0].__setitem__(0, 1), True),
        ("a notice is new", lambda game: game["notices"].append("The camera moved."), True),
    ]  # fmt: skip

    def test_differences(self):
        for words, change, is_wrong in self.CASES:
            with self.subTest(words):
                game = copy.deepcopy(GAME)
                change(game)
                with contextlib.redirect_stdout(io.StringIO()):
                    self.assertEqual(references.summarize([references.Comparison(GAME, game).run()]), is_wrong)


if __name__ == "__main__":
    unittest.main()
