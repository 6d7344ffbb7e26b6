"""A module that fails at any call: the page says so, and never shows an empty table."""

import base64
import collections
import json
import unittest

from playwright.sync_api import Error
from test_camera import drawn_dice

from support import PageTest, alter, held, patience, root, site, temporary, version, write

# Not called by the page, or in a test of their own below.
elsewhere = {
    "dice_operations",
    "interface_fingerprint",
    "_initialize",
    "game_pass",
    "game_place_like",
    "race_choose",
    # Of an answer that was misheard: test_voice.
    "game_withdraw",
    # Weights that cannot be used are reported on the paper: test_voice.
    "voice_load_encoder",
    "voice_load_head",
    # Of dice that rest before a camera, below.
    "plane_load_tops",
    "plane_lie",
    "plane_lying",
    "board_lay_by_dice",
    "board_is_small",
    "board_see_dice",
    "board_dice",
    # The table without the board, for those who measure how well it is followed.
    "plane_begin",
    "plane_follow",
}
# They return a pointer, of which 0 is a fault. That of `dice_picture` is 0 before any picture.
pointers = {
    "memory_allocate",
    "frame_memory",
    "dice_box_memory",
    "dice_results",
    "dice_times",
    "dice_inspected",
    "dice_kept",
    "game_state",
    "game_dice",
    "game_steps",
    "game_outlook",
    "game_tracks",
    "ink_digits",
    "ink_digit_picture",
    "path_steps",
    "race_state",
    "race_racers",
    "race_moves",
    "plane_view",
    "plane_cover",
    "plane_shade",
    "plane_lying",
    "board_memory",
    "board_sight",
    "voice_reading",
    "voice_candidates",
    "voice_frames",
    "voice_moments",
    "voice_considered",
    "voice_words",
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


def fault(name):
    return 0 if name in pointers else -1


def calls(page):
    """-> how often each export was called since the engine started; see `FaultTestCase.failing`."""
    counts = [worker.evaluate("() => globalThis.calls ?? {}") for worker in running(page)]
    return sum(map(collections.Counter, counts), collections.Counter())


def running(page):
    """-> the workers: one that was just ended may still be listed, before the one of its kind that runs."""
    return {worker.url: worker for worker in page.workers}.values()


def wait_for_calls(page, name, count=1):
    for _ in range(patience // 100):
        if calls(page)[name] >= count:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{name} was called {calls(page)[name]} times instead of {count}")


# A step of a scene: the selector that it waits for, and what it does with the page.
Step = collections.namedtuple("Step", "ready act")


def click(selector):
    return Step(selector, lambda page: page.click(selector))


def press(key):
    return Step(None, lambda page: page.keyboard.press(key))


def visit_inside(ready):
    return Step(ready, lambda page: page.evaluate("location.hash = 'inside'"))


choice = "#why:not([data-problem])"
paper = "#pad[data-open=true]"
microphone = "#listening[data-state=listening]"
tap = [click("#tap-dice"), click("#faces button:nth-child(6)")]
draw = Step(paper, lambda page: write(page, [stroke]))
photograph = Step(choice, lambda page: page.set_input_files("#file", root / "Samples/dice.jpg"))
watch = click("#use-camera")
speak = click("#with-voice")


def hear(page):
    """Waits for two seconds of sound, in pieces of 50 ms: numbers are found in a test's beeps."""
    wait_for_calls(page, "voice_append", 40)


listen = Step(microphone, hear)
reshape = Step("#network-boxes button", lambda page: page.select_option("#shape", "crop"))


def type_number(number):
    return Step(paper, lambda page: (page.keyboard.type(number), page.keyboard.press("Enter")))


# What the page can do once the engine has started, and the exports that the last step calls, or the
# start itself where there are no steps. If it `starts_race` the race that was kept continues.
Scene = collections.namedtuple("Scene", "steps exports starts_race", defaults=[(), False])
scenes = [
    Scene(
        [],
        [
            "memory_allocate", "memory_free", "dice_load", "ink_load", "game_play", "game_clear",
            "game_state", "game_dice", "game_steps", "path_begin", "path_steps",
        ],
    ),
    Scene(tap, ["game_add"]),
    Scene(
        [*tap, draw],
        ["ink_add_point", "ink_end_stroke", "ink_confidence", "ink_digits", "ink_digit_picture"],
    ),
    Scene([*tap, draw, click("#undo")], ["ink_undo"]),
    Scene([*tap, draw, press("Delete")], ["ink_clear"]),
    Scene(
        [*tap, click("#with-keys"), type_number("9")], ["game_answer", "path_die", "path_answers"]
    ),
    Scene([*tap, click(".die-tile"), click("#fix-faces button:nth-child(2)")], ["game_correct"]),
    Scene(
        [watch],
        [
            "frame_memory", "frame_describe", "game_change_view", "game_opens", "game_see",
            "game_outlook", "game_tracks", "dice_read", "dice_times", "dice_results",
        ],
    ),
    Scene(
        [photograph],
        ["frame_memory", "frame_describe", "dice_load_portraits", "game_look", "dice_lies_turned"],
    ),
    Scene(
        [photograph, visit_inside(".die-tile")],
        [
            "dice_draw", "dice_infer", "dice_picture", "dice_picture_width", "dice_picture_height",
            "dice_inspect", "dice_inspected", "dice_kept",
        ],
    ),
    Scene([photograph, visit_inside(".die-tile"), reshape], ["dice_adjust"]),
    Scene([*tap, speak], ["voice_begin", "voice_append", "voice_reading", "voice_candidates"]),
    Scene(
        [*tap, speak, listen, visit_inside(microphone)],
        ["voice_frames", "voice_moments", "voice_considered", "voice_words"],
    ),
    Scene(
        [],
        [
            "race_begin", "race_replay", "race_resume", "race_state", "race_racers", "race_moves",
        ],
        starts_race=True,
    ),
    Scene(
        [watch],
        [
            "dice_box_memory", "dice_put", "board_lay", "board_sight", "board_memory", "board_put", "board_begin",
            "plane_view", "plane_cover", "plane_shade", "board_follow",
        ],
        starts_race=True,
    ),
    Scene([tap[0], click("#with-keys"), type_number("7")], ["race_answer"], starts_race=True),
    Scene([tap[0], Step(None, lambda page: tool(page, "#race-undo"))], ["race_undo"], starts_race=True),
]  # fmt: skip


class FaultTestCase(PageTest):
    # The export that fails in the engine that starts next, and what it returns.
    fails = None, 0

    problem = "#play[data-asks] #why[data-problem]"

    def failing(self, name=None, value=-1):
        """A page whose module returns `value` from the export `name`, until `fails` is changed."""
        self.fails = name, value
        source = (site / version() / "engine/module.js").read_text()
        # Wherever the module is called.
        for work, now in (
            ("checked(name, work(...all))", "checked(name, called(name, () => work(...all)))"),
            (
                "= this.#exports[name](...before, pointer, file.byteLength)",
                "= called(name, () => this.#exports[name](...before, pointer, file.byteLength))",
            ),
        ):
            self.assertIn(work, source)
            source = source.replace(work, now)
        source += """
          globalThis.calls = {};
          function called(name, work) {
            calls[name] = (calls[name] ?? 0) + 1;
            const [failing, value] = globalThis.fails;
            return name === failing ? value : work();
          }
        """
        context = self.browser.new_context(service_workers="block", reduced_motion="reduce")
        self.addCleanup(context.close)
        context.set_default_timeout(patience)
        page = context.new_page()
        # Each engine requests it again, and gets the fault of that moment.
        page.route(
            "**/engine/module.js",
            lambda route: route.fulfill(
                body=f"globalThis.fails = {json.dumps(self.fails)};{source}",
                content_type="text/javascript",
            ),
        )
        page.goto(f"{self.site.address}#add")
        page.wait_for_selector("body[data-ready]")
        return page

    def race(self, page):
        page.evaluate(
            "race => { localStorage.setItem('playfield.race', race); location.hash = 'race'; }",
            race,
        )

    def fail_now(self, page, name, value):
        """Has the engine that runs return `value` from the export `name`."""
        for worker in running(page):
            worker.evaluate("fails => { globalThis.fails = fails; }", [name, value])

    def begin(self, page, scene):
        """Leaves what was played before; starts the engine if it has failed or a scene needs it."""
        page.evaluate("() => document.getElementById('other').click()")
        if scene.starts_race:
            self.race(page)
        else:
            page.evaluate("location.hash = 'add'")
        has_failed = page.query_selector(self.problem)
        if not has_failed and (scene.starts_race or not scene.steps):
            # An engine is only started again after a failure.
            self.fail_now(page, "game_clear", -1)
            page.evaluate("() => document.getElementById('again').click()")
            has_failed = page.wait_for_selector(self.problem, state="attached")
        if not has_failed:
            return
        # Emptied, so that what comes of another try is known to be new.
        page.evaluate("""() => {
          document.getElementById('notice-title').textContent = '';
          document.getElementById('use-camera').click();
        }""")
        page.wait_for_function("() => document.getElementById('notice-title').textContent")

    def clear(self, page, scene):
        """Takes away the dice and the keypad of the scene before."""
        page.wait_for_selector(choice, state="attached")
        page.evaluate("""() => {
          const keys = document.getElementById('with-keys');
          if (document.getElementById('pad').dataset.with === 'keys') keys.click();
        }""")
        # A race that starts clears the table itself.
        if scene.starts_race:
            return
        page.evaluate("() => document.getElementById('again').click()")
        page.wait_for_function("() => !document.querySelector('.die-tile')")

    def play(self, page, scene):
        """Plays a scene to its end, or until a problem is shown."""
        for ready, act in scene.steps:
            page.wait_for_selector(f"{ready}:visible, {self.problem}", state="attached")
            if page.query_selector(self.problem):
                return
            try:
                act(page)
            except Error:
                # A problem lies over what the step would have pressed.
                if not page.query_selector(self.problem):
                    raise

    def check_failure(self, page, scene, name):
        """Checks that the page says so when the export `name` fails in a scene."""
        # In a scene with steps the engine starts before anything fails.
        self.fails = (None if scene.steps else name), fault(name)
        self.begin(page, scene)
        if scene.steps:
            self.clear(page, scene)
            self.fail_now(page, name, fault(name))
            # An engine may only start in the midst of the scene.
            self.fails = name, fault(name)
            self.play(page, scene)
        page.wait_for_selector(self.problem, state="attached")
        # An engine that fails while it loads is "broken" for a moment before the page knows why.
        page.wait_for_function(
            "title => document.getElementById('notice-title').textContent === title",
            arg=self.word(page, f"problem.{titles.get(name, 'broken')}.title"),
        )

    def check_success(self, page, scene):
        """Checks that a scene calls its exports, and shows no problem if none of them fails."""
        self.fails = None, 0
        self.begin(page, scene)
        self.clear(page, scene)
        self.play(page, scene)
        for name in scene.exports:
            wait_for_calls(page, name)
        self.assertIsNone(page.query_selector(self.problem))


class ModuleTests(PageTest):
    """Every call of every export is checked in one place: `Module`, alone in a blank page."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        context = cls.browser.new_context()
        cls.addClassCleanup(context.close)
        cls.page = context.new_page()
        cls.page.route("**/blank", lambda route: route.fulfill(body="", content_type="text/html"))
        cls.page.goto(f"{cls.site.address}blank")

    def exports(self):
        """-> the names of all functions of the module."""
        return self.page.evaluate("""async () => {
          const bytes = await (await fetch('playfield.wasm')).arrayBuffer();
          const all = WebAssembly.Module.exports(await WebAssembly.compile(bytes));
          return all.filter(({ kind }) => kind === 'function').map(({ name }) => name);
        }""")

    def module(self, script, argument=None):
        """-> what `script` returns, or the message of what it throws."""
        return self.page.evaluate(
            f"""async argument => {{
              const {{ Module }} = await import('./engine/module.js');
              try {{
                {script}
              }} catch (fault) {{
                return `thrown: ${{fault.message ?? fault}}`;
              }}
            }}""",
            argument,
        )

    def test_what_a_module_returns_is_a_fault_or_not(self):
        for value, passes, why in [
            ("undefined", True, "an export that returns nothing"),
            ("0", True, "success, or a count of nothing"),
            ("1", True, "a count, an index or an address"),
            ("0.5", True, "a confidence"),
            ("2147483647", True, "the largest Int32"),
            ("-1", False, "called out of turn"),
            ("-2", False, "an argument outside its range"),
            ("-3", False, "a damaged file"),
            ("-4", False, "a file of another network"),
            ("-0.5", False, "no confidence is negative"),
            ("-2147483648", False, "the smallest Int32"),
            ("NaN", False, "a calculation that failed"),
        ]:
            with self.subTest(f"{value}: {why}"):
                found = self.module(
                    f"""const {{ call }} = new Module({{ game_add: () => {value} }});
                    return Object.is(call.game_add(), {value});"""
                )
                self.assertEqual(found, passes or f"thrown: game_add returned {value}")

    def test_a_call_passes_its_arguments_on(self):
        script = "return new Module({ sum: (a, b) => a + b }).call.sum(2, 3);"
        self.assertEqual(self.module(script), 5)

    def test_each_export_is_checked(self):
        names = self.exports()
        self.assertGreater(len(names), 25)
        script = """
          const { call } = new Module(Object.fromEntries(argument.map((name) => [name, () => -1])));
          const passes = (name) => {
            try {
              call[name]();
              return true;
            } catch {
              return false;
            }
          };
          return argument.filter(passes);
        """
        self.assertEqual(self.module(script, names), [])

    def test_a_null_pointer_is_a_fault_wherever_one_is_read(self):
        # At 8 a list of one record, the number 7; its count stands before it.
        module = """
          const memory = new WebAssembly.Memory({ initial: 1 });
          new Float64Array(memory.buffer, 8, 2).set([1, 7]);
          const record = { length: 1, read: (numbers, at) => numbers[at] };
          const module = new Module({ memory });
        """
        for read, expected, why in [
            ("bytes(22, 2)", [28, 64], "the highest bytes of the number"),
            ("bytes(0, 2)", "thrown: no memory", "bytes of a null pointer"),
            ("bytes(0, 0)", "thrown: no memory", "no bytes of a null pointer"),
            ("bytes(undefined, 2)", "thrown: no memory", "bytes of an export that returns nothing"),
            ("floats(16, 2)", [0, 2.4375], "the halves of the number, as floats"),
            ("floats(0, 2)", "thrown: no memory", "floats of a null pointer"),
            ("floats(undefined, 2)", "thrown: no memory", "floats of one that returns nothing"),
            ("list(8, record)", [7], "a list"),
            ("list(0, record)", "thrown: no list", "a null pointer is no empty list"),
            ("list(undefined, record)", "thrown: no list", "a list of one that returns nothing"),
        ]:
            with self.subTest(f"{read}: {why}"):
                self.assertEqual(self.module(f"{module} return module.{read};"), expected)

    def test_a_file_is_taken_in_or_altered(self):
        script = """
          const memory = new WebAssembly.Memory({ initial: 1 });
          const [pointer, fault] = argument;
          const freed = [];
          const module = new Module({
            memory, memory_allocate: () => pointer, memory_free: (at) => { freed.push(at); },
            load: () => fault,
          });
          module.takeIn(new Uint8Array([5]).buffer, 'load');
          return [freed, new Uint8Array(memory.buffer, pointer, 1)[0]];
        """
        for pointer, fault, expected, why in [
            (16, 0, [[16], 5], "it is copied, and its memory freed"),
            (16, -3, "thrown: altered", "a damaged file"),
            (16, 1, "thrown: altered", "only 0 is success"),
            (0, 0, "thrown: no memory", "no room for it"),
            (-1, 0, "thrown: memory_allocate returned -1", "a fault before it is copied"),
        ]:
            with self.subTest(why):
                self.assertEqual(self.module(script, [pointer, fault]), expected)

    def test_each_export_has_a_scene(self):
        names = {name for scene in scenes for name in scene.exports}
        self.assertEqual(names, {*self.exports()} - elsewhere)


class FaultTests(FaultTestCase):
    def page(self):
        """A page that does not wait as long as others for a problem that never comes."""
        page = self.failing()
        page.set_default_timeout(20_000)
        return page

    def test_a_module_that_fails_in_any_area_is_reported_and_one_that_works_shows_no_problem(self):
        page = self.page()
        seen = set()
        for scene in scenes:
            for name in scene.exports:
                # Of each area the first that returns a number, and the first with a pointer.
                kind = name.split("_")[0], name in pointers
                if kind in seen:
                    continue
                seen.add(kind)
                with self.subTest(name):
                    self.check_failure(page, scene, name)
        self.check_success(page, scenes[2])

    def test_a_module_that_fails_at_any_call_is_reported_and_one_that_works_shows_no_problem(self):
        page = self.page()
        for scene in scenes:
            for name in scene.exports:
                with self.subTest(name):
                    self.check_failure(page, scene, name)
            with self.subTest(f"after {name}"):
                self.check_success(page, scene)

    def test_a_module_that_fails_to_lay_like_dice_is_reported(self):
        page = self.failing("game_place_like")
        page.click("#tap-dice")
        page.click("#faces button:nth-child(6)")
        page.click("#faces button:nth-child(2)")
        for said in ("#pip-face[data-mood=wrong]", "#dice .counted", ".result.shown"):
            self.type_answer(page, 9)
            page.wait_for_selector(said)
        page.wait_for_selector("#why[data-problem]")

    def test_a_module_that_fails_to_choose_between_two_rolls_is_reported(self):
        page = self.failing()
        drawn = base64.b64decode(page.evaluate(drawn_dice, [[2, 300, 360], [5, 660, 360]]))
        picture = {"name": "dice.png", "mimeType": "image/png", "buffer": drawn}
        show = Step(choice, lambda page: page.set_input_files("#file", picture))
        scene = Scene([show, click(":nth-match(.choose-roll, 1)")], starts_race=True)
        self.check_failure(page, scene, "race_choose")

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
        fingerprint = "export const fingerprint = "
        page = self.open(
            "add",
            before=lambda page: alter(page, "engine/interface.js", fingerprint, f"{fingerprint}1"),
        )
        page.wait_for_selector("#why[data-problem]")
        title = self.word(page, "problem.altered.title")
        self.assertEqual(page.text_content("#notice-title"), title)


class StillCameraFaultTests(FaultTestCase):
    """A camera before which nothing moves."""

    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "still.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [(0, 1)], 5)
        super().setUpClass()

    def test_a_module_that_fails_to_let_time_pass_is_reported(self):
        self.check_failure(self.failing(), Scene([watch]), "game_pass")


class DiceCameraFaultTests(FaultTestCase):
    """A camera before which dice come to rest in a race."""

    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "dice.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [(30, 72)], 20)
        super().setUpClass()

    def test_a_module_that_fails_to_see_how_the_table_lies_is_reported(self):
        page = self.failing()
        for name in ("plane_lie", "plane_lying", "board_lay_by_dice"):
            with self.subTest(name):
                self.check_failure(page, Scene([watch], starts_race=True), name)

    def test_without_a_network_for_it_the_race_goes_on(self):
        page = self.failing("plane_load_tops")
        self.race(page)
        page.click("#use-camera")
        wait_for_calls(page, "plane_load_tops")
        wait_for_calls(page, "board_follow", calls(page)["board_follow"] + 10)
        self.assertIsNone(page.query_selector("#why[data-problem]"))
        self.assertNotIn("plane_lie", calls(page))


if __name__ == "__main__":
    unittest.main()
