"""Look inside: what the network got and found, and how the end of a roll was judged."""

import json
import subprocess
import unittest

from support import PageTest, held, root, temporary


slide = """([id, value]) => { const slider = document.getElementById(id); slider.value = value;
  slider.dispatchEvent(new Event('input')); }"""
drawn_size = """() => [document.getElementById('network-picture')]
  .map(({ width, height }) => `${width} x ${height}`)[0]"""


class InsideTests(PageTest):
    def test_a_picture_shows_its_boxes_scores_and_times_and_the_sliders_move_them(self):
        page = self.open("add")
        page.evaluate("location.hash = 'inside'")
        self.assertTrue(page.is_visible("#inside-empty"))
        page.click(".leave >> visible=true")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#network-boxes button")
        kept = page.locator("#network-boxes button").count()
        thin = page.locator("#network-boxes span").count()
        self.assertGreaterEqual(kept, 1)
        self.assertGreater(thin, kept, "several cells see one die")
        self.assertGreater(page.evaluate("document.querySelectorAll('#scores meter').length"), 0)
        self.assertGreater(
            page.evaluate(
                "Math.max(...[...document.querySelectorAll('#scores meter')].map((one) => one.value))"
            ),
            0.2,
        )
        page.evaluate(slide, ["confidence", 0.95])
        page.wait_for_function(
            f"() => document.querySelectorAll('#network-boxes span').length < {thin}"
        )
        page.evaluate(slide, ["confidence", 0.2])
        page.evaluate(slide, ["overlap", 0.95])
        page.wait_for_function(
            f"() => document.querySelectorAll('#network-boxes button').length >= {kept}"
        )
        page.click("#usual")
        page.wait_for_function(
            f"() => document.querySelectorAll('#network-boxes button').length === {kept}"
        )

    def test_a_picture_is_drawn_again_in_another_shape(self):
        wide = temporary(self) / "wide.png"
        command = ["ffmpeg", "-v", "error", "-i", root / "Samples/dice.jpg"]
        subprocess.run([*command, "-vf", "pad=1.5*iw:ih:(ow-iw)/2:0", wide], check=True)
        page = self.open("add")
        page.set_input_files("#file", str(wide))
        page.wait_for_selector(".die-tile")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#network-boxes button")
        self.assertEqual(page.evaluate(drawn_size), "320 x 160")
        for shape in ("fill", "crop"):
            page.select_option("#shape", shape)
            page.wait_for_function(f"() => ({drawn_size})() === '320 x 240'")
        page.click("#usual")
        page.wait_for_function(f"() => ({drawn_size})() === '320 x 160'")
        self.assertEqual(page.input_value("#shape"), "fit")

    def test_the_parts_of_a_frame_add_up_and_frames_left_out_count_in_none(self):
        page = self.open()
        times = page.evaluate("""async () => {
          const { Inside } = await import('./games/dice/inside.js');
          const inside = new Inside({ call: async () => undefined });
          location.hash = 'inside';
          await new Promise((resolve) => setTimeout(resolve, 100));
          const outlook = { wait: 'dice', rest: 1, dice: [] };
          const state = { table: 'clear', round: 0, seen: [], outlook, time: 0 };
          const parts = { take: 1, upright: 2, network: 30, boxes: 4, rules: 5 };
          for (let looks = 0; looks < 9; looks++) {
            inside.take({ ...state, looked: true, times: { ...parts, total: 42 } });
            inside.take({ ...state, looked: false,
              times: { take: 1, upright: 0, network: 0, boxes: 0, rules: 1, total: 2 } });
          }
          return [...document.querySelectorAll('#times td')].map((one) => Number(one.textContent));
        }""")
        *parts, total, _ = times
        self.assertEqual(parts, [1, 2, 30, 4, 5])
        self.assertEqual(sum(parts), total)

    def test_frames_go_on_while_one_looks_inside(self):
        page = self.open("add")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#times tr")
        stages = page.eval_on_selector_all("#times th", "all => all.map(one => one.textContent)")
        parts = ("take", "upright", "network", "boxes", "rules")
        for stage in (*parts, "total", "framesPerSecond"):
            self.assertIn(self.word(page, f"inside.stages.{stage}"), stages)
        for figure in page.eval_on_selector_all(
            "#times td", "all => all.map(one => one.textContent)"
        ):
            self.assertGreaterEqual(float(figure), 0)
        self.assertIn(
            page.text_content("#table-state"),
            [
                self.word(page, f"inside.states.{state}")
                for state in ("clear", "rolling", "resting")
            ],
        )
        self.assertEqual(
            page.text_content("#wait"), self.word(page, "inside.waits.dice"), "a test pattern"
        )


class TrackTests(PageTest):
    """Dice before the camera that lie still."""

    served = True

    @classmethod
    def setUpClass(cls):
        [cls.roll, *_] = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        cls.clip = temporary(cls) / "roll.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [cls.roll["rest"]], 30)
        super().setUpClass()

    def test_how_long_each_die_has_lain_still_is_shown_and_what_is_waited_for(self):
        page = self.open("add")
        page.click("#use-camera")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_function(
            """([count, awaited]) => {
              const meters = [...document.querySelectorAll('#tracks meter')];
              return meters.length === count && meters.every((one) => one.value === 1)
                && document.getElementById('wait').textContent === awaited;
            }""",
            arg=[len(self.roll["values"]), self.word(page, "inside.waits.change")],
        )
        faces = page.eval_on_selector_all(
            "#tracks use", "all => all.map(use => Number(use.getAttribute('href').slice(5)))"
        )
        self.assertEqual(faces, self.roll["values"])
        for text in page.eval_on_selector_all(
            "#tracks span", "all => all.map(one => one.textContent)"
        ):
            self.assertGreater(float(text.split()[0]), 0)
        # The time line: at rest now, for long enough, with dice in sight; rolling no more.
        page.wait_for_function(
            """() => {
              const canvas = document.getElementById('timeline');
              const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const colour = (row) => {
                const y = Math.floor((row + 0.85) * canvas.height / 5);
                const at = 4 * (y * canvas.width + canvas.width - 3);
                return [...data.slice(at, at + 3)].join();
              };
              return colour(0) === '47,125,60' && colour(1) !== '228,87,46'
                && colour(3) === '47,125,60' && colour(4) === '58,35,19';
            }"""
        )

    def test_frames_are_read_as_sliders_and_shape_say_while_they_are_shown(self):
        page = self.open("add")
        page.click("#use-camera")
        page.evaluate("location.hash = 'inside'")
        dice = len(self.roll["values"])
        tracks = "() => document.querySelectorAll('#tracks meter').length"
        for shape in ("fit", "fill", "crop"):
            page.select_option("#shape", shape)
            page.wait_for_function(f"() => ({tracks})() === {dice}")
            page.evaluate(slide, ["confidence", 0.95])
            page.wait_for_function(f"() => ({tracks})() === 0")
            page.evaluate(slide, ["confidence", 0.2])
            page.wait_for_function(f"() => ({tracks})() === {dice}")
        page.evaluate(slide, ["confidence", 0.95])
        page.wait_for_function(f"() => ({tracks})() === 0")
        # Nobody plays by what was tried here.
        page.click(".leave >> visible=true")
        page.wait_for_function(f"() => document.querySelectorAll('.die-tile').length === {dice}")


if __name__ == "__main__":
    unittest.main()
