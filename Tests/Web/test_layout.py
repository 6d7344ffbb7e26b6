"""Every screen at six sizes: nothing overlaps, nothing is cut, targets are large, axe is content."""

import itertools
import json
import pathlib
import unittest

from axe_playwright_python.sync_playwright import Axe

from support import PageTest, root, sizes, write

targets = """() => [...document.querySelectorAll('button, a, #ink, #frame, .bubble, h1, .result, #reading, input')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1)
  .filter((one) => !one.closest('.network-boxes') && one.type !== 'range')
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { name: one.id || one.className.toString() || one.tagName, x, y, width, height,
      pressed: one.matches('button, a') };
  })"""

own = json.loads((pathlib.Path(__file__).parent / "strokes.json").read_text())

axe_options = {"resultTypes": ["violations"]}


class LayoutTests(PageTest):
    # With another one to switch to, a camera has the most tools beside it.
    cameras = 2

    def screens(self, page):
        """Leads through every screen; yields their names."""
        yield "home"
        page.evaluate("location.hash = 'multiply'")
        page.wait_for_selector("#use-camera >> visible=true")
        yield "why"
        page.click("#tap-dice")
        yield "taps"
        for value in (6, 2, 3, 5, 1, 4, 6, 6, 2, 1):
            page.click(f"#faces button:nth-child({value})")
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 10")
        yield "ten dice"
        page.click("#with-keys")
        page.keyboard.type("51840")
        yield "keypad"
        page.click("#with-keys")
        write(page, [own["5"], own["1"]])
        page.wait_for_function("() => document.getElementById('reading').textContent !== ''")
        yield "ink"
        page.click("#with-keys")
        page.click("#check")
        page.wait_for_selector(".result.solved")
        yield "solved"
        page.click("#again")
        page.click("#with-keys")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#marks .mark")
        yield "picture"
        page.click("#other")
        page.click("#use-camera")
        page.wait_for_selector("#switch >> visible=true")
        yield "camera"
        page.evaluate(
            "document.getElementById('video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))"
        )
        page.wait_for_selector("#why[data-problem]")
        yield "problem"
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#inside:not([hidden])")
        yield "inside"
        page.evaluate("location.hash = 'grown-ups'")
        page.wait_for_selector("#progress:not([hidden])")
        yield "grown-ups"

    def test_nothing_overlaps_and_axe_finds_nothing_serious_on_any_screen(self):
        axe = Axe()
        for name, size in sizes.items():
            page = self.open(size=size)
            for screen in self.screens(page):
                with self.subTest(size=name, screen=screen):
                    self.check_layout(page, size, scrolls=screen in ("inside", "grown-ups", "home"))
                    self.check_with_axe(axe, page, name)
            page.context.close()

    def check_with_axe(self, axe, page, name):
        # What axe judges does not depend on the size, but for one small and one large.
        if name not in ("telephone", "tablet"):
            return
        found = axe.run(page, options=axe_options).response["violations"]
        self.assertEqual(
            [
                (one["id"], [node["target"] for node in one["nodes"]])
                for one in found
                if one["impact"] in ("serious", "critical")
            ],
            [],
        )

    def test_the_question_what_a_die_shows_fits_every_screen_and_axe_is_content(self):
        axe = Axe()
        for name, size in sizes.items():
            with self.subTest(name):
                page = self.open("add", size=size)
                self.tap_dice(page, 6)
                page.click(".die-tile")
                for button in page.locator("#fix button >> visible=true").all():
                    box = button.bounding_box()
                    self.assertGreaterEqual(min(box["width"], box["height"]), 47.5)
                    self.assertLessEqual(box["x"] + box["width"], size[0])
                    self.assertLessEqual(box["y"] + box["height"], size[1])
                self.check_with_axe(axe, page, name)
                page.context.close()

    def check_layout(self, page, size, scrolls):
        page.wait_for_timeout(100)
        self.assertLessEqual(
            page.evaluate("document.documentElement.scrollWidth"),
            size[0],
            "nothing is wider than the screen",
        )
        found = page.evaluate(targets)
        self.assertTrue(found)
        for one in found:
            if one["name"] == "frame":
                self.assertGreaterEqual(
                    min(one["width"], one["height"]), 80, "the picture is large enough to see dice"
                )
            if one["pressed"]:
                self.assertGreaterEqual(
                    min(one["width"], one["height"]), 47.5, f"{one['name']} is a target of 48 px"
                )
            if not scrolls:
                self.assertGreaterEqual(one["y"], -0.5, f"{one['name']} begins on the screen")
                self.assertLessEqual(
                    one["y"] + one["height"], size[1] + 0.5, f"{one['name']} ends on the screen"
                )
                self.assertLessEqual(
                    one["x"] + one["width"], size[0] + 0.5, f"{one['name']} ends on the screen"
                )
        for a, b in itertools.combinations(found, 2):
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            self.assertFalse(across > 2 and down > 2, f"{a['name']} lies on {b['name']}")


class FailureLayoutTests(PageTest):
    def test_the_words_of_every_failure_fit_a_small_telephone(self):
        page = self.open("add", size=(360, 640))
        problems = page.evaluate(
            """async () => Object.keys((await import('./shell/words.js')).words.problem)
          .filter((name) => name !== 'retry')"""
        )
        for problem in problems:
            with self.subTest(problem):
                page.evaluate(
                    """async (problem) => {
                  const { words } = await import('./shell/words.js');
                  document.getElementById('notice-title').textContent = words.problem[problem].title;
                  document.getElementById('notice-text').textContent = words.problem[problem].text;
                }""",
                    problem,
                )
                for button in ("#use-camera", "#open-file", "#tap-dice"):
                    page.locator(button).scroll_into_view_if_needed()
                    self.assertTrue(page.is_visible(button))
                self.assertLessEqual(
                    page.eval_on_selector("#why", "one => one.scrollWidth - one.clientWidth"), 0
                )


if __name__ == "__main__":
    unittest.main()
