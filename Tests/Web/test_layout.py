"""Every screen at every size: nothing overlaps, nothing is cut, no hole; axe and the keyboard are content."""

import itertools
import json
import pathlib
import unittest

from axe_playwright_python.sync_playwright import Axe

from support import PageTest, fake_voice, patience, root, write

# The sizes at which nothing may overlap: telephones and tablets both ways, a laptop, a wall.
sizes = {
    "small telephone": (360, 640),
    "telephone": (390, 844),
    "telephone lying": (844, 390),
    "tablet upright": (768, 1024),
    "tablet": (1024, 768),
    "laptop": (1440, 900),
    "wall": (3840, 2160),
}

targets = """() => [...document.querySelectorAll('button, a, #ink, .bubble, h1, .result, #reading, .stars, input')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1)
  .filter((one) => !one.closest('.network-boxes, [data-asks] > .talk') && one.type !== 'range')
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { name: one.id || one.className.toString() || one.tagName, x, y, width, height,
      pressed: one.matches('button, a'), isCut: one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 };
  })"""

# The largest rectangle of the screen in which there is no text, no drawing, no picture and nothing to press,
# as a part of the screen. The screen is divided into squares of 8 pixels.
emptiest = """() => {
  const side = 8;
  const [columns, rows] = [Math.ceil(innerWidth / side), Math.ceil(innerHeight / side)];
  const taken = new Uint8Array(columns * rows);
  const take = ({ left, top, right, bottom }) => {
    for (let y = Math.max(0, Math.floor(top / side)); y < Math.min(rows, bottom / side); y++)
      for (let x = Math.max(0, Math.floor(left / side)); x < Math.min(columns, right / side); x++)
        taken[y * columns + x] = 1;
  };
  const shown = (one) => one?.checkVisibility({ visibilityProperty: true });
  for (const one of document.querySelectorAll('svg, canvas, button, a.plank, a.round, input, #frame, #tray'))
    if (shown(one)) take(one.getBoundingClientRect());
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim() || !shown(texts.currentNode.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const rect of range.getClientRects()) take(rect);
  }
  const heights = new Array(columns).fill(0);
  let largest = 0;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      heights[x] = taken[y * columns + x] ? 0 : heights[x] + 1;
      for (let left = x, height = heights[x]; left >= 0 && (height = Math.min(height, heights[left])); left--)
        largest = Math.max(largest, height * (x - left + 1));
    }
  return largest / (columns * rows);
}"""

own = json.loads((pathlib.Path(__file__).parent / "strokes.json").read_text())

axe_options = {"resultTypes": ["violations"]}


# All that Pip says: what takes arguments with those that make it longest.
sentences = """async () => {
  const { words } = await import('./shell/words.js');
  const longest = {
    loadingShare: ["100%"], tooManyDice: [10], tooManyInPicture: [10], secret: [1000], rollLike: [{ fewest: 9, most: 10 }],
    help: [1, 9], roll: ["Owl"], tap: ["Frog"], tooMany: [10], wrong: [6, 5], lands: [9], round: [9], won: ["Bear"],
    wonAlone: [20],
  };
  const shown = { add: [[6, 6, 5, 5, 4, 4, 3, 3, 2, 2], 40], multiply: [[6, 5, 6], 180], count: [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 10] };
  const own = ({ who, start, keepOld, useNew, chooseDice, rank, board, place, racers, lay, does, layAgain, turns, ...said }) => said;
  const texts = (some, given) => Object.entries(some).flatMap(([name, one]) => {
    if (typeof one === "string") return [one];
    if (typeof one === "function") return given[name] ? [one(...given[name])] : [];
    return name === "shown" ? texts(one, shown) : texts(one, given);
  });
  const { missed, quiet, withdrawn } = words.listening;
  const missing = Object.entries({ ...words.prompt, ...own(words.race) })
    .filter(([name, one]) => typeof one === "function" && !longest[name]).map(([name]) => name);
  return { missing, said: [...texts(words.prompt, longest), ...texts(own(words.race), longest), missed, quiet, withdrawn] };
}"""

