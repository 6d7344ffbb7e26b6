"""What a family does on the page, in Firefox and in WebKit: what is right in one engine may be
wrong in another.

A tablet's day, as a script reports it, is also tried in Chromium. The rest of the tests runs in
Chromium, and in the others by `make test-engines`.
"""

import json
import pathlib
import unittest

import devices
from support import (
    PageTest,
    fake_voice,
    faults_of,
    held,
    hiding,
    root,
    temporary,
    watched_question,
    write,
)
from test_layout import Sentences
from test_race import TableChecks, tables, watched_sights

own = json.loads((pathlib.Path(__file__).parent / "strokes.json").read_text())
# Tablets, a tablet beside another app, and a telephone; each both ways round but the one beside
# another.
sizes = [(1180, 820), (820, 1180), (1024, 768), (580, 820), (844, 390), (390, 844)]

# The controls that can't be pressed: what lies over their middle or their corners, or that they
# hang out of the screen. A corner is 4 px inside of what its rounding leaves.
covered = """() => {
  const selector = 'button, a[href], input:not([type=file]), canvas#ink, #play[data-live] canvas#board';
  const isVisible = (one) => {
    const { width, height } = one.getBoundingClientRect();
    const { clipPath, visibility } = getComputedStyle(one);
    return width > 1 && height > 1 && visibility === 'visible' && clipPath === 'none';
  };
  const root = document.documentElement;
  // Panels scroll as a whole; what is played fits the screen.
  const isPlayed = document.body.dataset.screen === 'play';
  const isScrolled = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      const scrolls = box === root ? !isPlayed : ['auto', 'scroll'].includes(getComputedStyle(box).overflowY);
      if (scrolls && box.scrollHeight > box.clientHeight + 1) return true;
    }
    return false;
  };
  const shown = document.querySelector('dialog[open]') ?? document;
  const faults = [];
  for (const one of shown.querySelectorAll(selector)) {
    if (!isVisible(one)) continue;
    const name = one.id || one.getAttribute('aria-label') || one.className;
    let box = one.getBoundingClientRect();
    const isOut = () => box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
    if (isOut() && isScrolled(one)) {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      box = one.getBoundingClientRect();
    }
    if (isOut()) {
      faults.push(`${name} hangs out: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      continue;
    }
    const style = getComputedStyle(one);
    const radius = Math.max(...['TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'].flatMap((corner) =>
      style[`border${corner}Radius`].split(' ').map((length) =>
        length.endsWith('%') ? (parseFloat(length) / 100) * Math.max(box.width, box.height) : parseFloat(length))));
    const inset = 4 + 0.3 * Math.min(radius, box.width / 2, box.height / 2);
    const places = [[box.left + box.width / 2, box.top + box.height / 2]];
    for (const x of [box.left + inset, box.right - inset]) {
      for (const y of [box.top + inset, box.bottom - inset]) places.push([x, y]);
    }
    for (const [x, y] of places) {
      const hit = document.elementFromPoint(x, y);
      if (one === hit || one.contains(hit)) continue;
      // A tilted card's corners are not its rectangle's.
      if (one.matches('.card') && hit?.matches('.modes, #home')) continue;
      faults.push(`${hit?.id || hit?.className || hit?.tagName} lies over ${name} at ${Math.round(x)}, ${Math.round(y)}`);
    }
  }
  if (root.scrollWidth > innerWidth + 1) faults.push('the page is wider than the screen');
  if (isPlayed && root.scrollHeight > innerHeight + 1) faults.push(`the page is ${root.scrollHeight} px high`);
  return faults;
}"""

# A race with a roll that waits for its answer.
race = {"players": ["fox", "owl"], "moves": [{"dice": [1, 2], "answer": 1}], "roll": [3, 4]}


def with_race(page):
    page.add_init_script(
        f"""
        try {{
          localStorage.setItem('playfield.version', '3');
          localStorage.setItem('playfield.race', {json.dumps(json.dumps(race))});
        }} catch {{ /* about:blank keeps nothing. */ }}
        """
    )


