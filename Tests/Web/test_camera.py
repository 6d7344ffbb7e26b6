"""The camera: asked for after a tap that says why, and whatever goes wrong has words and a way on."""

import base64
import json
import pathlib
import time
import unittest

from support import PageTest, hiding, patience, root

# Seen from above, so that there is a top whichever way the picture is turned.
drawn_dice = """(dice) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 720 });
  const context = canvas.getContext('2d');
  context.fillStyle = '#6b5a45';
  context.fillRect(0, 0, 960, 720);
  const side = 110;
  const corners = [[-1, -1], [1, 1], [-1, 1], [1, -1]];
  for (const [value, x, y] of dice) {
    Object.assign(context, { fillStyle: '#f4f1e8', shadowColor: '#0008', shadowBlur: 18, shadowOffsetX: 6 });
    context.beginPath();
    context.roundRect(x - side / 2, y - side / 2, side, side, 18);
    context.fill();
    Object.assign(context, { fillStyle: '#1a1a1a', shadowColor: 'transparent' });
    const pips = corners.slice(0, value - value % 2);
    if (value % 2) pips.push([0, 0]);
    for (const [u, v] of pips) {
      context.beginPath();
      context.arc(x + u * side / 4, y + v * side / 4, 11, 0, 7);
      context.fill();
    }
  }
  return canvas.toDataURL('image/png').split(',')[1];
}"""

# Holds back what the engine answers while `window.holds`, and delivers it in order by `release(count)`.
holding = """
  window.held = [];
  window.release = (count = Infinity) => {
    for (const deliver of window.held.splice(0, count)) deliver();
  };
  const Real = Worker;
  window.Worker = class extends Real {
    set onmessage(handler) {
      super.onmessage = (event) => {
        // Whether a picture lies on its side is asked after it is shown.
        if (window.holds && typeof event.data.result !== "boolean") window.held.push(() => handler(event));
        else handler(event);
      };
    }
  };
"""

marks = """() => {
  const frame = document.getElementById('frame').getBoundingClientRect();
  return [...document.querySelectorAll('#marks .mark')].map((mark) => {
    const { x, y, width, height } = mark.getBoundingClientRect();
    return [Number(mark.textContent), (x + width / 2 - frame.x) / frame.width,
      (y + height / 2 - frame.y) / frame.height];
  });
}"""


def refusing(name):
    """Makes the camera fail as the browser names it, until `window.works` is set."""
    return f"""
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wish) => window.works
        ? real(wish) : Promise.reject(new DOMException('as a test', '{name}'));
    """


# Asks before each camera, until `grant()` or `refuse()`; keeps the tracks that were opened.
asking = """
  window.tracks = [];
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wish) => {
    await new Promise((resolve, reject) => {
      window.grant = resolve;
      window.refuse = () => reject(new DOMException('as a test', 'NotAllowedError'));
    });
    const stream = await real(wish);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
"""


