"""Bean-bag toss as its players meet it: from placing the phone to the summary."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import PageTest, as_it_is, hiding, patience, root, shared, temporary, version

sample = root / "Samples/toss.mp4"
regulation = root / "Samples/toss-regulation.mp4"

# In place of a camera a file's planes and times go to the game's engine, frame by frame: no more than two wait.
from_file = """([address, folder]) => import(`/${folder}/games/toss/feed.js`).then(({ Feed }) => {
  window.fed = { count: 0 };
  const Real = Worker;
  let waiting = 0;
  let wake = () => {};
  window.Worker = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data: { event } }) => {
        if (event?.kind !== "seen") return;
        window.fed.count += 1;
        waiting -= 1;
        wake();
      });
    }
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
    canvas.getContext("2d").fillRect(0, 0, 1, 1);
    return canvas.captureStream(5);
  };
  Feed.prototype.begin = async function (stream, start) {
    window.fed.engine = this.engine;
    this.way = "stream";
    const skipped = window.fed.skipped ?? 0;
    const reader = (await fetch(address)).body.getReader();
    let piece = new Uint8Array();
    const read = async (length) => {
      const bytes = new Uint8Array(length);
      for (let place = 0; place < length;) {
        if (!piece.length) {
          const { value, done } = await reader.read();
          if (done) return null;
          piece = value;
          continue;
        }
        const part = piece.subarray(0, length - place);
        bytes.set(part, place);
        place += part.length;
        piece = piece.subarray(part.length);
      }
      return bytes.buffer;
    };
    window.fed.done = (async () => {
      for (let head = await read(28); head; head = await read(28)) {
        const numbers = new DataView(head);
        const [width, height, matrix, isFullRange, orientation] =
          [8, 12, 16, 20, 24].map((at) => numbers.getInt32(at, true));
        const time = Number(numbers.getBigInt64(0, true));
        const samples = await read(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2));
        if (time < skipped) continue;
        while (waiting > 1) await new Promise((resolve) => { wake = resolve; });
        waiting += 1;
        this.engine.call("toss.see", { time, width, height, matrix, isFullRange, orientation, samples }, [samples]);
      }
      while (waiting > 0) await new Promise((resolve) => { wake = resolve; });
      window.fed.isOver = true;
    })();
  };
  Feed.prototype.end = async function () {};
})"""


def frames(clip, folder, *most):
    """Has the program watch a clip, or its first frames. -> the hash over its events, and the file of its frames"""
    file = folder / f"{clip.stem}.frames"
    command = [root / ".build/debug/TossFrames", clip, file, *most]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout
    return printed.strip().split(", ")[2], file


def analyzed(clip):
    """-> the throws of a clip, as `toss analyze` prints them with plain Swift."""
    command = [root / ".build/debug/playfield", "toss", "analyze", clip, "--json", "--no-history", "--engine", "portable"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout.splitlines()
    lines = [json.loads(line) for line in lines]
    outcomes = lines[-1]["summary"]["outcomes"]
    return [{**made, "outcome": outcome} for made, outcome in zip(lines[:-1], outcomes)], lines[-1]["summary"]


class TossPage(PageTest):
    engine = "chromium"

    def play(self, file=None, before=None, **options):
        """The page with a game before its camera, or before a file's frames."""

        def tamper(page):
            if before:
                before(page)

        page = self.open(before=tamper, **options)
        if file:
            page.evaluate(from_file, [self.site.offer("frames", file), version()])
        page.evaluate("location.hash = 'toss'")
        page.wait_for_selector("#toss[data-stage=place] .toss-place .big")
        page.click(".toss-place .big")
        page.wait_for_selector("#toss[data-stage=play]")
        return page

    def state(self, page):
        return page.evaluate("() => window.fed.engine.call('toss.state')")

    def wait_until_over(self, page):
        page.wait_for_function("() => window.fed?.isOver")

    def finish(self, page):
        page.click("#toss .bar .plank")
        page.wait_for_selector("#toss[data-stage=summary] .toss-summary header")

    def cards(self, page):
        """-> of each card of the summary its number, outcome and points."""
        return page.eval_on_selector_all(
            ".toss-cards .toss-card",
            """all => all.map(card => [
              Number(card.querySelector("h2").textContent.match(/\\d+/)[0]), card.dataset.outcome,
              Number(card.querySelector(".toss-points").textContent)])""",
        )

    def step(self, page, name):
        page.wait_for_selector(f"#toss[data-step={name}]")


