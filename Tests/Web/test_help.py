"""What wrong answers bring: pointing, counting along, the answer and other dice like those."""

import subprocess
import unittest

from support import PageTest, fake_voice, root, temporary

# Keeps in `window.lit` which dice of the tray were lit up, in `window.counted` which numbers were put on
# dice of the tray, in `window.marked` what the marks of the picture said, in `window.prompts` what Pip said.
watched = """
  Object.assign(window, { lit: [], counted: [], marked: [], prompts: [], moods: [] });
  const note = (list, entry) => { if (entry !== undefined && entry !== list.at(-1)) list.push(entry); };
  const texts = (all) => [...document.querySelectorAll(all)].map((one) => one.textContent).join(" ");
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    note(window.lit, document.querySelector(".die-tile.look")?.dataset.id);
    note(window.counted, texts("#dice .counted"));
    note(window.marked, texts("#marks .mark b"));
    note(window.prompts, document.getElementById("prompt").textContent);
    note(window.moods, document.getElementById("pip-face").dataset.mood);
  }).observe(document.getElementById("play"),
    { subtree: true, attributes: true, childList: true, characterData: true }));
"""


# Keeps in `window.looks` when a frame was given to the engine, in milliseconds.
watched_looks = """
  window.looks = [];
  const Real = Worker;
  window.Worker = class extends Real {
    postMessage(message, transfer) {
      if (message.name === "dice.see") looks.push(performance.now());
      super.postMessage(message, transfer);
    }
  };
"""
# Dice that lie still for so long are at rest when they are seen a second time, in milliseconds: less than
# `SteadyRule.clearRest`.
rest = 150


class WatchedTest(PageTest):
    """Watches what is shown and said."""

    def open(self, *arguments, **options):
        def before(page):
            page.add_init_script(watched)
            page.add_init_script(fake_voice())
            page.add_init_script(watched_looks)

        return super().open(*arguments, before=before, **options)

    def answer_wrongly(self, page, number, times):
        """Gives wrong answers, and takes the help for all but the last."""
        for time in range(times):
            self.type_answer(page, number)
            page.wait_for_selector("#pip-face[data-mood=wrong]" if time < 2 else ".result.shown")
            if time < times - 1:
                self.prompt(page, self.word(page, "prompt.retry"))


