"""Bean-bag toss as its players meet it: from placing the phone to the summary."""

import json
import subprocess

from axe_playwright_python.sync_playwright import Axe

from support import PageTest, as_it_is, frame_reader, hiding, root, temporary, version

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
    READER
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
})""".replace("READER", frame_reader)


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


# A camera that shows a picture, moved by `window.shift` of its width.
picture_camera = """
  window.shift = SHIFT;
  navigator.mediaDevices.getUserMedia = async () => {
    const image = new Image();
    image.src = "ADDRESS";
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.fillStyle = "#447744";
    setInterval(() => {
      context.fillRect(0, 0, image.width, image.height);
      context.drawImage(image, window.shift * image.width, 0);
    }, 40);
    return canvas.captureStream(25);
  };
"""

# The sizes at which the game is looked at.
sizes = {"phone": (390, 844), "phone across": (844, 390), "tablet": (768, 1024), "tablet across": (1024, 768), "desk": (1440, 900)}

# What hangs out of the screen to a side; and below, where nothing is to be scrolled.
outside = """(scrolls) => [...document.querySelectorAll("#toss button, #toss p, #toss h2, #toss dd")].filter((one) => {
  const { left, right, bottom, width } = one.getBoundingClientRect();
  if (width === 0 || one.closest(".toss-handles") || getComputedStyle(one).visibility === "hidden") return false;
  const card = one.closest("#toss > .toss-card");
  return left < -0.5 || right > innerWidth + 0.5 || (!scrolls && !card && bottom > innerHeight + 0.5);
}).map((one) => `${one.className} ${one.textContent}`)"""


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


class LayoutTests(TossPage):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hash, cls.file = frames(sample, temporary(cls), "165")

    def check(self, page, step, scrolls):
        for name, size in sizes.items():
            with self.subTest(step=step, size=name):
                self.resize(page, size)
                self.assertEqual(page.evaluate(outside, scrolls), [])
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])
                if not scrolls:
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollHeight"), size[1])
                if name in ("phone", "tablet across"):
                    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
                    self.assertEqual([(one["id"], [node["target"] for node in one["nodes"]]) for one in found], [])

    def test_every_step_fits_every_screen_and_axe_is_content(self):
        page = self.open(size=(1024, 768))
        page.evaluate(from_file, [self.site.offer("frames", self.file), version()])
        page.evaluate("location.hash = 'toss'")
        page.wait_for_selector(".toss-loading progress[hidden]", state="attached")
        self.check(page, "place", True)
        page.click(".toss-place .big")
        self.step(page, "confirm")
        self.check(page, "confirm", False)
        self.wait_until_over(page)
        page.wait_for_selector("#toss > .toss-card:not([hidden])")
        self.check(page, "throw", False)
        page.get_by_role("button", name="Look inside").click()
        self.check(page, "look", True)
        page.keyboard.press("Escape")
        self.finish(page)
        self.check(page, "summary", True)


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
        self.assertIn("did not load", page.text_content(".toss-place .trouble"))
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
        # One of the three sizes at which a board is looked for.
        page.wait_for_function("() => [160, 288, 512].includes(document.querySelector('.toss-look canvas').width)")
        self.assertIn("stream", page.text_content(".toss-look"))
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible(".toss-look"))


class PictureTests(TossPage):
    """Before a picture of a court that does not change."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.picture = cls.site.offer("court.png", subprocess.run(
            ["ffmpeg", "-v", "error", "-i", sample, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"],
            check=True, capture_output=True,
        ).stdout)

    def look(self, shift=0):
        address = f"{self.site.address.rstrip('/')}{self.picture}"
        return self.play(before=lambda page: page.add_init_script(
            picture_camera.replace("ADDRESS", address).replace("SHIFT", str(shift))
        ))

    def test_a_camera_that_was_moved_is_said_and_the_board_is_found_again(self):
        page = self.look()
        self.step(page, "confirm")
        page.get_by_role("button", name="Yes, that's it").click()
        page.wait_for_function("() => ['stand', 'throw'].includes(document.getElementById('toss').dataset.step)")
        page.evaluate("window.shift = -0.06")
        page.wait_for_function("() => document.querySelector('.toss-notice').textContent.includes('was moved')")
        self.step(page, "confirm")

    def test_a_board_that_is_not_found_is_set_by_hand(self):
        page = self.look(shift=0.6)
        self.step(page, "find")
        page.get_by_role("button", name="Set it by hand").click()
        self.step(page, "corners")
        self.assertEqual(page.locator(".handle:visible").count(), 4)
        page.get_by_role("button", name="Yes, that's it").click()
        page.wait_for_function("() => !['find', 'corners'].includes(document.getElementById('toss').dataset.step)")

    def test_what_was_taken_for_the_board_is_looked_for_again(self):
        page = self.look()
        self.step(page, "confirm")
        page.get_by_role("button", name="Look again").click()
        self.step(page, "find")
        self.step(page, "confirm")

    def test_where_there_is_no_board_it_says_so(self):
        page = self.look(shift=0.6)
        page.wait_for_function("() => document.querySelector('.toss-say .trouble').textContent.includes('no board')")


