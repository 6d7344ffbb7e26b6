"""The picture is the ground of the screen: how much of it is seen, how large its dice are, and that it
stays while a question is open. With cameras of both shapes."""

import base64
import json
import subprocess
import unittest

from support import PageTest, held, root, shape, shared, temporary

# Screen, the part of it that has to show the picture while a question is open, and the smallest die in CSS
# pixels: what a child sees at arm's length, and in the hand.
screens = [
    ((390, 844), 0.30, 28),
    ((844, 390), 0.30, 28),
    ((768, 1024), 0.30, 40),
    ((1024, 768), 0.35, 40),
    ((1440, 900), 0.40, 40),
]
# Where five dice reach from edge to edge of the view, neither they nor the picture can be as large as that:
# the same two figures of a clip on a screen, the smaller of two runs, the die less the pixel by which its box
# differs from frame to frame.
crowded = {
    ("five-red-dice-2.mp4", (390, 844)): (0.30, 22),
    ("five-red-dice-2.mp4", (844, 390)): (0.30, 22),
    ("five-red-dice-2.mp4", (768, 1024)): (0.30, 30),
    ("five-red-dice-3.mp4", (390, 844)): (0.30, 14),
    ("five-red-dice-3.mp4", (844, 390)): (0.28, 14),
    ("five-red-dice-3.mp4", (768, 1024)): (0.27, 20),
    ("five-red-dice-3.mp4", (1024, 768)): (0.35, 30),
    ("five-red-dice-3.mp4", (1440, 900)): (0.40, 35),
    ("five-red-dice-4.mp4", (390, 844)): (0.30, 21),
    ("five-red-dice-4.mp4", (844, 390)): (0.30, 22),
    ("five-red-dice-4.mp4", (768, 1024)): (0.30, 31),
}
# The part before there is a question, on every screen.
before_a_question = 0.60
# The paper for two digits, in CSS pixels.
sheet = (300, 180)
# The part of a die that a label may cover.
coverable = 0.1

# What lies on the picture, and where the picture, its marks and their labels lie. All in CSS pixels.
geometry = """() => {
  const rects = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter((rect) => rect.width > 1)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
  return {
    covers: rects('#play > .bar > *, #tools > *, #play > .talk > *, #tray, #pad'),
    picture: rects('#frame')[0], dice: rects('#marks .mark'), labels: rects('#marks .mark b'),
    ink: rects('#ink')[0], view: rects('#view')[0],
  };
}"""

# The part of a screenshot that has the colour of the picture.
coloured = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] > 180 && data[at + 1] < 90 && data[at + 2] > 180) count += 1;
  return count / (image.width * image.height);
}"""


def shared_area(a, b):
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return max(0, across) * max(0, down)


def uncovered(found, size):
    """-> the part of the screen that shows the picture with nothing on it."""
    picture = found["picture"]
    left, top = max(0, picture["x"]), max(0, picture["y"])
    right = min(size[0], picture["x"] + picture["width"])
    bottom = min(size[1], picture["y"] + picture["height"])
    covers = found["covers"]
    # Between two neighbouring edges of all rectangles, either all of a strip is covered or none.
    xs = {left, right, *(x for one in covers for x in (one["x"], one["x"] + one["width"]))}
    ys = {top, bottom, *(y for one in covers for y in (one["y"], one["y"] + one["height"]))}
    xs, ys = sorted(x for x in xs if left <= x <= right), sorted(y for y in ys if top <= y <= bottom)
    area = 0
    for x, next_x in zip(xs, xs[1:]):
        for y, next_y in zip(ys, ys[1:]):
            cell = {"x": x, "y": y, "width": next_x - x, "height": next_y - y}
            if not any(shared_area(cell, one) for one in covers):
                area += cell["width"] * cell["height"]
    return area / (size[0] * size[1])


def fills(dice, view):
    """Whether the dice reach from edge to edge of the view, but for the margin that the page leaves."""
    margin = 2 * 4 + 2
    across = max(one["x"] + one["width"] for one in dice) - min(one["x"] for one in dice)
    # With what is seen of their sides.
    down = max(one["y"] + 1.3 * one["height"] for one in dice) - min(one["y"] for one in dice)
    return across >= view["width"] - margin or down >= view["height"] - margin


def cropped(source, target, crop):
    """Writes the part of a clip that a camera of another shape would have filmed."""
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", source, "-vf", f"crop={crop}", "-qp", "0", target], check=True
    )
    return target


class CameraTest(PageTest):
    """Each test starts browsers of its own: a browser's camera shows one clip."""

    @classmethod
    def setUpClass(cls):
        cls.serve()
        cls.folder = temporary(cls)

    def look(self, size, **options):
        page = self.open("add", size=size, **options)
        page.click("#use-camera")
        page.wait_for_function("() => document.getElementById('video').videoWidth > 0")
        return page


class BeforeTests(CameraTest):
    served = True

    def test_before_a_question_hardly_anything_lies_on_the_picture(self):
        for camera in ("1280x720", "720x1280"):
            clip = self.folder / f"{camera}.y4m"
            subprocess.run(
                ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"color=magenta:s={camera}:r=5:d=2"]
                + ["-pix_fmt", "yuv420p", clip],
                check=True,
            )
            with self.another(clip=clip, cameras=2) as self.browser:
                # Playwright takes pictures of Firefox with a style of its own, which the page's policy forbids.
                page = self.look(screens[0][0], checked=self.browser.name != "firefox")
                for size, *_ in screens:
                    with self.subTest(camera=camera, size=size):
                        self.resize(page, size)
                        page.wait_for_timeout(300)
                        found = page.evaluate(geometry)
                        self.assertIsNone(found.get("ink"), "there is no paper")
                        part = uncovered(found, size)
                        self.assertGreaterEqual(part, before_a_question)
                        # What is measured is what is seen, but for round corners and shadows.
                        shot = base64.b64encode(page.screenshot()).decode()
                        self.assertAlmostEqual(page.evaluate(coloured, shot), part, delta=0.03)
                self.doCleanups()