# What iOS does: each utterance is dropped without an event until one is spoken inside a trusted
# event.
ios_voice = """
  window.said = [];
  let isTrusted = false;
  let isUnlocked = false;
  for (const type of ['click', 'touchend', 'keydown']) {
    addEventListener(type, (event) => {
      isTrusted = event.isTrusted;
      setTimeout(() => { isTrusted = false; });
    }, { capture: true });
  }
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => [{ lang: 'en-GB', localService: true, name: 'test' }], cancel() {},
    speak(speech) {
      isUnlocked ||= isTrusted;
      if (!isUnlocked) return;
      setTimeout(() => {
        if (speech.text) said.push(speech.text);
        speech.onstart?.();
        setTimeout(() => speech.onend?.(), 5);
      });
    },
  } });
"""

# Keeps each `AudioContext`, and lets a test say how it is.
audio = """
  window.contexts = [];
  const Real = AudioContext;
  window.AudioContext = class extends Real {
    constructor(...all) { super(...all); contexts.push(this); }
    get currentTime() { return this.frozen ?? super.currentTime; }
    get state() { return this.said ?? super.state; }
    resume() { this.resumed = (this.resumed ?? 0) + 1; return this.said ? new Promise(() => {}) : super.resume(); }
  };
"""


def asked(case, size):
    """A page with a question about three dice that were tapped in."""
    page = case.open("add", size=size)
    case.tap_dice(page, 2, 4, 1)
    page.wait_for_selector("#pad[data-open=true]")
    return page


class Places:
    """Where everything lies, at each size."""

    def each_size(self, set_up, check=lambda page: None):
        """Sets up a page, and looks at it at all sizes; a narrow one may need a page of its own."""
        wide = [size for size in sizes if size[0] >= 450]
        groups = [wide, [size for size in sizes if size not in wide]]
        if self.browser.name != "webkit":
            groups = [sizes]
        for group in groups:
            page = set_up(group[0])
            for width, height in group:
                with self.subTest(f"{width}x{height}"):
                    page.set_viewport_size({"width": width, "height": height})
                    self.assertEqual(self.covered(page), [])
                    check(page)

    def covered(self, page):
        """What can't be pressed once the page has been laid out, which may take a slow machine seconds."""
        for _ in range(20):
            page.wait_for_timeout(150)
            if not (faults := page.evaluate(covered)):
                break
        return faults

    def test_every_control_of_the_home_screen_can_be_pressed(self):
        self.each_size(lambda size: self.open(size=size))

    def test_every_control_can_be_pressed_while_one_writes(self):
        def written(size):
            page = asked(self, size)
            write(page, [own["7"]])
            page.wait_for_selector("#reading span")
            return page

        self.each_size(written)

    def test_every_control_can_be_pressed_with_keys(self):
        def typed(size):
            page = asked(self, size)
            page.click("#with-keys")
            return page

        self.each_size(typed)

    def test_every_control_can_be_pressed_beside_a_photograph(self):
        def opened(size):
            page = self.open("add", size=size)
            page.set_input_files("#file", str(root / "Samples/dice.jpg"))
            page.wait_for_selector("#pad[data-open=true]")
            return page

        self.each_size(opened)

    def test_every_control_can_be_pressed_in_a_race_that_has_just_begun(self):
        def begun(size):
            page = self.open("race", size=size)
            page.wait_for_selector("#racers-dialog[open]")
            page.click("#start-race")
            page.wait_for_selector("#racers-dialog", state="hidden")
            page.click("#tap-dice")
            page.wait_for_selector("#faces button")
            return page

        self.each_size(begun)

    def test_every_control_can_be_pressed_in_a_race_that_was_kept_and_its_dice_are_small(self):
        def kept(size):
            page = self.open("race", size=size, before=with_race)
            page.click("#tap-dice")
            page.wait_for_selector("#pad[data-open=true]")
            return page

        def has_small_dice(page):
            widths = page.eval_on_selector_all(
                "#dice .die-tile", "(all) => all.map((one) => one.offsetWidth)"
            )
            self.assertEqual(len(widths), 2)
            self.assertLessEqual(max(widths), 80)

        self.each_size(kept, has_small_dice)


