"""The camera: asked for after a tap that says why, and whatever goes wrong has words and a way on."""

import pathlib
import unittest

from support import PageTest, root


def refusing(name):
    """Makes the camera fail as the browser names it, until `window.works` is set."""
    return f"""
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wish) => window.works
        ? real(wish) : Promise.reject(new DOMException('as a test', '{name}'));
    """


class CameraTests(PageTest):
    def fails(self, page, problem):
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(page.text_content("#notice-title"), self.word(page, f"problem.{problem}.title"))
        self.assertEqual(page.text_content("#notice-text"), self.word(page, f"problem.{problem}.text"))
        for way_on in ("#use-camera", "#open-file", "#tap-dice"):
            self.assertTrue(page.is_visible(way_on))

    def test_the_camera_is_asked_for_only_after_a_tap_that_says_why(self):
        count = """window.asked = 0;
          const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (wish) => { window.asked += 1; window.wish = wish; return real(wish); };"""
        page = self.open("add", before=lambda page: page.add_init_script(count))
        self.assertEqual(page.evaluate("asked"), 0)
        self.assertEqual(page.text_content("#notice-text"), self.word(page, "why.text"))
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        self.assertEqual(page.evaluate("asked"), 1)
        self.assertEqual(page.evaluate("wish.video.facingMode"), {"ideal": "environment"})
        self.assertFalse(page.evaluate("wish.audio"))

    def test_each_failure_has_its_own_words_and_is_retried_without_a_reload(self):
        for name, problem in [
            ("NotAllowedError", "denied"), ("NotFoundError", "none"), ("NotReadableError", "busy"),
            ("OverconstrainedError", "none"), ("AbortError", "busy"), ("TypeError", "camera"),
        ]:
            with self.subTest(name):
                page = self.open("add", before=lambda page: page.add_init_script(refusing(name)))
                page.evaluate("window.stays = true")
                page.click("#use-camera")
                self.fails(page, problem)
                page.evaluate("window.works = true")
                page.click("#use-camera")
                page.wait_for_selector("#stage[data-shows=camera]")
                self.assertTrue(page.evaluate("window.stays"))

    def test_after_a_refusal_the_game_is_played_without_a_camera(self):
        page = self.open("add", before=lambda page: page.add_init_script(refusing("NotAllowedError")))
        page.click("#use-camera")
        self.fails(page, "denied")
        self.tap_dice(page, 3, 4)
        self.type_answer(page, 7)
        page.wait_for_selector(".result.solved")

    def test_at_an_insecure_address_the_words_say_so(self):
        script = "Object.defineProperty(window, 'isSecureContext', { value: false })"
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        self.fails(page, "insecure")

    def test_a_camera_lost_while_playing_keeps_the_game(self):
        page = self.open("add")
        self.tap_dice(page, 3, 4)
        page.click("#other")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("document.getElementById('video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
        self.fails(page, "lost")
        self.assertEqual(self.values(page), [3, 4])
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")

    def test_the_camera_is_off_while_the_page_is_hidden_and_on_again_after(self):
        page = self.open("add")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("""window.hide = (hidden) => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
          };
          window.track = document.getElementById('video').srcObject.getTracks()[0];
          hide(true);""")
        self.assertEqual(page.evaluate("track.readyState"), "ended")
        page.evaluate("hide(false)")
        page.wait_for_function("() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'")

    def test_the_screen_stays_awake_while_the_camera_looks(self):
        script = """window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: {
            request: async () => { window.locks += 1; return { release: async () => { window.locks -= 1; } }; } } })"""
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        page.wait_for_function("() => locks === 1")
        page.click("#other")
        page.wait_for_function("() => locks === 0")

    def test_one_of_two_cameras_is_chosen_by_a_switch(self):
        page = self.open("add", before=lambda page: page.add_init_script("""
          navigator.mediaDevices.enumerateDevices = async () => [
            { kind: 'videoinput', deviceId: 'front' }, { kind: 'videoinput', deviceId: 'rear' }];
          const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (wish) => {
            window.chosen = wish.video.deviceId?.exact;
            return real({ video: true });
          };"""))
        page.click("#use-camera")
        page.click("#switch")
        page.wait_for_function("() => window.chosen === 'front'")
        page.click("#switch")
        page.wait_for_function("() => window.chosen !== undefined")

    def test_a_camera_of_one_pixel_is_told_in_words(self):
        page = self.open("add", before=lambda page: page.add_init_script("""
          navigator.mediaDevices.getUserMedia = async () => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 1;
            const context = canvas.getContext('2d');
            setInterval(() => context.fillRect(0, 0, 1, 1), 50);
            return canvas.captureStream(20);
          };"""))
        page.click("#use-camera")
        self.fails(page, "tiny")

    def test_frames_of_4k_are_played_with(self):
        page = self.open("add", before=lambda page: page.add_init_script("""
          navigator.mediaDevices.getUserMedia = async () => {
            const canvas = document.createElement('canvas');
            canvas.width = 3840;
            canvas.height = 2160;
            const context = canvas.getContext('2d');
            let hue = 0;
            setInterval(() => { context.fillStyle = `hsl(${hue++} 40% 40%)`; context.fillRect(0, 0, 3840, 2160); }, 200);
            return canvas.captureStream(5);
          };"""))
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_function("() => document.getElementById('network-picture').width > 300")
        width, height = page.eval_on_selector("#network-picture", "one => [one.width, one.height]")
        self.assertLessEqual(width * height, 640 * 480)


class FileTests(PageTest):
    def test_a_picture_is_read_without_a_camera(self):
        page = self.open("add")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(self.values(page), [4, 3, 4, 6, 1, 2, 5])
        self.assertEqual(page.locator("#marks .mark").count(), 7)

    def test_marks_stay_on_their_dice_however_the_picture_is_turned_and_mirrored(self):
        page = self.open("add")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")

        def marks():
            return page.evaluate("""() => {
              const frame = document.getElementById('frame').getBoundingClientRect();
              return [...document.querySelectorAll('#marks .mark')].map((mark) => {
                const at = mark.getBoundingClientRect();
                return [(at.x + at.width / 2 - frame.x) / frame.width, (at.y + at.height / 2 - frame.y) / frame.height,
                  Number(mark.textContent)];
              }).sort((a, b) => a[2] - b[2] || a[0] - b[0]);
            }""")

        upright = marks()
        page.click("#mirror")
        page.wait_for_function("() => document.querySelector('#dice use').getAttribute('href') === '#die-5'")
        self.assertEqual(self.values(page), [5, 2, 1, 6, 4, 3, 4], "the order is that of the picture shown")
        self.near(marks(), [[1 - x, y, value] for x, y, value in upright])
        page.click("#mirror")
        page.wait_for_function("() => document.querySelector('#dice use').getAttribute('href') === '#die-4'")
        page.click("#turn")
        page.wait_for_function("() => document.querySelectorAll('#marks .mark').length === 7")
        self.near(marks(), [[1 - y, x, value] for x, y, value in upright])

    def near(self, found, expected):
        """The same dice within 2 % of the picture, whatever the order of equal values."""
        self.assertEqual(len(found), len(expected))
        for x, y, value in expected:
            self.assertTrue(
                any(one[2] == value and abs(one[0] - x) < 0.02 and abs(one[1] - y) < 0.02 for one in found),
                f"no {value} at {x:.2f}, {y:.2f} in {found}")

    def test_what_is_no_picture_and_no_film_is_told_in_words(self):
        page = self.open("add")
        for name, kind, problem in [("dice.jpg", "image/jpeg", "picture"), ("rolls.mp4", "video/mp4", "clip")]:
            with self.subTest(name):
                page.set_input_files("#file", {"name": name, "mimeType": kind, "buffer": b"no " * 400})
                page.wait_for_selector("#why[data-problem]")
                self.assertEqual(
                    page.text_content("#notice-title"), self.word(page, f"problem.{problem}.title"))
                self.assertTrue(page.is_visible("#tap-dice"))

    def test_a_picture_cut_short_is_read_or_told_but_nothing_breaks(self):
        page = self.open("add")
        whole = pathlib.Path(root / "Samples/dice.jpg").read_bytes()
        page.set_input_files(
            "#file", {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": whole[: len(whole) // 20]})
        page.wait_for_selector("#why[data-problem], #stage[data-shows=picture]")
        page.evaluate("location.hash = ''")
        page.evaluate("location.hash = 'add'")
        self.tap_dice(page, 2)
        self.type_answer(page, 2)
        page.wait_for_selector(".result.solved")


if __name__ == "__main__":
    unittest.main()
