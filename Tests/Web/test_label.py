"""The page of `dice label`: boxes are drawn, moved, given values and saved, by mouse, keys and fingers."""

import json
import re
import shutil
import subprocess
import unittest

from axe_playwright_python.sync_playwright import Axe

import browsers
from support import patience, program, root, temporary



@unittest.skipUnless(program.exists(), "'swift build --build-tests' builds the program")
class LabelTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(browsers.launch("chromium"))

    def setUp(self):
        self.folder = temporary(self)
        for name in ("a.jpg", "b.jpg"):
            shutil.copy(root / "Samples/dice.jpg", self.folder / name)
        server = subprocess.Popen(
            [program, "dice", "label", self.folder, "--port", "0"], stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.address = re.search(r"http://\S+", server.stderr.readline())[0]

    def open(self, size=(1180, 820), **options):
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.addCleanup(context.close)
        context.set_default_timeout(patience)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        self.addCleanup(lambda: self.assertEqual(errors, []))
        page.goto(self.address)
        page.get_by_text("As the program reads it").wait_for()
        return page

    def saved(self, name):
        """The values and boxes of a photograph in the file, from left to right."""
        content = json.loads((self.folder / "annotations.json").read_text())
        image = next(image for image in content["images"] if image["file_name"] == name)
        self.assertEqual((image["width"], image["height"]), (1280, 960))
        found = [a for a in content["annotations"] if a["image_id"] == image["id"]]
        return sorted((a["bbox"], a["category_id"]) for a in found)

    def at(self, page, x, y):
        """A place of the photograph, in pixels of the screen."""
        area = page.locator("#stage").bounding_box()
        return area["x"] + area["width"] * x / 1280, area["y"] + area["height"] * y / 960

    def drag(self, page, start, end):
        page.mouse.move(*self.at(page, *start))
        page.mouse.down()
        page.mouse.move(*self.at(page, *end), steps=4)
        page.mouse.up()

    def test_what_is_right_is_saved_and_the_next_photograph_opened(self):
        page = self.open()
        truth = [4, 3, 4, 6, 1, 2, 5]
        self.assertEqual(page.locator(".box").count(), len(truth))
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="b.jpg").wait_for()
        self.assertEqual([value for _, value in self.saved("a.jpg")], truth)
        page.get_by_text("1 done. As the program reads it").wait_for()
        page.get_by_role("button", name="All right").click()
        page.get_by_text("All photographs are done.").wait_for()
        page.keyboard.press("PageUp")
        page.get_by_text("As saved.").wait_for()

    def test_boxes_by_mouse(self):
        page = self.open()
        before = page.locator(".box").count()
        self.drag(page, (20, 20), (100, 120))
        page.keyboard.press("6")
        # By its middle to the right, then by a corner.
        self.drag(page, (60, 70), (160, 70))
        corner = page.locator(".selected .corner[data-corner=se]").bounding_box()
        page.mouse.move(corner["x"] + 4, corner["y"] + 4)
        page.mouse.down()
        area = page.locator("#stage").bounding_box()
        page.mouse.move(*self.at(page, 240, 160), steps=4)
        page.mouse.up()
        page.keyboard.press("PageDown")
        page.get_by_role("heading", name="b.jpg").wait_for()
        boxes = self.saved("a.jpg")
        self.assertEqual(len(boxes), before + 1)
        (x, y, width, height), value = min(boxes, key=lambda found: found[0][1])
        tolerance = 2 * 1280 / area["width"] + 1
        self.assertEqual(value, 6)
        for found, wanted in ((x, 120), (y, 20), (x + width, 240), (y + height, 160)):
            self.assertAlmostEqual(found, wanted, delta=tolerance)

    def test_boxes_by_keys_alone(self):
        page = self.open()
        before = page.locator(".box").count()
        # What has the focus is what keys change.
        page.locator(".box").first.focus()
        page.keyboard.press("Delete")
        page.keyboard.press("2")
        page.keyboard.press("n")
        page.keyboard.press("7")
        self.assertEqual(page.locator(".box").count(), before)
        self.assertIn("unclear", page.evaluate("document.activeElement.ariaLabel"))
        place = page.locator(".selected").bounding_box()
        for _ in range(40):
            page.keyboard.press("ArrowLeft")
        self.assertLess(page.locator(".selected").bounding_box()["x"], place["x"] - 5)
        page.keyboard.press("Shift+ArrowRight")
        self.assertGreater(page.locator(".selected").bounding_box()["width"], place["width"])
        # Undone one by one: 41 steps, the value, the new box, the other value, the one that was deleted.
        for _ in range(45):
            page.keyboard.press("z")
        self.assertEqual(page.locator(".box").count(), before)
        self.assertTrue(page.get_by_role("button", name="Undo").is_disabled())
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="b.jpg").wait_for()
        self.assertEqual([value for _, value in self.saved("a.jpg")], [4, 3, 4, 6, 1, 2, 5])

    def test_boxes_by_finger_on_a_telephone(self):
        page = self.open(size=(390, 844), has_touch=True, is_mobile=True)
        before = page.locator(".box").count()
        box = page.locator(".box").first.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.get_by_role("button", name="no die").tap()
        self.assertIn("no die", page.locator(".selected").get_attribute("aria-label"))
        page.get_by_role("button", name="Add").tap()
        page.get_by_role("button", name="3", exact=True).tap()
        page.get_by_role("button", name="All right").tap()
        page.get_by_role("heading", name="b.jpg").wait_for()
        values = [value for _, value in self.saved("a.jpg")]
        self.assertEqual(len(values), before + 1)
        self.assertEqual(values.count(8), 1)

    def test_nothing_is_opened_while_a_photograph_is_saved(self):
        page = self.open()
        held = []

        def hold(route):
            if route.request.method == "PUT":
                held.append(route)
            else:
                route.continue_()

        page.route("**/photos/0", hold)
        page.locator(".box").first.focus()
        page.keyboard.press("8")
        page.keyboard.press("Enter")
        page.get_by_text("Saving").wait_for()
        while not held:
            page.wait_for_timeout(20)
        page.keyboard.press("PageDown")
        self.assertTrue(page.get_by_role("heading", name="a.jpg").is_visible())
        held[0].continue_()
        page.get_by_role("heading", name="b.jpg").wait_for()
        page.get_by_text("1 done. As the program reads it").wait_for()
        self.assertEqual(len(self.saved("a.jpg")), 7)

    def test_what_was_undone_is_no_change(self):
        page = self.open()
        page.locator(".box").first.focus()
        page.keyboard.press("Delete")
        page.keyboard.press("z")
        page.keyboard.press("PageDown")
        page.get_by_role("heading", name="b.jpg").wait_for()
        self.assertFalse((self.folder / "annotations.json").exists())

    def test_it_is_accessible_and_says_when_the_program_has_ended(self):
        page = self.open()
        page.locator(".box").first.focus()
        self.assertEqual(Axe().run(page).response["violations"], [])
        page.route("**/photos/0", lambda route: route.abort())
        page.keyboard.press("Enter")
        page.get_by_text("Not saved: the program has ended.").wait_for()
        self.assertTrue(page.get_by_role("heading", name="a.jpg").is_visible())


if __name__ == "__main__":
    unittest.main()