class Games:
    """The way through a game."""

    def test_an_answer_is_written_and_handed_in_by_taps(self):
        page = self.open("add")
        self.tap_dice(page, 3, 5)
        page.wait_for_selector("#pad[data-open=true]")
        write(page, [own["7"]])
        page.wait_for_function("() => document.getElementById('reading').textContent === '7'")
        page.click("#check")
        self.prompt(page, self.word(page, "prompt.retry"))
        write(page, [own["8"]])
        page.wait_for_function("() => document.getElementById('reading').textContent === '8'")
        page.click("#undo")
        page.wait_for_selector("#pad[data-empty]")
        page.click("#with-keys")
        page.click(".key >> nth=7")
        page.click("#check")
        page.wait_for_selector(".result.solved")

    def test_a_photograph_and_a_film_have_the_right_values(self):
        page = self.open("add")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [4, 3, 4, 6, 1, 2, 5])
        page.set_input_files("#file", str(root / "Samples/rolls.mp4"))
        # The film waits for each answer.
        for roll in samples:
            page.wait_for_function(
                """(expected) => document.getElementById('pad').dataset.open === 'true' && expected === JSON.stringify(
                  Array.from(document.querySelectorAll('#dice .die-tile use'), (use) => Number(use.getAttribute('href').slice(5))))""",
                arg=json.dumps(roll["values"], separators=(",", ":")),
            )
            self.type_answer(page, sum(roll["values"]))
            page.wait_for_selector("#pad[data-open=false]", state="attached")

    def test_a_race_is_begun_played_and_kept(self):
        page = self.open("race")
        page.wait_for_selector("#racers-dialog[open]")
        page.click("#racers-dialog .player:nth-child(2)")
        page.click("#start-race")
        page.wait_for_selector("#racers-dialog", state="hidden")
        page.click("#tap-dice")
        page.click("#faces button:nth-child(3)")
        page.click("#faces button:nth-child(4)")
        self.type_answer(page, 7)
        page.wait_for_selector("#racers [aria-current][data-player=owl]")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.wait_for_selector("#racers [data-player=fox] b", state="attached")
        sections = page.eval_on_selector_all(
            "#racers b", "(all) => all.map((one) => one.textContent)"
        )
        self.assertEqual(sections, ["8", "1"])


class Speech:
    def test_pip_is_heard_where_speech_has_to_begin_with_a_tap(self):
        page = self.open(before=lambda page: page.add_init_script(ios_voice))
        page.click('a[href="#add"]')
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.wait_for_function("() => said.length > 0")


class Visits:
    """What is loaded, refused and kept."""

    def test_a_first_visit_loads_at_most_2_3_megabytes_until_the_first_question(self):
        self.site.answers.clear()
        page = self.open("add", before=lambda page: page.add_init_script(watched_question))
        self.tap_dice(page, 6)
        page.wait_for_function("() => window.askedAt")
        _, size = self.site.bodies(page.evaluate("askedAt"))
        self.assertGreater(size, 1_500_000)
        self.assertLessEqual(size, 2_300_000)

    def test_a_refused_camera_is_explained_in_the_words_of_the_browser(self):
        refusing = """
          if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = () =>
            Promise.reject(new DOMException('as a test', 'NotAllowedError'));
        """
        page = self.open("add", before=lambda page: page.add_init_script(refusing))
        page.click("#use-camera")
        page.wait_for_selector("#why[data-problem]")
        problem = "deniedBySafari" if self.engine == "webkit" else "denied"
        self.assertEqual(
            page.text_content("#notice-text"), self.word(page, f"problem.{problem}.text")
        )
        page.evaluate("window.stays = true")
        page.click("#use-camera")
        if self.engine == "webkit":
            # It asks no second time before the page was loaded again.
            page.wait_for_function("() => !window.stays && document.body?.dataset.ready !== undefined")
            self.assertEqual(page.text_content("#notice-title"), self.word(page, "why.title"))

    def test_grown_ups_read_what_safari_erases_in_safari_alone(self):
        page = self.open("grown-ups")
        self.assertEqual(page.is_visible("#forgets"), self.engine == "webkit")

    def test_a_browser_that_keeps_nothing_plays_without_a_fault(self):
        script = """
          Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });
          if (navigator.locks) navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'));
        """
        page = self.open("add", before=lambda page: page.add_init_script(script))
        self.tap_dice(page, 6)
        self.type_answer(page, 6)
        page.wait_for_selector(".result.solved")

    def test_answers_outlive_a_reload_with_those_of_an_older_page(self):
        old = {
            "at": "2026-11-20T11:00:00.000Z", "player": "fox", "mode": "add", "dice": [1, 2], "given": 4,
            "verdict": "wrong", "attempt": 1, "source": "pen",
        }  # fmt: skip
        script = f"""
          try {{
            if (!sessionStorage.seeded) localStorage.setItem('playfield.history', {json.dumps(json.dumps([old] * 2))});
            sessionStorage.seeded = 1;
          }} catch {{ /* about:blank keeps nothing. */ }}
        """
        page = self.open("add", before=lambda page: page.add_init_script(script))
        self.tap_dice(page, 6)
        self.type_answer(page, 6)
        page.wait_for_selector(".result.solved")
        for _ in range(2):
            self.assertEqual([one["verdict"] for one in self.logged(page, minimum=3)], ["wrong", "wrong", "right"])
            page.reload()
            page.wait_for_selector("body[data-ready]")
        self.assertIsNone(page.evaluate("localStorage.getItem('playfield.history')"))

    def test_after_the_first_visit_the_game_works_without_a_server(self):
        page = self.open(worker=True)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.site.stop()
        self.addCleanup(type(self).serve)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.evaluate("location.hash = 'add'")
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")