class FirstThrowTests(TossPage):
    """The sample's first throw, frame by frame: quick enough for every change."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hash, cls.file = frames(sample, temporary(cls), "165")

    def test_from_the_board_to_the_summary_its_events_are_those_of_the_command(self):
        page = self.play(self.file)
        self.step(page, "confirm")
        self.assertEqual(page.locator(".handle:visible").count(), 4)
        self.wait_until_over(page)
        page.wait_for_selector("#toss > .toss-card:not([hidden])")
        card = page.locator("#toss > .toss-card")
        self.assertIn("underhand", card.locator(".toss-style").text_content())
        self.assertRegex(card.locator("dl").text_content(), r"[\d.]+ ± [\d.]+°")
        self.finish(page)
        self.assertEqual(self.state(page)["hash"], self.hash)
        ((number, outcome, points),) = self.cards(page)
        self.assertEqual((number, outcome, points), (1, "board", 1))
        self.assertEqual(page.text_content(".toss-summary .toss-score strong"), "1")
        self.assertEqual(page.locator(".toss-paths polyline").count(), 2)

    def test_a_correction_counts_and_can_be_undone(self):
        page = self.play(self.file)
        self.wait_until_over(page)
        self.finish(page)
        page.click(".toss-cards summary")
        for text, outcome, points in [("In the hole", "hole", 3), ("No throw", "none", 0)]:
            if not page.is_visible(".toss-cards .toss-correct .small"):
                page.click(".toss-cards summary")
            page.get_by_role("button", name=text, exact=True).click()
            page.wait_for_selector(f".toss-cards .toss-card[data-outcome={outcome}]")
            self.assertEqual(self.cards(page), [[1, outcome, points]])
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(".toss-cards .toss-card[data-outcome=board]")
        self.assertEqual(self.cards(page), [[1, "board", 1]])
        self.assertFalse(page.get_by_role("button", name="Undo").is_visible())

    def test_a_game_is_kept_before_it_is_shown_and_outlives_the_page(self):
        page = self.play(self.file)
        page.wait_for_selector("#toss > .toss-card:not([hidden])")
        kept = page.evaluate("async folder => (await import(`/${folder}/log/toss-games.js`)).last()", version())
        self.assertEqual((kept["throws"], kept["isOver"]), (1, False))
        self.assertEqual(json.loads(kept["record"])["throws"][0]["outcome"], "board")
        page.reload()
        page.wait_for_selector("#toss[data-stage=place] .toss-started:not([hidden])")
        self.assertIn("1 throw, 1 point", page.text_content(".toss-started"))
        # On with the game: the next frames are those after the first throw.
        page.evaluate(from_file, [self.site.offer("frames", self.file), version()])
        page.evaluate("() => { window.fed.skipped = 1e9; }")
        page.click(".toss-place .big")
        page.wait_for_selector("#toss[data-stage=play]")
        self.assertEqual(page.text_content("#toss > .toss-score strong"), "1")
        self.assertEqual(page.text_content(".toss-count"), "Throw 2 of 8")
        self.finish(page)
        self.assertEqual(self.cards(page), [[1, "board", 1]])

    def test_the_report_and_the_game_are_saved(self):
        page = self.play(self.file)
        self.wait_until_over(page)
        self.finish(page)
        report = self.saved(page, ".toss-summary .plank >> nth=0")
        self.assertIn('<article class="sheet throw" id="throw-1">', report)
        self.assertIn("data:image/jpeg;base64,", report)
        record = json.loads(self.saved(page, ".toss-summary .plank >> nth=1"))
        self.assertEqual((record["format"], len(record["throws"]), record["finished"]), (1, 1, True))
        self.assertGreater(len(record["throws"][0]["poses"]), 20)


class SetUpTests(TossPage):
    """What is asked before the first throw; the picture is a still one."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = temporary(cls)
        cls.hash, cls.file = frames(sample, cls.folder, "30")

    def test_a_corner_is_moved_by_finger_and_by_arrow_keys(self):
        page = self.play(self.file)
        self.step(page, "confirm")
        self.wait_until_over(page)
        board = "() => window.fed.engine.call('toss.record').then(record => JSON.parse(record).board.corners)"
        before = page.evaluate(board)
        handle = page.locator(".handle").nth(2)
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y + 10, steps=3)
        self.assertTrue(page.is_visible(".magnifier"))
        page.mouse.up()
        self.assertFalse(page.is_visible(".magnifier"))
        width = page.evaluate("document.querySelector('.court video').clientWidth")
        dragged = page.evaluate(board)
        self.assertAlmostEqual(dragged[2][0] - before[2][0], 30 / width, delta=0.002)
        for corner in (0, 1, 3):
            self.assertEqual(dragged[corner], before[corner])
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Shift+ArrowLeft")
        page.wait_for_timeout(100)
        moved = page.evaluate(board)
        self.assertAlmostEqual(dragged[2][0] - moved[2][0], 11 / 1280, delta=0.001)

    def test_a_board_that_was_taken_for_one_is_looked_for_again_or_set_by_hand(self):
        page = self.play(self.file)
        self.step(page, "confirm")
        page.get_by_role("button", name="Look again").click()
        self.step(page, "find")
        page.get_by_role("button", name="Set it by hand").click()
        self.step(page, "corners")
        self.assertEqual(page.locator(".handle:visible").count(), 4)
        page.get_by_role("button", name="Yes, that's it").click()
        page.wait_for_function("() => !['find', 'corners'].includes(document.getElementById('toss').dataset.step)")