class QuestionTest(CameraTest):
    served = True

    def check_clip(self, source, roll, name, width):
        """`width` such that the clip is no higher than the 720 pixels that the page asks for: of a higher one
        Chromium's camera shows a part."""
        clip = self.folder / "camera.y4m"
        own_width, own_height, _ = shape(source)
        height = round(width * own_height / own_width / 2) * 2
        held(source, clip, [roll["rest"]], 40, size=(width, height))
        with self.another(clip=clip) as self.browser:
            for size, *goal in screens:
                minimum_part, minimum_side = crowded.get((name, size), goal)
                with self.subTest(clip=name, size=size):
                    page = self.look(size)
                    page.wait_for_selector("#play[data-open] .die-tile")
                    page.wait_for_function(
                        "(count) => document.querySelectorAll('#marks .mark b').length === count",
                        arg=len(roll["values"]),
                    )
                    self.assertEqual(self.values(page), roll["values"])
                    found = page.evaluate(geometry)
                    part = uncovered(found, size)
                    smallest = min(min(die["width"], die["height"]) for die in found["dice"])
                    print(
                        f"{name} {size[0]}x{size[1]}: {part:.0%} seen, dice {smallest:.1f} px,"
                        f" sheet {found['ink']['width']:.0f}x{found['ink']['height']:.0f}"
                    )
                    self.assertGreaterEqual(part, minimum_part)
                    self.assertGreaterEqual(smallest, minimum_side)
                    if (name, size) in crowded:
                        self.assertTrue(fills(found["dice"], found["view"]), "there is room for more")
                    self.assertGreaterEqual(found["ink"]["width"], sheet[0])
                    self.assertGreaterEqual(found["ink"]["height"], sheet[1])
                    self.check_dice(found, size)
                    self.check_stays(page, found["picture"], sum(roll["values"]))
                    self.doCleanups()

    def check_dice(self, found, size):
        for die in found["dice"]:
            # What is seen of its sides below its top, whose box it is.
            whole = {**die, "height": 1.3 * die["height"]}
            self.assertGreaterEqual(min(whole["x"], whole["y"]), 0)
            self.assertLessEqual(whole["x"] + whole["width"], size[0])
            self.assertLessEqual(whole["y"] + whole["height"], size[1] + 0.5)
            self.assertLess(sum(shared_area(whole, one) for one in found["covers"]), 1, "a die is covered")
            area = die["width"] * die["height"]
            for label in found["labels"]:
                self.assertLessEqual(shared_area(die, label) / area, coverable)

    def check_stays(self, page, picture, right):
        """The picture does not move, whatever is answered."""
        place = "() => { const { x, y } = document.getElementById('frame').getBoundingClientRect(); return [x, y]; }"
        for answer in (right + 1, right):
            self.type_answer(page, answer)
            if answer == right:
                page.wait_for_selector(".result.solved")
            else:
                page.wait_for_selector("#pip-face[data-mood=wrong]")
            self.assertEqual(page.evaluate(place), [picture["x"], picture["y"]])


class SampleQuestionTests(QuestionTest):
    """Our own rendered clip, as cameras of both shapes would have filmed it."""

    def test_a_lying_camera(self):
        self.check("640:360:0:72", 640)

    def test_an_upright_camera(self):
        self.check("360:480:75:0", 480)

    def check(self, crop, width):
        roll, *_ = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        source = cropped(root / "Samples/rolls.mp4", self.folder / "cropped.mkv", crop)
        self.check_clip(source, roll, f"rolls.mp4 {crop}", width)


@unittest.skipUnless((shared / "data/rolls").is_dir(), "the clips of ../shared are not here")
class TooManyTests(QuestionTest):
    def test_dice_that_are_too_many_are_all_in_view(self):
        truth = json.loads((shared / "data/rolls/truth.json").read_text())
        clip = next(clip for clip in truth["clips"] if clip["file"].startswith("five-red-dice"))
        source = shared / "data/rolls" / clip["file"]
        width, height, _ = shape(source)
        film = self.folder / "camera.y4m"
        held(source, film, [clip["rolls"][0]["rest"]], 30, size=(344, round(344 * height / width / 2) * 2))
        with self.another(clip=film) as self.browser:
            page = self.open("multiply", size=screens[0][0])
            page.click("#use-camera")
            self.prompt(page, "Three dice or fewer")
            for size, *_ in screens:
                with self.subTest(size=size):
                    self.resize(page, size)
                    page.wait_for_timeout(500)
                    found = page.evaluate(geometry)
                    self.assertEqual(len(found["dice"]), 5)
                    self.check_dice(found, size)
            self.doCleanups()


@unittest.skipUnless((shared / "data/rolls").is_dir(), "the clips of ../shared are not here")
class UprightQuestionTests(QuestionTest):
    """Five dice that somebody filmed with a telephone held upright."""

    def test_real_upright_cameras(self):
        truth = json.loads((shared / "data/rolls/truth.json").read_text())
        for clip in truth["clips"]:
            if clip["file"].startswith("five-red-dice"):
                source = shared / "data/rolls" / clip["file"]
                self.check_clip(source, clip["rolls"][0], clip["file"], 344)


if __name__ == "__main__":
    unittest.main()