class Faults:
    """What the other tests rely on."""

    def test_what_goes_wrong_in_the_page_is_noticed(self):
        page = self.open(checked=False)
        faults = faults_of(page)
        page.evaluate(
            """() => {
              console.error('written');
              setTimeout(() => { throw new Error('thrown'); });
              setTimeout(() => { Promise.reject(new Error('rejected')); });
            }"""
        )
        page.wait_for_timeout(500)
        for fault in ("written", "thrown", "rejected"):
            with self.subTest(fault):
                self.assertTrue([one for one in faults() if fault in one], faults())


class Tablets:
    """What a family's tablet does all day."""

    def test_touches_on_the_sheet_have_no_default_and_nothing_of_the_game_is_selected(self):
        page = asked(self, (1180, 820))
        for kind in ("touchstart", "touchmove"):
            with self.subTest(kind):
                self.assertTrue(
                    page.evaluate(
                        """(kind) => {
                          const touch = new Event(kind, { bubbles: true, cancelable: true });
                          document.getElementById('ink').dispatchEvent(touch);
                          return touch.defaultPrevented;
                        }""",
                        kind,
                    )
                )
        for selector in ("#pad", "#stage", "#view", ".lawn"):
            with self.subTest(selector):
                selected = "(one) => { const { userSelect, webkitUserSelect } = getComputedStyle(one); return userSelect ?? webkitUserSelect; }"
                self.assertEqual(page.eval_on_selector(selector, selected), "none")

    def test_a_tablet_that_is_turned_while_one_writes_keeps_ink_and_question(self):
        page = self.open("add", size=(1180, 820))
        self.tap_dice(page, 6, 6)
        page.wait_for_selector("#pad[data-open=true]")
        write(page, [own["1"], []])
        page.wait_for_function(
            "() => document.getElementById('reading').textContent.startsWith('1')"
        )
        page.set_viewport_size({"width": 820, "height": 1180})
        page.set_viewport_size({"width": 580, "height": 820})
        page.wait_for_timeout(200)
        # All of the ink lies on the sheet, and none is cut off.
        edges = page.evaluate(
            """() => {
              const sheet = document.getElementById('ink');
              const { width, height } = sheet;
              const { data } = sheet.getContext('2d').getImageData(0, 0, width, height);
              const inked = (x, y) => data[4 * (y * width + x) + 3] > 0;
              let count = 0;
              let edge = 0;
              for (let y = 0; y < height; y += 1) {
                for (let x = 0; x < width; x += 1) {
                  if (!inked(x, y)) continue;
                  count += 1;
                  edge += x === 0 || y === 0 || x === width - 1 || y === height - 1;
                }
              }
              return [count > 200, edge];
            }"""
        )
        self.assertEqual(edges, [True, 0])
        self.assertEqual(self.values(page), [6, 6])
        # What is written now lies where it is written, next to what was.
        write(page, [[], own["2"]])
        page.wait_for_function("() => document.getElementById('reading').textContent === '12'")
        page.click("#check")
        page.wait_for_selector(".result.solved")

    def test_a_sound_output_that_another_app_interrupts_does_not_stop_the_game(self):
        page = self.open("add", before=lambda page: page.add_init_script(audio + hiding))
        self.tap_dice(page, 3, 5)
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate("() => { contexts[0].said = 'interrupted'; }")
        self.type_answer(page, 7)
        self.prompt(page, self.word(page, "prompt.retry"))
        page.evaluate("() => { contexts[0].resumed = 0; hide(true); hide(false); }")
        self.assertEqual(page.evaluate("() => contexts[0].resumed"), 1)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")

    def test_a_sound_output_whose_clock_stands_still_does_not_stop_pip(self):
        scripts = audio + fake_voice()
        page = self.open("add", before=lambda page: page.add_init_script(scripts))
        self.tap_dice(page, 3, 5)
        page.wait_for_selector("#pad[data-open=true]")
        # Before, nothing would sound that Pip waits for.
        page.wait_for_function("() => contexts[0].currentTime > 0.1")
        page.evaluate("() => { contexts[0].frozen = contexts[0].currentTime; said.length = 0; }")
        self.type_answer(page, 7)
        page.wait_for_function("() => said.length > 0")
        self.prompt(page, self.word(page, "prompt.retry"))


