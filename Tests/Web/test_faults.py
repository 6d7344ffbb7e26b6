"""A module that fails at a call: the page says so, whichever call it is, and never shows an empty table."""

import base64
import unittest

from playwright.sync_api import Error, TimeoutError
from test_camera import drawn_dice

from support import PageTest, held, root, site, temporary, version, write

# Not called by the page, or in a test of their own below.
elsewhere = {
    "dice_operations",
    "interface_fingerprint",
    "game_pass",
    "game_place_like",
    "race_choose",
    # Weights that cannot be used are reported on the paper: test_voice.
    "voice_load",
    # Of dice that rest before a camera, below.
    "plane_load_tops",
    "plane_lie",
    "plane_lying",
}
# They return where something lies; 0 is nowhere.
pointers = {
    "memory_allocate",
    "frame_memory",
    "dice_results",
    "dice_inspected",
    "dice_kept",
    "game_state",
    "game_dice",
    "game_outlook",
    "game_tracks",
    "ink_digits",
    "ink_digit_picture",
    "race_state",
    "race_racers",
    "race_moves",
    "plane_view",
    "plane_cover",
    "voice_reading",
    "voice_candidates",
}
# What the page says of a fault, where it is not "broken": the game is not there yet.
titles = {
    "memory_allocate": "unable",
    "memory_free": "unable",
    "dice_load": "altered",
    "ink_load": "altered",
    "dice_load_portraits": "portraits",
}
# A race that has begun, with a roll that waits for its answer.
race = '{"players": ["fox"], "moves": [{"dice": [1, 2], "answer": 1}], "roll": [3, 4]}'
stroke = [[[0, 0], [2, 40], [1, 80]]]


class FaultTestCase(PageTest):
    def failing(self, name, value):
        """A page whose module returns `value` from the export `name`."""
        source = (site / version() / "engine/module.js").read_text()
        before = "checked(name, work(...all))"
        self.assertIn(before, source)
        noted = "(globalThis.called ??= new Set()).add(name)"
        now = f'({noted}, checked(name, name === "{name}" ? {value} : work(...all)))'
        taken = "this.#exports[name](pointer, file.byteLength)"
        self.assertIn(taken, source)
        body = source.replace(before, now).replace(
            taken, f'({noted}, name === "{name}" ? {value} : {taken})'
        )
        context = self.browser.new_context(service_workers="block", reduced_motion="reduce")
        self.addCleanup(context.close)
        page = context.new_page()
        page.route(
            "**/engine/module.js",
            lambda route: route.fulfill(body=body, content_type="text/javascript"),
        )
        page.goto(f"{self.site.address}#add")
        page.wait_for_selector("body[data-ready]", timeout=90_000)
        return page


