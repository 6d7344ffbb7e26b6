"""Where the picture and its boxes stand on the page."""

import unittest

from support import PageTest


class PlacementTests(PageTest):
    def evaluate(self, page, script, argument):
        return page.evaluate(
            f"async argument => {{ const m = await import('./shell/placement.js'); {script} }}", argument
        )

    def test_a_picture_is_fitted_whole_into_the_middle_of_the_stage(self):
        page = self.open()
        for picture, stage, expected, why in [
            ((640, 480), (640, 480), (0, 0, 640, 480), "it fits as it is"),
            ((640, 480), (1280, 480), (320, 0, 640, 480), "a wide stage leaves room beside it"),
            (
                (640, 480),
                (640, 960),
                (0, 240, 640, 480),
                "a high stage leaves room above and below",
            ),
            ((480, 640), (960, 960), (120, 0, 720, 960), "small pictures grow"),
            ((3840, 2160), (384, 300), (0, 42, 384, 216), "large ones shrink"),
            ((1, 1), (300, 200), (50, 0, 200, 200), "one pixel is a picture too"),
        ]:
            with self.subTest(why):
                rect = self.evaluate(
                    page,
                    "return m.fit(argument.picture, argument.stage)",
                    {
                        "picture": dict(zip(("width", "height"), picture)),
                        "stage": dict(zip(("width", "height"), stage)),
                    },
                )
                self.assertEqual(
                    tuple(rect[key] for key in ("x", "y", "width", "height")), expected
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
                          exif: m.orientation(argument.turns, argument.mirrored) };
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