class CameraGames:
    """Before a camera that shows a roll."""

    def camera(self, **options):
        page = self.open("add", before=lambda page: page.add_init_script(hiding), **options)
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        page.wait_for_function(
            "() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'"
        )
        return page

    def test_a_roll_before_the_camera_is_read_and_answered(self):
        page = self.camera()
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [4, 6, 2])
        self.type_answer(page, 12)
        page.wait_for_selector(".result.solved")

    def test_a_camera_that_was_taken_away_while_the_screen_was_locked_comes_back(self):
        page = self.camera()
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate(
            """() => {
              window.before = document.getElementById('video').srcObject.getTracks()[0];
              // As on iOS, before the page hears that it is hidden.
              Object.defineProperty(document, 'hidden', { value: true, configurable: true });
              before.dispatchEvent(new Event('ended'));
              hide(true);
              hide(false);
            }"""
        )
        page.wait_for_function(
            """() => {
              const track = document.getElementById('video').srcObject?.getTracks()[0];
              return track && track !== before && track.readyState === 'live';
            }"""
        )
        self.assertEqual(self.values(page), [4, 6, 2])
        self.type_answer(page, 12)
        page.wait_for_selector(".result.solved")

    def test_a_camera_that_another_app_takes_is_asked_for_again(self):
        for what in ("ended", "muted"):
            with self.subTest(what):
                page = self.camera()
                page.evaluate(
                    """(what) => {
                      window.before = document.getElementById('video').srcObject.getTracks()[0];
                      if (what === 'muted') Object.defineProperty(before, 'muted', { value: true });
                      else before.dispatchEvent(new Event('ended'));
                    }""",
                    what,
                )
                page.wait_for_function(
                    """() => {
                      const track = document.getElementById('video').srcObject?.getTracks()[0];
                      return track && track !== before && track.readyState === 'live';
                    }"""
                )
                self.assertEqual(page.get_attribute("#stage", "data-shows"), "camera")

    def test_a_camera_that_stays_black_is_asked_for_again_and_then_reported(self):
        black = """
          window.asked = 0;
          navigator.mediaDevices.getUserMedia = async () => {
            window.asked += 1;
            const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
            const context = canvas.getContext('2d');
            const draw = () => { context.fillRect(0, 0, 640, 480); setTimeout(draw, 50); };
            draw();
            return canvas.captureStream(20);
          };
        """
        page = self.open("add", before=lambda page: page.add_init_script(black))
        page.click("#use-camera")
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(page.evaluate("asked"), 2)
        self.assertEqual(page.text_content("#notice-title"), self.word(page, "problem.dark.title"))

    def test_a_tablet_that_is_turned_in_the_middle_of_a_question_keeps_it(self):
        page = self.camera(size=(1180, 820))
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [4, 6, 2])
        turn = """() => {
          const { canvas, film } = standInCamera;
          [canvas.width, canvas.height] = [film.videoHeight, film.videoWidth];
          // The same dice, smaller, and more of the table above and below them.
          const scale = canvas.width / film.videoWidth;
          const context = canvas.getContext('2d');
          context.fillStyle = '#777';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.setTransform(scale, 0, 0, scale, 0, (canvas.height - scale * film.videoHeight) / 2);
        }"""
        page.evaluate(turn)
        page.set_viewport_size({"width": 820, "height": 1180})
        page.wait_for_function("() => document.getElementById('video').videoWidth === 480")
        page.wait_for_timeout(2500)
        self.assertEqual(sorted(self.values(page)), [2, 4, 6])
        self.assertEqual(page.get_attribute("#pad", "data-open"), "true")
        self.type_answer(page, 12)
        page.wait_for_selector(".result.solved")