class FaultTests(FaultTestCase):
    def exports(self):
        page = self.open()
        names = page.evaluate("""async () => {
          const bytes = await (await fetch('playfield.wasm')).arrayBuffer();
          const all = WebAssembly.Module.exports(await WebAssembly.compile(bytes));
          return all.filter(({ kind }) => kind === 'function').map(({ name }) => name);
        }""")
        page.context.close()
        return [name for name in names if name not in elsewhere and name != "_initialize"]

    # All that the page can do, in scenes that each begin with a fresh page.
    scenes = [
        [
            lambda page: page.click("#tap-dice"),
            lambda page: page.click("#faces button:nth-child(6)"),
            lambda page: FaultTests.listen(page),
            lambda page: page.click("#listening-close"),
            lambda page: write(page, [stroke]),
            lambda page: page.click("#undo"),
            lambda page: (page.keyboard.type("9"), page.keyboard.press("Enter")),
            lambda page: (page.click(".die-tile"), page.click("#fix-faces button:nth-child(2)")),
            lambda page: (page.click("#with-keys"), write(page, [stroke]), page.click("#clear")),
            lambda page: page.evaluate("location.hash = 'inside'"),
        ],
        [
            lambda page: page.set_input_files("#file", str(root / "Samples/dice.jpg")),
            lambda page: page.evaluate("location.hash = 'inside'"),
            lambda page: (page.evaluate("location.hash = 'multiply'"), page.click("#other")),
        ],
        [
            lambda page: page.click("#use-camera"),
            lambda page: FaultTests.race(page),
            lambda page: (page.click("#other"), page.click("#tap-dice")),
            lambda page: (page.keyboard.type("7"), page.keyboard.press("Enter")),
            lambda page: page.click("#race-undo"),
        ],
    ]

    @staticmethod
    def listen(page):
        page.click("#with-voice")
        page.wait_for_selector("#listening[data-state=listening]")
        # Until something has been heard, which is shown by Look inside.
        page.wait_for_timeout(700)

    @staticmethod
    def race(page):
        page.evaluate("race => localStorage.setItem('playfield.race', race)", race)
        page.evaluate("location.hash = 'race'")

    problem = "#play[data-asks] #why[data-problem]"

    def shows_a_problem(self, page, scene, expected):
        """Plays a scene until a problem is shown, with patience in the step in which one is expected."""
        for number, step in enumerate(scene):
            try:
                step(page)
            except Error:
                # A problem lies over what the step would have pressed.
                if page.query_selector(self.problem):
                    return True
                raise
            if self.appears(page, 200 if number < expected else 4000 if number == expected else 700):
                return True
        return False

    def appears(self, page, timeout):
        try:
            page.wait_for_selector(self.problem, timeout=timeout, state="attached")
        except TimeoutError:
            return False
        return True

    def played(self, scene):
        """Plays a scene with a sound module. -> for each export that was called, in which step it first was."""
        page = self.failing("none", -1)
        page.set_default_timeout(8000)
        first = {}
        for number, step in enumerate([lambda page: None, *scene]):
            step(page)
            self.assertFalse(self.appears(page, 700))
            for worker in page.workers:
                for name in worker.evaluate("() => [...(globalThis.called ?? [])]"):
                    first.setdefault(name, number - 1)
        page.context.close()
        return first

    def test_a_module_that_fails_at_any_call_is_reported_and_one_that_does_not_shows_no_problem(self):
        names = self.exports()
        self.assertGreater(len(names), 25)
        calls = [self.played(scene) for scene in self.scenes]
        for name in names:
            with self.subTest(name):
                scene, first = next(
                    (scene, called[name]) for scene, called in zip(self.scenes, calls) if name in called
                )
                page = self.failing(name, 0 if name in pointers else -1)
                page.set_default_timeout(8000)
                self.assertTrue(
                    self.appears(page, 4000 if first < 0 else 200)
                    or self.shows_a_problem(page, scene, first)
                )
                title = self.word(page, f"problem.{titles.get(name, 'broken')}.title")
                self.assertEqual(page.text_content("#notice-title"), title)
                page.context.close()

    def test_a_module_that_fails_to_lay_like_dice_is_reported(self):
        page = self.failing("game_place_like", -1)
        page.click("#tap-dice")
        page.click("#faces button:nth-child(6)")
        page.click("#faces button:nth-child(2)")
        for _ in range(3):
            page.keyboard.type("9")
            page.keyboard.press("Enter")
            page.wait_for_timeout(1500)
        page.wait_for_selector("#why[data-problem]", timeout=60_000)

    def test_a_module_that_fails_to_choose_between_two_rolls_is_reported(self):
        page = self.failing("race_choose", -1)
        self.race(page)
        picture = base64.b64decode(page.evaluate(drawn_dice, [[2, 300, 360], [5, 660, 360]]))
        page.set_input_files(
            "#file", [{"name": "dice.png", "mimeType": "image/png", "buffer": picture}]
        )
        page.click(".choose-roll >> nth=0")
        page.wait_for_selector("#why[data-problem]", timeout=60_000)

    def test_only_the_area_that_is_named_answers_a_call(self):
        page = self.open(checked=False)
        answer = """async (name) => {
          const { Engine } = await import('./engine/engine.js');
          const engine = new Engine(() => {});
          await engine.start();
          return engine.call(name, 'add').then(() => 'answered', (reason) => reason);
        }"""
        for name, expected in {
            "dice.play": "answered",
            "race.play": "broken",
            "play": "broken",
            "dice": "broken",
            "none.play": "broken",
        }.items():
            with self.subTest(name):
                self.assertEqual(page.evaluate(answer, name), expected)

    def test_a_module_of_another_interface_is_refused_at_load(self):
        source = (site / version() / "engine/interface.js").read_text()
        body = source.replace("export const fingerprint = ", "export const fingerprint = 1")
        self.assertNotEqual(body, source)
        page = self.open(
            "add",
            before=lambda page: page.route(
                "**/engine/interface.js",
                lambda route: route.fulfill(body=body, content_type="text/javascript"),
            ),
        )
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(page.text_content("#notice-title"), self.word(page, "problem.altered.title"))


class StillCameraFaultTests(FaultTestCase):
    """A camera before which nothing moves."""

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "still.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [(0, 1)], 5)
        super().setUpClass()

    def test_a_module_that_fails_to_let_time_pass_is_reported(self):
        page = self.failing("game_pass", -1)
        page.click("#use-camera")
        page.wait_for_selector("#why[data-problem]", timeout=60_000)


class DiceCameraFaultTests(FaultTestCase):
    """A camera before which dice come to rest in a race."""

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "dice.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [(30, 72)], 20)
        super().setUpClass()

    def racing(self, name, value):
        page = self.failing(name, value)
        FaultTests.race(page)
        page.click("#use-camera")
        return page

    def test_a_module_that_fails_to_see_how_the_table_lies_is_reported(self):
        for name, value in (("plane_lie", -1), ("plane_lying", 0)):
            with self.subTest(name):
                page = self.racing(name, value)
                page.wait_for_selector("#why[data-problem]", timeout=60_000)
                self.assertEqual(page.text_content("#notice-title"), self.word(page, "problem.broken.title"))

    def test_without_a_network_for_it_the_race_goes_on(self):
        page = self.racing("plane_load_tops", -1)
        called = "() => [...(globalThis.called ?? [])]"
        for _ in range(60):
            if any("plane_load_tops" in worker.evaluate(called) for worker in page.workers):
                break
            page.wait_for_timeout(500)
        else:
            self.fail("the network was never asked for")
        page.wait_for_timeout(2000)
        self.assertIsNone(page.query_selector("#why[data-problem]"))
        self.assertFalse(any("plane_lie" in worker.evaluate(called) for worker in page.workers))


if __name__ == "__main__":
    unittest.main()