class CameraTests(PageTest):
    def fails(self, page, problem):
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, f"problem.{problem}.title")
        )
        self.assertEqual(
            page.text_content("#notice-text"), self.word(page, f"problem.{problem}.text")
        )
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
        self.assertEqual(page.evaluate("wish.video.frameRate"), {"ideal": 30})
        self.assertFalse(page.evaluate("wish.audio"))

    def test_each_failure_has_its_own_words_and_is_retried_without_a_reload(self):
        for name, problem in [
            ("NotAllowedError", "denied"),
            ("NotFoundError", "none"),
            ("NotReadableError", "busy"),
            ("OverconstrainedError", "none"),
            ("AbortError", "busy"),
            ("TypeError", "camera"),
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
        page = self.open(
            "add", before=lambda page: page.add_init_script(refusing("NotAllowedError"))
        )
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

    def test_a_camera_lost_while_playing_that_does_not_come_back_keeps_the_game(self):
        page = self.open("add", before=lambda page: page.add_init_script(refusing("NotFoundError")))
        page.evaluate("window.works = true")
        self.tap_dice(page, 3, 4)
        self.tool(page, "#other")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("""window.works = false;
          document.getElementById('video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'));""")
        self.fails(page, "lost")
        self.assertEqual(self.values(page), [3, 4])
        page.evaluate("window.works = true")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")

    def test_the_camera_is_off_while_the_page_is_hidden_and_on_again_after(self):
        page = self.open("add", before=lambda page: page.add_init_script(hiding))
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("""window.track = document.getElementById('video').srcObject.getTracks()[0];
          hide(true);""")
        self.assertEqual(page.evaluate("track.readyState"), "ended")
        page.evaluate("hide(false)")
        page.wait_for_function(
            "() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'"
        )

    def granted(self):
        """A page with a clock of its own, whose camera waits for a grant each time but the first."""

        def slow(page):
            page.clock.install()
            page.add_init_script(asking + hiding)

        page = self.open("add", before=slow)
        page.click("#use-camera")
        page.evaluate("grant()")
        page.wait_for_selector("#stage[data-shows=camera]")
        return page

    def test_a_page_that_was_hidden_for_long_waits_for_its_camera_to_open_again(self):
        page = self.granted()
        page.evaluate("hide(true)")
        page.clock.fast_forward(60_000)
        page.evaluate("hide(false)")
        page.clock.run_for(3_000)
        self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera")
        page.evaluate("grant()")
        page.wait_for_function(
            "() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'"
        )

    def test_a_camera_that_never_opens_again_is_asked_for_once_more_and_then_reported(self):
        page = self.granted()
        page.evaluate("() => { hide(true); window.grant = undefined; hide(false); }")
        page.wait_for_function("() => window.grant")
        page.evaluate("() => { window.grant = undefined; }")
        page.clock.run_for(35_000)
        page.wait_for_function("() => window.grant")
        page.clock.run_for(35_000)
        self.fails(page, "lost")

    def test_a_camera_that_is_granted_too_late_leaves_the_tapped_game_alone(self):
        for answer in ("grant()", "refuse()"):
            with self.subTest(answer):
                page = self.open("add", before=lambda page: page.add_init_script(asking))
                page.click("#use-camera")
                self.tap_dice(page, 3, 4)
                page.evaluate(answer)
                page.wait_for_timeout(500)
                self.assertEqual(page.get_attribute("#stage", "data-shows"), "taps")
                self.assertNotIn(
                    "live", page.evaluate("tracks.map((track) => track.readyState)")
                )
                self.type_answer(page, 7)
                page.wait_for_selector(".result.solved")

    def test_a_camera_that_is_granted_while_nobody_looks_opens_when_somebody_does(self):
        page = self.open("add", before=lambda page: page.add_init_script(asking + hiding))
        page.click("#use-camera")
        page.evaluate("hide(true)")
        page.evaluate("grant()")
        page.wait_for_function("() => tracks.length === 1 && tracks[0].readyState === 'ended'")
        page.evaluate("hide(false)")
        page.evaluate("grant()")
        page.wait_for_selector("#stage[data-shows=camera]")
        self.assertEqual(page.evaluate("tracks.at(-1).readyState"), "live")

    def test_a_camera_that_was_allowed_is_opened_without_being_asked_for_again(self):
        script = """
          const query = navigator.permissions.query.bind(navigator.permissions);
          navigator.permissions.query = async ({ name }) =>
            (name === 'camera' ? { state: localStorage.allowed ?? 'prompt' } : query({ name }));
        """
        page = self.open("add", before=lambda page: page.add_init_script(script))
        self.assertTrue(page.is_visible("#use-camera"), "the first time the page asks")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        pressed = page.get_attribute("#mirror", "aria-pressed")
        self.tool(page, "#mirror")
        for allowed, opens in [("prompt", False), ("granted", True)]:
            with self.subTest(allowed):
                page.evaluate("allowed => { localStorage.allowed = allowed; }", allowed)
                page.reload()
                page.wait_for_selector("body[data-ready]")
                page.wait_for_timeout(500)
                self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera" if opens else "why")
        self.assertNotEqual(page.get_attribute("#mirror", "aria-pressed"), pressed, "flipped as before")
        # Who left it for the choice is asked; who comes from home is not.
        self.tool(page, "#other")
        page.wait_for_timeout(300)
        self.assertTrue(page.is_visible("#use-camera"))
        page.evaluate("location.hash = ''")
        page.evaluate("location.hash = 'count'")
        page.wait_for_selector("#stage[data-shows=camera]")
        # Who tapped dice in last is asked again.
        self.tool(page, "#other")
        page.click("#tap-dice")
        page.evaluate("location.hash = ''")
        page.evaluate("location.hash = 'add'")
        page.wait_for_timeout(300)
        self.assertTrue(page.is_visible("#use-camera"))

    def test_a_camera_that_is_left_before_it_plays_is_not_looked_at(self):
        script = """
          window.looks = 0;
          const video = HTMLVideoElement.prototype;
          video.play = () => new Promise((resolve) => { window.plays = resolve; });
          video.requestVideoFrameCallback = () => { window.looks += 1; };
        """
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        page.wait_for_function("() => window.plays")
        self.tool(page, "#other")
        page.evaluate("plays()")
        page.wait_for_timeout(300)
        self.assertEqual(page.evaluate("looks"), 0)
        page.evaluate("delete window.plays")
        page.click("#use-camera")
        page.wait_for_function("() => window.plays")
        page.evaluate("plays()")
        page.wait_for_function("() => looks > 0")
        # One loop asks for a frame at a time: the timeout of the first one asks again.
        page.wait_for_timeout(150)
        self.assertLessEqual(page.evaluate("looks"), 4)

    def test_a_camera_whose_frames_the_engine_cannot_take_is_reported_in_words(self):
        script = """
          const Real = Worker;
          window.Worker = class extends Real {
            postMessage(message, transfer) {
              if (message.name !== "dice.see") return super.postMessage(message, transfer);
              const canvas = new OffscreenCanvas(1, 1);
              canvas.getContext("2d");
              const picture = canvas.transferToImageBitmap();
              const size = { width: 0, height: 0 };
              super.postMessage({ ...message, argument: { ...message.argument, picture, size } }, [picture]);
            }
          };
        """
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        self.fails(page, "camera")

    def test_a_camera_whose_frames_the_browser_never_gives_is_reported_in_words(self):
        script = """
          window.misses = 0;
          const Real = VideoFrame;
          window.VideoFrame = class {
            constructor(...all) {
              if (window.isGiven?.()) return new Real(...all);
              window.misses += 1;
              throw new DOMException('as a test', 'InvalidStateError');
            }
          };"""
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        self.fails(page, "camera")
        self.assertGreater(page.evaluate("misses"), 5, "one that is gone is no failure")
        # Every second one is enough.
        page.evaluate("() => { let count = 0; window.misses = 0; window.isGiven = () => count++ % 2; }")
        page.click("#use-camera")
        page.wait_for_function("() => misses > 40")
        self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera")

    def test_a_fault_in_what_draws_a_frame_is_a_fault_of_the_page(self):
        script = """
          const real = Element.prototype.toggleAttribute;
          Element.prototype.toggleAttribute = function (name, ...all) {
            if (name === 'data-open' && window.breaks) throw new Error('as a test');
            return real.call(this, name, ...all);
          };"""
        page = self.open("add", checked=False, before=lambda page: page.add_init_script(script))
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        with page.expect_event("pageerror") as error:
            page.evaluate("window.breaks = true")
        self.assertEqual(str(error.value), "as a test")

    def test_who_looks_with_the_camera_keeps_the_focus_on_the_screen(self):
        page = self.open("add")
        page.focus("#use-camera")
        page.keyboard.press("Enter")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.wait_for_timeout(100)
        self.assertEqual(page.evaluate("document.activeElement.id"), "stage")

    def test_a_camera_that_sends_no_frame_for_long_is_asked_for_again_and_then_counts_as_lost(self):
        def still(page):
            page.clock.install()
            page.add_init_script("""
              window.asked = 0;
              navigator.mediaDevices.getUserMedia = async () => {
                const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
                window.asked += 1;
                const context = canvas.getContext('2d');
                context.fillStyle = 'green';
                const stream = canvas.captureStream(0);
                const [track] = stream.getVideoTracks();
                // In Firefox it is the stream's.
                const source = track.requestFrame ? track : stream;
                window.send = () => {
                  context.fillRect(0, 0, 640, 480);
                  source.requestFrame();
                };
                send();
                return stream;
              };""")

        page = self.open("add", before=still)
        # A frame that is sent before the video is there is lost in Firefox.
        shown = "() => { send(); return document.getElementById('video').readyState > 1; }"
        page.click("#use-camera")
        page.wait_for_function("() => window.send")
        page.wait_for_function(shown)
        page.wait_for_selector("#stage[data-shows=camera]")
        page.clock.fast_forward(20_000)
        page.wait_for_timeout(300)
        self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera", "it may be slow")
        page.clock.fast_forward(20_000)
        page.wait_for_function("() => asked === 2")
        page.wait_for_function(shown)
        self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera")
        page.clock.fast_forward(40_000)
        self.fails(page, "lost")
        self.assertEqual(page.evaluate("asked"), 2)

    def test_one_of_two_cameras_is_chosen_by_a_switch(self):
        page = self.open(
            "add",
            before=lambda page: page.add_init_script("""
          navigator.mediaDevices.enumerateDevices = async () => [
            { kind: 'videoinput', deviceId: 'front' }, { kind: 'videoinput', deviceId: 'rear' }];
          const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (wish) => {
            window.chosen = wish.video.deviceId?.exact;
            return real({ video: true });
          };"""),
        )
        page.click("#use-camera")
        self.tool(page, "#switch")
        page.wait_for_function("() => window.chosen === 'front'")
        self.tool(page, "#switch")
        page.wait_for_function("() => window.chosen !== undefined")

    def test_a_camera_of_one_pixel_is_reported_in_words(self):
        page = self.open(
            "add",
            before=lambda page: page.add_init_script("""
          navigator.mediaDevices.getUserMedia = async () => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 1;
            const context = canvas.getContext('2d');
            setInterval(() => context.fillRect(0, 0, 1, 1), 50);
            return canvas.captureStream(20);
          };"""),
        )
        page.click("#use-camera")
        self.fails(page, "tiny")

    def test_frames_of_4k_are_played_with(self):
        page = self.open(
            "add",
            before=lambda page: page.add_init_script("""
          navigator.mediaDevices.getUserMedia = async () => {
            const canvas = document.createElement('canvas');
            canvas.width = 3840;
            canvas.height = 2160;
            const context = canvas.getContext('2d');
            let hue = 0;
            setInterval(() => { context.fillStyle = `hsl(${hue++} 40% 40%)`; context.fillRect(0, 0, 3840, 2160); }, 200);
            return canvas.captureStream(5);
          };"""),
        )
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_function("() => document.getElementById('network-picture').width > 300")
        width, height = page.eval_on_selector("#network-picture", "one => [one.width, one.height]")
        self.assertLessEqual(width * height, 640 * 480)


class TurnTests(PageTest):
    """Dice that lie before the camera, all in one corner."""

    camera = """
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 720 });
        const context = canvas.getContext('2d');
        const picture = Object.assign(new Image(), { src: 'data:image/png;base64,PICTURE' });
        setInterval(() => context.drawImage(picture, 0, 0), 50);
        return canvas.captureStream(20);
      };
    """

    def test_what_was_seen_before_a_turn_does_not_move_the_picture(self):
        drawn = self.open().evaluate(drawn_dice, [(4, 110, 130), (2, 260, 110)])

        def before(page):
            page.add_init_script(holding)
            page.add_init_script(self.camera.replace("PICTURE", drawn))

        page = self.open("add", before=before, size=(390, 844))
        page.click("#use-camera")
        page.wait_for_function("() => document.querySelectorAll('#marks .mark b').length === 2")
        # A frame is on its way back when the picture is turned.
        page.evaluate("holds = true")
        page.wait_for_function("() => held.length > 0")
        self.tool(page, "#turn")
        page.evaluate("() => { holds = false; release(); }")
        page.wait_for_function("() => document.querySelectorAll('#marks .mark:not(.rolling)').length === 2")
        page.wait_for_timeout(500)
        found = page.evaluate("""() => {
          const rect = (one) => one.getBoundingClientRect().toJSON();
          return {
            view: rect(document.getElementById('view')),
            dice: [...document.querySelectorAll('#marks .mark')].map(rect),
          };
        }""")
        for die in found["dice"]:
            for low, high in [("left", "right"), ("top", "bottom")]:
                self.assertGreaterEqual(die[low], found["view"][low] - 1)
                self.assertLessEqual(die[high], found["view"][high] + 1)


class FileTests(PageTest):
    def test_a_picture_that_is_opened_keeps_the_focus_on_the_screen(self):
        page = self.open("add")
        # Listened to throughout: a chooser that opens between two waits would never be answered, and keeps
        # another from opening.
        choosers = []
        page.on("filechooser", lambda chooser: choosers.append(chooser))
        page.focus("#open-file")
        # A browser that has not painted yet drops keys: then it is pressed again.
        until = time.monotonic() + patience / 1000
        while not choosers and time.monotonic() < until:
            page.keyboard.press("Enter")
            page.wait_for_timeout(1_000)
        self.assertTrue(choosers, "Enter opens no chooser of files")
        choosers[0].set_files(str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(page.evaluate("document.activeElement.id"), "stage")

    def test_of_two_quick_turns_only_the_last_reading_is_shown(self):
        page = self.open("add", before=lambda page: page.add_init_script(holding))
        picture = base64.b64decode(page.evaluate(drawn_dice, [(4, 200, 200), (2, 500, 200)]))
        page.set_input_files("#file", {"name": "dice.png", "mimeType": "image/png", "buffer": picture})
        page.wait_for_selector(".die-tile")
        page.evaluate("holds = true")
        self.tool(page, "#turn")
        page.wait_for_function("() => held.length === 1")
        page.evaluate("release()")  # that the weights are there
        page.wait_for_function("() => held.length === 1")
        self.tool(page, "#turn")
        page.evaluate("release(1)")
        page.wait_for_timeout(200)
        self.assertEqual(page.locator("#marks .mark").count(), 0, "it was read as it no longer lies")
        page.evaluate("() => { holds = false; release(); }")
        page.wait_for_function("() => document.querySelectorAll('#marks .mark').length === 2")
        self.assertEqual(self.values(page), [2, 4], "they stand on their heads")

    def test_a_clip_that_is_shown_again_sends_no_frame_of_before(self):
        # An engine so slow that there is always a frame waiting for it.
        script = """
          window.sent = [];
          const Real = Worker;
          window.Worker = class extends Real {
            set onmessage(handler) { super.onmessage = (event) => setTimeout(() => handler(event), 300); }
            postMessage(message, transfer) {
              if (/changeView$/.test(message.name)) window.sent = [];
              if (/see$/.test(message.name)) window.sent.push(message.argument.time);
              super.postMessage(message, transfer);
            }
          };"""
        page = self.open("add", before=lambda page: page.add_init_script(script))
        page.set_input_files("#file", str(root / "Samples/rolls.mp4"))
        page.wait_for_function("() => sent.at(-1) > 1")
        self.tool(page, "#replay")
        # Three a second are sent at most.
        page.wait_for_function("() => sent.length > 1 && sent.at(-1) < 1")
        times = page.evaluate("sent")
        self.assertEqual(times, sorted(times))
        self.assertLess(times[0], 0.5)

    def test_a_film_waits_for_the_answer_to_its_question(self):
        page = self.open("add")
        page.set_input_files("#file", str(root / "Samples/rolls.mp4"))
        # What the film shows at each of its three rests.
        for question in json.loads((root / "Samples/rolls.json").read_text())["rolls"]:
            page.wait_for_selector("#pad[data-open=true]")
            values = self.values(page)
            self.assertEqual(sorted(values), sorted(question["values"]))
            film = page.evaluate("[video.paused || video.ended, video.currentTime]")
            self.assertTrue(film[0], "it waits")
            page.wait_for_timeout(700)
            self.assertEqual(page.evaluate("video.currentTime"), film[1])
            self.type_answer(page, sum(values))
            page.wait_for_selector("#pad[data-open=false]", state="attached")
            page.wait_for_function("() => !video.paused || video.ended")

    def test_a_picture_is_read_without_a_camera(self):
        page = self.open("add")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(self.values(page), [4, 3, 4, 6, 1, 2, 5])
        self.assertEqual(page.locator("#marks .mark").count(), 7)

    def test_marks_lie_on_their_dice_at_every_size_turn_and_mirror(self):
        dice = [(1, 150, 200), (4, 420, 160), (5, 300, 520), (2, 760, 560)]
        for size in [(1180, 820), (390, 844)]:
            page = self.open("add", size=size)
            picture = base64.b64decode(page.evaluate(drawn_dice, dice))
            page.set_input_files(
                "#file", {"name": "dice.png", "mimeType": "image/png", "buffer": picture}
            )
            shown = [(value, x / 960, y / 720) for value, x, y in dice]
            for step in ["", "turn", "turn", "turn", "mirror", "turn", "turn", "turn"]:
                if step:
                    self.tool(page, f"#{step}")
                    shown = [
                        (value, 1 - x, y) if step == "mirror" else (value, 1 - y, x)
                        for value, x, y in shown
                    ]
                with self.subTest(size=size, step=step, shown=shown):
                    page.wait_for_function(
                        "() => document.querySelectorAll('#marks .mark').length === 4"
                    )
                    found = page.evaluate(marks)
                    for value, x, y in shown:
                        [at] = [one[1:] for one in found if one[0] == value]
                        self.assertLess(abs(at[0] - x), 0.02)
                        self.assertLess(abs(at[1] - y), 0.02)
                    self.assertEqual(
                        self.values(page),
                        [value for value, x, _ in sorted(shown, key=lambda one: one[1])],
                    )

    def test_what_is_no_picture_and_no_film_is_reported_in_words(self):
        page = self.open("add")
        for name, kind, problem in [
            ("dice.jpg", "image/jpeg", "picture"),
            ("rolls.mp4", "video/mp4", "clip"),
        ]:
            with self.subTest(name):
                page.set_input_files(
                    "#file", {"name": name, "mimeType": kind, "buffer": b"no " * 400}
                )
                page.wait_for_selector("#why[data-problem]")
                self.assertEqual(
                    page.text_content("#notice-title"), self.word(page, f"problem.{problem}.title")
                )
                self.assertTrue(page.is_visible("#tap-dice"))

    def test_a_picture_cut_short_is_read_or_reported_but_nothing_breaks(self):
        page = self.open("add")
        whole = pathlib.Path(root / "Samples/dice.jpg").read_bytes()
        page.set_input_files(
            "#file",
            {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": whole[: len(whole) // 20]},
        )
        page.wait_for_selector("#why[data-problem], #stage[data-shows=picture]")
        page.evaluate("location.hash = ''")
        page.evaluate("location.hash = 'add'")
        self.tap_dice(page, 2)
        self.type_answer(page, 2)
        page.wait_for_selector(".result.solved")


if __name__ == "__main__":
    unittest.main()
