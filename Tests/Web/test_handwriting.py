"""Answers written with a real pointer, in strokes that nothing was trained on."""

import json
import pathlib
import unittest

from support import PageTest, shared, unipen, watched_ink, write

own = json.loads((pathlib.Path(__file__).parent / "strokes.json").read_text())


class HandwritingTests(PageTest):
    def test_answers_written_by_hand_are_read_and_judged(self):
        page = self.open("add")
        for values, answer in [
            ((6, 2), "8"),
            ((6, 6), "12"),
            ((6, 6, 6, 5), "23"),
            ((4, 3), "7"),
            ((5, 4), "9"),
        ]:
            with self.subTest(answer):
                page.evaluate("location.hash = ''")
                page.evaluate("location.hash = 'add'")
                self.tap_dice(page, *values)
                write(page, [own[digit] for digit in answer])
                page.wait_for_function(
                    "answer => document.getElementById('reading').textContent === answer",
                    arg=answer,
                )
                page.click("#check")
                page.wait_for_selector(".result.solved")
                page.click("#again")
                page.wait_for_selector(".result", state="detached")
                self.tool(page, "#other")

    def test_what_is_written_while_the_dice_are_shown_is_the_next_answer(self):
        for when in ("#pip-face[data-mood=wrong]", ".die-tile.look"):
            with self.subTest(when):
                page = self.open("add")
                self.tap_dice(page, 6, 6)
                write(page, [own["9"]])
                page.wait_for_function(
                    "() => document.getElementById('reading').textContent === '9'"
                )
                page.click("#check")
                page.wait_for_selector(when)
                write(page, [own["1"], own["2"]])
                page.wait_for_function(
                    "() => document.getElementById('reading').textContent === '12'"
                )
                page.click("#check")
                page.wait_for_selector(".result.solved")

    @unittest.skipUnless(
        (shared / "data/digits").is_dir(), "the pen strokes of ../shared are not here"
    )
    def test_digits_of_other_peoples_pens_are_read(self):
        page = self.open("add", before=lambda page: page.add_init_script(watched_ink))
        self.tap_dice(page, 6, 2)
        right = total = 0
        for label, samples in unipen("0123456789", 4).items():
            for strokes in samples:
                page.keyboard.press("Delete")
                page.wait_for_function(
                    "() => document.getElementById('reading').textContent === ''"
                )
                write(page, [strokes])
                # A digit of two strokes is read at each.
                page.wait_for_function("() => unread.size === 0")
                right += page.text_content("#reading").rstrip("?") == label
                total += 1
        self.assertEqual(total, 40)
        self.assertGreaterEqual(right / total, 0.9, f"{right} of {total}")

    def test_one_tap_takes_the_last_stroke_back_and_another_all(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        write(page, [own["1"], own["2"]])
        page.wait_for_function("() => document.getElementById('reading').textContent === '12'")
        page.click("#undo")
        page.wait_for_function("() => document.getElementById('reading').textContent === '1'")
        page.keyboard.press("Delete")
        page.wait_for_function("() => document.getElementById('reading').textContent === ''")

    def test_a_number_is_announced_once_to_screen_readers(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        page.evaluate("""window.announced = [];
          const reading = document.getElementById('reading');
          new MutationObserver(() => window.announced.push(reading.textContent))
            .observe(reading, { childList: true });""")
        write(page, [own["1"], own["2"]])
        page.wait_for_function("() => document.getElementById('reading').textContent === '12'")
        announced = page.evaluate("announced")
        self.assertEqual([a for a, b in zip(announced, announced[1:]) if a == b], [])

    def test_digits_are_read_from_left_to_right_whatever_was_written_first(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        blank = [[[0, 0], [0.1, 0.1]]]
        write(page, [blank, own["2"]])
        page.keyboard.press("Delete")
        box = page.locator("#ink").bounding_box()

        def at(digit, left):
            for stroke in own[digit]:
                points = [
                    (box["x"] + left + x, box["y"] + box["height"] / 3 + y) for x, y in stroke
                ]
                page.mouse.move(*points[0])
                page.mouse.down()
                for point in points[1:]:
                    page.mouse.move(*point)
                page.mouse.up()

        at("2", 220)
        at("1", 60)
        page.wait_for_function("() => document.getElementById('reading').textContent === '12'")

    def test_a_scribble_is_never_marked_wrong(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        scribble = [[[x % 37 * 2.7, (x * 29) % 97] for x in range(60)]]
        write(page, [scribble])
        page.wait_for_function("() => document.getElementById('pad').dataset.empty === undefined")
        page.click("#check")
        self.prompt(page, self.word(page, "prompt.unsure"))
        self.assertEqual(page.text_content(".result"), "?")
        self.go_to_grown_ups(page)
        # Nothing was counted.
        page.wait_for_selector("#no-answers")

    def test_a_palm_draws_nothing_and_a_pen_takes_over_from_it(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        marks = """() => { const canvas = document.getElementById('ink');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return data.some((one, index) => index % 4 === 3 && one > 0); }"""
        event = """([kind, type, id, x, y, size]) => {
          const ink = document.getElementById('ink');
          const at = ink.getBoundingClientRect();
          ink.dispatchEvent(new PointerEvent(kind, { pointerType: type, pointerId: id, clientX: at.x + x,
            clientY: at.y + y, width: size, height: size, bubbles: true, cancelable: true, isPrimary: id === 1 }));
        }"""
        page.evaluate(event, ["pointerdown", "touch", 1, 50, 50, 120])
        page.evaluate(event, ["pointermove", "touch", 1, 90, 90, 120])
        page.evaluate(event, ["pointerup", "touch", 1, 90, 90, 120])
        self.assertFalse(page.evaluate(marks), "a palm is broad")
        page.evaluate(event, ["pointerdown", "touch", 1, 10, 10, 20])
        page.evaluate(event, ["pointerdown", "pen", 2, 60, 20, 1])
        for y in range(20, 120, 10):
            page.evaluate(event, ["pointermove", "pen", 2, 60, y, 1])
        page.evaluate(event, ["pointerup", "pen", 2, 60, 120, 1])
        page.wait_for_function(
            "() => document.getElementById('reading').textContent.replace('?', '') === '1'"
        )
        page.evaluate(event, ["pointerdown", "touch", 3, 150, 20, 20])
        page.evaluate(event, ["pointerup", "touch", 3, 150, 90, 20])
        self.assertEqual(
            page.text_content("#reading").rstrip("?"), "1", "a finger beside a pen is a hand"
        )

    def test_ten_seconds_after_its_last_touch_a_pen_leaves_the_paper_to_fingers(self):
        page = self.open("add")
        self.tap_dice(page, 6, 2)
        # Events of the test come when the test says, in milliseconds.
        stroke = """([type, from, until]) => {
          const ink = document.getElementById('ink');
          const at = ink.getBoundingClientRect();
          const send = (kind, y, time) => {
            const event = new PointerEvent(kind, { pointerType: type, pointerId: 1, clientX: at.x + 60,
              clientY: at.y + y, width: 10, height: 10, bubbles: true, cancelable: true, isPrimary: true });
            Object.defineProperty(event, 'timeStamp', { value: time });
            ink.dispatchEvent(event);
          };
          send('pointerdown', 20, from);
          for (let y = 20; y < 110; y += 10) send('pointermove', y, until);
          send('pointerup', 110, until);
        }"""
        page.evaluate(stroke, ["pen", 1000, 9000])
        page.wait_for_function("() => document.getElementById('reading').textContent !== ''")
        page.keyboard.press("Delete")
        page.evaluate(stroke, ["touch", 18_000, 18_100])
        page.wait_for_timeout(300)
        self.assertTrue(page.is_visible("#pad[data-empty]"), "nine seconds after the pen's last touch a finger is its hand's")
        page.evaluate(stroke, ["touch", 19_001, 19_100])
        page.wait_for_function("() => document.getElementById('reading').textContent.replace('?', '') === '1'")


if __name__ == "__main__":
    unittest.main()
