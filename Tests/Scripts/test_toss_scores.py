"""When flights, boards and landings are found: tables of cases, each with its reason."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))

from toss_scores import board_bounds, is_board_right, place, score_flights, score_landings  # noqa: E402

WIDTH, HEIGHT = 1000, 500


def flight(frames, required=True, points=True, y=100):
    """A ball that flies to the right by 10 pixels a frame; labelled in every third frame."""
    first, last = frames
    made = {"startFrame": first, "endFrame": last, "required": required}
    return made | ({"points": [[k, 10 * k, y] for k in range(first, last + 1, 3)]} if points else {})


def path(frames, off=0, y=100):
    return {"points": [[k, (10 * k + off + 0.5) / WIDTH, (y + 0.5) / HEIGHT] for k in range(frames[0], frames[1] + 1)]}


class FlightTests(unittest.TestCase):
    def score(self, paths, flights):
        score = score_flights(paths, {"width": WIDTH, "height": HEIGHT, "flights": flights})
        return score.found, score.amply, len(score.false)

    def test_where_a_flight_is_between_its_labelled_frames(self):
        def fall(k):
            return 2.0 * k, 0.5 * k * k

        labelled = {"points": [[k, *fall(k)] for k in (0, 3, 6, 9)]}
        for why, points, frame, wanted in [
            ("a labelled frame", labelled, 3, fall(3)),
            ("gravity bends it between two", labelled, 4, fall(4)),
            ("before the second", labelled, 1, fall(1)),
            ("after the last but one", labelled, 8, fall(8)),
            ("two are a line", {"points": [[0, 0, 0], [4, 8, 4]]}, 1, (2, 1)),
            ("before the first", {"points": [[2, 0, 0], [4, 8, 4]]}, 1, None),
            ("none is labelled", {}, 1, None),
        ]:
            with self.subTest(why):
                found = place(points, frame)
                if wanted is None:
                    self.assertIsNone(found)
                else:
                    for a, b in zip(found, wanted):
                        self.assertAlmostEqual(a, b)

    def test_what_paths_make_of_flights(self):
        whole = flight((10, 40))
        for why, paths, flights, wanted in [
            ("nothing is reported", [], [whole], (0, 0, 0)),
            ("the whole path", [path((10, 40))], [whole], (1, 1, 0)),
            ("half of its frames suffice, and are not ample", [path((10, 26))], [whole], (1, 0, 0)),
            ("a fragment is a miss, not false", [path((10, 20))], [whole], (0, 0, 0)),
            ("a path that is 2 % of the width away is near", [path((10, 40), off=19)], [whole], (1, 1, 0)),
            ("farther off it is another thing", [path((10, 40), off=22)], [whole], (0, 0, 1)),
            ("a second path of a flight is false", [path((10, 40)), path((12, 38))], [whole], (1, 1, 1)),
            ("a fragment beside the path, too", [path((10, 30)), path((31, 40))], [whole], (1, 0, 1)),
            ("a path at another time is false", [path((60, 80))], [whole], (0, 0, 1)),
            ("one point is no evidence", [path((40, 48))], [whole], (0, 0, 1)),
            ("an optional flight is neither", [path((10, 40))], [flight((10, 40), required=False)], (0, 0, 0)),
            ("elsewhere at its time it does not count", [path((10, 40), off=300)], [flight((10, 40), False)], (0, 0, 1)),
            ("without points its time decides", [path((10, 40), 300)], [flight((10, 40), False, False)], (0, 0, 0)),
            ("each of two flights has its path", [path((10, 40)), path((10, 40), y=300)], [whole, flight((10, 40), y=300)], (2, 2, 0)),
        ]:
            with self.subTest(why):
                self.assertEqual(self.score(paths, flights), wanted)


def square(x, y, side):
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


class BoardTests(unittest.TestCase):
    def test_bounds_follow_the_smaller_of_picture_and_board(self):
        for why, side, wanted in [
            ("a large board: 1.5 and 1 % of the picture's width", 500, (15, 10)),
            ("a board of 100 pixels: 8 and 6 % of it", 100, (8, 6)),
            ("never less than what a mark is good for", 20, (2, 2)),
        ]:
            with self.subTest(why):
                self.assertEqual(board_bounds(square(0, 0, side), WIDTH), wanted)

    def test_when_a_board_is_right(self):
        truth = {"corners": square(100, 100, 100), "hole": {"center": [150, 120]}}
        for why, corners, hole, marked, wanted in [
            ("as marked", square(100, 100, 100), (150, 120), truth, True),
            ("7 pixels off", square(107, 100, 100), (150, 120), truth, True),
            ("9 pixels off", square(109, 100, 100), (150, 120), truth, False),
            ("its hole is off", square(100, 100, 100), (157, 120), truth, False),
            ("its hole cannot be seen", square(100, 100, 100), (170, 120), truth | {"hole": None}, True),
            ("so small that finding it counts", square(3, 8, 30), (9, 9), truth | {"corners": square(0, 0, 39)}, True),
        ]:
            with self.subTest(why):
                self.assertEqual(is_board_right(corners, hole, marked, WIDTH), wanted)


class LandingTests(unittest.TestCase):
    def test_what_is_made_of_landings(self):
        def landing(frame, outcome):
            return {"restFrame": frame, "outcome": outcome}

        hole, cut = landing(100, "hole"), landing(100, None)
        for why, reported, truth, wanted in [
            ("right, ten frames late", [landing(110, "hole")], [hole], (1, 0, 0, 0)),
            ("another outcome", [landing(100, "board")], [hole], (0, 0, 1, 0)),
            ("eleven frames late it is missing and invented", [landing(111, "hole")], [hole], (0, 0, 1, 1)),
            ("missing", [], [hole], (0, 0, 1, 0)),
            ("unsure", [landing(100, None)], [hole], (0, 1, 0, 0)),
            ("cut, and reported as that", [landing(100, None)], [cut], (0, 0, 0, 0)),
            ("cut, and not reported", [], [cut], (0, 0, 0, 0)),
            ("cut, and decided all the same", [landing(100, "off")], [cut], (0, 0, 1, 0)),
            ("a missing one does not shift the next", [landing(200, "off")], [hole, landing(200, "off")], (1, 0, 1, 0)),
            ("invented", [landing(100, "hole"), landing(300, "off")], [hole], (1, 0, 0, 1)),
        ]:
            with self.subTest(why):
                score = score_landings(reported, {"fps": 30, "landings": truth})
                self.assertEqual((score.right, score.unsure, len(score.wrong), len(score.invented)), wanted)

    def test_slowed_film_has_as_many_frames_more_to_be_late_in(self):
        truth = {"fps": 30, "slowness": 4, "landings": [{"restFrame": 400, "outcome": "hole"}]}
        for frame, right in [(440, 1), (441, 0)]:
            self.assertEqual(score_landings([{"restFrame": frame, "outcome": "hole"}], truth).right, right)


if __name__ == "__main__":
    unittest.main()