class CameraGames(TossPage):
    """The sample before a camera, whose clock is its own, from set-up to the summary."""

    stands_in = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "toss.y4m"
        as_it_is(sample, cls.clip)
        super().setUpClass()
        cls.truth, cls.sum = analyzed(sample)

    def check(self, degrees, share):
        page = self.play()
        page.wait_for_function("() => /[3-9]/.test(document.querySelector('#toss > .toss-card h2')?.textContent ?? '')")
        # Its bag may still slide into the hole.
        page.wait_for_timeout(1500)
        record = json.loads(page.evaluate("""async (folder) =>
            (await (await import(`/${folder}/log/toss-games.js`)).last()).record""", version()))
        self.finish(page)
        made = record["throws"][:3]
        self.assertEqual([one["outcome"] for one in made], self.sum["outcomes"])
        self.assertEqual(sum(one["points"] for one in made), self.sum["points"])
        for one, true in zip(made, self.truth):
            with self.subTest(throw=one["throw"]):
                self.assertEqual(one["style"]["label"], true["style"]["label"])
                self.assertAlmostEqual(one["releaseAngle"]["value"], true["releaseAngle"]["value"], delta=degrees)
                self.assertAlmostEqual(one["speed"]["value"] / true["speed"]["value"], 1, delta=share)


class CameraGameChromiumTests(CameraGames):
    stands_in = False

    def test_throws_are_those_of_the_film(self):
        self.check(2, 0.05)


class CameraGameFirefoxTests(CameraGames):
    engine = "firefox"

    def test_throws_are_those_of_the_film(self):
        self.check(6, 0.15)


class CameraGameWebKitTests(CameraGames):
    engine = "webkit"

    def test_throws_are_those_of_the_film(self):
        self.check(6, 0.15)


class RegulationTests(TossPage):
    """The game from 25 feet, whole."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hash, cls.file = frames(regulation, temporary(cls))
        cls.truth, cls.sum = analyzed(regulation)

    def test_its_events_are_those_of_the_command(self):
        page = self.play(self.file)
        self.wait_until_over(page)
        if page.get_attribute("#toss", "data-stage") == "play":
            self.finish(page)
        page.wait_for_selector("#toss[data-stage=summary] .toss-cards")
        self.assertEqual(self.state(page)["hash"], self.hash)
        self.assertEqual([outcome for _, outcome, _ in self.cards(page)], self.sum["outcomes"])
        self.assertEqual(page.text_content(".toss-summary .toss-score strong"), f"{self.sum['score']}")

    def test_a_reload_in_the_middle_of_a_throw_costs_that_throw_alone(self):
        page = self.play(self.file)
        page.wait_for_function("() => document.querySelector('#toss > .toss-card h2')?.textContent.includes('3')")
        page.reload()
        page.wait_for_selector("#toss[data-stage=place] .toss-started:not([hidden])")
        self.assertRegex(page.text_content(".toss-started"), "[34] throws")


class WholeSampleTests(TossPage):
    def test_its_events_are_those_of_the_command(self):
        expected, file = frames(sample, temporary(type(self)))
        page = self.play(file)
        self.wait_until_over(page)
        self.finish(page)
        self.assertEqual(self.state(page)["hash"], expected)
        self.assertEqual([outcome for _, outcome, _ in self.cards(page)], ["board", "hole", "board"])


class OfflineTests(TossPage):
    def test_once_it_was_opened_it_is_there_without_a_network(self):
        page = self.open("toss", worker=True)
        page.wait_for_selector(".toss-loading progress[hidden]", state="attached")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        # What came before the worker is asked for once more, and kept.
        page.reload()
        page.wait_for_selector(".toss-loading progress[hidden]", state="attached")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector(".toss-loading progress[hidden]", state="attached")
        page.click(".toss-place .big")
        page.wait_for_selector("#toss[data-stage=play]")