class TroubleTests(TossPage):
    def test_a_camera_that_is_denied_says_what_to_do(self):
        page = self.open(before=lambda page: page.add_init_script(
            "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); };"
        ))
        page.evaluate("location.hash = 'toss'")
        page.click(".toss-place .big")
        page.wait_for_selector(".toss-place .trouble:not([hidden])")
        self.assertIn("not allowed", page.text_content(".toss-place .trouble"))
        self.assertTrue(page.is_enabled(".toss-place .big"))

    def test_without_https_it_says_why_there_is_no_camera(self):
        page = self.open(before=lambda page: page.add_init_script(
            "Object.defineProperty(self, 'isSecureContext', { value: false });"
        ), checked=False)
        page.evaluate("location.hash = 'toss'")
        page.wait_for_selector(".toss-place .trouble:not([hidden])")
        self.assertIn("HTTPS", page.text_content(".toss-place .trouble"))

    def test_what_does_not_come_is_said_and_tried_again(self):
        page = self.open(before=lambda page: page.route("**/toss.wasm", lambda route: route.abort()))
        page.evaluate("location.hash = 'toss'")
        page.wait_for_selector(".toss-place .trouble:not([hidden])")
        self.assertIn("did not come", page.text_content(".toss-place .trouble"))
        page.unroute("**/toss.wasm")
        page.click(".toss-place .big")
        page.wait_for_selector("#toss[data-stage=play]")

    def test_an_upright_picture_is_to_be_turned(self):
        page = self.play(before=lambda page: page.add_init_script("""
          navigator.mediaDevices.getUserMedia = async () => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 360, height: 640 });
            const context = canvas.getContext("2d");
            setInterval(() => context.fillRect(0, 0, 360, 640), 40);
            return canvas.captureStream(20);
          };"""))
        page.wait_for_function("text => document.querySelector('.toss-say').textContent.includes(text)", arg="on its side")

    def test_a_page_that_is_hidden_shuts_the_camera_and_continues(self):
        page = self.play(before=lambda page: page.add_init_script(hiding))
        page.evaluate("() => { window.track = document.querySelector('.court video').srcObject.getVideoTracks()[0]; hide(true); }")
        page.wait_for_function("() => window.track.readyState === 'ended'")
        page.evaluate("hide(false)")
        page.wait_for_function("() => document.querySelector('.court video').srcObject?.active")

    def test_a_pause_shuts_the_camera_until_it_is_over(self):
        page = self.play()
        page.get_by_role("button", name="Pause").click()
        self.step(page, "paused")
        self.assertIsNone(page.evaluate("document.querySelector('.court video').srcObject"))
        page.get_by_role("button", name="Go on").click()
        page.wait_for_function("() => document.querySelector('.court video').srcObject?.active")

    def test_look_inside_shows_what_the_networks_were_shown(self):
        page = self.play()
        page.get_by_role("button", name="Look inside").click()
        page.wait_for_function("() => document.querySelector('.toss-look canvas').width === 160")
        self.assertIn("stream", page.text_content(".toss-look"))
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible(".toss-look"))