# Which sentences are not whole in their bubble, and that on the screen.
cut = """(texts) => texts.filter((text) => {
  const bubble = document.getElementById('prompt');
  bubble.textContent = text;
  const { left, top, right, bottom } = bubble.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(bubble);
  const words = range.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
    || words.left < left || words.right > right + 0.5 || words.top < top || words.bottom > bottom + 0.5
    || document.documentElement.scrollHeight > innerHeight + 0.5;
})"""


class Sentences:
    """All that Pip says, at some sizes."""

    bubbles = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900)]

    def test_every_sentence_is_whole_in_its_bubble_on_the_screen(self):
        for game in ("add", "race"):
            page = self.open(game, size=self.bubbles[0])
            if game == "race":
                page.click("#start-race")
            page.click("#tap-dice")
            for value in (6, 5):
                page.click(f"#faces button:nth-child({value})")
            page.wait_for_selector("#pad[data-open=true]")
            found = page.evaluate(sentences)
            self.assertEqual(found["missing"], [], "arguments for these")
            self.assertGreater(len(found["said"]), 45)
            for size in self.bubbles:
                with self.subTest(game=game, size=size):
                    self.resize(page, size)
                    self.assertEqual(page.evaluate(cut, found["said"]), [])
            page.context.close()


class LayoutTests(Sentences, PageTest):
    # With another one to switch to, a camera has the most tools beside it.
    cameras = 2

    def screens(self, page):
        """Leads through every screen; yields their names."""
        yield "home"
        page.evaluate("location.hash = 'add'")
        page.wait_for_selector("#use-camera >> visible=true")
        yield "why"
        page.click("#tap-dice")
        yield "taps"
        for value in (6, 2, 3, 5, 1, 4, 6, 6, 2, 1):
            page.click(f"#faces button:nth-child({value})")
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 10")
        yield "ten dice"
        page.click("#with-keys")
        page.keyboard.type("36")
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
        self.tool(page, "#other")
        page.click("#use-camera")
        page.wait_for_selector("#switch:not([hidden])", state="attached")
        yield "camera"
        page.evaluate("""() => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
          document.getElementById('video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'));
        }""")
        page.wait_for_selector("#why[data-problem]")
        yield "problem"
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#inside:not([hidden])")
        yield "inside"
        self.go_to_grown_ups(page)
        page.wait_for_selector("#progress:not([hidden])")
        yield "grown-ups"

    def test_nothing_overlaps_is_cut_or_empty_and_axe_is_content_on_any_screen(self):
        axe = Axe()
        # The narrowest first: WebKit's driver needs a frame for it.
        page = self.open(size=min(sizes.values()))
        for screen in self.screens(page):
            isPanel = screen in ("inside", "grown-ups")
            for name, size in sizes.items():
                with self.subTest(size=name, screen=screen):
                    self.resize(page, size)
                    self.check_layout(page, size, scrolls=isPanel)
                    if not isPanel:
                        self.assertLessEqual(page.evaluate(emptiest), 0.15, "a hole in the screen")
                    self.check_with_axe(axe, page, name)

    def test_nothing_scrolls_sideways_on_the_narrowest_screen(self):
        # A telephone at 200 %.
        page = self.open(size=(195, 422))
        for step in ("home", "play", "taps", "keys"):
            if step == "play":
                page.evaluate("location.hash = 'add'")
                page.wait_for_selector("#tap-dice >> visible=true")
            elif step == "taps":
                self.tap_dice(page, 6, 5)
            elif step == "keys":
                page.click("#with-keys")
            with self.subTest(step):
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 195)

    def check_with_axe(self, axe, page, name):
        # What axe judges does not depend on the size, but for one small and one large.
        if name not in ("telephone", "tablet"):
            return
        found = axe.run(page, options=axe_options).response["violations"]
        self.assertEqual(
            [
                (one["id"], [node["target"] for node in one["nodes"]])
                for one in found
                if one["impact"] in ("moderate", "serious", "critical")
            ],
            [],
        )

    def test_axe_is_content_with_the_gear_open_and_before_the_gate(self):
        axe = Axe()
        page = self.open("add")
        self.tap_dice(page, 6, 5)
        for step in ("gear", "gate"):
            if step == "gear":
                page.click("#gear")
            else:
                page.evaluate("location.hash = 'grown-ups'")
                page.wait_for_selector("#gate >> visible=true")
            for name in ("telephone", "tablet"):
                with self.subTest(step, size=name):
                    self.resize(page, sizes[name])
                    self.check_with_axe(axe, page, name)

    def test_the_question_what_a_die_shows_fits_every_screen_and_axe_is_content(self):
        axe = Axe()
        page = self.open("add", size=min(sizes.values()))
        self.tap_dice(page, 6)
        page.click(".die-tile")
        for name, size in sizes.items():
            with self.subTest(name):
                self.resize(page, size)
                for button in page.locator("#fix button >> visible=true").all():
                    box = button.bounding_box()
                    self.assertGreaterEqual(min(box["width"], box["height"]), 47.5)
                    self.assertLessEqual(box["x"] + box["width"], size[0])
                    self.assertLessEqual(box["y"] + box["height"], size[1])
                self.check_with_axe(axe, page, name)

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
            self.assertFalse(one["isCut"], f"the words of {one['name']} are cut")
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

    def test_no_column_of_the_latest_answers_is_cut_on_a_telephone(self):
        page = self.open("add", size=(390, 844))
        self.tap_dice(page, *[6] * 10)
        self.type_answer(page, 60)
        page.wait_for_selector(".result.solved")
        self.go_to_grown_ups(page)
        page.wait_for_selector("#progress:not([hidden])")
        hidden = page.eval_on_selector(".scrolls", "one => one.scrollWidth - one.clientWidth")
        self.assertLessEqual(hidden, 0)

    def test_a_screen_of_320_by_256_pixels_scrolls_and_is_played_through(self):
        """1280 x 1024 at 400 %, and 1024 x 768 at 200 %."""
        for size in [(320, 256), (512, 384)]:
            with self.subTest(size):
                page = self.open(size=size)
                page.click("a[href='#add']")
                page.click("#tap-dice")
                page.click("#faces button:nth-child(6)")
                page.click("#faces button:nth-child(5)")
                self.check_layout(page, size, scrolls=True)
                self.assertGreater(
                    page.evaluate("document.documentElement.scrollHeight"), size[1], "it scrolls"
                )
                page.click("#with-keys")
                self.check_layout(page, size, scrolls=True)
                for digit in (1, 1):
                    page.click(f"#keys button:nth-child({digit})")
                page.click("#check")
                page.wait_for_selector(".result.solved")
                page.context.close()

    def test_under_forced_colours_ink_is_seen_on_its_paper_and_the_picture_stays(self):
        page = self.open("add", forced_colors="active", color_scheme="dark")
        self.tap_dice(page, 6)
        colour = "(one) => getComputedStyle(one).backgroundColor"
        self.assertEqual(page.eval_on_selector("#ink", colour), "rgb(255, 253, 246)")
        self.assertEqual(
            page.eval_on_selector("#reading", "one => getComputedStyle(one).color"), "rgb(35, 53, 111)"
        )
        self.assertEqual(
            page.eval_on_selector("#marks", "one => getComputedStyle(one).forcedColorAdjust"), "none"
        )

    def test_what_lies_behind_the_gear_has_words_and_fits_every_screen(self):
        page = self.open("add", size=min(sizes.values()))
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#marks .mark")
        page.click("#gear")
        axe = Axe()
        for name, size in sizes.items():
            with self.subTest(name):
                self.resize(page, size)
                panel = page.locator("#tools").bounding_box()
                self.assertGreaterEqual(min(panel["x"], panel["y"]), 0)
                self.assertLessEqual(panel["x"] + panel["width"], size[0])
                self.assertLessEqual(panel["y"] + panel["height"], size[1])
                tools = page.locator("#tools .tool >> visible=true").all()
                self.assertGreaterEqual(len(tools), 5)
                for tool in tools:
                    self.assertTrue(tool.inner_text().strip())
                    box = tool.bounding_box()
                    self.assertGreaterEqual(min(box["width"], box["height"]), 47.5)
                    self.assertTrue(tool.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "its words are cut")
                self.check_with_axe(axe, page, name)

    def test_a_question_has_at_most_seven_controls(self):
        page = self.open("add", size=(390, 844))
        self.tap_dice(page, 6, 5)
        write(page, [own["1"]])
        page.wait_for_function("() => document.getElementById('reading').textContent !== ''")
        controls = page.eval_on_selector_all(
            "#play :is(a, button)",
            """all => all.filter((one) => one.checkVisibility({ visibilityProperty: true }))
              .filter((one) => !one.closest("#faces, #dice, #keys")).map((one) => one.id || one.getAttribute("href"))""",
        )
        self.assertEqual(controls, ["#", "gear", "say-again", "with-voice", "undo", "with-keys", "check"])

    def test_a_tap_on_pip_says_it_again(self):
        page = self.open("add", before=lambda page: page.add_init_script(fake_voice()))
        self.tap_dice(page, 6, 5)
        question = self.word(page, "prompt.add")
        page.wait_for_function("text => said.at(-1) === text", arg=question)
        page.evaluate("said.length = 0")
        page.click("#say-again")
        page.wait_for_function("text => said.join() === text", arg=question)

    def test_undo_is_there_where_something_is_written_and_held_down_it_clears(self):
        page = self.open("add")
        self.tap_dice(page, 6, 5)
        self.assertFalse(page.is_visible("#undo"))
        write(page, [own["1"], own["1"]])
        page.wait_for_function("() => document.getElementById('reading').textContent.length > 1")
        x, y = page.evaluate(
            "() => { const { x, y, width, height } = document.getElementById('undo').getBoundingClientRect();"
            " return [x + width / 2, y + height / 2]; }"
        )
        page.mouse.move(x, y)
        page.mouse.down()
        page.wait_for_selector("#pad[data-empty]")
        page.mouse.up()
        self.assertEqual(page.text_content("#reading"), "")
        self.assertFalse(page.is_visible("#undo"))

    def test_a_pause_shuts_the_camera_until_somebody_goes_on(self):
        page = self.open("add")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        live = "() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'"
        page.wait_for_function(live)
        self.tool(page, "#pause")
        page.wait_for_selector("#paused[open]")
        page.wait_for_function(f"() => !({live})()")
        page.click("#resume")
        page.wait_for_function(live)
        self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera")

    def test_the_paper_says_that_digits_can_be_typed_and_is_no_stop_for_keys(self):
        page = self.open("add")
        self.tap_dice(page, 6)
        self.assertEqual(page.get_attribute("#ink", "aria-label"), self.word(page, "ink.label"))
        self.assertIn("type", page.get_attribute("#ink", "aria-label"))
        self.assertLess(page.eval_on_selector("#ink", "one => one.tabIndex"), 0)

    def test_the_tab_key_reaches_everything_in_the_order_of_the_screen(self):
        page = self.open("add")
        page.click("#tap-dice")
        page.click("#faces button:nth-child(6)")
        page.wait_for_selector(".die-tile")
        page.focus("#play > .bar a")
        parts = []
        for _ in range(40):
            part = page.evaluate(
                "[...document.querySelectorAll('#play > *')].find((one) => one.contains(document.activeElement))?.classList[0]"
            )
            # After the last control comes the browser's own; WebKit's has none, and begins again.
            if part is None or (self.browser.name == "webkit" and part in parts[:-1]):
                break
            if part not in parts[-1:]:
                parts.append(part)
            page.keyboard.press("Tab")
        self.assertEqual(parts, ["bar", "view", "talk", "tray", "pad"])


class ReaderFontTests(PageTest):
    engine = "chromium"
    flags = ["--blink-settings=defaultFontSize=28"]

    def test_the_readers_own_font_size_counts_and_the_game_is_still_played(self):
        page = self.open("add", size=(1024, 768))
        page.set_default_timeout(patience)
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).fontSize"), "28px")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1024)
        self.tap_dice(page, 6, 5)
        self.type_answer(page, 11)
        page.wait_for_selector(".result.solved")


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
