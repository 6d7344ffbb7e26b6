"""Where the picture and its boxes stand on the page."""

import unittest

from support import PageTest

keys = ("x", "y", "width", "height")


def rectangle(numbers):
    return dict(zip(keys, numbers))


class PlacementTests(PageTest):
    def evaluate(self, page, script, argument):
        return page.evaluate(
            f"async argument => {{ const m = await import('./shell/placement.js'); {script} }}", argument
        )

    def test_the_picture_covers_the_room_with_all_dice_in_the_view(self):
        page = self.open()
        lying, upright = (1280, 720), (720, 1280)
        whole = (0, 0, 1000, 800)
        left = (0, 100, 600, 700)
        middle = [(0.45, 0.45, 0.1, 0.1)]
        for picture, view, boxes, expected, why in [
            (lying, whole, [], (-211, 0, 1422, 800), "without dice it covers the room from its middle"),
            (upright, whole, [], (0, -489, 1000, 1778), "upright, too"),
            (lying, left, middle, (-411, 0, 1422, 800), "the die is in the middle of the view, as far as the picture covers"),
            (lying, left, [(0.8, 0.45, 0.1, 0.1)], (-688, 0, 1422, 800), "a die at the right comes into the view"),
            (lying, left, [(0.02, 0.45, 0.1, 0.1)], (0, 0, 1422, 800), "at the left it has to stay covering"),
            (lying, left, [(0, 0.4, 0.1, 0.1), (0.9, 0.4, 0.1, 0.1)], (8, 302, 584, 328), "dice far apart shrink it"),
            (lying, left, [(0.5, 0.5, 0.02, 0.02)], (-2239, -978, 4978, 2800), "a small die makes it grow"),
            (lying, left, [(0.2, 0.5, 0.01, 0.02), (0.6, 0.5, 0.01, 0.02)], (-277, 0, 1424, 801), "as far as all have room"),
        ]:
            with self.subTest(why):
                rect = self.evaluate(
                    page,
                    "return m.crop(argument.picture, argument.room, argument.view,"
                    " { boxes: argument.boxes, side: 56, clearance: 8 })",
                    {
                        "picture": dict(zip(("width", "height"), picture)),
                        "room": {"width": 1000, "height": 800},
                        "view": rectangle(view),
                        "boxes": [rectangle(box) for box in boxes],
                    },
                )
                self.assertEqual(tuple(round(rect[key]) for key in keys), expected)

    def test_labels_stand_beside_their_dice_and_on_no_other(self):
        page = self.open()
        view = (0, 0, 200, 200)
        die = (80, 80, 40, 40)
        for dice, before, expected, why in [
            ([die], [], [(90, 60)], "above, where no hand is"),
            ([(80, 0, 40, 40)], [], [(120, 10)], "at the upper edge beside it"),
            ([die], [3], [(90, 120)], "where it stood before it stays"),
            ([die, (80, 45, 40, 30)], [], [(120, 90), (90, 25)], "not on the die above"),
            ([die, (80, 24, 40, 38)], [], [(120, 90), (90, 4)], "a place that covers nothing before one that covers a little"),
            (
                [die, *[(80 + 40 * x, 80 + 40 * y, 40, 40) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]],
                [],
                [None],
                "among dice on all sides it is left out",
            ),
        ]:
            with self.subTest(why):
                found = self.evaluate(
                    page,
                    "return m.besides(argument.dice, argument.dice.map(() => ({ width: 20, height: 20 })),"
                    " argument.view, argument.before).map((place) => place && [place.x, place.y])",
                    {
                        "dice": [rectangle(one) for one in dice],
                        "view": rectangle(view),
                        "before": before,
                    },
                )
                self.assertEqual(
                    [place and tuple(place) for place in found[: len(expected)]], expected
                )

    def test_frames_are_bounded_and_keep_their_shape(self):
        page = self.open()
        for size, expected in [
            ((3840, 2160), (1280, 720)),
            ((640, 480), (640, 480)),
            ((1, 1), (1, 1)),
            ((5000, 1), (1280, 1)),
        ]:
            with self.subTest(size):
                bounded = self.evaluate(
                    page, "return m.bounded(argument, 1280)", {"width": size[0], "height": size[1]}
                )
                self.assertEqual((bounded["width"], bounded["height"]), expected)

    def test_the_page_turns_the_picture_as_the_network_gets_it(self):
        """At each of the eight attitudes the mark that lies on a pixel for the module's reading lies on
        the same pixel on the page: both turn one picture with a red corner."""
        page = self.open("add")
        for turns in range(4):
            for mirrored in (False, True):
                with self.subTest(turns=turns, mirrored=mirrored):
                    places = self.evaluate(
                        page,
                        """
                        const rect = { x: 0, y: 0, ...m.turnedSize({ width: 80, height: 40 }, argument.turns) };
                        const stage = document.createElement("div");
                        Object.assign(stage.style, { position: "fixed", left: 0, top: 0,
                          width: `${rect.width}px`, height: `${rect.height}px` });
                        const picture = document.createElement("div");
                        const corner = document.createElement("div");
                        picture.append(corner);
                        stage.append(picture);
                        document.body.append(stage);
                        Object.assign(picture.style, { position: "absolute", left: "50%", top: "50%" });
                        const { width, height, transform } = m.attitude(rect, argument.turns, argument.mirrored);
                        Object.assign(picture.style, { width: `${width}px`, height: `${height}px`, transform });
                        Object.assign(corner.style, { position: "absolute", left: 0, top: 0,
                          width: "10px", height: "10px" });
                        const shown = corner.getBoundingClientRect();
                        stage.remove();
                        return { shown: [shown.x + 5, shown.y + 5], size: [width, height],
                          exif: (await import("./engine/orientation.js")).orientation(argument.turns, argument.mirrored) };
                        """,
                        {"turns": turns, "mirrored": mirrored},
                    )
                    # Where EXIF says that the first pixel of the first row comes to lie.
                    top_left, top_right, bottom_left, bottom_right = (
                        (5, 5),
                        (75, 5),
                        (5, 35),
                        (75, 35),
                    )
                    turned = {
                        (x, y): (x if x == 5 else 35, y if y == 5 else 75)
                        for x, y in (top_left, top_right, bottom_left, bottom_right)
                    }
                    corner = {
                        1: top_left,
                        2: top_right,
                        3: bottom_right,
                        4: bottom_left,
                        5: turned[top_left],
                        6: turned[top_right],
                        7: turned[bottom_right],
                        8: turned[bottom_left],
                    }[places["exif"]]
                    self.assertEqual(tuple(round(at) for at in places["shown"]), corner)
                    self.assertEqual(places["size"], [80, 40])


if __name__ == "__main__":
    unittest.main()