class Races(TableChecks):
    """A race before a camera."""

    def test_a_question_has_all_numbers_in_view_and_its_dice_before_the_board(self):
        page = self.open("race", before=lambda page: page.add_init_script(watched_sights))
        page.wait_for_selector("#racers-dialog[open]")
        page.click("#start-race")
        page.click("#use-camera")
        self.check_question(page, self.roll["values"])


class Voices:
    """Before a microphone that hears a recording."""

    def test_a_number_is_said(self):
        page = self.open("multiply")
        self.tap_dice(page, 4, 6)
        page.wait_for_selector("#pad[data-open=true]")
        page.click("#with-voice")
        page.wait_for_selector(".result.solved")
        self.assertEqual(page.text_content(".result"), "24")


class CameraCase(PageTest):
    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "roll.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [tuple(samples[0]["rest"])], 60)
        super().setUpClass()


class RaceCase(PageTest):
    """Before a camera that shows a table with two dice."""

    served = True

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "table.y4m"
        table = next(one for one in tables if one["centimetres"] == 30)
        cls.roll = table["rolls"][0]
        held(root / "Samples/race.mp4", cls.clip, [[cls.roll["frame"]] * 2], 4, moving=0)
        super().setUpClass()


class VoiceCase(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.sound = temporary(cls) / "number.wav"
        devices.recording(root / "Samples/numbers.ogg", cls.sound, seconds=2.6)
        super().setUpClass()


samples = json.loads((root / "Samples/rolls.json").read_text())["rolls"]


# Upright and across; WebKit's driver needs a page of its own for a narrower one.
bubbles = [(768, 1024), (844, 390)]


class ChromiumTests(Faults, Speech, Tablets, PageTest):
    engine = "chromium"


class ChromiumCameraTests(CameraGames, CameraCase):
    engine = "chromium"
    stands_in = True


class FirefoxTests(Places, Games, Faults, Sentences, Speech, Visits, Tablets, PageTest):
    bubbles = bubbles
    engine = "firefox"


class FirefoxCameraTests(CameraGames, CameraCase):
    engine = "firefox"


class FirefoxRaceTests(Races, RaceCase):
    engine = "firefox"


class FirefoxVoiceTests(Voices, VoiceCase):
    engine = "firefox"


class SilentFirefoxTests(PageTest):
    """Without any sound output its sound stands still."""

    engine = "firefox"
    output = False

    def test_a_game_goes_on_to_the_second_question(self):
        page = self.open("add", before=lambda page: page.add_init_script(fake_voice() + audio))
        self.tap_dice(page, 3, 5)
        self.assertEqual(page.evaluate("() => contexts.map((one) => one.state)"), ["suspended"])
        self.type_answer(page, 7)
        self.prompt(page, self.word(page, "prompt.retry"))
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        page.wait_for_function("() => said.length > 2")
        page.click("#again")
        page.click("#faces button:nth-child(2)")
        page.wait_for_selector("#pad[data-open=true]")

    def test_a_microphone_that_sends_nothing_is_reported(self):
        page = self.open("add")
        self.tap_dice(page, 3, 5)
        page.wait_for_selector("#pad[data-open=true]")
        page.click("#with-voice")
        page.wait_for_selector("#listening[data-state=problem]")
        self.assertEqual(page.text_content("#heard"), self.word(page, "listening.problem.stuck"))


class PrivateFirefoxTests(PageTest):
    """Where canvases give noise and no frame can be read, as in LibreWolf and Tor Browser."""

    engine = "firefox"
    flags = {"privacy.resistFingerprinting": True}

    def test_what_stands_in_the_way_of_photographs_and_films_is_said(self):
        page = self.open("add")
        for sample in ("dice.jpg", "rolls.mp4"):
            with self.subTest(sample):
                page.set_input_files("#file", str(root / "Samples" / sample))
                page.wait_for_selector("#why[data-problem]")
                self.assertEqual(
                    page.text_content("#notice-title"), self.word(page, "problem.canvas.title")
                )
        self.tap_dice(page, 3, 5)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")


class WebKitTests(Places, Games, Faults, Sentences, Speech, Visits, Tablets, PageTest):
    bubbles = bubbles
    engine = "webkit"


class WebKitCameraTests(CameraGames, CameraCase):
    engine = "webkit"


class WebKitRaceTests(Races, RaceCase):
    engine = "webkit"


class WebKitVoiceTests(Voices, VoiceCase):
    engine = "webkit"


if __name__ == "__main__":
    unittest.main()
