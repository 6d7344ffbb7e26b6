"""Playing with dice that are tapped in: what is asked, what becomes of an answer."""

import subprocess
import unittest

from support import PageTest, fake_voice, own_voice, root, site, temporary, version

# Notes what the engine says of a still picture's other orientations.
watched_turns = """
  window.turns = [];
  const Own = Worker;
  window.Worker = class extends Own {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data: { result } }) => {
        if (typeof result === "boolean") turns.push(result);
      });
    }
  };
"""


class GameTests(PageTest):
    def says(self, page, path, *values):
        """A text of the page that is made of numbers."""
        return page.evaluate(
            "async ([path, values]) => (await import('./shell/words.js')).word(path)(...values)",
            [path, values],
        )

    def stars(self, page, count):
        page.wait_for_function(
            "count => document.querySelector('#stars > :last-child').textContent === `${count}`", arg=count
        )

    def test_each_mode_asks_for_its_number(self):
        for mode, right in [("count", 3), ("add", 11), ("multiply", 36)]:
            with self.subTest(mode):
                page = self.open(mode)
                self.tap_dice(page, 6, 2, 3)
                self.prompt(page, self.word(page, f"prompt.{mode}"))
                self.type_answer(page, right)
                page.wait_for_selector(".result.solved")
                self.assertEqual(page.text_content(".result"), str(right))
                self.stars(page, 2)

    def test_a_wrong_answer_lights_the_dice_one_by_one_and_gives_another_try(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.evaluate(
            """window.lit = []; new MutationObserver(() => {
            const die = document.querySelector('.die-tile.look');
            if (die && window.lit.at(-1) !== die.dataset.id) window.lit.push(die.dataset.id);
          }).observe(document.getElementById('dice'), { subtree: true, attributes: true, childList: true })"""
        )
        self.type_answer(page, 9)
        self.prompt(page, self.word(page, "prompt.wrong"))
        self.prompt(page, self.word(page, "prompt.retry"))
        self.assertEqual(page.evaluate("lit"), ["0", "1"])
        self.assertEqual(page.text_content("#reading"), "", "the paper is clean for the next try")
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")

    def test_what_is_typed_while_the_dice_are_shown_is_the_next_answer(self):
        for when in ("#pip-face[data-mood=wrong]", ".die-tile.look"):
            with self.subTest(when):
                page = self.open("add")
                self.tap_dice(page, 6, 2)
                self.type_answer(page, 9)
                page.wait_for_selector(when)
                self.type_answer(page, 8)
                page.wait_for_selector(".result.solved")

    def test_a_double_tap_on_the_check_mark_is_one_answer(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.keyboard.type("9")
        page.dblclick("#check")
        self.prompt(page, self.word(page, "prompt.retry"))
        page.keyboard.type("8")
        # Before the engine has said anything of the first tap.
        page.evaluate("for (const tap of [1, 2]) document.getElementById('check').click()")
        page.wait_for_selector(".result.solved")
        kept = self.logged(page, minimum=2)
        self.assertEqual([(one["given"], one["attempt"]) for one in kept], [(9, 1), (8, 2)])
        self.stars(page, 1)

    def test_42_is_a_secret_that_ends_the_turn_and_says_the_true_answer(self):
        page = self.open("add")
        self.tap_dice(page, 1, 1)
        self.type_answer(page, 42)
        page.wait_for_selector("#pip-face[data-mood=wink]")
        self.assertEqual(page.text_content("#prompt"), self.says(page, "prompt.secret", 2))
        self.assertEqual(page.text_content(".result.shown"), "2")
        self.assertEqual(page.text_content("#stars > :last-child"), "0", "it is not right")
        # Nor is it a try.
        page.click("#again")
        page.click("#faces button:nth-child(5)")
        self.type_answer(page, 5)
        page.wait_for_selector(".result.solved")
        self.assertEqual(
            [(one["verdict"], one["attempt"], one["source"]) for one in self.logged(page, minimum=2)],
            [("secret", 1, "keys"), ("right", 1, "keys")],
        )

    def test_42_is_simply_right_where_the_dice_say_so(self):
        page = self.open("add")
        self.tap_dice(page, *[6] * 7)
        self.type_answer(page, 42)
        page.wait_for_selector(".result.solved")
        self.stars(page, 2)

    def test_a_wrong_value_is_corrected_by_a_tap(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.click("#dice .die-tile >> nth=0")
        page.click("#fix-faces button:nth-child(5)")
        page.wait_for_function(
            "() => document.querySelector('#dice use').getAttribute('href') === '#die-5'"
        )
        self.assertEqual(self.values(page), [5, 2])
        page.click("#dice .die-tile >> nth=1")
        page.click("#fix-none")
        page.wait_for_function("() => document.querySelectorAll('#dice .die-tile').length === 1")
        self.type_answer(page, 5)
        page.wait_for_selector(".result.solved")

    def focused(self, page):
        return page.evaluate("document.activeElement.dataset.id ?? document.activeElement.id")

    def test_a_die_that_was_corrected_keeps_the_focus_and_one_that_is_gone_leaves_it_to_another(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.focus("#dice .die-tile >> nth=1")
        page.keyboard.press("Enter")
        page.focus("#fix-faces button:nth-child(5)")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelectorAll('#dice use')[1].getAttribute('href') === '#die-5'")
        self.assertEqual(self.focused(page), "1")
        for left in (1, 0):
            page.keyboard.press("Enter")
            page.focus("#fix-none")
            page.keyboard.press("Enter")
            page.wait_for_function("left => document.querySelectorAll('.die-tile').length === left", arg=left)
            self.assertEqual(self.focused(page), "0" if left else "stage")

    def test_new_dice_lead_on_to_the_faces(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector("#again:enabled")
        page.focus("#again")
        page.keyboard.press("Enter")
        page.wait_for_selector("#again", state="hidden")
        page.wait_for_selector("#faces button:first-child:focus")

    def test_an_answer_to_dice_that_were_rolled_again_meanwhile_is_not_judged(self):
        # Other dice lie there when the engine comes to judge the answer.
        script = """
          const Real = Worker;
          window.Worker = class extends Real {
            postMessage(message, transfer) {
              if (/answer$/.test(message.name)) {
                super.postMessage({ id: -1, name: message.name.replace("answer", "place"), argument: [1, 2] });
                window.hasAnswered = true;
              }
              super.postMessage(message, transfer);
            }
          };"""
        page = self.open("add", before=lambda page: page.add_init_script(script))
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 3)
        page.wait_for_function("() => document.querySelector('#dice use').getAttribute('href') === '#die-1'")
        self.assertTrue(page.evaluate("hasAnswered"))
        self.assertEqual(self.values(page), [1, 2])
        self.assertEqual(page.text_content("#prompt"), self.word(page, "prompt.add"))
        self.assertEqual(page.text_content(".result"), "?")
        self.assertEqual(self.logged(page), [])

    def test_the_way_back_leaves_the_question_about_a_die_behind(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.click("#dice .die-tile >> nth=0")
        page.wait_for_selector("#fix[open]")
        page.evaluate("location.hash = ''")
        page.wait_for_selector("#fix", state="hidden")
        page.evaluate("location.hash = 'add'")
        page.click("#tap-dice")
        self.assertEqual(self.values(page), [6, 2])

    def test_no_more_dice_are_offered_than_the_mode_asks_about(self):
        for mode, maximum in [("count", 10), ("add", 10), ("multiply", 3)]:
            with self.subTest(mode):
                page = self.open(mode)
                self.tap_dice(page, *[2] * (maximum - 1))
                self.assertEqual(page.locator("#faces button:enabled").count(), 6)
                page.click("#faces button:nth-child(2)")
                page.wait_for_selector("#faces button:disabled")
                self.assertEqual(page.locator("#faces button:enabled").count(), 0)
                self.assertEqual(page.locator(".die-tile").count(), maximum)

    def test_the_last_die_that_is_chosen_by_key_leads_on_to_the_answer(self):
        page = self.open("multiply")
        self.tap_dice(page, 2, 2)
        page.focus("#faces button:nth-child(3)")
        page.keyboard.press("Enter")
        page.wait_for_selector("#check:focus")
        page.keyboard.type("12")
        page.keyboard.press("Enter")
        page.wait_for_selector(".result.solved")

    def test_too_many_dice_get_the_words_of_the_mode(self):
        page = self.open("count")
        self.tap_dice(page, *[4] * 7)
        self.prompt(page, self.word(page, "prompt.count"))
        page.evaluate("location.hash = 'multiply'")
        self.prompt(page, "Three dice or fewer")
        page.evaluate("location.hash = 'add'")
        self.prompt(page, self.word(page, "prompt.add"))
        page.evaluate("location.hash = 'multiply'")
        self.prompt(page, "Three dice or fewer")
        page.click("#again")
        self.prompt(page, self.word(page, "prompt.tapDice"))

    def test_a_picture_with_too_many_dice_gets_the_words_of_the_mode(self):
        page = self.open("multiply")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        self.prompt(page, "Three dice or fewer")
        self.prompt(page, "on its side?")
        page.click("#turn-picture")
        self.assertIn("rotate(90deg)", page.evaluate("document.getElementById('still').style.transform"))

    def test_a_picture_that_lies_on_its_side_is_offered_to_be_turned_though_it_has_few_dice(self):
        # Three dice, whose sides pass for tops.
        lying = temporary(type(self)) / "lying.png"
        crop = "crop=iw*0.46:ih:0:0,transpose="
        for way, turn in (("1", "rotate(270deg)"), ("2", "rotate(90deg)")):
            with self.subTest(way):
                subprocess.run(
                    ["ffmpeg", "-v", "error", "-y", "-i", root / "Samples/dice.jpg", "-vf", crop + way, lying], check=True
                )
                page = self.open("add")
                page.set_input_files("#file", str(lying))
                page.wait_for_selector("#turn-picture >> visible=true")
                self.assertGreater(len(self.values(page)), 3)
                page.click("#turn-picture")
                self.assertIn(turn, page.evaluate("document.getElementById('still').style.transform"))
                page.wait_for_function("() => document.querySelectorAll('#dice .die-tile').length === 3")
                self.assertEqual(sorted(self.values(page)), [3, 4, 4])
                self.assertFalse(page.is_visible("#turn-picture"))
                page.context.close()

    def test_a_picture_that_stands_upright_is_not_offered_to_be_turned(self):
        page = self.open("add", before=lambda page: page.add_init_script(watched_turns))
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_function("() => window.turns?.length === 2")
        self.assertEqual(page.evaluate("turns"), [False, False])
        self.assertFalse(page.is_visible("#turn-picture"))

    def test_a_slow_load_shows_how_far_it_is_and_asks_for_nothing(self):
        # At the server, and by a browser that has nothing: what a worker fetches may pass a page's routes by.
        held = []
        self.site.route("**/dice.safetensors", lambda route: held.append(route))
        self.addCleanup(self.site.unroute, "**/dice.safetensors")
        context = self.browser.new_context(
            server=self.site, service_workers="block", reduced_motion="reduce", viewport={"width": 1180, "height": 820}
        )
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(f"{self.site.address}#add", wait_until="commit")
        page.click("#tap-dice")
        # The module and the digits are there.
        parts = {name: (site / version() / name).stat().st_size for name in ("playfield.wasm", "dice.safetensors", "digits.safetensors")}
        share = 1 - parts["dice.safetensors"] / sum(parts.values())
        page.wait_for_function("() => /\\d%/.test(document.getElementById('prompt').textContent)")
        page.wait_for_timeout(300)
        said = int(page.text_content("#prompt").rstrip("%").split()[-1]) / 100
        self.assertAlmostEqual(said, share - 0.05, delta=0.06)
        self.assertEqual(page.locator("#faces button:enabled").count(), 0)
        self.assertFalse(page.evaluate("'ready' in document.body.dataset"))
        held[0].continue_()
        self.prompt(page, self.word(page, "prompt.tapDice"))
        page.click("#faces button:nth-child(6)")
        page.wait_for_selector("#pad[data-open=true]")

    def test_tapped_dice_outlive_a_reload_and_leave_with_their_game(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 2")
        page.reload()
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [6, 2])
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        page.evaluate("location.hash = ''")
        page.wait_for_selector("#home:not([hidden])")
        page.evaluate("location.hash = 'add'")
        page.wait_for_selector("#tap-dice >> visible=true")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.assertTrue(page.is_visible("#tap-dice"), "nothing lies there any more")

    def test_counting_shows_no_values(self):
        page = self.open("count")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(page.locator(".die-tile.blank").count(), 7)
        self.assertEqual(
            page.eval_on_selector_all(
                "#dice use", "all => [...new Set(all.map((use) => use.getAttribute('href')))]"
            ),
            ["#die-body"],
        )
        self.assertEqual(page.text_content("#dice"), "?dice", "an unknown number of dice")
        self.assertEqual(page.locator("#marks .mark").count(), 7)
        self.assertEqual(page.text_content("#marks"), "")
        self.assertEqual(page.text_content("#dice-live"), "", "it would say how many there are")
        self.tool(page, "#add-die")
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 8")
        self.assertFalse(page.is_visible("#fix"), "it would show values")
        page.click("#dice .die-tile >> nth=0")
        self.assertEqual(page.text_content("#fix-title"), self.word(page, "fix.isDie"))
        self.assertFalse(page.is_visible("#fix-faces"))
        page.click("#fix-none")
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 7")

    def test_the_numbers_on_the_picture_can_be_hidden_and_stay_so(self):
        page = self.open("add")
        self.assertIsNotNone(page.get_attribute("#labels", "hidden"), "there is no picture yet")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#marks .mark b")
        page.focus("#gear")
        page.keyboard.press("Enter")
        page.focus("#labels")
        page.keyboard.press("Enter")
        self.assertTrue(page.is_visible("#tools"), "the picture behind shows what has changed")
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible("#tools"))
        self.assertEqual(page.evaluate("document.activeElement.id"), "gear")
        self.assertEqual(page.get_attribute("#labels", "aria-pressed"), "false")
        self.assertEqual(page.locator("#marks .mark").count(), 7)
        self.assertEqual(page.text_content("#marks"), "")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#marks .mark")
        self.assertEqual(page.text_content("#marks"), "")
        self.tool(page, "#labels")
        self.assertEqual(page.locator("#marks .mark b").count(), 7)
        page.evaluate("location.hash = 'count'")
        page.wait_for_selector(".die-tile.blank")
        self.assertIsNotNone(page.get_attribute("#labels", "hidden"), "counting never shows them")

    def test_the_game_is_played_with_the_keyboard_alone(self):
        page = self.open()
        page.focus(".modes a:nth-child(2)")
        page.keyboard.press("Enter")
        page.wait_for_selector("#play:not([hidden])")
        page.focus("#tap-dice")
        page.keyboard.press("Enter")
        page.focus("#faces button:nth-child(6)")
        page.keyboard.press("Enter")
        page.wait_for_selector(".die-tile")
        page.keyboard.type("17")
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        page.keyboard.type("6")
        page.focus("#reading, #ink, body")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        page.wait_for_selector(".result.solved")

    def test_dice_are_announced_to_screen_readers(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.wait_for_function(
            "() => document.getElementById('dice-live').textContent === '2 dice: 6, 2'"
        )
        self.assertEqual(page.get_attribute("#dice-live", "aria-live"), "polite")

    def test_an_empty_answer_is_no_answer(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.click("#check")
        self.prompt(page, self.word(page, "prompt.empty"))
        self.assertEqual(page.text_content(".result"), "?")

    def test_with_reduced_motion_nothing_falls_and_nothing_jumps(self):
        page = self.open("add", reduced_motion="reduce")
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        self.assertEqual(page.locator("#confetti i").count(), 0)
        self.assertEqual(
            page.eval_on_selector("#pip-face", "pip => getComputedStyle(pip).animationName"), "none"
        )

    def test_the_voice_can_be_muted_and_stays_so(self):
        page = self.open("add")
        self.tool(page, "#play .voice")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.assertEqual(
            page.text_content("#play .voice"), self.word(page, "button.voiceOn")
        )


class SpokenTests(PageTest):
    def test_speech_that_never_starts_counts_as_ended_after_a_second(self):
        page = self.open("add", before=lambda page: page.add_init_script(fake_voice(heard="return")))
        waited = page.evaluate(
            """async (module) => {
              Object.defineProperty(SpeechSynthesisUtterance.prototype, 'onstart', { set() {} });
              const { isSpeaking, say } = await import(module);
              const began = performance.now();
              await say('One');
              return [performance.now() - began, isSpeaking()];
            }""",
            f"./{version()}/shell/voice.js",
        )
        self.assertGreater(waited[0], 900)
        self.assertLess(waited[0], 5000)
        self.assertFalse(waited[1])

    def spoken(self, is_local):
        script = fake_voice([{**own_voice, "localService": is_local}])
        page = self.open("add", before=lambda page: page.add_init_script(script))
        self.tap_dice(page, 6, 2)
        self.prompt(page, self.word(page, "prompt.add"))
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        return page

    def test_the_browsers_own_choice_speaks_and_never_a_singing_voice_before_another(self):
        for names, default, expected, why in [
            (("Albert", "Daniel", "Samantha"), "Samantha", "Samantha", "the default"),
            (("Albert", "Bells (English (US))", "Daniel"), None, "Daniel", "the first that talks"),
            (("Albert",), None, "Albert", "better than none"),
        ]:
            with self.subTest(why):
                voices = [{**own_voice, "name": name, "default": name == default} for name in names]
                script = fake_voice(voices, heard="said.push(speech.voice.name)")
                page = self.open("add", before=lambda page: page.add_init_script(script))
                self.tap_dice(page, 6, 2)
                page.wait_for_function("() => said.length > 0")
                self.assertEqual(set(page.evaluate("said")), {expected})

    def test_prompts_and_results_are_spoken(self):
        page = self.spoken(True)
        page.wait_for_function("() => said.some((text) => text.startsWith('8.'))")
        self.assertIn(self.word(page, "prompt.add"), page.evaluate("said"))

    def test_a_voice_that_would_send_the_words_away_does_not_speak(self):
        page = self.spoken(False)
        self.prompt(page, self.word(page, "prompt.tapDice"))
        self.assertEqual(page.evaluate("said"), [])


if __name__ == "__main__":
    unittest.main()