class HelpTests(WatchedTest):
    def test_counting_numbers_the_dice_while_pointing_and_never_says_a_value(self):
        page = self.open("count")
        self.tap_dice(page, 6, 5, 6)
        self.answer_wrongly(page, 17, 1)
        self.prompt(page, self.word(page, "prompt.retry"))
        self.assertEqual(page.evaluate("lit"), ["0", "1", "2"])
        self.assertEqual(page.evaluate("counted"), ["", "1", "1 2", "1 2 3", ""])
        said = page.evaluate("said")
        self.assertEqual([one for one in said if one.isdigit()], ["1", "2", "3"])

    def test_after_two_wrong_answers_pip_counts_along(self):
        for mode, steps in [("count", "1 2 3"), ("add", "4 10 12"), ("multiply", "4 24 48")]:
            with self.subTest(mode):
                page = self.open(mode)
                self.tap_dice(page, 4, 6, 2)
                self.answer_wrongly(page, 7, 1)
                self.prompt(page, self.word(page, "prompt.retry"))
                lists = "for (const list of [lit, counted, prompts, said])"
                page.evaluate(f"{lists} list.splice(0, list.length - 1)")
                self.answer_wrongly(page, 7, 1)
                self.prompt(page, self.word(page, "prompt.retry"))
                first, second, third = steps.split()
                self.assertEqual(page.evaluate("lit.slice(1)"), ["0", "1", "2"])
                self.assertEqual(
                    page.evaluate("counted.filter(Boolean)"),
                    [first, f"{first} {second}", steps],
                )
                expected = [
                    self.word(page, f"prompt.along.{mode}"),
                    *steps.split(),
                    self.word(page, "prompt.retry"),
                ]
                self.assertEqual(page.evaluate("prompts.slice(1)"), expected)
                self.assertEqual(page.evaluate("said.slice(1)"), expected)
                self.assertEqual(page.text_content(".result"), "?", "the question is open still")

    def test_dice_of_a_picture_light_up_and_are_numbered_too(self):
        page = self.open("count")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        self.answer_wrongly(page, 25, 1)
        page.wait_for_selector("#marks .mark.look")
        self.prompt(page, self.word(page, "prompt.retry"))
        numbers = [" ".join(map(str, range(1, last + 1))) for last in range(1, 8)]
        self.assertEqual(page.evaluate("marked.filter(Boolean)"), numbers)

    def test_a_hidden_number_is_shown_while_its_die_is_pointed_at(self):
        page = self.open("add")
        page.evaluate("localStorage.setItem('playfield.labels', 'false')")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#marks .mark")
        self.answer_wrongly(page, 99, 1)
        page.wait_for_selector("#marks .mark.look b")
        self.assertEqual(page.locator("#marks b").count(), 1)
        self.prompt(page, self.word(page, "prompt.retry"))
        self.assertEqual(
            page.evaluate("marked.filter(Boolean)"),
            [one for one in page.evaluate("said") if one.isdigit()],
        )

    def test_after_three_wrong_answers_the_answer_is_shown_and_like_dice_are_laid(self):
        for mode, values, answer, said in [
            ("count", (2, 5), 2, "There are two dice."),
            ("add", (4, 6, 2), 12, "4 and 6 and 2 make 12."),
            ("multiply", (4, 2), 8, "4 times 2 is 8."),
        ]:
            with self.subTest(mode):
                page = self.open(mode)
                self.tap_dice(page, *values)
                self.answer_wrongly(page, 7, 3)
                self.assertEqual(page.text_content(".result.shown"), str(answer))
                self.prompt(page, said)
                self.prompt(page, self.word(page, "prompt.likeDice"))
                self.prompt(page, self.word(page, f"prompt.{mode}"))
                self.assertIn(page.locator(".die-tile").count(), (len(values) - 1, len(values)))
                self.assertEqual(page.text_content(".result"), "?")
                self.assertEqual(page.text_content("#reading"), "", "the paper is clean")
                self.assertEqual(page.text_content("#stars > :last-child"), "0")
                spoken = page.evaluate("said")
                self.assertTrue(any(said in one for one in spoken), spoken)
                kept = self.logged(page, minimum=3)
                self.assertEqual(
                    [(one["verdict"], one["attempt"]) for one in kept],
                    [("wrong", 1), ("wrong", 2), ("wrong", 3)],
                )

    def test_a_die_that_is_corrected_opens_the_question_again(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        self.answer_wrongly(page, 7, 3)
        page.click("#dice .die-tile >> nth=0")
        page.click("#fix-faces button:nth-child(5)")
        self.prompt(page, self.word(page, "prompt.add"))
        self.type_answer(page, 7)
        page.wait_for_selector(".result.solved")

    def test_an_answer_may_be_given_while_pip_counts_along(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        self.answer_wrongly(page, 7, 2)
        page.wait_for_selector("#dice .counted")
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        self.assertEqual(page.locator("#dice .counted").count(), 0)

    def test_all_help_is_reached_with_the_keyboard_alone(self):
        page = self.open("add")
        page.focus("#tap-dice")
        page.keyboard.press("Enter")
        page.focus("#faces button:nth-child(3)")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelectorAll('.die-tile').length === 2")
        for wait in ("#pip-face[data-mood=wrong]", "#dice .counted", ".result.shown"):
            page.keyboard.type("7")
            page.keyboard.press("Enter")
            page.wait_for_selector(wait)
        self.prompt(page, self.word(page, "prompt.likeDice"))
        self.prompt(page, self.word(page, "prompt.add"))
        values = self.values(page)
        page.keyboard.type(str(sum(values)))
        page.keyboard.press("Enter")
        page.wait_for_selector(".result.solved")

    def test_who_leaves_while_the_answer_is_shown_finds_it_there_and_may_take_new_dice(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        self.answer_wrongly(page, 7, 3)
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#inside:not([hidden])")
        page.evaluate("location.hash = 'add'")
        self.prompt(page, self.word(page, "prompt.tapDice"))
        self.assertEqual(page.text_content(".result.shown"), "8")
        page.click("#again")
        page.wait_for_selector(".die-tile", state="detached")


class PromptTests(PageTest):
    def test_pip_looks_at_dice_until_they_are_seen_to_move(self):
        page = self.open()
        prompt = """async (moves) => {
          const { prompt } = await import('./games/dice/prompts.js');
          return prompt({ phase: 'rolling' }, { shows: 'camera', moves });
        }"""
        for moves, mood, word in [(False, "calm", "looking"), (True, "rolling", "rolling")]:
            with self.subTest(moves=moves):
                said = page.evaluate(prompt, moves)
                self.assertEqual((said["mood"], said["text"]), (mood, self.word(page, f"prompt.{word}")))


class StillCameraTests(WatchedTest):
    """Seven dice that lie before the camera and never move."""

    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "still.y4m"
        picture = ["-loop", "1", "-i", root / "Samples/dice.jpg", "-t", "3", "-r", "10"]
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", *picture, "-vf", "scale=1280:-2"]
            + ["-pix_fmt", "yuv420p", cls.clip],
            check=True,
        )
        super().setUpClass()

    def test_dice_that_lie_there_do_not_roll(self):
        page = self.open("add")
        page.click("#use-camera")
        self.prompt(page, self.word(page, "prompt.add"))
        looks = page.evaluate("looks")[:6]
        if all(after - before < rest for before, after in zip(looks, looks[1:])):
            self.assertIn(self.word(page, "prompt.looking"), page.evaluate("prompts"))
        self.assertNotIn(self.word(page, "prompt.rolling"), page.evaluate("prompts"))
        self.assertNotIn("rolling", page.evaluate("moods"))

    def test_too_many_dice_before_the_camera_get_the_words_of_each_mode(self):
        page = self.open("multiply")
        page.click("#use-camera")
        self.prompt(page, "Three dice or fewer")
        page.evaluate("location.hash = 'count'")
        self.prompt(page, self.word(page, "prompt.count"))
        self.assertIsNone(page.get_attribute("#add-die", "hidden"))
        page.evaluate("location.hash = 'multiply'")
        self.prompt(page, "Three dice or fewer")
        self.assertIsNotNone(page.get_attribute("#add-die", "hidden"))

    def test_after_the_answer_was_shown_as_many_dice_or_one_fewer_are_to_be_rolled(self):
        page = self.open("count")
        page.click("#use-camera")
        page.wait_for_selector(".die-tile")
        self.answer_wrongly(page, 25, 3)
        self.prompt(page, "There are seven dice.")
        self.prompt(page, "Roll again with six or seven dice!")


class RollingTests(PageTest):
    """Dice that do roll."""

    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "rolls.y4m"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", root / "Samples/rolls.mp4"]
            + ["-vf", "scale=640:-2", "-pix_fmt", "yuv420p", cls.clip],
            check=True,
        )
        super().setUpClass()

    def test_dice_that_move_are_said_to_roll(self):
        page = self.open("add")
        page.click("#use-camera")
        self.prompt(page, self.word(page, "prompt.rolling"))


if __name__ == "__main__":
    unittest.main()
